//! A table of keys of two words.

use crate::pages::Pages;

/// A sum of one part that fits in two words, mixed so that every bit of the
/// key shows in every bit of the words.
#[derive(Clone, Copy)]
pub(super) struct PackedKey {
    words: [u64; 2],
    /// What does not fit: less than 2 to the [`MORE_BITS`].
    more: u64,
}

impl PackedKey {
    /// `more` is less than 2 to the [`MORE_BITS`].
    pub fn new([mut a, mut b]: [u64; 2], more: u64) -> Self {
        debug_assert!(more >> MORE_BITS == 0);
        // Each step can be undone, whatever is added.
        b ^= fold(a ^ more, 0x9e37_79b9_7f4a_7c15);
        a ^= fold(b, 0xc2b2_ae3d_27d4_eb4f);
        b ^= fold(a, 0xbf58_476d_1ce4_e5b9);
        PackedKey {
            words: [a, b],
            more,
        }
    }

    /// The word that chooses the bucket.
    pub fn first(&self) -> u64 {
        self.words[0]
    }

    /// A hash of all of it.
    pub fn hash(&self) -> u64 {
        self.words[0] ^ self.words[1].rotate_left(32) ^ self.more
    }

    /// The first word as it is stored, without the information.
    fn stored(&self) -> u64 {
        self.words[0] >> BUCKET_BITS << BUCKET_BITS | self.more << INFO_BITS
    }
}

/// Both halves of a product: all bits of `x` show.
fn fold(x: u64, by: u64) -> u64 {
    let product = u128::from(x) * u128::from(by);
    product as u64 ^ (product >> 64) as u64
}

/// 16 bytes for each key of 128 bits and some more: the mix can be undone, so
/// the bits that choose the bucket need not be stored.
pub(super) struct PackedTable {
    buckets: Pages<Bucket>,
    entries: usize,
}

/// What is stored of a key: the second word, then the first with its low bits
/// replaced: who wins (1 bit), the binary logarithm of the nodes below, plus
/// one (5 bits), and what the key has beyond two words.
#[derive(Clone, Copy)]
pub(super) struct Slot(pub [u64; 2]);

/// It fills a line of memory.
type Bucket = [[u64; 2]; WAYS];

pub(super) const WAYS: usize = 4;
/// The bits of the first word that its bucket has for its number.
const BUCKET_BITS: u32 = 13;
const FIRST_BUCKETS: usize = 1 << BUCKET_BITS;
const INFO_BITS: u32 = 6;
/// The bits that a key may have beyond two words.
pub(super) const MORE_BITS: u32 = BUCKET_BITS - INFO_BITS;
/// The most that fits into the bits for the work.
const MOST_WORK: u32 = 31;
const INFO: u64 = (1 << INFO_BITS) - 1;

impl Slot {
    /// Who wins with a key, after so many nodes.
    #[inline]
    pub fn new(key: &PackedKey, wins: bool, nodes: u64) -> Self {
        let work = (nodes.checked_ilog2().unwrap_or(0) + 1).min(MOST_WORK);
        let info = u64::from(work) << 1 | u64::from(wins);
        Slot([key.words[1], key.stored() | info])
    }

    /// 0 if there is nothing in the slot.
    #[inline]
    pub fn work(self) -> u64 {
        self.0[1] >> 1 & (INFO >> 1)
    }

    /// Whether the player to move wins, if this is about the key.
    #[inline]
    pub fn wins(self, key: &PackedKey) -> Option<bool> {
        let [second, first] = self.0;
        let found = second == key.words[1] && first & !INFO == key.stored() && self.work() > 0;
        found.then_some(first & 1 != 0)
    }

    /// The word that chose this bucket.
    pub fn first(self, bucket: usize) -> u64 {
        let low = (bucket & (FIRST_BUCKETS - 1)) as u64;
        self.0[1] >> BUCKET_BITS << BUCKET_BITS | low
    }

    /// Whether both, in one bucket, are about one key.
    pub fn is_of_the_key_of(self, other: Slot) -> bool {
        self.0[0] == other.0[0] && self.0[1] & !INFO == other.0[1] & !INFO && self.work() > 0
    }
}

/// In which of so many buckets a key is, by its first word.
#[inline]
pub(super) fn bucket(first: u64, buckets: usize) -> usize {
    let groups = (buckets / FIRST_BUCKETS) as u64;
    let group = ((first >> 32) * groups) >> 32;
    group as usize * FIRST_BUCKETS + (first as usize & (FIRST_BUCKETS - 1))
}

/// How many buckets take so many bytes at most.
pub(super) fn buckets_within(bytes: u64) -> usize {
    let most = bytes / (size_of::<Bucket>() as u64);
    usize::try_from(most).unwrap_or(usize::MAX) / FIRST_BUCKETS * FIRST_BUCKETS
}

