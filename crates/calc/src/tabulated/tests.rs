use values::{Budget, Notation, Random};

use crate::Calculator;

fn ask(calculator: &mut Calculator, source: &str) -> String {
    match calculator.evaluate(source) {
        Ok(mut answer) => answer
            .text(Notation::Ascii)
            .unwrap_or_else(|failure| format!("error: {failure}")),
        Err(failure) => format!("error: {failure}"),
    }
}

fn mex(values: &[u64]) -> u64 {
    (0..).find(|n| !values.contains(n)).unwrap_or_default()
}

fn list<T: ToString>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(T::to_string).collect();
    format!("[{}]", items.join(","))
}

#[test]
fn random_wythoffs_have_the_nim_values_of_the_definition() {
    const MOST: u64 = 7;
    let mut random = Random::new(7);
    let mut calculator = Calculator::new(Budget::unlimited());
    for _ in 0..6 {
        let bounds: Vec<u64> = (0..=MOST).map(|_| random.below(11)).collect();
        let mut values: Vec<Vec<u64>> = Vec::new();
        for a in 0..=MOST {
            values.push(Vec::new());
            for b in 0..=MOST {
                let mut reached = Vec::new();
                for (i, j) in (0..=a).flat_map(|i| (0..=b).map(move |j| (i, j))) {
                    let (less, more) = (i.min(j), i.max(j));
                    if less == 0 && more > 0 || less > 0 && more < bounds[less as usize] {
                        reached.push(values[(a - i) as usize][(b - j) as usize]);
                    }
                }
                values[a as usize].push(mex(&reached));
            }
        }
        let rows: Vec<String> = values.iter().map(|row| list(row)).collect();
        let source = format!(
            "rs := gen_wythoff(x -> {}[x + 1]); \
             [[rs((a,b)).NimValue for b from 0 to {MOST}] for a from 0 to {MOST}]",
            list(&bounds)
        );
        assert_eq!(ask(&mut calculator, &source), list(&rows), "{bounds:?}");
    }
}

#[test]
fn random_heap_rulesets_have_the_nim_values_of_the_definition() {
    const MOST: u64 = 12;
    let mut random = Random::new(11);
    let mut calculator = Calculator::new(Budget::unlimited());
    for _ in 0..10 {
        let mut rules: Vec<Vec<Vec<u64>>> = vec![Vec::new()];
        let mut values = vec![0];
        for heap in 1..=MOST {
            let options: Vec<Vec<u64>> = (0..random.below(6))
                .map(|_| (0..random.below(4)).map(|_| random.below(heap)).collect())
                .collect();
            let value =
                |option: &Vec<u64>| option.iter().fold(0, |sum, &h| sum ^ values[h as usize]);
            values.push(mex(&options.iter().map(value).collect::<Vec<u64>>()));
            rules.push(options);
        }
        let rows: Vec<String> = rules
            .iter()
            .map(|options| {
                list(
                    &options
                        .iter()
                        .map(|option| list(option))
                        .collect::<Vec<_>>(),
                )
            })
            .collect();
        let define = format!("rs := heap_ruleset(k -> {}[k + 1])", list(&rows));
        ask(&mut calculator, &define);
        let sequence = format!("rs.NimValueSequence({MOST})");
        assert_eq!(
            ask(&mut calculator, &sequence),
            list(&values[1..]),
            "{define}"
        );
        // The positions are solved in another way than the sequence.
        let positions = format!("[rs(n).NimValue for n from 0 to {MOST}]");
        assert_eq!(ask(&mut calculator, &positions), list(&values), "{define}");
        let sum = format!("rs({MOST}, 5, 7).NimValue");
        let expected = values[MOST as usize] ^ values[5] ^ values[7];
        assert_eq!(ask(&mut calculator, &sum), expected.to_string(), "{define}");
    }
}

#[test]
fn special_cases_are_the_games_that_are_known() {
    let mut calculator = Calculator::new(Budget::unlimited());
    for (general, known) in [
        ("gen_cutcake(octal(\"4.\"), octal(\"4.\"))", "cutcake"),
        ("gen_cutcake(octal(\"0.7\"), octal(\"0.7\"))", "eatcake"),
        (
            "gen_cutcake(octal(\"0.7\"), octal(\"0.7\"), twisted => true)",
            "turn_and_eatcake",
        ),
        (
            "gen_cutcake(octal(\"{2+}=.0\"), octal(\"{2+}=.0\"), false)",
            "maundy_cake",
        ),
        (
            "octal(\"{2+}=.0\").CakeProduct(octal(\"{2+}=.0\"), twisted => true)",
            "twisted_maundy_cake",
        ),
        (
            "heap_ruleset(k -> [[a,k-a] for a from 1 to k - 1])\
             .CakeProduct(octal(\"4.\"))",
            "cutcake",
        ),
        ("gen_wythoff(x -> x + 1)", "wythoff"),
        ("gen_wythoff(x -> x + 5/2)", "game(\"wythoff:3\")"),
        ("gen_mem((m,j) -> j >= m)", "mem"),
    ] {
        let source = format!(
            "one := {general}; [(a,b) for a from 0 to 4 for b from 0 to 4 \
             where one((a,b)) != {known}((a,b))]"
        );
        assert_eq!(ask(&mut calculator, &source), "[]", "{general}");
    }
}

#[test]
fn chains_of_functions_are_bounded() {
    // So that they can be dropped.
    let chain = "h(n) := g := x -> x; for i from 1 to n do g := x -> g(x) end";
    let deep = format!("{}x", "x -> ".repeat(60));
    let mut calculator = Calculator::new(Budget::unlimited());
    for source in [chain, &deep] {
        ask(&mut calculator, source);
    }
    assert!(ask(&mut calculator, &deep).contains("the bound is 50"));
}
