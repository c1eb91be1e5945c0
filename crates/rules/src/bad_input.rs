//! What is wrong with a text that should be a position.

use std::fmt;

/// One line: what is wrong, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadInput {
    /// The place in the text, in characters from 1.
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
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(column) = self.column {
            write!(f, "column {column}: ")?;
        }
        write!(f, "{}", self.message)?;
        if !self.hint.is_empty() {
            write!(f, "; {}", self.hint)?;
        }
        Ok(())
    }
}

impl std::error::Error for BadInput {}
