//! A position in a few words.

use crate::bits::Bits;
use crate::grid::Geometry;

/// A position of a ruleset in words of a fixed number: what tables compare and
/// what crosses the boundary of [`Ruleset`](crate::Ruleset).
///
/// What the words mean is the ruleset's own business. Two sets of the squares
/// of a board, which tell four kinds of squares apart, fit always:
///
/// ```
/// use rules::{Geometry, Key};
/// let board = Geometry::of(3, 4);
/// let key = Key::board([0b1011_u64, 0b0110], board);
/// assert_eq!(key.planes::<u64>(), [0b1011, 0b0110]);
/// assert_eq!(key.geometry(), Some(board));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// The position.
    pub words: [u64; 4],
    /// How to read the words, such as the size of the board: below 2¹⁶.
    pub shape: u64,
}

impl Key {
    /// The shape of the positions that their ruleset keeps elsewhere.
    pub(crate) const INTERNED: u64 = 0xffff;

    /// Whether its ruleset keeps the position elsewhere.
    #[inline]
    pub(crate) fn is_interned(&self) -> bool {
        self.shape == Key::INTERNED
    }

    /// Two sets of squares of one board.
    #[inline]
    pub fn board<B: Bits>(planes: [B; 2], geometry: &Geometry) -> Self {
        let (a, b) = (planes[0].widen(), planes[1].widen());
        Key {
            words: [a as u64, b as u64, (a >> 64) as u64, (b >> 64) as u64],
            shape: (geometry.rows << 8 | geometry.cols) as u64,
        }
    }

    /// The sets that were given to [`board`](Self::board), or whose lower and
    /// upper halves the words are.
    #[inline]
    #[must_use]
    pub fn planes<B: Bits>(&self) -> [B; 2] {
        let [a, b, c, d] = self.words;
        let plane = |low, high| B::narrow(u128::from(low) | u128::from(high) << 64);
        [plane(a, c), plane(b, d)]
    }

    /// The board that was given to [`board`](Self::board); `None`: no board
    /// has this shape.
    #[inline]
    #[must_use]
    pub fn geometry(&self) -> Option<&'static Geometry> {
        let (rows, cols) = self.size();
        let fits = (1..=crate::grid::MAX_SQUARES).contains(&(rows * cols));
        fits.then(|| Geometry::of(rows, cols))
    }

    /// Whether every set of squares of the board fits in one word.
    #[inline]
    pub(crate) fn is_narrow(&self) -> bool {
        let (rows, cols) = self.size();
        rows * cols <= 64
    }

    #[inline]
    fn size(&self) -> (usize, usize) {
        (self.shape as usize >> 8, self.shape as usize & 0xff)
    }

    /// The first words alone, if the others are empty: smaller tables know
    /// positions by them and the shape.
    #[inline]
    #[must_use]
    pub fn two_words(&self) -> Option<[u64; 2]> {
        let [a, b, c, d] = self.words;
        (c | d == 0).then_some([a, b])
    }

    /// The words that are not empty, if they are the first two or, as on large
    /// boards with one kind of squares, the first and the third; and the shape
    /// with a mark that tells these keys apart, in the highest bit.
    ///
    /// ```
    /// use rules::{Geometry, Key};
    /// let board = Geometry::of(9, 9);
    /// let key = |planes: [u128; 2]| Key::board(planes, board).two_of_words();
    /// let (words, shape) = key([1 << 80 | 5, 0]).unwrap();
    /// assert_eq!(words, [5, 1 << 16]);
    /// assert_ne!(key([5, 1 << 16]), Some((words, shape)));
    /// assert_eq!(key([1 << 80, 1]), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn two_of_words(&self) -> Option<([u64; 2], u64)> {
        const THIRD: u64 = 1 << 63;
        match self.words {
            [a, b, 0, 0] => Some(([a, b], self.shape)),
            [a, 0, c, 0] => Some(([a, c], self.shape | THIRD)),
            _ => None,
        }
    }
}
