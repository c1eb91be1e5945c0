//! What a rule file says about moves on a board.

use super::direction::{Edge, Vector};
use values::Player;

/// A set of letters, a bit each. The first bit stands for what is not on the
/// board, `#`.
pub(crate) type Class = u16;

/// The most letters of cells, `#` included.
pub(crate) const MOST_LETTERS: usize = 16;

/// What becomes of each letter.
pub(crate) type Becomes = [u8; MOST_LETTERS];

/// Every letter stays.
pub(crate) const KEEP: Becomes = {
    let mut keep = [0; MOST_LETTERS];
    let mut letter = 0;
    while letter < MOST_LETTERS {
        keep[letter] = letter as u8;
        letter += 1;
    }
    keep
};

/// A cell of a pattern: what may be there, and what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Cell {
    pub class: Class,
    pub becomes: Becomes,
}

impl Cell {
    /// The letters that may be there.
    pub fn letters(&self) -> impl Iterator<Item = u8> + use<> {
        letters(self.class)
    }

    /// Whether every letter that may be there stays.
    pub fn keeps(&self) -> bool {
        self.letters()
            .all(|letter| self.becomes[usize::from(letter)] == letter)
    }
}

/// The letters of a class.
pub(crate) fn letters(class: Class) -> impl Iterator<Item = u8> + Clone + use<> {
    (0..MOST_LETTERS as u8).filter(move |letter| class >> letter & 1 == 1)
}

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Item {
    /// One cell.
    One(Cell),
    /// Cells that are repeated, at least and at most so many times.
    Many {
        cells: Vec<Cell>,
        least: u16,
        most: u16,
    },
}

impl Item {
    #[inline]
    pub fn cells(&self) -> &[Cell] {
        match self {
            Item::One(cell) => std::slice::from_ref(cell),
            Item::Many { cells, .. } => cells,
        }
    }
}

/// What lies in a line or in a shape, and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Pattern {
    pub items: Vec<Item>,
    /// The line afterwards, where blocks of it move.
    pub moved: Option<Moved>,
    /// Where the cells of a shape lie, seen from the first, when its rows run
    /// east; nothing where they lie in a line. All cells are single ones.
    pub shape: Vec<Vector>,
}

/// A line in which blocks move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Moved {
    /// The items that are blocks, as they were.
    pub blocks: Vec<usize>,
    /// The line afterwards.
    pub line: Vec<Piece>,
}

/// A part of a line in which blocks move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Piece {
    /// A letter.
    Letter(u8),
    /// A block, by its number, and what becomes of its letters.
    Block(usize, Becomes),
}

impl Pattern {
    /// Where a single cell of a number lies, seen from the first, if the line
    /// runs in a direction, or the rows of the shape do.
    #[inline]
    pub fn offset(&self, number: usize, (down, right): Vector) -> Vector {
        match self.shape.get(number) {
            None => (down * number as i16, right * number as i16),
            // The rows below lie clockwise of the direction of the rows.
            Some(&(below, along)) => (along * down + below * right, along * right - below * down),
        }
    }

    /// All cells, each item once.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.items.iter().flat_map(Item::cells)
    }

    /// Whether it is one cell.
    pub fn is_single(&self) -> bool {
        matches!(self.items[..], [Item::One(_)])
    }

    /// Whether nothing is repeated and no blocks move.
    pub fn is_plain(&self) -> bool {
        self.moved.is_none()
            && !self
                .items
                .iter()
                .any(|item| matches!(item, Item::Many { .. }))
    }
}

/// One line of a move: a pattern in one of several directions.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Leg {
    /// Sorted.
    pub vectors: Vec<Vector>,
    pub pattern: Pattern,
    /// It may be repeated from where it ended.
    pub again: bool,
}

/// What happens beside a move: every match of a leg from its last cell.
pub(crate) type Also = Leg;

/// A rule: a move is a leg after the other, each from where the last ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Rule {
    pub legs: Vec<Leg>,
    pub also: Vec<Also>,
    pub conditions: Vec<Condition>,
}

/// A condition on the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Condition {
    /// It must not hold.
    pub negated: bool,
    /// It is asked after the move.
    pub after: bool,
    pub test: Test,
}

/// What a condition asks.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Test {
    /// A pattern is seen from a cell in one of some directions.
    Seen {
        from: Place,
        vectors: Vec<Vector>,
        pattern: Pattern,
    },
    /// The cell is on an edge of the board.
    OnEdge { from: Place, edge: Edge },
    /// Cells of a class connect two edges of the board.
    Connected {
        class: Class,
        edges: [Edge; 2],
        vectors: Vec<Vector>,
    },
    /// A group of equal letters of a class touches none of another class.
    Enclosed {
        class: Class,
        free: Class,
        vectors: Vec<Vector>,
    },
}

/// From where a condition looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Place {
    /// The first cell of the move.
    Here,
    /// The last cell of the move.
    There,
    /// Any cell.
    Somewhere,
}

/// How the game ends, other than by a player who cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Ending {
    /// Nobody moves any more.
    Over,
    /// A player has won.
    Won(Player),
    /// Nobody wins.
    Drawn,
}

impl Ending {
    /// How a game ends that ends in several ways, in whatever order they are
    /// written.
    pub fn of(held: &[Ending]) -> Option<Ending> {
        let has = |ending| held.contains(&ending);
        match Player::BOTH.map(|player| has(Ending::Won(player))) {
            [true, true] => Some(Ending::Over),
            [true, false] => Some(Ending::Won(Player::Left)),
            [false, true] => Some(Ending::Won(Player::Right)),
            [false, false] if has(Ending::Over) => Some(Ending::Over),
            [false, false] => held.first().copied(),
        }
    }
}

/// All that a file says about moves on a board.
#[derive(Clone, Debug)]
pub(crate) struct Syntax {
    /// Left's rules and Right's.
    pub rules: [Vec<Rule>; 2],
    pub endings: Vec<(Ending, Condition)>,
}
