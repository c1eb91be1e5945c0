//! A table of keys of two words that several threads read and write.

use super::packed_table::{PackedKey, Slot, WAYS, bucket, buckets_within};
use crate::pages::SharedPages;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A table that grows while threads use it: they see a larger one some time
/// after it was made. What is remembered in between is forgotten.
pub(super) struct Growing {
    table: Mutex<Arc<SharedTable>>,
    /// How often it grew.
    grown: AtomicUsize,
    /// How many bytes it may take.
    most: u64,
    /// The shapes of keys, in the order of their numbers.
    shapes: Mutex<Vec<u64>>,
}

/// The table as one thread sees it.
#[derive(Clone)]
pub(super) struct View {
    of: Arc<Growing>,
    table: Arc<SharedTable>,
    grown: usize,
}

impl View {
    /// A table with some entries, which may take so many bytes; nothing if that
    /// is too little, or the system has no memory.
    pub fn new(
        entries: impl Iterator<Item = (u64, Slot)>,
        count: usize,
        shapes: Vec<u64>,
        most: u64,
    ) -> Option<Self> {
        let wanted = (count * 4 * size_of::<Slot>()) as u64;
        let table = SharedTable::within(wanted.max(FIRST_BYTES).min(most))?;
        for (first, slot) in entries {
            table.place(first, slot);
        }
        let table = Arc::new(table);
        let of = Arc::new(Growing {
            table: Mutex::new(Arc::clone(&table)),
            grown: AtomicUsize::new(0),
            most,
            shapes: Mutex::new(shapes),
        });
        Some(View {
            of,
            table,
            grown: 0,
        })
    }

    pub fn table(&self) -> &SharedTable {
        &self.table
    }

    /// Gives a shape a number unless it has one or there are `most`, and tells
    /// all of them.
    pub fn shapes(&self, shape: u64, most: usize) -> Vec<u64> {
        let mut shapes = lock(&self.of.shapes);
        if !shapes.contains(&shape) && shapes.len() < most {
            shapes.push(shape);
        }
        shapes.clone()
    }

    /// Sees the table as it is now, and lets it grow if it is rather full.
    pub fn renew(&mut self) {
        if self.of.grown.load(Ordering::Acquire) != self.grown {
            self.table = Arc::clone(&lock(&self.of.table));
            self.grown = self.of.grown.load(Ordering::Acquire);
        }
        if self.table.len() * 2 < self.table.buckets * WAYS {
            return;
        }
        // Not for little: everything has to move.
        let own = self.table.bytes();
        let bytes = (own * 2).min(self.of.most);
        if bytes < own + own / 4 {
            return;
        }
        // Another thread may be making a larger one.
        let Ok(mut newest) = self.of.table.try_lock() else {
            return;
        };
        if Arc::ptr_eq(&newest, &self.table)
            && let Some(larger) = SharedTable::within(bytes)
        {
            for (first, slot) in self.table.entries() {
                larger.place(first, slot);
            }
            *newest = Arc::new(larger);
            self.table = Arc::clone(&newest);
            self.grown = self.of.grown.fetch_add(1, Ordering::Release) + 1;
        }
    }
}

/// What a thread that fell over left is as good as before: every entry is true
/// by itself.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The first table takes at least so much.
const FIRST_BYTES: u64 = 8 << 20;

/// The entries of a [`PackedTable`](super::packed_table::PackedTable) in a
/// fixed amount of memory, for several threads.
///
/// Each group of buckets has a version, which is odd while a thread writes
/// there. Who reads looks at the version before and after: if it was odd or
/// has changed, nothing is found. So an entry is read as it was written, or
/// not at all, and nobody waits who only reads.
pub(super) struct SharedTable {
    /// The two words of one slot after the other.
    words: SharedPages,
    buckets: usize,
    versions: Box<[AtomicU32]>,
    entries: AtomicUsize,
}

/// So many versions stay near in memory, and threads seldom meet in one.
const VERSIONS: usize = 1 << 12;

impl SharedTable {
    /// A table that takes about so many bytes, if that is enough for one.
    fn within(bytes: u64) -> Option<Self> {
        let buckets = buckets_within(bytes);
        if buckets == 0 {
            return None;
        }
        Some(SharedTable {
            words: SharedPages::zeroed(buckets * WAYS * 2)?,
            buckets,
            versions: (0..VERSIONS).map(|_| AtomicU32::new(0)).collect(),
            entries: AtomicUsize::new(0),
        })
    }

    pub fn len(&self) -> usize {
        self.entries.load(Ordering::Relaxed)
    }

    pub fn bytes(&self) -> u64 {
        (size_of_val::<[AtomicU64]>(&self.words) + size_of_val(&*self.versions)) as u64
    }

    /// The words of a bucket, and its version.
    fn bucket(&self, first: u64) -> (&[AtomicU64], &AtomicU32) {
        let bucket = bucket(first, self.buckets);
        let words = &self.words[bucket * WAYS * 2..][..WAYS * 2];
        (words, &self.versions[bucket % VERSIONS])
    }

    /// Reads what looking the key up will read first.
    pub fn touch(&self, key: &PackedKey) -> u64 {
        let (words, _) = self.bucket(key.first());
        words[0].load(Ordering::Relaxed)
    }

