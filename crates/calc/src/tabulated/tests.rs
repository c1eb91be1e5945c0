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

fn check(cases: &[(&str, &str)]) {
    let mut calculator = Calculator::new(Budget::unlimited());
    for (source, expected) in cases {
        assert_eq!(ask(&mut calculator, source), *expected, "{source}");
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
fn positions_of_different_functions_are_different() {
    check(&[
        (
            "{gen_wythoff(x -> x + 1)((2,2)), gen_wythoff(x -> x + 2)((2,2))}.Size",
            "2",
        ),
        (
            "[gen_wythoff(x -> x + n)((1,n + 1)).NimValue for n from 1 to 4]",
            "[0,0,0,0]",
        ),
        // The game stays what it was.
        ("r := 1; rs := gen_wythoff(x -> x + r); rs((1,2))", "0"),
        (
            "r := 3; [rs((1,2)), rs((3,5)), rs((1,4)) == 0]",
            "[0,0,false]",
        ),
        ("rs == rs", "true"),
        (
            "f(n) := heap_ruleset(k -> [[k-a] for a from 1 to min(n,k)])",
            "f(n)",
        ),
        ("[f(n)(7) for n from 1 to 7]", "[*,*,*3,*2,*,0,*7]"),
        ("f(3).CheckPeriodicity(40)", "Nothing"),
        ("f(2).CanonicalFormSequence(5)", "[*,*2,0,*,*2]"),
        ("rs", "gen_wythoff(x -> x + r)"),
        ("written(rs((1,2)))", "gen_wythoff#7(\"(1,2)\")"),
        ("draw(f(3)(2))", "2  oo"),
        ("rs((1,2)).Options.Size", "4"),
        ("rs((3,4), (1,2)).NimValue", "2"),
    ]);
}

#[test]
fn functions_without_a_name() {
    check(&[
        ("f := x -> x + 2", "x -> x + 2"),
        ("f(3)", "5"),
        ("g := (a, b) -> [a, b, f(a)]; g(1, 2)", "[1,2,3]"),
        ("h := () -> 7; h()", "7"),
        (
            "[1,2].Apply(x -> [10,20].Apply(y -> x + y))",
            "[[11,21],[12,22]]",
        ),
        ("{1,2,3}.Apply(x -> x % 2)", "{0,1}"),
        ("adder := n -> x -> x + n; two := adder(2); two(5)", "7"),
        (
            "[[a,b] for a from 1 to 3 where a != 2 for b from a to 3]",
            "[[1,1],[1,2],[1,3],[3,3]]",
        ),
        ("[a*b for a in [1,2] for b in [a,10] where b < 10]", "[1,4]"),
        ("{a+b for a from 0 to 2 for b from 0 to 2}", "{0,1,2,3,4}"),
        (
            "[1 for a from 1 for b from 1 to 2]",
            "error: column 17: `for` belongs in a list: [n^2 for n from 1 to 5]",
        ),
        (
            "(x,on) -> 3",
            "error: column 1: `on` is a constant; choose another name",
        ),
        ("x -> ", "error: column 6: expected a value, found the end"),
        (
            "[1].Apply(3)",
            "error: column 5: the second argument of apply(list, f) must be a function, such as x -> x + 2, not 3",
        ),
    ]);
}

#[test]
fn bad_functions_are_refused() {
    check(&[
        (
            "heap_ruleset(k -> 3)(2)",
            "error: column 21: k -> 3 must give an empty list for the empty heap, not 3 for 0",
        ),
        (
            "heap_ruleset(k -> [1 for a from 1 to k])(2)",
            "error: column 41: k -> [1 for a from 1 to k] must give a list of moves, each a list of heaps, such as [[1,2],[3]], not a list of 1 for 1",
        ),
        (
            "heap_ruleset(k -> [[-1] for a from 1 to k])(2)",
            "error: column 44: k -> [[-1] for a from 1 to k] must give a list of moves, each a list of heaps, such as [[1,2],[3]], not a list of 1 for 1",
        ),
        (
            "heap_ruleset(k -> [[k] for a from 1 to k])(2)",
            "error: column 43: a heap of 1 may become one of 1; every heap that a move leaves must be smaller, or play has no end",
        ),
        (
            "heap_ruleset(k -> [])(10^9)",
            "error: column 22: 1000000000 is too large for heap_ruleset(k -> []): the bound is 10000",
        ),
        (
            "heap_ruleset(k -> [[a,a,a,a] for a from 0 to k - 1])(60)",
            "error: column 53: a heap of 25 is too large; play has at most 281474976710656 moves, and 4194304 heaps are listed",
        ),
        (
            "gen_wythoff(3)",
            "error: column 1: the argument of gen_wythoff(f) must be a function, such as x -> x + 2, not 3",
        ),
        (
            "gen_wythoff((x,y) -> x)((1,1))",
            "error: column 24: (x,y) -> x takes 2 arguments, not 1",
        ),
        (
            "gen_wythoff(x -> *)((1,1))",
            "error: column 20: x -> * must give a number, not * for 1",
        ),
        (
            "gen_wythoff(x -> y)((1,1))",
            "error: column 20: in x -> y: there is no name `y`; `help` lists what there is",
        ),
        (
            "gen_wythoff(x -> x)((1,5000))",
            "error: column 20: 5000 is too large for gen_wythoff(x -> x): the bound is 4096",
        ),
        (
            "gen_wythoff(x -> x)(3)",
            "error: column 20: character 2 of the position: a number alone is no heap; write heaps such as (3,4) or (3,4)+(2,3)",
        ),
        (
            "gen_mem((m,j) -> j)((2,0))",
            "error: column 20: (m,j) -> j must give true or false, not 1 for 0,1",
        ),
        (
            "gen_cutcake(clobber, nim)",
            "error: column 1: the first argument of gen_cutcake(game, other, [twisted]) must be a heap game, not the game clobber",
        ),
        (
            "gen_cutcake(nim, nim)((5000,1))",
            "error: column 22: 5000 is too large for gen_cutcake(nim, nim, twisted => false): the bound is 4096",
        ),
        (
            "gen_cutcake(nim, nim, direct => true)",
            "error: column 23: `direct =>` is out of place in gen_cutcake(game, other, [twisted])",
        ),
        (
            "gen_clobber(directions => 3)",
            "error: column 1: the argument of gen_clobber([directions]) must be directions, such as Coordinates.Diagonal, not 3",
        ),
        (
            "f(x) := gen_wythoff(f)((x,x)).NimValue; gen_wythoff(f)((1,1))",
            "error: column 55: in f(x): in f(x): in f(x): in f(x): in f(x): in f(x): in f(x): in f(x): in f(x): in f(x): in f(x): in f(x): functions in functions: the bound is 12; does f(x) end?",
        ),
        (
            "nim_value_table(clobber, 2, 2)",
            "error: column 1: character 1 of the position: `(` is no square; use `.` empty, `#` blocked, `B L X` Left, `W R O` Right, `/` between rows",
        ),
        (
            "grid_string(nim(3))",
            "error: column 1: the argument of grid_string(g) must be a board of squares that are empty, blocked or have a stone, not *3",
        ),
    ]);
    // Chains of functions are bounded, so that they can be dropped.
    let chain = "h(n) := g := x -> x; for i from 1 to n do g := x -> g(x) end";
    let deep = format!("{}x", "x -> ".repeat(60));
    let mut calculator = Calculator::new(Budget::unlimited());
    for source in [chain, &deep] {
        ask(&mut calculator, source);
    }
    assert!(ask(&mut calculator, &deep).contains("the bound is 50"));
}

#[test]
fn clobber_in_other_directions() {
    check(&[
        ("GenClobber()(\"xo\")", "*"),
        (
            "GenClobber(Coordinates.Orthogonal)(\"xo|ox\") == clobber(\"xo|ox\")",
            "true",
        ),
        (
            "GenClobber(directions => Coordinates.KnightMoves)(\"x..|..o\")",
            "*",
        ),
        (
            "both := GenClobber(Coordinates.Orthogonal.Union(Coordinates.Diagonal)); both(\"xo|.o\")",
            "v",
        ),
        ("Coordinates.Diagonal", "Coordinates.Diagonal"),
        ("game.grid.Domineering(\"..|..\").GridString", "\"..|..\""),
    ]);
}
