//! Free squares in rows that follow each other without gaps, for boards too
//! wide for [`Bitboard8`](crate::bitboard8::Bitboard8).

use crate::bits::Bits;

/// The free squares of a board with at most sixteen rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed<B> {
    pub free: B,
    pub rows: usize,
    pub cols: usize,
}

/// Rows and columns that a board may have.
const MOST: usize = 16;

/// The squares of the first column, by the number of columns.
const FIRST_COLUMN: [u128; MOST + 1] = {
    let mut sets = [0; MOST + 1];
    let mut cols = 1;
    while cols <= MOST {
        let mut row = 0;
        while row < MOST && row * cols < 128 {
            sets[cols] |= 1 << (row * cols);
            row += 1;
        }
        cols += 1;
    }
    sets
};

/// The bits of a byte, as many places apart as the first index says.
static APART: [[u128; 256]; MOST + 1] = {
    let mut sets = [[0; 256]; MOST + 1];
    let mut apart = 1;
    while apart <= MOST {
        let mut byte = 0;
        while byte < 256 {
            let mut bit = 0;
            while bit < 8 {
                sets[apart][byte] |= ((byte as u128 >> bit) & 1) << (bit * apart);
                bit += 1;
            }
            byte += 1;
        }
        apart += 1;
    }
    sets
};

impl<B: Bits> Packed<B> {
    /// Whether boards of this size fit.
    pub fn fit(rows: usize, cols: usize) -> bool {
        // No shift by a row leaves the word.
        rows <= MOST && cols <= MOST && rows * cols <= B::MAX && cols < B::MAX
    }

    fn first_column(self) -> B {
        B::narrow(FIRST_COLUMN[self.cols])
    }

    fn last_column(self) -> B {
        self.first_column().later(self.cols - 1)
    }

    fn with(self, free: B) -> Self {
        Packed { free, ..self }
    }

    /// One row, from its first column on.
    pub fn row(self, row: usize) -> u32 {
        self.free.earlier(row * self.cols).widen() as u32 & ((1 << self.cols) - 1)
    }

    /// Every square moved to the next column.
    fn moved_right(self, set: B) -> B {
        (set & !self.last_column()).later(1)
    }

    /// Every square moved to the column before.
    fn moved_left(self, set: B) -> B {
        (set & !self.first_column()).earlier(1)
    }

    /// Takes the squares out that are connected, side by side, to the first.
    fn take_region(&mut self) -> Self {
        let mut region = B::one(self.free.first());
        loop {
            let sides = self.moved_right(region) | self.moved_left(region);
            let ends = region.later(self.cols) | region.earlier(self.cols);
            let wider = (region | sides | ends) & self.free;
            if wider == region {
                break;
            }
            region = wider;
        }
        self.free &= !region;
        self.with(region)
    }

