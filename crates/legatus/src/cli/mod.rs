//! The command line. One definition of each command and flag feeds the
//! parser, the help, the man page and the shell completions.

mod calc;
mod check;
mod count;
mod exit;
mod expressions;
mod find;
mod games;
mod grundy;
mod interrupt;
pub(crate) mod json;
mod lines;
mod manual;
mod memory;
mod moves;
mod outcome;
mod progress;
mod question;
mod read;
mod replace;
mod screen;
mod tables;
mod thermograph;
mod tree;
mod value;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use values::{Budget, Notation};

pub(crate) use calc::Style;
pub(crate) use exit::{Stop, explain, reason};
pub(crate) use interrupt::stop_on_interrupt;
pub(crate) use screen::drawing;

pub use exit::Exit;
use interrupt::Interrupts;

/// A workbench for combinatorial games: exact values, thermographs, a
/// calculator
#[derive(Parser)]
#[command(name = "legatus", version, about, max_term_width = 80)]
#[command(arg_required_else_help = true, disable_help_subcommand = true)]
#[command(after_help = exit::CONTRACT)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The commands that have a page in the manual.
const COMMANDS: [&str; 15] = [
    "value",
    "outcome",
    "check",
    "moves",
    "count",
    "find",
    "grundy",
    "tree",
    "games",
    "tables",
    "calc",
    "thermograph",
    "read",
    "completions",
    "man",
];

#[derive(Subcommand)]
enum Command {
    Value(value::Arguments),
    Outcome(outcome::Arguments),
    Check(check::Arguments),
    Moves(moves::Arguments),
    Count(count::Arguments),
    Find(Box<find::Arguments>),
    Grundy(grundy::Arguments),
    Tree(tree::Arguments),
    Games(games::Arguments),
    Tables(tables::Arguments),
    Calc(calc::Arguments),
    Thermograph(thermograph::Arguments),
    Read(read::Arguments),
    Completions(manual::Completions),
    Man(manual::Man),
}

/// How values are printed.
#[derive(Args)]
struct Printing {
    /// Print values in this notation
    #[arg(long, value_name = "NOTATION", default_value = "ascii")]
    #[arg(value_parser = notation())]
    notation: Notation,
}

/// What the work may take.
#[derive(Args)]
struct Limits {
    /// Stop at this much memory, such as 2G or 500M [default: half of what the
    /// machine or its container allows]
    #[arg(long, value_name = "SIZE", value_parser = memory::parse)]
    memory: Option<u64>,
}

impl Limits {
    fn budget(&self) -> Budget {
        Budget::new(Some(self.memory.unwrap_or_else(memory::default_limit)))
    }
}

fn notation() -> impl TypedValueParser<Value = Notation> {
    PossibleValuesParser::new(["ascii", "unicode", "latex"]).map(|name| match name.as_str() {
        "unicode" => Notation::Unicode,
        "latex" => Notation::Latex,
        _ => Notation::Ascii,
    })
}

/// Runs the program with these arguments, the first of which is its name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(expressions::shield(arguments)) {
        Ok(cli) => cli,
        Err(error) => {
            // Nothing can be said when the stream is closed.
            let _ = error.print();
            return if error.use_stderr() {
                Exit::BadInput.into()
            } else {
                Exit::Answered.into()
            };
        }
    };
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let outcome = match cli.command {
        Command::Value(arguments) => arguments.run(&mut out),
        Command::Outcome(arguments) => arguments.run(&mut out),
        Command::Check(arguments) => arguments.run(&mut out),
        Command::Moves(arguments) => arguments.run(&mut out),
        Command::Count(arguments) => arguments.run(&mut out),
        Command::Find(arguments) => arguments.run(&mut out),
        Command::Grundy(arguments) => arguments.run(&mut out),
        Command::Tree(arguments) => arguments.run(&mut out),
        Command::Games(arguments) => arguments.run(&mut out),
        Command::Tables(arguments) => arguments.run(&mut out),
        Command::Calc(arguments) => arguments.run(&mut out),
        Command::Thermograph(arguments) => arguments.run(&mut out),
        Command::Read(arguments) => arguments.run(&mut out),
        Command::Completions(arguments) => arguments.run(&mut out),
        Command::Man(arguments) => arguments.run(&mut out),
    };
    // What was answered before a failure comes before it.
    let flushed = out.flush();
    match outcome.and_then(|exit| Ok(flushed.map(|()| exit)?)) {
        Ok(exit) => exit.into(),
        Err(stop) => stop.report(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_has_a_page_in_the_manual() {
        let command = Cli::command();
        let names: Vec<&str> = command
            .get_subcommands()
            .map(clap::Command::get_name)
            .collect();
        assert_eq!(names, COMMANDS);
    }
}
