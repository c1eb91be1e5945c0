//! Latrunculus at the terminal.

pub mod session;
pub mod view;

use play::Effort;
use play::latrunculus::{COMMANDERS, Commander, find_commander};
use rules::BadInput;
use values::Budget;

use super::players::Thinking;
pub use ask::latrunculus::{asked, throw};
use play::levelled;

/// The commands that `legatus games latrunculus` shows.
pub const EXAMPLES: [&str; 5] = [
    "legatus moves latrunculus start --player white --roll 1",
    "legatus moves latrunculus:behind start --player black --roll 3 --count",
    "legatus threats latrunculus start --json",
    "legatus analyse latrunculus start --player white --roll 3 --level 2",
    "legatus match latrunculus --left shots --right random --games 2",
];

/// A computer player by name, the strongest if there is none, and how much it
/// thinks; `dice:3` has a level of its own.
pub fn commander(
    name: Option<&str>,
    thinking: &Thinking,
    budget: &Budget,
) -> Result<(&'static Commander, Effort), BadInput> {
    let (base, level) = levelled(name.unwrap_or(COMMANDERS[0].name))?;
    Ok((find_commander(base)?, thinking.effort(level, budget)))
}
