//! The solvers against facts, slow references and one another, in one program:
//! what they are compiled for is compiled once.

mod amazons;
mod bands;
mod board_files;
mod board_outcomes;
mod boards;
mod checkpoint;
mod conformance;
mod count_find;
mod erased;
mod graph_files;
mod grundy;
mod hostile;
mod impartial;
mod laws;
mod lemmas;
mod library;
mod library_plainly;
mod long_strips;
mod loopy;
mod mcgs;
mod number_heaps;
mod outcome;
mod proof;
mod puzzles;
mod sums;
mod support;
mod thermograph;
