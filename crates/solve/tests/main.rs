//! The solvers against facts, slow references and one another, in one program:
//! what they are compiled for is compiled once.

mod amazons;
mod board_outcomes;
mod boards;
mod conformance;
mod count_find;
mod grundy;
mod hostile;
mod kept;
mod loopy;
mod outcome;
mod proof;
mod puzzles;
mod sums;
mod thermograph;
