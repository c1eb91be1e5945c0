//! The language as a whole. What CGSuite answers is in `tests/facts.rs`.

use std::sync::atomic::Ordering;

use values::{Budget, Notation};

use super::{Calculator, FailureKind};

fn calculator() -> Calculator {
    Calculator::new(Budget::unlimited())
}

/// The answer, or the failure after `error: `.
fn say(calculator: &mut Calculator, source: &str) -> String {
    calculator
        .evaluate(source)
        .and_then(|mut answer| answer.text(Notation::Ascii))
        .unwrap_or_else(|failure| format!("error: {failure}"))
}

#[track_caller]
fn check(pairs: &[(&str, &str)]) {
    let mut calculator = calculator();
    for (source, expected) in pairs {
        assert_eq!(say(&mut calculator, source), *expected, "{source}");
    }
}

#[test]
fn values_in_every_notation() {
    check(&[
        ("1|0||-1", "{1|0||-1}"),
        ("{1,2|}", "3"),
        ("|", "0"),
        ("↑ + ∗", "^*"),
        ("⇑∗3", "^^*3"),
        ("↑3∗", "^3*"),
        ("↑² + ↓[2]", "v"),
        ("½ + 2¾ − 1", "9/4"),
        ("±1", "+-1"),
        ("±(∗, ↑)", "+-{*,^}"),
        ("±{∗, ↑}", "+-{*,^}"),
        ("⧾(2)", "Tiny(2)"),
        ("tiny(2) == 2.Tiny", "true"),
        ("-2.Miny + 3", "3Tiny(2)"),
        ("{1‖0|-1}", "{1||0|-1}"),
        ("9+*2", "9*2"),
        ("value(\"9*2\")", "9*2"),
        ("value(\"a = {3|1}; {a|-a}\")", "+-{3|1}"),
    ]);
}

#[test]
fn variables_and_statements() {
    check(&[
        ("x = {1|-1}", "+-1"),
        ("y := x + 1", "{2|0}"),
        ("y - x", "1"),
        ("a = 2; b = a^10; b + 1", "1025"),
        ("x = 1;", "1"),
        ("x", "1"),
        ("z = 1|0||-1", "{1|0||-1}"),
        ("x == 1 and y > -3 or nonsense", "true"),
        ("not x == 1", "false"),
        ("  ", ""),
        ("x // one", "1"),
        ("x +\n1", "2"),
    ]);
}

#[test]
fn forms() {
    check(&[
        ("'{0|}' + 1 - 1", "'{0|}' + 1 + -1"),
        ("2*'{0|}'", "2 * '{0|}'"),
        ("{'{*|*}'|1}", "'{'{*|*}'|1}'"),
        ("'{'{*|*}'|1}'", "'{'{*|*}'|1}'"),
        ("'{'{*|*}'|1}' == {0|1}", "true"),
        ("'{*|*}' <| 1 and '{*|*}' < inf", "true"),
        ("'{*|*}'.LeftOptions", "{*}"),
        ("'{3|1}'.Mean", "2"),
        ("*5 SelectiveSum *6", "*5 SelectiveSum *6"),
        ("*[0,1] == *[2]", "true"),
        (
            "*[^]",
            "error: column 1: *[...] takes sizes of heaps, impartial games and lists of them, not ^",
        ),
    ]);
}

#[test]
fn lists_and_sets() {
    check(&[
        ("[]", "[]"),
        ("{}", "{}"),
        ("[1,[2,\"a\"],true]", "[1,[2,\"a\"],true]"),
        ("{*,1,^,0,*,1/3}", "{0,1,*,^,1/3}"),
        (
            "[[m*n for m from 1 to n] for n from 1 to 3]",
            "[[1],[2,4],[3,6,9]]",
        ),
        ("[n for n from 3 to 1 by -1]", "[3,2,1]"),
        ("[n for n from 3 to 1]", "[]"),
        ("[n for n from 0 to 1 by 1/3]", "[0,1/3,2/3,1]"),
        ("{*n for n from 0 to 3}", "{0,*,*2,*3}"),
        ("[g + 1 for g in {*, ^} where g > 0]", "[1^]"),
        ("[10,20,30][2]", "20"),
        ("[1,2] == [1,2]", "true"),
        ("{1,2} == {2,1}", "true"),
        ("[1,2] == {1,2}", "false"),
    ]);
}

