//! The strategy of the paper on Legionnaires.

use crate::effort::Effort;
use crate::player::{Choice, Engine, Listed};
use crate::state::{Move, State};
use rules::{Component, Position, Random};
use solve::Convention;
use values::Result;

/// On the list.
pub(crate) const MOBILITY: Listed = Listed::for_everything(
    "mobility",
    "looks one move ahead and leaves the opponent the fewest moves, ties at random \
            (M. D. Boardman's strategy for Legionnaires)",
    || Box::new(Mobility),
);

struct Mobility;

impl Engine for Mobility {
    fn choose(&mut self, state: &State, effort: &Effort, random: &mut Random) -> Result<Choice> {
        let moves = state.moves_within(effort.budget())?;
        let best = fewest_by(state, &moves, effort, |_| 0)?;
        Ok(Choice::silent((*random.pick(&best)).clone()))
    }
}

/// The moves that leave the opponent the fewest moves, counted with what is
/// `extra`; where the player who cannot move wins, the most.
pub(crate) fn fewest_by<'m>(
    state: &State,
    moves: &'m [Move],
    effort: &Effort,
    extra: impl Fn(&Move) -> i64,
) -> Result<Vec<&'m Move>> {
    let opponent = -state.turn();
    let count = |component: &Component| component.mobility(opponent);
    let before: Vec<usize> = state.components().iter().map(count).collect();
    let total: usize = before.iter().sum();
    let mut best = Vec::new();
    let mut least = i64::MAX;
    for mv in moves {
        if !best.is_empty() && effort.is_cut_short() {
            break;
        }
        effort.budget().look()?;
        let left = (total - before[mv.place] + count(&mv.after)) as i64 + extra(mv);
        let score = match state.convention() {
            Convention::Normal => left,
            Convention::Misere => -left,
        };
        if score < least {
            least = score;
            best.clear();
        }
        if score == least {
            best.push(mv);
        }
    }
    Ok(best)
}
