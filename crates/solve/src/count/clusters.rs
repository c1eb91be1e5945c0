//! Levels as numbers of positions, for games that number the positions of a
//! board. Most positions then take a bit, and those that are met together
//! are near in memory.

#[cfg(feature = "system")]
use super::CountError;
#[cfg(feature = "system")]
use super::disk::{Layout, PlaceKeys, Sorted};
use super::pool::{Part, Pool, Tally};
use rules::{EachCluster, Place, Position};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use values::{Budget, Error};

/// What a game knows about the clusters of a board.
pub(super) trait ClusterBoard: Sync {
    /// [`rules::Clusters::options`].
    fn options(&self, cluster: &Place, indices: &[u32], each: &mut EachCluster<'_>);

    /// The rank of a cluster's positions, and how many places it has.
    fn rank_and_size(&self, cluster: u64) -> (u64, u32);

    /// Those of the indices whose positions are their own negatives, where
    /// negatives are merged.
    fn own_negatives(&self, cluster: &Place, indices: &[u32]) -> Vec<u32>;
}

/// The board of a position.
pub(super) struct BoardOf<'p, P> {
    pub(super) start: &'p P,
    pub(super) numbering: rules::Clusters<P>,
    /// The symmetry that makes the start its own negative, if negatives are
    /// merged. It maps what can be reached to itself, so it is enough to know
    /// which positions it leaves alone.
    pub(super) symmetry: Option<usize>,
}

impl<P: Position> BoardOf<'_, P> {
    fn at(&self, place: &Place) -> P {
        let position = (self.numbering.at)(self.start, place);
        position.expect("places come from positions")
    }

    /// Where the negative of a position is.
    fn negative(&self, place: &Place, symmetry: usize) -> Option<Place> {
        (self.numbering.place)(&self.at(place).negative(symmetry)?)
    }
}

impl<P: Position> ClusterBoard for BoardOf<'_, P> {
    fn options(&self, cluster: &Place, indices: &[u32], each: &mut EachCluster<'_>) {
        (self.numbering.options)(self.start, cluster, indices, each);
    }

    fn rank_and_size(&self, cluster: u64) -> (u64, u32) {
        let position = self.at(&Place {
            cluster,
            index: 0,
            size: 0,
        });
        let place = (self.numbering.place)(&position).expect("it has the place");
        (position.rank(), place.size)
    }

    fn own_negatives(&self, cluster: &Place, indices: &[u32]) -> Vec<u32> {
        let Some(symmetry) = self.symmetry else {
            return Vec::new();
        };
        let mut own = Vec::new();
        for &index in indices {
            let place = Place { index, ..*cluster };
            match self.negative(&place, symmetry) {
                Some(negative) if negative == place => own.push(index),
                // A negative elsewhere says where all of the cluster are.
                Some(negative) if negative.cluster != cluster.cluster => break,
                _ => {}
            }
        }
        own
    }
}

/// Positions that are expanded before the budget is asked again.
const STEP: usize = 1024;

/// What a cluster takes beside its members.
const ENTRY: u64 = 80;

const SHARDS: usize = 64;

/// The positions that wait for their expansion.
pub(super) struct ClusterPool<'b> {
    board: &'b dyn ClusterBoard,
    /// Clusters by their names; several, so that threads seldom meet.
    shards: Vec<Mutex<FxHashMap<u64, Cluster>>>,
    /// The bytes that the clusters take.
    bytes: AtomicU64,
}

struct Cluster {
    rank: u64,
    size: u32,
    members: Members,
}

/// A set of numbers below the size of a cluster.
pub(super) enum Members {
    /// Numbers, possibly more than once; sorted and deduplicated when the
    /// list is full.
    Few(Vec<u32>),
    /// A bit for each.
    Many(Vec<u64>),
}

/// The most positions of a cluster that has bits from the start.
const SMALL: u32 = 1 << 10;
const FIRST_FEW: usize = 16;

impl<'b> ClusterPool<'b> {
    pub(super) fn new(board: &'b dyn ClusterBoard) -> Self {
        ClusterPool {
            board,
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            bytes: AtomicU64::new(0),
        }
    }

    /// Adds members to the cluster of a place.
    pub(super) fn insert(&self, place: &Place, members: &[u32]) {
        let shard = place.cluster.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58;
        let shard = &self.shards[shard as usize];
        let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
        let mut more = 0;
        let cluster = shard.entry(place.cluster).or_insert_with(|| {
            let cluster = Cluster {
                rank: self.board.rank_and_size(place.cluster).0,
                size: place.size,
                members: Members::new(place.size),
            };
            more = cluster.members.bytes() + ENTRY;
            cluster
        });
        more += cluster.insert(members);
        if more > 0 {
            self.bytes.fetch_add(more, Ordering::Relaxed);
        }
    }