#[test]
fn complaints_say_what_to_do() {
    check(&[
        (
            "1 + maen",
            "error: column 5: there is no name `maen`; did you mean `mean`?",
        ),
        (
            "mean",
            "error: column 1: `mean` is a function; write mean(g)",
        ),
        (
            "cool({1|0}, *)",
            "error: column 1: the second argument of cool(g, t) must be a number, not *",
        ),
        (
            "mean(1, 2)",
            "error: column 1: mean(g) takes 1 argument, not 2",
        ),
        (
            "{1|0}/2",
            "error: column 6: only numbers can be divided; these are {1|0} and 2",
        ),
        (
            "{1/3|}",
            "error: column 1: 1/3 is not the value of a short game: its denominator is no power of two",
        ),
        ("1 and 2", "error: column 3: expected true or false, not 1"),
        (
            "[1,2][3]",
            "error: column 6: the list has items 1 to 2, not 3",
        ),
        ("0/0", "error: column 2: 0/0 has no value"),
        (
            "value(\"{1|\")",
            "error: column 1: in the text: column 4: expected `}`, found the end of the text",
        ),
        (
            "Left = 3",
            "error: column 1: `Left` is a constant; choose another name",
        ),
        (
            "v = 3",
            "error: column 1: `v` means down; choose another name",
        ),
        (
            "not = 3",
            "error: column 1: `not` is a word of the language; choose another name",
        ),
        (
            "x == 1 = 2",
            "error: column 8: an assignment starts with a name; to compare write ==",
        ),
    ]);
}

#[test]
fn limits_are_failures() {
    let mut calculator = calculator();
    for source in [
        "2^(2^100)",
        "2^1000001",
        "[n for n from 1 to 10^12]",
        "*(2^70)",
        "options(*(2^40), Left)",
    ] {
        let failure = calculator.evaluate(source).err().expect(source);
        assert!(
            matches!(failure.kind, FailureKind::Limit | FailureKind::Domain),
            "{source}: {failure}"
        );
    }
    let deep = format!("{}1{}", "[".repeat(10_000), "]".repeat(10_000));
    let failure = calculator.evaluate(&deep).err().unwrap();
    assert_eq!(failure.kind, FailureKind::Limit);
}

#[test]
fn what_explodes_stops_at_the_memory_limit() {
    let mut calculator = Calculator::new(Budget::new(Some(30_000_000)));
    let failure = calculator.evaluate("^(2^40) + {1|-1}").err().unwrap();
    assert_eq!(failure.kind, FailureKind::Limit);
    assert_eq!(say(&mut calculator, "1 + 1"), "2");
}

#[test]
fn the_stop_flag_stops() {
    let budget = Budget::unlimited();
    let flag = budget.stop_flag();
    let mut calculator = Calculator::new(budget);
    flag.store(true, Ordering::Relaxed);
    let failure = calculator
        .evaluate("[n for n from 1 to 3]")
        .err()
        .expect("the flag is up");
    assert_eq!(failure.kind, FailureKind::Interrupted);
}

#[test]
fn deep_values_evaluate() {
    let depth = 100_000;
    let source = format!("{}0{}", "{0|".repeat(depth), "}".repeat(depth));
    let mut calculator = calculator();
    assert_eq!(
        say(&mut calculator, &format!("({source}) == 0 or true")),
        "true"
    );
    let switches = format!("{}0{}", "{1|".repeat(depth), "}".repeat(depth));
    assert!(calculator.evaluate(&switches).is_ok());
}

#[test]
fn json() {
    let mut calculator = calculator();
    let mut json = |source: &str| {
        let mut bytes = Vec::new();
        let mut answer = calculator.evaluate(source).unwrap();
        answer.write_json(&mut bytes).unwrap().unwrap();
        String::from_utf8(bytes).unwrap()
    };
    assert_eq!(
        json("1 < 2"),
        r#"{"type":"boolean","text":"true","value":true}"#
    );
    assert_eq!(
        json("[1,\"\\\"\"]"),
        r#"{"type":"list","text":"[1,\"\\\"\"]","items":[{"type":"number","text":"1"},{"type":"text","text":"\""}]}"#
    );
    assert_eq!(
        json("{3|1}.Thermograph"),
        r#"{"type":"thermograph","text":"Thermograph(2,[1],[0,-1],2,[1],[0,1])","mean":"2","temperature":"1","left":[["-1","4"],["1","2"]],"right":[["-1","0"],["1","2"]]}"#
    );
}

