//! Nim sums.

use super::search::Search;
use crate::effort::Effort;
use crate::player::{Choice, Engine, Listed};
use crate::state::{Move, State};
use crate::thought::{Ground, Thought};
use rules::{Component, HeapRules, Random};
use solve::{Convention, NimValues};
use values::{Budget, Result};

/// On the list.
pub(crate) const NIM: Listed = Listed {
    name: "nim",
    about: "moves to nim sum 0 where it can, anywhere when it has lost (C. L. Bouton); in misere \
            play of Nim it leaves an odd number of heaps of one",
    suits: "impartial games, in misere play Nim",
    is_for: |state| match state.convention() {
        Convention::Normal => state.is_impartial() && !state.is_loopy(),
        Convention::Misere => state.components().iter().all(is_nim),
    },
    fresh: || {
        Box::new(NimSums {
            values: NimValues::new(),
            otherwise: Search::new(SHARE),
        })
    },
};

fn is_nim(component: &Component) -> bool {
    let heaps = component.heap_sum();
    heaps.is_some_and(|heaps| **heaps.rules() == HeapRules::Nim)
}

struct NimSums {
    values: NimValues<Component>,
    /// Who plays where the nim values are not found in time.
    otherwise: Search,
}

/// The sums that the other player's solver looks at for each node.
const SHARE: u64 = 16;

impl Engine for NimSums {
    fn choose(&mut self, state: &State, effort: &Effort, random: &mut Random) -> Result<Choice> {
        let moves = state.moves_within(effort.budget())?;
        let budget = effort.for_half();
        let (sum, winning) = match self.winning(state, &moves, &budget) {
            Err(error) if error.is_limit() && effort.end().is_some() => {
                return self.otherwise.choose(state, effort, random);
            }
            found => found?,
        };
        let ground = match state.convention() {
            Convention::Normal => Ground::NimSum(sum),
            Convention::Misere => Ground::Solved,
        };
        let thought = Thought::certain(!winning.is_empty(), ground);
        let mv = match winning.is_empty() {
            true => self.trap(state, &moves, effort, random),
            false => (*random.pick(&winning)).clone(),
        };
        Ok(Choice::thinking(mv, thought))
    }
}

impl NimSums {
    /// The nim sum, and the moves that win.
    fn winning<'m>(
        &mut self,
        state: &State,
        moves: &'m [Move],
        budget: &Budget,
    ) -> Result<(u64, Vec<&'m Move>)> {
        let mut before = Vec::with_capacity(state.components().len());
        for component in state.components() {
            before.push(self.values.value(component, budget)?);
        }
        let sum = before.iter().fold(0, |sum, value| sum ^ value);
        let mut winning = Vec::new();
        for mv in moves {
            let value = self.values.value(&mv.after, budget)?;
            let left = sum ^ before[mv.place] ^ value;
            let wins = match state.convention() {
                Convention::Normal => left == 0,
                Convention::Misere => wins_misere(state, mv, left),
            };
            if wins {
                winning.push(mv);
            }
        }
        Ok((sum, winning))
    }

    /// The move in a lost position after which the opponent has the fewest
    /// moves that win; any, where it would take long to tell.
    fn trap(
        &mut self,
        state: &State,
        moves: &[Move],
        effort: &Effort,
        random: &mut Random,
    ) -> Move {
        let first = random.below(moves.len() as u64) as usize;
        let mut best: Option<(f64, &Move)> = None;
        for mv in moves[first..]
            .iter()
            .chain(&moves[..first])
            .take(MOST_TRAPS)
        {
            let mut after = state.clone();
            after.play(mv);
            let Some(share) = self.winning_share(&after, effort) else {
                break;
            };
            if best.is_none_or(|(least, _)| share < least) {
                best = Some((share, mv));
            }
        }
        best.map_or(&moves[first], |(_, mv)| mv).clone()
    }

    /// Which part of the moves wins, if that can be told at once.
    fn winning_share(&mut self, state: &State, effort: &Effort) -> Option<f64> {
        let moves = state.some_moves(MOST_TRAPS + 1);
        if moves.is_empty() || moves.len() > MOST_TRAPS || effort.is_cut_short() {
            return None;
        }
        let winning = self.winning(state, &moves, effort.budget()).ok()?.1;
        Some(winning.len() as f64 / moves.len() as f64)
    }
}

/// With more moves than this no traps are looked for.
const MOST_TRAPS: usize = 100;

/// Whether a move wins in misère Nim, given the nim sum that it leaves: while
/// a heap of two or more is left the nim sum must be 0, then it must be 1.
fn wins_misere(state: &State, mv: &Move, left: u64) -> bool {
    let large = |component: &Component| {
        let heaps = component.heap_sum();
        heaps.is_some_and(|heaps| heaps.heaps().iter().any(|&heap| heap > 1))
    };
    let mut others = state.components().iter().enumerate();
    let others = others.any(|(place, component)| place != mv.place && large(component));
    if others || large(&mv.after) {
        left == 0
    } else {
        left == 1
    }
}