    /// Expands some positions of a cluster.
    pub(super) fn expand_members(&self, cluster: &Place, members: &[u32]) -> Tally {
        let mut tally = Tally {
            positions: members.len() as u64,
            ..Tally::default()
        };
        self.board.options(cluster, members, &mut |place, options| {
            tally.edges += options.len() as u64;
            self.insert(place, options);
        });
        let own = self.board.own_negatives(cluster, members);
        if !own.is_empty() {
            tally.own = own.len() as u64;
            self.board.options(cluster, &own, &mut |_, options| {
                tally.own_edges += options.len() as u64;
            });
        }
        tally
    }
}

impl Pool for ClusterPool<'_> {
    fn highest(&self) -> Option<u64> {
        let ranks = self.shards.iter().filter_map(|shard| {
            let shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            shard.values().map(|cluster| cluster.rank).max()
        });
        ranks.max()
    }

    fn take<'a>(&'a self, rank: u64) -> Box<dyn Part + 'a> {
        let mut clusters = Vec::new();
        let (mut len, mut before, mut after) = (0, 0, 0);
        for shard in &self.shards {
            let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            for (name, mut cluster) in shard.extract_if(|_, cluster| cluster.rank == rank) {
                before += cluster.members.bytes();
                len += cluster.members.distinct();
                after += cluster.members.bytes();
                let place = Place {
                    cluster: name,
                    index: 0,
                    size: cluster.size,
                };
                clusters.push((place, Mutex::new(cluster.members)));
            }
        }
        self.bytes.fetch_add(after, Ordering::Relaxed);
        self.bytes.fetch_sub(before, Ordering::Relaxed);
        clusters.sort_unstable_by_key(|(place, _)| place.cluster);
        Box::new(ClusterPart {
            pool: self,
            clusters,
            len,
        })
    }

    #[cfg(feature = "system")]
    fn expand(&self, keys: &[u8], layout: &Layout, budget: &Budget) -> Result<Tally, CountError> {
        let Layout::Places(places) = layout else {
            return Err(CountError::other_keys());
        };
        let mut tally = Tally::default();
        let mut members = Vec::new();
        let mut run: Option<(u64, Place)> = None;
        for key in keys.chunks_exact(layout.width()) {
            let (compact, index) = places.parts(key);
            match run {
                Some((other, _)) if other == compact => {}
                _ => {
                    if let Some((_, place)) = run {
                        tally += self.expand_members(&place, &members);
                    }
                    members.clear();
                    let cluster = places.spread(compact);
                    let (_, size) = self.board.rank_and_size(cluster);
                    let index = 0;
                    run = Some((
                        compact,
                        Place {
                            cluster,
                            index,
                            size,
                        },
                    ));
                }
            }
            members.push(index);
        }
        if let Some((_, place)) = run {
            tally += self.expand_members(&place, &members);
        }
        budget.advance(tally.positions);
        Ok(tally)
    }

    fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
}

/// The clusters of a rank, by their names.
struct ClusterPart<'a, 'b> {
    pool: &'a ClusterPool<'b>,
    clusters: Vec<(Place, Mutex<Members>)>,
    len: u64,
}

impl Part for ClusterPart<'_, '_> {
    fn positions(&self) -> u64 {
        self.len
    }

    fn pieces(&self) -> usize {
        self.clusters.len()
    }

    fn expand(&self, piece: usize, budget: &Budget) -> Result<Tally, Error> {
        let (place, members) = &self.clusters[piece];
        let mut members = members.lock().unwrap_or_else(PoisonError::into_inner);
        let members = std::mem::replace(&mut *members, Members::Few(Vec::new()));
        let bytes = members.bytes() + ENTRY;
        let members = members.into_list();
        let mut tally = Tally::default();
        for members in members.chunks(STEP) {
            tally += self.pool.expand_members(place, members);
            budget.advance(members.len() as u64);
            budget.check()?;
            budget.check_bytes(self.pool.bytes())?;
        }
        self.pool.bytes.fetch_sub(bytes, Ordering::Relaxed);
        Ok(tally)
    }

    #[cfg(feature = "system")]
    fn sorted(self: Box<Self>) -> Sorted {
        let mut places = PlaceKeys::default();
        let mut bytes = 0;
        let mut clusters = Vec::new();
        for (place, members) in self.clusters {
            let members = members.into_inner().unwrap_or_else(PoisonError::into_inner);
            bytes += members.bytes() + ENTRY;
            places.include(&place);
            clusters.push((place.cluster, members));
        }
        self.pool.bytes.fetch_sub(bytes, Ordering::Relaxed);
        Sorted::Clusters(places, clusters)
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

    /// How many there are.
    fn distinct(&mut self) -> u64 {
        match self {
            Members::Few(list) => {
                list.sort_unstable();
                list.dedup();
                list.len() as u64
            }
            Members::Many(bits) => bits.iter().map(|word| u64::from(word.count_ones())).sum(),
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

    /// The members, ascending.
    pub(super) fn into_list(self) -> Vec<u32> {
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
