//! Latrunculus, asked about and played as a script does.

use crate::common::{Answer, feed, prints, refuses, run as ask};

/// White's King in the corner, three Soldiers of Black around him.
const CORNER: &str = ".......B/......../......../......../......../......../bb....../Wb......";

/// What comes of a throw.
fn thrown(position: &str, player: &str, roll: &str, how: &str) -> Answer {
    let asked = ["moves", "latrunculus", position, "--player", player];
    ask(&[&asked[..], &["--roll", roll, how]].concat())
}

#[test]
fn throws_have_results() {
    let count = |position: &str, player: &str, roll: &str| {
        let answer = thrown(position, player, roll, "--count");
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        answer.out.trim().parse::<u64>().unwrap()
    };
    assert_eq!(count("start", "white", "2"), 349);
    assert_eq!(count("start", "left", "3"), 3445);
    assert_eq!(count("behind", "right", "2"), 989);
    assert_eq!(count(CORNER, "white", "6"), 15);
    let list = thrown(CORNER, "white", "4", "--json");
    let first = "[{\"player\":\"right\",\"move\":\"x b1\",\
                 \"position\":\".......B/......../......../......../......../......../bb....../W.......\",\
                 \"pips\":4,\"winner\":null}";
    assert!(list.out.starts_with(first), "{}", list.out);
    assert_eq!(list.out.matches("\"move\"").count(), 3);
    for (roll, turn, winner) in [("1", "pass", "null"), ("2", "king falls", "\"left\"")] {
        let stuck = thrown(CORNER, "white", roll, "--json");
        stuck.says(&[
            &format!("\"move\":\"{turn}\""),
            &format!("\"winner\":{winner}"),
        ]);
    }
    prints(&["moves", "nim", "3", "--player", "left", "--count"], "3\n");
    refuses(
        &["moves", "latrunculus", "start", "--roll", "2"],
        2,
        &["--player"],
    );
    refuses(
        &["moves", "latrunculus", "start", "--player", "left"],
        2,
        &["--roll"],
    );
    refuses(&["moves", "nim", "3", "--roll", "2"], 2, &["no die"]);
    refuses(
        &["analyse", "nim", "3"],
        2,
        &[
            "no position of latrunculus",
            "legatus value",
            "legatus moves",
        ],
    );
    refuses(
        &[
            "moves",
            "latrunculus:lead=no",
            "start",
            "--player",
            "left",
            "--roll",
            "1",
        ],
        2,
        &["lead=no"],
    );
}

#[test]
fn threats_are_keyed_by_square() {
    prints(
        &["threats", "latrunculus", CORNER, "--json"],
        "{\"a1\":4,\"b1\":4,\"a2\":4,\"b2\":4,\"h8\":null}\n",
    );
    let table = ask(&["threats", "latrunculus", CORNER]);
    assert_eq!(table.out.lines().count(), 5, "{}", table.out);
    table.says(&["a1  White King     3 v 3  4 pips"]);
    refuses(
        &["threats", "latrunculus", "WW"],
        2,
        &["row 1 has 2 squares"],
    );
    refuses(&["threats", "clobber", "XO"], 2, &["latrunculus"]);
}

#[test]
fn positions_with_a_die_are_read_from_the_input() {
    let lines = format!("start\n\n{CORNER}\nWW\n");
    let roll = ["--player", "white", "--roll", "2"];
    let count = [&["moves", "latrunculus", "-"], &roll[..], &["--count"]].concat();
    let answer = feed(&count, lines.as_bytes());
    assert_eq!(answer.code, Some(2), "{answer:?}");
    let counts: Vec<&str> = answer.out.lines().collect();
    assert_eq!(counts[..3], ["349", "", "0"], "{answer:?}");
    assert!(
        counts[3].starts_with("error: column 1: row 1"),
        "{answer:?}"
    );
    let moves = [&["moves", "latrunculus:behind", "-"], &roll[..]].concat();
    let answer = feed(&moves, CORNER.as_bytes());
    assert_eq!(answer.out, "Right king falls\n", "{answer:?}");
    let threats = feed(&["threats", "latrunculus", "-", "--json"], lines.as_bytes());
    assert_eq!(threats.code, Some(2), "{threats:?}");
    let threats: Vec<&str> = threats.out.lines().collect();
    assert_eq!(
        threats[2],
        "{\"a1\":4,\"b1\":4,\"a2\":4,\"b2\":4,\"h8\":null}"
    );
    assert!(threats[3].starts_with("{\"error\":\"row 1"), "{threats:?}");
    let mixed = format!("latrunculus {CORNER}\nnim 3\n");
    let answer = feed(&["threats", "-"], mixed.as_bytes());
    let mut lines = answer.out.lines();
    assert_eq!(lines.next(), Some("a1 4; b1 4; a2 4; b2 4"), "{answer:?}");
    assert!(
        lines
            .next()
            .is_some_and(|line| line.contains("latrunculus"))
    );
}

