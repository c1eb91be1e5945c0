//! A row of places: what strip games are played on.

use crate::bad_input::BadInput;
use crate::bits::both;
use crate::grid::{Board, Cell, read_size};
use crate::key::Key;

/// Two sets of places of a row, which may overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Strip {
    pub(crate) sets: [u128; 2],
    pub(crate) len: u8,
}

impl Strip {
    /// Reads one row. `letter` translates the game's own letters to those of
    /// boards.
    pub(crate) fn read(
        text: &str,
        letter: impl Fn(char) -> char,
    ) -> Result<(Strip, Board), BadInput> {
        if read_size(text).is_some() {
            return Err(BadInput::new(
                format!("`{}` is no row", text.trim()),
                "a size does not say what stands where: write the row out",
            ));
        }
        let text: String = text.chars().map(letter).collect();
        let board = Board::read(&text)?;
        if board.rows > 1 {
            return Err(BadInput::new(
                format!("there are {} rows", board.rows),
                "write one row",
            ));
        }
        let strip = Strip {
            sets: [board.set(Cell::Left), board.set(Cell::Right)],
            len: board.cols as u8,
        };
        Ok((strip, board))
    }

    #[inline]
    pub(crate) fn pack(&self) -> Key {
        let [a, b] = self.sets;
        Key {
            words: [a as u64, b as u64, (a >> 64) as u64, (b >> 64) as u64],
            shape: u64::from(self.len),
        }
    }

    #[inline]
    pub(crate) fn unpack(key: &Key) -> Option<Strip> {
        Some(Strip {
            sets: key.planes(),
            len: u8::try_from(key.shape).ok()?,
        })
    }

    pub(crate) fn places(&self) -> std::ops::Range<usize> {
        0..usize::from(self.len)
    }

    /// A strip of this length with what `at` puts on each place.
    pub(crate) fn filled(&self, at: impl FnMut(usize) -> [bool; 2]) -> Strip {
        let mut sets = [0, 0];
        for (place, kinds) in self.places().map(at).enumerate() {
            for (set, has) in sets.iter_mut().zip(kinds) {
                *set |= u128::from(has) << place;
            }
        }
        Strip { sets, ..*self }
    }

    /// The places from `from` on, `len` of them.
    #[inline]
    pub(crate) fn cut(&self, from: usize, len: usize) -> Strip {
        let keep = u128::MAX >> (128 - len.max(1));
        Strip {
            sets: both(self.sets, |set| (set >> from) & keep),
            len: len as u8,
        }
    }

    #[inline]
    pub(crate) fn reversed(&self) -> Strip {
        let gap = 128 - u32::from(self.len);
        Strip {
            sets: both(self.sets, |set| set.reverse_bits() >> gap),
            ..*self
        }
    }

    /// The players exchanged.
    #[inline]
    pub(crate) fn exchanged(&self) -> Strip {
        let [left, right] = self.sets;
        Strip {
            sets: [right, left],
            ..*self
        }
    }

    /// Which of the two sets a place is in.
    #[inline]
    pub(crate) fn at(&self, place: usize) -> [bool; 2] {
        both(self.sets, |set| set >> place & 1 == 1)
    }

    pub(crate) fn write(&self, symbol: impl Fn([bool; 2]) -> char) -> String {
        self.places().map(|place| symbol(self.at(place))).collect()
    }

    /// The places with their numbers below them.
    pub(crate) fn draw(&self, symbol: impl Fn([bool; 2]) -> char) -> String {
        let width = self.len.to_string().len() + 1;
        let line = |cell: &dyn Fn(usize) -> String| -> String {
            let row: String = self
                .places()
                .map(|p| format!("{:>width$}", cell(p)))
                .collect();
            row + "\n"
        };
        line(&|p| symbol(self.at(p)).to_string()) + &line(&|p| (p + 1).to_string())
    }
}
