//! Players, puzzles and reviews, in one program: what they play with is
//! compiled once.

mod players;
mod puzzles;
mod records;
mod reference;
mod reviews;
mod truth;
