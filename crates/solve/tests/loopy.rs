//! Play that may not end, against the definition on text.

use rules::{Component, Game, Position, Random, Rules};
use solve::{Convention, Fate, Loopy};
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use values::{Budget, Error, Player};

const CONVENTIONS: [Convention; 2] = [Convention::Normal, Convention::Misere];

/// A position as text, and who is to move.
type Node = (String, Player);

/// What becomes of all that can be reached from a text, straight from the
/// definition: who has a move to a loss in d moves wins in d + 1; who has only
/// moves to wins loses one move after the longest of them.
fn reference<G: Game>(game: &G, start: &str, convention: Convention) -> HashMap<Node, Fate> {
    let mut options: HashMap<Node, Vec<Node>> = HashMap::new();
    let mut waiting = vec![start.to_owned()];
    while let Some(text) = waiting.pop() {
        for player in Player::BOTH {
            let node = (text.clone(), player);
            if options.contains_key(&node) {
                continue;
            }
            let texts = game.slow_options(&text, player).expect("a second opinion");
            waiting.extend(texts.iter().cloned());
            let nodes = texts.into_iter().map(|text| (text, -player));
            options.insert(node, nodes.collect());
        }
    }
    let mut fates: HashMap<Node, Fate> = HashMap::new();
    for moves in 0.. {
        let mut found = Vec::new();
        for (node, options) in &options {
            if fates.contains_key(node) {
                continue;
            }
            let fate = |option| fates.get(option).copied();
            if options.is_empty() && convention == Convention::Misere {
                found.push((node.clone(), Fate::Wins(0)));
            } else if options
                .iter()
                .any(|o| matches!(fate(o), Some(Fate::Loses(_))))
            {
                found.push((node.clone(), Fate::Wins(moves)));
            } else if options
                .iter()
                .all(|o| matches!(fate(o), Some(Fate::Wins(_))))
            {
                found.push((node.clone(), Fate::Loses(moves)));
            }
        }
        if found.is_empty() {
            break;
        }
        fates.extend(found);
    }
    let nodes = options.into_keys();
    nodes
        .map(|node| {
            let fate = fates.get(&node).copied().unwrap_or(Fate::Draws);
            (node, fate)
        })
        .collect()
}

/// Compares every position, the best moves and the lines of play.
fn compare(game: &Rules, text: &str, convention: Convention) -> [usize; 3] {
    let start = game.read(text).unwrap();
    let loopy = Loopy::analyse(&start, convention, &Budget::unlimited()).unwrap();
    let mut seen = [0; 3];
    for ((text, player), fate) in reference(game, &start.text(), convention) {
        let here = game.read(&text).unwrap();
        let asked = format!("{text}, {player} to move, {convention:?}");
        assert_eq!(loopy.fate(&here, player), Some(fate), "{asked}");
        let negative = here.clone().negated();
        assert_eq!(loopy.fate(&negative, -player), Some(fate), "-{asked}");
        match loopy.best(&here, player) {
            Some((_, best)) => assert_eq!(best, fate, "{asked}"),
            None => assert_eq!(fate.moves(), Some(0), "{asked}"),
        }
        let line = loopy.line(&here, player).unwrap();
        match fate.moves() {
            Some(moves) => {
                assert_eq!(line.moves.len(), moves as usize, "{asked}");
                assert!(!line.repeats, "{asked}");
            }
            None => assert!(line.repeats, "{asked}"),
        }
        seen[match fate {
            Fate::Wins(_) => 0,
            Fate::Loses(_) => 1,
            Fate::Draws => 2,
        }] += 1;
    }
    seen
}

#[test]
fn every_position_is_what_the_definition_says() {
    let game = Rules::find("legionnaires:centurion").unwrap();
    let mut seen = [0; 3];
    for convention in CONVENTIONS {
        for start in [
            "2x2",
            "2x3",
            "3x3",
            "W.W/.B./B..",
            "BWB/..W",
            "BW",
            "B../...",
        ] {
            let found = compare(&game, start, convention);
            (0..3).for_each(|i| seen[i] += found[i]);
        }
    }
    // Both players with all moves.
    let impartial = Rules::find("legionnaires:centurion:impartial").unwrap();
    compare(&impartial, "W./.B/..", Convention::Normal);
    assert!(seen.iter().all(|&n| n > 100), "{seen:?}");
}

#[test]
fn random_positions_are_what_the_definition_says() {
    let game = Rules::find("legionnaires:centurion").unwrap();
    let mut random = Random::new(17);
    for like in ["2x4", "3x3", "2x3", "4x2"] {
        let like = game.read(&rules::blank(like)).unwrap();
        for round in 0..6 {
            let position = Game::scatter(&game, &like, &mut |n| random.below(n));
            if position.rank() <= 5 {
                compare(&game, &game.write(&position), CONVENTIONS[round % 2]);
            }
        }
    }
}

#[test]
fn ended_play_and_foreign_positions() {
    let read = |text: &str| Component::read("legionnaires:centurion", text).unwrap();
    let ended = read("./B");
    let loopy = Loopy::analyse(&ended, Convention::Normal, &Budget::unlimited()).unwrap();
    assert_eq!(loopy.fate(&ended, Player::Left), Some(Fate::Loses(0)));
    assert_eq!(loopy.outcome(&ended).unwrap().to_string(), "P");
    assert!(loopy.best(&ended, Player::Left).is_none());
    assert_eq!(loopy.positions(), 1);
    for foreign in [read("B/B"), read("3x3")] {
        assert_eq!(loopy.fate(&foreign, Player::Left), None);
        assert!(loopy.moves(&foreign, Player::Left).is_none());
        assert!(loopy.line(&foreign, Player::Left).is_none());
    }
}

#[test]
fn limits_stop_the_analysis() {
    let start = Component::read("legionnaires:centurion", "4x4").unwrap();
    let tight = Budget::new(Some(200_000));
    let stopped = Loopy::analyse(&start, Convention::Normal, &tight).err();
    assert_eq!(stopped, Some(Error::Memory { limit: 200_000 }));
    let flagged = Budget::unlimited();
    flagged.stop_flag().store(true, Ordering::Relaxed);
    let stopped = Loopy::analyse(&start, Convention::Normal, &flagged).err();
    assert_eq!(stopped, Some(Error::Interrupted));
    let wide = Component::read("legionnaires:centurion", "3x40").unwrap();
    let stopped = Loopy::analyse(&wide, Convention::Normal, &Budget::unlimited()).err();
    assert!(stopped.is_some_and(|error| error.is_limit()));
}
