//! Nim values of positions of heap games, by a table for each game.

use super::sequence::NimSequence;
use rules::{HeapRules, Heaps};
use std::sync::Arc;
use values::{Budget, Result};

/// The tables of the heap games that came up.
#[derive(Default)]
pub(crate) struct HeapValues {
    tables: Vec<(Arc<HeapRules>, NimSequence)>,
}

impl HeapValues {
    /// The nim value of heaps: the nim sum of theirs.
    pub fn value(&mut self, heaps: &Heaps, budget: &Budget) -> Result<u64> {
        let table = self.table(heaps.rules());
        let mut values = heaps.heaps().iter().map(|&heap| table.value(heap, budget));
        values.try_fold(0, |sum, value| Ok(sum ^ value?))
    }

    /// The nim value of heaps, where their table is cheaper to extend than
    /// their moves are to search.
    pub fn quick_value(&mut self, heaps: &Heaps, budget: &Budget) -> Result<Option<u64>> {
        match self.table(heaps.rules()).is_quick() {
            true => self.value(heaps, budget).map(Some),
            false => Ok(None),
        }
    }

    /// The bytes in use.
    pub fn bytes(&self) -> u64 {
        self.tables.iter().map(|(_, table)| table.bytes()).sum()
    }

    fn table(&mut self, rules: &Arc<HeapRules>) -> &mut NimSequence {
        let same = |(known, _): &(Arc<HeapRules>, _)| Arc::ptr_eq(known, rules) || known == rules;
        let place = self.tables.iter().position(same).unwrap_or_else(|| {
            self.tables
                .push((Arc::clone(rules), NimSequence::new(rules)));
            self.tables.len() - 1
        });
        &mut self.tables[place].1
    }
}
