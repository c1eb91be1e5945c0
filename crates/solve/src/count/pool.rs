//! Where positions wait until all of higher rank have been expanded.

#[cfg(feature = "system")]
use super::CountError;
#[cfg(feature = "system")]
use super::disk::{Layout, Sorted};
use std::ops::AddAssign;
use values::{Budget, Error};

/// Positions of several ranks, each once. Threads share it.
pub(super) trait Pool: Sync {
    /// The highest rank of a position here.
    fn highest(&self) -> Option<u64>;

    /// Takes the positions of a rank out.
    fn take<'a>(&'a self, rank: u64) -> Box<dyn Part + 'a>;

    /// Adds the options of the positions that these keys are.
    #[cfg(feature = "system")]
    fn expand(&self, keys: &[u8], layout: &Layout, budget: &Budget) -> Result<Tally, CountError>;

    /// The bytes taken, those of the parts that were taken out and not yet
    /// used up included.
    fn bytes(&self) -> u64;
}

/// The positions of a rank, in pieces.
pub(super) trait Part: Sync {
    /// How many positions.
    fn positions(&self) -> u64;

    /// How many pieces.
    fn pieces(&self) -> usize;

    /// Adds the options of a piece to the pool, and forgets the piece.
    fn expand(&self, piece: usize, budget: &Budget) -> Result<Tally, Error>;

    /// The keys of all of them, in order.
    #[cfg(feature = "system")]
    fn sorted(self: Box<Self>) -> Sorted;
}

/// What was met in an expansion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// The positions.
    pub(super) positions: u64,
    /// Their options.
    pub(super) edges: u64,
    /// Those among them that are their own negatives, where every position
    /// was met together with its negative.
    pub(super) own: u64,
    /// The options of these.
    pub(super) own_edges: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.positions += other.positions;
        self.edges += other.edges;
        self.own += other.own;
        self.own_edges += other.own_edges;
    }
}
