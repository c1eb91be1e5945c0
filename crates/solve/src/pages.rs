//! Memory for large tables.

use bytemuck::Pod;
#[cfg(feature = "system")]
use memmap2::MmapMut;
#[cfg(feature = "system")]
use self_cell::MutBorrow;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::AtomicU64;
#[cfg(feature = "system")]
use zerocopy::FromBytes;

/// Memory filled with zeros, in large pages where the system has them. A table
/// that is read at random places otherwise spends much of its time on finding
/// out where its pages are.
pub(crate) enum Pages<T> {
    Few(Vec<T>),
    #[cfg(feature = "system")]
    Many(MmapMut),
}

/// From here on it pays: a few large pages.
#[cfg(feature = "system")]
const MANY: usize = 8 << 20;

impl<T: Pod> Pages<T> {
    pub fn zeroed(len: usize) -> Self {
        #[cfg(feature = "system")]
        if let bytes = len.saturating_mul(size_of::<T>())
            && bytes >= MANY
            && let Ok(map) = MmapMut::map_anon(bytes)
        {
            // Advice may be refused; small pages do as well.
            #[cfg(target_os = "linux")]
            let _ = map.advise(memmap2::Advice::HugePage);
            return Pages::Many(map);
        }
        Pages::Few(vec![T::zeroed(); len])
    }
}

impl<T: Pod> Deref for Pages<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            Pages::Few(list) => list,
            #[cfg(feature = "system")]
            Pages::Many(map) => bytemuck::cast_slice(map),
        }
    }
}

impl<T: Pod> DerefMut for Pages<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        match self {
            Pages::Few(list) => list,
            #[cfg(feature = "system")]
            Pages::Many(map) => bytemuck::cast_slice_mut(map),
        }
    }
}

/// The same for words that several threads read and write.
pub(crate) enum SharedPages {
    Few(Box<[AtomicU64]>),
    #[cfg(feature = "system")]
    Many(Mapped),
}

#[cfg(feature = "system")]
type Words<'map> = &'map [AtomicU64];

#[cfg(feature = "system")]
self_cell::self_cell! {
    /// A memory map, seen as words.
    pub(crate) struct Mapped {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: Words,
    }
}

impl SharedPages {
    /// So many zeros, if the system has memory for them.
    pub fn zeroed(len: usize) -> Option<Self> {
        #[cfg(feature = "system")]
        if let bytes = len.checked_mul(size_of::<AtomicU64>())?
            && bytes >= MANY
            && let Ok(map) = MmapMut::map_anon(bytes)
        {
            #[cfg(target_os = "linux")]
            let _ = map.advise(memmap2::Advice::HugePage);
            return Mapped::try_new(MutBorrow::new(map), |map| {
                <[AtomicU64]>::mut_from_bytes(map.borrow_mut())
                    .map(|words| &*words)
                    .map_err(|_| ())
            })
            .ok()
            .map(SharedPages::Many);
        }
        bytemuck::try_zeroed_slice_box(len)
            .ok()
            .map(SharedPages::Few)
    }
}

impl Deref for SharedPages {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        match self {
            SharedPages::Few(words) => words,
            #[cfg(feature = "system")]
            SharedPages::Many(map) => map.borrow_dependent(),
        }
    }
}

#[cfg(all(test, feature = "system"))]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn few_and_many_hold_what_is_put_in() {
        for len in [0, 1, 1000, MANY / 8, MANY / 8 + 77] {
            let mut pages = Pages::<u64>::zeroed(len);
            assert_eq!(matches!(pages, Pages::Many(_)), len * 8 >= MANY);
            assert!(pages.len() == len && pages.iter().all(|&word| word == 0));
            for (i, word) in pages.iter_mut().enumerate() {
                *word = i as u64;
            }
            assert!(pages.iter().zip(0..).all(|(&word, i)| word == i));
            let shared = SharedPages::zeroed(len).unwrap();
            assert_eq!(matches!(shared, SharedPages::Many(_)), len * 8 >= MANY);
            let sum: u64 = shared.iter().map(|word| word.fetch_add(3, Relaxed)).sum();
            assert_eq!((sum, shared.len()), (0, len));
            assert!(shared.iter().all(|word| word.load(Relaxed) == 3));
        }
    }
}
