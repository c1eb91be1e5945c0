//! Games that were left: none is lost, none is mistaken for another.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::common::{Answer, home, type_to};

/// The files of kept games.
fn kept(home: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(home.join("data/legatus/games"));
    let mut files: Vec<PathBuf> = entries
        .map(|entries| entries.map(|entry| entry.unwrap().path()).collect())
        .unwrap_or_default();
    files.sort();
    files
}

const SMALL: [&str; 5] = ["play", "legionnaires", "4x4", "--first", "left"];

fn small(home: &Path, options: &[&str], lines: &[&str]) -> Answer {
    let answer = type_to(home, &[&SMALL[..], options].concat(), lines);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    answer
}

/// A game of Legionnaires 4x4 that was left after two moves.
fn leave(home: &Path) -> (PathBuf, String) {
    let answer = small(home, &[], &["b2xb3", "quit"]);
    answer.says(&["the game is kept"]);
    let files = kept(home);
    assert_eq!(files.len(), 1, "{files:?}");
    let text = fs::read_to_string(&files[0]).unwrap();
    assert!(text.contains("1. left b2xb3"), "{text}");
    (files[0].clone(), text)
}

#[test]
fn other_positions_and_rules_are_other_games() {
    let home = home();
    let (file, text) = leave(&home);
    for (arguments, lines) in [
        (
            &["play", "legionnaires", "3x3", "--first", "left"][..],
            &["1", "quit"][..],
        ),
        (
            &["play", "legionnaires", "4x4", "--misere", "--first", "left"],
            &["1", "quit"],
        ),
        (
            &["play", "legionnaires:mace", "4x4", "--right", "human"],
            &["1", "quit"],
        ),
    ] {
        let answer = type_to(&home, arguments, lines);
        assert!(!answer.out.contains("left stays kept"), "{}", answer.out);
        answer.says(&["the game is kept"]);
    }
    assert_eq!(kept(&home).len(), 4);
    assert_eq!(fs::read_to_string(file).unwrap(), text);
    // Who begins is asked for in the game, not in its name.
    let other = [
        "play",
        "legionnaires",
        "4x4",
        "--resume",
        "--first",
        "right",
    ];
    let again = type_to(&home, &other, &[]);
    again.says(&["3. You (Black)>"]);
}

