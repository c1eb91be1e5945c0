//! Levels as numbers of positions, for games that number the positions of a
//! board. Most positions then take a bit, and those that are met together
//! are near in memory.

use super::{Count, Level};
use rules::{Place, Position};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use values::{Budget, Result};

pub(super) fn count<P: Position>(
    start: &P,
    place: &Place,
    budget: &Budget,
    progress: &mut dyn FnMut(&Level),
) -> Result<Count> {
    let mut store = Store::new(start);
    store.insert(place, &[place.index]);
    let mut count = Count::default();
    while let Some((rank, clusters)) = store.ranks.pop_last() {
        let mut level = Level {
            rank,
            positions: 0,
            edges: 0,
        };
        let mut unchecked = 0;
        for cluster in clusters {
            let (place, members) = store.take(cluster);
            for members in members.chunks(STEP) {
                start.cluster_options(&place, members, &mut |cluster, options| {
                    level.edges += options.len() as u64;
                    store.insert(cluster, options);
                });
                level.positions += members.len() as u64;
                unchecked += members.len();
                if unchecked >= STEP {
                    budget.advance(unchecked as u64);
                    budget.check()?;
                    budget.check_bytes(store.bytes)?;
                    unchecked = 0;
                }
            }
        }
        budget.advance(unchecked as u64);
        budget.check()?;
        budget.check_bytes(store.bytes)?;
        count.push(level);
        progress(&level);
    }
    Ok(count)
}

/// The budget is asked after about so many positions.
const STEP: usize = 1024;

/// The positions that wait for their expansion.
struct Store<'p, P> {
    start: &'p P,
    clusters: Vec<Cluster>,
    /// Where the clusters are.
    known: FxHashMap<u64, usize>,
    /// The clusters of each rank.
    ranks: BTreeMap<u64, Vec<usize>>,
    /// The bytes that the members take.
    bytes: u64,
}

struct Cluster {
    name: u64,
    size: u32,
    members: Members,
}

/// A set of numbers below the size of a cluster.
enum Members {
    /// Numbers, possibly more than once; sorted and deduplicated when the
    /// list is full.
    Few(Vec<u32>),
    /// A bit for each.
    Many(Vec<u64>),
}

/// Clusters of up to so many positions have bits from the start.
const SMALL: u32 = 1 << 10;
const FIRST_FEW: usize = 16;

impl<'p, P: Position> Store<'p, P> {
    fn new(start: &'p P) -> Self {
        Store {
            start,
            clusters: Vec::new(),
            known: FxHashMap::default(),
            ranks: BTreeMap::new(),
            bytes: 0,
        }
    }

    /// Adds members to the cluster of a place.
    fn insert(&mut self, place: &Place, members: &[u32]) {
        let cluster = self.find(place);
        self.bytes += self.clusters[cluster].insert(members);
    }

    fn find(&mut self, place: &Place) -> usize {
        if let Some(&cluster) = self.known.get(&place.cluster) {
            return cluster;
        }
        let cluster = self.clusters.len();
        self.known.insert(place.cluster, cluster);
        let position = self.start.at_board_place(place);
        let rank = position.expect("places come from positions").rank();
        self.ranks.entry(rank).or_default().push(cluster);
        self.clusters.push(Cluster {
            name: place.cluster,
            size: place.size,
            members: Members::new(place.size),
        });
        // The entries of the lists, too.
        self.bytes += self.clusters[cluster].members.bytes() + 80;
        cluster
    }

    /// Takes a cluster's members, ascending, out of the store.
    fn take(&mut self, cluster: usize) -> (Place, Vec<u32>) {
        let Cluster {
            name,
            size,
            members,
        } = &mut self.clusters[cluster];
        self.bytes -= members.bytes();
        let place = Place {
            cluster: *name,
            index: 0,
            size: *size,
        };
        let members = std::mem::replace(members, Members::Few(Vec::new()));
        (place, members.into_list())
    }
}

impl Cluster {
    /// Adds members, and says how many bytes that took.
    fn insert(&mut self, indices: &[u32]) -> u64 {
        let before = self.members.bytes();
        for (i, &index) in indices.iter().enumerate() {
            match &mut self.members {
                Members::Many(bits) => {
                    for &index in &indices[i..] {
                        bits[index as usize / 64] |= 1 << (index % 64);
                    }
                    break;
                }
                Members::Few(list) => {
                    list.push(index);
                    if list.len() == list.capacity() {
                        self.members.tidy(self.size);
                    }
                }
            }
        }
        // A tidy list keeps its room or has more.
        self.members.bytes().saturating_sub(before)
    }
}

impl Members {
    fn new(size: u32) -> Self {
        if size <= SMALL {
            Members::Many(vec![0; (size as usize).div_ceil(64)])
        } else {
            Members::Few(Vec::with_capacity(FIRST_FEW))
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Members::Few(list) => list.capacity() as u64 * 4,
            Members::Many(bits) => bits.capacity() as u64 * 8,
        }
    }

    /// Makes room in a full list: removes what is there twice, and if that is
    /// not much, takes more room, or bits if they take less.
    fn tidy(&mut self, size: u32) {
        let Members::Few(list) = self else { return };
        list.sort_unstable();
        list.dedup();
        if list.len() * 2 <= list.capacity() {
            return;
        }
        if list.capacity() as u64 * 2 * 32 < u64::from(size) {
            list.reserve_exact(list.capacity() * 2 - list.len());
            return;
        }
        let mut bits = vec![0u64; (size as usize).div_ceil(64)];
        for &index in list.iter() {
            bits[index as usize / 64] |= 1 << (index % 64);
        }
        *self = Members::Many(bits);
    }

    fn into_list(self) -> Vec<u32> {
        match self {
            Members::Few(mut list) => {
                list.sort_unstable();
                list.dedup();
                list
            }
            Members::Many(bits) => {
                let mut list = Vec::new();
                for (word, &set) in bits.iter().enumerate() {
                    let mut set = set;
                    while set != 0 {
                        list.push(word as u32 * 64 + set.trailing_zeros());
                        set &= set - 1;
                    }
                }
                list
            }
        }
    }
}
