//! Perfect play where the game can be solved.

use super::search::Search;
use crate::effort::Effort;
use crate::player::{Choice, Engine, Listed};
use crate::state::State;
use rules::Random;
use values::Result;

/// On the list.
pub(crate) const EXACT: Listed = Listed {
    name: "exact",
    about: "plays perfectly whenever it can solve the position, and says so; like search before",
    suits: "games that end",
    is_for: |state| !state.is_loopy(),
    fresh: || Box::new(Exact(Search::new(SHARE))),
};

/// The sums that the solver looks at for each node of the search that is needed
/// if the position is too hard.
const SHARE: u64 = 16;

struct Exact(Search);

impl Engine for Exact {
    fn choose(&mut self, state: &State, effort: &Effort, random: &mut Random) -> Result<Choice> {
        self.0.choose(state, effort, random)
    }
}
