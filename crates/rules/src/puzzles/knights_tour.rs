//! The knight's tour: a knight visits every square once.

use super::{Puzzle, PuzzleInfo};
use crate::bad_input::BadInput;
use crate::bits::Bits;
use crate::game::{Start, Variant};
use crate::grid::{Board, Geometry, MAX_SQUARES, read_size};
use std::cmp::Reverse;

/// What `legatus solve knights_tour` prints.
pub(super) static INFO: PuzzleInfo = PuzzleInfo {
    name: "knights_tour",
    title: "Knight's tour",
    rules: "A knight moves as in chess and may visit no square twice. It is solved when all \
            squares have been visited.",
    notation: "A size, `5x6`: the knight may begin anywhere; with a square, `5x6:a1`: it stands \
               there. Or rows from the top, parted by `/`: `N` the knight, `.` to be visited, `#` \
               visited or no square. A move is written b1-c3; where the knight may begin \
               anywhere, the first is the square.",
    variants: &[Variant::new(
        "closed",
        "from the last square the knight must be able to move to the first",
    )],
    starts: &[Start::new(
        "chessboard",
        "8x8:a1",
        "the chessboard, the knight in a corner",
    )],
    example: ["knights_tour", "8x8:a1"],
};

/// A board for a knight's tour.
#[derive(Clone, Debug)]
pub struct KnightsTour {
    geometry: &'static Geometry,
    /// The squares that have to be visited, the first left out.
    free: u128,
    /// Where the knight stands; it may begin anywhere otherwise.
    first: Option<u8>,
    closed: bool,
    /// The squares a knight's move away from each square.
    leaps: Vec<u128>,
    /// The symmetries of the board, the identity left out; those that keep
    /// the first square if the knight has to come back.
    symmetries: Vec<&'static [u8]>,
}

/// A tour that has come so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tour {
    free: u128,
    at: Option<u8>,
}

/// A knight's move; from nowhere, the square where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leap {
    from: Option<u8>,
    to: u8,
}

