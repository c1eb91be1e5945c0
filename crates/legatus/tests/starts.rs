//! What is read as a position, who begins there, and what is said of a text
//! that is none.

use serde_json::{Value, json};

use crate::common::run;
use crate::common::type_to;
use crate::playing::directory;
use crate::requests::{begin, get};
use crate::web::server::{Directory, Server};

/// The one line on standard error with which a question is refused.
#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let answer = run(arguments);
    assert_eq!(
        (answer.out.as_str(), answer.code),
        ("", Some(2)),
        "{arguments:?}"
    );
    assert_eq!(
        answer.err.lines().count(),
        1,
        "{arguments:?}: {}",
        answer.err
    );
    answer.err
}

/// Boardman's table of starts has two of 5x5 and two of 6x6, and the empty
/// board is none of them.
#[test]
fn a_size_without_a_start_is_no_position() {
    for question in ["value", "outcome", "count", "moves", "tree", "thermograph"] {
        let said = refused(&[question, "legionnaires", "6x6"]);
        assert!(said.contains("6x6-12, 6x6-18"), "{question}: {said}");
    }
    let said = refused(&["value", "legionnaires", "5x5"]);
    assert!(said.contains("5x5-10, 5x5-12"), "{said}");
    let said = refused(&["value", "legionnaires:mace", "7x7"]);
    assert!(said.contains("7x7-8, 7x7-14, 7x7-22"), "{said}");
    let said = refused(&["value", "amazons", "4x4"]);
    assert!(said.contains("10x10, 8x8, 6x6"), "{said}");
    let said = refused(&["value", "toads_and_frogs", "1x5"]);
    assert!(said.contains("write the row out"), "{said}");
    let said = run(&["calc", "legionnaires(\"6x6\")"]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("6x6-12"), "{said:?}");
}

#[test]
fn an_empty_board_may_be_written_out_or_searched() {
    let empty = run(&["value", "legionnaires", "......./......."]);
    assert!(empty.out.starts_with("0\n"), "{empty:?}");
    // A board to be searched is a size and nothing more.
    let found = run(&["find", "legionnaires", "2x4", "--value", "*2"]);
    assert!(found.out.starts_with("W..B/.WB.\n"), "{found:?}");
    // Where the empty board is the start, a size is one.
    for (game, value) in [("domineering", "+-1"), ("cram", "0"), ("col", "0")] {
        let answer = run(&["value", game, "3x3"]);
        assert_eq!(answer.out.lines().next(), Some(value), "{game}");
    }
}

#[test]
fn sizes_and_heaps_are_read_as_people_write_them() {
    let three = run(&["value", "domineering", "3x3"]).out;
    for words in [
        &["3X3"][..],
        &["3 x 3"],
        &["3", "x", "3"],
        &["3", "X", "3"],
        &["3×3"],
        &[" 3x3 "],
    ] {
        let arguments = [&["value", "domineering"], words].concat();
        run(&arguments).prints(&three);
    }
    let start = run(&["moves", "legionnaires", "6x6-12", "--count"]).out;
    run(&["moves", "legionnaires", "6 X 6-12", "--count"]).prints(&start);
    let heaps = run(&["value", "nim", "3,4,5"]).out;
    run(&["value", "nim", "3", "4", "5"]).prints(&heaps);
    run(&["value", "nim", "3,", "4,", "5"]).prints(&heaps);
    let matched = run(&["match", "nim", "3", "4", "5", "--games", "2"]);
    assert_eq!(matched.code, Some(0), "{matched:?}");
}

#[test]
fn a_game_alone_asks_for_a_position() {
    for (game, example) in [
        ("clobber", "for example clobber 'BWB/WB.'"),
        (
            "legionnaires:mace",
            "for example legionnaires:mace 'W.W/.../B.B'",
        ),
        ("octal", "for example octal:0.137 '12'"),
    ] {
        for question in ["value", "outcome", "count", "thermograph"] {
            let said = refused(&[question, game]);
            let asked = format!("error: which position? {example}\n");
            assert_eq!(said, asked, "{question} {game}");
        }
    }
    let said = refused(&["value", "1", "+", "1"]);
    assert!(said.contains("quote it"), "{said}");
}

