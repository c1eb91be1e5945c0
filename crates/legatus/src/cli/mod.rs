//! The command line. One definition of each command and flag feeds the
//! parser, the help, the man page and the shell completions.

mod bounded;
mod calc;
mod check;
mod contest;
mod count;
mod environment;
mod exit;
mod expected;
mod expressions;
mod find;
mod games;
mod grundy;
mod interrupt;
pub(crate) mod json;
mod known;
mod latrunculus;
mod lines;
mod loopy;
mod manual;
mod memory;
mod moves;
mod outcome;
mod play;
mod players;
mod progress;
mod question;
mod read;
mod refusal;
mod replace;
mod screen;
mod serve;
mod solve;
mod spool;
mod tables;
mod talk;
mod thermograph;
mod tree;
mod value;
mod worker;

use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use values::{Budget, Notation};

use bounded::Bounded;

pub(crate) use calc::Style;
pub(crate) use exit::{Stop, explain, reason};
pub(crate) use interrupt::stop_on_interrupt;
pub(crate) use players::levelled;
pub(crate) use progress::thinking;
pub(crate) use question::TimeLimit;
pub(crate) use screen::drawing;
pub(crate) use spool::Spool;

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
const COMMANDS: [&str; 23] = [
    "serve",
    "value",
    "outcome",
    "check",
    "moves",
    "threats",
    "analyse",
    "count",
    "find",
    "grundy",
    "tree",
    "solve",
    "play",
    "match",
    "games",
    "tables",
    "calc",
    "thermograph",
    "environment",
    "read",
    "completions",
    "man",
    "help",
];

#[derive(Subcommand)]
enum Command {
    Serve(serve::Arguments),
    Value(value::Arguments),
    Outcome(outcome::Arguments),
    Check(check::Arguments),
    Moves(moves::Arguments),
    Threats(latrunculus::threats::Arguments),
    #[command(alias = "analyze")]
    Analyse(latrunculus::analyse::Arguments),
    Count(count::Arguments),
    Find(Box<find::Arguments>),
    Grundy(grundy::Arguments),
    Tree(tree::Arguments),
    Solve(solve::Arguments),
    Play(Box<play::Arguments>),
    Match(Box<contest::Arguments>),
    Games(games::Arguments),
    Tables(tables::Arguments),
    Calc(calc::Arguments),
    Thermograph(thermograph::Arguments),
    Environment(Box<environment::Arguments>),
    Read(read::Arguments),
    Completions(manual::Completions),
    Man(manual::Man),
    Help(manual::Help),
    #[command(hide = true)]
    Worker(worker::Arguments),
}

impl Command {
    fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        match self {
            Command::Serve(arguments) => arguments.run(out),
            Command::Value(arguments) => arguments.run(out),
            Command::Outcome(arguments) => arguments.run(out),
            Command::Check(arguments) => arguments.run(out),
            Command::Moves(arguments) => arguments.run(out),
            Command::Threats(arguments) => arguments.run(out),
            Command::Analyse(arguments) => arguments.run(out),
            Command::Count(arguments) => arguments.run(out),
            Command::Find(arguments) => arguments.run(out),
            Command::Grundy(arguments) => arguments.run(out),
            Command::Tree(arguments) => arguments.run(out),
            Command::Solve(arguments) => arguments.run(out),
            Command::Play(arguments) => arguments.run(out),
            Command::Match(arguments) => arguments.run(out),
            Command::Games(arguments) => arguments.run(out),
            Command::Tables(arguments) => arguments.run(out),
            Command::Calc(arguments) => arguments.run(out),
            Command::Thermograph(arguments) => arguments.run(out),
            Command::Environment(arguments) => arguments.run(out),
            Command::Read(arguments) => arguments.run(out),
            Command::Completions(arguments) => arguments.run(out),
            Command::Man(arguments) => arguments.run(out),
            Command::Help(arguments) => arguments.run(out),
            Command::Worker(arguments) => arguments.run(out),
        }
    }

    /// The same question within a server's budget.
    fn hosted(mut self, budget: Budget) -> Self {
        let limits = match &mut self {
            Command::Value(arguments) => &mut arguments.limits,
            Command::Outcome(arguments) => &mut arguments.limits,
            Command::Moves(arguments) => &mut arguments.limits,
            Command::Grundy(arguments) => &mut arguments.limits,
            Command::Tree(arguments) => &mut arguments.limits,
            Command::Calc(arguments) => &mut arguments.limits,
            Command::Thermograph(arguments) => &mut arguments.limits,
            Command::Environment(arguments) => &mut arguments.limits,
            Command::Analyse(arguments) => &mut arguments.limits,
            _ => return self,
        };
        limits.hosted = Some(budget);
        self
    }
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
#[derive(Args, Default)]
struct Limits {
    /// Stop at this much memory, such as 2G or 500M [default: half of what the
    /// machine or its container allows]
    #[arg(long, value_name = "SIZE", value_parser = memory::parse)]
    memory: Option<u64>,

