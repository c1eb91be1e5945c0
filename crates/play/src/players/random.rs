//! Any move.

use crate::effort::Effort;
use crate::player::{Choice, Engine, Listed};
use crate::state::State;
use rules::Random;
use values::Result;

/// On the list.
pub(crate) const RANDOM: Listed =
    Listed::for_everything("random", "any move, each as likely as the others", || {
        Box::new(Anything)
    });

struct Anything;

impl Engine for Anything {
    fn choose(&mut self, state: &State, effort: &Effort, random: &mut Random) -> Result<Choice> {
        let moves = state.moves_within(effort.budget())?;
        Ok(Choice::silent(random.pick(&moves).clone()))
    }
}
