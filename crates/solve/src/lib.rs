//! The questions one asks of a position, for any game: its value, who wins,
//! its thermograph, its nim value, how many positions follow.
//!
//! Every algorithm is generic over [`rules::Position`], goes from a position
//! to its independent parts and their normal forms, remembers those, keeps
//! its own stack, and stops when its [`values::Budget`] is used up. The answer
//! is exact, or an error says why there is none.
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
//! # Where to look
//!
//! | question | module | entry |
//! |---|---|---|
//! | what is it worth? | `value` | [`Evaluator`] |
//! | who wins, and how? | `outcome` | [`Search`] |
//! | why should I believe it? | `prove` | [`prove()`], for [`check::check()`] |
//! | how urgent is a move? | `thermograph`, with `wall`, `walls` and `scalar` | [`Thermographer`] |
//! | and in a sum, with cards beside it? | `sums` | [`SumGraph`], [`Taxed`] |
//! | what nim value has it? | `grundy` | [`nim_value`], [`NimSequence`] |
//! | what genus has it in misère play? | `misere` | [`MisereForms`] |
//! | who wins if play may not end? | `loopy` | [`Loopy`] |
//! | how many positions follow? | `count` | [`count()`] |
//! | which positions have a property? | `find` | [`find()`] |
//! | do the rules keep the laws that all this relies on? | `laws` | [`examine`] |
//! | is there a solution of a puzzle? | `backtrack` | [`find_solution`] |
//!
//! The default feature `system` adds what needs an operating system: files in
//! which values and counts are kept, memory maps for large tables, threads.

mod backtrack;
mod complaint;
mod count;
mod find;
mod grundy;
mod laws;
mod lemmas;
mod loopy;
mod misere;
mod outcome;
mod pages;
mod position_table;
mod prove;
mod quotient;
mod scalar;
mod sums;
mod thermograph;
mod value;
mod wall;
mod walls;

pub use backtrack::{Found, Solving, find_solution};
pub use complaint::reason;
#[cfg(feature = "system")]
pub use count::{
    Answered, Answers, BUCKETS, Bundle, Bundles, RowKey, bits_of, member_count, member_union,
    number_among,
};
pub use count::{Count, CountError, Counting, Event, Level, Merge, count};
pub use find::{Finding, Order, Predicate, Property, Told, find, survey};
pub use grundy::{
    Basis, Explanation, MisereNim, NimSequence, NimValues, Periodicity, Theorem, WinningMove,
    explain, explain_misere, nim_value,
};
pub use laws::{Breach, Examined, examine};
pub use lemmas::{LemmaProof, prove_nim_value, prove_period, prove_value, prove_winners};
pub use loopy::{Fate, Loopy, LoopyLine, LoopyOutcome, loopy_value};
pub use misere::MisereForms;
pub use outcome::{Action, Convention, Search, Statistics, Step, Term};
pub use prove::{Proof, Statement, Unproved, prove};
pub use quotient::{
    Division, LARGEST_ORDER, MisereHeaps, Quotient, QuotientWhy, Structure, explain_by_quotient,
};
pub use sums::{Bag, Interval, Parts, Patience, SumGraph, Taxed};
pub use thermograph::Thermographer;
pub use value::Evaluator;
#[cfg(feature = "system")]
pub use value::{KeepError, Keeping, Kept, kept_value};

// The code of that page is compiled and run with the documentation's tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/backtracking.md")]
struct Backtracking;
