//! What every game has: positions and moves.

use crate::bits::Bits;
use crate::grid::Geometry;
use crate::ground::{Ground, GroundPlace};
use crate::heaps::Heaps;
use crate::plan::Plan;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::ControlFlow;
use values::{Dyadic, Player};

/// A position of a game. Whose turn it is is not part of it: every question
/// is asked for both players.
///
/// The required core is small: the moves, and playing one. The provided
/// methods say what a game knows beyond that; each states a law that the
/// conformance suite checks for every registered game.
pub trait Position: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// A move, printable in the game's notation.
    type Move: Clone + Eq + Debug + Display + Send + Sync;

    /// Calls `each` with every move of `player`, until it says stop.
    ///
    /// Moves that lead to the same position may be reported once.
    fn moves(
        &self,
        player: Player,
        each: &mut impl FnMut(Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// The position after a move that [`moves`](Self::moves) reported.
    #[must_use]
    fn play(&self, player: Player, mv: &Self::Move) -> Self;

    /// Calls `each` with the position after every move. A game overrides
    /// this when it can make positions faster than moves.
    fn options(
        &self,
        player: Player,
        each: &mut impl FnMut(Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.moves(player, &mut |mv| each(self.play(player, &mv)))
    }

    /// Whether `player` has a move.
    fn can_move(&self, player: Player) -> bool {
        self.moves(player, &mut |_| ControlFlow::Break(()))
            .is_break()
    }

    /// How many moves `player` has. Law: as many as are reported, or as lead
    /// to different positions.
    fn mobility(&self, player: Player) -> usize {
        let mut count = 0;
        let _ = self.moves(player, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// Splits the position into independent parts. Law: the value is the sum
    /// of the parts' values, and so is the outcome class of play in the sum.
    fn parts(&self, each: &mut impl FnMut(Self)) {
        each(self.clone());
    }

    /// A representative of the positions that a symmetry makes equal to this
    /// one, or to its negative (`true`). Law: the value is that of the
    /// representative, negated where said, and its rank is not higher.
    #[must_use]
    fn normal_form(&self) -> (Self, bool) {
        (self.clone(), false)
    }

    /// The negative: the players exchanged, seen through one of the symmetries
    /// of the board that are their own inverses. They are numbered from 0, the
    /// board as it lies first, where the game allows that. `None`: there is no
    /// such symmetry. Law: the negative of the negative is the position, and
    /// its options are the negatives of the other player's.
    fn negative(&self, symmetry: usize) -> Option<Self> {
        (symmetry == 0 && self.is_impartial()).then(|| self.clone())
    }

    /// Calls `each` with the parts of the position after every move, in normal
    /// form: [`options`](Self::options), [`parts`](Self::parts) and
    /// [`normal_form`](Self::normal_form) in one. A game overrides this when
    /// it can do it faster. Law: the same sums, in any order.
    fn normal_options(
        &self,
        player: Player,
        each: &mut impl FnMut(Normal<'_, Self>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut parts = Vec::new();
        self.options(player, &mut |option| {
            parts.clear();
            option.parts(&mut |part| parts.push(part.normal_form()));
            each(Normal::Parts(&parts))
        })
    }

    /// How free `player` is, to tell good moves from bad ones: those are good
    /// that leave the opponent little freedom. A game overrides this when it
    /// knows better than to count moves.
    fn freedom(&self, player: Player) -> usize {
        self.mobility(player)
    }

    /// How promising it is for `player` to move to `option`, compared with his
    /// other moves; `self` in place of the option stands for not moving here.
    /// A game overrides this when it knows good moves by more than what they
    /// leave to the opponent.
    fn promise(&self, option: &Self, player: Player) -> f32 {
        -(option.freedom(-player) as f32)
    }

    /// How much better Left stands than Right when `turn` is to move, for
    /// players who cannot see the end: an estimate in tenths of a move. Law:
    /// that of the negative is its opposite for the other player.
    fn standing(&self, turn: Player) -> i32 {
        let _ = turn;
        if self.is_impartial() {
            return 0;
        }
        let [left, right] = Player::BOTH.map(|player| {
            // Nobody has so many moves that counting them matters.
            self.freedom(player).min(1 << 20) as i32
        });
        10 * (left - right)
    }

    /// What Left and Right can be sure of. Law: Left makes as many moves more
    /// than Right as her plan says, so the value is at least
    /// [`answering`](Plan::answering), and when she begins she reaches at
    /// least one less than [`beginning`](Plan::beginning); the same for Right
    /// and the negative, and for sums.
    fn plans(&self) -> Option<[Plan; 2]> {
        None
    }

    /// Whether a symmetry is seen that makes the position its own negative.
    /// Law: then the value is its own negative.
    fn is_own_negative(&self) -> bool {
        self.is_impartial()
    }

    /// The bytes that the position has elsewhere in memory, and that are not
    /// shared with many others.
    fn outside_bytes(&self) -> usize {
        0
    }

    /// The position in a few words, for tables. Law: different positions have
    /// different words or kinds.
    fn packed(&self) -> Option<Packed> {
        None
    }

    /// The position of this board and these rules that has these words. Law:
    /// it is the one that is packed into them.
    fn unpacked(&self, words: [u64; 2]) -> Option<Self> {
        let _ = words;
        None
    }

    /// A number that every move lowers; in a game whose play may not end,
    /// that no move raises. Law: it does.
    fn rank(&self) -> u64;

    /// Whether both players have the same moves, here and from here on. Law:
    /// the players' options are the same positions.
    fn is_impartial(&self) -> bool {
        false
    }

    /// The position as an ordinal sum base:top, the base in canonical form.
    /// Law: a move in the top leaves the base as it is, a move in the base
    /// removes the top, and there are no other moves.
    fn ordinal_sum(&self) -> Option<(Known, Self)> {
        None
    }

    /// The position as heaps of a heap game. Law: the nim value is that of
    /// the heaps.
    fn heap_sum(&self) -> Option<&Heaps> {
        None
    }

    /// Where a table that keeps related positions together puts this one.
    /// Law: different positions have different clusters or indices; the index
    /// is below the size, which belongs to the cluster.
    fn place(&self) -> Option<Place> {
        None
    }

    /// The position at a place. Law: it is the one that has the place.
    fn at_place(place: &Place) -> Option<Self> {
        let _ = place;
        None
    }

    /// Where the position is on its ground, if it has one. Law: what
    /// [`survey`](Self::survey) finds are the moves of the position, and a
    /// piece that is alone is worth the number of its moves.
    fn ground_place(&self) -> Option<GroundPlace> {
        None
    }

    /// Looks at the ground that a place or a region names.
    fn survey(name: u64, ground: &mut Ground) {
        let _ = (name, ground);
    }

    /// Where the position is among all of its board, if that can be said
    /// without symmetries. Law: different positions have different clusters
    /// or indices, positions of one cluster have one rank, and what is
    /// reached from a position with a place has one.
    fn board_place(&self) -> Option<Place> {
        None
    }

    /// The position at a place on this board. Law: it has the place.
    fn at_board_place(&self, place: &Place) -> Option<Self> {
        let _ = place;
        None
    }

    /// Calls `each` with the options of the positions at some indices of a
    /// cluster on this board: clusters, and indices in them. A game overrides
    /// this when it can do it faster. Law: every position adds an index for
    /// each of Left's different options and each of Right's, or only for
    /// Left's where it [is impartial](Self::is_impartial).
    fn cluster_options(
        &self,
        cluster: &Place,
        indices: &[u32],
        each: &mut impl FnMut(&Place, &[u32]),
    ) {
        each_option_of_cluster(self, cluster, indices, each);
    }

    /// The value where theory gives a closed form. Law: it is the value.
    fn known_value(&self) -> Option<Known> {
        None
    }
}

/// About the bytes that an allocator takes to give so many.
pub(crate) fn allocated(bytes: usize) -> usize {
    match bytes {
        0 => 0,
        _ => (bytes + 8).next_multiple_of(16).max(32),
    }
}

/// What [`Position::cluster_options`] does for every game.
pub(crate) fn each_option_of_cluster<P: Position>(
    board: &P,
    cluster: &Place,
    indices: &[u32],
    each: &mut impl FnMut(&Place, &[u32]),
) {
    let mut places = Vec::new();
    let positions = indices
        .iter()
        .filter_map(|&index| board.at_board_place(&Place { index, ..*cluster }));
    for position in positions {
        let players = if position.is_impartial() { 1 } else { 2 };
        for &player in &Player::BOTH[..players] {
            let _ = position.options(player, &mut |option| {
                places.extend(option.board_place());
                ControlFlow::Continue(())
            });
            places.sort_unstable_by_key(|place| (place.cluster, place.index));
            places.dedup();
            for place in places.drain(..) {
                each(&place, &[place.index]);
            }
        }
    }
}

/// A position as parts in normal form, negated where said.
#[derive(Clone, Copy, Debug)]
pub enum Normal<'p, P> {
    /// One part, by its place.
    Placed(Place, bool),
    /// Two parts, by their places.
    Split([(Place, bool); 2]),
    /// Any number of parts.
    Parts(&'p [(P, bool)]),
}

/// A position in a few words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Packed {
    /// What many positions have in common: the board, the variant.
    pub kind: u32,
    /// The rest.
    pub words: [u64; 2],
}

impl Packed {
    /// Two sets of squares of one board, if they fit.
    pub(crate) fn board<B: Bits>(sets: [B; 2], geometry: &Geometry, variant: u8) -> Option<Self> {
        (geometry.squares() <= 64).then(|| Packed {
            kind: (geometry.rows << 16 | geometry.cols << 8) as u32 | u32::from(variant),
            words: sets.map(|set| set.widen() as u64),
        })
    }
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

/// number + ups·↑ + ∗nimber: a value that a ruleset may know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The number.
    pub number: Dyadic,
    /// How many ups.
    pub ups: i64,
    /// The k of ∗k.
    pub nimber: u64,
}

impl Known {
    /// A number.
    #[must_use]
    pub fn number(number: Dyadic) -> Self {
        Known {
            number,
            ups: 0,
            nimber: 0,
        }
    }

    /// ∗k.
    #[must_use]
    pub fn nimber(k: u64) -> Self {
        Known {
            number: Dyadic::zero(),
            ups: 0,
            nimber: k,
        }
    }
}
