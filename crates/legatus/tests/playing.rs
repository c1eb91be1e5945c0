//! Games at the keyboard, read from a pipe as from a terminal.

use crate::common::type_to;
use std::fs;
use std::path::{Path, PathBuf};

/// A directory of its own for what a test keeps.
pub fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("playing-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn nim_is_won_by_the_nim_sum() {
    let home = directory("nim");
    let lines = [
        "take 2 from heap 9",
        "heap 2 take 7",
        "take 2 from heap 3",
        "undo",
        "TAKE 2 FROM HEAP 3",
        "quit",
    ];
    let answer = type_to(&home, &["play", "nim", "3,4,5"], &lines);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    let out = &answer.out;
    assert!(out.contains("whoever starts wins"), "{out}");
    assert!(out.contains("a heap of 4 has no 7 to take"), "{out}");
    // 1, 4, 5 has nim sum 0.
    assert!(
        out.contains("the computer loses if you play right"),
        "{out}"
    );
}

#[test]
fn a_game_that_was_left_is_gone_on_with() {
    let home = directory("left");
    let play = ["play", "legionnaires", "4x4", "--first", "black"];
    let first = type_to(&home, &play, &["b2xb3", "quit"]);
    first.says(&["1. You (Black)>"]);
    let again = [&play[..], &["--resume"]].concat();
    let second = type_to(&home, &again, &["save game.txt", "undo", "board"]);
    second.says(&["3. You (Black)>", "1. You (Black)>"]);
    let saved = fs::read_to_string(home.join("game.txt")).unwrap();
    assert!(saved.contains("1. left b2xb3"), "{saved}");
    // A new game does not know it; loading brings it back.
    let new = [&play[..], &["--new"]].concat();
    let third = type_to(&home, &new, &["load game.txt", "load none.txt", "moves"]);
    third.says(&["3. You (Black)>", "none.txt"]);
    assert_eq!(third.code, Some(0));
    // Two players go on with it, with each colour once.
    let book = ["match", "legionnaires", "4x4", "--book", "game.txt"];
    let players = ["--left", "exact", "--right", "exact", "--games", "2"];
    let both = [&book[..], &players, &["--json", "--record", "both.txt"]].concat();
    let fourth = type_to(&home, &both, &[]);
    // Left has won, whoever plays for her.
    let split = "\"games\":2,\"left_wins\":1,\"right_wins\":1";
    assert!(fourth.out.contains(split), "{fourth:?}");
    let both = fs::read_to_string(home.join("both.txt")).unwrap();
    assert_eq!(both.matches("1. left b2xb3").count(), 2, "{both}");
    // A game of another kind is no opening.
    for (game, file, reason) in [
        ("amazons", "game.txt", "another"),
        ("legionnaires", "none.txt", "none.txt"),
    ] {
        let refused = type_to(&home, &["match", game, "--book", file], &[]);
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(refused.err.contains(reason), "{refused:?}");
    }
}

/// What `match` has written is a book for `match`: of games that have ended
/// the opening is played.
#[test]
fn recorded_games_are_a_book() {
    let home = directory("book");
    let play = |options: &[&str]| {
        let players = ["--left", "mobility", "--right", "mobility", "--games", "4"];
        let arguments = [&["match", "legionnaires", "6x6-18"], options, &players].concat();
        let answer = type_to(&home, &arguments, &[]);
        assert_eq!(answer.code, Some(0), "{answer:?}");
    };
    // The first moves of each game.
    let moves = |file: &str, count: usize| -> Vec<Vec<String>> {
        let text = fs::read_to_string(home.join(file)).unwrap();
        let games = text.split("[Legatus").skip(1).map(|game| {
            let lines = game.lines().filter(|line| line.contains(". "));
            let lines = lines.filter(|line| !line.starts_with('['));
            lines.take(count).map(str::to_owned).collect()
        });
        games.collect()
    };
    play(&["--opening", "3", "--seed", "5", "--record", "one.txt"]);
    play(&["--book", "one.txt", "--record", "two.txt"]);
    let (one, two) = (moves("one.txt", 3), moves("two.txt", 3));
    // Each game of the book is played twice, and each opening was in it twice.
    assert_eq!(one[0], one[1]);
    assert_eq!(two, [&one[0], &one[0], &one[1], &one[1]].map(Vec::clone));
    assert_ne!(moves("one.txt", 9), moves("two.txt", 9));
    let text = fs::read_to_string(home.join("two.txt")).unwrap();
    assert!(text.contains("[Opening \"one.txt, 3 moves\"]"), "{text}");
    // What a book led to is a book again, and may be cut.
    play(&["--book", "two.txt", "--record", "three.txt"]);
    assert_eq!(moves("three.txt", 3)[0], one[0]);
    play(&[
        "--book",
        "two.txt",
        "--opening",
        "1",
        "--record",
        "four.txt",
    ]);
    let text = fs::read_to_string(home.join("four.txt")).unwrap();
    assert!(text.contains("two.txt, 1 moves"), "{text}");
    assert_eq!(moves("four.txt", 1)[0], one[0][..1]);
    // Games without an opening are cut to four moves.
    play(&["--record", "five.txt"]);
    play(&["--book", "five.txt", "--record", "six.txt"]);
    assert_eq!(moves("six.txt", 4)[0], moves("five.txt", 4)[0]);
}

