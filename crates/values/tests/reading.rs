//! What papers write is read, what is wrong is shown at its place, and any
//! bytes give a value or an error.

use crate::common::{arena_and_pool, ascii, cases, random_value};
use crate::printing::NOTATIONS;
use values::{Arena, Budget, ReadError};

#[test]
fn papers_ways_of_writing_are_read() {
    let rows = [
        ("±(∗, ↑)", "+-{*,^}"),
        ("±{∗, ↑}", "+-{*,^}"),
        ("± 1", "+-1"),
        ("±½", "+-1/2"),
        ("-±1", "+-1"),
        // A switch is its own negative, so the switch of a switch is zero.
        ("±±1", "0"),
        ("+-+-1", "0"),
        ("±±±1", "*"),
        ("±-1", "0"),
        ("±(±{2|1})", "0"),
        ("±±{1,*}", "0"),
        ("+1", "1"),
        ("+-1", "+-1"),
        ("+ -1", "-1"),
        ("⇑", "^^"),
        ("⇓*", "vv*"),
        ("↑3∗", "^3*"),
        ("↑↑↑", "^3"),
        ("⇑⇑", "^4"),
        ("↑²", "^<2>"),
        ("↓[3]", "v[3]"),
        ("½", "1/2"),
        ("−½", "-1/2"),
        ("9⅞", "79/8"),
        ("-9⅞∗", "-79/8*"),
        ("−1", "-1"),
        ("−1↑", "-1^"),
        ("-1↑", "-1^"),
        ("−↑", "v"),
        ("−1⧾(2)", "-1Tiny(2)"),
        ("1|0||-1", "{1|0||-1}"),
        ("1 | 0 ‖ −1", "{1|0||-1}"),
        ("{1|0‖-1|‖-2}", "{1|0||-1|||-2}"),
        ("2||1|0", "{2||1|0}"),
        ("(2|1)", "{2|1}"),
        ("-(2|1)", "{-1|-2}"),
        ("-{2|1}", "{-1|-2}"),
        ("--1", "1"),
        ("{ | }", "0"),
        ("|", "0"),
        ("{0|}", "1"),
        ("0,*|0,*", "*2"),
        ("Tiny(2)", "Tiny(2)"),
        ("tiny(2)", "Tiny(2)"),
        ("⧿(2)", "Miny(2)"),
        ("{1\n,\t2\r\n|\n0}", "{2|0}"),
        (r"\{1\mid 0\}", "{1|0}"),
        (r"\{1\,|\,0\,\|\,-1\}", "{1|0||-1}"),
        (r"\left\{1\,|\,0\right\}", "{1|0}"),
        (r"\left\{1\middle|0\right\}", "{1|0}"),
        (r"\pm 1", "+-1"),
        (r"\pm\frac{3}{4}", "+-3/4"),
        (r"1\tfrac{1}{2}\uparrow\ast2", "3/2^*2"),
        (r"{\Uparrow}{\ast}2", "^^*2"),
        (r"\star", "*"),
        ("a = {2|1}; a", "{2|1}"),
        ("a = {2|1}\nb = {a|0}\n\n{b|-a}\n", "{2|1||0|||-1|-2}"),
    ];
    let mut arena = Arena::new();
    let mut wrong = Vec::new();
    for (input, expected) in rows {
        match arena.read(input) {
            Ok(g) if ascii(&mut arena, g) == expected => {}
            Ok(g) => wrong.push(format!("{input}: {}", ascii(&mut arena, g))),
            Err(e) => wrong.push(format!("{input}: {e}")),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn syntax_errors_are_shown_at_their_place() {
    // The text, line and column of the mistake, and a word of the message.
    let rows = [
        ("", 1, 1, "expected a value"),
        ("   ", 1, 4, "expected a value"),
        ("{1|2", 1, 5, "expected `}`"),
        ("(1|2", 1, 5, "expected `)`"),
        ("Tiny(1", 1, 7, "expected `)`"),
        ("{1|2|3}", 1, 5, "already"),
        ("{1‖2‖3}", 1, 5, "already"),
        (r"\{1\mid2\mid3\}", 1, 9, "already"),
        ("1|2|3", 1, 4, "already"),
        ("{1||2|3|4}", 1, 8, "already"),
        ("}", 1, 1, "closes no bracket"),
        ("{1|2}}", 1, 6, "closes no bracket"),
        ("{1|2)", 1, 5, "closes no bracket"),
        ("(1|2}", 1, 5, "closes no bracket"),
        ("{1,|2}", 1, 4, "expected a value"),
        ("{,1|2}", 1, 2, "expected a value"),
        ("{1,,2|}", 1, 4, "expected a value"),
        ("{1|2,}", 1, 6, "expected a value"),
        ("{1}", 1, 3, "expected `|`"),
        ("{1,2}", 1, 5, "expected `|`"),
        ("{}", 1, 2, "expected `|`"),
        ("1,2", 1, 4, "expected `|`"),
        ("()", 1, 2, "expected a value"),
        ("Tiny()", 1, 6, "expected a value"),
        ("1 2", 1, 3, "expected `,`"),
        ("1+2", 1, 2, "expected `,`"),
        ("{1 2|3}", 1, 4, "expected `,`"),
        ("+", 1, 2, "expected a value"),
        ("+-", 1, 3, "expected a value"),
        ("?", 1, 1, "expected a value"),
        ("foo", 1, 1, "`foo` is not defined"),
        ("a = 1\nb", 2, 1, "`b` is not defined"),
        ("a = b", 1, 5, "`b` is not defined"),
        ("a = ", 1, 5, "expected a value"),
        ("1\n2", 2, 1, "expected the end"),
        ("{1|\n2|3}", 2, 2, "already"),
        ("{1\n\n;2}", 3, 1, "expected `,`"),
        ("3/", 1, 3, "expected digits"),
        ("^<>", 1, 4, "positive"),
        ("^<0>", 1, 5, "positive"),
        ("^<2", 1, 4, "expected `>`"),
        (r"\frac{1}{2", 1, 11, "expected `}`"),
        ("{∗|↑?}", 1, 5, "found `?`"),
        ("±(∗, ↑", 1, 7, "expected `)`"),
    ];
    let mut wrong = Vec::new();
    for (input, line, column, word) in rows {
        let Err(error) = Arena::new().read(input) else {
            wrong.push(format!("{input:?} was read"));
            continue;
        };
        let ReadError::Syntax {
            line: found_line,
            column: found_column,
            ref message,
            ..
        } = error
        else {
            wrong.push(format!("{input:?}: {error}"));
            continue;
        };
        if (found_line, found_column) != (line, column) || !message.contains(word) {
            wrong.push(format!(
                "{input:?} expected {line}:{column} {word}: {error}"
            ));
        }
        assert!(!error.to_string().contains('\n'), "{error}");
        // The caret stands below its column of the line as it was typed.
        let caret = error.caret().unwrap();
        let (shown, mark) = caret.rsplit_once('\n').unwrap();
        let typed = input.split('\n').nth(found_line - 1).unwrap();
        if shown != typed || mark.chars().count() != found_column {
            wrong.push(format!("{input:?} shown as {caret}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn bounds_are_refused_with_a_reason() {
    let nines = "9".repeat(30_000);
    let rows = [
        "1/3".into(),
        "1/0".into(),
        "*9223372036854775809".into(),
        "*99999999999999999999".into(),
        "^9223372036854775808".into(),
        "^<100000000>".into(),
        format!("v[{nines}]"),
        format!("*{nines}"),
        nines.clone(),
        format!("1/{nines}"),
    ];
    for input in rows {
        let error = Arena::new().read(&input).unwrap_err();
        assert!(error.to_string().len() < 200, "{error}");
        assert!(error.caret().is_none_or(|c| c.len() < 1000));
    }
    // The largest ones are read.
    for input in ["*9223372036854775808", "v9223372036854775807"] {
        let mut arena = Arena::new();
        let g = arena.read(input).unwrap();
        assert_eq!(ascii(&mut arena, g), input);
    }
}

#[test]
fn a_long_line_shows_the_part_around_the_mistake() {
    let text = format!("{{{}?|1}}", "1,".repeat(500_000));
    let error = Arena::new().read(&text).unwrap_err();
    assert_eq!(
        error.to_string(),
        "column 1000002: expected a value, found `?`"
    );
    let caret = error.caret().unwrap();
    let (shown, mark) = caret.split_once('\n').unwrap();
    assert!(shown.len() < 400, "{shown}");
    assert_eq!(shown.chars().nth(mark.chars().count() - 1), Some('?'));
}

/// Reads any bytes under a small budget; what is a value prints and is read
/// back to the same.
fn try_bytes(bytes: &[u8]) -> bool {
    let mut arena = Arena::with_budget(Budget::new(Some(1 << 28)));
    match arena.read_from(bytes) {
        Ok(v) => {
            let text = ascii(&mut arena, v);
            assert_eq!(arena.read(&text), Ok(v), "{:?}", bytes.escape_ascii());
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            let _ = error.caret();
            false
        }
    }
}

#[test]
fn any_bytes_give_a_value_or_an_error() {
    cases(
        20_000,
        || (),
        |(), draws| {
            let length = draws.below(60);
            let bytes: Vec<u8> = (0..length).map(|_| draws.below(256) as u8).collect();
            try_bytes(&bytes);
        },
    );
}

#[test]
fn any_symbols_give_a_value_or_an_error() {
    let symbols: Vec<&str> = "{ } ( ) | || ||| ‖ , , ; = - − + +- ± * ∗ ^ ^^ v vv ↑ ⇑ ↓ <2> [3] ² ½ ⅞ \
         0 1 2 -1 1/2 3/4 12 / a b a= b= Tiny( Miny( ⧾( \\{ \\} \\pm \\frac{1}{2} \\mid \\, \\uparrow \
         {\\ast} {+}_{ {-}_{ ^{ _ . ? é \u{feff} {1|0} {0|*} +-{ {| |} ,* *2 0, x=^;"
        .split_whitespace()
        .chain([" ", "\n"])
        .collect();
    let mut read = 0;
    cases(
        60_000,
        || (),
        |(), draws| {
            let length = 1 + draws.below(12);
            let text: String = (0..length).map(|_| *draws.pick(&symbols)).collect();
            read += u32::from(try_bytes(text.as_bytes()));
        },
    );
    assert!(read > 1_000, "only {read} were values");
}

#[test]
fn damaged_texts_give_a_value_or_an_error() {
    cases(5_000, arena_and_pool, |(arena, pool), draws| {
        let g = random_value(arena, draws, pool, 2);
        let notation = *draws.pick(&NOTATIONS);
        let mut bytes = match draws.below(2) {
            0 => arena.text(g, notation).unwrap(),
            _ => arena.compress(g, notation).unwrap().to_string(),
        }
        .into_bytes();
        for _ in 0..=draws.below(3) {
            let at = draws.below(bytes.len());
            match draws.below(4) {
                0 => {
                    bytes.remove(at);
                    if bytes.is_empty() {
                        break;
                    }
                }
                1 => bytes[at] = *draws.pick(b"{}|,*^v0123/-+()<>[]=; \xe2"),
                2 => bytes.insert(at, *draws.pick(b"{}|,*^v0123/-+()<>[]=; \xff")),
                _ => bytes.truncate(at + 1),
            }
        }
        try_bytes(&bytes);
    });
}

/// Work in the length of the text, whatever it is made of.
#[test]
fn monotonous_texts_are_read_in_linear_time() {
    let n = 200_000;
    for part in [
        "{", "(", "}", "|", "-", "+-", "^", "v", "*", "1", "a", "0,", "{|", "Tiny(", "a=1;", "\n",
        "‖", "\\,", "\\frac{", "{{1|0}|", "1|", "é", "_", "²", "\\left",
    ] {
        try_bytes(part.repeat(n).as_bytes());
    }
    let nested = format!("{}1{}", "(".repeat(n), ")".repeat(n));
    assert!(try_bytes(nested.as_bytes()));
    let nested = "{".repeat(n) + &"|}".repeat(n);
    assert!(try_bytes(nested.as_bytes()));
}