    /// What a server allows, in place of all that.
    #[arg(skip)]
    hosted: Option<Budget>,
}

impl Limits {
    fn budget(&self) -> Budget {
        match &self.hosted {
            Some(budget) => budget.clone(),
            None => {
                let bytes = self.memory.unwrap_or_else(memory::default_limit);
                Budget::new(Some(bytes)).with_process_bytes(bytes)
            }
        }
    }

    /// Ctrl-C stops the work, unless a server does the work.
    fn interrupts(&self, budget: &Budget) -> io::Result<Interrupts> {
        match self.hosted {
            Some(_) => Ok(Interrupts::none()),
            None => Interrupts::watch(budget.stop_flag()),
        }
    }
}

/// The JSON object that a question on the command line prints, for a server
/// that asks it within a budget and wants no more than so many bytes. What
/// users typed comes after `--`.
pub(crate) fn ask(question: &[&str], budget: Budget, longest: usize) -> (Exit, Vec<u8>) {
    let mut out = Bounded::new(longest);
    let words = [&["legatus"], question].concat();
    let words = expressions::shield(words.iter().map(OsString::from));
    let exit = match Cli::try_parse_from(&words) {
        Ok(cli) => cli.command.hosted(budget).run(&mut out),
        Err(error) => Err(refusal::reason(&error)),
    };
    let exit = match out.full {
        true => Err(Stop::new(
            Exit::Limit,
            format!(
                "the answer has more than {longest} bytes; ask for the value with \
                 compress=true, for moves with count=true, or use the command line"
            ),
        )),
        false => exit,
    };
    match exit {
        Ok(exit) => (exit, out.text),
        Err(stop) => (stop.exit, stop.object().into()),
    }
}

fn notation() -> impl TypedValueParser<Value = Notation> {
    PossibleValuesParser::new(["ascii", "unicode", "latex"]).map(|name| match name.as_str() {
        "unicode" => Notation::Unicode,
        "latex" => Notation::Latex,
        _ => Notation::Ascii,
    })
}

/// How many threads may be asked for: more than any machine has use for, and
/// few enough that each gets its stack.
fn threads() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=1024)
}

/// As many threads as were asked for, or as the machine has processors.
fn threads_or_processors(asked: Option<usize>) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    asked.unwrap_or_else(processors)
}

/// Where the user's data are: `legatus` under the XDG data directory.
fn data_directory() -> Option<PathBuf> {
    let absolute = |name| {
        let path = std::env::var_os(name).map(PathBuf::from);
        path.filter(|path| path.is_absolute())
    };
    let data = absolute("XDG_DATA_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".local/share")))?;
    Some(data.join("legatus"))
}

/// Runs the program with these arguments, the first of which is its name.
///
/// A program that asks with `--json` gets an object on standard output for
/// every answer, errors included.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = expressions::shield(arguments);
    let json = asks_for_json(&arguments);
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(error) => return refuse(&error, &arguments, json),
    };
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let outcome = cli.command.run(&mut out);
    // What was answered before a failure comes before it.
    let flushed = out.flush();
    drop(out);
    match outcome.and_then(|exit| Ok(flushed.map(|()| exit)?)) {
        Ok(exit) => exit.into(),
        Err(stop) if json => stop.report_json(),
        Err(stop) => stop.report(),
    }
}

/// Whether `--json` stands among the options, also when the rest cannot be
/// understood.
fn asks_for_json(arguments: &[OsString]) -> bool {
    let options = arguments.iter().take_while(|argument| *argument != "--");
    options.into_iter().any(|argument| argument == "--json")
}

/// Ends without a command: the help that was asked for, or why the arguments
/// are none.
fn refuse(error: &clap::Error, arguments: &[OsString], json: bool) -> ExitCode {
    match refusal::stop(error, arguments) {
        Some(stop) if json => return stop.report_json(),
        Some(stop) => return stop.report(),
        None => {}
    }
    // Nothing can be said when the stream is closed.
    let _ = error.print();
    if error.use_stderr() {
        Exit::BadInput.into()
    } else {
        Exit::Answered.into()
    }
}

/// The commands and their options, for tools that list or try them.
#[must_use]
pub fn definition() -> clap::Command {
    let mut command = Cli::command();
    command.build();
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_has_a_page_in_the_manual() {
        let command = Cli::command();
        let names: Vec<&str> = command
            .get_subcommands()
            .filter(|command| !command.is_hide_set())
            .map(clap::Command::get_name)
            .collect();
        assert_eq!(names, COMMANDS);
    }
}
