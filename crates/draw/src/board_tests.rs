//! Boards checked as a page and a reader see them.

use super::{Last, board, played};
use rules::{Component, Figure, Scene};
use std::collections::BTreeSet;
use values::Player;

/// A game from a start, and the picture after its moves.
fn picture(game: &str, start: &str, moves: &[&str]) -> String {
    let start = Component::read(game, start).unwrap();
    let mut here = start.clone();
    let mut before = (start.scene(), start.clone());
    for (ply, text) in moves.iter().enumerate() {
        before = (here.traced(&start, &moves[..ply]), here.clone());
        let mut after = None;
        // Who makes the move is not asked: one of them can.
        for player in Player::BOTH {
            let _ = here.spoken_moves(player, &mut |mv, option| {
                let said = mv.to_string();
                if said == *text || here.turned(&said).as_deref() == Some(*text) {
                    after = Some(option);
                }
                std::ops::ControlFlow::Continue(())
            });
        }
        here = after.unwrap_or_else(|| panic!("{text} is a move"));
    }
    let scene = here.traced(&start, moves);
    let path = match moves.last() {
        Some(text) => before.1.paths(&before.0, text).remove(0),
        None => Vec::new(),
    };
    let last = Last {
        before: &before.0,
        path: &path,
    };
    let last = (!moves.is_empty()).then_some(&last);
    played(&scene, "a game", last, start.scene().bottom())
}

/// The spots of a picture that have a class, by name.
fn named<'s>(svg: &'s str, class: &str) -> Vec<&'s str> {
    svg.split("<g class=\"")
        .filter(|part| part.split('"').next().unwrap() == class)
        .map(|part| {
            let name = part.split("data-name=\"").nth(1).unwrap();
            name.split('"').next().unwrap()
        })
        .collect()
}

#[test]
fn every_spot_can_be_found() {
    let scene = Scene::board("W.#/..B", Figure::Pawn);
    let svg = board(&scene, "a board", &[5]);
    assert_eq!(svg.matches("data-spot=").count(), 6);
    assert!(svg.contains("aria-label=\"a2, white pawn\""), "{svg}");
    assert!(svg.contains("aria-label=\"c2, blocked\""));
    assert!(svg.contains("class=\"spot marked to\" data-spot=\"5\""));
    assert!(svg.contains("data-figure=\"pawn\""));
}

#[test]
fn an_amazon_has_come_from_somewhere_and_shot() {
    let svg = picture("amazons", "L../.../..R", &["a3-a1/a2"]);
    for (class, name) in [("from", "a3"), ("to", "a1"), ("shot", "a2")] {
        assert_eq!(named(&svg, &format!("spot marked {class}")), [name]);
    }
    assert!(svg.contains("aria-label=\"a2, burned\""));
    assert_eq!(svg.matches("class=\"last\"").count(), 3);
    assert!(svg.contains("data-bottom=\"right\""));
}

#[test]
fn every_move_is_one_domino() {
    let moves = ["a3a2", "b3c3", "b2b1"];
    let svg = picture("domineering", "3x3", &moves);
    assert_eq!(svg.matches("<g class=\"tile ").count(), 3);
    assert_eq!(svg.matches("<g class=\"tile left\"").count(), 1);
    assert_eq!(svg.matches("<g class=\"tile right\"").count(), 1);
    assert_eq!(svg.matches("<g class=\"tile left last\"").count(), 1);
    let svg = picture("cram", "3x3", &moves);
    assert_eq!(svg.matches("<g class=\"tile both").count(), 3);
    // A position alone does not tell what was covered together.
    let alone = Component::read("cram", "##./##./...").unwrap().scene();
    let svg = board(&alone, "", &[]);
    assert_eq!(svg.matches("<g class=\"tile").count(), 0);
    assert_eq!(svg.matches("square covered").count(), 4);
}

