//! Games are written down and read again, and moves are understood as people
//! type them.

use play::{Contest, Record, State, Typed, find_player};
use rules::{Random, Rules};
use solve::Convention;
use values::Player;

use super::players::{TABLES, read};

#[test]
fn records_are_read_as_they_were_written() {
    let mut text = String::new();
    let mut played = Vec::new();
    for &(name, position) in TABLES {
        for convention in [Convention::Normal, Convention::Misere] {
            let start = read(name, position, convention);
            let random = find_player("random", &start).unwrap();
            let contest = Contest::new(start, [random, random]);
            let game = contest.game(1).unwrap();
            let mut record = Record::of(&game.start, &game.moves).unwrap();
            record.set("Remark", "a \"quoted\" \\ word");
            text.push_str(&format!("{record}\n"));
            played.push((record, game));
        }
    }
    let records = Record::read_all(&text).unwrap();
    assert_eq!(records.len(), played.len());
    for (read, (written, game)) in records.iter().zip(&played) {
        assert_eq!(read.headers, written.headers);
        assert_eq!(read.to_string(), written.to_string());
        let (start, moves) = read.replay().unwrap();
        assert_eq!(start.components(), game.start.components());
        assert_eq!(start.turn(), game.start.turn());
        assert_eq!(moves, game.moves);
    }
}

#[test]
fn bad_records_are_refused_with_the_line() {
    let begin = "[Legatus \"1\"]\n[Game \"nim\"]\n[Position \"2\"]\n[First \"left\"]\n\n";
    for (text, expected) in [
        ("[Legatus \"2\"]\n", "line 1: version 2"),
        ("[Game \"nim\"]\n", "line 1: a game begins with"),
        ("1. left a1\n", "line 1: a game begins with"),
        (
            &format!("{begin}2. left take 1 from heap 2"),
            "line 6: expected move 1",
        ),
        (
            &format!("{begin}1. up take 1 from heap 2"),
            "line 6: expected move 1",
        ),
        (&format!("{begin}1. left"), "line 6: expected move 1"),
        (
            &format!("{begin}1. left take 3 from heap 2"),
            "line 6: Left has no move",
        ),
        (
            &format!("{begin}1. right take 1 from heap 2"),
            "line 6: it is Left's turn",
        ),
        (
            &format!("{begin}1. left take 2 from heap 2\n2. right take 1 from heap 1"),
            "line 7: the game has ended",
        ),
        (
            &format!("{begin}1. left take 1 from heap 2\n[Game \"x\"]"),
            "line 7: a header among",
        ),
        ("[Legatus \"1\"]\n[Game nim]", "line 2: expected a header"),
        (
            "[Legatus \"1\"]\n[Game \"nim\"]",
            "line 1: the record does not say",
        ),
        (
            "[Legatus \"1\"]\n[Position \"2\"]",
            "line 1: a position without its game",
        ),
        (
            "[Legatus \"1\"]\n[Game \"nom\"]\n[Position \"2\"]",
            "line 1: there is no game",
        ),
    ] {
        let games = Record::read_all(text);
        let failure = match games {
            Err(bad) => bad,
            Ok(games) => games[0].replay().unwrap_err(),
        };
        let said = failure.to_string();
        assert!(said.starts_with(expected), "{text:?}: {said}");
    }
    let dice = "[Legatus \"1\"]\n\n; a comment\n1. white [roll 4] [card 3/4] e3-e4-f5 x g6\n";
    let games = Record::read_all(dice).unwrap();
    let turn = &games[0].plies[0];
    assert_eq!(
        (turn.player, turn.text.as_str()),
        (Player::Right, "e3-e4-f5 x g6")
    );
    assert_eq!(turn.notes[1], ("card".to_owned(), "3/4".to_owned()));
}

/// Legionnaires, Amazons and Nim.
fn begun() -> [State; 3] {
    [
        read("legionnaires", "8x8", Convention::Normal).with_turn(Player::Right),
        read("amazons", "L.../..../..#./...R", Convention::Normal),
        read("nim", "3,4,5", Convention::Normal),
    ]
}

