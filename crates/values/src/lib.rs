//! Exact values of short partizan games: numbers, nimbers, switches, tinies
//! and everything that is made of them.
//!
//! A [`Value`] is a small id into an [`Arena`], which stores each canonical
//! form once: equal values have equal ids. Every operation works within the
//! arena's [`Budget`] and gives an error, never half an answer, when it is
//! used up.
//!
//! ```
//! use values::{Arena, Notation, Outcome};
//!
//! let mut arena = Arena::new();
//! let hot = arena.read("{5||2|-1}")?;
//! let sum = {
//!     let star = arena.read("*")?;
//!     arena.add(hot, star)?
//! };
//! assert_eq!(arena.outcome(sum)?, Outcome::L);
//! assert_eq!(arena.mean(sum)?.to_string(), "11/4");
//! assert_eq!(arena.temperature(sum)?.to_string(), "9/4");
//! assert_eq!(arena.text(sum, Notation::Ascii)?, "{5*||2*|-1*}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where to look: `canonical` and `intern` make canonical forms, `compare` and
//! `order` compare them, `sum` and `product` calculate, `thermograph`,
//! `temperature` and `cooling` are about hot games, `atomic`, `reduced` and
//! `uptimal` about infinitesimals, `notation` reads and prints.

mod arena;
mod atomic;
mod birthday;
mod budget;
mod canonical;
mod closed;
mod coefficients;
mod compare;
mod cooling;
mod dyadic;
mod error;
mod fold;
mod form;
mod intern;
mod learnt;
mod marks;
mod misere;
mod nim;
mod notation;
mod order;
mod parity;
mod player;
mod power;
mod predicates;
mod product;
mod rebuild;
mod reduced;
mod seen;
mod stop_key;
mod stops;
mod structure;
mod sum;
mod temperature;
mod thermograph;
mod tiny;
mod uptimal;
mod value;
mod watch;

pub use arena::Arena;
pub use birthday::{Birthday, Origin, Through};
pub use budget::Budget;
pub use compare::{Outcome, Relation};
pub use dyadic::{Dyadic, ParseDyadicError};
pub use error::{Error, Result};
pub use form::{Compound, Form, Forms};
pub use nim::{nim_inverse, nim_power, nim_product, nim_sqrt, nim_sum};
pub use notation::{Compressed, Notation, ReadError, Sizes};
pub use parity::Parity;
pub use player::Player;
pub use stops::AdornedStop;
pub use thermograph::{Corner, Thermograph, Trajectory};
pub use uptimal::Expansion;
pub use value::Value;
