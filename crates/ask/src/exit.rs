//! The exit-code contract, and how a command that cannot answer ends.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use crate::json::{self, Refusal};
use calc::{Failure, FailureKind};
pub use solve::reason;

/// What the exit code of every command says. Ordered from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// The question was answered, also when the answer is `false`.
    Answered = 0,
    /// A negative finding: not found, rejected, disagrees.
    Negative = 1,
    /// Bad input, or a file that cannot be read or written.
    BadInput = 2,
    /// Stopped at a limit, such as the memory limit.
    Limit = 3,
    /// Interrupted, as by Ctrl-C.
    Interrupted = 130,
}

impl Exit {
    /// What a failure of the calculator means.
    #[must_use]
    pub fn of(failure: &Failure) -> Self {
        match failure.kind {
            FailureKind::Syntax | FailureKind::Missing | FailureKind::Domain => Exit::BadInput,
            FailureKind::Limit => Exit::Limit,
            FailureKind::Interrupted => Exit::Interrupted,
        }
    }
}

/// What went wrong, if something did.
impl From<Exit> for FailureKind {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Limit => FailureKind::Limit,
            Exit::Interrupted => FailureKind::Interrupted,
            _ => FailureKind::Domain,
        }
    }
}

impl Exit {
    /// The exit code of two answers together: a line that is wrong counts for
    /// more than one that is too much.
    #[must_use]
    pub fn with(self, other: Exit) -> Exit {
        match (self, other) {
            (Exit::BadInput, Exit::Limit) | (Exit::Limit, Exit::BadInput) => Exit::BadInput,
            _ => self.max(other),
        }
    }
}

/// The contract, as help and the man page state it.
pub const CONTRACT: &str = "\
Exit codes:
  0    answered (also when the answer is `false`)
  1    a negative finding: not found, rejected, disagrees
  2    bad input, or a file that cannot be read or written
  3    stopped at a limit, such as the memory limit
  130  interrupted";

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// Why a command ended early.
#[derive(Debug)]
pub struct Stop {
    /// The exit code.
    pub exit: Exit,
    /// What to say about it; nothing when the reader of our output has left.
    pub message: Option<String>,
}

impl Stop {
    /// Ends with a reason.
    pub fn new(exit: Exit, reason: impl fmt::Display) -> Self {
        Stop::verbatim(exit, format!("error: {reason}"))
    }

    /// Ends with a text that is complete.
    pub fn verbatim(exit: Exit, text: String) -> Self {
        Stop {
            exit,
            message: Some(text),
        }
    }

    /// An expression that has no answer.
    pub fn failure(failure: &Failure, expression: &str) -> Self {
        Stop::verbatim(Exit::of(failure), explain(failure, expression))
    }

    /// A file that could not be read or written.
    pub fn file(name: &str, error: &io::Error) -> Self {
        Stop::new(Exit::BadInput, format!("{name}: {}", reason(error)))
    }

    /// Adds advice.
    pub fn hint(&mut self, advice: &str) {
        if let Some(message) = &mut self.message {
            message.push_str("\nhint: ");
            message.push_str(advice);
        }
    }

    /// Says why on standard error and gives the exit code.
    pub fn report(self) -> ExitCode {
        if let Some(message) = self.message {
            // When standard error is closed too, the exit code has to do.
            let _ = writeln!(io::stderr(), "{}", printable(&message));
        }
        self.exit.into()
    }

    /// The reason as a JSON object.
    pub fn object(&self) -> String {
        json::text(&Refusal::new(self.reason(), self.exit))
    }

    fn reason(&self) -> &str {
        let message = self.message.as_deref().unwrap_or_default();
        message.trim_start_matches("error: ")
    }

    /// As a failure of the calculator, for who has no terminal.
    pub(crate) fn into_failure(self) -> Failure {
        Failure::plain(self.exit.into(), self.reason())
    }

    /// Says why to a program, on standard output, and gives the exit code.
    pub fn report_json(self) -> ExitCode {
        if self.message.is_some() {
            // When standard output cannot be written, standard error may be.
            if writeln!(io::stdout(), "{}", self.object()).is_err() {
                return self.report();
            }
        }
        self.exit.into()
    }
}

/// An error of our own output: a closed pipe is how `head` says it has seen
/// enough, not an error.
impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Stop {
                exit: Exit::Answered,
                message: None,
            };
        }
        Stop::file("standard output", &error)
    }
}

/// A failure for a person: bad input is shown with a caret under the place;
/// what stopped the work has no place in the text.
pub fn explain(failure: &Failure, expression: &str) -> String {
    match Exit::of(failure) {
        Exit::Interrupted => "interrupted".to_string(),
        Exit::Limit => format!("error: {}", printable(&failure.message)),
        _ => printable(&failure.caret(expression)),
    }
}

/// A text that may have come from a file, for a terminal: what is no character
/// must not move the cursor, colour the screen or hide what was said. A blank
/// in its place keeps columns where they are.
pub fn printable(text: &str) -> String {
    text.replace(|c: char| c.is_control() && c != '\n', " ")
}

/// A failure on one line, for a program that reads it.
pub fn failure_line(failure: &Failure, json: bool) -> String {
    match json {
        true => json::failure(failure),
        false => printable(&format!("error: {failure}")),
    }
}
