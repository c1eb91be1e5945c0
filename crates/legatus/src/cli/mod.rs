//! The command line. One definition of each command and flag feeds the
//! parser, the help, the man page and the shell completions.

mod asking;
mod checking;
mod contest;
mod editor;
mod environment;
mod expressions;
mod files;
mod games;
mod interrupt;
mod known;
mod latrunculus;
mod manual;
mod play;
mod players;
mod progress;
mod prompt;
mod refusal;
mod screen;
mod serve;
mod spark_job;
mod tables;
mod talk;
mod worker;

use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use clap::{ArgMatches, Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use values::{Budget, Notation};

use ask::{Interrupts, QUESTIONS, Stop, explain, json, reason};
use interrupt::stop_on_interrupt;
use progress::thinking;
use screen::drawing;

pub use ask::Exit;

/// A workbench for combinatorial games: exact values, thermographs, a
/// calculator
#[derive(Parser)]
#[command(name = "legatus", version, about, max_term_width = 80)]
#[command(arg_required_else_help = true, disable_help_subcommand = true)]
#[command(after_help = ask::CONTRACT)]
#[command(subcommand_required = true)]
struct Cli {}

/// The commands that are no questions.
#[derive(Subcommand)]
enum Other {
    Serve(serve::Arguments),
    Play(Box<play::Arguments>),
    Match(Box<contest::Arguments>),
    Games(games::Arguments),
    Tables(tables::Arguments),
    SparkJob(spark_job::Arguments),
    Completions(manual::Completions),
    Man(manual::Man),
    Help(manual::Help),
    #[command(hide = true)]
    Worker(worker::Arguments),
}

impl Other {
    fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        match self {
            Other::Serve(arguments) => arguments.run(out),
            Other::Play(arguments) => arguments.run(out),
            Other::Match(arguments) => arguments.run(out),
            Other::Games(arguments) => arguments.run(out),
            Other::Tables(arguments) => arguments.run(out),
            Other::SparkJob(arguments) => arguments.run(out),
            Other::Completions(arguments) => arguments.run(out),
            Other::Man(arguments) => arguments.run(out),
            Other::Help(arguments) => arguments.run(out),
            Other::Worker(arguments) => arguments.run(out),
        }
    }
}

/// All commands in the order of the help.
fn command() -> Command {
    let others = Other::augment_subcommands(Command::new("others"));
    let of_name = |name| match ask::question(name) {
        Some(question) if name == "environment" => Some(environment::command(question)),
        Some(question) => Some(asking::command(question)),
        None => others.find_subcommand(name).cloned(),
    };
    let hidden = others.get_subcommands().filter(|one| one.is_hide_set());
    let commands = names().into_iter().filter_map(of_name);
    let commands = commands.chain(hidden.cloned()).enumerate();
    Cli::command().subcommands(commands.map(|(place, command)| command.display_order(place)))
}

/// Answers a question, or does what the others do.
fn run_command(matches: &ArgMatches, out: &mut dyn Write) -> Result<Exit, Stop> {
    let question = matches
        .subcommand()
        .and_then(|(name, matches)| Some((ask::question(name)?, matches)));
    let Some((question, matches)) = question else {
        let other = Other::from_arg_matches(matches).map_err(|error| refusal::reason(&error))?;
        return other.run(out);
    };
    let asked = asking::asked(question, matches);
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    match question.name {
        "environment" => environment::run(question, matches, out),
        "calc" if asked.words.is_empty() && terminal => prompt::run(&asked, out),
        _ => asking::run(question, &asked, out),
    }
}

/// The commands that are no questions, and before which question they stand.
const OTHERS: [(&str, &[&str]); 3] = [
    ("value", &["serve"]),
    ("calc", &["play", "match", "games", "tables"]),
    ("", &["spark-job", "completions", "man", "help"]),
];

/// The names of all commands that have a page in the manual.
fn names() -> Vec<&'static str> {
    let mut names = Vec::new();
    for name in QUESTIONS.iter().map(|question| question.name).chain([""]) {
        let before = OTHERS.iter().filter(|(question, _)| *question == name);
        names.extend(before.flat_map(|(_, others)| *others));
        names.push(name);
    }
    names.pop();
    names
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
    #[arg(long, value_name = "SIZE", value_parser = ask::settings::memory)]
    memory: Option<u64>,
}

impl Limits {
    fn budget(&self) -> Budget {
        let bytes = self.memory.unwrap_or_else(ask::memory::default_limit);
        Budget::new(Some(bytes)).with_process_bytes(bytes)
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
    // Who answers others reads no files that they name.
    let name = arguments.get(1).and_then(|name| name.to_str());
    if !matches!(name, Some("serve" | "worker")) {
        files::allow();
    }
    let json = asks_for_json(&arguments);
    let matches = match command().try_get_matches_from(&arguments) {
        Ok(matches) => matches,
        Err(error) => return refuse(&error, &arguments, json),
    };
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let outcome = run_command(&matches, &mut out);
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
    let mut command = command();
    command.build();
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        command().debug_assert();
    }

    #[test]
    fn every_command_has_a_page_in_the_manual() {
        let command = command();
        let shown = command.get_subcommands().filter(|one| !one.is_hide_set());
        let shown: Vec<&str> = shown.map(Command::get_name).collect();
        assert_eq!(shown, names());
    }
}