    /// The connected parts of more than one square, on the smallest boards
    /// that hold them.
    pub fn parts(mut self) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || {
            while !self.free.is_empty() {
                let region = self.take_region();
                if !region.free.rest().is_empty() {
                    return Some(region.cropped());
                }
            }
            None
        })
    }

    /// The smallest board that holds the squares, of which there are some.
    fn cropped(self) -> Self {
        let first = self.free.first() / self.cols;
        let rows = self.free.last() / self.cols + 1 - first;
        let free = self.free.earlier(first * self.cols);
        let moved = Packed { free, rows, ..self };
        let used = (0..rows).fold(0, |used, row| used | moved.row(row));
        let gap = used.trailing_zeros() as usize;
        let cols = 32 - used.leading_zeros() as usize - gap;
        if cols == self.cols {
            return moved;
        }
        let mut free = B::default();
        for row in 0..rows {
            let squares = B::narrow(u128::from(moved.row(row) >> gap));
            free |= squares.later(row * cols);
        }
        Packed { free, rows, cols }
    }

    /// Rows and columns exchanged.
    pub fn transposed(self) -> Self {
        let apart = &APART[self.rows];
        let mut free = 0;
        for row in 0..self.rows {
            let squares = self.row(row) as usize;
            free |= apart[squares & 0xff] << row;
            if squares > 0xff {
                free |= apart[squares >> 8] << (row + 8 * self.rows);
            }
        }
        Packed {
            free: B::narrow(free),
            rows: self.cols,
            cols: self.rows,
        }
    }

    /// The least of the four images that reflections give.
    fn least_reflection(self) -> Self {
        let row = B::narrow((1 << self.cols) - 1);
        let upside_down = |set: B| {
            (0..self.rows).fold(B::default(), |image, number| {
                image.later(self.cols) | set.earlier(number * self.cols) & row
            })
        };
        let turned = self.free.reversed();
        let turned = turned.earlier(B::MAX - self.rows * self.cols);
        // A mirror image is half a turn upside down.
        let images = [upside_down(self.free), turned, upside_down(turned)];
        self.with(images.into_iter().fold(self.free, B::min))
    }

    /// The least image with at most as many rows as columns, and whether rows
    /// and columns are exchanged in it.
    pub fn least(self) -> (Self, bool) {
        if self.rows < self.cols {
            return (self.least_reflection(), false);
        }
        let transposed = self.transposed().least_reflection();
        if self.rows == self.cols {
            let upright = self.least_reflection();
            if upright.free <= transposed.free {
                return (upright, false);
            }
        }
        (transposed, true)
    }

    /// How many dominoes more than Right's Left has place for; those that the
    /// other cannot touch count twice.
    pub fn places(self) -> i32 {
        let own = |board: Self| {
            let beside = board.moved_right(board.free) | board.moved_left(board.free);
            let alone = board.with(board.free & !beside);
            (board.upright_dominoes() + alone.upright_dominoes()) as i32
        };
        own(self) - own(self.transposed())
    }

    /// How many vertical dominoes fit.
    fn upright_dominoes(self) -> usize {
        let (mut set, mut count) = (self.free, 0);
        while !set.is_empty() {
            let first = set & !set.later(self.cols);
            let second = set & first.later(self.cols);
            count += second.len();
            set &= !(first | second);
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard8::Bitboard8;

    fn agrees<B: Bits>() {
        for (rows, cols) in (1..=8).flat_map(|rows| (1..=8).map(move |cols| (rows, cols))) {
            for i in 1..60u64 {
                let noise = i.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(20);
                let noise = noise & (u64::MAX >> (64 - rows * cols));
                let small = Bitboard8::unpack(noise, cols);
                let free = B::narrow(u128::from(noise));
                let wide = Packed { free, rows, cols };
                let narrowed = |set: B, cols| Bitboard8::unpack(set.widen() as u64, cols);
                let across = wide.transposed();
                assert_eq!((across.rows, across.cols), (cols, rows));
                assert_eq!(narrowed(across.free, rows), small.transposed());
                let least = narrowed(wide.least_reflection().free, cols);
                assert_eq!(least, small.least_reflection(rows, cols));
                let (least, _) = wide.least();
                let image = narrowed(least.free, least.cols);
                let expected = small.least_image(rows, cols);
                assert_eq!((image, least.rows, least.cols), expected);
                assert_eq!(wide.places(), super::super::places::places(small));
                let parts: Vec<_> = wide.parts().collect();
                let expected: Vec<_> = small.cropped_parts().collect();
                assert_eq!(parts.len(), expected.len());
                for (part, expected) in parts.iter().zip(expected) {
                    let part = (narrowed(part.free, part.cols), part.rows, part.cols);
                    assert_eq!(part, expected);
                }
            }
        }
    }

    #[test]
    fn small_boards_are_as_they_are_with_eight_bits_a_row() {
        agrees::<u64>();
        agrees::<u128>();
    }

    #[test]
    fn wide_boards_are_transposed_twice_to_what_they_were() {
        for (rows, cols) in [(9, 9), (8, 16), (16, 8), (7, 12), (12, 7), (2, 16)] {
            for i in 1..60u128 {
                let noise = i.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
                let free = noise & (u128::MAX >> (128 - rows * cols));
                let board = Packed { free, rows, cols };
                let across = board.transposed();
                for (row, col) in (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c))) {
                    let here = board.row(row) >> col & 1;
                    assert_eq!(across.row(col) >> row & 1, here);
                }
                assert_eq!(across.transposed(), board);
                assert_eq!(board.least().0, across.least().0);
            }
        }
    }
}
