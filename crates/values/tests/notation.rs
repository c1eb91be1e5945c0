//! Reading inverts printing, values print as CGSuite prints them, papers'
//! ways of writing are read, and what is wrong is shown at its place.

use crate::common::{Random, pool_values, random_value};
use std::collections::HashSet;
use std::io::{self, Read, Write};
use values::{Arena, Budget, Dyadic, Notation, Player, ReadError, Relation, Value};

const NOTATIONS: [Notation; 3] = [Notation::Ascii, Notation::Unicode, Notation::Latex];

fn ascii(arena: &mut Arena, v: Value) -> String {
    arena.text(v, Notation::Ascii).unwrap()
}

/// read(print(v)) = v in every notation, in full and compressed.
fn assert_round_trips(arena: &mut Arena, v: Value, context: &str) {
    for notation in NOTATIONS {
        let text = arena.text(v, notation).unwrap();
        assert_eq!(arena.read(&text).as_ref(), Ok(&v), "{context}: {text}");
        let length = arena.text_length(v, notation).unwrap();
        assert_eq!(length, text.chars().count().into(), "{context}: {text}");
        let short = arena.compress(v, notation).unwrap();
        for compressed in [short.to_string(), short.one_line()] {
            let read = arena.read(&compressed);
            assert_eq!(read, Ok(v), "{context}: {compressed} for {text}");
        }
        let sizes = short.sizes();
        assert_eq!(sizes.characters, length, "{context}: {text}");
        assert_eq!(sizes.compressed, short.to_string().chars().count());
        assert!(
            sizes.characters >= sizes.compressed.into(),
            "{context}: {text}"
        );
    }
}

#[test]
fn reading_inverts_printing_of_random_values() {
    let mut arena = Arena::new();
    let pool = pool_values(&mut arena);
    for seed in 0..6_000 {
        let depth = seed as usize % 4;
        let g = random_value(&mut arena, &mut Random::new(seed), &pool, depth);
        assert_round_trips(&mut arena, g, &format!("seed {seed}"));
    }
}

#[test]
fn reading_inverts_printing_of_all_values_born_by_day_3() {
    let mut arena = Arena::new();
    let mut born = vec![Value::ZERO];
    for _ in 0..3 {
        let sides = antichains(&mut arena, &born);
        let mut next = HashSet::new();
        for left in &sides {
            for right in &sides {
                next.insert(arena.game(left, right).unwrap());
            }
        }
        born = next.into_iter().collect();
    }
    assert_eq!(born.len(), 1474);
    let mut texts = HashSet::new();
    for &g in &born {
        let text = ascii(&mut arena, g);
        assert_round_trips(&mut arena, g, &text);
        texts.insert(text);
    }
    assert_eq!(texts.len(), born.len());
}

fn antichains(arena: &mut Arena, values: &[Value]) -> Vec<Vec<Value>> {
    let mut found: Vec<Vec<Value>> = vec![vec![]];
    for &v in values {
        for i in 0..found.len() {
            let mut longer = found[i].clone();
            longer.push(v);
            let apart = |w: &Value| arena.compare(v, *w).unwrap() == Relation::Confused;
            if found[i].iter().all(apart) {
                found.push(longer);
            }
        }
    }
    found
}

#[test]
fn reading_inverts_printing_of_extreme_closed_forms() {
    let numbers = [
        "0",
        "-1",
        "1/2",
        "-7/8",
        "99999999999999999999999999999999999999999",
        "-12345678901234567890123456789/1208925819614629174706176",
    ];
    let mut arena = Arena::new();
    for number in numbers {
        let number: Dyadic = number.parse().unwrap();
        for ups in [0, 1, -1, 2, -2, 3, -17, i64::MAX, -i64::MAX] {
            for nimber in [0, 1, 2, 77, 1 << 63] {
                let g = arena.up_star(&number, ups, nimber).unwrap();
                let context = format!("{number}, {ups} ups, *{nimber}");
                assert_round_trips(&mut arena, g, &context);
                // The options of a huge nimber cannot be listed.
                if nimber < 100 {
                    let star = arena.nimber(1).unwrap();
                    let hot = arena.game(&[g, star], &[-g]).unwrap();
                    assert_round_trips(&mut arena, hot, &context);
                }
            }
        }
    }
}

