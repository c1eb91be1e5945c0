//! The questions one asks of a position, for any game.

mod component;
mod outcome;
mod thermograph;
mod value;
mod walls;

pub use component::{Component, ComponentMove};
pub use outcome::{Action, Convention, Search, Statistics, Step, Term};
pub use thermograph::Thermographer;
pub use value::Evaluator;
