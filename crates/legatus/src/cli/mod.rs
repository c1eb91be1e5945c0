//! The command line. One definition of each command and flag feeds the
//! parser, the help, the man page and the shell completions.

mod calc;
mod exit;
mod interrupt;
mod json;
mod manual;
mod memory;
mod read;
mod screen;
mod thermograph;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use values::{Budget, Notation};

pub(crate) use calc::{Style, help_request};
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
const COMMANDS: [&str; 5] = ["calc", "thermograph", "read", "completions", "man"];

#[derive(Subcommand)]
enum Command {
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

/// Expressions as arguments. They may begin with a minus sign, which a parser
/// of options has to be told.
mod expressions {
    use std::ffi::OsString;

    /// No argument contains this character, so that it can mark those that
    /// only look like options.
    const MARK: char = '\0';

    /// Marks the arguments of `calc` and `thermograph` that begin with `-` but
    /// are not options: all but `-h` and a double dash followed by a letter.
    pub fn shield(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = arguments.into_iter().collect();
        let command = arguments.get(1).and_then(|name| name.to_str());
        if matches!(command, Some("calc" | "thermograph")) {
            for argument in &mut arguments[2..] {
                if argument.to_str().is_some_and(is_expression) {
                    let mut marked = OsString::from(String::from(MARK));
                    marked.push(&argument);
                    *argument = marked;
                }
            }
        }
        arguments
    }

    fn is_expression(argument: &str) -> bool {
        match argument.strip_prefix('-') {
            None | Some("" | "-" | "h") => false,
            Some(rest) => !rest
                .strip_prefix('-')
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic())),
        }
    }

    /// The expression as it was typed.
    pub fn parse(argument: &str) -> Result<String, String> {
        Ok(argument.strip_prefix(MARK).unwrap_or(argument).to_string())
    }
}
