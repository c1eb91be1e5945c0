//! The library behind the program.
