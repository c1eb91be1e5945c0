//! The end of a game, solved: best play where the outcome search comes to an
//! end in time, and the best chance where the game is lost.

use crate::effort::Effort;
use crate::player::Choice;
use crate::state::{Move, State};
use crate::thought::{Ground, Thought};
use rules::{Component, Position, Random};
use solve::{Convention, Search, Term};
use std::time::Instant;
use values::{Arena, Error, Player, Result};

/// An engine's solver, which it has from its first move on.
pub(super) struct Endgame {
    solver: Option<Solver>,
    /// The sums that the solver looks at for each node of the effort.
    share: u64,
}

impl Endgame {
    pub fn new(share: u64) -> Self {
        Endgame {
            solver: None,
            share,
        }
    }

    /// What the solver chooses; where it finds nothing in its part of the
    /// effort, what `otherwise` chooses from the moves.
    pub fn choose(
        &mut self,
        state: &State,
        effort: &Effort,
        random: &mut Random,
        otherwise: impl FnOnce(Vec<Move>, &mut Random) -> Result<Choice>,
    ) -> Result<Choice> {
        let moves = state.moves_within(effort.budget())?;
        let fresh = || Solver::new(state, effort);
        let solver = self.solver.get_or_insert_with(fresh);
        let lost = match solver.solve(state, &moves, self.share, effort, random)? {
            Solved::Wins(mv) => return Ok(Choice::thinking(mv, solved(true))),
            Solved::Loses(Some(mv)) => return Ok(Choice::thinking(mv, solved(false))),
            Solved::Loses(None) => true,
            Solved::Open => false,
        };
        let mut choice = otherwise(moves, random)?;
        if lost && choice.thought.wins.is_none() {
            choice.thought = solved(false);
        }
        Ok(choice)
    }
}

/// Finds out who wins, and remembers that from move to move.
struct Solver {
    arena: Arena,
    search: Search<Component>,
    convention: Convention,
    /// When the move has to be made, if that was said.
    end: Option<Instant>,
    /// With more moves than this it was in vain.
    most_moves: usize,
}

/// What a solver found.
enum Solved {
    /// The player to move wins with this move.
    Wins(Move),
    /// Every move loses. After this one the opponent goes wrong most likely,
    /// if there was time to find that out.
    Loses(Option<Move>),
    /// It would take longer.
    Open,
}

/// With more moves than this nothing is solved: it would take too long.
const MOST_MOVES: usize = 100;
/// And with fewer nodes than this.
const FEWEST_NODES: u64 = 25;
/// The likelihood of what is certain.
const SURE: u64 = 1 << 20;
/// The moves of the opponent that are looked ahead in lost positions.
const FAR: u32 = 3;
/// The nodes between two looks at the clock.
const SLICE: u64 = 2000;

impl Solver {
    fn new(state: &State, effort: &Effort) -> Self {
        let convention = state.convention();
        let mut budget = effort.budget().clone().with_bytes(effort.bytes());
        if let Some(end) = effort.end() {
            budget = budget.with_deadline(third(end));
        }
        Solver {
            arena: Arena::with_budget(budget),
            search: Search::new(convention).with_table_bytes(effort.bytes() / 2),
            convention,
            end: effort.end(),
            most_moves: MOST_MOVES,
        }
    }

