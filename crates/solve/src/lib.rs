//! The questions one asks of a position, for any game: its value, who wins,
//! its thermograph, its nim value, how many positions follow.
//!
//! ```
//! use rules::{Domineering, Game};
//! use solve::{Convention, Evaluator, Search, Term};
//! use values::{Arena, Notation, Outcome};
//!
//! let game = Domineering::<u64>::with_variant(None).unwrap();
//! let board = game.read("2x2").unwrap();
//! let mut arena = Arena::new();
//! let value = Evaluator::new().value(&mut arena, &board)?;
//! assert_eq!(arena.text(value, Notation::Ascii)?, "+-1");
//! // A search needs no values.
//! let mut search = Search::new(Convention::Normal);
//! let outcome = search.outcome(&mut arena, &[Term::Position(board)])?;
//! assert_eq!(outcome, Outcome::N);
//! # Ok::<(), values::Error>(())
//! ```
//!
//! Where to look: `value` evaluates, `outcome` searches for who wins, `prove`
//! writes what `check` verifies, `thermograph` finds walls without values,
//! `grundy` nim values, `loopy` play that may not end, `count` and `find` go
//! through all positions of a board.

mod backtrack;
mod beside;
mod complaint;
mod count;
mod find;
mod grundy;
mod loopy;
mod outcome;
mod prove;
mod scalar;
mod sums;
mod table;
mod thermograph;
mod value;
mod wall;
mod walls;

pub use backtrack::{Found, Solving, find_solution};
pub use count::{Count, CountError, Counting, Event, Level, Merge, count};
pub use find::{Finding, Order, Predicate, Property, find};
pub use grundy::{
    Basis, Explanation, MisereNim, NimSequence, NimValues, Periodicity, Theorem, WinningMove,
    explain, explain_misere, nim_value,
};
pub use loopy::{Fate, Loopy, LoopyLine, LoopyOutcome};
pub use outcome::{Action, Convention, Search, Statistics, Step, Term};
pub use prove::{Proof, Statement, Unproved, prove};
pub use sums::{Bag, Interval, Parts, SumGraph, Taxed};
pub use thermograph::Thermographer;
pub use value::{Evaluator, KeepError, Keeping, Kept, kept_value};

// The code of that page is compiled and run with the documentation's tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/backtracking.md")]
struct Backtracking;