#[test]
fn names_for_completion() {
    let mut calculator = calculator();
    calculator.evaluate("xyz = 1").unwrap();
    let names = calculator.names();
    for name in ["xyz", "atomic_weight", "AtomicWeight", "Left", "where"] {
        assert!(names.iter().any(|known| known == name), "{name}");
    }
}

#[test]
fn help_answers_in_one_line() {
    let mut calculator = calculator();
    for source in ["help", "help mean", "help lists"] {
        let line = say(&mut calculator, source);
        assert!(!line.contains('\n') && !line.starts_with("error"), "{line}");
    }
    assert_eq!(
        say(&mut calculator, "help maen"),
        "error: column 6: there is no function `maen`; did you mean `mean`?"
    );
}

#[test]
fn thermographs_of_values_and_of_thermographs() {
    let mut calculator = calculator();
    let of_value = calculator.thermograph("{3||2|1}").unwrap();
    assert_eq!(
        calculator.thermograph("{3||2|1}.Thermograph").unwrap(),
        of_value
    );
    assert!(calculator.thermograph("[1]").is_err());
    let answer = calculator
        .evaluate("[g.Thermograph for g in [1, *]]")
        .unwrap();
    assert_eq!(answer.thermographs().len(), 2);
}

/// Pieces of the language in any order give an answer or a failure.
#[test]
fn no_input_panics() {
    const PIECES: [&str; 50] = [
        "0", "1", "2", "1/2", "*", "^", "v", "^<2>", "^[2]", "+-", "+", "-", "/", "%", ":", "=",
        ":=", "==", "<", "<=", "<>", "<|", "|>", "|", "||", "{", "}", "(", ")", "[", "]", ",", ";",
        ".", "'", "\"", " and ", " not ", " for ", " n ", " from ", " to ", " in ", " where ",
        ".Mean", ".Cool", "Tiny(", "x", "Left", "½",
    ];
    let mut state: u64 = 20_250_101;
    let mut random = |bound: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % bound
    };
    let mut calculator = calculator();
    for _ in 0..20_000 {
        let length = 1 + random(12);
        let source: String = (0..length).map(|_| PIECES[random(PIECES.len())]).collect();
        match calculator.evaluate(&source) {
            Ok(mut answer) => assert!(answer.text(Notation::Ascii).is_ok()),
            Err(failure) => assert!(!failure.caret(&source).is_empty()),
        }
        Calculator::is_incomplete(&source);
    }
}