const LEAPS: [(isize, isize); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

const SHAPE: &str = "write a size and a square such as `5x6:a1`, a size, or rows with `N` the \
                     knight, `.` to be visited, `#` visited, `/` between rows";

impl KnightsTour {
    /// Reads a size, a size with a square, or rows of `N`, `.` and `#`.
    pub fn read(text: &str, variant: Option<&str>) -> Result<KnightsTour, BadInput> {
        let closed = match variant {
            None => false,
            Some("closed") => true,
            Some(other) => {
                let message = format!("knights_tour has no variant `{}`", other.escape_debug());
                let hint = "write `knights_tour`, or `knights_tour:closed`";
                return Err(BadInput::new(message, hint));
            }
        };
        let (geometry, free, first) = read(text.trim())?;
        // On a cycle through all squares it does not matter where it begins.
        let first = match first {
            None if closed => Some(free.first() as u8),
            first => first,
        };
        let free = match first {
            Some(first) => free & !(1 << first),
            None => free,
        };
        let squares = geometry.squares();
        let leaps: Vec<u128> = (0..squares)
            .map(|square| {
                let to = LEAPS.iter().filter_map(|&(down, right)| {
                    let row = (square / geometry.cols).checked_add_signed(down)?;
                    let col = (square % geometry.cols).checked_add_signed(right)?;
                    let inside = row < geometry.rows && col < geometry.cols;
                    inside.then_some(row * geometry.cols + col)
                });
                to.fold(0, |set, to| set | 1 << to)
            })
            .collect();
        let back = first.filter(|_| closed);
        let keeps = |symmetry: &&Vec<u8>| back.is_none_or(|f| symmetry[usize::from(f)] == f);
        let symmetries = geometry.symmetries.iter().skip(1).filter(keeps);
        Ok(KnightsTour {
            geometry,
            free,
            first,
            closed,
            leaps,
            symmetries: symmetries.map(Vec::as_slice).collect(),
        })
    }

    fn leaps(&self, from: u8) -> u128 {
        self.leaps[usize::from(from)]
    }

    /// How far a square is from the middle of the board: the square of twice
    /// the distance.
    fn outside(&self, square: u8) -> usize {
        let square = usize::from(square);
        let (row, col) = (square / self.geometry.cols, square % self.geometry.cols);
        let from = |place: usize, length: usize| (2 * place).abs_diff(length - 1).pow(2);
        from(row, self.geometry.rows) + from(col, self.geometry.cols)
    }

    /// The squares from which a free square can be entered or left.
    fn open(&self, tour: &Tour) -> u128 {
        let back = self.first.filter(|_| self.closed);
        [tour.at, back]
            .into_iter()
            .flatten()
            .fold(tour.free, |set, square| set | 1 << square)
    }

    /// Whether the free squares hang together, with the knight.
    fn hangs_together(&self, tour: &Tour) -> bool {
        let mut reached = match tour.at {
            Some(at) => self.leaps(at) & tour.free,
            None => 1 << tour.free.first(),
        };
        let mut front = reached;
        while front != 0 {
            let near = front.squares();
            let near = near.fold(0, |set, square| set | self.leaps[square]);
            front = near & tour.free & !reached;
            reached |= front;
        }
        reached == tour.free
    }

    /// The squares of one colour.
    fn dark(&self) -> u128 {
        let squares = 0..self.geometry.squares();
        let dark =
            squares.filter(|s| (s / self.geometry.cols + s % self.geometry.cols).is_multiple_of(2));
        dark.fold(0, |set, square| set | 1 << square)
    }
}

/// The board, the squares to visit, the first included, and where the knight
/// stands.
type Beginning = (&'static Geometry, u128, Option<u8>);

fn read(text: &str) -> Result<Beginning, BadInput> {
    let (size, square) = match text.split_once(':') {
        Some((size, square)) => (size, Some(square)),
        None => (text, None),
    };
    let Some((rows, cols)) = read_size(size) else {
        return read_rows(text);
    };
    // The empty board of this size says what is wrong with it.
    let board = Board::read(&format!("{rows}x{cols}"))?;
    let geometry = Geometry::of(board.rows, board.cols);
    let all = (0..geometry.squares()).fold(0, |set, square| set | 1 << square);
    let Some(name) = square else {
        return Ok((geometry, all, None));
    };
    let wanted = name.trim().to_lowercase();
    let mut squares = 0..geometry.squares();
    match squares.find(|&square| geometry.name(square) == wanted) {
        Some(square) => Ok((geometry, all, Some(square as u8))),
        None => Err(BadInput::new(
            format!("there is no square `{}` on this board", name.escape_debug()),
            "a1 is at the bottom left",
        )
        .at(size.chars().count() + 2)),
    }
}

fn read_rows(text: &str) -> Result<Beginning, BadInput> {
    let rows: Vec<&str> = text.split(['/', '|', '\n']).collect();
    let cols = rows.first().map_or(0, |row| row.chars().count());
    let (mut free, mut knight, mut square, mut column) = (0u128, None, 0, 1);
    for (number, row) in rows.iter().enumerate() {
        let length = row.chars().count();
        if length != cols || cols == 0 {
            let message = match cols {
                0 => "the board has no squares".to_owned(),
                _ => format!("row {} has {length} squares, row 1 has {cols}", number + 1),
            };
            return Err(BadInput::new(message, SHAPE).at(column));
        }
        for c in row.chars() {
            if square >= MAX_SQUARES {
                let message = format!("the board has more than {MAX_SQUARES} squares");
                return Err(BadInput::new(message, "ask for a smaller one"));
            }
            match c {
                '.' => free |= 1 << square,
                'N' | 'n' | 'K' | 'k' if knight.is_none() => {
                    free |= 1 << square;
                    knight = Some(square as u8);
                }
                'N' | 'n' | 'K' | 'k' => {
                    return Err(BadInput::new("there are two knights", SHAPE).at(column));
                }
                '#' => {}
                _ => {
                    let message = format!("`{}` is no square", c.escape_debug());
                    return Err(BadInput::new(message, SHAPE).at(column));
                }
            }
            square += 1;
            column += 1;
        }
        column += 1;
    }
    if free == 0 {
        return Err(BadInput::new("there is no square to visit", SHAPE));
    }
    Ok((Geometry::of(rows.len(), cols), free, knight))
}

impl Puzzle for KnightsTour {
    type State = Tour;
    type Move = Leap;

    fn start(&self) -> Tour {
        Tour {
            free: self.free,
            at: self.first,
        }
    }

    fn is_solved(&self, tour: &Tour) -> bool {
        let back = match (self.closed, self.first, tour.at) {
            (true, Some(first), Some(at)) => self.leaps(at).has(first.into()),
            _ => true,
        };
        tour.free == 0 && back
    }

    /// H. C. von Warnsdorff's order (1823): first to where the fewest moves
    /// lead on; of these to the one farthest from the middle.
    fn moves(&self, tour: &Tour, moves: &mut Vec<Leap>) {
        let before = moves.len();
        let to = match tour.at {
            Some(at) => self.leaps(at) & tour.free,
            None => tour.free,
        };
        moves.extend(to.squares().map(|to| Leap {
            from: tour.at,
            to: to as u8,
        }));
        moves[before..].sort_by_key(|leap| {
            let on = (self.leaps(leap.to) & tour.free).count_ones();
            (on, Reverse(self.outside(leap.to)))
        });
    }

    fn play(&self, tour: &Tour, leap: Leap) -> Tour {
        Tour {
            free: tour.free & !(1 << leap.to),
            at: Some(leap.to),
        }
    }

    /// A square that cannot be entered, or not left though it is not the last,
    /// or free squares that do not hang together.
    fn is_hopeless(&self, tour: &Tour) -> bool {
        if tour.free == 0 {
            return false;
        }
        let open = self.open(tour);
        let mut last = 0;
        // The squares that are a way out of one, two or three squares of
        // which the tour has to take both ways.
        let [mut once, mut twice, mut thrice] = [0u128; 3];
        for square in tour.free.squares() {
            let near = self.leaps[square] & open;
            match near.count_ones() {
                0 => return tour.at.is_some() || tour.free.count_ones() > 1,
                1 if self.closed => return true,
                // An end of the tour: where the knight may begin anywhere it
                // has two.
                1 => last += 1,
                2 if self.closed => {
                    thrice |= twice & near;
                    twice |= once & near;
                    once |= near;
                }
                _ => {}
            }
        }
        // The knight leaves one square and comes back to one: each has one way
        // left, or two if it is the same.
        let ends_of = match tour.at == self.first {
            true => 0,
            false => open & !tour.free,
        };
        if thrice != 0 || twice & ends_of != 0 {
            return true;
        }
        let ends = if tour.at.is_some() { 1 } else { 2 };
        last > ends || !self.hangs_together(tour)
    }

    fn normal(&self, tour: &Tour) -> Tour {
        let images = self.symmetries.iter().map(|symmetry| Tour {
            free: self.geometry.image(tour.free, symmetry),
            at: tour.at.map(|at| symmetry[usize::from(at)]),
        });
        images.fold(*tour, |least, image| {
            let key = |tour: &Tour| (tour.free, tour.at);
            if key(&image) < key(&least) {
                image
            } else {
                least
            }
        })
    }

    /// A knight's move changes the colour of its square.
    fn obstacle(&self) -> Option<String> {
        let dark = self.dark();
        let on = |set: u128| {
            (set & dark)
                .count_ones()
                .abs_diff((set & !dark).count_ones())
        };
        let all = match self.first {
            Some(first) => self.free | 1 << first,
            None => self.free,
        };
        let (a, b) = ((all & dark).count_ones(), (all & !dark).count_ones());
        let counts = format!(
            "{} squares of one colour and {} of the other",
            a.max(b),
            a.min(b)
        );
        let alternate = "the knight changes colour with every move";
        if self.closed && a != b {
            return Some(format!(
                "{alternate}, and there are {counts}: it cannot come back"
            ));
        }
        if on(all) > 1 {
            return Some(format!("{alternate}, and there are {counts}"));
        }
        let first = self.first?;
        let fewer = if a < b { dark } else { !dark };
        (a != b && fewer.has(first.into())).then(|| {
            format!("{alternate}, and there are {counts}: it must begin on the other colour")
        })
    }

    fn write(&self, tour: &Tour) -> String {
        Board::write(self.geometry.rows, self.geometry.cols, |square| {
            match (
                tour.at.map(usize::from) == Some(square),
                tour.free.has(square),
            ) {
                (true, _) => 'N',
                (false, true) => '.',
                (false, false) => '#',
            }
        })
    }

    fn write_move(&self, leap: Leap) -> String {
        let name = |square: u8| self.geometry.name(square.into());
        match leap.from {
            Some(from) => format!("{}-{}", name(from), name(leap.to)),
            None => name(leap.to),
        }
    }

    /// The board with the squares numbered in the order of the tour.
    fn show(&self, line: &[Leap]) -> String {
        let tour = self
            .first
            .into_iter()
            .chain(line.iter().map(|leap| leap.to));
        let mut numbers = vec![0; self.geometry.squares()];
        for (number, square) in tour.enumerate() {
            numbers[usize::from(square)] = number + 1;
        }
        let width = (line.len() + 1).to_string().len();
        let mut text = String::new();
        for row in numbers.chunks(self.geometry.cols) {
            let cells = row.iter().map(|number| match number {
                0 => format!("{:>width$}", "#"),
                number => format!("{number:>width$}"),
            });
            text.push_str(&cells.collect::<Vec<_>>().join(" "));
            text.push('\n');
        }
        text
    }
}
