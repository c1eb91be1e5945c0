//! What went wrong, where, and what would be right.

use std::fmt;

/// The sort of a [`Failure`], which decides the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// The text is not an expression.
    Syntax,
    /// A name that means nothing.
    Missing,
    /// An operation that is not defined for what it was given.
    Domain,
    /// Stopped at a bound on memory or size.
    Limit,
    /// Stopped by the user.
    Interrupted,
}

impl From<&values::Error> for FailureKind {
    fn from(error: &values::Error) -> Self {
        match error {
            values::Error::Interrupted => FailureKind::Interrupted,
            other if other.is_limit() => FailureKind::Limit,
            _ => FailureKind::Domain,
        }
    }
}

/// Why a line has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1, where the trouble has a place.
    pub column: Option<usize>,
    /// One line that says what is wrong and what to do.
    pub message: String,
    /// What sort of trouble it is.
    pub kind: FailureKind,
}

impl Failure {
    /// The failure of `problem` met at byte `at` of `source`.
    pub(super) fn new(source: &str, at: usize, problem: Problem) -> Self {
        let before = source.get(..at).unwrap_or(source);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: Some(before[line_start..].chars().count() + 1),
            message: problem.message,
            kind: problem.kind,
        }
    }

    /// A failure that has no place in a text.
    pub fn plain(kind: FailureKind, message: impl Into<String>) -> Self {
        Self {
            line: 1,
            column: None,
            message: message.into(),
            kind,
        }
    }

    /// Work that the user stopped.
    pub fn interrupted() -> Self {
        let message = values::Error::Interrupted.to_string();
        Self::plain(FailureKind::Interrupted, message)
    }

    /// The line of `source` with a caret under the place, for a terminal.
    pub fn caret(&self, source: &str) -> String {
        // A window around the column keeps the picture readable in a line of megabytes.
        const BEFORE: usize = 60;
        const AFTER: usize = 20;
        let (Some(column), Some(line)) = (self.column, source.lines().nth(self.line - 1)) else {
            return format!("error: {self}");
        };
        let skipped = (column - 1).saturating_sub(BEFORE);
        let shown: String = line
            .chars()
            .skip(skipped)
            .take(BEFORE + AFTER)
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        let indent = " ".repeat(column - 1 - skipped);
        format!("{shown}\n{indent}^\nerror: {self}")
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 1 {
            write!(f, "line {}, ", self.line)?;
        }
        if let Some(column) = self.column {
            write!(f, "column {column}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// A [`Failure`] before its place is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub kind: FailureKind,
    pub message: String,
}

impl Problem {
    pub fn syntax(message: impl Into<String>) -> Self {
        Self::new(FailureKind::Syntax, message)
    }

    pub fn missing(message: impl Into<String>) -> Self {
        Self::new(FailureKind::Missing, message)
    }

    pub fn domain(message: impl Into<String>) -> Self {
        Self::new(FailureKind::Domain, message)
    }

    pub fn limit(message: impl Into<String>) -> Self {
        Self::new(FailureKind::Limit, message)
    }

    fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
        }
    }
}

impl From<rules::BadInput> for Problem {
    fn from(mut bad: rules::BadInput) -> Self {
        // The failure has a column of its own, where the call stands.
        Problem::domain(match bad.column.take() {
            Some(column) => format!("character {column} of the position: {bad}"),
            None => bad.to_string(),
        })
    }
}

impl From<values::Error> for Problem {
    fn from(error: values::Error) -> Self {
        Self::new(FailureKind::from(&error), error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_at_the_character() {
        let source = "↑ + 1\n½ ? 2";
        let failure = Failure::new(source, source.find('?').unwrap(), Problem::syntax("what?"));
        assert_eq!((failure.line, failure.column), (2, Some(3)));
        assert_eq!(failure.to_string(), "line 2, column 3: what?");
        assert_eq!(
            failure.caret(source),
            "½ ? 2\n  ^\nerror: line 2, column 3: what?"
        );
    }

    #[test]
    fn a_place_past_the_end_is_the_end() {
        let failure = Failure::new("1+", 2, Problem::syntax("more"));
        assert_eq!(failure.column, Some(3));
        assert_eq!(failure.caret("1+"), "1+\n  ^\nerror: column 3: more");
    }
}
