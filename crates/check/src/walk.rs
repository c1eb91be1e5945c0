//! The closed set of a certificate.

use crate::Claim;
use crate::state::{Cancel, Move, State};
use rules::{MOST_MOVES, Position};
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;
use values::{Budget, Error, Player};

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
    /// What was done, in moves of a small board.
    work: u64,
    /// The bytes of the states.
    bytes: u64,
    budget: Budget,
}

/// A sum is compared with its negative only if that takes no more work: the
/// header alone should not cost much.
const MOST_COMPARED: u64 = 1 << 14;
/// Certificates are about sums of no more parts.
const MOST_PARTS: usize = 128;
const TOO_MANY_PARTS: Error = Error::TooLarge {
    what: "too many parts for a certificate",
    bound: MOST_PARTS as u64,
};
/// Before parts are left out with their negatives there may be more.
const MOST_PARTS_AT_FIRST: usize = 8 * MOST_PARTS;
/// Work that may be done for each answer, in moves of a small board: a few
/// bytes must not keep anybody busy.
const WORK_PER_ANSWER: u64 = 1 << 10;
/// Work that may be done in any case, in moves of a small board.
const WORK_ANYHOW: u64 = 1 << 22;

/// Why a state cannot be closed.
pub enum Gap<P, E> {
    /// The oracle does not say.
    Oracle(E),
    /// The state has another number of moves than this.
    Count(State<P>, usize),
    /// The answer given is no move of this state.
    NoSuchMove(State<P>, usize),
    /// The answer given says that no move is needed, but one is.
    NoAnswer(State<P>),
    /// The player to move in this state wins, having no move.
    Stuck(State<P>),
    /// A move does not lower the rank.
    Rank(State<P>),
    /// A limit was reached.
    Stopped(Error),
}

impl<P, E> From<E> for Gap<P, E> {
    fn from(error: E) -> Self {
        Gap::Oracle(error)
    }
}

impl<P: Position> Walk<P> {
    /// An empty set.
    #[must_use]
    pub fn new(misere: bool, budget: Budget) -> Self {
        Walk {
            misere,
            known: FxHashSet::default(),
            open: Vec::new(),
            answers: 0,
            work: 0,
            bytes: 0,
            budget,
        }
    }

    /// How many states the set has.
    #[must_use]
    pub fn states(&self) -> usize {
        self.known.len()
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
        if too_many_parts(positions) {
            return false;
        }
        let [left, right] = Player::BOTH.map(|mover| State::new(positions, mover, cancel));
        // The positions themselves look the same to both.
        if left == right {
            return true;
        }
        let options = |state: &State<P>| {
            let mut options = FxHashSet::default();
            let mut work = 0;
            state.moves(&mut |_, mv| {
                work += state.work();
                if work > MOST_COMPARED {
                    return ControlFlow::Break(());
                }
                options.insert(state.after(&mv, cancel));
                ControlFlow::Continue(())
            });
            (work <= MOST_COMPARED).then_some(options)
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
        if too_many_parts(positions) {
            return Err(Gap::Stopped(TOO_MANY_PARTS));
        }
        let state = State::new(positions, claim.starter, self.cancel());
        if claim.winner == claim.starter {
            self.answer(&state, oracle)?;
        } else {
            self.add(state).map_err(Gap::Stopped)?;
        }
        while let Some(state) = self.open.pop() {
            self.close(&state, oracle)?;
        }
        Ok(())
    }

    fn add(&mut self, state: State<P>) -> Result<(), Error> {
        if state.len() > MOST_PARTS {
            return Err(TOO_MANY_PARTS);
        }
        if !self.known.contains(&state) {
            // It is kept twice, and the set has room for more.
            self.bytes += 3 * state.bytes() as u64;
            self.budget.check_bytes(self.bytes)?;
            self.known.insert(state.clone());
            self.open.push(state);
        }
        Ok(())
    }

    /// Counts work that is about to be done.
    fn spend(&mut self, work: u64) -> Result<(), Error> {
        self.budget.look()?;
        self.work = self.work.saturating_add(work);
        let allowed = WORK_ANYHOW + WORK_PER_ANSWER.saturating_mul(self.answers);
        match self.work > allowed {
            false => Ok(()),
            true => Err(Error::TooLarge {
                what: "too much work for the few answers of a certificate",
                bound: allowed,
            }),
        }
    }

    fn close<O: Oracle<P>>(
        &mut self,
        state: &State<P>,
        oracle: &mut O,
    ) -> Result<(), Gap<P, O::Error>> {
        let stated = oracle.moves(state)?;
        let cancel = self.cancel();
        let rank = state.rank();
        let mut count = 0;
        let mut result = Ok(());
        // A move is made when its answer is wanted, so that a file that ends
        // has cost no more than what is in it.
        state.moves(&mut |number, mv| {
            result = if number == stated {
                Err(Gap::Count(state.clone(), stated))
            } else {
                self.spend(state.work())
                    .map_err(Gap::Stopped)
                    .and_then(|()| {
                        let next = state.after(&mv, cancel);
                        match next.rank() < rank {
                            true => self.answer(&next, oracle),
                            false => Err(Gap::Rank(state.clone())),
                        }
                    })
            };
            match result {
                Ok(()) => {
                    count += 1;
                    self.answers += 1;
                    ControlFlow::Continue(())
                }
                Err(_) => ControlFlow::Break(()),
            }
        });
        result?;
        if count < stated {
            return Err(Gap::Count(state.clone(), stated));
        }
        if count == 0 && self.misere {
            return Err(Gap::Stuck(state.clone()));
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
            true => {
                let work = state.work().saturating_add(number as u64);
                self.spend(work).map_err(Gap::Stopped)?;
                state.nth_move(number)
            }
            false => None,
        };
        let Some(mv) = mv else {
            return Err(Gap::NoSuchMove(state.clone(), number));
        };
        let next = state.after(&mv, self.cancel());
        if next.rank() >= state.rank() {
            return Err(Gap::Rank(state.clone()));
        }
        self.add(next).map_err(Gap::Stopped)
    }
}

fn too_many_parts<P: Position>(positions: &[P]) -> bool {
    let mut parts = 0;
    for position in positions {
        position.parts(&mut |_| parts += 1);
    }
    parts > MOST_PARTS_AT_FIRST
}
