//! The library behind the program.

pub mod calc;
pub mod cli;
pub mod draw;
pub mod prompt;
pub mod tables;
pub mod web;

/// The example of the documentation compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/api.md")]
struct Library;
