//! The search for nim values against the definition, and known tables.

use crate::support::{full, options, reachable, seed};
use rules::{Component, Cram, Game, Position, Rules};
use solve::NimValues;
use std::collections::HashMap;
use values::{Budget, Player, Random};

/// How many random positions of each game: 20 000 with `LEGATUS_FULL`.
fn samples(few: usize) -> usize {
    match full() {
        true => 20_000,
        false => few,
    }
}

/// The mex of the options' values: no parts, no normal form, no closed form.
fn by_definition<P: Position>(position: &P, known: &mut HashMap<P, u64>) -> u64 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let options = options(position, Player::Left, usize::MAX);
    let values: Vec<u64> = options.iter().map(|o| by_definition(o, known)).collect();
    let mex = (0..).find(|value| !values.contains(value)).unwrap();
    known.insert(position.clone(), mex);
    mex
}

/// A position that random moves from this one reach, and from which at most
/// `most` are reached.
fn small<P: Position>(mut position: P, most: usize, random: &mut Random) -> P {
    while reachable(&position, most) > most {
        let options = options(&position, Player::Left, 200);
        position = options[random.below(options.len() as u64) as usize].clone();
    }
    position
}

fn agrees<G: Game>(game: &G, name: &str, like: &str, few: usize) {
    let like = game.read(like).unwrap();
    let budget = Budget::unlimited();
    let mut random = Random::new(seed(name));
    let (mut values, mut known) = (NimValues::new(), HashMap::new());
    let most = if full() { 2_000 } else { 300 };
    for _ in 0..samples(few) {
        let position = game.scatter(&like, &mut |n| random.below(n));
        let position = small(position, most, &mut random);
        let value = by_definition(&position, &mut known);
        let text = game.write(&position);
        // A question about 0 alone comes first, so that it is answered.
        let is_zero = values.is_zero(&position, &budget);
        assert_eq!(is_zero, Ok(value == 0), "{name} {text}");
        let mut afresh = NimValues::new();
        assert_eq!(afresh.value(&position, &budget), Ok(value), "{name} {text}");
        if random.below(2) == 0 {
            assert_eq!(values.value(&position, &budget), Ok(value), "{name} {text}");
        }
        if known.len() > 1 << 20 {
            known.clear();
        }
    }
}

/// Every impartial game, and every other with both players' moves open to
/// both.
#[test]
fn nim_values_agree_with_the_definition() {
    let mut games = 0;
    for info in rules::games() {
        for name in [info.name.to_owned(), format!("{}:impartial", info.name)] {
            let Ok(rules) = Rules::find(&name) else {
                continue;
            };
            let example: Component = rules.read(info.example).unwrap();
            if !example.is_impartial() || example.is_loopy() || example.heap_sum().is_some() {
                continue;
            }
            games += 1;
            agrees(&rules, &name, info.example, 6);
        }
    }
    assert!(games > 20, "{games} games");
}

/// In its own type, on boards that are small, long or both.
#[test]
fn cram_agrees_with_the_definition() {
    let game = Cram::<u64>::with_variant(None).unwrap();
    for like in ["4x4", "3x6", "2x11", "3x9", "5x9"] {
        agrees(&game, &format!("cram {like}"), like, 60);
    }
    let wide = Cram::<u128>::with_variant(None).unwrap();
    agrees(&wide, "cram 8x16", "8x16", 10);
}

/// Boards of up to 27 squares, with `LEGATUS_FULL` all.
#[test]
fn empty_boards_of_cram_have_the_printed_values() {
    let game = Cram::<u64>::with_variant(None).unwrap();
    let lines = include_str!("data/cram.tsv").lines();
    let mut boards = 0;
    for line in lines.filter(|line| !line.starts_with('#')) {
        let fields: Vec<u64> = line.split('\t').map(|f| f.parse().unwrap()).collect();
        let [rows, cols, value] = fields[..] else {
            panic!("{line}");
        };
        if rows * cols > 27 && !full() {
            continue;
        }
        boards += 1;
        for (rows, cols) in [(rows, cols), (cols, rows)] {
            let board = game.read(&format!("{rows}x{cols}")).unwrap();
            let budget = Budget::unlimited();
            let found = NimValues::new().value(&board, &budget);
            assert_eq!(found, Ok(value), "{rows}x{cols}");
            let is_zero = NimValues::new().is_zero(&board, &budget);
            assert_eq!(is_zero, Ok(value == 0), "{rows}x{cols}");
        }
    }
    assert!(boards > 20);
}

/// Values from 64 on are not excluded one by one.
#[test]
fn large_nim_values_are_found() {
    // A heap of Nim beside a board: heaps have a closed form, so the stalk of
    // a game without one must be long.
    let rules = Rules::find("hackenbush:impartial").unwrap();
    for edges in [1, 63, 64, 65, 100] {
        let position = rules.read(&"e".repeat(edges)).unwrap();
        let value = NimValues::new().value(&position, &Budget::unlimited());
        assert_eq!(value, Ok(edges as u64));
    }
}

/// A limit ends the search with an error, and it can go on afterwards.
#[test]
fn a_search_that_was_stopped_can_go_on() {
    let game = Cram::<u64>::with_variant(None).unwrap();
    let board = game.read("4x5").unwrap();
    let mut values = NimValues::new();
    let stopped = Budget::unlimited();
    stopped.hurry();
    assert!(values.value(&board, &stopped).is_err());
    assert_eq!(values.value(&board, &Budget::unlimited()), Ok(2));
}
