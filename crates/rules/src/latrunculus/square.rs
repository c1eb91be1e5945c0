//! The squares of the board.

use crate::bad_input::BadInput;
use std::fmt;

/// A square, from a1 (0) along the ranks to h8 (63).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

/// The squares a King's move away from each square.
static AROUND: [u64; 64] = {
    let mut around = [0; 64];
    let mut i = 0;
    while i < 64 {
        around[i] = spread(1 << i) & !(1 << i);
        i += 1;
    }
    around
};

/// A set of squares and all squares a step away.
pub(super) const fn spread(set: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let row = set | ((set << 1) & NOT_A) | ((set >> 1) & NOT_H);
    row | (row << 8) | (row >> 8)
}

/// The squares of a set, from a1 on.
pub(super) fn members(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let first = Square::first(set)?;
        set &= set - 1;
        Some(first)
    })
}

impl Square {
    /// All squares, from a1 along the ranks.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }

    /// The square on this file and rank, both from 0.
    #[must_use]
    pub fn at(file: usize, rank: usize) -> Option<Square> {
        (file < 8 && rank < 8).then_some(Square((rank * 8 + file) as u8))
    }

    /// Its number, from a1 (0) along the ranks.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The set of this square alone.
    pub(super) fn bit(self) -> u64 {
        1 << self.0
    }

    /// The squares a step away.
    #[must_use]
    pub fn around(self) -> u64 {
        AROUND[self.index()]
    }

    /// The first square of a set.
    pub(super) fn first(set: u64) -> Option<Square> {
        (set != 0).then(|| Square(set.trailing_zeros() as u8))
    }

    /// How many steps a lone piece needs from here to there.
    #[must_use]
    pub fn distance(self, there: Square) -> u8 {
        let files = (self.0 % 8).abs_diff(there.0 % 8);
        let ranks = (self.0 / 8).abs_diff(there.0 / 8);
        files.max(ranks)
    }

    /// Reads `e4`.
    pub fn read(text: &str) -> Result<Square, BadInput> {
        let square = match text.as_bytes() {
            [file, rank] => Square::at(
                usize::from(file.to_ascii_lowercase().wrapping_sub(b'a')),
                usize::from(rank.wrapping_sub(b'1')),
            ),
            _ => None,
        };
        square.ok_or_else(|| {
            BadInput::new(
                format!("`{text}` is no square"),
                "squares are a1, bottom left, to h8",
            )
        })
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.0 % 8);
        write!(f, "{file}{}", self.0 / 8 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_named_and_read() {
        for square in Square::all() {
            assert_eq!(Square::read(&square.to_string()), Ok(square));
        }
        for text in ["", "a", "a0", "a9", "i1", "a10", "1a", "é1"] {
            assert!(Square::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn neighbours_are_at_distance_one() {
        for a in Square::all() {
            for b in Square::all() {
                assert_eq!(a.around() & b.bit() != 0, a.distance(b) == 1, "{a} {b}");
            }
        }
    }
}
