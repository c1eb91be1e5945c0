//! The end of a game, solved.

use crate::effort::Effort;
use crate::state::{Move, State};
use rules::{Component, Position, Random};
use solve::{Convention, Search, Term};
use std::time::{Duration, Instant};
use values::{Arena, Error, Result};

/// Finds out who wins, and remembers that from move to move.
pub(super) struct Solver {
    arena: Arena,
    search: Search<Component>,
    convention: Convention,
    /// With more moves than this it was in vain.
    most_moves: usize,
}

/// What a solver found.
pub(super) enum Solved {
    /// The player to move wins with this move.
    Wins(Move),
    /// Every move loses.
    Loses,
    /// It would take longer.
    Open,
}

/// With more moves than this nothing is solved: it would take too long.
const MOST_MOVES: usize = 100;
/// And with fewer nodes than this.
const FEWEST_NODES: u64 = 25;
/// The clock is looked at after so many nodes.
const SLICE: u64 = 2000;

impl Solver {
    pub fn new(state: &State, effort: &Effort) -> Self {
        let convention = state.convention();
        let budget = effort.budget().clone().with_bytes(effort.bytes());
        Solver {
            arena: Arena::with_budget(budget),
            search: Search::new(convention).with_table_bytes(effort.bytes() / 2),
            convention,
            most_moves: MOST_MOVES,
        }
    }

    /// Solves the position with a part of an effort: about so many sums are
    /// looked at for each of its nodes, or a third of its time is taken.
    pub fn solve(
        &mut self,
        state: &State,
        moves: &[Move],
        share: u64,
        effort: &Effort,
        random: &mut Random,
    ) -> Result<Solved> {
        if self.convention != state.convention() {
            *self = Solver::new(state, effort);
        }
        // The solver looks at all moves of a node at once, and at the parts
        // of a sum before it begins: a few nodes are not worth it.
        let mut nodes = effort.nodes().saturating_mul(share) / moves.len().max(1) as u64;
        if moves.len() > self.most_moves || nodes < FEWEST_NODES || state.is_loopy() {
            return Ok(Solved::Open);
        }
        let third = |end: Instant| Instant::now() + time_left(end) / 3;
        let deadline = effort.deadline().map(third);
        let sum: Vec<Term<Component>> = state
            .components()
            .iter()
            .cloned()
            .map(Term::Position)
            .collect();
        match self.wins(&sum, state.turn(), &mut nodes, deadline)? {
            None => {
                // Parts of a sum are looked at again each time, which takes
                // long: not before the position is clearly smaller.
                self.most_moves = match state.components() {
                    [one] if parts(one) == 1 => MOST_MOVES,
                    _ => moves.len() * 2 / 3,
                };
                return Ok(Solved::Open);
            }
            Some(false) => return Ok(Solved::Loses),
            Some(true) => {}
        }
        // From a random place on, so that games differ.
        let first = random.below(moves.len() as u64) as usize;
        for mv in moves[first..].iter().chain(&moves[..first]) {
            let mut after = sum.clone();
            after[mv.place] = Term::Position(mv.after.clone());
            match self.wins(&after, -state.turn(), &mut nodes, deadline)? {
                Some(false) => return Ok(Solved::Wins(mv.clone())),
                Some(true) => {}
                None => return Ok(Solved::Open),
            }
        }
        debug_assert!(false, "a won position has a winning move");
        Ok(Solved::Open)
    }

    /// Whether the starter wins, if that is found in time.
    fn wins(
        &mut self,
        sum: &[Term<Component>],
        starter: values::Player,
        nodes: &mut u64,
        deadline: Option<Instant>,
    ) -> Result<Option<bool>> {
        loop {
            let slice = match deadline {
                Some(end) if Instant::now() >= end => return Ok(None),
                Some(_) => SLICE,
                None => *nodes,
            };
            let before = self.search.statistics().nodes;
            let arena = &mut self.arena;
            let wins = self.search.wins_within(arena, sum, starter, slice);
            *nodes = nodes.saturating_sub(self.search.statistics().nodes - before);
            match wins {
                Ok(None) if deadline.is_some() => {}
                // Too much memory is as much as too much time.
                Err(error) if error != Error::Interrupted && error.is_limit() => return Ok(None),
                other => return other,
            }
        }
    }
}

fn parts(component: &Component) -> usize {
    let mut parts = 0;
    component.parts(&mut |_| parts += 1);
    parts
}

fn time_left(end: Instant) -> Duration {
    end.saturating_duration_since(Instant::now())
}