#[test]
fn only_names_that_are_near_are_suggested() {
    for (name, meant) in [
        ("nimm", Some("`nim`")),
        ("legionaires", Some("`legionnaires`")),
        ("amazon", Some("`amazons`")),
        ("domino", None),
        ("toads", Some("`toads_and_frogs`")),
        ("go", None),
        ("chess", None),
    ] {
        let said = refused(&["value", name, "3x3"]);
        assert!(
            said.contains(&format!("there is no game `{name}`")),
            "{said}"
        );
        match meant {
            Some(meant) => assert!(said.contains(meant), "{said}"),
            None => assert!(!said.contains("did you mean"), "{said}"),
        }
    }
}

/// "White starts play with the first move, in the tradition of chess."
#[test]
fn white_begins_in_legionnaires() {
    let home = directory("white-begins");
    let prompt = |arguments: &[&str]| {
        let answer = type_to(&home, &[arguments, &["--new"]].concat(), &["quit"]);
        let lines = answer.out.lines().find(|line| line.starts_with("1. "));
        lines.unwrap_or_default().to_owned()
    };
    let humans = ["--left", "human", "--right", "human"];
    let play = |words: &[&str]| prompt(&[&["play"], words, &humans].concat());
    assert_eq!(play(&["legionnaires", "4x4"]), "1. White> ");
    assert_eq!(play(&["legionnaires"]), "1. White> ");
    assert_eq!(
        play(&["legionnaires", "4x4", "--first", "black"]),
        "1. Black> "
    );
    // White has made the first move of Fig. 14(a).
    assert_eq!(play(&["legionnaires", "8x8-e6xg3"]), "1. Black> ");
    assert_eq!(play(&["clobber", "XXO"]), "1. Black> ");
    assert_eq!(
        play(&["legionnaires(\"3x3\") + legionnaires(\"2x2\")"]),
        "1. White> "
    );
    assert_eq!(play(&["-legionnaires(\"3x3\")"]), "1. White> ");
    // In a match the players begin in turn, White in the first game.
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/white-begins.txt");
    let played = [
        "match",
        "legionnaires",
        "3x3",
        "--games",
        "2",
        "--record",
        file,
    ];
    assert_eq!(run(&played).code, Some(0));
    let record = std::fs::read_to_string(file).unwrap();
    let first: Vec<&str> = record
        .lines()
        .filter_map(|line| line.strip_prefix("1. "))
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(first, ["right", "left"], "{record}");
}

#[test]
fn white_begins_in_the_page() {
    let data = Directory::new();
    let server = Server::start(&data);
    let begin = |body: Value| begin(&server, &body)["turn"].clone();
    let start = |position: &str| json!({"game": "legionnaires", "position": position});
    assert_eq!(begin(start("4x4")), "right");
    assert_eq!(begin(start("8x8-e6xg3")), "left");
    assert_eq!(
        begin(json!({"game": "legionnaires", "position": "4x4", "first": "left"})),
        "left"
    );
    assert_eq!(begin(json!({"game": "clobber", "position": "XXO"})), "left");
    let (_, page) = get(&server, "/game/legionnaires");
    assert!(page.contains("White begins"), "{page}");
    // A link to a game without a word about it still means that Left began.
    let (_, old) = get(
        &server,
        "/api/v1/replay?game=legionnaires&position=4x4&moves=b2xb3",
    );
    assert_eq!(
        serde_json::from_str::<Value>(&old).unwrap()["first"],
        "left"
    );
    // Sizes are offered where they are starts.
    assert!(!page.contains("name=\"rows\""), "{page}");
    let (_, page) = get(&server, "/game/domineering");
    assert!(page.contains("name=\"rows\""), "{page}");
}