#[test]
fn what_was_taken_is_shown_where_it_was() {
    for (game, start, moves, last, all) in [
        ("nim", "3,4", &["take 2 from heap 4"][..], 2, 2),
        ("kayles", "7", &["split 7 into 4+1 taking 2"], 2, 2),
        (
            "kayles",
            "7",
            &["split 7 into 4+1 taking 2", "take 1 from heap 4"],
            1,
            3,
        ),
        // A girl without a leg; what hangs on an edge falls with it.
        ("hackenbush", "(l(r;l);r)", &["l1"], 3, 3),
        ("hackenbush", "(l(r;l);r)", &["r4"], 1, 1),
        // Pushed to the right from the second on, up to the gap.
        ("toppling_dominoes", "BWB.W", &["2>"], 2, 2),
        ("toppling_dominoes", "BWB.W", &["2<"], 2, 2),
    ] {
        let svg = picture(game, start, moves);
        assert_eq!(svg.matches("class=\"gone last\"").count(), last, "{game}");
        assert_eq!(svg.matches("class=\"gone").count(), all, "{game}");
    }
}

/// Whatever was played, the last move is seen; from any start, and however
/// the game goes on.
#[test]
fn the_last_move_is_marked_in_every_game() {
    for info in rules::games() {
        let game = rules::example_name(info);
        for seed in 0..8 {
            let start = Component::read(&game, info.standard()).unwrap();
            let (mut here, mut moves) = (start.clone(), Vec::<String>::new());
            let mut random = rules::Random::new(seed);
            for ply in 0..12 {
                let mut options = Vec::new();
                let _ = here.spoken_moves(Player::BOTH[ply % 2], &mut |mv, after| {
                    options.push((mv.to_string(), after));
                    std::ops::ControlFlow::Continue(())
                });
                if options.is_empty() {
                    break;
                }
                let chosen = random.below(options.len() as u64) as usize;
                let (text, after) = options.swap_remove(chosen);
                let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
                let before = here.traced(&start, &texts);
                let ways = here.paths(&before, &text);
                assert!(!ways.is_empty(), "{game} {} {text}", here.text());
                let path = ways[0].clone();
                // To pass, or to say that one has won, is seen on no square.
                if path.is_empty() {
                    break;
                }
                moves.push(text);
                here = after;
                let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
                let scene = here.traced(&start, &texts);
                let last = Last {
                    before: &before,
                    path: &path,
                };
                let svg = played(&scene, "", Some(&last), None);
                let marked = ["spot marked", "gone last", " last\" transform"];
                assert!(
                    marked.iter().any(|mark| svg.contains(mark)),
                    "{game} {} {moves:?}",
                    start.text()
                );
                assert_eq!(svg.matches("data-spot=").count(), scene.spots.len());
                // What was played changes where things are, not what there is.
                let alone = here.scene();
                let names = |scene: &Scene| -> BTreeSet<String> {
                    scene.spots.iter().map(|spot| spot.name.clone()).collect()
                };
                assert_eq!(names(&scene), names(&alone), "{game} {moves:?}");
            }
        }
    }
}

#[test]
fn words_say_what_is_where() {
    let words = |game: &str, position: &str, expected: &str| {
        let svg = board(&Component::read(game, position).unwrap().scene(), "", &[]);
        assert!(
            svg.contains(&format!("aria-label=\"{expected}\"")),
            "{game}: {svg}"
        );
    };
    words("nim", "3,4", "heap 2, stone 3 of 4");
    words("kayles", "12", "row 1, pin 12 of 12");
    words("nim", "1000000", "heap 1 of 1000000");
    words("hackenbush", "lre", "r2, red edge");
    words("toads_and_frogs", "tt.ff", "2, toad");
    words(
        "toppling_dominoes",
        "BW#",
        "3&gt;, green domino, to the right",
    );
    words("domineering", "#.", "a1, covered");
    words("col", "BW", "b1, white paint");
}

/// The largest board that people play is a small picture.
#[test]
fn pictures_are_small() {
    for (start, bound) in [("10x10", 32_000), ("6x6", 13_000)] {
        let scene = Component::read("amazons", start).unwrap().scene();
        let svg = board(&scene, "Amazons", &[]);
        assert!(svg.len() < bound, "{start}: {} bytes", svg.len());
    }
}
