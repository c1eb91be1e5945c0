//! `legatus tables`, as a script asks it.

use std::fs;
use std::io::Write;
use std::process::{Output, Stdio};

use crate::common::legatus;

fn tables(arguments: &[&str]) -> Output {
    legatus(&["tables"]).args(arguments).output().unwrap()
}

#[track_caller]
fn answers(arguments: &[&str]) -> String {
    let output = tables(arguments);
    let err = String::from_utf8_lossy(&output.stderr);
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {err}\n{out}");
    out
}

/// Reads one JSON value and gives what is left of the text.
fn json(text: &str) -> Result<&str, String> {
    let text = text.trim_start();
    match text.chars().next() {
        Some('{') => items(&text[1..], '}'),
        Some('[') => items(&text[1..], ']'),
        Some('"') => string(text),
        _ => {
            let end = text.find([',', '}', ']']).unwrap_or(text.len());
            let word = text[..end].trim();
            let known = ["null", "true", "false"].contains(&word) || word.parse::<f64>().is_ok();
            known
                .then_some(&text[end..])
                .ok_or(format!("what is {word:?}?"))
        }
    }
}

/// The inside of a list or, with names, of an object.
fn items(text: &str, close: char) -> Result<&str, String> {
    let mut rest = text;
    if let Some(rest) = rest.strip_prefix(close) {
        return Ok(rest);
    }
    loop {
        if close == '}' {
            rest = string(rest)?.strip_prefix(':').ok_or("a colon")?;
        }
        rest = json(rest)?;
        if let Some(rest) = rest.strip_prefix(close) {
            return Ok(rest);
        }
        rest = rest.strip_prefix(',').ok_or("a comma")?;
    }
}

fn string(text: &str) -> Result<&str, String> {
    let inside = text.strip_prefix('"').ok_or("a quotation mark")?;
    let mut chars = inside.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Ok(&inside[at + 1..]),
            '\\' => drop(chars.next()),
            c if c < ' ' => return Err("a bare control character".into()),
            _ => {}
        }
    }
    Err("an end of the string".into())
}

#[test]
fn papers_and_their_tables_are_listed() {
    let list = answers(&[]);
    for line in [
        "legionnaires: M. D. Boardman",
        "  4.1  starting positions",
        "nim: ",
    ] {
        assert!(list.contains(line), "{list}");
    }
    let list = answers(&["--json"]);
    assert_eq!(json(&list), Ok("\n"));
}

#[test]
fn every_quick_table_agrees_or_says_why() {
    let quick = ["4.2", "4.4", "4.5", "4.6"].map(|id| vec!["legionnaires", id]);
    let others = [vec!["nim"], vec!["latrunculus"], vec!["amazons", "type-z"]];
    let records = ["octal-161", "toads-three", "legionnaires-36"];
    let records = records.map(|id| vec!["records", id]);
    for table in quick.into_iter().chain(others).chain(records) {
        let text = answers(&table);
        assert!(text.ends_with(", 0 disagree\n"), "{text}");
        assert!(!text.contains("disagrees"), "{text}");
    }
}

#[test]
fn option_b_first_appears_in_the_central_ninth() {
    let text = answers(&["amazons", "option-b"]);
    assert!(text.ends_with(", 0 disagree\n"), "{text}");
    let row = |words: &[&str]| {
        let mut lines = text.lines();
        lines.any(|line| words.iter().all(|word| line.contains(word)))
    };
    assert!(row(&["9x2", "b4", "never", "B too from 1 2 3 7 8 9"]));
    assert!(row(&[
        "11x2",
        "b5",
        "only B from 1 2 3 9 10 11, B too from 4 8"
    ]));
    assert!(row(&["first board", "B better than A", "13x2", "11x2"]));
    assert!(row(&["White in the central", "eleventh", "ninth"]));
}

/// Whether some line has all these words.
#[track_caller]
fn has_row(text: &str, words: &[&str]) {
    let mut lines = text.lines();
    let found = lines.any(|line| words.iter().all(|word| line.contains(word)));
    assert!(found, "{words:?} in\n{text}");
}

