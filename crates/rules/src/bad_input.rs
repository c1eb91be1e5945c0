//! What is wrong with a text that should be a position.

use std::fmt;

/// One line: what is wrong, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadInput {
    /// The line of the text, from 1, where it has several.
    pub line: Option<usize>,
    /// The place in the text, or in its line, in characters from 1.
    pub column: Option<usize>,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: String,
}

impl BadInput {
    /// A complaint without a place.
    pub fn new(message: impl Into<String>, hint: impl Into<String>) -> Self {
        BadInput {
            line: None,
            column: None,
            message: message.into(),
            hint: hint.into(),
        }
    }

    /// Says at which character of the text, from 1.
    #[must_use]
    pub fn at(mut self, column: usize) -> Self {
        self.column = Some(column);
        self
    }

    /// Says in which line of the text, from 1.
    #[must_use]
    pub fn on_line(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (Some(line), Some(column)) => write!(f, "line {line}, column {column}: ")?,
            (Some(line), None) => write!(f, "line {line}: ")?,
            (None, Some(column)) => write!(f, "column {column}: ")?,
            (None, None) => (),
        }
        write!(f, "{}", self.message)?;
        if !self.hint.is_empty() {
            write!(f, "; {}", self.hint)?;
        }
        Ok(())
    }
}

impl std::error::Error for BadInput {}
