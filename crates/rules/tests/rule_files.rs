//! Rule files as they are, and damaged: nothing panics, nothing hangs, and
//! what still reads keeps the cheap laws.

use crate::random_play::play;
use rules::{Random, RuleFile};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// The texts of all rule files, with their names.
fn texts() -> Vec<(String, String)> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts = Vec::new();
    for folder in ["../../games", "tests/data/twins"] {
        let files = fs::read_dir(here.join(folder)).expect("a folder of games");
        for file in files {
            let path = file.expect("a file").path();
            if path.extension().is_some_and(|end| end == "game") {
                let name = path.file_stem().unwrap().to_string_lossy().into_owned();
                texts.push((name, fs::read_to_string(&path).expect("a text")));
            }
        }
    }
    texts.sort();
    assert!(texts.len() > 40, "{} files", texts.len());
    texts
}

#[test]
fn every_file_says_what_a_library_shows() {
    let games = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    for (name, text) in texts() {
        if !games.join(format!("{name}.game")).exists() {
            continue;
        }
        let file = RuleFile::read(&text).unwrap_or_else(|bad| panic!("{name}: {bad}"));
        let info = file.info();
        let mut random = Random::new(1);
        for _ in 0..20 {
            play(&text, &mut random).unwrap_or_else(|bad| panic!("{name}: {bad}"));
        }
        let shipped = !text.starts_with(&format!("game {name}\ncells"));
        if shipped && !info.rules.is_empty() {
            assert!(!info.starts.is_empty(), "{name} has no start");
            let lines = text.lines().count();
            assert!((5..=30).contains(&lines), "{name} has {lines} lines");
        }
        for variant in info.variants {
            file.rules(Some(variant.name))
                .unwrap_or_else(|bad| panic!("{name}: {bad}"));
        }
    }
}

/// Words and signs of the language.
const PIECES: &[&str] = &[
    "value ",
    "value n -> star n div 2 up 1",
    "value 1 over 2 up count . when nowhere . and ",
    "count ",
    "over ",
    "star ",
    "left ",
    "right ",
    "both ",
    "mirror ",
    "then ",
    "also ",
    "again",
    "if ",
    "unless ",
    "after ",
    "there ",
    "somewhere ",
    "nowhere ",
    "group ",
    "without ",
    "connected ",
    "by ",
    "on north edge",
    "wins when ",
    "draw when ",
    "ends when ",
    "misere\n",
    "strip\n",
    "ring\n",
    "board\n",
    "size ",
    "cells ",
    "start ",
    "example ",
    "parameters n\n",
    "variant 2\n",
    "north ",
    "any: ",
    "side: ",
    "knight: ",
    "hex: ",
    "turned: ",
    "drawn mirrored: ",
    "-> ",
    "_",
    "_* ",
    ".* ",
    ".+ ",
    "*{1..n}",
    "{B W} ",
    "[_*] ",
    "(W .)* ",
    "#",
    "~",
    " / ",
    ". ",
    "B ",
    "W ",
    "o ",
    ":",
    ",",
    "=left",
    "1x9",
    "20x20",
    "99",
    "\n",
    "\n  ",
    "//",
    "é",
    "\0",
    "\t",
];

/// A file that somebody spoiled.
fn damaged(texts: &[(String, String)], random: &mut Random) -> String {
    let mut below = |n: usize| random.below(n.max(1) as u64) as usize;
    let mut text: Vec<char> = texts[below(texts.len())].1.chars().collect();
    for _ in 0..=below(4) {
        let place = below(text.len());
        let other = below(text.len());
        let piece: Vec<char> = PIECES[below(PIECES.len())].chars().collect();
        match below(6) {
            0 if !text.is_empty() => drop(text.remove(place)),
            1 => drop(text.splice(place..place, piece)),
            2 if !text.is_empty() => text[place] = piece[0],
            3 if !text.is_empty() => text.swap(place, other),
            4 => {
                // A line of another file.
                let lines: Vec<&str> = texts[below(texts.len())].1.lines().collect();
                let line = lines[below(lines.len())];
                let here = text[place..].iter().position(|&c| c == '\n');
                let here = here.map_or(text.len(), |far| place + far + 1);
                drop(text.splice(here..here, line.chars().chain(['\n'])));
            }
            _ => {
                // Some of it is gone.
                let end = text.len().min(place + 1 + below(30));
                drop(text.drain(place.min(end)..end));
            }
        }
    }
    text.into_iter().collect()
}

#[test]
fn damaged_files_are_refused_in_one_line_or_keep_the_laws() {
    let rounds = match std::env::var_os("LEGATUS_FULL") {
        Some(_) => 1_000_000,
        None => 30_000,
    };
    let texts = texts();
    let mut random = Random::new(16);
    let mut played = 0;
    for round in 0..rounds {
        let text = damaged(&texts, &mut random);
        let begun = Instant::now();
        match play(&text, &mut random) {
            Ok(()) => played += 1,
            Err(bad) => {
                let said = bad.to_string();
                assert!(
                    !said.is_empty() && !said.contains(['\n', '\r']),
                    "{text} is refused with {said:?}"
                );
            }
        }
        // Far more than any takes.
        assert!(begun.elapsed() < Duration::from_secs(60), "{round}: {text}");
    }
    assert!(played > rounds / 10, "{played} of {rounds}");
    assert!(played < rounds, "nothing was refused");
}
