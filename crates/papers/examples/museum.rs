//! Finds the positions of the museum and prints its table:
//! `cargo run --release -p papers --example museum > crates/papers/data/museum.tsv`.
//!
//! Boards are searched from small to large, each from its smallest position
//! on; the first position of a value is kept. Of a value and its negative one
//! is shown, since exchanging the colours gives the other.

use papers::museum::Kind;
use positions::Solvers;
use std::collections::HashMap;
use std::ops::ControlFlow::Continue;
use values::{Arena, Budget, Notation, Outcome, Player, Value};

type Failure = Box<dyn std::error::Error>;

/// The boards of each game, from small to large.
const BOARDS: [(&str, &[&str]); 10] = [
    (
        "legionnaires",
        &["2x2", "2x3", "2x4", "3x3", "2x5", "2x6", "3x4", "2x7"],
    ),
    (
        "amazons",
        &[
            "1x2", "1x3", "1x4", "2x2", "1x5", "1x6", "2x3", "1x7", "2x4", "3x3", "2x5", "1x10",
            "3x4",
        ],
    ),
    (
        "domineering",
        &[
            "1x2", "2x2", "2x3", "3x2", "2x4", "4x2", "3x3", "3x4", "4x3", "4x4", "4x5", "5x4",
        ],
    ),
    ("cram", &["1x2", "2x2", "2x3", "2x4", "3x3", "3x4", "4x4"]),
    (
        "clobber",
        &[
            "1x2", "1x3", "1x4", "2x2", "1x5", "2x3", "1x7", "2x4", "3x3", "2x5", "1x10", "3x4",
        ],
    ),
    (
        "konane",
        &[
            "1x3", "1x4", "1x5", "2x3", "1x7", "2x4", "3x3", "1x9", "2x5", "3x4",
        ],
    ),
    (
        "snort",
        &[
            "1x1", "1x2", "1x3", "1x4", "2x2", "1x5", "2x3", "2x4", "3x3",
        ],
    ),
    (
        "col",
        &[
            "1x1", "1x2", "1x3", "1x4", "2x2", "1x5", "2x3", "2x4", "3x3",
        ],
    ),
    (
        "toads_and_frogs",
        &[
            "1x2", "1x3", "1x4", "1x5", "1x6", "1x7", "1x8", "1x9", "1x10", "1x11",
        ],
    ),
    (
        "toppling_dominoes",
        &[
            "1x1", "1x2", "1x3", "1x4", "1x5", "1x6", "1x7", "1x8", "1x9",
        ],
    ),
];
/// Games of heaps: single heaps up to this size.
const HEAPS: [(&str, u32); 5] = [
    ("nim", 8),
    ("kayles", 60),
    ("dawsons_kayles", 60),
    ("grundys_game", 60),
    ("one_two_three_nim", 4),
];
/// Hackenbush with up to this many edges.
const EDGES: usize = 6;
/// Longer values are not shown.
const LONGEST: usize = 13;
/// At most this many of each kind in a game, by the kind that says most.
const MOST: [(Kind, usize); 8] = [
    (Kind::Number, 16),
    (Kind::Nimber, 8),
    (Kind::Up, 12),
    (Kind::Tiny, 8),
    (Kind::Switch, 8),
    (Kind::Hot, 12),
    (Kind::Infinitesimal, 8),
    (Kind::Numberish, 8),
];

/// The first position of each value.
struct Found<'g> {
    game: &'g str,
    positions: HashMap<Value, String>,
    values: Vec<Value>,
}

impl<'g> Found<'g> {
    fn new(game: &'g str) -> Self {
        Found {
            game,
            positions: HashMap::new(),
            values: Vec::new(),
        }
    }

    fn keep(&mut self, value: Value, text: impl FnOnce() -> String) -> values::Result<()> {
        if self.positions.contains_key(&value) {
            return Ok(());
        }
        let text = text();
        // Nothing to do is a poor zero.
        if value != Value::ZERO || has_moves(self.game, &text)? {
            self.positions.insert(value, text);
            self.values.push(value);
        }
        Ok(())
    }
}

