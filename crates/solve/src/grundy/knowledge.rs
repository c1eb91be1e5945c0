//! What is known of the nim values of parts.

use crate::position_table::map_bytes;
use rules::Position;
use rustc_hash::FxHashMap;
use values::{Budget, Result};

/// Facts about parts in normal form, by part.
pub(super) struct Knowledge<P> {
    table: FxHashMap<P, Fact>,
    /// The bytes that the parts have elsewhere.
    outside: usize,
}

/// What is known of a nim value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fact {
    /// It is this.
    Is(u64),
    /// It is none of these: a bit for each number below 64.
    IsNot(u64),
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
        if let Some(&fact) = self.table.get(part) {
            return fact;
        }
        match part.known_value() {
            Some(known) if known.number.is_zero() && known.ups == 0 => Fact::Is(known.nimber),
            _ => Fact::IsNot(0),
        }
    }

    /// Remembers a fact that says more than what is known.
    pub fn learn(&mut self, part: P, fact: Fact, budget: &Budget) -> Result<()> {
        let outside = part.outside_bytes();
        if self.table.insert(part, fact).is_none() {
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
