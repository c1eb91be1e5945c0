//! Any move.

use crate::effort::Effort;
use crate::player::{Choice, Listed, Player};
use crate::state::State;
use rules::Random;
use values::Result;

/// On the list.
pub(crate) const RANDOM: Listed = Listed {
    name: "random",
    about: "any move, each as likely as the others",
    suits: "everything",
    is_for: |_| true,
    fresh: || Box::new(Anything),
};

struct Anything;

impl Player for Anything {
    fn choose(&mut self, state: &State, effort: &Effort, random: &mut Random) -> Result<Choice> {
        let mut moves = state.moves_within(effort.budget())?;
        let any = random.below(moves.len() as u64) as usize;
        Ok(Choice::silent(moves.swap_remove(any)))
    }
}
