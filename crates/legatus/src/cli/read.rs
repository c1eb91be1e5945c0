//! `legatus read`: value text of any length.

use clap::Args;
use std::fs::File;
use std::io::{self, BufReader, Write};
use values::{Arena, ReadError, Value};

use super::{Exit, Interrupts, Limits, Printing, Stop, json};

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
        let value = interrupts.during(|| self.value(&mut arena))?;
        let notation = self.printing.notation;
        if !self.compress && !self.sizes {
            if self.json {
                out.write_all(b"{\"value\":\"")?;
                arena.write(value, notation, &mut json::Escaped(out))?;
                out.write_all(b"\"}\n")?;
            } else {
                arena.write(value, notation, out)?;
                out.write_all(b"\n")?;
            }
            return Ok(Exit::Answered);
        }
        Ok(Exit::Answered)
    }

    fn value(&self, arena: &mut Arena) -> Result<Value, Stop> {
        let read = if self.file == "-" {
            arena.read_from(io::stdin().lock())
        } else {
            let file = File::open(&self.file).map_err(|error| Stop::file(&self.file, &error))?;
            arena.read_from(BufReader::with_capacity(1 << 16, file))
        };
        read.map_err(|error| refused(&error))
    }
}

fn refused(error: &ReadError) -> Stop {
    Stop::verbatim(Exit::BadInput, error.caret())
}
