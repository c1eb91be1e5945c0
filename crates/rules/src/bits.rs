//! Sets of squares as machine words.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// A set of up to [`Bits::MAX`] squares.
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// How many squares fit.
    const MAX: usize;

    /// The set of one square.
    fn one(square: usize) -> Self;

    /// The number of squares in the set.
    fn len(self) -> usize;

    /// The first square of a set that is not empty.
    fn first(self) -> usize;

    /// The set without its first square.
    #[must_use]
    fn rest(self) -> Self;

    /// The last square of a set that is not empty.
    fn last(self) -> usize;

    /// Each square moved `by` places up; what leaves the word is dropped.
    #[must_use]
    fn later(self, by: usize) -> Self;

    /// Each square moved `by` places down; what leaves the word is dropped.
    #[must_use]
    fn earlier(self, by: usize) -> Self;

    /// The squares of the word in reverse order.
    #[must_use]
    fn reversed(self) -> Self;

    /// All squares before the first of the set; all there are if it is empty.
    #[must_use]
    fn before_first(self) -> Self;

    /// All squares after the last of the set; all there are if it is empty.
    #[must_use]
    fn after_last(self) -> Self;

    /// The squares from the first on, up to the first gap.
    #[must_use]
    fn first_run(self) -> Self;

    /// The squares that a set comes to, itself included, in less than `far`
    /// steps of `step` places, up or down, through what is open.
    #[must_use]
    #[inline]
    fn slid(self, step: usize, later: bool, mut open: Self, far: usize) -> Self {
        let shift = |set: Self, by: usize| match later {
            _ if by >= Self::MAX => Self::default(),
            true => set.later(by),
            false => set.earlier(by),
        };
        let (mut slid, mut by) = (self, 1);
        // Each round doubles how far the squares have come.
        while by < far {
            slid |= open & shift(slid, by * step);
            open &= shift(open, by * step);
            by *= 2;
        }
        slid
    }

    /// From the widest set; squares that do not fit are dropped.
    fn narrow(wide: u128) -> Self;

    /// As the widest set.
    fn widen(self) -> u128;

    /// Whether the set has no squares.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Whether the set has the square.
    #[inline]
    fn has(self, square: usize) -> bool {
        !(self & Self::one(square)).is_empty()
    }

    /// The squares, ascending.
    #[inline]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// What is made of both of two, one for each player for instance. Compilers do
/// not inline `map` of arrays, which counts where positions are made.
#[inline]
pub(crate) fn both<T, U>([a, b]: [T; 2], make: impl Fn(T) -> U) -> [U; 2] {
    [make(a), make(b)]
}

macro_rules! implement {
    ($word:ty) => {
        impl Bits for $word {
            const MAX: usize = <$word>::BITS as usize;
            #[inline]
            fn one(square: usize) -> Self {
                1 << square
            }
            #[inline]
            fn len(self) -> usize {
                self.count_ones() as usize
            }
            #[inline]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn last(self) -> usize {
                (Self::BITS - 1 - self.leading_zeros()) as usize
            }
            #[inline]
            fn later(self, by: usize) -> Self {
                self << by
            }
            #[inline]
            fn earlier(self, by: usize) -> Self {
                self >> by
            }
            #[inline]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }
            #[inline]
            fn before_first(self) -> Self {
                !(self | self.wrapping_neg())
            }
            #[inline]
            fn after_last(self) -> Self {
                let last = Self::BITS - 1 - (self | 1).leading_zeros();
                let after = (Self::MAX - 1) << last;
                if self == 0 { Self::MAX } else { after }
            }
            #[inline]
            fn first_run(self) -> Self {
                self & !self.wrapping_add(self & self.wrapping_neg())
            }
            #[inline]
            fn narrow(wide: u128) -> Self {
                wide as $word
            }
            #[inline]
            fn widen(self) -> u128 {
                u128::from(self)
            }
        }
    };
}

implement!(u64);
implement!(u128);

/// The squares of a set.
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = usize;
    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.first();
        self.0 = self.0.rest();
        Some(square)
    }
}
