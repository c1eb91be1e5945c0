//! Ids of games that carry a sign, so that −G needs no record of its own.

/// Gives a tuple struct of one `u32` the methods of a signed id: from the low
/// end the sign, a bit that says G = −G, and the record's index. A game that
/// is its own negative never has the sign set, which keeps ids unique.
macro_rules! signed_id {
    ($id:ident, $kind:literal) => {
        impl $id {
            const SIGN: u32 = 1;
            const SYMMETRIC: u32 = 2;

            pub(crate) fn new(index: u32, symmetric: bool, negative: bool) -> Self {
                debug_assert!(!(symmetric && negative));
                $id(index << 2 | u32::from(symmetric) << 1 | u32::from(negative))
            }

            pub(crate) fn index(self) -> usize {
                (self.0 >> 2) as usize
            }

            /// Whether the record holds the negative of this game.
            pub(crate) fn is_flipped(self) -> bool {
                self.0 & Self::SIGN != 0
            }

            /// Whether G = −G.
            #[must_use]
            pub fn is_symmetric(self) -> bool {
                self.0 & Self::SYMMETRIC != 0
            }

            /// The game or its negative.
            #[must_use]
            pub(crate) fn negated_if(self, negate: bool) -> Self {
                $id(self.0 ^ (u32::from(negate) & !(self.0 >> 1) & Self::SIGN))
            }

            /// The one of G and −G that the record holds.
            #[must_use]
            pub(crate) fn unsigned(self) -> Self {
                $id(self.0 & !Self::SIGN)
            }
        }

        impl std::ops::Neg for $id {
            type Output = Self;
            fn neg(self) -> Self {
                self.negated_if(true)
            }
        }

        impl std::fmt::Debug for $id {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let sign = if self.is_flipped() { "-" } else { "" };
                write!(f, "{sign}{}#{}", $kind, self.index())
            }
        }
    };
}

pub(crate) use signed_id;
