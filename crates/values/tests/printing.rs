//! Reading inverts printing, and values print as CGSuite prints them.

use crate::common::{Draws, arena_and_pool, ascii, cases, d, next_day, random_value};
use std::collections::HashSet;
use values::{Arena, Notation, Player, Value};

pub const NOTATIONS: [Notation; 3] = [Notation::Ascii, Notation::Unicode, Notation::Latex];

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
    cases(6_000, arena_and_pool, |(arena, pool), draws| {
        let depth = draws.below(4);
        let g = random_value(arena, draws, pool, depth);
        let context = ascii(arena, g);
        assert_round_trips(arena, g, &context);
    });
}

#[test]
fn reading_inverts_printing_of_all_values_born_by_day_3() {
    let mut arena = Arena::new();
    let born = (0..3).fold(vec![Value::ZERO], |born, _| next_day(&mut arena, &born));
    assert_eq!(born.len(), 1474);
    let mut texts = HashSet::new();
    for &g in &born {
        let text = ascii(&mut arena, g);
        assert_round_trips(&mut arena, g, &text);
        texts.insert(text);
    }
    assert_eq!(texts.len(), born.len());
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
        let number = d(number);
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
    let expected: Vec<&str> =
        "-2 -1/2 0 3/4 5 * *2 *7 -1* -1*3 -1^ vv v v* v*5 v[2] v<2> v<3> ^<4> ^<2> ^ ^* ^[2] \
         ^[2]* ^^ ^3*2 1/2* 1/2v 2* {-1|-2} {0|-2} {0||-1|-2} +-1 {1|0} {1|0,*} {1,1*|0} {2|*} \
         {*|-1} {^|-1} {3|1||0}"
            .split_whitespace()
            .collect();
    let mut arena = Arena::new();
    let mut values: Vec<Value> = expected
        .iter()
        .map(|text| arena.read(text).unwrap())
        .collect();
    for seed in 0..20 {
        Draws::new(seed).shuffle(&mut values);
        arena.sort(&mut values).unwrap();
        let sorted: Vec<String> = values.iter().map(|&v| ascii(&mut arena, v)).collect();
        assert_eq!(sorted, expected, "seed {seed}");
    }
    let g = arena.read("{{9|-1},{8|0},1/2,0|-9}").unwrap();
    let options = arena.options(g, Player::Left).unwrap();
    let texts: Vec<String> = options.iter().map(|&v| ascii(&mut arena, v)).collect();
    assert_eq!(texts, ["1/2", "{8|0}", "{9|-1}"]);
}
