//! Sums already searched, in a fixed amount of memory.

use super::sum::Sum;
use rules::Position;
use values::Value;

/// A transposition table. It compares whole keys, never only hashes; when it
/// is full, the entry of its bucket that took the least work goes.
pub(super) struct Table<P> {
    slots: Vec<Option<Entry<P>>>,
    entries: usize,
    /// Bytes of keys outside the slots.
    outside: u64,
    limit: u64,
    /// Where clearing goes on when the keys take too much.
    hand: usize,
}

struct Entry<P> {
    hash: u64,
    wins: bool,
    /// Binary logarithm of the nodes below.
    work: u8,
    key: Key<P>,
}

enum Key<P> {
    /// One part and nothing else: no allocation.
    One(P, bool),
    Many(Box<Many<P>>),
}

struct Many<P> {
    parts: Box<[(P, bool)]>,
    values: Box<[Value]>,
    folded: Value,
}

/// Slots that an entry may be in.
const WAYS: usize = 4;

impl<P: Position> Table<P> {
    pub fn new(limit: u64) -> Self {
        let mut table = Table {
            slots: Vec::new(),
            entries: 0,
            outside: 0,
            limit,
            hand: 0,
        };
        table.slots.resize_with(256 * WAYS, || None);
        table
    }

    pub fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }

    pub fn len(&self) -> usize {
        self.entries
    }

    pub fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<Option<Entry<P>>>()) as u64 + self.outside
    }

    fn bucket(&self, hash: u64) -> std::ops::Range<usize> {
        let buckets = self.slots.len() / WAYS;
        // The number of buckets is a power of two.
        let first = (hash as usize & (buckets - 1)) * WAYS;
        first..first + WAYS
    }

    /// Whether the player to move wins, if that is remembered.
    pub fn get(&self, hash: u64, sum: &Sum<P>) -> Option<bool> {
        self.slots[self.bucket(hash)]
            .iter()
            .flatten()
            .find(|entry| entry.hash == hash && entry.key.is(sum))
            .map(|entry| entry.wins)
    }

    /// Remembers a sum that is not in the table.
    pub fn insert(&mut self, hash: u64, sum: &Sum<P>, wins: bool, nodes: u64) {
        if self.entries * 4 > self.slots.len() * 3 && self.bytes() * 2 <= self.limit {
            self.grow();
        }
        let entry = Entry {
            hash,
            wins,
            work: nodes.checked_ilog2().unwrap_or(0) as u8,
            key: Key::of(sum),
        };
        self.outside += entry.key.outside();
        self.place(entry);
        while self.bytes() > self.limit && self.outside > 0 {
            self.drop_one();
        }
    }

    fn place(&mut self, entry: Entry<P>) {
        let bucket = self.bucket(entry.hash);
        let slot = self.slots[bucket]
            .iter_mut()
            .min_by_key(|slot| slot.as_ref().map(|old| old.work))
            .expect("a bucket has slots");
        match slot.replace(entry) {
            Some(old) => self.outside -= old.key.outside(),
            None => self.entries += 1,
        }
    }

    fn grow(&mut self) {
        let twice = self.slots.len() * 2;
        let old = std::mem::take(&mut self.slots);
        self.slots.resize_with(twice, || None);
        self.entries = 0;
        for entry in old.into_iter().flatten() {
            self.place(entry);
        }
    }

    fn drop_one(&mut self) {
        self.hand = (self.hand + 1) % self.slots.len();
        if let Some(old) = self.slots[self.hand].take() {
            self.outside -= old.key.outside();
            self.entries -= 1;
        }
    }
}

impl<P: Position> Key<P> {
    fn of(sum: &Sum<P>) -> Self {
        match &sum.parts[..] {
            [part] if sum.values.is_empty() && sum.folded == Value::ZERO => {
                Key::One(part.position.clone(), part.negated)
            }
            parts => Key::Many(Box::new(Many {
                parts: parts
                    .iter()
                    .map(|part| (part.position.clone(), part.negated))
                    .collect(),
                values: sum.values.as_slice().into(),
                folded: sum.folded,
            })),
        }
    }

    fn is(&self, sum: &Sum<P>) -> bool {
        match self {
            Key::One(position, negated) => match &sum.parts[..] {
                [part] => {
                    sum.values.is_empty()
                        && sum.folded == Value::ZERO
                        && part.negated == *negated
                        && part.position == *position
                }
                _ => false,
            },
            Key::Many(many) => {
                many.folded == sum.folded
                    && *many.values == *sum.values
                    && many.parts.len() == sum.parts.len()
                    && (many.parts.iter().zip(&sum.parts))
                        .all(|((p, negated), part)| *negated == part.negated && *p == part.position)
            }
        }
    }

    fn outside(&self) -> u64 {
        match self {
            Key::One(..) => 0,
            Key::Many(many) => {
                let bytes = size_of::<Many<P>>()
                    + size_of_val::<[_]>(&many.parts)
                    + size_of_val::<[_]>(&many.values);
                bytes as u64
            }
        }
    }
}
