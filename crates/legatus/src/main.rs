//! The program `legatus`. All of it is in the library, where tests reach it.

use std::process::ExitCode;

fn main() -> ExitCode {
    legatus::cli::run(std::env::args_os())
}
