//! What is printed reads back to itself: as value text always, as an expression
//! too unless it is arithmetic (`5*2`), which a note tells.

use std::collections::BTreeSet;

use calc::Calculator;
use values::{Arena, Budget, Notation, Value};

use crate::common::{feed, run};

const NOTATIONS: [Notation; 3] = [Notation::Ascii, Notation::Unicode, Notation::Latex];

/// splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// number + ups + nimber, or with a tiny.
    fn closed(&mut self, arena: &mut Arena) -> Value {
        let number = self.pick(&["", "0", "1", "5", "-2", "1/2", "-5/8", "3/16", "12"]);
        let ups = self.pick(&["", "", "^", "vv", "^3", "v7", "^<2>", "v[3]"]);
        let star = self.pick(&["", "", "*", "*2", "*11"]);
        let text = match self.below(6) {
            0 => format!(
                "{number}{}",
                self.pick(&["Tiny(1)", "Miny(2*)", "Tiny({2|1})"])
            ),
            _ => format!("{number}{ups}{star}"),
        };
        let text = if text.is_empty() { "0" } else { &text };
        arena.read(text).unwrap()
    }

    fn value(&mut self, arena: &mut Arena, depth: usize) -> Value {
        if depth == 0 {
            return self.closed(arena);
        }
        let mut side = |arena: &mut Arena| -> Vec<Value> {
            let options = 1 + self.below(2);
            (0..options)
                .map(|_| {
                    let depth = self.below(depth);
                    self.value(arena, depth)
                })
                .collect()
        };
        let (left, mut right) = (side(arena), side(arena));
        if self.below(4) == 0 {
            right = left.iter().map(|&g| -g).collect();
        }
        arena.game(&left, &right).unwrap()
    }
}

/// What `text` is as an expression, and the note about it.
fn evaluate(calculator: &mut Calculator, text: &str) -> Result<(String, Option<String>), String> {
    let mut answer = calculator
        .evaluate(text)
        .map_err(|failure| failure.to_string())?;
    let note = answer.note().map(str::to_owned);
    Ok((answer.text(Notation::Ascii).unwrap(), note))
}

/// The first part that arithmetic reads as well: digits, `*` or `^`, digits.
fn is_arithmetic(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.windows(3).any(|three| {
        three[0].is_ascii_digit() && matches!(three[1], b'*' | b'^') && three[2].is_ascii_digit()
    })
}

/// Reads a value back in every notation; gives how many were arithmetic.
fn assert_reads_back(calculator: &mut Calculator, value: Value) -> usize {
    let ascii = calculator.arena().text(value, Notation::Ascii).unwrap();
    let mut noted = 0;
    for notation in NOTATIONS {
        let text = calculator.arena().text(value, notation).unwrap();
        let quoted = evaluate(calculator, &format!("value(\"{text}\")"));
        assert_eq!(quoted, Ok((ascii.clone(), None)), "value(\"{text}\")");
        let (answer, note) = evaluate(calculator, &text).unwrap_or_else(|e| panic!("{text}: {e}"));
        match note {
            None => assert_eq!(answer, ascii, "{text}, silently"),
            Some(note) => {
                assert_eq!(notation, Notation::Ascii, "{text}: {note}");
                assert!(is_arithmetic(&text), "{text}: {note}");
                let (_, named) = note.split_once("written value(\"").unwrap();
                let named = named.trim_end_matches("\")");
                assert!(text.contains(named), "{text}: {note}");
                noted += 1;
            }
        }
    }
    noted
}

#[test]
fn random_values_read_back() {
    let mut calculator = Calculator::new(Budget::unlimited());
    let mut noted = 0;
    for seed in 0..3_000 {
        let mut random = Random(seed);
        let value = random.value(calculator.arena(), seed as usize % 4);
        noted += assert_reads_back(&mut calculator, value);
    }
    assert!((100..1_500).contains(&noted), "{noted}");
}

#[test]
fn the_values_of_facts_and_positions_read_back() {
    let mut calculator = Calculator::new(Budget::unlimited());
    let tables = [
        include_str!("../../calc/tests/data/cgsuite-values.tsv"),
        include_str!("../../calc/tests/data/cgsuite-games.tsv"),
    ];
    let expected = tables
        .iter()
        .flat_map(|table| table.lines().skip(1))
        .filter_map(|row| row.split('\t').nth(2));
    let texts: BTreeSet<&str> = expected.collect();
    let mut values = Vec::new();
    for text in texts {
        values.extend(calculator.arena().read(text));
    }
    assert!(values.len() > 200, "{}", values.len());
    for position in [
        "domineering(\"4x3\")",
        "clobber(\"XOXO/OXOX\")",
        "amazons(\"L...R\")",
        "toads_and_frogs(\"tt.ff\")",
        "legionnaires(\"3x3\")",
    ] {
        let text = evaluate(&mut calculator, &format!("{position}.CanonicalForm"))
            .unwrap()
            .0;
        let value = calculator.arena().read(&text).unwrap();
        values.extend(calculator.arena().followers(value).unwrap());
    }
    for value in values {
        assert_reads_back(&mut calculator, value);
    }
}

