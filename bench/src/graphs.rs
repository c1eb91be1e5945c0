//! Option graphs of small positions: the input of the benchmarks.
//!
//! The rules are written out here, as plainly as possible, so that the work
//! depends on no ruleset of either library.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;

/// Left's options are at this index, Right's at the other.
pub const LEFT: usize = 0;
/// See [`LEFT`].
pub const RIGHT: usize = 1;

/// The positions that can be reached from one start when either player may
/// move at every turn, identical ones merged.
pub struct Graph {
    /// Left's and Right's options of each position. Options come before the
    /// position (so the start is last), sorted and distinct.
    pub nodes: Vec<[Vec<u32>; 2]>,
}

/// One line per position: the numbers of Left's options, a bar, those of
/// Right's. Lines are numbered from 0.
impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |options: &[u32]| {
            let numbers: Vec<String> = options.iter().map(u32::to_string).collect();
            numbers.join(",")
        };
        for [left, right] in &self.nodes {
            writeln!(f, "{}|{}", list(left), list(right))?;
        }
        Ok(())
    }
}

/// A position in normal form.
trait Position: Copy + Eq + Hash {
    /// What one board shares between all of its positions.
    type Board;
    /// The options of a player, in normal form, possibly repeated.
    fn options(self, board: &Self::Board, player: usize) -> Vec<Self>;
}

struct Builder<'a, P: Position> {
    board: &'a P::Board,
    index: HashMap<P, u32>,
    nodes: Vec<[Vec<u32>; 2]>,
}

impl<P: Position> Builder<'_, P> {
    /// Numbers a position after its followers. Recursion is as deep as the
    /// game is long: a dozen moves.
    fn visit(&mut self, position: P) -> u32 {
        if let Some(&known) = self.index.get(&position) {
            return known;
        }
        let options = [LEFT, RIGHT].map(|player| {
            let mut options: Vec<u32> = position
                .options(self.board, player)
                .into_iter()
                .map(|option| self.visit(option))
                .collect();
            options.sort_unstable();
            options.dedup();
            options
        });
        let number = u32::try_from(self.nodes.len()).expect("small boards");
        self.nodes.push(options);
        self.index.insert(position, number);
        number
    }
}

fn build<P: Position>(board: &P::Board, start: P) -> Graph {
    let mut builder = Builder {
        board,
        index: HashMap::new(),
        nodes: Vec::new(),
    };
    builder.visit(start);
    Graph {
        nodes: builder.nodes,
    }
}

/// A rectangle of squares, numbered row by row; sets of squares are bit masks.
struct Rectangle {
    rows: i32,
    columns: i32,
    /// For each of the four symmetries that keep the value (rotating by a
    /// quarter does not, in Domineering), where each square goes.
    symmetries: [Vec<u32>; 4],
}

impl Rectangle {
    fn new(rows: i32, columns: i32) -> Self {
        let symmetries = [(false, false), (false, true), (true, false), (true, true)];
        let symmetries = symmetries.map(|(upside_down, mirrored)| {
            let mut image = Vec::new();
            for row in 0..rows {
                for column in 0..columns {
                    let row = if upside_down { rows - 1 - row } else { row };
                    let column = if mirrored {
                        columns - 1 - column
                    } else {
                        column
                    };
                    image.push((row * columns + column) as u32);
                }
            }
            image
        });
        Rectangle {
            rows,
            columns,
            symmetries,
        }
    }

    fn squares(&self) -> u32 {
        (self.rows * self.columns) as u32
    }

    /// The square that lies `down` rows below and `right` columns to the
    /// right of another, if it is on the board.
    fn step(&self, square: u32, down: i32, right: i32) -> Option<u32> {
        let (row, column) = (
            square as i32 / self.columns + down,
            square as i32 % self.columns + right,
        );
        let inside = (0..self.rows).contains(&row) && (0..self.columns).contains(&column);
        inside.then_some((row * self.columns + column) as u32)
    }

    fn image(set: u32, symmetry: &[u32]) -> u32 {
        let mut image = 0;
        for (from, to) in symmetry.iter().enumerate() {
            image |= (set >> from & 1) << to;
        }
        image
    }
}

/// Amazons with one amazon each: move like a queen, then burn a square that a
/// queen could move to from there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Amazons {
    burned: u32,
    amazons: [u32; 2],
}

impl Amazons {
    fn normal(self, board: &Rectangle) -> Self {
        let images = board.symmetries.iter().map(|symmetry| Amazons {
            burned: Rectangle::image(self.burned, symmetry),
            amazons: self.amazons.map(|square| symmetry[square as usize]),
        });
        images.min().expect("there are four symmetries")
    }
}

/// The squares a queen can move to, `occupied` being a set of squares.
fn queen_moves(board: &Rectangle, from: u32, occupied: u32) -> Vec<u32> {
    let mut squares = Vec::new();
    let steps = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
    for (down, right) in steps.filter(|step| *step != (0, 0)) {
        let mut square = from;
        while let Some(next) = board
            .step(square, down, right)
            .filter(|next| occupied >> next & 1 == 0)
        {
            squares.push(next);
            square = next;
        }
    }
    squares
}

impl Position for Amazons {
    type Board = Rectangle;

    fn options(self, board: &Rectangle, player: usize) -> Vec<Self> {
        let from = self.amazons[player];
        let others = self.burned | 1 << self.amazons[1 - player];
        let mut options = Vec::new();
        for to in queen_moves(board, from, others | 1 << from) {
            for arrow in queen_moves(board, to, others | 1 << to) {
                let mut option = self;
                option.amazons[player] = to;
                option.burned |= 1 << arrow;
                options.push(option.normal(board));
            }
        }
        options
    }
}

/// Amazons on `rows` rows and two columns, Left's amazon in the top left
/// corner and Right's in the bottom right one.
pub fn amazons(rows: i32) -> Graph {
    let board = Rectangle::new(rows, 2);
    let start = Amazons {
        burned: 0,
        amazons: [0, board.squares() - 1],
    };
    build(&board, start.normal(&board))
}

/// Domineering: Left places vertical dominoes, Right horizontal ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Domineering {
    free: u32,
}

/// The dominoes of a player that fit on the free squares.
fn dominoes(board: &Rectangle, free: u32, player: usize) -> impl Iterator<Item = u32> {
    let (down, right) = if player == LEFT { (1, 0) } else { (0, 1) };
    (0..board.squares()).filter_map(move |square| {
        let domino = 1 << square | 1 << board.step(square, down, right)?;
        (free & domino == domino).then_some(domino)
    })
}

impl Domineering {
    /// Squares on which nobody can ever play count as covered.
    fn normal(self, board: &Rectangle) -> Self {
        let players = [LEFT, RIGHT].into_iter();
        let playable = players
            .flat_map(|player| dominoes(board, self.free, player))
            .fold(0, |set, domino| set | domino);
        let images = board
            .symmetries
            .iter()
            .map(|symmetry| Rectangle::image(playable, symmetry));
        Domineering {
            free: images.min().expect("there are four symmetries"),
        }
    }
}

impl Position for Domineering {
    type Board = Rectangle;

    fn options(self, board: &Rectangle, player: usize) -> Vec<Self> {
        dominoes(board, self.free, player)
            .map(|domino| {
                Domineering {
                    free: self.free & !domino,
                }
                .normal(board)
            })
            .collect()
    }
}

/// Domineering on an empty rectangle.
pub fn domineering(rows: i32, columns: i32) -> Graph {
    let board = Rectangle::new(rows, columns);
    let start = Domineering {
        free: (1 << board.squares()) - 1,
    };
    build(&board, start.normal(&board))
}
