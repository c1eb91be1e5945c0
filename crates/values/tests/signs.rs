//! Signs in front of an operand, against a reading that follows the
//! definitions: −G swaps the sides, ±G = {G|−G}, +G = G.

use values::{Arena, Value};

/// The first sign applied to the value of the rest. A minus directly in front
/// of a digit belongs to the number: −1∗ is −1 + ∗.
fn slowly(arena: &mut Arena, text: &str) -> Value {
    let text = text.trim_start();
    for switch in ["+-", "+−", "±", "\\pm"] {
        if let Some(rest) = text.strip_prefix(switch) {
            return match options(arena, rest) {
                Some(left) => {
                    let right: Vec<Value> = left.iter().map(|&g| -g).collect();
                    arena.game(&left, &right).unwrap()
                }
                None => {
                    let g = slowly(arena, rest);
                    arena.game(&[g], &[-g]).unwrap()
                }
            };
        }
    }
    if let Some(rest) = text.strip_prefix('-')
        && !rest.starts_with(|c: char| c.is_ascii_digit())
    {
        return -slowly(arena, rest);
    }
    match text.strip_prefix('+') {
        Some(rest) => slowly(arena, rest),
        None => arena.read(text).unwrap(),
    }
}

/// The options behind ±: a list in brackets, each with a minus if there is one
/// in between.
fn options(arena: &mut Arena, text: &str) -> Option<Vec<Value>> {
    let text = text.trim_start();
    if let Some(rest) = text.strip_prefix('-') {
        let options = options(arena, rest)?;
        return Some(options.into_iter().map(|g| -g).collect());
    }
    if let Some(rest) = text.strip_prefix('+').filter(|rest| !rest.starts_with('-')) {
        return options(arena, rest);
    }
    (text == "{1,*}").then(|| ["1", "*"].map(|g| arena.read(g).unwrap()).to_vec())
}

#[test]
fn every_sequence_of_signs_means_what_its_signs_mean() {
    const SIGNS: [&str; 6] = ["-", "+-", "±", "+ ", "\\pm ", "- "];
    const OPERANDS: [&str; 8] = ["0", "1", "1^", "*2", "^", "{2|1}", "{3||2|1}", "Tiny(1)"];
    let mut arena = Arena::new();
    let mut prefixes = vec![String::new()];
    let mut checked = 0;
    for _ in 0..5 {
        for prefix in &prefixes {
            let listed = prefix.contains(['±', 'm']) || prefix.contains("+-");
            let lists: &[&str] = if listed { &["{1,*}"] } else { &[] };
            for operand in OPERANDS.iter().chain(lists) {
                let text = format!("{prefix}{operand}");
                let expected = slowly(&mut arena, &text);
                assert_eq!(arena.read(&text), Ok(expected), "{text}");
                checked += 1;
            }
        }
        let longer = |prefix: &String| SIGNS.map(|sign| format!("{sign}{prefix}"));
        prefixes = prefixes.iter().flat_map(longer).collect();
    }
    assert!(checked > 10_000);
}