/// Whatever is the text of a value is an expression for the same value, or
/// arithmetic.
#[test]
fn all_value_text_is_an_expression() {
    const WORDS: [&str; 35] = [
        "1", "2", "0", "/2", "/4", "½", "*", "∗", "^", "v", "↑", "⇓", "<2>", "[3]", "²", "{", "}",
        "(", ")", "|", "||", "‖", ",", "-", "−", "+-", "±", "+", " ", "Tiny(", "⧿(", "\\pm ",
        "{\\ast}", "12", "⋆",
    ];
    let mut calculator = Calculator::new(Budget::unlimited());
    let mut random = Random(7);
    let mut read = 0;
    let mut noted = 0;
    for _ in 0..150_000 {
        let length = 1 + random.below(7);
        let text: String = (0..length).map(|_| *random.pick(&WORDS)).collect();
        let Ok(value) = calculator.arena().read(&text) else {
            continue;
        };
        let ascii = calculator.arena().text(value, Notation::Ascii).unwrap();
        let (answer, note) =
            evaluate(&mut calculator, &text).unwrap_or_else(|e| panic!("{text} is {ascii}: {e}"));
        match note {
            Some(note) => {
                assert!(is_arithmetic(&text) || text.contains('½'), "{text}: {note}");
                noted += 1;
            }
            None => assert_eq!(answer, ascii, "{text}, silently"),
        }
        read += 1;
    }
    assert!(read > 3_000 && noted > 10, "{read} {noted}");
}

/// All commands read one language.
#[test]
fn commands_read_what_is_printed() {
    let mut calculator = Calculator::new(Budget::unlimited());
    let mut lines = String::new();
    let mut printed = String::new();
    for seed in 0..150 {
        let mut random = Random(seed);
        let value = random.value(calculator.arena(), seed as usize % 3);
        for notation in NOTATIONS {
            let text = calculator.arena().text(value, notation).unwrap();
            if evaluate(&mut calculator, &text).unwrap().1.is_none() {
                lines.push_str(&format!("{text}\n"));
                let ascii = calculator.arena().text(value, Notation::Ascii).unwrap();
                printed.push_str(&format!("{ascii}\n"));
            }
        }
    }
    feed(&["value", "-"], lines.as_bytes()).prints(&printed);
    feed(&["calc", "-"], lines.as_bytes()).prints(&printed);
    let drawn = feed(&["thermograph", "--json", "-"], lines.as_bytes());
    assert_eq!(drawn.code, Some(0));
    assert_eq!(drawn.out.lines().count(), lines.lines().count());
    assert!(!drawn.out.contains("\"note\""));
    for value in ["1*", "½", "{\\ast}", "+-1"] {
        let found = run(&["find", "domineering", "2x3", "--value", value]);
        assert!(matches!(found.code, Some(0 | 1)), "{value}: {}", found.err);
    }
    let silently = run(&["find", "legionnaires", "2x3", "--value", "1*"]);
    let added = run(&["find", "legionnaires", "2x3", "--value", "1+*"]);
    assert_eq!((silently.out, silently.err), (added.out, String::new()));
}

#[test]
fn arithmetic_is_noted() {
    let note = "5*2 is read as arithmetic; the value 5 + *2 is written value(\"5*2\")";
    for command in [["calc", "5*2"], ["value", "5*2"], ["thermograph", "5*2"]] {
        let answer = run(&command);
        assert_eq!(
            (answer.code, answer.err),
            (Some(0), format!("note: {note}\n"))
        );
    }
    let object = format!(
        "{{\"type\":\"number\",\"text\":\"10\",\"note\":\"{}\"}}\n",
        note.replace('"', "\\\"")
    );
    run(&["calc", "--json", "5*2"]).prints(&object);
    for command in ["value", "thermograph"] {
        let answer = run(&[command, "--json", "5*2"]);
        assert!(answer.out.contains("\"note\":\"5*2 is") && answer.err.is_empty());
    }
    let found = run(&["find", "domineering", "2x2", "--value", "1*2"]);
    assert!(
        found.err.starts_with("note: 1*2 is read as"),
        "{}",
        found.err
    );

    let mut calculator = Calculator::new(Budget::unlimited());
    for (text, answer, named) in [
        ("5^3", "125", "5^3"),
        ("-7^3*2", "-686", "-7^3*2"),
        ("1/2*2", "1", "1/2*2"),
        ("{3|1/2^3}", "{3|1/8}", "1/2^3"),
        ("mean({5*2|3}) + 1", "15/2", "5*2"),
        ("x = 5*2", "10", "5*2"),
    ] {
        let (shown, note) = evaluate(&mut calculator, text).unwrap();
        assert_eq!(shown, answer, "{text}");
        assert!(
            note.unwrap().ends_with(&format!("value(\"{named}\")")),
            "{text}"
        );
    }
    // Arithmetic that is no value text, or cannot be meant as one.
    for text in [
        "5 * 2",
        "2*{2|1}",
        "*(2^40)",
        "5*2/4",
        "2^10*^",
        "nim(2*3)",
        "[n for n from 1 to 2*3]",
        "1/3*2",
    ] {
        assert_eq!(evaluate(&mut calculator, text).unwrap().1, None, "{text}");
    }
}
