//! Sets of squares of boards with at most sixteen columns, sixteen bits for
//! each row: four rows fit 64 bits, eight rows 128.

use crate::bitboard8::Bitboard8;
use crate::bits::Bits;

/// A set of squares; the first row has the lowest bits, the first column the
/// lowest bit. Sets on one board order as they do with the rows packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bitboard16<W>(pub W);

const COLUMNS: usize = 16;

impl<W: Bits> Bitboard16<W> {
    /// Whether boards of this size fit.
    pub fn fit(rows: usize, cols: usize) -> bool {
        rows * COLUMNS <= W::MAX && cols <= COLUMNS
    }

    /// From rows that follow each other without gaps.
    #[inline]
    pub fn unpack<B: Bits>(mut packed: B, cols: usize) -> Self {
        let row = B::narrow((1 << cols) - 1);
        let (mut set, mut place) = (W::default(), 0);
        while !packed.is_empty() {
            set |= W::narrow((packed & row).widen()).later(place);
            packed = packed.earlier(cols);
            place += COLUMNS;
        }
        Bitboard16(set)
    }

    /// The rows without gaps.
    #[inline]
    pub fn pack<B: Bits>(self, cols: usize) -> B {
        let (mut packed, mut rest, mut place) = (B::default(), self.0, 0);
        while !rest.is_empty() {
            packed |= B::narrow((rest & W::narrow(0xffff)).widen()).later(place);
            rest = rest.earlier(COLUMNS);
            place += cols;
        }
        packed
    }

    /// The set with eight bits for each row, if it has at most eight columns
    /// and rows.
    #[inline]
    pub fn narrowed(self) -> Bitboard8 {
        Bitboard8(self.pack::<u64>(8))
    }

    /// The squares of the first column.
    #[inline]
    fn first_column() -> W {
        W::narrow(0x0001_0001_0001_0001_0001_0001_0001_0001)
    }

    /// The squares from which another one lies below.
    #[inline]
    pub fn above_another(self) -> W {
        self.0 & self.0.earlier(COLUMNS)
    }

    /// The squares from which another one lies to the right.
    #[inline]
    pub fn before_another(self) -> W {
        self.0 & (self.0 & !Self::first_column()).earlier(1)
    }

    /// Takes the squares out that are connected, side by side, to the first.
    #[inline]
    pub fn take_region(&mut self) -> Self {
        let first = Self::first_column();
        let last = first.later(COLUMNS - 1);
        let mut region = W::one(self.0.first());
        loop {
            let sides = (region & !last).later(1) | (region & !first).earlier(1);
            let wider = region | sides | region.later(COLUMNS) | region.earlier(COLUMNS);
            let wider = wider & self.0;
            if wider == region {
                break;
            }
            region = wider;
        }
        self.0 &= !region;
        Bitboard16(region)
    }

    /// The set moved to the first row and column, and the rows and columns
    /// that it then needs. The set is not empty.
    #[inline]
    pub fn cropped(self) -> (Self, usize, usize) {
        let set = self.0.earlier(self.0.first() / COLUMNS * COLUMNS);
        let rows = set.last() / COLUMNS + 1;
        let all = (1..rows).fold(set, |all, row| all | set.earlier(COLUMNS * row));
        let columns = all.widen() as u16;
        let gap = columns.trailing_zeros() as usize;
        let cols = COLUMNS - columns.leading_zeros() as usize - gap;
        (Bitboard16(set.earlier(gap)), rows, cols)
    }

    /// The least of the four images that reflections give.
    #[inline]
    pub fn least_reflection(self, rows: usize, cols: usize) -> Self {
        let upside_down = |set: W| {
            (0..rows).fold(W::default(), |image, row| {
                let row = set.earlier(COLUMNS * row) & W::narrow(0xffff);
                image.later(COLUMNS) | row
            })
        };
        let turned = self.0.reversed();
        let turned = turned.earlier(W::MAX - COLUMNS * rows + COLUMNS - cols);
        // A mirror image is half a turn upside down.
        let images = [upside_down(self.0), turned, upside_down(turned)];
        Bitboard16(images.into_iter().fold(self.0, W::min))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees<W: Bits>(rows: usize) {
        for cols in 1..=8 {
            for i in 1..200u64 {
                let noise = i.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(20);
                let packed = noise & (u64::MAX >> (64 - rows * cols));
                let small = Bitboard8::unpack(packed, cols);
                let wide = Bitboard16::<W>::unpack(packed, cols);
                assert_eq!(wide.pack::<u64>(cols), packed);
                assert_eq!(wide.narrowed(), small);
                assert_eq!(
                    wide.least_reflection(rows, cols).narrowed(),
                    small.least_reflection(rows, cols)
                );
                let (mut small, mut wide) = (small, wide);
                while !small.is_empty() {
                    assert_eq!(
                        [wide.above_another(), wide.before_another()]
                            .map(|set| Bitboard16(set).narrowed()),
                        [small.above_another(), small.before_another()]
                    );
                    let (part, height, width) = small.take_region().cropped();
                    let (wide, rows, cols) = wide.take_region().cropped();
                    assert_eq!((wide.narrowed(), rows, cols), (part, height, width));
                }
                assert!(wide.0.is_empty());
            }
        }
    }

    #[test]
    fn small_boards_are_as_they_are_with_eight_bits_a_row() {
        (1..=4).for_each(agrees::<u64>);
        (1..=8).for_each(agrees::<u128>);
    }
}
