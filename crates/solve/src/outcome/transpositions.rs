//! The sums already searched.

use super::packed_table::{MORE_BITS, PackedKey, PackedTable};
use super::sum::Sum;
use super::sum_table::SumTable;
use rules::Position;
use values::Value;

/// A transposition table: a dense one for sums of one part that fits in two
/// words, and another for the rest. Both compare whole keys.
pub(super) struct Transpositions<P> {
    packed: PackedTable,
    /// The shapes that the dense table knows.
    shapes: Vec<u64>,
    sums: SumTable<P>,
    limit: u64,
}

/// Where a sum is in the table.
#[derive(Clone, Copy)]
pub(super) enum TableKey {
    Packed(PackedKey),
    /// By its hash.
    Hashed(u64),
}

/// One bit of what a key has beyond two words is the sign.
const MOST_SHAPES: usize = 1 << (MORE_BITS - 1);
/// Below this limit there is no dense table.
const DENSE: u64 = 1 << 20;

impl<P: Position> Transpositions<P> {
    pub fn new(limit: u64) -> Self {
        Transpositions {
            packed: PackedTable::new(),
            shapes: Vec::new(),
            sums: SumTable::new(limit),
            limit,
        }
    }

    pub fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }

    pub fn len(&self) -> usize {
        self.packed.len() + self.sums.len()
    }

    pub fn bytes(&self) -> u64 {
        self.packed.bytes() + self.sums.bytes()
    }

    /// Where an arranged sum is.
    pub fn key(&mut self, sum: &Sum<P>) -> TableKey {
        if self.limit >= DENSE
            && let [part] = &sum.parts[..]
            && sum.values.is_empty()
            && sum.folded == Value::ZERO
            && let Some(key) = part.position.pack()
            && let Some(words) = key.two_words()
            && let Some(number) = self.number(key.shape)
        {
            let more = number << 1 | u64::from(part.negated);
            return TableKey::Packed(PackedKey::new(words, more));
        }
        TableKey::Hashed(sum.hash())
    }

    fn number(&mut self, shape: u64) -> Option<u64> {
        let known = self.shapes.iter().position(|&known| known == shape);
        if known.is_none() && self.shapes.len() < MOST_SHAPES {
            self.shapes.push(shape);
            return Some(self.shapes.len() as u64 - 1);
        }
        known.map(|number| number as u64)
    }

    /// Reads what looking the sum up will read first. To do this for many
    /// sums before looking up any lets memory answer all at once.
    pub fn touch(&self, key: &TableKey) -> u64 {
        match key {
            TableKey::Packed(key) => self.packed.touch(key),
            TableKey::Hashed(hash) => self.sums.touch(*hash),
        }
    }

    /// Whether the player to move wins, if that is remembered.
    pub fn get(&self, key: &TableKey, sum: &Sum<P>) -> Option<bool> {
        match key {
            TableKey::Packed(key) => self.packed.get(key),
            TableKey::Hashed(hash) => self.sums.get(*hash, sum),
        }
    }

    /// Remembers a sum that is not in the table, and took `nodes` nodes.
    pub fn insert(&mut self, key: &TableKey, sum: &Sum<P>, wins: bool, nodes: u64) {
        match key {
            TableKey::Packed(key) => {
                // The first table is small.
                let room = self.limit.saturating_sub(self.sums.bytes()).max(DENSE);
                self.packed.insert(key, wins, nodes, room);
            }
            TableKey::Hashed(hash) => {
                let room = self.limit.saturating_sub(self.packed.bytes());
                self.sums.set_limit(room);
                self.sums.insert(*hash, sum, wins, nodes);
            }
        }
    }
}