/// As in facts: Z[m,n] = {k-1|-(k-1)}, whatever n is.
#[test]
fn type_z_has_its_minus_sign_back() {
    let text = answers(&["amazons", "type-z"]);
    for cells in [
        ["Z[-4,n]", "{3|5}", " +-3 "],
        ["Z[-1,n]", "{0|2}", " * "],
        ["Z[1,n]", "{0|2}", " * "],
        ["Z[2,n]", "{1|3}", " +-1 "],
        ["Z[3,n]", "{2|4}", " +-2 "],
    ] {
        has_row(&text, &[&cells[..], &["explained [1]"]].concat());
    }
    has_row(&text, &["Z[0,n]", "{-1|1}", " 0 ", "agrees"]);
    has_row(
        &text,
        &["Z[m,n]", "79", "k-1|k+1", "k-1|-k+1", "explained [1]"],
    );
}

/// 10 000 games give 77.6 % for the first claim, so 2 000 must not agree.
#[test]
fn strategies_are_judged_by_their_intervals() {
    let text = answers(&["legionnaires", "5"]);
    let claim = "about eight or nine out of every ten games";
    has_row(
        &text,
        &["mobility", "random", "White", "2000", claim, "explained"],
    );
    let claim = "averaged over many games, a draw";
    has_row(&text, &["mobility", "blocker", claim, "explained"]);
    let claim = "appears logical … gives an advantage";
    has_row(&text, &["blocker", "back_blocker", claim, "explained"]);
    assert!(text.contains("\n0 agree, "), "{text}");
    assert!(text.contains("so many games do not"), "{text}");
}

#[test]
fn damaged_cells_are_reconstructed_and_do_not_agree() {
    let text = answers(&["legionnaires", "4.4"]);
    has_row(
        &text,
        &["10 ", " 5 ", "{* 0^2}", "{v<2>|0}", "reconstructed"],
    );
    has_row(&text, &["10 ", " 3 ", " v* ", " vv* ", "reconstructed"]);
    assert!(text.contains(", 2 reconstructed, "), "{text}");
}

/// The numbers that the text states, and who may do what.
#[test]
fn the_worked_examples_of_latrunculus_come_out() {
    let text = answers(&["latrunculus"]);
    for words in [
        &["A ", "white", "b4", "pips", " 3  "][..],
        &["A ", "white", "c4", "pips", " 5  "],
        &["A ", "black", "c3", "pips", " 4  "],
        &["B ", "black", "c3", "pips", " 7  "],
        &["C ", "black", "c4", "pips", " 2  "],
        &["C ", "white", "c5", "pips", " 8  "],
        &["D ", "white", "c5", "pips", " 6  "],
        &["G ", "most kills with a 6", " 3  "],
        &["H ", "king falls", "the King is killed"],
        &["J ", "c4-c5-c4", "refused"],
        &["J ", "c4-c5 x d5 c5-c4", "allowed"],
    ] {
        has_row(&text, &[words, &["agrees"]].concat());
    }
    has_row(&text, &["I ", "attack=far", "with a 5 or 6", "fills"]);
    assert!(
        text.contains("\nA ......../......../......../..b...../wbbb"),
        "{text}"
    );
}

#[test]
fn kinds_of_games_are_those_of_the_notes() {
    let games = |arguments: &[&str]| {
        let output = legatus(&["games"]).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    };
    let text = games(&["--kinds"]);
    let heading = "players turns chance information finite impartial normal/misere";
    let first = text.lines().next().unwrap();
    assert!(
        first
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .ends_with(heading)
    );
    has_row(
        &text,
        &[
            "nim ", "played", " 2 ", "in turn", "none", "perfect", "yes", "misere",
        ],
    );
    has_row(
        &text,
        &["Poker", "not played", "2 or more", "chance", "hidden"],
    );
    has_row(&text, &["Roshambo", "not played", "at once"]);
    has_row(&text, &["peg_solitaire", "played", " 1 "]);
    let list = games(&["--kinds", "--json"]);
    assert_eq!(json(&list), Ok("\n"), "{list}");
    assert!(answers(&["nim", "kinds"]).contains("36 agree"));
}

