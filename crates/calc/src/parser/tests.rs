use super::super::syntax::{Operation, Step};
use super::parse;

/// The steps in a few words each.
fn steps(source: &str) -> String {
    let show = |step: &Step| match &step.operation {
        Operation::Number(number) => number.to_string(),
        Operation::Load(name) => name.to_string(),
        Operation::Binary(binary) => format!("{binary:?}"),
        Operation::Prefix(prefix) => format!("{prefix:?}"),
        Operation::Game { left, right } => format!("Game({left},{right})"),
        Operation::Form { left, right } => format!("Form({left},{right})"),
        Operation::Call {
            function,
            arguments,
        } => format!("{}/{arguments}", function.name),
        other => format!("{other:?}"),
    };
    match parse(source) {
        Ok(parsed) => parsed.steps.iter().map(show).collect::<Vec<_>>().join(" "),
        Err((at, problem)) => format!("{at}: {}", problem.message),
    }
}

fn parses(cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        assert_eq!(steps(source), *expected, "{source}");
    }
}

#[test]
fn precedence() {
    parses(&[
        ("1+2*3", "1 2 3 Multiply Add"),
        ("-2^40", "2 40 Power Negate"),
        ("2^-1*4", "2 1 Negate Power 4 Multiply"),
        ("2*-3+4", "2 3 Negate Multiply 4 Add"),
        ("2^3^2", "2 3 2 Power Power"),
        ("4 Max 3 + 5", "4 3 5 Add max/2"),
        ("1+2:3", "1 2 3 OrdinalSum Add"),
        ("+-1/2", "1 2 Divide PlusMinus"),
        ("+-1+-2", "1 PlusMinus 2 PlusMinus Add"),
        ("-x.Mean", "x mean/1 Negate"),
    ]);
}

#[test]
fn ups_and_stars() {
    parses(&[
        ("2*^*", "2 Ups(1) Star Add Multiply"),
        ("v9*8", "9 UpsOf { negative: true } 8 StarOf Add"),
        ("3+^4", "3 4 UpsOf { negative: false } Add"),
        ("3^4", "3 4 Power"),
        ("*(3+5)", "3 5 Add StarOf"),
        ("^.Pow(2)+*4", "Ups(1) 2 pow/2 4 StarOf Add"),
        ("** 3", "Star 3 Multiply"),
        ("*-1", "Star 1 Subtract"),
    ]);
}

#[test]
fn slashes() {
    parses(&[
        ("{1|2}", "1 2 Game(1,1)"),
        ("{|}", "Game(0,0)"),
        (
            "{0|||0||-1|-2}",
            "0 0 1 Negate 2 Negate Game(1,1) Game(1,1) Game(1,1)",
        ),
        ("1|0||3", "1 0 Game(1,1) 3 Game(1,1)"),
        ("x = 1,2|", "1 2 Game(2,0) Store(\"x\")"),
        ("{1,2|3||4}", "1 2 3 Game(2,1) 4 Game(1,1)"),
        ("'{1|{2|}}'", "1 2 Form(1,0) Form(1,1)"),
        ("{}", "Set(0)"),
        ("+-{1,2}", "1 2 Set(2) PlusMinus"),
        ("+-(1,2)", "1 2 List(2) PlusMinus"),
    ]);
    assert!(steps("{3|2|1}").starts_with("4: a second |"));
}

#[test]
fn comprehensions() {
    assert_eq!(
        steps("[n for n from 1 to 5 where n == 2]"),
        "1 5 LoopBegin { variable: \"n\", range: FromTo } LoopNext { set: false, skip: 7 } \
         n 2 Compare(Equal) LoopFilter { back: 4 } n LoopAppend { back: 6, out: 0 }"
    );
    assert!(steps("[n for n to 5]").contains("expected: for"));
    assert!(steps("[n for n from 5]").contains("expected `to`"));
}

#[test]
fn complaints() {
    parses(&[
        ("1 +", "3: expected a value, found the end"),
        ("(1", "2: expected `)`, found the end"),
        ("1)", "1: `)` closes nothing"),
        (
            "mean = 3",
            "0: `mean` is a function (mean(g)); choose another name",
        ),
        ("^ Heat *", "2: `^ Heat` has no meaning; write (^) Heat …"),
        (
            "1 < 2 < 3",
            "6: comparisons do not chain; write a < b and b < c",
        ),
        (
            "menn(3)",
            "0: there is no function `menn`; did you mean `mean`?",
        ),
    ]);
}

#[test]
fn deep_nesting_needs_no_machine_stack() {
    let depth = 200_000;
    let source = format!("{}0{}", "{0|".repeat(depth), "}".repeat(depth));
    assert_eq!(parse(&source).unwrap().steps.len(), 2 * depth + 1);
    let source = format!("{}0{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(parse(&source).unwrap().steps.len(), 1);
    assert!(parse(&"-".repeat(depth)).is_err());
}
