//! Nim sums.

use super::search::Search;
use crate::effort::Effort;
use crate::player::{Choice, Engine, Listed};
use crate::state::{Move, State};
use crate::thought::{Ground, Thought};
use rules::{Component, HeapRules, Heaps, Random};
use solve::{Convention, MisereHeaps, NimValues};
use std::sync::Arc;
use values::{Budget, Result};

/// On the list.
pub(crate) const NIM: Listed = Listed {
    name: "nim",
    about: "moves to nim sum 0 where it can, anywhere when it has lost (C. L. Bouton); in misere \
            play it moves heaps into the P-portion of their misere quotient",
    suits: "impartial games, in misere play heaps of one game",
    is_for: |state| match state.convention() {
        Convention::Normal => state.is_impartial() && !state.is_loopy(),
        Convention::Misere => heaps(state).is_some(),
    },
    fresh: || {
        Box::new(NimSums {
            values: NimValues::new(),
            quotients: MisereHeaps::default(),
            otherwise: Search::new(SHARE),
        })
    },
};

/// All heaps together, if they are heaps of one game.
fn heaps(state: &State) -> Option<Heaps> {
    let mut all: Option<(Arc<HeapRules>, Vec<u64>)> = None;
    for component in state.components() {
        let own = component.heap_sum()?;
        let (rules, heaps) = all.get_or_insert_with(|| (Arc::clone(own.rules()), Vec::new()));
        if rules != own.rules() {
            return None;
        }
        heaps.extend_from_slice(own.heaps());
    }
    let (rules, heaps) = all?;
    Heaps::new(rules, heaps).ok()
}

struct NimSums {
    values: NimValues<Component>,
    quotients: MisereHeaps,
    /// Who plays where the nim values are not found in time.
    otherwise: Search,
}

/// What decides a position, and the moves that win.
type Found<'m> = (Ground, Vec<&'m Move>);

/// The sums that the other player's solver looks at for each node.
const SHARE: u64 = 16;

impl Engine for NimSums {
    fn choose(&mut self, state: &State, effort: &Effort, random: &mut Random) -> Result<Choice> {
        let moves = state.moves_within(effort.budget())?;
        let budget = effort.for_half();
        let (ground, winning) = match self.winning(state, &moves, &budget) {
            Ok(Some(found)) => found,
            Err(error) if error.is_limit() && effort.end().is_some() => {
                return self.otherwise.choose(state, effort, random);
            }
            Ok(None) => return self.otherwise.choose(state, effort, random),
            Err(error) => return Err(error),
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
    /// Nothing where it is not found.
    fn winning<'m>(
        &mut self,
        state: &State,
        moves: &'m [Move],
        budget: &Budget,
    ) -> Result<Option<Found<'m>>> {
        if state.convention() == Convention::Normal {
            return self.by_nim_sum(state, moves, budget).map(Some);
        }
        let Some(now) = heaps(state) else {
            return Ok(None);
        };
        if self.quotients.is_lost(&now, budget)?.is_none() {
            return Ok(None);
        }
        let mut winning = Vec::new();
        for mv in moves {
            let mut after = state.clone();
            after.play(mv);
            let after = heaps(&after).unwrap_or_else(|| now.clone());
            match self.quotients.is_lost(&after, budget)? {
                Some(true) => winning.push(mv),
                Some(false) => {}
                None => return Ok(None),
            }
        }
        let ground = match **now.rules() {
            HeapRules::Nim => Ground::Solved,
            _ => Ground::Quotient,
        };
        Ok(Some((ground, winning)))
    }

    fn by_nim_sum<'m>(
        &mut self,
        state: &State,
        moves: &'m [Move],
        budget: &Budget,
    ) -> Result<Found<'m>> {
        let mut before = Vec::with_capacity(state.components().len());
        for component in state.components() {
            before.push(self.values.value(component, budget)?);
        }
        let sum = before.iter().fold(0, |sum, value| sum ^ value);
        let mut winning = Vec::new();
        for mv in moves {
            let value = self.values.value(&mv.after, budget)?;
            if sum ^ before[mv.place] ^ value == 0 {
                winning.push(mv);
            }
        }
        Ok((Ground::NimSum(sum), winning))
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
        let (_, winning) = self.winning(state, &moves, effort.budget()).ok()??;
        Some(winning.len() as f64 / moves.len() as f64)
    }
}

/// With more moves than this no traps are looked for.
const MOST_TRAPS: usize = 100;
