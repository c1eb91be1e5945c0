//! Peg solitaire: pegs jump over each other and go, until one is left.

use super::{Puzzle, PuzzleInfo};
use crate::bad_input::BadInput;
use crate::bits::Bits;
use crate::game::{Start, Variant};
use crate::grid::{Board, Cell, DIRECTIONS, Geometry};

/// What `legatus solve peg_solitaire` prints.
pub(super) static INFO: PuzzleInfo = PuzzleInfo {
    name: "peg_solitaire",
    title: "Peg solitaire",
    rules: "A peg jumps over a peg beside it, along a row or a column, into the hole behind it; \
            the peg that was jumped over is taken away. It is solved when one peg is left.",
    notation: "Rows from the top, parted by `/`: `o` a peg, `.` a hole, `#` no hole. A move is \
               written d2-d4.",
    variants: &[Variant::new(
        "d4",
        "the last peg must stand on this square; any square may be named",
    )],
    starts: &[
        Start::new(
            "english",
            "##ooo##/##ooo##/ooooooo/ooo.ooo/ooooooo/##ooo##/##ooo##",
            "the English board of 33 holes, empty in the middle",
        ),
        Start::new(
            "french",
            "##ooo##/#ooooo#/ooooooo/ooo.ooo/ooooooo/#ooooo#/##ooo##",
            "the French board of 37 holes, empty in the middle",
        ),
        Start::new(
            "french-c7",
            "##.oo##/#ooooo#/ooooooo/ooooooo/ooooooo/#ooooo#/##ooo##",
            "the French board, empty at a corner of the top row",
        ),
        Start::new(
            "cross",
            "##...##/##.o.##/..ooo../...o.../...o.../##...##/##...##",
            "a cross of six pegs on the English board",
        ),
    ],
    example: ["peg_solitaire:d4", "english"],
};

/// A board of peg solitaire with its pegs and where the last must stand.
#[derive(Clone, Debug)]
pub struct PegSolitaire {
    geometry: &'static Geometry,
    holes: u128,
    pegs: u128,
    goal: Option<usize>,
    jumps: Vec<Jump>,
    /// The symmetries of the board that keep the goal, the identity left out.
    symmetries: Vec<&'static [u8]>,
}

/// A jump from one hole over another to a third.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jump {
    from: u8,
    over: u8,
    to: u8,
}

impl Jump {
    /// The holes that it changes.
    fn holes(self) -> u128 {
        [self.from, self.over, self.to]
            .into_iter()
            .fold(0, |set, hole| set | 1 << hole)
    }
}

impl PegSolitaire {
    /// Reads rows of `o`, `.` and `#`, and the square where the last peg must
    /// stand, if it matters.
    pub fn read(text: &str, goal: Option<&str>) -> Result<PegSolitaire, BadInput> {
        let board = Board::read(text)?;
        // The board's letters for Black would be read as pegs of another kind.
        let wrong = text.chars().position(|c| "BbLlXx".contains(c));
        if let (Some(column), Some(_)) = (wrong, board.cells.iter().find(|c| **c == Cell::Left)) {
            return Err(BadInput::new(
                "there is one kind of pegs",
                "use `o` a peg, `.` a hole, `#` no hole, `/` between rows",
            )
            .at(column + 1));
        }
        let geometry = Geometry::of(board.rows, board.cols);
        let pegs: u128 = board.set(Cell::Right);
        let holes = pegs | board.set::<u128>(Cell::Empty);
        if pegs == 0 {
            return Err(BadInput::new(
                "there are no pegs",
                "use `o` a peg, `.` a hole, `#` no hole, such as `oo.`",
            ));
        }
        let goal = goal.map(|name| square(geometry, holes, name)).transpose()?;
        let jumps = jumps(geometry, holes);
        let keeps = |symmetry: &&Vec<u8>| {
            geometry.image(holes, symmetry) == holes
                && goal.is_none_or(|goal| usize::from(symmetry[goal]) == goal)
        };
        let symmetries = geometry.symmetries.iter().skip(1).filter(keeps);
        Ok(PegSolitaire {
            geometry,
            holes,
            pegs,
            goal,
            jumps,
            symmetries: symmetries.map(Vec::as_slice).collect(),
        })
    }

