//! Exact values of short partizan games: numbers, nimbers, switches, tinies
//! and everything that is made of them.
//!
//! A [`Value`] is a small id into an [`Arena`], which stores each canonical
//! form once: equal values have equal ids, and −G is free. The algebra of
//! games is methods of the arena. Every operation works within the arena's
//! [`Budget`] and gives an error, never half an answer, when it is used up;
//! none recurses as deep as a game.
//!
//! ```
//! use values::{Arena, Notation, Outcome};
//!
//! let mut arena = Arena::new();
//! let (hot, star) = (arena.read("{5||2|-1}")?, arena.read("*")?);
//! let sum = arena.add(hot, star)?;
//! assert_eq!(arena.outcome(sum)?, Outcome::L);
//! assert_eq!(arena.mean(sum)?.to_string(), "11/4");
//! assert_eq!(arena.temperature(sum)?.to_string(), "9/4");
//! assert_eq!(arena.text(sum, Notation::Ascii)?, "{5*||2*|-1*}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! | about | modules |
//! |---|---|
//! | numbers and nimbers | `dyadic`; `nim`, the field of nimbers |
//! | storage | `arena`, `value`, `signed_id`, `intern` (by options), `option_cache`, `constituents` (values in and out of an arena) |
//! | canonical form | `canonical`; `up_star`: number + ups + star by formula; `uptimal`, `coefficients`, `tiny`: families with a name |
//! | order | `compare`: G ≤ H; `references` and `stop_key`: what decides it without a search; `listing`: in which order options are shown |
//! | algebra | `sum`, `product`, `power`, `recursion` (how operators recurse), `predicates`, `followers`, `birthday`, `parity`, `misere` |
//! | hot games | `stops`, `temperature`, `thermograph`, `cooling` |
//! | infinitesimals | `atomic`, `reduced` |
//! | games that may not end | `loopy`: graphs, their order, sides, stoppers, sums, names |
//! | games that are no values | `form`: as they were written, and compounds of them |
//! | text | `notation`: ASCII, Unicode and LaTeX, read and printed |
//! | limits | `budget`, `watchdog`, `error` |
//! | what all crates need | `player`, `random` |

mod arena;
mod atomic;
mod birthday;
mod budget;
mod canonical;
mod coefficients;
mod compare;
mod constituents;
mod cooling;
mod dyadic;
mod error;
mod followers;
mod form;
mod intern;
mod listing;
mod loopy;
mod misere;
mod misere_form;
mod nim;
mod notation;
mod option_cache;
mod parity;
mod player;
mod power;
mod predicates;
mod product;
mod random;
mod recursion;
mod reduced;
mod references;
mod signed_id;
mod stop_key;
mod stops;
mod sum;
mod temperature;
mod thermograph;
mod tiny;
mod up_star;
mod uptimal;
mod value;
mod watchdog;

pub use arena::Arena;
pub use birthday::{Birthday, Origin, Through};
pub use budget::Budget;
pub use compare::{Outcome, Relation};
pub use dyadic::{Dyadic, ParseDyadicError};
pub use error::{Error, Result};
pub use form::{Compound, Form, Forms};
pub use loopy::{
    Base, Draft, Graph, Knot, Knots, KoThermograph, Loop, Loopy, Pseudonumber, Side, Stopper,
    Stoppers, Threats,
};
pub use misere_form::{Genus, MAX_BIRTHDAY, MisereArena, MisereForm, Temper};
pub use nim::{nim_inverse, nim_power, nim_product, nim_sqrt, nim_sum};
pub use notation::{Compressed, Notation, ReadError, Sizes};
pub use parity::Parity;
pub use player::Player;
pub use random::Random;
pub use stops::AdornedStop;
pub use thermograph::{Corner, Thermograph, Trajectory};
pub use uptimal::Expansion;
pub use value::Value;
