//! Exact values of short partizan games.

mod arena;
mod budget;
mod canonical;
mod closed;
mod compare;
mod dyadic;
mod error;
mod marks;
mod notation;
mod order;
mod player;
mod sum;
mod temperature;
mod thermograph;
mod tiny;
mod uptimal;
mod value;

pub use arena::Arena;
pub use budget::Budget;
pub use compare::{Outcome, Relation};
pub use dyadic::{Dyadic, ParseDyadicError};
pub use error::{Error, Result};
pub use notation::{Compressed, Notation, ReadError, Sizes};
pub use player::Player;
pub use thermograph::{Corner, Thermograph, Trajectory};
pub use uptimal::Expansion;
pub use value::Value;