#[test]
fn moves_are_understood_as_people_type_them() {
    let [legionnaires, amazons, nim] = begun();
    let domineering = read("domineering", "2x2", Convention::Normal);
    let kayles = read("kayles", "7,7", Convention::Normal);
    for (state, typed, means) in [
        (&legionnaires, "e6xg3", "e6xg3"),
        (&legionnaires, " E6 × G3 ", "e6xg3"),
        (&legionnaires, "e6-g3", "e6xg3"),
        (&legionnaires, "e6g3", "e6xg3"),
        (&legionnaires, "e6 g3", "e6xg3"),
        (&amazons, "a4-a1/d4", "a4-a1/d4"),
        (&amazons, "A4 a1 d4", "a4-a1/d4"),
        (&amazons, "a4a1d4", "a4-a1/d4"),
        (&nim, "heap 2 take 3", "take 3 from heap 4"),
        (&nim, "Take 3 from heap 5", "take 3 from heap 5"),
        (&nim, "take 5 from the heap 5", "take 5 from heap 5"),
        (&nim, "2 from 3", "take 2 from heap 3"),
        (&nim, "1", "take 1 from heap 3"),
        (&domineering, "a1 a2", "a2a1"),
        // From either end of a row.
        (
            &kayles,
            "split 7 into 4+2 taking 1",
            "split 7 into 2+4 taking 1",
        ),
        (
            &kayles,
            "split 2nd 7 into 0+5 taking 2",
            "take 2 from 2nd heap 7",
        ),
    ] {
        match state.understand(typed).unwrap() {
            Typed::Move(text, mv) => {
                assert_eq!(text, means, "{typed}");
                assert!(state.moves().unwrap().contains(&mv));
            }
            Typed::Illegal(reason) => panic!("{typed}: {reason}"),
        }
    }
}

/// Every move that a game lists is understood by its name, also where moves
/// are called by numbers, which are no places in the list then.
#[test]
fn listed_moves_are_understood_as_themselves() {
    let mut random = Random::new(5);
    for info in rules::games() {
        let needed = Rules::find(info.name).is_err();
        let name = match info.variants.first().filter(|_| needed) {
            Some(variant) => format!("{}:{}", info.name, variant.name),
            None => info.name.to_owned(),
        };
        let mut state = read(&name, info.example, Convention::Normal);
        for _ in 0..6 {
            let moves = state.spoken_moves().unwrap();
            for _ in 0..moves.len().min(6) {
                let (text, mv) = random.pick(&moves);
                let meant = Typed::Move(text.clone(), mv.clone());
                let understood = state.understand(text).unwrap();
                assert_eq!(understood, meant, "{name}");
            }
            if moves.is_empty() {
                break;
            }
            let (_, mv) = random.pick(&moves).clone();
            state.play(&mv);
        }
    }
    let treblecross = read("treblecross", "X...X", Convention::Normal);
    assert!(matches!(treblecross.understand("1"), Ok(Typed::Illegal(_))));
    assert!(matches!(treblecross.understand("2"), Ok(Typed::Move(text, _)) if text == "2"));
}

#[test]
fn illegal_moves_are_refused_with_a_reason() {
    let [legionnaires, amazons, nim] = begun();
    let kayles = read("kayles", "5", Convention::Normal);
    for (state, cases) in [
        (
            &legionnaires,
            &[
                "a1xb2 => the pawn on a1 is Left's, and it is Right's turn",
                "a4xb3 => there is no pawn on a4",
                "z9xb3 => z9 is not on the board, which goes from a1 to h8",
                "e6xd5 => there is no enemy on d5",
                "e6xc6 => c6 holds a pawn of Right's own",
                "a8xg3 => b7 is in the way",
                "e6xc1 => no diagonal from e6 comes next to c1",
                "hello => `hello` is no move here; the nearest are ",
                "999 => the list of moves goes from 1 to ",
            ][..],
        ),
        (
            &amazons,
            &[
                "d1-d2/d3 => the amazon on d1 is Right's",
                "c2-c3/c4 => c2 is burned",
                "a4-b2/b3 => an amazon goes straight or diagonally: no line from a4 to b2",
                "a4-d1/d2 => c2 is burned, and an amazon cannot pass it",
                "a4-b4 => where does she shoot? write a4-b4/SQUARE",
                "a4-b4/d3 => the arrow goes straight or diagonally",
                "a4-d4/d1 => an amazon on d1 is in the way of the arrow",
            ][..],
        ),
        (
            &nim,
            &[
                "heap 7 take 1 => there is no heap 7: there are 3",
                "take 1 from heap 9 => there is no heap of 9",
                "heap 1 take 9 => a heap of 3 has no 9 to take",
                "heap 1 take 0 => a move takes at least one",
                "take 1 => which heap?",
                "xyzzy => `xyzzy` is no move; write `heap 2 take 3`",
            ][..],
        ),
        (
            &kayles,
            &["take 3 => the rules do not allow to take 3 from a heap of 5; allowed: 1, 2"][..],
        ),
    ] {
        for (typed, reason) in cases.iter().map(|case| case.split_once(" => ").unwrap()) {
            match state.understand(typed).unwrap() {
                Typed::Illegal(said) => assert!(said.starts_with(reason), "{typed}: {said}"),
                Typed::Move(text, _) => panic!("{typed}: understood as {text}"),
            }
        }
    }
}
