//! Directions on a board, and how its symmetries turn them.

use super::super::cursor::{Cursor, suggestion};
use crate::bad_input::BadInput;

/// Rows down and columns to the right.
pub(crate) type Vector = (i16, i16);

const NORTH: Vector = (-1, 0);
const SOUTH: Vector = (1, 0);
const EAST: Vector = (0, 1);
const WEST: Vector = (0, -1);
const NORTHEAST: Vector = (-1, 1);
const NORTHWEST: Vector = (-1, -1);
const SOUTHEAST: Vector = (1, 1);
const SOUTHWEST: Vector = (1, -1);

/// The words for directions.
const WORDS: [(&str, &[Vector]); 15] = [
    ("north", &[NORTH]),
    ("south", &[SOUTH]),
    ("east", &[EAST]),
    ("west", &[WEST]),
    ("northeast", &[NORTHEAST]),
    ("northwest", &[NORTHWEST]),
    ("southeast", &[SOUTHEAST]),
    ("southwest", &[SOUTHWEST]),
    ("vertical", &[NORTH, SOUTH]),
    ("horizontal", &[EAST, WEST]),
    ("side", &[NORTH, SOUTH, EAST, WEST]),
    ("diagonal", &[NORTHEAST, NORTHWEST, SOUTHEAST, SOUTHWEST]),
    (
        "any",
        &[
            NORTH, SOUTH, EAST, WEST, NORTHEAST, NORTHWEST, SOUTHEAST, SOUTHWEST,
        ],
    ),
    // A board of hexagons is a rhombus: its rows are shifted by half a cell.
    ("hex", &[NORTH, SOUTH, EAST, WEST, NORTHEAST, SOUTHWEST]),
    (
        "knight",
        &[
            (-2, -1),
            (-2, 1),
            (-1, -2),
            (-1, 2),
            (1, -2),
            (1, 2),
            (2, -1),
            (2, 1),
        ],
    ),
];

/// The sides of a square, sorted.
pub(crate) fn sides() -> Vec<Vector> {
    vec![NORTH, WEST, EAST, SOUTH]
}

/// Where the cells of a pattern lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Along {
    /// In a line, in one of some directions.
    Line(Vec<Vector>),
    /// In a shape whose rows run in one of some directions, and perhaps in its
    /// mirror image.
    Shape { rows: Vec<Vector>, mirrored: bool },
}

/// The words for shapes.
const SHAPES: [&str; 3] = ["drawn", "turned", "mirrored"];

/// Reads words for directions, such as `side` or `north south`, or for a
/// shape, such as `turned mirrored`, if a colon follows them.
pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<Option<Along>, BadInput> {
    let mut ahead = cursor.clone();
    let mut words = Vec::new();
    let known =
        |word: &str| SHAPES.contains(&word) || WORDS.iter().any(|(known, _)| *known == word);
    let mut behind = None;
    while let Some(word) = ahead.word() {
        if known(&word) && words.iter().all(|word: &String| known(word)) {
            behind = Some(ahead.clone());
        }
        words.push(word);
    }
    if !ahead.take(":") {
        return match behind {
            None => Ok(None),
            Some(mut behind) => Err(behind.expected("write a colon behind the directions")),
        };
    }
    let (mut vectors, mut shapes) = (Vec::new(), Vec::new());
    for word in words {
        let shape = SHAPES.iter().find(|known| **known == word);
        let found = WORDS.iter().find(|(known, _)| *known == word);
        if shape.is_some() && !vectors.is_empty() || found.is_some() && !shapes.is_empty() {
            return Err(cursor.wrong(
                "a pattern is a line in directions or a shape, not both",
                "write directions, or `drawn`, `turned` and `mirrored`",
            ));
        }
        match (shape, found) {
            (Some(shape), _) => shapes.push(*shape),
            (None, Some((_, found))) => vectors.extend(found.iter().copied()),
            (None, None) => {
                let words = WORDS.iter().map(|(word, _)| *word);
                let known: Vec<&str> = words.chain(SHAPES).collect();
                return Err(cursor.wrong(
                    format!("`{word}` is no direction"),
                    suggestion(&word, &known),
                ));
            }
        }
        let _ = cursor.word();
    }
    if !shapes.is_empty() {
        let _ = cursor.take(":");
        let rows = match shapes.contains(&"turned") {
            true => sides(),
            false => vec![EAST],
        };
        let mirrored = shapes.contains(&"mirrored");
        return Ok(Some(Along::Shape { rows, mirrored }));
    }
    if vectors.is_empty() {
        return Err(cursor.expected("write a direction before the colon, such as `side`"));
    }
    let _ = cursor.take(":");
    vectors.sort_unstable();
    vectors.dedup();
    Ok(Some(Along::Line(vectors)))
}

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Edge {
    North,
    South,
    East,
    West,
}

impl Edge {
    /// Reads a word for a side of the board, if one is next.
    pub fn read(cursor: &mut Cursor<'_>) -> Option<Edge> {
        let edge = match cursor.peek_word()?.as_str() {
            "north" => Edge::North,
            "south" => Edge::South,
            "east" => Edge::East,
            "west" => Edge::West,
            _ => return None,
        };
        let _ = cursor.word();
        Some(edge)
    }

    /// Where the side lies, seen from the middle.
    fn vector(self) -> Vector {
        match self {
            Edge::North => NORTH,
            Edge::South => SOUTH,
            Edge::East => EAST,
            Edge::West => WEST,
        }
    }
}

/// A symmetry of the square lattice: first rows and columns are exchanged,
/// then rows are turned upside down, then columns are mirrored, where said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Turn {
    pub transposed: bool,
    pub flipped: bool,
    pub mirrored: bool,
}

impl Turn {
    /// The eight symmetries; the first is none.
    pub fn all() -> impl Iterator<Item = Turn> {
        (0..8).map(|n| Turn {
            transposed: n & 4 != 0,
            flipped: n & 1 != 0,
            mirrored: n & 2 != 0,
        })
    }

    /// Where a direction points afterwards.
    pub fn vector(self, (down, right): Vector) -> Vector {
        let (down, right) = match self.transposed {
            true => (right, down),
            false => (down, right),
        };
        let signed = |by: i16, turned: bool| if turned { -by } else { by };
        (signed(down, self.flipped), signed(right, self.mirrored))
    }

    /// Where a side of the board is afterwards.
    pub fn edge(self, edge: Edge) -> Edge {
        let turned = self.vector(edge.vector());
        let all = [Edge::North, Edge::South, Edge::East, Edge::West];
        let found = all.into_iter().find(|edge| edge.vector() == turned);
        found.unwrap_or(edge)
    }

    /// The symmetry in words.
    pub fn words(self) -> &'static str {
        match (self.transposed, self.flipped, self.mirrored) {
            (false, false, false) => "as it is",
            (false, true, false) => "upside down",
            (false, false, true) => "mirrored",
            (false, true, true) => "turned by 180°",
            (true, false, false) => "rows and columns exchanged",
            (true, true, true) => "rows and columns exchanged the other way",
            (true, false, true) => "turned clockwise",
            (true, true, false) => "turned anticlockwise",
        }
    }
}
