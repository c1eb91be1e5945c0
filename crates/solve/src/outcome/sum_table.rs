//! Sums already searched, in a fixed amount of memory.

use super::sum::{Sum, hash_position, hash_sum};
use rules::Position;
use values::Value;

/// A table of sums of any kind. It compares whole keys, never only hashes;
/// when it is full, the entry of its bucket that took the least work goes.
pub(super) struct SumTable<P> {
    /// One tag per slot, so that a look at a sum that is not here reads one
    /// line of memory.
    tags: Vec<Tag>,
    keys: Vec<Option<SumKey<P>>>,
    entries: usize,
    /// Bytes of keys outside the slots.
    outside: u64,
    limit: u64,
    /// Where clearing goes on when the keys take too much.
    hand: usize,
}

/// 24 bits of the hash, the binary logarithm of the nodes below (7 bits,
/// plus one so that no tag is 0), and who wins.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Tag(u32);

impl Tag {
    const EMPTY: Tag = Tag(0);

    fn new(hash: u64, wins: bool, nodes: u64) -> Tag {
        let work = nodes.checked_ilog2().unwrap_or(0) + 1;
        Tag(Tag::print(hash) | work << 1 | u32::from(wins))
    }

    fn print(hash: u64) -> u32 {
        // The bucket comes from the low half.
        (hash >> 32) as u32 & !0xff
    }

    fn fits(self, hash: u64) -> bool {
        self != Tag::EMPTY && self.0 & !0xff == Tag::print(hash)
    }

    fn wins(self) -> bool {
        self.0 & 1 != 0
    }

    fn work(self) -> u32 {
        self.0 >> 1 & 0x7f
    }
}

enum SumKey<P> {
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
const WAYS: usize = 8;
const FIRST_BUCKETS: usize = 128;

impl<P: Position> SumTable<P> {
    pub fn new(limit: u64) -> Self {
        let mut table = SumTable {
            tags: Vec::new(),
            keys: Vec::new(),
            entries: 0,
            outside: 0,
            limit,
            hand: 0,
        };
        table.reset(FIRST_BUCKETS);
        table
    }

    fn reset(&mut self, buckets: usize) {
        self.tags = vec![Tag::EMPTY; buckets * WAYS];
        self.keys = Vec::new();
        self.keys.resize_with(buckets * WAYS, || None);
        self.entries = 0;
    }

    pub fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }

    pub fn len(&self) -> usize {
        self.entries
    }

    pub fn bytes(&self) -> u64 {
        self.tags.len() as u64 * Self::SLOT + self.outside
    }

    const SLOT: u64 = (size_of::<Tag>() + size_of::<Option<SumKey<P>>>()) as u64;

    fn bucket(&self, hash: u64) -> std::ops::Range<usize> {
        let buckets = (self.tags.len() / WAYS) as u64;
        let first = (((hash & 0xffff_ffff) * buckets) >> 32) as usize * WAYS;
        first..first + WAYS
    }

    /// Reads what looking the sum up will read first.
    pub fn touch(&self, hash: u64) -> u64 {
        u64::from(self.tags[self.bucket(hash).start].0)
    }

    /// Whether the player to move wins, if that is remembered.
    pub fn get(&self, hash: u64, sum: &Sum<P>) -> Option<bool> {
        let bucket = self.bucket(hash);
        let first = bucket.start;
        let tags = self.tags[bucket].iter().enumerate();
        tags.filter(|(_, tag)| tag.fits(hash))
            .find(|(i, _)| {
                let key = self.keys[first + i].as_ref();
                key.is_some_and(|key| key.is(sum))
            })
            .map(|(_, tag)| tag.wins())
    }

    /// Remembers a sum that is not in the table.
    pub fn insert(&mut self, hash: u64, sum: &Sum<P>, wins: bool, nodes: u64) {
        // Fuller, too many buckets would overflow.
        if self.entries * 5 > self.tags.len() * 3 {
            self.grow();
        }
        let key = SumKey::of(sum);
        self.outside += key.outside();
        self.place(Tag::new(hash, wins, nodes), hash, key);
        while self.bytes() > self.limit && self.outside > 0 {
            self.drop_one();
        }
    }

    fn place(&mut self, tag: Tag, hash: u64, key: SumKey<P>) {
        let slot = self
            .bucket(hash)
            .min_by_key(|&slot| self.tags[slot].work())
            .expect("a bucket has slots");
        self.tags[slot] = tag;
        match self.keys[slot].replace(key) {
            Some(old) => self.outside -= old.outside(),
            None => self.entries += 1,
        }
    }

    /// Doubles the slots, or takes what the limit still allows.
    fn grow(&mut self) {
        let slots = self.tags.len();
        let room = self.limit.saturating_sub(self.outside) / Self::SLOT;
        let wanted = (slots * 2).min(room as usize);
        // Not for little: everything has to move.
        if wanted < slots + slots / 4 {
            return;
        }
        let tags = std::mem::take(&mut self.tags);
        let keys = std::mem::take(&mut self.keys);
        self.reset(wanted / WAYS);
        for (tag, key) in tags.into_iter().zip(keys) {
            if let Some(key) = key {
                let hash = key.hash();
                self.place(tag, hash, key);
            }
        }
    }

    fn drop_one(&mut self) {
        self.hand = (self.hand + 1) % self.keys.len();
        if let Some(old) = self.keys[self.hand].take() {
            self.tags[self.hand] = Tag::EMPTY;
            self.outside -= old.outside();
            self.entries -= 1;
        }
    }
}

impl<P: Position> SumKey<P> {
    fn of(sum: &Sum<P>) -> Self {
        match &sum.parts[..] {
            [part] if sum.values.is_empty() && sum.folded == Value::ZERO => {
                SumKey::One(part.position.clone(), part.negated)
            }
            parts => SumKey::Many(Box::new(Many {
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
            SumKey::One(position, negated) => match &sum.parts[..] {
                [part] => {
                    sum.values.is_empty()
                        && sum.folded == Value::ZERO
                        && part.negated == *negated
                        && part.position == *position
                }
                _ => false,
            },
            SumKey::Many(many) => {
                many.folded == sum.folded
                    && *many.values == *sum.values
                    && many.parts.len() == sum.parts.len()
                    && (many.parts.iter().zip(&sum.parts))
                        .all(|((p, negated), part)| *negated == part.negated && *p == part.position)
            }
        }
    }

    fn hash(&self) -> u64 {
        match self {
            SumKey::One(position, negated) => {
                hash_sum([(hash_position(position), *negated)], &[], Value::ZERO)
            }
            SumKey::Many(many) => {
                let parts = many.parts.iter();
                let parts = parts.map(|(position, negated)| (hash_position(position), *negated));
                hash_sum(parts, &many.values, many.folded)
            }
        }
    }

    fn outside(&self) -> u64 {
        match self {
            SumKey::One(position, _) => position.outside_bytes() as u64,
            SumKey::Many(many) => {
                let parts = many.parts.iter();
                let parts = parts.map(|(position, _)| position.outside_bytes());
                let bytes = size_of::<Many<P>>()
                    + size_of_val::<[_]>(&many.parts)
                    + size_of_val::<[_]>(&many.values)
                    + parts.sum::<usize>();
                bytes as u64
            }
        }
    }
}