#[test]
fn illegal_moves_are_refused_with_a_reason() {
    let home = directory("illegal");
    let lines = [
        "a6-a5/a4", "b6-b9/b5", "b6-c4/c3", "b6-b5", "b1-b2/b3", "0", "9999", "é", "moves zz",
    ];
    let answer = type_to(
        &home,
        &["play", "amazons", "6x6", "--first", "left"],
        &lines,
    );
    assert_eq!(answer.code, Some(0), "{answer:?}");
    answer.says(&[
        "there is no amazon on a6",
        "b9 is not on the board",
        "no line from b6 to c4",
        "where does she shoot",
        "is Right's",
        "the list of moves goes from 1 to",
        "no move begins with `zz`",
    ]);
    assert!(!answer.out.contains("\n2. "), "{}", answer.out);
}

/// With best play on both sides the score is the one that the analysis gives,
/// whatever the komi.
#[test]
fn best_play_beside_cards_comes_to_the_forecast() {
    let home = directory("cards");
    let position = ["environment", "amazons", "L../#../..R"];
    let stack = ["--top", "2", "--step", "1/2"];
    let best = [&position[..], &stack, &["--json"]].concat();
    let best = type_to(&home, &best, &[]);
    let play = ["--play", "--left", "exact", "--right", "exact"];
    let played = [&position[..], &stack, &play].concat();
    let played = type_to(&home, &played, &[]);
    assert_eq!(played.code, Some(0), "{played:?}");
    let number = |text: &str, before: &str| -> String {
        let at = text
            .find(before)
            .unwrap_or_else(|| panic!("{before}: {text}"));
        let rest = &text[at + before.len()..];
        rest.split(['"', ' ', '\n', ',']).next().unwrap().to_owned()
    };
    let value = |text: &str| -> f64 {
        let (above, below) = text.split_once('/').unwrap_or((text, "1"));
        above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap()
    };
    let expected = value(&number(&best.out, "\"left_starts\":\""));
    let komi = value(&number(&played.out, "Right is given the komi "));
    let mut lines = played.out.lines().rev();
    let score = lines.find(|line| line.starts_with("Left ") && line.contains(", Right "));
    let score = score.unwrap_or_else(|| panic!("no score: {}", played.out));
    let net = match score.split_once(": ").unwrap().1 {
        "a tie" => 0.0,
        paid if paid.starts_with("Right") => value(&number(paid, "Right pays Left ")),
        paid => -value(&number(paid, "Left pays Right ")),
    };
    assert_eq!(net, expected - komi, "{}", played.out);
}

const BESIDE_CARDS: [&str; 6] = [
    "environment",
    "amazons",
    "L../.../..R",
    "--play",
    "--top",
    "2",
];

#[test]
fn moves_beside_cards_are_typed_as_elsewhere() {
    let home = directory("typed");
    let lines = "moves a3-b3/a3\na3 b3 a3\nundo\na3-b3\nnonsense\ncard\nquit";
    let answer = type_to(&home, &BESIDE_CARDS, &[lines]);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    answer.says(&[
        "  1 a3-b3/a3",
        "Left plays a3-b3/a3",
        "where does she shoot",
        "`nonsense` is no move here",
        "Left takes 2",
    ]);
}

#[test]
fn a_game_beside_cards_that_was_left_is_gone_on_with() {
    let home = directory("cards-left");
    let first = type_to(&home, &BESIDE_CARDS, &["card", "save game.txt", "quit"]);
    first.says(&["wrote game.txt"]);
    let resume = [&BESIDE_CARDS[..], &["--resume"]].concat();
    let second = type_to(&home, &resume, &["undo", "undo"]);
    assert!(!second.out.contains("komi"), "{}", second.out);
    second.says(&["Left has 2, ", "Left has 0, ", "nothing to take back"]);
    let new = [&BESIDE_CARDS[..], &["--new"]].concat();
    let third = type_to(&home, &new, &["load none.txt", "load game.txt"]);
    third.says(&["cannot read none.txt", "Left has 2, "]);
    assert_eq!(third.code, Some(0));
}

