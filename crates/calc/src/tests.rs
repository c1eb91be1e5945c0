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
fn misere_forms_that_have_no_answer() {
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