#[test]
fn nothing_is_overwritten_unasked() {
    let home = home();
    let (file, text) = leave(&home);
    let piped = small(&home, &[], &["1", "quit"]);
    piped.says(&["stays kept"]);
    assert!(!piped.out.contains("the game is kept;"), "{}", piped.out);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    // Nor by computers, nor by a new game that was not begun.
    let computers = ["--left", "random", "--right", "random"];
    small(&home, &computers, &[]);
    small(&home, &[&computers[..], &["--new"]].concat(), &[]);
    let begun = small(&home, &["--new"], &["moves", "quit"]);
    assert!(!begun.out.contains("is kept"), "{}", begun.out);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    // A game that is loaded does not take the place of another.
    small(&home, &["--resume"], &["save other.txt", "quit"]);
    let lines = ["load other.txt", "1", "quit"];
    let loaded = type_to(&home, &["play", "legionnaires", "3x3"], &lines);
    loaded.says(&["is not kept: another"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    // What is asked for is done.
    small(&home, &["--new"], &["1", "quit"]);
    assert_ne!(fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn a_damaged_game_is_set_aside() {
    let home = home();
    let (file, text) = leave(&home);
    let damaged = text.replace("b2xb3", "b2xz9");
    fs::write(&file, &damaged).unwrap();
    let refused = type_to(&home, &[&SMALL[..], &["--resume"]].concat(), &["quit"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.err.contains("damaged: line "), "{refused:?}");
    let files = kept(&home);
    assert_eq!(files.len(), 1, "{files:?}");
    assert!(files[0].to_str().unwrap().ends_with(".damaged-1.txt"));
    assert_eq!(fs::read_to_string(&files[0]).unwrap(), damaged);
    // Without --resume it is told, and a new game begins.
    fs::write(&file, "no game").unwrap();
    let told = small(&home, &[], &["b2xb3", "quit"]);
    told.says(&["is damaged", "the game is kept"]);
    let files = kept(&home);
    assert_eq!(files.len(), 3, "{files:?}");
    assert_eq!(fs::read_to_string(&files[1]).unwrap(), "no game");
}

/// What a program that was killed had not finished to write goes away.
#[test]
fn unfinished_files_are_cleaned_up() {
    let home = home();
    let directory = home.join("data/legatus/games");
    fs::create_dir_all(&directory).unwrap();
    let unfinished = fs::File::create(directory.join(".nim-0.txt.4711")).unwrap();
    let old = SystemTime::now() - Duration::from_secs(60);
    unfinished.set_modified(old).unwrap();
    drop(unfinished);
    leave(&home);
}

#[test]
fn games_beside_cards_and_with_a_die_are_kept_as_carefully() {
    let home = home();
    let cards = ["environment", "amazons", "L../.../..R", "--play"];
    let die = ["play", "latrunculus", "--white", "human", "--seed", "5"];
    for (game, lines) in [(&cards[..], ["card", "quit"]), (&die, ["1", "end"])] {
        let before = kept(&home);
        let first = type_to(&home, game, &lines);
        first.says(&["the game is kept"]);
        let files = kept(&home);
        let file = files.iter().find(|file| !before.contains(file)).unwrap();
        let text = fs::read_to_string(file).unwrap();
        let second = type_to(&home, game, &[lines[0], "undo", lines[0], lines[1]]);
        second.says(&["stays kept"]);
        assert_eq!(fs::read_to_string(file).unwrap(), text);
        fs::write(file, "no game").unwrap();
        let third = type_to(&home, &[game, &["--resume"]].concat(), &[]);
        assert_eq!(third.code, Some(2), "{third:?}");
        assert!(third.err.contains("is damaged"), "{third:?}");
    }
}

/// Games that the version before wrote when they were left: sums, a negative, a
/// die, cards with and without a referee.
#[test]
fn games_from_before_are_gone_on_with() {
    let sum = "nim(3,4) + clobber(\"XOX\") - domineering(\"2x2\")";
    let small = [&SMALL[..], &["--right", "human"]].concat();
    let games: [(&str, &[&str], &str); 5] = [
        ("legionnaires-20367f3f51f36dad", &small, "3. You (Black)>"),
        (
            "nim-clobber--domineering-9fafe23e2da6df4f",
            &["play", sum, "--misere"],
            "3. Right>",
        ),
        (
            "latrunculus-behind-c9bfe5d35c00cd52",
            &["play", "latrunculus:behind"],
            "3. Black throws",
        ),
        (
            "cards-amazons-f553a5cffe696a89",
            &["environment", "amazons", "L../.../..R", "--play"],
            "Left>",
        ),
        (
            "cards-domineering-227427b0c7ddfe85",
            &["environment", "domineering", "3x3", "--play", "--referee"],
            "Left>",
        ),
    ];
    let home = home();
    let directory = home.join("data/legatus/games");
    fs::create_dir_all(&directory).unwrap();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/left");
    for (name, game, prompt) in games {
        let text = fs::read_to_string(data.join(format!("{name}.txt"))).unwrap();
        let file = directory.join(format!("{name}.txt"));
        fs::write(&file, &text).unwrap();
        let lines = ["save again.txt", "quit"];
        let again = type_to(&home, &[game, &["--resume"]].concat(), &lines);
        assert_eq!(again.code, Some(0), "{again:?}");
        assert!(again.out.contains(prompt), "{}", again.out);
        again.says(&["the game is kept"]);
        for copy in [file, home.join("again.txt")] {
            assert_eq!(fs::read_to_string(copy).unwrap(), text, "{name}");
        }
    }
}

#[cfg(unix)]
mod asked {
    use super::{SMALL, home, kept, leave};
    use crate::common::pty::Terminal;
    use crate::common::says;
    use std::fs;

    #[test]
    fn the_question_names_the_board_and_takes_yes_or_no() {
        let home = home();
        let (file, text) = leave(&home);
        let mut terminal = Terminal::start(&home, 100, &SMALL);
        let question = terminal.until("[yes/no]");
        says(
            &question,
            &[
                "A game of legionnaires from W.W./.W.W/.B.B/B.B. was left after 2 moves",
                "Black human",
                "   a b c d",
                "Black is to move",
            ],
        );
        for answer in ["maybe\r", "\r"] {
            terminal.press(answer);
            terminal.until("please say yes or no");
            terminal.until("[yes/no]");
        }
        terminal.press("quit\r");
        assert_eq!(terminal.end(), Some(0));
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        for (answer, prompt) in [("yes\r", "3. You (Black)>"), ("N\r", "1. You (Black)>")] {
            let mut terminal = Terminal::start(&home, 100, &SMALL);
            terminal.until("[yes/no]");
            terminal.press(answer);
            terminal.until(prompt);
            terminal.press("quit\r");
            assert_eq!(terminal.end(), Some(0));
        }
        // Nothing was played, so that the old game is still there.
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        assert_eq!(kept(&home), [file]);
    }
}

/// Files were once named after the game alone; such a game is offered where it
/// started, and nowhere else.
#[test]
fn games_with_old_names_are_offered() {
    let home = home();
    let (file, text) = leave(&home);
    let old = file.with_file_name("legionnaires.txt");
    fs::rename(&file, &old).unwrap();
    let other = type_to(&home, &["play", "legionnaires", "3x3"], &["quit"]);
    assert!(!other.out.contains("left stays kept"), "{}", other.out);
    assert!(old.exists());
    let answer = small(&home, &["--resume"], &["quit"]);
    assert!(!answer.out.contains("no game was left"), "{}", answer.out);
    assert!(!old.exists());
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}
