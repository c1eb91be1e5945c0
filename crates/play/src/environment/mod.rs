//! Play beside a stack of cards (Berlekamp, "Sums of N × 2 Amazons",
//! section 2): at each turn a player either moves on the board or takes the
//! top card, which scores its value; the bottom card ends the game.

mod payoff;
mod run;
mod stack;

pub use payoff::{Payoff, Payoffs};
pub use run::longest_run;
pub use stack::{BadStack, Stack};

#[cfg(test)]
mod tests;
