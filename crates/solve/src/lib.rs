//! The questions one asks of a position, for any game.

mod value;

pub use value::Evaluator;
