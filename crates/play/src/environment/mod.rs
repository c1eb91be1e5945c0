//! Play beside a stack of cards (Berlekamp, "Sums of N × 2 Amazons",
//! section 2): at each turn a player either moves on the board or takes the
//! top card, which scores its value; the bottom card ends the game.

mod accounts;
mod advice;
mod bidding;
mod challenge;
mod contest;
mod game;
mod payoff;
mod player;
mod progress;
mod run;
mod search;
mod stack;

pub use accounts::{Accountant, Best, Forecast, Warmth};
pub use advice::Advice;
pub use bidding::{Bid, Bidding};
pub use challenge::Challenge;
pub use contest::{CardContest, CardPlayed};
pub use game::CardGame;
pub use payoff::{Payoff, Payoffs};
pub use player::{CARD_PLAYERS, CardChoice, CardPlayer};
pub use progress::{CARD, COST};
pub use run::longest_run;
pub use search::{Appraisal, Appraiser};
pub use stack::{BadStack, Stack};

#[cfg(test)]
mod contests;
#[cfg(test)]
mod losses;
#[cfg(test)]
mod openings;
#[cfg(test)]
mod searches;
#[cfg(test)]
mod tests;