#[test]
fn quit_leaves_at_every_prompt() {
    let home = directory("quit");
    let cards = ["environment", "amazons", ".L..R", "--top", "2", "--play"];
    for (arguments, lines, asked) in [
        (&["--bid"][..], &["quit", "1/2"][..], "your step?"),
        (&["--bid"], &["1/2", "Q", "3"], "cards of -1?"),
        (
            &["--referee", "--right", "human"],
            &["card", "card", "exit", "1"],
            "takes cards till then?",
        ),
        (&[], &["quit", "card"], "Left>"),
    ] {
        let answer = type_to(&home, &[&cards[..], arguments].concat(), lines);
        assert_eq!(answer.code, Some(0), "{answer:?}");
        assert_eq!(answer.out.matches(asked).count(), 1, "{}", answer.out);
        let after = answer.out.split(asked).nth(1).unwrap_or_default();
        assert!(!after.contains(['?', '>']), "{}", answer.out);
    }
    let die = ["play", "latrunculus", "--white", "human", "--die"];
    let answer = type_to(&home, &die, &["quit", "3"]);
    assert_eq!(answer.out.matches("throws>").count(), 1, "{}", answer.out);
    let lost = ["play", "nim", "0", "--right", "human"];
    let answer = type_to(&home, &lost, &["QUIT", "board"]);
    assert_eq!(answer.out.matches("over (").count(), 1, "{}", answer.out);
}

#[test]
fn a_turn_with_a_die_is_played_pip_by_pip() {
    let home = directory("pips");
    let play = ["play", "latrunculus", "--white", "human", "--seed", "5"];
    // The first throw of this die is a six.
    let lines = [
        "e3-e4",
        "d6-d5-d9",
        "end",
        "x e3",
        "d6-d5",
        "d5-d6",
        "roll 3",
        "undo",
        "moves d6",
        "d6-d5-e4 x e3",
        "d6-d5-e4",
        "undo",
        "1000",
        "save half.txt",
        "d5-e4 x e3",
    ];
    let answer = type_to(&home, &play, &lines);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    answer.says(&[
        "1. Black throws 6>",
        "the piece on e3 is White's",
        "`d9` is no square",
        "you must move or kill something",
        "none of your pieces is next to e3",
        "the piece from d5 was on d6 in this turn",
        "undo what was done before you throw again",
        "20 d6-c5",
        "to kill e3 takes 7 pips, and 4 are left",
        "1. Black 6: d6-d5-e4, 4 left>",
        "there is no action 1000",
        "wrote half.txt",
    ]);
    // Nothing was played, so there is nothing to keep.
    assert!(!answer.out.contains("is kept"), "{}", answer.out);
    answer.says(&["5  . . .[.]. . . ."]);
}

#[test]
fn a_game_with_a_die_keeps_its_throws() {
    let home = directory("die");
    let play = ["play", "latrunculus", "--white", "human", "--seed", "5"];
    let prompts = |out: &str| -> Vec<String> {
        let words = out.split_inclusive('>').filter_map(|text| {
            let line = text.lines().last()?;
            line.ends_with('>').then(|| line.to_owned())
        });
        words.collect()
    };
    let whole = type_to(&home, &play, &["1", "end", "1", "end", "1", "end"]);
    let whole = prompts(&whole.out);
    let throws = |prompts: &[String]| -> Vec<String> {
        let fresh = prompts.iter().filter(|prompt| prompt.contains("throws"));
        fresh.cloned().collect()
    };
    let new = [&play[..], &["--new"]].concat();
    let first = type_to(&home, &new, &["1", "end"]);
    first.says(&["the game is kept"]);
    // Another seed does not change the die of a game that was begun.
    let again = ["play", "latrunculus", "--seed", "6", "--resume"];
    let second = type_to(
        &home,
        &again,
        &["1", "end", "undo", "1", "end", "save g.txt", "resign"],
    );
    second.says(&["White (Right) human"]);
    let seen = throws(&prompts(&second.out));
    let expected = throws(&whole);
    assert_eq!(seen[..2], [expected[1].clone(), expected[2].clone()]);
    assert_eq!(
        seen[2..],
        [
            expected[1].clone(),
            expected[2].clone(),
            expected[2].clone()
        ]
    );
    second.says(&["Black resigns: White wins"]);
    let saved = fs::read_to_string(home.join("g.txt")).unwrap();
    assert!(saved.contains("1. left [roll 6]"), "{saved}");
    assert!(saved.contains("[Seed \"5\"]"), "{saved}");
    // A die of one's own, and the computer's turns.
    let own = ["play", "latrunculus", "--white", "random", "--new", "--die"];
    let third = type_to(&home, &own, &["7", "2", "", "1", "", "3", "quit"]);
    third.says(&[
        "expected what a die shows",
        "1. Black throws 2:",
        "2. White, random throws 3:",
    ]);
    let loaded = type_to(&home, &new, &["load none.txt", "load g.txt"]);
    loaded.says(&["none.txt", "3. Black throws"]);
}