/// A line of input and what it prints as.
#[test]
fn values_print_by_the_rules() {
    let rows = [
        // Uptimals with at most one kind of term.
        ("{0|0}", "*"),
        ("{0,*|0,*}", "*2"),
        ("{0|*}", "^"),
        ("{*|0}", "v"),
        ("{0|^*}", "^^"),
        ("{0|^^*}", "^3"),
        ("{v3|0}", "v4*"),
        ("{1/2|1/2}", "1/2*"),
        ("{3|3*}", "3^"),
        ("73/16v9*8", "73/16v9*8"),
        ("{-1*|-1}", "-1v"),
        // Powers of up and their sums.
        ("{0|v*}", "^<2>"),
        ("{^*|0}", "v<2>"),
        ("{^|*}", "^[2]"),
        ("{^[2]|*}", "^[3]"),
        ("^[3]*2", "^[3]*2"),
        ("5/2v<3>*", "5/2v<3>*"),
        // Other uptimals.
        ("{0||0,v*|vv}", "{0||0,v*|vv}"),
        // G = -G.
        ("{1|-1}", "+-1"),
        ("{1/2|-1/2}", "+-1/2"),
        ("{^^|vv}", "+-^^"),
        ("{1*|-1*}", "+-(1*)"),
        ("{^^*|vv*}", "+-(^^*)"),
        ("{^^*2|vv*2}", "+-(^^*2)"),
        ("{{3|1}|{-1|-3}}", "+-{3|1}"),
        ("{*,^|*,v}", "+-{*,^}"),
        ("+-(3Tiny(2))", "+-(3Tiny(2))"),
        ("{4,{5|3}|-4,{-3|-5}}", "+-{4,{5|3}}"),
        // Numbers plus tinies.
        ("{0||0|-1}", "Tiny(1)"),
        ("{1|0||0}", "Miny(1)"),
        ("{1||1|-1}", "1Tiny(2)"),
        ("{-1/2|-3/2||-3/2}", "-3/2Miny(1)"),
        ("{0|||0||-1|-2}", "Tiny({2|1})"),
        // Slashes.
        ("{2|1}", "{2|1}"),
        ("{{2|1}|0}", "{2|1||0}"),
        ("{{2|1}|{0|-1}}", "{2|1||0|-1}"),
        ("{{{2|1}|0}|-1}", "{2|1||0|||-1}"),
        ("{{{{3|2}|1}|0}|-1}", "{3|2||1|||0||||-1}"),
        ("{{{{{4|3}|2}|1}|0}|-1}", "{{4|3||2|||1||||0}|-1}"),
        ("{5|{{{{4|3}|2}|1}|0}}", "{5|{4|3||2|||1||||0}}"),
        ("{3,{5|1}|{0|-5},-3}", "{3,{5|1}|-3,{0|-5}}"),
        ("{3,{5|1}|{{0|-1}|-3}}", "{3,{5|1}|||0|-1||-3}"),
    ];
    let mut arena = Arena::new();
    for (input, expected) in rows {
        let g = arena.read(input).unwrap_or_else(|e| panic!("{input}: {e}"));
        assert_eq!(ascii(&mut arena, g), expected, "{input}");
    }
}

