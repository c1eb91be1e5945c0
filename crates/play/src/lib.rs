//! Playing: engines that choose moves, matches between them, games as text,
//! and play beside a stack of cards.
//!
//! A sum of positions of any games is played as [`rules::Component`]s, so an
//! engine is written once for all games. A [`State`] is what is on the table;
//! an [`Engine`] chooses a move in it within an [`Effort`], and [`players`]
//! lists those that there are. A [`Session`] is a game in progress, with its
//! players and turns; terminal and server only show it and pass turns in.
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
//!
//! # Modules
//!
//! | about | modules |
//! |---|---|
//! | the table | `state`: a sum and whose turn it is; `typed`: moves as people type them; `record`: games as text; `session`: a game in progress, whatever is played |
//! | who plays | `player`: engines by name; `players`: the engines, one in each file; `effort`: how much they may think; `strength`: easy to perfect; `thought`: what they say |
//! | strategies | `thermal`: hotstrat, sentestrat, orthodox and thermostrat; `players::search`: alpha-beta; `players::mcts`: Monte Carlo tree search; `players::solver`: the end of a game, solved |
//! | matches | `contest`: many games of two players; `tally`: the score |
//! | learning | `adjudicator`: who wins, exactly or not at all; `explanation`: why; `puzzle`: find the only winning move; `review`: where a game was lost |
//! | cards | `environment`: play beside a stack of cards, its accounts and exact payoffs |
//! | dice | [`latrunculus`]: its players and matches |

mod adjudicator;
mod contest;
mod effort;
mod environment;
mod explanation;
pub mod latrunculus;
mod player;
mod players;
mod puzzle;
mod record;
mod review;
mod session;
mod state;
mod strength;
mod study;
mod tally;
mod thermal;
mod thought;
mod typed;

pub use adjudicator::{Adjudicator, EndTable, Judged, Reply, Verdict};
pub use contest::{Contest, First, Played, Results, Terms};
pub use effort::{DEFAULT_LEVEL, Effort, LEVELS};
pub use environment::{
    Accountant, Advice, Appraisal, Appraiser, BadStack, Best, Bid, Bidding, CARD, CARD_PLAYERS,
    COST, CardChoice, CardContest, CardGame, CardPlayed, CardPlayer, Challenge, Forecast, Payoff,
    Payoffs, Stack, Warmth, longest_run,
};
pub use explanation::{Explained, Explanation};
pub use player::{Choice, Engine, Listed, default_player, find_player, hasty, levelled, players};
pub use players::{Look, LookLine, look};
pub use puzzle::{KeptPuzzle, NoProof, Puzzle, PuzzleMaker, PuzzleProof};
pub use record::{BadRecord, Ply, Record, read_side};
pub use review::{NoReview, Review, TurningPoint};
pub use session::{AFTER, Contestable, Finish, Seat, Session, replay};
pub use state::{Ending, Move, State};
pub use strength::Strength;
pub use study::{Node, Study};
pub use tally::Tally;
pub use thermal::{Decision, Situation, Strategy, Thermal, Turn};
pub use thought::{Ground, Thought, Voice, side_name};
pub use typed::Typed;
