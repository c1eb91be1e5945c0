//! The closed set of a certificate.

use crate::state::{Cancel, Move, State};
use crate::{Claim, MOST_MOVES};
use rules::Position;
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;
use values::Player;

/// Says how to answer moves: a certificate when it is verified, a solver
/// when it is written.
pub trait Oracle<P> {
    /// Why it cannot say.
    type Error;

    /// How many moves the state about to be closed has.
    fn moves(&mut self, state: &State<P>) -> Result<usize, Self::Error>;

    /// The number of the move after which the other player loses; `None` if
    /// there is no move to make and that wins. `known` holds the states that
    /// are in the set already, which makes for small sets.
    fn answer(
        &mut self,
        state: &State<P>,
        known: &FxHashSet<State<P>>,
    ) -> Result<Option<usize>, Self::Error>;
}

/// A set of states in which the player to move loses: every move has an
/// answer that leads back into the set. As play ends, so it is.
pub struct Walk<P> {
    misere: bool,
    known: FxHashSet<State<P>>,
    open: Vec<State<P>>,
    /// Moves answered.
    pub answers: u64,
}

/// A sum with more moves is not compared with its negative: the header alone
/// should not cost much.
const MOST_COMPARED: usize = 1 << 12;

/// Why a state cannot be closed.
pub enum Gap<P, E> {
    /// The oracle does not say.
    Oracle(E),
    /// The state has not so many moves.
    Count(State<P>, usize),
    /// The answer given is no move of this state.
    NoSuchMove(State<P>, usize),
    /// The answer given says that no move is needed, but one is.
    NoAnswer(State<P>),
    /// The player to move in this state wins, having no move.
    Stuck(State<P>),
    /// A move does not lower the rank.
    Rank(State<P>),
}

impl<P, E> From<E> for Gap<P, E> {
    fn from(error: E) -> Self {
        Gap::Oracle(error)
    }
}

impl<P: Position> Walk<P> {
    /// An empty set.
    #[must_use]
    pub fn new(misere: bool) -> Self {
        Walk {
            misere,
            known: FxHashSet::default(),
            open: Vec::new(),
            answers: 0,
        }
    }

    /// How many states the set has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether the set has no states.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    fn cancel(&self) -> Cancel {
        if self.misere {
            Cancel::Nothing
        } else {
            Cancel::Pairs
        }
    }

    /// Whether a sum is its own negative: the players have the same moves,
    /// up to the symmetries of the rules. Not every such sum is found.
    pub fn own_negative(&self, positions: &[P]) -> bool {
        let cancel = self.cancel();
        let [left, right] = Player::BOTH.map(|mover| State::new(positions, mover, cancel));
        // The positions themselves look the same to both.
        if left == right {
            return true;
        }
        let options = |state: &State<P>| {
            let mut options = FxHashSet::default();
            let mut all = true;
            state.moves(&mut |number, mv| {
                all = number < MOST_COMPARED;
                if !all {
                    return ControlFlow::Break(());
                }
                options.insert(state.after(&mv, cancel));
                ControlFlow::Continue(())
            });
            all.then_some(options)
        };
        options(&left).is_some_and(|left| options(&right) == Some(left))
    }

    /// Proves who wins a sum of positions.
    pub fn prove<O: Oracle<P>>(
        &mut self,
        positions: &[P],
        claim: Claim,
        oracle: &mut O,
    ) -> Result<(), Gap<P, O::Error>> {
        let state = State::new(positions, claim.starter, self.cancel());
        if claim.winner == claim.starter {
            self.answer(&state, oracle)?;
        } else {
            self.add(state);
        }
        while let Some(state) = self.open.pop() {
            self.close(&state, oracle)?;
        }
        Ok(())
    }

    fn add(&mut self, state: State<P>) {
        if !self.known.contains(&state) {
            self.known.insert(state.clone());
            self.open.push(state);
        }
    }

    fn close<O: Oracle<P>>(
        &mut self,
        state: &State<P>,
        oracle: &mut O,
    ) -> Result<(), Gap<P, O::Error>> {
        let stated = oracle.moves(state)?;
        let cancel = self.cancel();
        let mut moves: Vec<State<P>> = Vec::new();
        let mut more = false;
        state.moves(&mut |number, mv| {
            more = number == stated;
            if more {
                return ControlFlow::Break(());
            }
            moves.push(state.after(&mv, cancel));
            ControlFlow::Continue(())
        });
        if more || moves.len() < stated {
            return Err(Gap::Count(state.clone(), stated));
        }
        if moves.is_empty() && self.misere {
            return Err(Gap::Stuck(state.clone()));
        }
        let rank = state.rank();
        for next in &moves {
            if next.rank() >= rank {
                return Err(Gap::Rank(state.clone()));
            }
            self.answer(next, oracle)?;
            self.answers += 1;
        }
        Ok(())
    }

    fn answer<O: Oracle<P>>(
        &mut self,
        state: &State<P>,
        oracle: &mut O,
    ) -> Result<(), Gap<P, O::Error>> {
        let Some(number) = oracle.answer(state, &self.known)? else {
            return match self.misere && state.is_stuck() {
                true => Ok(()),
                false => Err(Gap::NoAnswer(state.clone())),
            };
        };
        let mv: Option<Move<P>> = match number < MOST_MOVES {
            true => state.nth_move(number),
            false => None,
        };
        let Some(mv) = mv else {
            return Err(Gap::NoSuchMove(state.clone(), number));
        };
        let next = state.after(&mv, self.cancel());
        if next.rank() >= state.rank() {
            return Err(Gap::Rank(state.clone()));
        }
        self.add(next);
        Ok(())
    }
}
