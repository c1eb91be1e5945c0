//! Games beside cards at the keyboard.

use crate::common::{feed, prints, refuses, says};

/// `quit` leaves at every prompt before the game, at once and without an
/// error.
#[test]
fn quitting_is_accepted_while_bidding() {
    let bid = ["environment", "amazons", ".L..R", "--top", "2", "--bid"];
    let mut arguments = bid.to_vec();
    arguments.extend(["--play", "--new", "--right", "human"]);
    // Left bids the larger step and fewer cards, so Left names both.
    let answers = ["1/2", "3", "1/4", "5", "1/8", "7"];
    for (asked, word) in (0..answers.len()).zip(["quit", "q", "exit", "Quit", "quit", "q"]) {
        let mut lines = answers[..asked].to_vec();
        // What comes after it is not read.
        lines.extend([word, "1/16", "9"]);
        let answer = feed(&arguments, (lines.join("\n") + "\n").as_bytes());
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        let end = "left before the game began\n";
        assert!(answer.out.ends_with(end), "after {asked}: {}", answer.out);
        assert!(!answer.out.contains("such as"), "{}", answer.out);
    }
    let mut lines = answers.join("\n");
    lines.push_str("\nquit\n");
    let played = feed(&arguments, lines.as_bytes());
    played.says(&["left unfinished"]);
}

/// The means of openings are those of `legatus thermograph`.
#[test]
fn the_accounts_of_large_boards_are_exact() {
    for (board, mean) in [("8x2:a3,b7", "2"), ("9x2:a2,b5", "-17/4")] {
        let expected = feed(&["thermograph", "amazons", board, "--json"], b"").out;
        let member = format!("\"mean\":\"{mean}\"");
        assert!(expected.contains(&member), "{expected}");
        let answer = feed(
            &["environment", "amazons", board, "--play", "--new"],
            b"quit\n",
        );
        assert!(
            answer.out.contains(&format!(", mean {mean},")),
            "{}",
            answer.out
        );
        assert!(!answer.out.contains("about"), "{}", answer.out);
    }
}

/// Where the thermograph of a sum takes too much, what turns cost is not told.
#[test]
fn what_is_estimated_is_not_called_a_cost() {
    let sum = "amazons(\"8x2:a3,b7\") + amazons(\"7x2:a2,b4\")";
    let arguments = [
        "environment",
        sum,
        "--top",
        "0",
        "--step",
        "1/2",
        "--memory",
        "32M",
        "--play",
        "--new",
    ];
    let typed = feed(&arguments, b"why\ncard\nquit\n");
    typed.says(&[
        "wall about ",
        "what turns cost takes too much to find",
        "Left takes 0, at a cost that takes too much to find",
    ]);
    assert!(!typed.out.contains("costs"), "{}", typed.out);
    let mut arguments = arguments.to_vec();
    arguments.extend(["--left", "hotstrat", "--right", "hotstrat"]);
    let played = feed(&arguments, b"").out;
    assert!(played.contains("whose cost is not known"), "{played}");
    assert!(
        !played.contains("cost -") && !played.contains("costs -"),
        "{played}"
    );
}

/// Best play beside cards; the numbers are those of plain minimax.
#[test]
fn payoffs_beside_cards_have_their_fields() {
    prints(
        &["environment", "amazons", "R..L...R", "--json"],
        "{\"left_starts\":\"6\",\"right_starts\":\"-4\",\"left_stack\":\"5\",\"right_stack\":\"-5\",\
         \"left_wall\":\"1\",\"right_wall\":\"1\",\"left_difference\":\"0\",\
         \"right_difference\":\"0\",\"bound\":\"15/4\",\"longest_run\":5,\"top\":\"79/8\",\
         \"step\":\"1/4\",\"ones\":6,\"terminal\":\"-1/2\",\"cards\":51}\n",
    );
    let answer = feed(
        &[
            "environment",
            "-",
            "--top",
            "0",
            "--step",
            "1/4",
            "--ones",
            "2",
        ],
        b"+-1\n0\n",
    );
    answer.prints("1 -1\n0 0\n");
    let cards = |options: &[&str], code, words: &[&str]| {
        let mut arguments = vec!["environment", "amazons", ".L..R"];
        arguments.extend(options);
        refuses(&arguments, code, words);
    };
    cards(&["--step", "0"], 2, &["step", "above 0"]);
    cards(&["--step", "x"], 2, &["--step x"]);
    cards(&["--step", "1/3"], 2, &["power of two"]);
    cards(&["--top", "-2"], 2, &["below -1"]);
    cards(&["--ones", "-1"], 2, &["--ones -1"]);
    cards(&["--step", "1/1073741824"], 3, &["too many cards"]);
    cards(&["--ones", "99999999999"], 3, &["too many cards"]);
    cards(
        &["--play", "--left", "nobody"],
        2,
        &["nobody", "sentestrat"],
    );
    cards(
        &["--play", "--first", "third"],
        2,
        &["third", "left or right"],
    );
    refuses(
        &["environment", "legionnaires:centurion", "3x3"],
        2,
        &["may not end"],
    );
    refuses(&["environment", "nim", "9223372036854775808"], 3, &[]);
    refuses(
        &["environment", "*2", "--play"],
        2,
        &["positions, not with values"],
    );
}

/// A whole game by hand, with mistakes.
#[test]
fn games_beside_cards_are_played() {
    let board = [
        "environment",
        "amazons",
        ".L..R",
        "--top",
        "2",
        "--step",
        "1",
    ];
    let game = |options: &[&str], input: &[u8]| {
        let mut arguments = board.to_vec();
        arguments.push("--play");
        arguments.extend(options);
        let answer = feed(&arguments, input);
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        answer.out
    };
    let by_hand = game(
        &[],
        b"help\nfoo\nmoves\nhint\nwhy\n1\nundo\ncard\ncard\ncard\n",
    );
    says(
        &by_hand,
        &[
            "`foo` is no move",
            "which costs",
            "orthodox",
            "forecast",
            "unfinished",
        ],
    );
    let computers = ["--left", "exact", "--right", "orthodox", "--referee"];
    let played = game(&computers, b"");
    assert!(played.contains("unorthodox moves cost"), "{played}");
    let mut challenged = computers.to_vec();
    challenged.extend([
        "--challenger",
        "right",
        "--appraisal",
        "9",
        "--epsilon",
        "1",
    ]);
    assert!(game(&challenged, b"").contains("the challenge succeeds"));
    let bids = b"1/2\n3\n1/16\n9\nquit\n";
    let bid = feed(
        &[
            "environment",
            "amazons",
            ".L..R",
            "--top",
            "2",
            "--bid",
            "--play",
        ],
        bids,
    );
    bid.says(&["name a step below 1/8"]);
}
