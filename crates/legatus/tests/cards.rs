//! Games beside cards at the keyboard.

use crate::common::feed;

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
    assert!(played.out.contains("left unfinished"), "{}", played.out);
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
    for words in [
        "wall about ",
        "what turns cost takes too much to find",
        "Left takes 0, at a cost that takes too much to find",
    ] {
        assert!(typed.out.contains(words), "{words}: {}", typed.out);
    }
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