impl PackedTable {
    pub fn new() -> Self {
        PackedTable {
            buckets: Pages::zeroed(0),
            entries: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.entries
    }

    pub fn bytes(&self) -> u64 {
        size_of_val::<[Bucket]>(&self.buckets) as u64
    }

    /// Reads what looking the key up will read first.
    pub fn touch(&self, key: &PackedKey) -> u64 {
        self.buckets
            .get(bucket(key.words[0], self.buckets.len()))
            .map_or(0, |bucket| bucket[0][0])
    }

    /// Whether the player to move wins, if that is remembered.
    pub fn get(&self, key: &PackedKey) -> Option<bool> {
        let bucket = bucket(key.words[0], self.buckets.len());
        let slots = self.buckets.get(bucket)?.iter();
        slots.copied().find_map(|slot| Slot(slot).wins(key))
    }

    /// Remembers a key that is not in the table. The table may grow to `room`
    /// bytes; if that is too little for any table, the key is forgotten.
    pub fn insert(&mut self, key: &PackedKey, wins: bool, nodes: u64, room: u64) {
        // Fuller, too many buckets would overflow.
        if self.entries * 2 >= self.buckets.len() * WAYS {
            self.grow(room);
        }
        if self.buckets.is_empty() {
            return;
        }
        self.place(key.words[0], Slot::new(key, wins, nodes));
    }

    fn place(&mut self, first: u64, new: Slot) {
        let bucket = bucket(first, self.buckets.len());
        let slot = self.buckets[bucket]
            .iter_mut()
            .min_by_key(|slot| Slot(**slot).work())
            .expect("a bucket has slots");
        if Slot(*slot).work() == 0 {
            self.entries += 1;
        }
        *slot = new.0;
    }

    /// What is remembered, each with the first word of its key.
    pub fn entries(&self) -> impl Iterator<Item = (u64, Slot)> {
        let buckets = self.buckets.iter().enumerate();
        buckets.flat_map(|(number, bucket)| {
            let slots = bucket.iter().map(|&slot| Slot(slot));
            slots
                .filter(|slot| slot.work() > 0)
                .map(move |slot| (slot.first(number), slot))
        })
    }

    /// Doubles the buckets, or takes what there is room for.
    fn grow(&mut self, room: u64) {
        let wanted = (self.buckets.len() * 2).max(FIRST_BUCKETS);
        let wanted = wanted.min(buckets_within(room));
        // Not for little: everything has to move.
        if wanted < self.buckets.len() + self.buckets.len() / 4 || wanted == 0 {
            return;
        }
        let old = std::mem::replace(self, PackedTable::new());
        self.buckets = Pages::zeroed(wanted);
        for (first, slot) in old.entries() {
            self.place(first, slot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Keys that differ in few bits, as positions do.
    fn keys() -> impl Iterator<Item = ([u64; 2], u64)> {
        (0..60_000u64).map(|i| {
            let (high, low) = (i / 250, i % 250);
            ([high << 40 | 1, low << 30], i % 3)
        })
    }

    #[test]
    fn what_is_remembered_is_what_was_put_in() {
        // One table that grows, one that has to forget.
        for room in [u64::MAX, (FIRST_BUCKETS * 64) as u64 * 3 / 2] {
            let mut table = PackedTable::new();
            let mut all = HashMap::new();
            for (number, (words, more)) in keys().enumerate() {
                let key = PackedKey::new(words, more);
                assert_eq!(table.get(&key), None);
                let wins = number % 7 < 3;
                table.insert(&key, wins, number as u64, room);
                assert!(table.bytes() <= room);
                all.insert((words, more), wins);
            }
            let mut found = 0;
            for (&(words, more), &wins) in &all {
                if let Some(remembered) = table.get(&PackedKey::new(words, more)) {
                    assert_eq!(remembered, wins);
                    found += 1;
                }
            }
            assert_eq!(found, table.len());
            let forgets = room < u64::MAX;
            assert_eq!(found < all.len() * 9 / 10, forgets, "{found}");
        }
    }

    #[test]
    fn a_table_without_room_remembers_nothing() {
        let mut table = PackedTable::new();
        let key = PackedKey::new([1, 2], 3);
        table.insert(&key, true, 1, 1000);
        assert_eq!((table.get(&key), table.bytes()), (None, 0));
    }

    #[test]
    fn different_keys_are_different_when_mixed() {
        let mixed: std::collections::HashSet<([u64; 2], u64)> = keys()
            .map(|(words, more)| {
                let key = PackedKey::new(words, more);
                (key.words, key.more)
            })
            .collect();
        assert_eq!(mixed.len(), keys().count());
    }
}
