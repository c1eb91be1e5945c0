//! The sums already searched.

use super::compact::{self, Compact, MORE_BITS};
use super::sum::Sum;
use super::wide::Wide;
use rules::{Packed, Position};
use values::Value;

/// A transposition table: a dense one for sums of one part that fits in two
/// words, and another for the rest. Both compare whole keys.
pub(super) struct Table<P> {
    compact: Compact,
    /// The kinds that the dense table knows.
    kinds: Vec<u32>,
    wide: Wide<P>,
    limit: u64,
}

/// Where a sum is in the table.
#[derive(Clone, Copy)]
pub(super) enum Key {
    Compact(compact::Key),
    /// By its hash.
    Wide(u64),
}

/// One bit of what a key has beyond two words is the sign.
const MOST_KINDS: usize = 1 << (MORE_BITS - 1);
/// Below this limit there is no dense table.
const DENSE: u64 = 1 << 20;

impl<P: Position> Table<P> {
    pub fn new(limit: u64) -> Self {
        Table {
            compact: Compact::new(),
            kinds: Vec::new(),
            wide: Wide::new(limit),
            limit,
        }
    }

    pub fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }

    pub fn len(&self) -> usize {
        self.compact.len() + self.wide.len()
    }

    pub fn bytes(&self) -> u64 {
        self.compact.bytes() + self.wide.bytes()
    }

    /// Where an arranged sum is.
    pub fn key(&mut self, sum: &Sum<P>) -> Key {
        if self.limit >= DENSE
            && let [part] = &sum.parts[..]
            && sum.values.is_empty()
            && sum.folded == Value::ZERO
            && let Some(Packed { kind, words }) = part.position.packed()
            && let Some(number) = self.number(kind)
        {
            let more = number << 1 | u64::from(part.negated);
            return Key::Compact(compact::Key::new(words, more));
        }
        Key::Wide(sum.hash())
    }

    fn number(&mut self, kind: u32) -> Option<u64> {
        let known = self.kinds.iter().position(|&known| known == kind);
        if known.is_none() && self.kinds.len() < MOST_KINDS {
            self.kinds.push(kind);
            return Some(self.kinds.len() as u64 - 1);
        }
        known.map(|number| number as u64)
    }

    /// Reads what looking the sum up will read first. To do this for many
    /// sums before looking up any lets memory answer all at once.
    pub fn touch(&self, key: &Key) -> u64 {
        match key {
            Key::Compact(key) => self.compact.touch(key),
            Key::Wide(hash) => self.wide.touch(*hash),
        }
    }

    /// Whether the player to move wins, if that is remembered.
    pub fn get(&self, key: &Key, sum: &Sum<P>) -> Option<bool> {
        match key {
            Key::Compact(key) => self.compact.get(key),
            Key::Wide(hash) => self.wide.get(*hash, sum),
        }
    }

    /// Remembers a sum that is not in the table, and took so many nodes.
    pub fn insert(&mut self, key: &Key, sum: &Sum<P>, wins: bool, nodes: u64) {
        match key {
            Key::Compact(key) => {
                // The first table is small.
                let room = self.limit.saturating_sub(self.wide.bytes()).max(DENSE);
                self.compact.insert(key, wins, nodes, room);
            }
            Key::Wide(hash) => {
                let room = self.limit.saturating_sub(self.compact.bytes());
                self.wide.set_limit(room);
                self.wide.insert(*hash, sum, wins, nodes);
            }
        }
    }
}
