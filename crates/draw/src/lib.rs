//! Drawings of positions, and of thermographs by the conventions of the field: temperature
//! upward, values increasing to the left, the mast above both walls, and the
//! walls continued below zero down to t = −1.
//!
//! - [`svg`] draws several side by side, for a paper, [`array()`] in columns,
//!   [`together()`] over one another in one pair of axes;
//! - [`terminal`] draws one with characters;
//! - [`tree`] draws a game tree;
//! - [`plot`] draws numbers that grow;
//! - [`map`] draws letters over pairs of rows;
//! - [`board()`] draws positions, [`played`] what the last move did to them.
//!
//! Labels are exact; floating point is used for coordinates only.

mod board;
mod corners;
mod figure;
mod last;
mod map;
mod numeral;
mod order;
mod panel;
mod place;
mod plot;
mod scale;
mod svg;
mod terminal;
mod text;
mod together;
mod tree;

pub use board::{board, played, spoken};
pub use last::Last;
pub use map::{Map, Tile, map};
pub use order::order;
pub use plot::{Curve, Plot, Series, plot};
pub use svg::{array, svg};
pub use terminal::terminal;
pub use text::escape;
pub use together::together;
pub use tree::{TreeNode, tree};

#[cfg(test)]
mod board_tests;
#[cfg(test)]
mod tests;
