//! The library behind the program.

pub mod draw;
