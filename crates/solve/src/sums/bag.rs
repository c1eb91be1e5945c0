//! A sum, as far as its parts go.

use std::ops::Neg;
use values::Dyadic;

/// A part, or its negative: twice the number of the part, plus one for the
/// negative.
pub(super) type Signed = u32;

/// A sum of parts and an integer. Made by [`Parts`](super::Parts), which says
/// what the parts are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bag {
    /// Sorted; no part stands beside its negative, and at most one is a
    /// number, a proper fraction.
    pub(super) parts: Box<[Signed]>,
    /// Which of the parts are their own negatives, and so never marked.
    pub(super) own: Box<[bool]>,
    pub(super) integer: i64,
}

impl Bag {
    /// The integer summand.
    #[must_use]
    pub fn integer(&self) -> Dyadic {
        self.integer.into()
    }

    /// How many parts there are that are no integers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Whether it is an integer.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
}

impl Neg for &Bag {
    type Output = Bag;

    fn neg(self) -> Bag {
        let flip = |(&part, &own): (&Signed, &bool)| if own { part } else { part ^ 1 };
        // Copies of one part have one sign, so the order stays.
        Bag {
            parts: self.parts.iter().zip(&self.own).map(flip).collect(),
            own: self.own.clone(),
            integer: -self.integer,
        }
    }
}
