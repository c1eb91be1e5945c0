//! The closed set of a certificate.

use crate::state::{Cancel, Move, State};
use rules::Position;
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;

/// Says how to answer moves: a certificate when it is verified, a solver
/// when it is written.
pub trait Oracle<P> {
    /// Why it cannot say.
    type Error;

    /// The state about to be closed has so many moves.
    fn moves(&mut self, count: usize) -> Result<(), Self::Error>;

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

/// Why a state cannot be closed.
pub enum Gap<P, E> {
    /// The oracle does not say.
    Oracle(E),
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

    /// The state of a position.
    pub fn state(&self, position: &P, mover: values::Player) -> State<P> {
        State::new(position, mover, self.cancel())
    }

    /// Proves that the player to move in `state` loses.
    pub fn loses<O: Oracle<P>>(
        &mut self,
        state: State<P>,
        oracle: &mut O,
    ) -> Result<(), Gap<P, O::Error>> {
        self.add(state);
        while let Some(state) = self.open.pop() {
            self.close(&state, oracle)?;
        }
        Ok(())
    }

    /// Proves that the player to move in `state` wins.
    pub fn wins<O: Oracle<P>>(
        &mut self,
        state: &State<P>,
        oracle: &mut O,
    ) -> Result<(), Gap<P, O::Error>> {
        self.answer(state, oracle)?;
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
        let mut moves: Vec<State<P>> = Vec::new();
        let cancel = self.cancel();
        state.moves(&mut |_, mv| {
            moves.push(state.after(&mv, cancel));
            ControlFlow::Continue(())
        });
        if moves.is_empty() && self.misere {
            return Err(Gap::Stuck(state.clone()));
        }
        oracle.moves(moves.len())?;
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
        let mv: Option<Move<P>> = state.nth_move(number);
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