    /// Whether the player to move wins, if that is remembered.
    pub fn get(&self, key: &PackedKey) -> Option<bool> {
        let (words, version) = self.bucket(key.first());
        let before = version.load(Ordering::Acquire);
        let found = slots(words).find_map(|(_, slot)| slot.wins(key));
        fence(Ordering::Acquire);
        let same = before.is_multiple_of(2) && version.load(Ordering::Relaxed) == before;
        found.filter(|_| same)
    }

    /// Remembers a key.
    pub fn insert(&self, key: &PackedKey, wins: bool, nodes: u64) {
        self.place(key.first(), Slot::new(key, wins, nodes));
    }

    /// What is remembered, each with the first word of its key.
    fn entries(&self) -> impl Iterator<Item = (u64, Slot)> {
        (0..self.buckets).flat_map(|bucket| {
            // What a thread is writing meanwhile is left out.
            let words = &self.words[bucket * WAYS * 2..][..WAYS * 2];
            let version = &self.versions[bucket % VERSIONS];
            let before = version.load(Ordering::Acquire);
            let read: Vec<Slot> = slots(words).map(|(_, slot)| slot).collect();
            fence(Ordering::Acquire);
            let same = before.is_multiple_of(2) && version.load(Ordering::Relaxed) == before;
            let read = read.into_iter().filter(move |slot| same && slot.work() > 0);
            read.map(move |slot| (slot.first(bucket), slot))
        })
    }

    /// Puts an entry in its bucket, given the first word of its key. If another
    /// thread writes there, the entry is forgotten.
    pub fn place(&self, first: u64, new: Slot) {
        let (words, version) = self.bucket(first);
        let before = version.load(Ordering::Relaxed);
        if !before.is_multiple_of(2)
            || version
                .compare_exchange(before, before + 1, Ordering::Acquire, Ordering::Relaxed)
                .is_err()
        {
            return;
        }
        fence(Ordering::Release);
        let is_same = |slot: &Slot| slot.is_of_the_key_of(new);
        let (place, old) = slots(words)
            .find(|(_, slot)| is_same(slot))
            .or_else(|| slots(words).min_by_key(|(_, slot)| slot.work()))
            .expect("a bucket has slots");
        for (word, new) in words[2 * place..].iter().zip(new.0) {
            word.store(new, Ordering::Relaxed);
        }
        version.store(before.wrapping_add(2), Ordering::Release);
        if old.work() == 0 {
            self.entries.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// The slots of a bucket.
fn slots(words: &[AtomicU64]) -> impl Iterator<Item = (usize, Slot)> {
    let slots = words.chunks_exact(2).map(|slot| {
        let [one, other] = [0, 1].map(|i| slot[i].load(Ordering::Relaxed));
        Slot([one, other])
    });
    slots.enumerate()
}

#[cfg(all(test, feature = "system"))]
mod tests {
    use super::*;
    use std::thread;

    /// Keys that differ in few bits, and who wins with each.
    fn keys(from: u64) -> impl Iterator<Item = (PackedKey, bool)> {
        (from..from + 40_000).map(|i| {
            let words = [(i / 250) << 40 | 1, (i % 250) << 30];
            (PackedKey::new(words, i % 3), (i * i) % 7 < 3)
        })
    }

    fn view(most: u64) -> View {
        View::new(std::iter::empty(), 0, Vec::new(), most).unwrap()
    }

    #[test]
    fn what_threads_remember_together_is_what_was_put_in() {
        // One table that grows, one that has to forget.
        for most in [1 << 30, FIRST_BYTES / 8] {
            let first = view(most);
            // Threads come upon the same keys, and read while others write.
            thread::scope(|scope| {
                for number in 0..4 {
                    let mut view = first.clone();
                    scope.spawn(move || {
                        for (i, (key, wins)) in keys(number * 20_000).enumerate() {
                            let known = view.table().get(&key);
                            assert!(known.is_none_or(|known| known == wins));
                            view.table().insert(&key, wins, i as u64);
                            if i.is_multiple_of(64) {
                                view.renew();
                            }
                        }
                    });
                }
            });
            let mut last = first.clone();
            last.renew();
            let mut found = 0;
            for (key, wins) in (0..5).flat_map(|number| keys(number * 20_000)).step_by(2) {
                if let Some(known) = last.table().get(&key) {
                    assert_eq!(known, wins);
                    found += 1;
                }
            }
            assert!(last.table().bytes() <= most.max(FIRST_BYTES));
            assert!(found > 20_000, "{found}");
            assert!(last.table().len() <= 100_000);
        }
    }

    #[test]
    fn a_table_grows_with_all_that_is_in_it() {
        let mut view = view(1 << 30);
        let slots = view.table().buckets * WAYS;
        for (key, wins) in (0..)
            .flat_map(|number| keys(number * 40_000))
            .take(slots * 3 / 4)
        {
            view.table().insert(&key, wins, 5);
        }
        let (before, bytes) = (view.table().len(), view.table().bytes());
        view.renew();
        assert!(view.table().bytes() > bytes * 3 / 2);
        assert_eq!(view.table().len(), before);
        assert!(before > slots / 2, "{before} of {slots}");
    }

    #[test]
    fn all_threads_number_shapes_alike() {
        let one = view(1 << 24);
        let other = one.clone();
        assert_eq!(one.shapes(7, 2), [7]);
        assert_eq!(other.shapes(5, 2), [7, 5]);
        assert_eq!(one.shapes(9, 2), [7, 5]);
    }
}
