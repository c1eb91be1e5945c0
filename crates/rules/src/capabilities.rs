//! What a game can do beyond the core of [`Position`]: tables of functions
//! that a solver asks for by name.
//!
//! Each field states a law, which the conformance suite checks for every game
//! that fills it.

use crate::bands::Bands;
use crate::duels::Duels;
use crate::heaps::Heaps;
use crate::position::{Known, Position};
use std::borrow::Cow;
use std::ops::ControlFlow;
use values::Player;

/// The answers of one type of positions. A game states those that it has:
///
/// ```
/// use rules::{Capabilities, Flow, Position};
/// use values::Player;
/// /// A stalk of green edges, worth ∗n: ∗ with a stalk of n − 1 on top.
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// struct Stalk(u64);
/// impl Position for Stalk {
///     type Move = u64;
///     fn moves(&self, _: Player, each: &mut impl FnMut(u64) -> Flow) -> Flow {
///         (0..self.0).try_for_each(each)
///     }
///     fn play(&self, _: Player, left: &u64) -> Self {
///         Stalk(*left)
///     }
///     fn rank(&self) -> u64 {
///         self.0
///     }
///     const CAPABILITIES: Capabilities<Self> = Capabilities {
///         ordinal_sum: |stalk| Some((rules::Known::nimber(1), Stalk(stalk.0.checked_sub(1)?))),
///         ..Capabilities::NONE
///     };
/// }
/// let (base, top) = (Stalk::CAPABILITIES.ordinal_sum)(&Stalk(3)).unwrap();
/// assert_eq!((base.nimber, top), (1, Stalk(2)));
/// ```
pub struct Capabilities<P> {
    /// The position as heaps of a heap game. Law: the nim value is that of
    /// the heaps.
    pub heaps: fn(&P) -> Option<Cow<'_, Heaps>>,
    /// The position as an ordinal sum base:top, the base in canonical form.
    /// Law: a move in the top leaves the base as it is, a move in the base
    /// removes the top, and there are no other moves.
    pub ordinal_sum: fn(&P) -> Option<(Known, P)>,
    /// Independent bands in which a player can reach no more.
    pub bands: Option<Bands<P>>,
    /// Where positions in normal form lie in a table.
    pub places: Option<Places<P>>,
    /// The numbers of all positions of a board.
    pub clusters: Option<Clusters<P>>,
    /// One piece against one.
    pub duels: Option<Duels<P>>,
    /// What players go by who cannot see the end.
    pub judgement: Judgement<P>,
}

impl<P: Position> Capabilities<P> {
    /// A game that offers nothing beyond the core.
    pub const NONE: Self = Capabilities {
        heaps: |_| None,
        ordinal_sum: |_| None,
        bands: None,
        places: None,
        clusters: None,
        duels: None,
        judgement: Judgement::BY_MOBILITY,
    };
}

/// A place in a table: positions that are met together share a cluster, so
/// that the memory they use is near.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name of the cluster.
    pub cluster: u64,
    /// The place in the cluster.
    pub index: u32,
    /// How many places the cluster has.
    pub size: u32,
}

/// Where a table that keeps related positions together puts them.
pub struct Places<P> {
    /// The place of a position. Law: different positions have different
    /// clusters or indices; the index is below the size, which belongs to the
    /// cluster.
    pub place: fn(&P) -> Option<Place>,
    /// The position at a place. Law: it is the one that has the place.
    pub at: fn(&Place) -> Option<P>,
}

/// The positions of a board by number, without symmetries, to count them.
pub struct Clusters<P> {
    /// Where the position is among all of its board. Law: different positions
    /// have different clusters or indices, positions of one cluster have one
    /// rank, and what is reached from a position with a place has one.
    pub place: fn(&P) -> Option<Place>,
    /// The position at a place on this board. Law: it has the place.
    pub at: fn(&P, &Place) -> Option<P>,
    /// Calls back with the options of the positions at some indices of a
    /// cluster on this board: clusters, and indices in them. Law: every
    /// position adds an index for each of Left's different options and each
    /// of Right's, or only for Left's where it
    /// [is impartial](Position::is_impartial).
    pub options: fn(&P, cluster: &Place, indices: &[u32], &mut EachCluster<'_>),
}

/// Who is called with some positions of a cluster: a place there, and indices.
pub type EachCluster<'e> = dyn FnMut(&Place, &[u32]) + 'e;

impl<P: Position> Clusters<P> {
    /// [`options`](Self::options) for a game that has no faster way.
    pub fn each_option(
        &self,
        board: &P,
        cluster: &Place,
        indices: &[u32],
        each: &mut EachCluster<'_>,
    ) {
        let mut places = Vec::new();
        let positions = indices
            .iter()
            .filter_map(|&index| (self.at)(board, &Place { index, ..*cluster }));
        for position in positions {
            let players = if position.is_impartial() { 1 } else { 2 };
            for &player in &Player::BOTH[..players] {
                let _ = position.options(player, &mut |option| {
                    places.extend((self.place)(&option));
                    ControlFlow::Continue(())
                });
                places.sort_unstable_by_key(|place: &Place| (place.cluster, place.index));
                places.dedup();
                for place in places.drain(..) {
                    each(&place, &[place.index]);
                }
            }
        }
    }
}

/// Estimates for players and for the order in which a search tries moves.
pub struct Judgement<P> {
    /// How free a player is, to tell good moves from bad ones: those are good
    /// that leave the opponent little freedom.
    pub freedom: fn(&P, Player) -> usize,
    /// How promising it is for a player to move from a position to the option
    /// behind it, compared with his other moves; the position itself in place
    /// of the option stands for not moving there.
    pub promise: fn(&P, &P, Player) -> f32,
    /// How much better Left stands than Right when a player is to move, for
    /// players who cannot see the end: an estimate in tenths of a move. Law:
    /// that of the negative is its opposite for the other player.
    pub standing: fn(&P, Player) -> i32,
}

impl<P: Position> Judgement<P> {
    /// By the moves that the players have.
    pub const BY_MOBILITY: Self = Judgement {
        freedom: P::mobility,
        promise: |_, option, player| -(freedom(option, -player) as f32),
        standing: |position, _| {
            if position.is_impartial() {
                return 0;
            }
            // Nobody has so many moves that counting them matters.
            let [left, right] =
                Player::BOTH.map(|player| freedom(position, player).min(1 << 20) as i32);
            10 * (left - right)
        },
    };
}

fn freedom<P: Position>(position: &P, player: Player) -> usize {
    (P::CAPABILITIES.judgement.freedom)(position, player)
}
