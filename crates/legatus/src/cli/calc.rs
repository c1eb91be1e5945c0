//! `legatus calc`: the calculator without a conversation.

use clap::Args;
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use values::Notation;

use super::exit::failure_line;
use super::lines::Lines;
use super::{
    Exit, Interrupts, Limits, Printing, Spool, Stop, TimeLimit, expressions, json, thinking,
};
use crate::calc::{Answer, Calculator, Failure};
use crate::prompt;

/// Evaluate expressions, or talk to the calculator
///
/// Each expression is answered on one line; variables keep their values from
/// one to the next. Without an expression, a terminal gets a prompt; any other
/// input is read line by line, as with `-`: each line yields exactly one line
/// of output, errors included, and a blank line a blank one. The exit code is
/// 2 if any line failed, or 3 if limits were all that stopped lines.
///
/// A value can be typed as it is printed. Where that has another meaning, as
/// 5*2 has, the answer is that of arithmetic and a note says so.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus calc
  legatus calc '{1|-1}.Thermograph'
  legatus calc 'x = {3||1|-1}' 'mean(x)' 'temperature(x)'
  legatus calc '-^ + *'
  legatus calc 'help atomic_weight'
  echo '{0||0|v3}.AtomicWeight' | legatus calc -")]
pub struct Arguments {
    /// Expressions, or `-` for the lines of standard input; `help` and
    /// `help NAME` explain the language
    #[arg(value_name = "EXPR", value_parser = expressions::parse)]
    expressions: Vec<String>,

    /// Print each answer and each error as a JSON object
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
        let budget = self.limits.budget();
        let style = Style {
            notation: self.printing.notation,
            json: self.json,
        };
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        if self.expressions.is_empty() && terminal {
            return prompt::run(budget, self.time, style, out);
        }
        let batch = Batch {
            interrupts: self.limits.interrupts(&budget)?,
            stop: budget.stop_flag(),
            time: self.time,
            hosted: self.limits.hosted.is_some(),
            longest: budget.bytes().unwrap_or(u64::MAX) / 8,
            calculator: Calculator::new(budget),
            style,
            out,
        };
        match self.expressions.as_slice() {
            [] => batch.lines(io::stdin().lock()),
            [only] if only == "-" => batch.lines(io::stdin().lock()),
            expressions => batch.arguments(expressions),
        }
    }
}

/// How answers are printed.
#[derive(Clone, Copy)]
pub struct Style {
    pub notation: Notation,
    pub json: bool,
}

impl Style {
    /// An answer without its end of line. The outer result tells whether there is a text,
    /// the inner one whether `out` took it.
    pub fn answer(
        self,
        answer: &mut Answer<'_>,
        out: &mut dyn Write,
    ) -> Result<io::Result<()>, Failure> {
        if self.json {
            answer.write_json(out)
        } else {
            answer.write(self.notation, out)
        }
    }

    /// A page of help, without its end of line.
    pub fn help(self, page: &str, out: &mut dyn Write) -> io::Result<()> {
        match self.json {
            true => write!(
                out,
                "{{\"type\":\"text\",\"text\":{}}}",
                json::string(page.trim_end())
            ),
            false => write!(out, "{}", page.trim_end()),
        }
    }

    /// A failure on one line.
    pub fn failure(self, failure: &Failure, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", failure_line(failure, self.json))
    }
}

struct Batch<'a> {
    interrupts: Interrupts,
    stop: Arc<AtomicBool>,
    time: TimeLimit,
    /// Whether a server asks, which has no terminal.
    hosted: bool,
    calculator: Calculator,
    style: Style,
    /// The longest line that is read, so that no input fills the memory.
    longest: u64,
    out: &'a mut dyn Write,
}

impl Batch<'_> {
    /// Evaluates and prints on one line.
    fn answer(&mut self, text: &str) -> Result<io::Result<()>, Failure> {
        let (calculator, style) = (&mut self.calculator, self.style);
        if let Some(deadline) = self.time.deadline() {
            calculator.arena().set_deadline(Some(deadline));
        }
        let mut spool = Spool::new(self.out, Arc::clone(&self.stop));
        let mut work = || {
            let mut answer = calculator.evaluate(text)?;
            style.answer(&mut answer, &mut OneLine(&mut spool))
        };
        let written = self.interrupts.during(|| match self.hosted {
            true => work(),
            false => thinking(work),
        });
        let written = match written {
            Ok(Err(_)) if spool.is_stopped() => Err(Failure::interrupted()),
            written => written,
        };
        match written {
            Ok(Ok(())) => Ok(spool.complete().and_then(|()| {
                self.out.write_all(b"\n")?;
                self.note()
            })),
            Ok(Err(error)) => Ok(Err(error)),
            Err(failure) => match spool.abandon() {
                Ok(()) => Err(failure),
                Err(error) => Ok(Err(error)),
            },
        }
    }

    /// A note about the reading of the input is for the person who typed it.
    fn note(&mut self) -> io::Result<()> {
        if let Some(note) = self.calculator.note()
            && !self.style.json
        {
            self.out.flush()?;
            // The answer is there when nobody can be told.
            let _ = writeln!(io::stderr(), "note: {note}");
        }
        Ok(())
    }

    fn arguments(mut self, expressions: &[String]) -> Result<Exit, Stop> {
        for expression in expressions {
            let outcome = match Calculator::help_request(expression) {
                Some(topic) => self.calculator.help(topic).map(|page| {
                    self.style.help(&page, self.out)?;
                    writeln!(self.out)
                }),
                None => self.answer(expression),
            };
            match outcome {
                Ok(written) => written?,
                Err(failure) if self.style.json => {
                    self.style.failure(&failure, self.out)?;
                    return Ok(Exit::of(&failure));
                }
                Err(failure) => {
                    let mut stop = Stop::failure(&failure, expression);
                    if expressions.len() > 1 && stop.exit == Exit::BadInput {
                        // Words that the shell split are the likeliest mistake.
                        stop.hint("each argument is an expression; quote it to keep it whole");
                    }
                    return Err(stop);
                }
            }
        }
        Ok(Exit::Answered)
    }

    /// One line of output for each line of input.
    fn lines(mut self, input: impl BufRead) -> Result<Exit, Stop> {
        let mut lines = Lines::new(input, self.longest);
        let mut worst = Exit::Answered;
        while let Some(line) = lines.next()? {
            let exit = match line {
                Ok("") => {
                    writeln!(self.out)?;
                    Exit::Answered
                }
                Ok(text) => match self.answer(text) {
                    Ok(written) => {
                        written?;
                        Exit::Answered
                    }
                    Err(failure) => self.refuse(&failure)?,
                },
                Err(failure) => self.refuse(&failure)?,
            };
            self.out.flush()?;
            worst = worst.with(exit);
            if exit == Exit::Interrupted {
                return Ok(exit);
            }
        }
        Ok(worst)
    }

    fn refuse(&mut self, failure: &Failure) -> Result<Exit, Stop> {
        self.style.failure(failure, self.out)?;
        Ok(Exit::of(failure))
    }
}

/// Keeps an answer on its line: a text in quotes may contain line breaks.
struct OneLine<'a>(&'a mut dyn Write);

impl Write for OneLine<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            Some(0) => self.0.write(b" "),
            Some(end) => self.0.write(&bytes[..end]),
            None => self.0.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
