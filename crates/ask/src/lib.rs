//! Questions about games: each is declared and answered in one place, and the
//! command line, the server and other programs ask it from there.
//!
//! A program asks at a [`Desk`], which keeps what the solvers have learnt and
//! the budget within which they work; answers are plain structs that `serde`
//! writes as the JSON of `legatus … --json`.
//!
//! ```
//! use ask::{Budget, Desk, OutcomeOptions, ValueOptions};
//! let mut desk = Desk::new(Budget::new(Some(1 << 30)));
//! let sum = desk.sum("nim 3,4,5")?;
//! let value = ask::value(&mut desk, &sum, &ValueOptions::default())?;
//! assert_eq!((value.value.as_str(), value.mean.to_string().as_str()), ("*2", "0"));
//! let outcome = ask::outcome(&mut desk, &sum, &OutcomeOptions::default())?;
//! assert_eq!(outcome.outcome, "N");
//! # Ok::<(), ask::Trouble>(())
//! ```
//!
//! # Map
//!
//! - [`questions`]: every question in a file of its own, and the list of all,
//!   [`QUESTIONS`];
//! - [`Question`], [`Setting`], [`Word`], [`Web`]: what a question declares,
//!   from which help, completions, manual, routes and their description derive;
//! - [`Asked`]: what was asked, as plain data;
//! - [`Desk`]: where it is answered, for a [`Host`] who may watch and interrupt;
//! - [`Exit`], [`Stop`], [`Trouble`]: how a question ends without an answer.

mod asked;
mod bounded;
mod declare;
mod desk;
mod exit;
mod host;
pub mod json;
pub mod latrunculus;
mod lines;
mod loopy;
pub mod memory;
mod proof;
pub mod questions;
pub mod replace;
pub mod settings;
mod spool;
mod subject;
mod table;
mod trouble;

pub use asked::Asked;
pub use bounded::Bounded;
pub use declare::{Answer, Known, Question, SUBJECT, Setting, Subject, Takes, Web, Word};
pub use desk::{Desk, ForLine, ForSum, Layout, Watched};
pub use exit::{CONTRACT, Exit, Stop, explain, failure_line, printable, reason};
pub use host::{Host, Interrupts, Picture, Silent, Work};
pub use lines::Lines;
pub use loopy::LoopyAnswer;
pub use positions::Sum;
pub use proof::LemmaAnswer;
pub use questions::check::{CheckAnswer, CheckedAnswer, LemmaCheckAnswer, checked};
pub use questions::grundy::{GrundyAnswer, grundy};
pub use questions::moves::{MoveAnswer, MovesOptions, moves};
pub use questions::outcome::{OutcomeAnswer, OutcomeOptions, outcome, prove};
pub use questions::quotient::{QuotientAnswer, class_texts};
pub use questions::thermograph::{ThermographAnswer, thermograph};
pub use questions::tree::{TreeAnswer, TreeNode, TreeOptions, tree};
pub use questions::value::{ValueAnswer, ValueOptions, loopy_value, value};
pub use questions::{QUESTIONS, question, request};
pub use spool::Spool;
pub use subject::{is_game, joined};
pub use table::table;
pub use trouble::Trouble;
pub use values::{Budget, Dyadic, Notation, Outcome, Player, Thermograph};
