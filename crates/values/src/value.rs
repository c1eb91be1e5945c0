//! Ids of values.

use std::fmt;
use std::ops::Neg;

/// A short partizan game value: an id of a canonical form in an
/// [`Arena`](crate::Arena).
///
/// Canonical forms are unique, so two values of one arena are equal games
/// exactly when they are `==`. Negation is free. Ids are meaningless outside
/// their arena and their order means nothing: never print or sort by them.
///
/// ```
/// use values::{Arena, Value};
/// let mut arena = Arena::new();
/// let star = arena.nimber(1).unwrap();
/// assert_eq!(-star, star);
/// assert_eq!(arena.game(&[star], &[star]).unwrap(), Value::ZERO);
/// ```
// The record's index, then a bit that says G = −G, then the sign. A
// self-negative game never has the sign set, which keeps ids unique.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(u32);

const SIGN: u32 = 1;
const SYMMETRIC: u32 = 2;

impl Value {
    /// The game 0.
    pub const ZERO: Value = Value(SYMMETRIC);

    /// The second record, which games under construction borrow.
    pub(crate) const PROVISIONAL: Value = Value(1 << 2);

    /// The largest record index that ids can carry; the ids above are used
    /// as keys of provisional games.
    pub(crate) const MAX_INDEX: u32 = (1 << 28) - 1;

    pub(crate) fn new(index: u32, symmetric: bool, negative: bool) -> Value {
        debug_assert!(!(symmetric && negative));
        Value(index << 2 | u32::from(symmetric) << 1 | u32::from(negative))
    }

    pub(crate) fn raw(self) -> u32 {
        self.0
    }

    pub(crate) fn index(self) -> usize {
        (self.0 >> 2) as usize
    }

    /// Whether the record holds the negative of this value.
    pub(crate) fn is_flipped(self) -> bool {
        self.0 & SIGN != 0
    }

    /// Whether G = −G.
    #[must_use]
    pub fn is_symmetric(self) -> bool {
        self.0 & SYMMETRIC != 0
    }

    /// The value or its negative.
    #[must_use]
    pub(crate) fn negated_if(self, negate: bool) -> Value {
        Value(self.0 ^ (u32::from(negate) & !(self.0 >> 1) & SIGN))
    }

    /// The one of G and −G that the record holds.
    #[must_use]
    pub(crate) fn unsigned(self) -> Value {
        Value(self.0 & !SIGN)
    }
}

impl Neg for Value {
    type Output = Value;
    fn neg(self) -> Value {
        self.negated_if(true)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_flipped() { "-" } else { "" };
        write!(f, "{sign}#{}", self.index())
    }
}
