//! Why a question has no answer.

use rules::BadInput;
use std::io;

use crate::Stop;
use calc::{Failure, FailureKind};

/// Why there is no answer.
#[derive(Debug)]
pub enum Trouble {
    /// Something about the question.
    Failure(Failure),
    /// Something about the expression in it, which a person is shown with the
    /// place marked.
    Expression(Failure, String),
    /// Something about the output.
    Stop(Stop),
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Trouble::Failure(failure)
    }
}

impl From<values::Error> for Trouble {
    fn from(error: values::Error) -> Self {
        Failure::plain(FailureKind::from(&error), error.to_string()).into()
    }
}

impl From<BadInput> for Trouble {
    fn from(bad: BadInput) -> Self {
        let mut failure = Failure::plain(FailureKind::Syntax, bad.message);
        if !bad.hint.is_empty() {
            failure.message.push_str("; ");
            failure.message.push_str(&bad.hint);
        }
        failure.column = bad.column;
        Trouble::Failure(failure)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Trouble::Stop(error.into())
    }
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Self {
        Trouble::Stop(stop)
    }
}

impl Trouble {
    /// A text that cannot be read.
    pub fn syntax(message: impl Into<String>) -> Self {
        Failure::plain(FailureKind::Syntax, message).into()
    }

    /// A question that has no answer.
    pub fn domain(message: impl Into<String>) -> Self {
        Failure::plain(FailureKind::Domain, message).into()
    }

    /// Work that is too much.
    pub fn limit(message: impl Into<String>) -> Self {
        Failure::plain(FailureKind::Limit, message).into()
    }

    /// Says what to do when the time was too short.
    #[must_use]
    pub fn advised(mut self) -> Self {
        if let Trouble::Failure(failure) = &mut self
            && failure.kind == FailureKind::Limit
            && failure.message == values::Error::Deadline.to_string()
        {
            failure.message.push_str("; allow more --seconds");
        }
        self
    }

    /// As a failure of the calculator, for who has no terminal.
    #[must_use]
    pub fn into_failure(self) -> Failure {
        match self {
            Trouble::Failure(failure) | Trouble::Expression(failure, _) => failure,
            Trouble::Stop(stop) => stop.into_failure(),
        }
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Trouble::Failure(failure) | Trouble::Expression(failure, _) => failure.fmt(f),
            Trouble::Stop(stop) => f.write_str(stop.message.as_deref().unwrap_or_default()),
        }
    }
}

impl std::error::Error for Trouble {}
