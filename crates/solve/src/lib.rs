//! The questions one asks of a position, for any game.

mod beside;
mod complaint;
mod count;
mod find;
mod grundy;
mod loopy;
mod outcome;
mod prove;
mod scalar;
mod table;
mod thermograph;
mod value;
mod wall;
mod walls;

pub use count::{Count, CountError, Counting, Event, Level, Merge, count};
pub use find::{Finding, Order, Predicate, Property, find};
pub use grundy::{
    Basis, Explanation, NimSequence, NimValues, Periodicity, Theorem, WinningMove, explain,
    nim_value,
};
pub use loopy::{Fate, Loopy, LoopyLine, LoopyOutcome};
pub use outcome::{Action, Convention, Search, Statistics, Step, Term};
pub use prove::{Proof, Statement, Unproved, prove};
pub use thermograph::Thermographer;
pub use value::{Evaluator, KeepError, Keeping, Kept, kept_value};

// The code of that page is compiled and run with the documentation's tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/backtracking.md")]
struct Backtracking;
