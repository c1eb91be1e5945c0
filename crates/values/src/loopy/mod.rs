//! Games that may not end: graphs of games, their sides, and stoppers.
//!
//! A [`Graph`] is resolved into a [`Loopy`]: its onside, where endless play is
//! won by Left, and its offside, where it is won by Right. Where a side is a
//! stopper it is kept in canonical form in [`Stoppers`]; otherwise it stays the
//! graph that it is.

mod algebra;
mod draft;
mod graph;
mod knots;
mod listing;
mod names;
mod on_base;
mod order;
mod properties;
mod pseudonumber;
mod sides;
mod simplify;
mod stopper;
#[cfg(test)]
mod tests;
mod thermal;

pub use draft::Draft;
pub use graph::Graph;
pub use knots::{Knot, Knots};
pub(crate) use names::Name;
pub use on_base::Base;
pub use pseudonumber::Pseudonumber;
pub use sides::{Loopy, Side};
pub use stopper::{Loop, Stopper, Stoppers};
pub use thermal::{KoThermograph, Threats};
