//! `legatus read`: value text of any length.

use clap::Args;
use std::fs::File;
use std::io::{self, Write};
use values::{Arena, Compressed, ReadError, Value};

use super::{Exit, Interrupts, Limits, Printing, Stop, json};
use crate::calc::{Failure, FailureKind};

/// Read value text, also compressed, and print the value
///
/// Value text is what Legatus and CGSuite print; in it `3^4` is 3 plus four
/// ups. It is read and printed piece by piece: a text of many megabytes takes
/// as much memory as its distinct values do.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus read value.txt
  legatus read --compress value.txt > short.txt
  legatus read --sizes short.txt
  echo '{1||2|0}' | legatus read --notation latex -")]
pub struct Arguments {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: String,

    /// Print the parts that repeat once, as definitions
    #[arg(long)]
    compress: bool,

    /// Print how many characters the value has, how many distinct values are
    /// in it, and how many characters it has compressed, instead of the value
    #[arg(long, conflicts_with = "compress")]
    sizes: bool,

    /// Print a JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    printing: Printing,

    #[command(flatten)]
    limits: Limits,
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let budget = self.limits.budget();
        let interrupts = Interrupts::watch(budget.stop_flag())?;
        let mut arena = Arena::with_budget(budget);
        let answered = match interrupts.during(|| self.value(&mut arena))? {
            Ok(value) if self.compress || self.sizes => interrupts
                .during(|| arena.compress(value, self.printing.notation))
                .map(|compressed| self.print_compressed(&compressed, out))
                .map_err(ReadError::from),
            Ok(value) => self
                .print_value(&mut arena, value, out)
                .map_err(ReadError::from),
            Err(error) => Err(error),
        };
        match answered {
            Ok(written) => {
                written?;
                Ok(Exit::Answered)
            }
            Err(error) if self.json => {
                let failure = failure(&error);
                writeln!(out, "{}", json::failure(&failure))?;
                Ok(Exit::of(&failure))
            }
            Err(error) => Err(self.refused(&error)),
        }
    }

    fn value(&self, arena: &mut Arena) -> Result<Result<Value, ReadError>, Stop> {
        if self.file == "-" {
            return Ok(arena.read_from(io::stdin().lock()));
        }
        let file = File::open(&self.file).map_err(|error| Stop::file(&self.file, &error))?;
        Ok(arena.read_from(file))
    }

    fn print_value(
        &self,
        arena: &mut Arena,
        value: Value,
        out: &mut dyn Write,
    ) -> values::Result<io::Result<()>> {
        let notation = self.printing.notation;
        if !self.json {
            let written = arena.write(value, notation, out)?;
            return Ok(written.and_then(|()| out.write_all(b"\n")));
        }
        // The text is laid out before its first character is written, so a
        // failure does not leave half an object behind.
        let mut object = json::Member::new("value", out);
        let written = arena.write(value, notation, &mut object)?;
        Ok(written.and_then(|()| object.end()))
    }

    fn print_compressed(&self, compressed: &Compressed, out: &mut dyn Write) -> io::Result<()> {
        let sizes = compressed.sizes();
        match (self.sizes, self.json) {
            (false, false) => writeln!(out, "{compressed}"),
            (true, false) => {
                writeln!(out, "characters  {}", sizes.characters)?;
                writeln!(out, "distinct    {}", sizes.distinct)?;
                writeln!(out, "compressed  {}", sizes.compressed)
            }
            (_, true) => {
                out.write_all(b"{")?;
                if !self.sizes {
                    let text = compressed.to_string();
                    write!(out, "\"value\":{},", json::string(&text))?;
                }
                // A count may have more digits than a JSON number is good for.
                writeln!(
                    out,
                    "\"characters\":\"{}\",\"distinct\":{},\"compressed\":{}}}",
                    sizes.characters, sizes.distinct, sizes.compressed
                )
            }
        }
    }

    fn refused(&self, error: &ReadError) -> Stop {
        let failure = failure(error);
        let place = match self.file.as_str() {
            "-" => "standard input",
            file => file,
        };
        match error.caret() {
            Some(caret) => {
                let text = format!("{caret}\nerror: {place}: {error}");
                Stop::verbatim(Exit::of(&failure), text)
            }
            None if Exit::of(&failure) == Exit::BadInput => {
                Stop::new(Exit::BadInput, format!("{place}: {error}"))
            }
            None => Stop::failure(&failure, ""),
        }
    }
}

/// The same in the calculator's terms.
fn failure(error: &ReadError) -> Failure {
    let (line, column, message, kind) = match error {
        ReadError::Syntax {
            line,
            column,
            message,
            ..
        } => (*line, Some(*column), message.clone(), FailureKind::Syntax),
        ReadError::Input(why) => (1, None, why.clone(), FailureKind::Syntax),
        ReadError::Stopped(stopped) => {
            let kind = match stopped {
                values::Error::Interrupted => FailureKind::Interrupted,
                stopped if stopped.is_limit() => FailureKind::Limit,
                _ => FailureKind::Domain,
            };
            (1, None, stopped.to_string(), kind)
        }
    };
    Failure {
        line,
        column,
        message,
        kind,
    }
}
