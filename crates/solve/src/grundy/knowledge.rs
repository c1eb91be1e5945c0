//! What is known of the nim values of parts.

use crate::position_table::map_bytes;
use rules::Position;
use rustc_hash::FxHashMap;
use values::{Budget, Result};

/// Facts about parts in normal form, by part.
pub(super) struct Knowledge<P> {
    table: FxHashMap<P, Packed>,
    /// The bytes that the parts have elsewhere.
    outside: usize,
}

/// What is known of a nim value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fact {
    /// It is this.
    Is(u64),
    /// It is none of these: a bit for each number below `MANY`.
    IsNot(u64),
}

/// The numbers below this are excluded one by one; a larger value is found by
/// evaluating every option.
pub(super) const MANY: u64 = 63;

/// A fact in a word: the highest bit tells a value.
#[derive(Clone, Copy)]
struct Packed(u64);

impl From<Fact> for Packed {
    fn from(fact: Fact) -> Self {
        // Nobody has looked at 2⁶³ options.
        Packed(match fact {
            Fact::Is(value) => value | 1 << MANY,
            Fact::IsNot(values) => values,
        })
    }
}

impl From<Packed> for Fact {
    fn from(Packed(word): Packed) -> Self {
        match word >> MANY {
            1 => Fact::Is(word & !(1 << MANY)),
            _ => Fact::IsNot(word),
        }
    }
}

impl<P: Position> Knowledge<P> {
    pub fn new() -> Self {
        Knowledge {
            table: FxHashMap::default(),
            outside: 0,
        }
    }

    /// What is known of a part.
    #[inline]
    pub fn of(&self, part: &P) -> Fact {
        if let Some(&packed) = self.table.get(part) {
            return packed.into();
        }
        match part.known_value() {
            Some(known) if known.number.is_zero() && known.ups == 0 => Fact::Is(known.nimber),
            _ => Fact::IsNot(0),
        }
    }

    /// Remembers a fact that says more than what is known.
    pub fn learn(&mut self, part: P, fact: Fact, budget: &Budget) -> Result<()> {
        let outside = part.outside_bytes();
        if self.table.insert(part, fact.into()).is_none() {
            self.outside += outside;
            if self.table.len().is_multiple_of(1024) {
                budget.advance(1024);
                budget.check()?;
                budget.check_bytes(self.bytes() + rules::kept_bytes() as u64)?;
            }
        }
        Ok(())
    }

    /// How many parts are remembered.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// The bytes in use.
    pub fn bytes(&self) -> u64 {
        (map_bytes(&self.table) + self.outside) as u64
    }
}
