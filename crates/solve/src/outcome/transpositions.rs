//! The sums already searched.

use super::beside::Beside;
use super::packed_table::{MORE_BITS, PackedKey, PackedTable};
use super::shared_table::View;
use super::sum::Sum;
use super::sum_table::SumTable;
use rules::{Key, Position};
use values::{Arena, Value};

/// A transposition table: a dense one for sums of one part and a small value
/// that fit in two words, and another for the rest. Both compare whole keys.
pub(super) struct Transpositions<P> {
    packed: PackedTable,
    /// In place of the dense table, when several threads search.
    shared: Option<View>,
    /// Another search counts it.
    joined: bool,
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

/// A position and a value in two words and a shape. The value is in the
/// highest bits of the second word, which few boards need: those that do have
/// shapes of their own, and nothing beside them.
fn with_beside(arena: &Arena, key: &Key, value: Value) -> Option<([u64; 2], u64)> {
    const HIGHEST: u32 = u64::BITS - u16::BITS;
    // Below the mark of the third word, above the numbers of rules.
    const FULL: u64 = 1 << 62;
    let ([first, second], shape) = key.two_of_words()?;
    if second >> HIGHEST != 0 {
        return (value == Value::ZERO).then_some(([first, second], shape | FULL));
    }
    let beside = match value {
        Value::ZERO => 0,
        value => Beside::of(arena, value)?.short()?,
    };
    Some(([first, second | u64::from(beside) << HIGHEST], shape))
}

impl<P: Position> Transpositions<P> {
    pub fn new(limit: u64) -> Self {
        Transpositions {
            packed: PackedTable::new(),
            shared: None,
            joined: false,
            shapes: Vec::new(),
            sums: SumTable::new(limit),
            limit,
        }
    }

    pub fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }

    pub fn len(&self) -> usize {
        let shared = self.shared.as_ref().map_or(0, |view| view.table().len());
        self.packed.len() + shared + self.sums.len()
    }

    pub fn bytes(&self) -> u64 {
        let shared = self.shared.as_ref().filter(|_| !self.joined);
        let shared = shared.map_or(0, |view| view.table().bytes());
        self.packed.bytes() + shared + self.sums.bytes()
    }

    /// The dense table for several threads, which takes at most so many bytes,
    /// if there is to be one.
    pub fn share(&mut self, bytes: u64) -> Option<View> {
        if self.shared.is_none() && self.limit >= DENSE {
            let (entries, count) = (self.packed.entries(), self.packed.len());
            let view = View::new(entries, count, self.shapes.clone(), bytes)?;
            self.packed = PackedTable::new();
            self.shared = Some(view);
        }
        self.shared.clone()
    }

    /// Uses the table of another thread.
    pub fn join(&mut self, table: View) {
        self.shared = Some(table);
        self.joined = true;
    }

    /// Sees the table that is shared as it is now.
    pub fn renew(&mut self) {
        if let Some(view) = &mut self.shared {
            view.renew();
        }
    }

    /// Whether other threads see what is remembered under a key.
    pub fn is_shared(&self, key: &TableKey) -> bool {
        matches!(key, TableKey::Packed(_)) && self.shared.is_some()
    }

    /// Where an arranged sum is.
    pub fn key(&mut self, arena: &Arena, sum: &Sum<P>) -> TableKey {
        if self.limit >= DENSE
            && let [part] = &sum.parts[..]
            && sum.values.is_empty()
            && let Some(key) = part.position.pack()
            && let Some((words, shape)) = with_beside(arena, &key, sum.folded)
            && let Some(number) = self.number(shape)
        {
            let more = number << 1 | u64::from(part.negated);
            return TableKey::Packed(PackedKey::new(words, more));
        }
        TableKey::Hashed(sum.hash())
    }

    fn number(&mut self, shape: u64) -> Option<u64> {
        let place = |shapes: &[u64]| shapes.iter().position(|&known| known == shape);
        let mut number = place(&self.shapes);
        if number.is_none() && self.shapes.len() < MOST_SHAPES {
            match &self.shared {
                Some(view) => self.shapes = view.shapes(shape, MOST_SHAPES),
                None => self.shapes.push(shape),
            }
            number = place(&self.shapes);
        }
        number.map(|number| number as u64)
    }

    /// Reads what looking the sum up will read first. To do this for many
    /// sums before looking up any lets memory answer all at once.
    pub fn touch(&self, key: &TableKey) -> u64 {
        match (key, &self.shared) {
            (TableKey::Packed(key), Some(view)) => view.table().touch(key),
            (TableKey::Packed(key), None) => self.packed.touch(key),
            (TableKey::Hashed(hash), _) => self.sums.touch(*hash),
        }
    }

    /// Whether the player to move wins, if that is remembered.
    pub fn get(&self, key: &TableKey, sum: &Sum<P>) -> Option<bool> {
        match (key, &self.shared) {
            (TableKey::Packed(key), Some(view)) => view.table().get(key),
            (TableKey::Packed(key), None) => self.packed.get(key),
            (TableKey::Hashed(hash), _) => self.sums.get(*hash, sum),
        }
    }

    /// Remembers a sum that is not in the table, and took `nodes` nodes.
    pub fn insert(&mut self, key: &TableKey, sum: &Sum<P>, wins: bool, nodes: u64) {
        match (key, &self.shared) {
            (TableKey::Packed(key), Some(view)) => view.table().insert(key, wins, nodes),
            (TableKey::Packed(key), None) => {
                // The first table is small.
                let room = self.limit.saturating_sub(self.sums.bytes()).max(DENSE);
                self.packed.insert(key, wins, nodes, room);
            }
            (TableKey::Hashed(hash), _) => {
                let room = self.limit.saturating_sub(self.packed.bytes());
                self.sums.set_limit(room);
                self.sums.insert(*hash, sum, wins, nodes);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Geometry;
    use std::collections::HashMap;

    #[test]
    fn different_sums_have_different_words() {
        let mut arena = Arena::new();
        let numbers = [0, 1, -1, 7].map(|number| arena.number(&number.into()).unwrap());
        let ups = [-1, 2].map(|ups| arena.up_star(&0.into(), ups, 1).unwrap());
        let values = numbers.into_iter().chain(ups);
        // High and low squares of one kind and of both, on a small board and on
        // a large one.
        let sets = [
            0,
            1_u128,
            1 << 15,
            1 << 48,
            1 << 63,
            1 << 64,
            1 << 80,
            1 << 127,
        ];
        let mut keys = HashMap::new();
        let mut packed = 0;
        for value in values {
            for (a, b) in sets.iter().flat_map(|&a| sets.map(|b| (a, b))) {
                for ((rows, cols), rules) in [(8, 8), (8, 16)]
                    .into_iter()
                    .flat_map(|size| [0, 1, 2, 3].map(|n| (size, n)))
                {
                    if rows * cols == 64 && (a | b) >> 64 != 0 {
                        continue;
                    }
                    // Components have the number of their rules in the shape.
                    let mut key = Key::board([a, b], Geometry::of(rows, cols));
                    key.shape |= rules << 16;
                    if let Some(words) = with_beside(&arena, &key, value) {
                        assert_eq!(keys.insert(words, (key, value)), None);
                        packed += 1;
                    }
                }
            }
        }
        assert!(packed > 600, "{packed}");
    }
}