fn has_moves(game: &str, text: &str) -> values::Result<bool> {
    let board = positions::read(game, text).expect("it was written by its game");
    for player in Player::BOTH {
        if !board.moves(player, &Budget::unlimited())?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

fn main() -> Result<(), Failure> {
    println!("game\tvalue\tposition");
    for (game, boards) in BOARDS {
        let (mut arena, mut solvers, mut found) =
            (Arena::new(), Solvers::default(), Found::new(game));
        for board in boards {
            let board = positions::read(game, &rules::blank(board))?;
            board.survey(&mut solvers, &mut arena, &mut |_, text, value| {
                found.keep(value, text)?;
                Ok(Continue(()))
            })?;
        }
        // What was found on larger boards before.
        for start in rules::find(game)?.starts {
            if start.name.starts_with("museum-") {
                let board = positions::read(game, start.name)?;
                let value = board.value(&mut solvers, &mut arena)?;
                found.keep(value, || board.text())?;
            }
        }
        print(&mut arena, found)?;
    }
    let bushes = (0..=EDGES).flat_map(forests);
    listed("hackenbush", bushes)?;
    for (game, most) in HEAPS {
        listed(game, (0..=most).map(|size| size.to_string()))?;
    }
    Ok(())
}

/// The museum of a game whose positions are listed from small to large.
fn listed(game: &str, texts: impl Iterator<Item = String>) -> Result<(), Failure> {
    let (mut arena, mut solvers, mut found) = (Arena::new(), Solvers::default(), Found::new(game));
    for text in texts {
        let board = positions::read(game, &text)?;
        let value = board.value(&mut solvers, &mut arena)?;
        found.keep(value, || board.text())?;
    }
    print(&mut arena, found)
}

/// Whether the negative of a value is shown in its place.
fn is_mirrored(arena: &mut Arena, value: Value, text: &str) -> values::Result<bool> {
    let mean = arena.mean(value)?.signum();
    Ok(mean < 0
        || mean == 0
            && match arena.outcome(value)? {
                Outcome::L | Outcome::P => false,
                Outcome::R => true,
                Outcome::N => arena.text(-value, Notation::Ascii)?.as_str() < text,
            })
}

/// Prints what is shown of what was found: the shortest values of each kind.
fn print(arena: &mut Arena, found: Found<'_>) -> Result<(), Failure> {
    let mut shown: Vec<(Kind, usize, String, Value)> = Vec::new();
    for value in found.values {
        let text = arena.text(value, Notation::Ascii)?;
        if text.len() > LONGEST || is_mirrored(arena, value, &text)? {
            continue;
        }
        let first = Kind::of(arena, value, &text)?.first().copied();
        if let Some(kind) = first {
            shown.push((kind, text.len(), text, value));
        }
    }
    shown.sort();
    // A few integers are enough.
    let mut integers = 0;
    shown.retain(|(kind, _, text, _)| {
        let integer = *kind == Kind::Number && !text.contains('/');
        integers += usize::from(integer);
        !integer || integers <= INTEGERS
    });
    for (kind, most) in MOST {
        let of_kind = shown.iter().filter(|shown| shown.0 == kind);
        for (_, _, text, value) in of_kind.take(most) {
            println!("{}\t{text}\t{}", found.game, found.positions[value]);
        }
    }
    Ok(())
}

/// Every game shows at most this many integers.
const INTEGERS: usize = 7;

const COLOURS: [char; 3] = ['l', 'r', 'e'];

/// Every Hackenbush tree with this many edges that has one edge on the ground.
fn trees(edges: usize) -> Vec<String> {
    let tops = forests(edges - 1);
    let tree = |colour: char, top: &String| match top.as_str() {
        "." => colour.to_string(),
        top => format!("{colour}{top}"),
    };
    let trees = COLOURS.iter();
    trees
        .flat_map(|colour| tops.iter().map(|top| tree(*colour, top)))
        .collect()
}

/// Every Hackenbush position without cycles with this many edges.
fn forests(edges: usize) -> Vec<String> {
    if edges == 0 {
        return vec![".".to_owned()];
    }
    let mut all = trees(edges);
    let mut parts = Vec::new();
    for first in 1..edges {
        for tree in trees(first) {
            parts.push((tree, first));
        }
    }
    let mut several = Vec::new();
    grow(&parts, 0, edges, &mut Vec::new(), &mut several);
    all.extend(several);
    all
}

/// Adds the forests of at least two of `parts` with this many edges more.
fn grow<'p>(
    parts: &'p [(String, usize)],
    from: usize,
    left: usize,
    taken: &mut Vec<&'p str>,
    all: &mut Vec<String>,
) {
    if left == 0 {
        all.push(format!("({})", taken.join(";")));
        return;
    }
    for (i, (tree, edges)) in parts.iter().enumerate().skip(from) {
        if *edges <= left {
            taken.push(tree);
            grow(parts, i, left - edges, taken, all);
            taken.pop();
        }
    }
}