#[test]
fn texts_print_as_they_are_typed() {
    check(&[
        (r#""a\"b""#, r#""a\"b""#),
        (r#""a\nb""#, r#""a\nb""#),
        ("[code(kayles)]", "[\"0.77\"]"),
        ("octal(code(kayles), 12) == kayles(12)", "true"),
        ("compare(1, 2)", "<"),
        ("[compare(1, 2)]", "[\"<\"]"),
    ]);
}

#[test]
fn sets_hold_positions() {
    check(&[
        ("options(nim(2))", "{nim(\"1\"),nim(\"0\")}"),
        ("options(nim(1) + *2).Size", "3"),
        ("options(nim(2,2)).Size", "2"),
        ("(*3).Options", "{0,*,*2}"),
        ("[nim_value(g) for g in options(kayles(4))]", "[3,3,2,0]"),
        ("{nim(3), *, nim(3)}", "{*,nim(\"3\")}"),
        (
            "options(^)",
            "error: column 1: the first argument of options(g, [player]) must be impartial where \
             no player is named, not ^",
        ),
        (
            "options(*, Left, 3)",
            "error: column 1: options(g, [player]) takes 1 or 2 arguments, not 3",
        ),
    ]);
}

#[test]
fn arguments_with_names() {
    check(&[
        ("subtraction([2,3,7], allbut => true)(20)", "*10"),
        ("subtraction([2,3,7], 20, allbut => true)", "*10"),
        ("subtraction(allbut => true, [2,3,7], 20)", "*10"),
        ("mean(g => 2)", "2"),
        (
            "subtraction([2,3,7], 20, allbut => false) == subtraction([2,3,7], 20)",
            "true",
        ),
        (
            "subtraction([2,3], most => 3)",
            "error: column 1: subtraction has no argument `most`; those with a name are: allbut",
        ),
        (
            "nim(3, most => 3)",
            "error: column 1: nim has no argument `most`: its arguments have no names",
        ),
        (
            "subtraction([2,3], allbut => 3)",
            "error: column 1: `allbut` is true or false, not 3",
        ),
        (
            "subtraction(20, 7, allbut => true)",
            "error: column 1: `allbut` needs a variant of subtraction before it; see \
             `help subtraction`",
        ),
        (
            "mean(h => 2)",
            "error: column 6: `h =>` is out of place in mean(g)",
        ),
        (
            "nim(1 + g => 2)",
            "error: column 9: `name => value` belongs among the arguments of a call",
        ),
    ]);
}

#[test]
fn functions_and_control() {
    for (source, expected) in [
        ("f(x) := x^2 + 1; f(3)", "10"),
        (
            "fib(n) := if n < 2 then n else fib(n-1) + fib(n-2) end; [fib(n) for n from 0 to 10]",
            "[0,1,1,2,3,5,8,13,21,34,55]",
        ),
        ("s := 0; for n from 1 to 10 do s := s + n end; s", "55"),
        (
            "s := 0; for n from 10 to 1 by -3 do s := s + n end; s",
            "22",
        ),
        ("s := 0; for g in [^,*,1] do s := s + g end; s", "1^*"),
        ("n := 1; while n < 100 do n := 2*n end; n", "128"),
        (
            "sign_of(x) := if x < 0 then -1 elseif x > 0 then 1 else 0 end;\n\
             [sign_of(x) for x in [-3,0,1/2]]",
            "[-1,0,1]",
        ),
        ("def g(a, b) := a : b; g(*, 1)", "^*"),
        ("x := 5; h(x) := x + 1; h(1) + x", "7"),
    ] {
        assert_eq!(say(&mut calculator(), source), expected, "{source}");
    }
}

#[test]
fn functions_stay_defined_and_end() {
    let mut calculator = Calculator::new(Budget::unlimited());
    calculator.evaluate("twice(x) := 2*x").unwrap();
    let mut answer = calculator.evaluate("twice(21)").unwrap();
    assert_eq!(answer.text(Notation::Ascii).unwrap(), "42");
    for (source, column, words) in [
        ("f(x) := f(x+1); f(0)", 17, "calls in calls"),
        ("1 + twice(1, 2)", 5, "takes 1 argument, not 2"),
        ("if 1 < 2 then 3", 16, "expected `end`"),
        ("for n from 1 to 3 n end", 19, "expected"),
        ("while 1 do 2 end", 1, "true or false"),
    ] {
        let failure = calculator.evaluate(source).err().expect(source);
        assert!(failure.message.contains(words), "{source}: {failure}");
        assert_eq!(failure.column, Some(column), "{source}: {failure}");
    }
}

#[test]
fn ordinals_and_misere_forms() {
    for (source, expected) in [
        ("omega + 1 > omega", "true"),
        ("3/4 < omega", "true"),
        ("(omega+1)*(omega-1)", "ω^2-1"),
        ("omega NimSum (omega+3)", "3"),
        ("omega NimExp 3", "2"),
        ("omega^omega NimExp 5", "4"),
        ("(7/2) % 2", "3/2"),
        ("{3||2|1} Cool 1/2", "{5/2|2*}"),
        ("(+-1).PowTo(3)", "{1,{1,+-1|-1}|-1}"),
        ("*[[[2]]] IsLinkedTo *[2]+*[2]", "true"),
        ("*[2] == *[0,1]", "true"),
        ("(*[3]).Partitions", "[[*[2],*[1]]]"),
    ] {
        assert_eq!(say(&mut calculator(), source), expected, "{source}");
    }
    let mut calculator = calculator();
    for (source, message) in [
        (
            "*[[[2]]] MisereMinus *[[4]]",
            "*[2##] and *[4#] are not subtractable",
        ),
        (
            "*[2] Distinguisher *[2]",
            "equal games have no distinguisher",
        ),
        ("*[[[2]]] Link *[[2]]", "*[2##] and *[2#] are not linked"),
    ] {
        let failure = calculator.evaluate(source).err().expect(source);
        assert_eq!(failure.message, message, "{source}");
    }
}
