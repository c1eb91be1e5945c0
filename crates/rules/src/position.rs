//! What every game has: positions and moves.

use crate::capabilities::{Capabilities, Place};
use crate::key::Key;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::ControlFlow;
use values::{Dyadic, Player};

/// Whether an enumeration goes on: what a callback answers, and what the
/// enumeration hands back to its caller.
pub type Flow = ControlFlow<()>;

/// A position of a game. Whose turn it is is not part of it: every question
/// is asked for both players.
///
/// The required core is small: the moves, playing one, and a rank. The
/// provided methods say what a game knows beyond that, the
/// [capabilities](Capabilities) what only few games offer; each states a law
/// that the conformance suite checks for every registered game.
pub trait Position: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// A move, printable in the game's notation.
    type Move: Clone + Eq + Debug + Display + Send + Sync;

    /// What only some games can do, for solvers that ask for it.
    const CAPABILITIES: Capabilities<Self> = Capabilities::NONE;

    /// Calls `each` with every move of `player`, until it says stop.
    ///
    /// Moves that lead to the same position may be reported once.
    fn moves(&self, player: Player, each: &mut impl FnMut(Self::Move) -> Flow) -> Flow;

    /// The position after a move that [`moves`](Self::moves) reported.
    #[must_use]
    fn play(&self, player: Player, mv: &Self::Move) -> Self;

    /// A number that every move lowers; in a game whose play may not end,
    /// that no move raises. Law: it does.
    fn rank(&self) -> u64;

    /// Calls `each` with the position after every move. A game overrides
    /// this when it can make positions faster than moves.
    fn options(&self, player: Player, each: &mut impl FnMut(Self) -> Flow) -> Flow {
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
        each: &mut impl FnMut(Normal<'_, Self>) -> Flow,
    ) -> Flow {
        normal_parts_of_options(self, player, each)
    }

    /// Whether a symmetry is seen that makes the position its own negative.
    /// Law: then the value is its own negative.
    fn is_own_negative(&self) -> bool {
        self.is_impartial()
    }

    /// The position for another thread: it shares no count of owners with
    /// this one.
    #[must_use]
    fn detached(&self) -> Self {
        self.clone()
    }

    /// The bytes that the position has elsewhere in memory, and that are not
    /// shared with many others.
    fn outside_bytes(&self) -> usize {
        0
    }

    /// The position in a few words, if it fits. Law: different positions of
    /// the same rules have different keys, and
    /// [`Game::unpack`](crate::Game::unpack) gives the position back.
    fn pack(&self) -> Option<Key> {
        None
    }

    /// Whether both players have the same moves, here and from here on. Law:
    /// the players' options are the same positions.
    fn is_impartial(&self) -> bool {
        false
    }

    /// The value where theory gives a closed form. Law: it is the value.
    fn known_value(&self) -> Option<Known> {
        None
    }
}

/// [`Position::normal_options`] for a position that has no faster way.
pub(crate) fn normal_parts_of_options<P: Position>(
    position: &P,
    player: Player,
    each: &mut impl FnMut(Normal<'_, P>) -> Flow,
) -> Flow {
    let mut parts = Vec::new();
    position.options(player, &mut |option| {
        parts.clear();
        option.parts(&mut |part| parts.push(part.normal_form()));
        each(Normal::Parts(&parts))
    })
}

/// About the bytes that an allocator takes for a request of `bytes`.
pub(crate) fn allocated(bytes: usize) -> usize {
    match bytes {
        0 => 0,
        _ => (bytes + 8).next_multiple_of(16).max(32),
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