/// The layout of Fig. 4(h) is in doubt, and the list of starts says so too.
#[test]
fn a_start_that_does_not_reproduce_is_marked() {
    let games = legatus(&["games", "legionnaires"]).output().unwrap();
    let games = String::from_utf8(games.stdout).unwrap();
    has_row(
        &games,
        &[
            "6x6-18",
            "the only checkered layout whose count fits",
            "hot",
        ],
    );
}

#[test]
fn objects_have_every_cell() {
    let object = answers(&["nim", "--json"]);
    assert_eq!(json(&object), Ok("\n"), "{object}");
    assert!(object.starts_with("{\"papers\":[{\"name\":\"nim\","));
    assert!(object.ends_with("\"figures\":[],\"disagreements\":0}\n"));
    let row = "{\"keys\":[\"3,4,5\",\"outcome\"],\"paper\":\"N\",\"computed\":\"N\",\
               \"agreement\":\"agrees\",\"reason\":null}";
    assert!(object.contains(row), "{object}");
}

#[test]
fn other_forms() {
    let text = answers(&["legionnaires", "4.5", "--markdown"]);
    assert!(
        text.contains("| 3 | value | ^^\\* | ^^\\* | agrees |"),
        "{text}"
    );
    let text = answers(&["legionnaires", "4.5", "--csv"]);
    assert!(text.starts_with("paper,table,about,printed,computed,agreement,reason\n"));
    assert!(
        text.contains("\nlegionnaires,4.5,n=31; what=value,,^30*,fills,\n"),
        "{text}"
    );
    let text = answers(&["legionnaires", "4.5", "--notation", "unicode"]);
    assert!(text.contains("↑30*") || text.contains("↑30∗"), "{text}");
}

#[test]
fn figures_are_written_and_named() {
    let directory = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("figures");
    let name = directory.to_str().unwrap();
    let text = answers(&["legionnaires", "4.4", "--figures", name]);
    for number in [9, 11] {
        let file = directory.join(format!("legionnaires-{number}.svg"));
        assert!(
            text.contains(&format!("wrote {}\n", file.display())),
            "{text}"
        );
        let picture = fs::read_to_string(file).unwrap();
        assert!(picture.starts_with("<?xml") && picture.contains("<circle"));
    }
}

#[test]
fn unknown_papers_and_tables_are_refused() {
    for (arguments, words) in [
        (&["legionaires"][..], "did you mean `legionnaires`?"),
        (&["chess"][..], "there are legionnaires"),
        (&["legionnaires", "4.9"][..], "did you mean `4."),
        (&["nim", "--markdown", "--csv"][..], "cannot be used with"),
    ] {
        let output = tables(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(err.contains(words), "{err}");
    }
}

#[test]
fn a_program_gets_an_object_for_an_error() {
    let output = tables(&["legionaires", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(json(&out), Ok("\n"));
    assert!(out.starts_with("{\"error\":\"there is no paper"), "{out}");
    assert!(out.ends_with(",\"exit\":2}\n"), "{out}");
}

#[test]
fn a_limit_stops_the_work() {
    let output = tables(&["legionnaires", "4.3", "--memory", "20M"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8(output.stderr).unwrap().contains("memory"));
}

/// The name of a museum position is its value.
#[test]
fn the_museum_is_labelled() {
    let games = legatus(&["games", "legionnaires"]).output().unwrap();
    let games = String::from_utf8(games.stdout).unwrap();
    let words = games.split_whitespace();
    let names: Vec<&str> = words.filter(|word| word.starts_with("museum-")).collect();
    assert!(names.len() > 30, "{games}");
    let mut child = legatus(&["value", "legionnaires", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(names.join("\n").as_bytes()).unwrap();
    drop(stdin);
    let values = child.wait_with_output().unwrap();
    let values = String::from_utf8(values.stdout).unwrap();
    let labels: Vec<&str> = names.iter().map(|name| &name["museum-".len()..]).collect();
    assert_eq!(values.lines().collect::<Vec<_>>(), labels);
}