#[test]
fn unicode_and_latex_have_their_symbols() {
    let rows = [
        ("-1/2vv*3", "-½⇓∗3", r"-\frac{1}{2}{\Downarrow}{\ast}3"),
        ("79/8", "79/8", r"\frac{79}{8}"),
        ("^<12>", "↑¹²", r"{\uparrow}^{12}"),
        ("v[3]*", "↓[3]∗", r"{\downarrow}^{[3]}{\ast}"),
        ("1Tiny(2)", "1⧾(2)", "1{+}_{2}"),
        ("Miny({2|1})", "⧿({2|1})", r"{-}_{\{2\,|\,1\}}"),
        ("+-(1*)", "±(1∗)", r"\pm (1{\ast})"),
        ("+-{3|1}", "±{3|1}", r"\pm \{3\,|\,1\}"),
    ];
    let mut arena = Arena::new();
    for (input, unicode, latex) in rows {
        let g = arena.read(input).unwrap();
        assert_eq!(ascii(&mut arena, g), input);
        assert_eq!(arena.text(g, Notation::Unicode).unwrap(), unicode);
        assert_eq!(arena.text(g, Notation::Latex).unwrap(), latex);
    }
}

/// Numbers, nimbers, uptimals (number, coefficients, length, nimber), others
/// (by their Left options, then their Right options).
#[test]
fn options_are_listed_in_order() {
    let expected = [
        "-2",
        "-1/2",
        "0",
        "3/4",
        "5",
        "*",
        "*2",
        "*7",
        "-1*",
        "-1*3",
        "-1^",
        "vv",
        "v",
        "v*",
        "v*5",
        "v[2]",
        "v<2>",
        "v<3>",
        "^<4>",
        "^<2>",
        "^",
        "^*",
        "^[2]",
        "^[2]*",
        "^^",
        "^3*2",
        "1/2*",
        "1/2v",
        "2*",
        "{-1|-2}",
        "{0|-2}",
        "{0||-1|-2}",
        "+-1",
        "{1|0}",
        "{1|0,*}",
        "{1,1*|0}",
        "{2|*}",
        "{*|-1}",
        "{^|-1}",
        "{3|1||0}",
    ];
    let mut arena = Arena::new();
    let mut values: Vec<Value> = expected
        .iter()
        .map(|text| arena.read(text).unwrap())
        .collect();
    for seed in 0..20 {
        Random::new(seed).shuffle(&mut values);
        arena.sort(&mut values).unwrap();
        let sorted: Vec<String> = values.iter().map(|&v| ascii(&mut arena, v)).collect();
        assert_eq!(sorted, expected, "seed {seed}");
    }
    let g = arena.read("{{9|-1},{8|0},1/2,0|-9}").unwrap();
    let options = arena.options(g, Player::Left).unwrap();
    let texts: Vec<String> = options.iter().map(|&v| ascii(&mut arena, v)).collect();
    assert_eq!(texts, ["1/2", "{8|0}", "{9|-1}"]);
}

#[test]
fn papers_ways_of_writing_are_read() {
    let rows = [
        ("±(∗, ↑)", "+-{*,^}"),
        ("±{∗, ↑}", "+-{*,^}"),
        ("± 1", "+-1"),
        ("±½", "+-1/2"),
        ("-±1", "+-1"),
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

// ---- any bytes ----

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
    for seed in 0..20_000 {
        let mut random = Random::new(seed);
        let length = random.below(60);
        let bytes: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
        try_bytes(&bytes);
    }
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
    for seed in 0..60_000 {
        let mut random = Random::new(seed);
        let length = 1 + random.below(12);
        let text: String = (0..length).map(|_| *random.pick(&symbols)).collect();
        read += u32::from(try_bytes(text.as_bytes()));
    }
    assert!(read > 1_000, "only {read} were values");
}

#[test]
fn damaged_texts_give_a_value_or_an_error() {
    let mut arena = Arena::new();
    let pool = pool_values(&mut arena);
    for seed in 0..5_000 {
        let mut random = Random::new(seed);
        let g = random_value(&mut arena, &mut random, &pool, 2);
        let notation = *random.pick(&NOTATIONS);
        let mut bytes = match random.below(2) {
            0 => arena.text(g, notation).unwrap(),
            _ => arena.compress(g, notation).unwrap().to_string(),
        }
        .into_bytes();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            match random.below(4) {
                0 => {
                    bytes.remove(at);
                    if bytes.is_empty() {
                        break;
                    }
                }
                1 => bytes[at] = *random.pick(b"{}|,*^v0123/-+()<>[]=; \xe2"),
                2 => bytes.insert(at, *random.pick(b"{}|,*^v0123/-+()<>[]=; \xff")),
                _ => bytes.truncate(at + 1),
            }
        }
        try_bytes(&bytes);
    }
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

// ---- long texts ----

/// Hands out a few bytes at a time, so that every symbol is cut somewhere.
struct Trickle<'a> {
    bytes: &'a [u8],
    random: Random,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.random.below(50) == 0 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let n = (1 + self.random.below(90))
            .min(buffer.len())
            .min(self.bytes.len());
        let (now, later) = self.bytes.split_at(n);
        buffer[..n].copy_from_slice(now);
        self.bytes = later;
        Ok(n)
    }
}

