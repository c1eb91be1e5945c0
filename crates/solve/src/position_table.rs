//! What is known about positions, by normal form.

use rules::{Place, Position};
use rustc_hash::FxHashMap;

/// A map from positions to small numbers. Positions that say where they
/// belong lie together in clusters, which processors' caches like: the
/// options of one position are in few clusters, and so are its siblings'.
pub(crate) struct PositionTable<P> {
    clusters: ClusterIndex,
    /// One more than the number, 0 where nothing is known.
    cells: Vec<u32>,
    others: FxHashMap<P, u32>,
    /// The bytes that the others have elsewhere.
    outside: usize,
    len: usize,
}

/// Where a cluster starts, if it is there.
#[derive(Default)]
pub(crate) struct ClusterStart {
    cluster: u64,
    start: Option<usize>,
}

impl<P: Position> PositionTable<P> {
    pub fn new() -> Self {
        PositionTable {
            clusters: ClusterIndex::default(),
            cells: Vec::new(),
            others: FxHashMap::default(),
            outside: 0,
            len: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn bytes(&self) -> usize {
        self.clusters.bytes()
            + self.cells.capacity() * size_of::<u32>()
            + map_bytes(&self.others)
            + self.outside
    }

    #[inline]
    pub fn get(&self, position: &P) -> Option<u32> {
        match place_of(position) {
            Some(Place { cluster, index, .. }) => {
                let start = self.clusters.get(cluster)?;
                self.cells[start + index as usize].checked_sub(1)
            }
            None => self.others.get(position).copied(),
        }
    }

    /// The number of the position at a place. Options come cluster by cluster,
    /// so the last start is worth remembering.
    #[inline]
    pub fn get_at(&self, place: &Place, last: &mut ClusterStart) -> Option<u32> {
        if last.cluster != place.cluster || last.start.is_none() {
            *last = ClusterStart {
                cluster: place.cluster,
                start: self.clusters.get(place.cluster),
            };
        }
        self.cells[last.start? + place.index as usize].checked_sub(1)
    }

    /// Calls `each` with every position and its number, in no particular
    /// order.
    #[cfg(feature = "system")]
    pub fn each(&self, each: &mut dyn FnMut(&P, u32)) {
        for (position, &number) in &self.others {
            each(position, number);
        }
        let mut clusters = self.clusters.all();
        clusters.sort_unstable_by_key(|&(_, start)| start);
        let ends = clusters.iter().skip(1).map(|&(_, start)| start);
        for (&(cluster, start), end) in clusters.iter().zip(ends.chain([self.cells.len()])) {
            for (index, cell) in (0..).zip(&self.cells[start..end]) {
                let size = (end - start) as u32;
                let place = Place {
                    cluster,
                    index,
                    size,
                };
                if let Some(number) = cell.checked_sub(1)
                    && let Some(position) = position_at(&place)
                {
                    each(&position, number);
                }
            }
        }
    }

    pub fn insert(&mut self, position: P, number: u32) {
        match place_of(&position) {
            Some(Place {
                cluster,
                index,
                size,
            }) => {
                let end = self.cells.len();
                let start = self.clusters.get(cluster).unwrap_or_else(|| {
                    self.clusters.insert(cluster, end);
                    self.cells.resize(end + size as usize, 0);
                    end
                });
                let cell = &mut self.cells[start + index as usize];
                self.len += usize::from(*cell == 0);
                *cell = number + 1;
            }
            None => {
                let outside = position.outside_bytes();
                if self.others.insert(position, number).is_none() {
                    self.outside += outside;
                    self.len += 1;
                }
            }
        }
    }
}

/// Where a position lies, if its game says.
#[inline]
fn place_of<P: Position>(position: &P) -> Option<Place> {
    (P::CAPABILITIES.places?.place)(position)
}

/// The position that lies at a place.
#[inline]
pub(crate) fn position_at<P: Position>(place: &Place) -> Option<P> {
    (P::CAPABILITIES.places?.at)(place)
}

/// The bytes of a hash map. One that is nearly full will soon move to one of
/// twice the size, and both are there until everything has moved.
pub(crate) fn map_bytes<K, V>(map: &FxHashMap<K, V>) -> usize {
    /// As many entries may come before bytes are looked at again.
    const SOON: usize = 1 << 14;
    // It has one slot in eight more than it fills.
    let bytes = map.capacity() * (size_of::<(K, V)>() + 1) * 8 / 7;
    if map.capacity() >= 8 * SOON && map.capacity() - map.len() < SOON {
        return 3 * bytes;
    }
    bytes
}

/// Where in the cells each cluster starts: a hash table with linear probing,
/// because it is asked for every option.
pub(crate) struct ClusterIndex {
    /// A power of two of slots, at most half of them used.
    slots: Vec<Slot>,
    used: usize,
}

/// A cluster and one more than its start; 0 in an empty slot.
#[derive(Clone, Copy, Default)]
struct Slot {
    cluster: u64,
    start: usize,
}

impl Default for ClusterIndex {
    fn default() -> Self {
        ClusterIndex {
            slots: vec![Slot::default(); 64],
            used: 0,
        }
    }
}

impl ClusterIndex {
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot>()
    }

    #[inline]
    fn first(&self, cluster: u64) -> usize {
        // The upper half of a product depends on every bit of the cluster.
        let mixed = (cluster ^ cluster >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as usize & (self.slots.len() - 1)
    }

    #[inline]
    pub fn get(&self, cluster: u64) -> Option<usize> {
        let mut i = self.first(cluster);
        loop {
            let slot = self.slots[i];
            if slot.cluster == cluster || slot.start == 0 {
                return slot.start.checked_sub(1);
            }
            i = (i + 1) & (self.slots.len() - 1);
        }
    }

    /// Every cluster and its start.
    #[cfg(feature = "system")]
    fn all(&self) -> Vec<(u64, usize)> {
        let used = self.slots.iter().filter(|slot| slot.start > 0);
        used.map(|slot| (slot.cluster, slot.start - 1)).collect()
    }

    pub fn insert(&mut self, cluster: u64, start: usize) {
        if 2 * (self.used + 1) > self.slots.len() {
            let larger = vec![Slot::default(); 2 * self.slots.len()];
            let old = std::mem::replace(&mut self.slots, larger);
            for slot in old.into_iter().filter(|slot| slot.start > 0) {
                self.place(slot);
            }
        }
        self.used += 1;
        self.place(Slot {
            cluster,
            start: start + 1,
        });
    }

    fn place(&mut self, slot: Slot) {
        let mut i = self.first(slot.cluster);
        while self.slots[i].start > 0 {
            i = (i + 1) & (self.slots.len() - 1);
        }
        self.slots[i] = slot;
    }
}
