//! Exact values of short partizan games.

mod budget;
mod dyadic;
mod error;
mod player;
mod thermograph;

pub use budget::Budget;
pub use dyadic::{Dyadic, ParseDyadicError};
pub use error::{Error, Result};
pub use player::Player;
pub use thermograph::{Corner, Thermograph, Trajectory};
