//! Positions that do not fit in words, each kept once and known by a number.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// Numbers things as they come. What was put in stays where it is until the
/// interner goes, so whoever has a number looks it up without a lock.
pub(crate) struct Interner<T> {
    numbers: RwLock<HashMap<Arc<T>, u32>>,
    /// Each is twice as long as the one before it.
    shelves: [OnceLock<Shelf<T>>; 32 - FIRST_BITS as usize],
    bytes: AtomicUsize,
}

type Shelf<T> = Box<[OnceLock<Arc<T>>]>;

/// The first shelf has 2⁶ places.
const FIRST_BITS: u32 = 6;

impl<T: Eq + Hash> Interner<T> {
    pub fn new() -> Self {
        Interner {
            numbers: RwLock::default(),
            shelves: [const { OnceLock::new() }; 32 - FIRST_BITS as usize],
            bytes: AtomicUsize::new(0),
        }
    }

    /// The number of a thing, which takes up `bytes` if it is new.
    pub fn number(&self, thing: T, bytes: impl FnOnce(&T) -> usize) -> u32 {
        let numbers = self.numbers.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = numbers.get(&thing) {
            return number;
        }
        drop(numbers);
        let mut numbers = self.numbers.write().unwrap_or_else(PoisonError::into_inner);
        let next = u32::try_from(numbers.len()).expect("memory ends before the numbers do");
        let added = bytes(&thing) + ENTRY;
        let thing = Arc::new(thing);
        let number = *numbers.entry(Arc::clone(&thing)).or_insert(next);
        if number == next {
            let (shelf, place) = address(number);
            let empty = || (0..1 << (shelf + FIRST_BITS)).map(|_| OnceLock::new());
            let shelf = self.shelves[shelf as usize].get_or_init(|| empty().collect());
            let _ = shelf[place].set(thing);
            self.bytes.fetch_add(added, Ordering::Relaxed);
            KEPT.fetch_add(added, Ordering::Relaxed);
        }
        number
    }

    /// The thing with a number that was given out.
    pub fn get(&self, number: u32) -> &T {
        let (shelf, place) = address(number);
        let shelf = self.shelves[shelf as usize].get();
        let thing = shelf.and_then(|shelf| shelf[place].get());
        thing.expect("a number that was given out")
    }
}

impl<T> Drop for Interner<T> {
    fn drop(&mut self) {
        KEPT.fetch_sub(*self.bytes.get_mut(), Ordering::Relaxed);
    }
}

static KEPT: AtomicUsize = AtomicUsize::new(0);

/// The bytes of all positions that do not fit in a [`Key`](crate::Key), in
/// this process. Their rules keep them until the last handle of the rules
/// goes.
#[must_use]
pub fn kept_bytes() -> usize {
    KEPT.load(Ordering::Relaxed)
}

/// A place in the map and one on a shelf, with the counts beside a thing.
const ENTRY: usize = 6 * size_of::<usize>();

/// Which shelf, and which place there.
fn address(number: u32) -> (u32, usize) {
    let from_start = u64::from(number) + (1 << FIRST_BITS);
    let shelf = from_start.ilog2() - FIRST_BITS;
    (shelf, (from_start - (1 << (shelf + FIRST_BITS))) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_things_have_one_number_from_any_thread() {
        let interner = &Interner::new();
        let numbers: Vec<Vec<u32>> = std::thread::scope(|scope| {
            let number = |n: u64| interner.number(n * n, |_| 8);
            let work = move || (0..1000).map(number).collect();
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
            threads.into_iter().map(|t| t.join().unwrap()).collect()
        });
        for found in &numbers {
            assert_eq!(found, &numbers[0]);
        }
        for (n, &number) in numbers[0].iter().enumerate() {
            assert_eq!(*interner.get(number), (n * n) as u64);
        }
        let bytes = interner.bytes.load(Ordering::Relaxed);
        assert_eq!(bytes, 1000 * (8 + ENTRY));
        assert!(kept_bytes() >= bytes);
    }
}