#[test]
fn games_of_chance_have_no_exact_answers() {
    for question in ["value", "outcome", "thermograph", "count", "tree", "grundy"] {
        refuses(
            &[question, "latrunculus", "start"],
            2,
            &["die", "legatus games"],
        );
    }
    refuses(
        &["find", "latrunculus", "start", "--outcome", "P"],
        2,
        &["die", "legatus games"],
    );
    refuses(&["value", "latrunculus start"], 2, &["die"]);
    let calc = ask(&["calc", "latrunculus(\"start\")"]);
    assert_eq!(calc.code, Some(2), "{}", calc.out);
    assert!(calc.err.contains("die"), "{}", calc.err);
    let page = ask(&["games", "latrunculus"]);
    page.says(&[
        "Starting positions",
        "latrunculus:lead=8",
        "material  one turn",
        "legatus threats latrunculus",
    ]);
    let help = ask(&["calc", "help latrunculus"]);
    assert!(!help.out.contains("error"), "{}{}", help.out, help.err);
}

#[test]
fn matches_with_a_die_keep_their_throws() {
    let file = std::env::temp_dir().join(format!("legatus-dice-{}", std::process::id()));
    let name = file.to_str().unwrap();
    let match_of_two =
        "match latrunculus --left shots --right random --games 2 --seed 3 --json --record";
    let arguments: Vec<&str> = match_of_two.split(' ').chain([name]).collect();
    let answer = ask(&arguments);
    assert!(
        answer.out.starts_with("{\"games\":2,"),
        "{}{}",
        answer.out,
        answer.err
    );
    let games = std::fs::read_to_string(&file).unwrap();
    assert!(games.contains("1. left [roll "), "{games}");
    assert!(games.contains("[Game \"latrunculus\"]"), "{games}");
    std::fs::remove_file(&file).unwrap();
    assert_eq!(ask(&arguments[..11]).out, answer.out);
    refuses(
        &["match", "latrunculus", "--left", "search"],
        2,
        &["dice, shots"],
    );
    refuses(
        &["match", "latrunculus", "--opening", "3"],
        2,
        &["--opening"],
    );
    refuses(
        &["match", "latrunculus", "--book", "games.txt"],
        2,
        &["no openings", "leave", "--book"],
    );
}

#[test]
fn positions_with_a_die_are_analysed() {
    let duel = "......../......../......../.bB...../.wW...../.ww...../......../........";
    let answer = ask(&[
        "analyse",
        "latrunculus",
        duel,
        "--player",
        "white",
        "--roll",
        "4",
        "--level",
        "1",
        "--json",
    ]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let king =
        "{\"square\":\"c5\",\"player\":\"left\",\"piece\":\"king\",\"pips\":4,\"chance\":\"1/2\"}";
    assert!(answer.out.contains(king), "{}", answer.out);
    answer.says(&["\"turns\":[{\"move\":\"x c5\""]);
    let page = ask(&["analyse", "latrunculus", duel, "--level", "1"]);
    assert!(
        page.out.contains("Black throws next"),
        "{}{}",
        page.out,
        page.err
    );
    refuses(&["analyse", "nim", "3"], 2, &["latrunculus"]);
}
