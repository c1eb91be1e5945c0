//! Nim sums.

use crate::effort::Effort;
use crate::player::{Choice, Engine, Listed};
use crate::state::{Move, State};
use rules::{Component, HeapRules, Random};
use solve::{Convention, NimValues};
use values::Result;

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
        })
    },
};

fn is_nim(component: &Component) -> bool {
    let heaps = component.heap_sum();
    heaps.is_some_and(|heaps| **heaps.rules() == HeapRules::Nim)
}

struct NimSums {
    values: NimValues<Component>,
}

impl Engine for NimSums {
    fn choose(&mut self, state: &State, effort: &Effort, random: &mut Random) -> Result<Choice> {
        let moves = state.moves_within(effort.budget())?;
        let mut before = Vec::with_capacity(state.components().len());
        for component in state.components() {
            before.push(self.values.value(component, effort.budget())?);
        }
        let sum = before.iter().fold(0, |sum, value| sum ^ value);
        let mut winning = Vec::new();
        for mv in &moves {
            let value = self.values.value(&mv.after, effort.budget())?;
            let left = sum ^ before[mv.place] ^ value;
            let wins = match state.convention() {
                Convention::Normal => left == 0,
                Convention::Misere => wins_misere(state, mv, left),
            };
            if wins {
                winning.push(mv);
            }
        }
        if winning.is_empty() {
            let mv = random.pick(&moves).clone();
            let remark = format!("nim sum {sum}: loses against perfect play");
            return Ok(Choice { mv, remark });
        }
        let mv = (*random.pick(&winning)).clone();
        let remark = match state.convention() {
            Convention::Normal => format!("nim sum {sum}, leaves 0: wins"),
            Convention::Misere => "wins".to_owned(),
        };
        Ok(Choice { mv, remark })
    }
}

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
