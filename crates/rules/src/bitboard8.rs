//! Sets of squares of boards with at most eight rows and eight columns, a
//! byte for each row: moving all squares about takes a few instructions.

/// A set of squares; the first row is the lowest byte, the first column the
/// lowest bit. Sets on one board order as they do with the rows packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bitboard8(pub u64);

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

impl Bitboard8 {
    /// Whether boards of this size fit.
    #[inline]
    pub fn fit(rows: usize, cols: usize) -> bool {
        rows <= 8 && cols <= 8
    }

    /// From rows that follow each other without gaps.
    #[inline]
    pub fn unpack(mut packed: u64, cols: usize) -> Self {
        if cols == 8 {
            return Bitboard8(packed);
        }
        let (mut set, mut row) = (0, 0);
        while packed != 0 {
            set |= (packed & ((1 << cols) - 1)) << (8 * row);
            packed >>= cols;
            row += 1;
        }
        Bitboard8(set)
    }

    /// The rows without gaps.
    #[inline]
    pub fn pack(self, cols: usize) -> u64 {
        let (mut packed, mut rest, mut place) = (0, self.0, 0);
        while rest != 0 {
            packed |= (rest & 0xff) << place;
            rest >>= 8;
            place += cols;
        }
        packed
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it has at least two squares.
    #[inline]
    pub fn has_two(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The squares from which another one lies below.
    #[inline]
    pub fn above_another(self) -> Self {
        Bitboard8(self.0 & self.0 >> 8)
    }

    /// The squares from which another one lies to the right.
    #[inline]
    pub fn before_another(self) -> Self {
        Bitboard8(self.0 & (self.0 & !FIRST_COLUMN) >> 1)
    }

    /// Every square moved to the next column.
    #[inline]
    pub fn moved_right(self) -> Self {
        Bitboard8((self.0 & !LAST_COLUMN) << 1)
    }

    /// Every square moved to the column before.
    #[inline]
    pub fn moved_left(self) -> Self {
        Bitboard8((self.0 & !FIRST_COLUMN) >> 1)
    }

    /// The squares that share an edge with one of the set.
    #[inline]
    pub fn beside(self) -> Self {
        Bitboard8(self.moved_right().0 | self.moved_left().0 | self.0 << 8 | self.0 >> 8)
    }

    /// Takes the squares out that are connected, side by side, to the first.
    #[inline]
    pub fn take_region(&mut self) -> Self {
        let mut region = self.0 & self.0.wrapping_neg();
        loop {
            let sides = (region & !LAST_COLUMN) << 1 | (region & !FIRST_COLUMN) >> 1;
            let wider = (region | sides | region << 8 | region >> 8) & self.0;
            if wider == region {
                break;
            }
            region = wider;
        }
        self.0 &= !region;
        Bitboard8(region)
    }

    /// The connected parts of more than one square, each [`cropped`](Self::cropped).
    #[inline]
    pub fn cropped_parts(mut self) -> impl Iterator<Item = (Self, usize, usize)> {
        std::iter::from_fn(move || {
            while !self.is_empty() {
                let region = self.take_region();
                if region.has_two() {
                    return Some(region.cropped());
                }
            }
            None
        })
    }

    /// The set moved to the first row and column, and the rows and columns
    /// that it then needs. The set is not empty.
    #[inline]
    pub fn cropped(self) -> (Self, usize, usize) {
        let set = self.0 >> (self.0.trailing_zeros() & !7);
        let halves = set | set >> 32;
        let quarters = halves | halves >> 16;
        let columns = (quarters | quarters >> 8) as u8;
        let rows = 8 - set.leading_zeros() as usize / 8;
        let gap = columns.trailing_zeros();
        let cols = 8 - (columns.leading_zeros() + gap) as usize;
        (Bitboard8(set >> gap), rows, cols)
    }

    /// The four images that reflections give.
    #[inline]
    pub fn reflections(self, rows: usize, cols: usize) -> [Self; 4] {
        let upside_down = |set: u64| set.swap_bytes() >> (64 - 8 * rows);
        let turned = self.0.reverse_bits() >> (64 - 8 * rows + 8 - cols);
        // A mirror image is half a turn upside down.
        [
            self,
            Bitboard8(upside_down(self.0)),
            Bitboard8(turned),
            Bitboard8(upside_down(turned)),
        ]
    }

    /// The least of them.
    #[inline]
    pub fn least_reflection(self, rows: usize, cols: usize) -> Self {
        let [a, b, c, d] = self.reflections(rows, cols);
        a.min(b).min(c.min(d))
    }

    /// The least of the eight images that the symmetries of the lattice give
    /// with at most as many rows as columns, and its rows and columns.
    #[inline]
    pub fn least_image(self, rows: usize, cols: usize) -> (Self, usize, usize) {
        if rows < cols {
            return (self.least_reflection(rows, cols), rows, cols);
        }
        let transposed = self.transposed().least_reflection(cols, rows);
        let least = match rows == cols {
            true => transposed.min(self.least_reflection(rows, cols)),
            false => transposed,
        };
        (least, cols, rows)
    }

    /// Rows and columns exchanged.
    #[inline]
    pub fn transposed(self) -> Self {
        let mut set = self.0;
        // Exchange blocks of 1, 2 and 4 squares across the diagonal.
        for (apart, mask) in [
            (7, 0x00aa_00aa_00aa_00aa),
            (14, 0x0000_cccc_0000_cccc),
            (28, 0x0000_0000_f0f0_f0f0),
        ] {
            let differing = (set ^ set >> apart) & mask;
            set ^= differing | differing << apart;
        }
        Bitboard8(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves every square on its own.
    fn moved(set: Bitboard8, to: impl Fn(usize, usize) -> (usize, usize)) -> Bitboard8 {
        let squares = (0..64).filter(|square| set.0 >> square & 1 != 0);
        Bitboard8(squares.fold(0, |image, square| {
            let (row, col) = to(square / 8, square % 8);
            image | 1 << (8 * row + col)
        }))
    }

    fn samples() -> impl Iterator<Item = (Bitboard8, usize, usize)> {
        let sizes = (1..=8).flat_map(|rows| (1..=8).map(move |cols| (rows, cols)));
        sizes.flat_map(|(rows, cols)| {
            (1..20u64).map(move |i| {
                let noise = i.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(20);
                let row = u64::MAX >> (64 - cols);
                let board = (0..rows).fold(0, |board, r| board | row << (8 * r));
                (Bitboard8(noise & board), rows, cols)
            })
        })
    }

    #[test]
    fn moving_all_squares_is_moving_each() {
        for (set, rows, cols) in samples() {
            assert_eq!(set.transposed(), moved(set, |row, col| (col, row)));
            let images = [
                set,
                moved(set, |row, col| (rows - 1 - row, col)),
                moved(set, |row, col| (row, cols - 1 - col)),
                moved(set, |row, col| (rows - 1 - row, cols - 1 - col)),
            ];
            let least = images.into_iter().min();
            assert_eq!(Some(set.least_reflection(rows, cols)), least);
        }
    }

    #[test]
    fn packing_loses_nothing() {
        for (set, rows, cols) in samples() {
            let packed = set.pack(cols);
            assert!(rows * cols == 64 || packed >> (rows * cols) == 0);
            assert_eq!(Bitboard8::unpack(packed, cols), set);
        }
    }

    #[test]
    fn cropped_sets_touch_all_sides() {
        for (set, ..) in samples().filter(|(set, ..)| !set.is_empty()) {
            let (cropped, rows, cols) = set.cropped();
            let first = |step: usize, sets: Bitboard8| {
                let mut squares = (0..64).filter(|square| sets.0 >> square & 1 != 0);
                squares.any(|square| {
                    if step == 8 {
                        square < 8
                    } else {
                        square % 8 == 0
                    }
                })
            };
            assert_eq!(cropped.0.count_ones(), set.0.count_ones());
            let turned = moved(cropped, |row, col| (rows - 1 - row, cols - 1 - col));
            for sides in [cropped, turned] {
                assert!(first(8, sides) && first(1, sides));
            }
        }
    }

    #[test]
    fn regions_are_connected_and_apart() {
        for (set, ..) in samples() {
            let (mut rest, mut all) = (set, 0);
            while !rest.is_empty() {
                let region = rest.take_region();
                let mut again = region;
                assert_eq!(again.take_region(), region);
                let touching = |other: Bitboard8| {
                    let near = |square: usize, step: usize| {
                        let straight = step == 8 || square % 8 < 7;
                        let pair =
                            1u64 << square | 1u64.checked_shl((square + step) as u32).unwrap_or(0);
                        straight && region.0 & pair != 0 && other.0 & pair != 0
                    };
                    (0..64).any(|square| near(square, 1) || near(square, 8))
                };
                assert!(!touching(rest));
                all |= region.0;
            }
            assert_eq!(all, set.0);
        }
    }
}
