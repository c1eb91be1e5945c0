//! `legatus value`: the canonical form and what follows from it.

use clap::Args;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;
use values::{Arena, Notation, Outcome, Value};

use super::progress::{Progress, Work};
use super::question::{Desk, Layout, Subject, TimeLimit, Trouble, plain};
use super::{Exit, Limits, Printing, Stop, json};
use crate::calc::FailureKind;
use positions::Sum;
use solve::{KeepError, Keeping, Kept};

/// How often what is known is kept, and how many positions are evaluated
/// before the clock is looked at.
const INTERVAL: Duration = Duration::from_secs(60);
const STRETCH: usize = 4096;

/// Find the exact value of a position or a sum
///
/// Prints the canonical form, the outcome, the mean, the temperature and,
/// where it is defined, the atomic weight.
///
/// With --dir, work that was stopped in any way goes on with the same command;
/// when the memory is used up, what was only of use on the way is dropped.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus value legionnaires 3x3
  legatus value clobber 'XO/OX' --latex
  legatus value domineering 4x4 --json
  legatus value 'domineering(\"2x2\") + nim(3,5) - ^*2'
  legatus value legionnaires 4x4 --sizes
  legatus value legionnaires 3x3 --all table.tsv
  legatus value legionnaires 4x4 --dir four --sizes
  printf 'XO\\nXXO\\n' | legatus value clobber -")]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,

    /// Print the parts of the value that repeat once, as definitions
    #[arg(long)]
    compress: bool,

    /// Print instead of the value how many characters it has, how many
    /// distinct values are in it, and how many characters it has compressed
    #[arg(long, conflicts_with_all = ["compress", "json"])]
    sizes: bool,

    /// Print values for LaTeX, as --notation latex does
    #[arg(long)]
    latex: bool,

    /// Write the table of every position that can be reached, one per line:
    /// position, value, outcome, mean, temperature; `-` is standard output,
    /// which with --json gets an object for each position
    #[arg(long, value_name = "FILE")]
    all: Option<String>,

    /// Keep the values of the positions that are done as a file in this
    /// directory, and go on from what is there
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,

    /// Print a JSON object: value, outcome, mean, temperature, atomic_weight
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    printing: Printing,

    #[command(flatten)]
    time: TimeLimit,

    #[command(flatten)]
    pub(super) limits: Limits,
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let desk = Desk::new(&self.limits, self.json)?.within(&self.time);
        desk.ask(&self.subject, out, &mut |desk, sum, layout, out| {
            self.answer(desk, sum, layout, out)
        })
    }

    fn notation(&self) -> Notation {
        if self.latex {
            Notation::Latex
        } else {
            self.printing.notation
        }
    }

    fn answer(
        &self,
        desk: &mut Desk,
        sum: &Sum,
        layout: Layout,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        sum.finite()?;
        let (facts, unwritten) = match &self.dir {
            Some(directory) => self.kept(desk, sum, layout, directory)?,
            None => desk.working(|solvers, arena| {
                let value = sum.value(solvers, arena)?;
                Ok::<_, values::Error>((Facts::of(arena, value)?, None))
            })?,
        };
        let note = desk.note_member();
        let (_, arena) = desk.workbench();
        if self.json {
            self.object(arena, &facts, &note, out)?;
        } else if layout == Layout::Line && !self.sizes {
            arena.write(facts.value, self.notation(), out)??;
            writeln!(out)?;
        } else {
            self.page(arena, &facts, out)?;
        }
        if let Some(file) = &self.all {
            self.table(desk, sum, file, out)?;
        }
        match unwritten {
            None => Ok(Exit::Answered),
            Some(why) => {
                let why = format!("{why}; the value was found but not kept");
                Err(Stop::new(Exit::BadInput, why).into())
            }
        }
    }

    /// The value with what is known kept in a directory, and why the last of
    /// it could not be kept.
    fn kept(
        &self,
        desk: &mut Desk,
        sum: &Sum,
        layout: Layout,
        directory: &Path,
    ) -> Result<(Facts, Option<String>), Trouble> {
        let Some(board) = sum.board().filter(|_| layout == Layout::Page) else {
            let message = "--dir is for one position of a game".to_owned();
            return Err(plain(FailureKind::Domain, message).into());
        };
        let mut written = 0;
        let mut unwritten = None;
        let facts = desk.working(|_, arena| {
            let mut keeping = Keeping {
                directory,
                game: board.game(),
                interval: INTERVAL,
                stretch: STRETCH,
                tell: &mut |kept| match kept {
                    // Nobody needs to read this.
                    Kept::Read(positions) => {
                        let _ = writeln!(io::stderr(), "going on after {positions} positions");
                    }
                    Kept::Written(positions) => {
                        written = positions;
                        unwritten = None;
                    }
                    Kept::Unwritten(why) => unwritten = Some(why),
                },
            };
            let value = board.kept_value(&mut keeping, arena)?;
            Ok(Facts::of(arena, value)?)
        });
        if facts.is_err() {
            if let Some(why) = &unwritten {
                let _ = writeln!(io::stderr(), "{why}");
            }
            if written > 0 {
                let _ = writeln!(io::stderr(), "{written} positions are kept");
            }
        }
        let facts = facts.map_err(|error: KeepError| match error {
            KeepError::Stopped(error) => plain(FailureKind::from(&error), error.to_string()),
            KeepError::File(why) => plain(FailureKind::Domain, why),
        });
        Ok((facts?, unwritten))
    }

    fn page(&self, arena: &mut Arena, facts: &Facts, out: &mut dyn Write) -> Result<(), Trouble> {
        if self.sizes {
            let compressed = arena.compress(facts.value, self.notation())?;
            let sizes = compressed.sizes();
            writeln!(out, "characters     {}", sizes.characters)?;
            writeln!(out, "distinct       {}", sizes.distinct)?;
            writeln!(out, "compressed     {}", sizes.compressed)?;
        } else if self.compress {
            writeln!(out, "{}", arena.compress(facts.value, self.notation())?)?;
        } else {
            arena.write(facts.value, self.notation(), out)??;
            writeln!(out)?;
        }
        writeln!(out, "outcome        {}", facts.outcome)?;
        writeln!(out, "mean           {}", facts.mean)?;
        writeln!(out, "temperature    {}", facts.temperature)?;
        if let Some(weight) = facts.atomic_weight {
            write!(out, "atomic weight  ")?;
            arena.write(weight, self.notation(), out)??;
            writeln!(out)?;
        }
        Ok(())
    }

    fn object(
        &self,
        arena: &mut Arena,
        facts: &Facts,
        note: &str,
        out: &mut dyn Write,
    ) -> Result<(), Trouble> {
        let notation = self.notation();
        let value = if self.compress {
            arena.compress(facts.value, notation)?.to_string()
        } else {
            arena.text(facts.value, notation)?
        };
        let weight = match facts.atomic_weight {
            Some(weight) => json::string(&arena.text(weight, notation)?),
            None => "null".to_owned(),
        };
        writeln!(
            out,
            "{{\"value\":{},\"outcome\":\"{}\",\"mean\":\"{}\",\"temperature\":\"{}\",\"atomic_weight\":{weight}{note}}}",
            json::string(&value),
            facts.outcome,
            facts.mean,
            facts.temperature,
        )?;
        Ok(())
    }

    fn table(
        &self,
        desk: &mut Desk,
        sum: &Sum,
        file: &str,
        out: &mut dyn Write,
    ) -> Result<(), Trouble> {
        let Some(board) = sum.board() else {
            let message = "--all needs a game and a position, not a sum".to_owned();
            return Err(plain(FailureKind::Domain, message).into());
        };
        let notation = self.notation();
        let unwritten = |error| Stop::file(file, &error);
        let mut target: Box<dyn Write + '_> = match file {
            "-" => Box::new(out),
            _ => Box::new(BufWriter::new(File::create(file).map_err(unwritten)?)),
        };
        let objects = self.json && file == "-";
        if !objects {
            writeln!(target, "position\tvalue\toutcome\tmean\ttemperature").map_err(unwritten)?;
        }
        let mut progress = Progress::new(Work::on("positions", None));
        if file == "-" && io::stdout().is_terminal() {
            // The rows themselves show how far it is.
            progress.end();
        }
        let mut written = Ok(());
        let visited = desk.working_silently(|solvers, arena| {
            board.reachable(solvers, arena, &mut |arena, position, value| {
                progress.step(1);
                let facts = Facts::of(arena, value)?;
                let text = arena.text(value, notation)?;
                let Facts {
                    outcome,
                    mean,
                    temperature,
                    ..
                } = facts;
                let line = match objects {
                    true => format!(
                        "{{\"position\":{},\"value\":{},\"outcome\":\"{outcome}\",\"mean\":\"{mean}\",\"temperature\":\"{temperature}\"}}",
                        json::string(position),
                        json::string(&text),
                    ),
                    false => format!("{position}\t{text}\t{outcome}\t{mean}\t{temperature}"),
                };
                written = writeln!(target, "{line}");
                Ok(match written {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                })
            })
        });
        progress.end();
        // What was written before an interrupt stays.
        written.and_then(|()| target.flush()).map_err(unwritten)?;
        let _ = visited?;
        Ok(())
    }
}

struct Facts {
    value: Value,
    outcome: Outcome,
    mean: values::Dyadic,
    temperature: values::Dyadic,
    atomic_weight: Option<Value>,
}

impl Facts {
    fn of(arena: &mut Arena, value: Value) -> values::Result<Self> {
        let atomic_weight = match arena.atomic_weight(value) {
            Ok(weight) => Some(weight),
            Err(values::Error::NotAtomic(_)) => None,
            Err(error) => return Err(error),
        };
        Ok(Facts {
            value,
            outcome: arena.outcome(value)?,
            mean: arena.mean(value)?,
            temperature: arena.temperature(value)?,
            atomic_weight,
        })
    }
}