/// Counts what is written.
#[derive(Default)]
struct Count(u64);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A value whose text doubles with each level while its DAG grows by a few
/// values: the lower level occurs twice, behind different threats.
fn long_value(arena: &mut Arena, levels: i64) -> Value {
    let mut g = arena.read("{^*|-1||-2Tiny(1)}").unwrap();
    for level in 1..=levels {
        let [top, low, lower] =
            [level * 3, -10 * level - 10, -10 * level - 15].map(|n| arena.integer(n).unwrap());
        let deep = arena.game(&[low], &[lower]).unwrap();
        let threats = [low, deep].map(|threat| arena.game(&[g], &[threat]).unwrap());
        g = arena.game(&[top], &threats).unwrap();
    }
    g
}

#[test]
fn long_texts_stream_in_small_memory() {
    for notation in NOTATIONS {
        let mut arena = Arena::new();
        let g = long_value(&mut arena, 18);
        let mut text = Vec::new();
        arena.write(g, notation, &mut text).unwrap().unwrap();
        assert!(text.len() > 5_000_000, "{}", text.len());
        let characters = std::str::from_utf8(&text).unwrap().chars().count();
        assert_eq!(arena.text_length(g, notation).unwrap(), characters.into());

        let mut other = Arena::new();
        let input = Trickle {
            bytes: &text,
            random: Random::new(5),
        };
        let read = other.read_from(input).unwrap();
        let [one, two] = [(&mut arena, g), (&mut other, read)]
            .map(|(arena, v)| arena.compress(v, notation).unwrap());
        assert_eq!(one, two);
        assert!(other.bytes() < 1_000_000, "{}", other.bytes());
        assert!(one.sizes().compressed < 2_000, "{one}");
        assert_eq!(arena.read(&one.to_string()), Ok(g));
    }
}

#[test]
fn astronomic_texts_are_measured_and_compressed() {
    let mut arena = Arena::new();
    let g = long_value(&mut arena, 2_000);
    let length = arena.text_length(g, Notation::Ascii).unwrap();
    assert!(length.bits() > 2_000, "{}", length.bits());
    let short = arena.compress(g, Notation::Ascii).unwrap();
    assert_eq!(short.sizes().characters, length);
    let mut other = Arena::new();
    let read = other.read(&short.to_string()).unwrap();
    assert_eq!(other.compress(read, Notation::Ascii).unwrap(), short);
}

#[test]
fn lengths_are_counted_exactly() {
    let mut arena = Arena::new();
    for levels in [1, 2, 5, 12] {
        let g = long_value(&mut arena, levels);
        let mut count = Count::default();
        arena
            .write(g, Notation::Ascii, &mut count)
            .unwrap()
            .unwrap();
        let length = arena.text_length(g, Notation::Ascii).unwrap();
        assert_eq!(length, count.0.into(), "{levels} levels");
    }
}
