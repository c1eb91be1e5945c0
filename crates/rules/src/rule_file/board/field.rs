//! The cells of a board, and steps on it.

use super::direction::{Edge, Vector};
use super::syntax::Class;

/// The size of a board, and whether its ends meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Size {
    pub rows: u16,
    pub cols: u16,
    /// The last column is beside the first.
    pub ring: bool,
}

/// A place that need not be on the board: row and column.
pub(crate) type Point = (i16, i16);

impl Size {
    pub fn squares(self) -> usize {
        usize::from(self.rows) * usize::from(self.cols)
    }

    #[inline]
    pub fn point(self, square: usize) -> Point {
        let cols = usize::from(self.cols);
        ((square / cols) as i16, (square % cols) as i16)
    }

    /// The place so many steps on.
    #[inline]
    pub fn step(self, (row, col): Point, (down, right): Vector) -> Point {
        let (row, col) = (row + down, col + right);
        match self.ring {
            true => (row, col.rem_euclid(self.cols as i16)),
            false => (row, col),
        }
    }

    /// The square at a place, if there is one.
    #[inline]
    pub fn square(self, (row, col): Point) -> Option<usize> {
        let inside = (0..self.rows as i16).contains(&row) && (0..self.cols as i16).contains(&col);
        inside.then(|| row as usize * usize::from(self.cols) + col as usize)
    }

    /// Whether a square is on an edge of the board.
    pub fn on_edge(self, square: usize, edge: Edge) -> bool {
        let (row, col) = self.point(square);
        match edge {
            Edge::North => row == 0,
            Edge::South => row + 1 == self.rows as i16,
            Edge::West => col == 0,
            Edge::East => col + 1 == self.cols as i16,
        }
    }
}

/// Something one can look at: which letters a cell may have.
pub(crate) trait Look {
    fn size(&self) -> Size;

    /// The letters that may be on a square.
    fn at(&self, square: usize) -> Class;

    /// The letters that may be at a place; off the board it is `#`.
    #[inline]
    fn at_point(&self, point: Point) -> Class {
        self.size()
            .square(point)
            .map_or(1, |square| self.at(square))
    }
}

/// A position, letter by letter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Field {
    pub size: Size,
    pub cells: Vec<u8>,
}

impl Look for Field {
    #[inline]
    fn size(&self) -> Size {
        self.size
    }

    #[inline]
    fn at(&self, square: usize) -> Class {
        1 << self.cells[square]
    }
}

impl Field {
    /// The squares that are connected with `start` by steps, `start` first,
    /// on squares whose letters are in a class.
    pub fn group(&self, start: usize, class: Class, vectors: &[Vector]) -> Vec<usize> {
        let mut seen = vec![false; self.cells.len()];
        seen[start] = true;
        let mut group = vec![start];
        let mut done = 0;
        while let Some(&square) = group.get(done) {
            done += 1;
            for &vector in vectors {
                let near = self
                    .size
                    .square(self.size.step(self.size.point(square), vector));
                if let Some(near) = near
                    && !seen[near]
                    && self.at(near) & class != 0
                {
                    seen[near] = true;
                    group.push(near);
                }
            }
        }
        group
    }
}