    /// Every jump lowers or raises by one the number of pegs on each of the
    /// three colours of the diagonals, so that which of the numbers are alike,
    /// even or odd, stays (M. Reiss, 1857). The classes for both directions
    /// of the diagonals.
    fn class(&self, pegs: u128) -> [bool; 4] {
        let odd = |diagonal: &dyn Fn(usize, usize) -> usize, colour: usize| {
            let on = pegs.squares().filter(|&square| {
                let (row, col) = (square / self.geometry.cols, square % self.geometry.cols);
                diagonal(row, col) % 3 == colour
            });
            on.count() % 2 == 1
        };
        let falling = |row: usize, col: usize| row + 2 * col;
        let rising = |row: usize, col: usize| row + col;
        [
            odd(&falling, 0) != odd(&falling, 1),
            odd(&falling, 1) != odd(&falling, 2),
            odd(&rising, 0) != odd(&rising, 1),
            odd(&rising, 1) != odd(&rising, 2),
        ]
    }
}

fn square(geometry: &Geometry, holes: u128, name: &str) -> Result<usize, BadInput> {
    let wanted = name.trim().to_lowercase();
    let mut squares = holes.squares();
    squares
        .find(|&square| geometry.name(square) == wanted)
        .ok_or_else(|| {
            BadInput::new(
                format!("there is no hole `{}` on this board", name.escape_debug()),
                "the last peg must stand on a square such as d4; a1 is at the bottom left",
            )
        })
}

/// Every jump of the board, those first that bring pegs together: what they
/// take away from the sum of the squared distances from the middle. The goal
/// in place of the middle does worse.
fn jumps(geometry: &Geometry, holes: u128) -> Vec<Jump> {
    let mut jumps = Vec::new();
    // Only along rows and columns.
    let straight = DIRECTIONS
        .iter()
        .enumerate()
        .filter(|(_, (down, right))| *down == 0 || *right == 0);
    let straight: Vec<usize> = straight.map(|(direction, _)| direction).collect();
    for from in holes.squares() {
        for &direction in &straight {
            if let [over, to, ..] = geometry.rays[from][direction][..]
                && holes.has(over.into())
                && holes.has(to.into())
            {
                let from = from as u8;
                jumps.push(Jump { from, over, to });
            }
        }
    }
    // Twice the distances, so that the middle of an even number is a number.
    let twice = |square: usize| [2 * (square / geometry.cols), 2 * (square % geometry.cols)];
    let middle = [geometry.rows - 1, geometry.cols - 1];
    let far = |square: u8| -> usize {
        let place = twice(square.into()).into_iter().zip(middle);
        place.map(|(x, y)| x.abs_diff(y).pow(2)).sum()
    };
    jumps.sort_by_key(|jump| far(jump.to) as isize - (far(jump.from) + far(jump.over)) as isize);
    jumps
}

impl Puzzle for PegSolitaire {
    type State = u128;
    type Move = Jump;

    fn start(&self) -> u128 {
        self.pegs
    }

    fn is_solved(&self, pegs: &u128) -> bool {
        match self.goal {
            Some(goal) => *pegs == 1 << goal,
            None => pegs.count_ones() == 1,
        }
    }

    fn moves(&self, pegs: &u128, moves: &mut Vec<Jump>) {
        let may = |jump: &&Jump| {
            let [from, over, to] =
                [jump.from, jump.over, jump.to].map(|hole| pegs.has(hole.into()));
            from && over && !to
        };
        moves.extend(self.jumps.iter().filter(may));
    }

    fn play(&self, pegs: &u128, jump: Jump) -> u128 {
        pegs ^ jump.holes()
    }

    fn normal(&self, pegs: &u128) -> u128 {
        let images = self.symmetries.iter();
        let images = images.map(|symmetry| self.geometry.image(*pegs, symmetry));
        images.fold(*pegs, u128::min)
    }

    fn obstacle(&self) -> Option<String> {
        let class = self.class(self.pegs);
        let ends = match self.goal {
            Some(goal) => 1 << goal,
            None => self.holes,
        };
        let mut ends = ends.squares();
        let possible = ends.any(|end| self.class(1 << end) == class);
        (!possible).then(|| {
            let place = self
                .goal
                .map(|goal| format!(" on {}", self.geometry.name(goal)));
            format!(
                "every jump changes the number of pegs on each of three colours of diagonals by \
                 one, which cannot leave a single peg{} (M. Reiss, 1857)",
                place.unwrap_or_default()
            )
        })
    }

    fn write(&self, pegs: &u128) -> String {
        Board::write(self.geometry.rows, self.geometry.cols, |square| {
            match (self.holes.has(square), pegs.has(square)) {
                (false, _) => '#',
                (true, true) => 'o',
                (true, false) => '.',
            }
        })
    }

    fn write_move(&self, jump: Jump) -> String {
        let name = |square: u8| self.geometry.name(square.into());
        format!("{}-{}", name(jump.from), name(jump.to))
    }
}
