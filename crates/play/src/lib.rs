//! Playing: players, matches between them, and play beside a stack of cards.
//!
//! A sum of positions of any games is played as [`rules::Component`]s, so a
//! player is written once for all games.
//!
//! ```
//! use play::{Contest, State, find_player};
//! use solve::Convention;
//!
//! let start = State::read("legionnaires", "4x4", Convention::Normal).unwrap();
//! let players = ["mobility", "random"].map(|name| find_player(name, &start).unwrap());
//! let contest = Contest::new(start, players);
//! let tally = contest.run().tally;
//! assert_eq!(tally.games(), 100);
//! ```

mod contest;
mod effort;
mod environment;
pub mod latrunculus;
mod player;
mod players;
mod record;
mod state;
mod tally;
mod thermal;
mod typed;

pub use contest::{Contest, First, Played, Results, Terms};
pub use effort::{DEFAULT_LEVEL, Effort, LEVELS};
pub use environment::{
    Accountant, Appraisal, Appraiser, BadStack, Best, Bid, Bidding, CARD_PLAYERS, CardChoice,
    CardGame, CardHistory, CardPlayer, Challenge, Forecast, Payoff, Payoffs, Stack, longest_run,
};
pub use player::{Choice, Listed, Player, default_player, find_player, players};
pub use record::{BadRecord, Ply, Record, read_side};
pub use state::{Ending, Move, State};
pub use tally::Tally;
pub use thermal::{Decision, Situation, Strategy, Thermal, Turn};
pub use typed::Typed;
