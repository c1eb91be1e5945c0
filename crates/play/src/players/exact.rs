//! Perfect play where the game can be solved.

use super::search::Search;
use crate::effort::Effort;
use crate::player::{Choice, Listed, Player};
use crate::state::{Move, State};
use rules::{Component, Random};
use solve::{Convention, Term};
use std::time::Instant;
use values::{Arena, Error, Result};

/// On the list.
pub(crate) const EXACT: Listed = Listed {
    name: "exact",
    about: "plays perfectly whenever it can solve the position, and says so; like search before",
    suits: "games that end",
    is_for: |state| !state.is_loopy(),
    fresh: || Box::new(Exact::default()),
};

/// With fewer nodes nothing is solved.
const FEWEST_NODES: u64 = 25;

#[derive(Default)]
struct Exact {
    solver: Option<Solver>,
    /// Who plays while nothing is solved.
    before: Option<Search>,
}

/// What is remembered from move to move.
struct Solver {
    arena: Arena,
    search: solve::Search<Component>,
    convention: Convention,
}

impl Player for Exact {
    fn choose(&mut self, state: &State, effort: &Effort, random: &mut Random) -> Result<Choice> {
        let moves = state.moves()?;
        // Half is left for the search that is needed if this is too hard.
        let deadline = effort.deadline().map(|end| {
            let now = Instant::now();
            now + (end - now) / 2
        });
        // The solver looks at all moves of a node at once, and at the parts
        // of a sum before it begins: a few nodes are not worth it.
        let nodes = effort.nodes() / (4 * moves.len() as u64);
        if nodes >= FEWEST_NODES {
            let solver = self
                .solver
                .get_or_insert_with(|| Solver::new(state, effort));
            let solved = solver.solve(state, &moves, nodes, deadline, effort, random)?;
            if let Some(choice) = solved {
                return Ok(choice);
            }
        }
        let before = self.before.get_or_insert_with(Search::new);
        before.choose(state, effort, random)
    }
}

impl Solver {
    fn new(state: &State, effort: &Effort) -> Self {
        let convention = state.convention();
        let budget = effort.budget().clone().with_bytes(effort.bytes());
        Solver {
            arena: Arena::with_budget(budget),
            search: solve::Search::new(convention).with_table_bytes(effort.bytes() / 2),
            convention,
        }
    }

    /// A perfect move, if it is found in time.
    fn solve(
        &mut self,
        state: &State,
        moves: &[Move],
        mut nodes: u64,
        deadline: Option<Instant>,
        effort: &Effort,
        random: &mut Random,
    ) -> Result<Option<Choice>> {
        if self.convention != state.convention() {
            *self = Solver::new(state, effort);
        }
        let sum: Vec<Term<Component>> = terms(state.components());
        let Some(wins) = self.wins(&sum, state.turn(), &mut nodes, deadline)? else {
            return Ok(None);
        };
        let any = |random: &mut Random| moves[random.below(moves.len() as u64) as usize].clone();
        if !wins {
            return Ok(Some(Choice {
                mv: self.stubborn(state, moves, random),
                remark: "solved: loses against perfect play".to_owned(),
            }));
        }
        // From a random place on, so that games differ.
        let first = random.below(moves.len() as u64) as usize;
        for mv in moves[first..].iter().chain(&moves[..first]) {
            let mut after = sum.clone();
            after[mv.place] = Term::Position(mv.after.clone());
            match self.wins(&after, -state.turn(), &mut nodes, deadline)? {
                Some(false) => {
                    return Ok(Some(Choice {
                        mv: mv.clone(),
                        remark: "solved: wins".to_owned(),
                    }));
                }
                Some(true) => {}
                None => return Ok(None),
            }
        }
        // Somebody wins, so there is a winning move.
        debug_assert!(false, "a won position without a winning move");
        Ok(Some(Choice::silent(any(random))))
    }

    /// Whether the starter wins, if that is found in time.
    fn wins(
        &mut self,
        sum: &[Term<Component>],
        starter: values::Player,
        nodes: &mut u64,
        deadline: Option<Instant>,
    ) -> Result<Option<bool>> {
        /// The clock is looked at after so many nodes.
        const SLICE: u64 = 2000;
        loop {
            let slice = match deadline {
                Some(end) if Instant::now() >= end => return Ok(None),
                Some(_) => SLICE,
                None => *nodes,
            };
            let before = self.search.statistics().nodes;
            let wins = self
                .search
                .wins_within(&mut self.arena, sum, starter, slice);
            *nodes = nodes.saturating_sub(self.search.statistics().nodes - before);
            match wins {
                Ok(None) if deadline.is_some() => {}
                // Too much memory is as much as too much time.
                Err(error) if error != Error::Interrupted && error.is_limit() => return Ok(None),
                other => return other,
            }
        }
    }

    /// A move in a lost position: one that leaves the opponent few ways to
    /// win would be best; one that leaves most to play is known.
    fn stubborn(&self, state: &State, moves: &[Move], random: &mut Random) -> Move {
        use rules::Position;
        let left = |mv: &Move| -> u64 {
            let others = state.components().iter().enumerate();
            let others = others.filter(|&(place, _)| place != mv.place);
            let ranks = others.map(|(_, component)| component.rank());
            ranks.fold(mv.after.rank(), u64::saturating_add)
        };
        let most = moves.iter().map(left).max();
        let best: Vec<&Move> = moves.iter().filter(|mv| Some(left(mv)) == most).collect();
        best[random.below(best.len() as u64) as usize].clone()
    }
}

fn terms(components: &[Component]) -> Vec<Term<Component>> {
    let terms = components.iter().cloned();
    terms.map(Term::Position).collect()
}
