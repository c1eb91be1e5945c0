//! `legatus calc`: the calculator without a conversation.

use clap::Args;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use values::Notation;

use super::{Exit, Interrupts, Limits, Printing, Stop, expressions, json};
use crate::calc::{Answer, Calculator, Failure, FailureKind};
use crate::prompt;

/// Evaluate expressions, or talk to the calculator
///
/// Each expression is answered on one line; variables keep their values from
/// one to the next. Without an expression, a terminal gets a prompt; any other
/// input is read line by line, as with `-`: each line yields exactly one line
/// of output, errors included, and a blank line a blank one. The exit code is
/// 2 if any line failed, or 3 if limits were all that stopped lines.
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
    limits: Limits,
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
            return prompt::run(budget, style, out);
        }
        let batch = Batch {
            interrupts: Interrupts::watch(budget.stop_flag())?,
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

    /// A failure on one line.
    pub fn failure(self, failure: &Failure, out: &mut dyn Write) -> io::Result<()> {
        if self.json {
            writeln!(out, "{}", json::failure(failure))
        } else {
            writeln!(out, "error: {failure}")
        }
    }
}

/// What `help` or `help NAME` asks about.
pub fn help_request(line: &str) -> Option<Option<&str>> {
    let mut words = line.split_whitespace();
    match (words.next(), words.next(), words.next()) {
        (Some("help"), topic, None) => Some(topic),
        _ => None,
    }
}

struct Batch<'a> {
    interrupts: Interrupts,
    calculator: Calculator,
    style: Style,
    /// The longest line that is read, so that no input fills the memory.
    longest: u64,
    out: &'a mut dyn Write,
}

impl Batch<'_> {
    /// Evaluates and prints on one line.
    fn answer(&mut self, text: &str) -> Result<io::Result<()>, Failure> {
        let mut answer = self.interrupts.during(|| self.calculator.evaluate(text))?;
        let written = self.style.answer(&mut answer, &mut OneLine(self.out))?;
        Ok(written.and_then(|()| self.out.write_all(b"\n")))
    }

    fn arguments(mut self, expressions: &[String]) -> Result<Exit, Stop> {
        for expression in expressions {
            let outcome = match help_request(expression) {
                Some(topic) => self
                    .calculator
                    .help(topic)
                    .map(|help| writeln!(self.out, "{}", help.trim_end())),
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
    fn lines(mut self, mut input: impl BufRead) -> Result<Exit, Stop> {
        let unreadable = |error| Stop::file("standard input", &error);
        let mut worst = Exit::Answered;
        let mut line = Vec::new();
        loop {
            line.clear();
            let mut bounded = (&mut input).take(self.longest);
            if bounded.read_until(b'\n', &mut line).map_err(unreadable)? == 0 {
                return Ok(worst);
            }
            let cut = bounded.limit() == 0 && !line.ends_with(b"\n");
            let exit = if cut {
                input.skip_until(b'\n').map_err(unreadable)?;
                self.refuse(&too_long(self.longest))?
            } else {
                self.line(&line)?
            };
            self.out.flush()?;
            worst = worst.with(exit);
            if exit == Exit::Interrupted {
                return Ok(exit);
            }
        }
    }

    fn line(&mut self, line: &[u8]) -> Result<Exit, Stop> {
        let text = match std::str::from_utf8(line) {
            Ok(text) => text.trim_end(),
            Err(error) => return self.refuse(&not_utf8(line, error.valid_up_to())),
        };
        if text.is_empty() {
            writeln!(self.out)?;
            return Ok(Exit::Answered);
        }
        match self.answer(text) {
            Ok(written) => {
                written?;
                Ok(Exit::Answered)
            }
            Err(failure) => self.refuse(&failure),
        }
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

fn not_utf8(line: &[u8], at: usize) -> Failure {
    let before = String::from_utf8_lossy(&line[..at]);
    Failure {
        line: 1,
        column: Some(before.chars().count() + 1),
        message: format!("expected UTF-8 text, not the byte 0x{:02x}", line[at]),
        kind: FailureKind::Syntax,
    }
}

fn too_long(longest: u64) -> Failure {
    Failure {
        line: 1,
        column: None,
        message: format!("the line is longer than {longest} bytes; raise the limit with --memory"),
        kind: FailureKind::Limit,
    }
}