    /// Solves the position with a part of an effort: about `share` sums are
    /// looked at for each of its nodes, or a third of its time is taken.
    ///
    /// # Complexity
    /// As [`Search::wins_within`], once for the position and once for each
    /// move; a lost position takes as much again, to find where the opponent
    /// errs most likely within [`FAR`] moves.
    fn solve(
        &mut self,
        state: &State,
        moves: &[Move],
        share: u64,
        effort: &Effort,
        random: &mut Random,
    ) -> Result<Solved> {
        if self.convention != state.convention() || self.end != effort.end() {
            *self = Solver::new(state, effort);
        }
        // The solver looks at all moves of a node at once, and at the parts
        // of a sum before it begins: a few nodes are not worth it.
        let mut nodes = allowance(state, moves, share, effort);
        if moves.len() > self.most_moves || nodes < FEWEST_NODES || state.is_loopy() {
            return Ok(Solved::Open);
        }
        let deadline = effort.deadline().map(third);
        let sum = terms(state);
        match self.wins(&sum, state.turn(), &mut nodes, deadline)? {
            None => {
                // Parts of a sum are looked at again each time, which takes
                // long: not before the position is clearly smaller.
                self.most_moves = match parts(state) {
                    1 => MOST_MOVES,
                    _ => moves.len() * 2 / 3,
                };
                return Ok(Solved::Open);
            }
            Some(false) => {
                let mut nodes = allowance(state, moves, share, effort);
                let trap = self.trap(state, moves, &mut nodes, deadline)?;
                return Ok(Solved::Loses(trap));
            }
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

    /// The move in a lost position after which the opponent goes wrong most
    /// likely. `None` if there is no time for any.
    fn trap(
        &mut self,
        state: &State,
        moves: &[Move],
        nodes: &mut u64,
        deadline: Option<Instant>,
    ) -> Result<Option<Move>> {
        let mut found = None;
        for far in 1..=FAR {
            let mut best: Option<(u64, &Move)> = None;
            for mv in moves {
                let mut after = state.clone();
                after.play(mv);
                let Some(hope) = self.hope(&after, far, nodes, deadline)? else {
                    return Ok(found.or(best).map(|(_, mv)| mv.clone()));
                };
                if best.is_none_or(|(most, _)| hope > most) {
                    best = Some((hope, mv));
                }
            }
            found = best;
        }
        Ok(found.map(|(_, mv)| mv.clone()))
    }

    /// How likely an opponent who wins errs within his next `far` moves, out
    /// of [`SURE`].
    fn hope(
        &mut self,
        state: &State,
        far: u32,
        nodes: &mut u64,
        deadline: Option<Instant>,
    ) -> Result<Option<u64>> {
        let mut hope = 0;
        for (likelihood, mv) in likely(state)? {
            let mut after = state.clone();
            after.play(&mv);
            let Some(errs) = self.wins(&terms(&after), after.turn(), nodes, deadline)? else {
                return Ok(None);
            };
            if errs {
                hope += likelihood;
            } else if far > 1 && likelihood >= SURE / 8 {
                let mut most = 0;
                for mv in after.moves()? {
                    let mut next = after.clone();
                    next.play(&mv);
                    let Some(hope) = self.hope(&next, far - 1, nodes, deadline)? else {
                        return Ok(None);
                    };
                    most = most.max(hope);
                }
                hope += likelihood * most / SURE;
            }
        }
        Ok(Some(hope))
    }

    /// Whether the starter wins, if that is found in time.
    fn wins(
        &mut self,
        sum: &[Term<Component>],
        starter: Player,
        nodes: &mut u64,
        deadline: Option<Instant>,
    ) -> Result<Option<bool>> {
        loop {
            if *nodes == 0 {
                return Ok(None);
            }
            let slice = match deadline {
                Some(end) if Instant::now() >= end => return Ok(None),
                Some(_) => SLICE,
                None => *nodes,
            };
            let before = self.search.statistics().nodes;
            let arena = &mut self.arena;
            let wins = self.search.wins_within(arena, sum, starter, slice);
            // What is known already takes some time, too.
            *nodes = nodes.saturating_sub(self.search.statistics().nodes - before + 1);
            match wins {
                Ok(None) if deadline.is_some() => {}
                // Too much memory is as much as too much time.
                Err(error) if error != Error::Interrupted && error.is_limit() => return Ok(None),
                other => return other,
            }
        }
    }
}

/// What is known of a position that is solved.
fn solved(wins: bool) -> Thought {
    Thought::certain(wins, Ground::Solved)
}

/// How many sums may be looked at, so that it takes as long in positions with
/// many moves and parts as in others.
fn allowance(state: &State, moves: &[Move], share: u64, effort: &Effort) -> u64 {
    let each = moves.len().max(1) * parts(state).max(1);
    effort.nodes().saturating_mul(share) / each as u64
}

fn parts(state: &State) -> usize {
    let mut parts = 0;
    for component in state.components() {
        component.parts(&mut |_| parts += 1);
    }
    parts
}

/// The moves of a player who judges them by what they promise at once, and
/// how likely each is, out of [`SURE`].
fn likely(state: &State) -> Result<Vec<(u64, Move)>> {
    let mut moves: Vec<(f32, Move)> = Vec::new();
    for mv in state.moves()? {
        let before = &state.components()[mv.place];
        let stay = before.promise(before, state.turn());
        let promise = before.promise(&mv.after, state.turn()) - stay;
        let promise = match state.convention() {
            Convention::Normal => promise,
            Convention::Misere => -promise,
        };
        moves.push((promise, mv));
    }
    moves.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let mut likely = Vec::with_capacity(moves.len());
    let mut rest = SURE;
    let even = SURE / 16 / moves.len().max(1) as u64;
    rest -= SURE / 16;
    for equals in moves.chunk_by(|(one, _), (other, _)| one == other) {
        let all = rest * 3 / 4;
        rest -= all;
        let each = all / equals.len() as u64 + even;
        likely.extend(equals.iter().map(|(_, mv)| (each, mv.clone())));
    }
    Ok(likely)
}

fn terms(state: &State) -> Vec<Term<Component>> {
    let components = state.components().iter().cloned();
    components.map(Term::Position).collect()
}

/// When a third of the time until then is over.
fn third(end: Instant) -> Instant {
    let now = Instant::now();
    now + end.saturating_duration_since(now) / 3
}
