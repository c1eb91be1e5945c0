//! Why a text is not a value.

use crate::error::Error;
use std::fmt;

/// Why a text is not a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The text is wrong at a place.
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// What is wrong and what was expected.
        message: String,
        /// The line around the place.
        excerpt: String,
        /// The column of the excerpt's first character.
        excerpt_column: usize,
    },
    /// The text could not be read.
    Input(String),
    /// The work stopped.
    Stopped(Error),
}

impl ReadError {
    /// The line with a caret under the place, if there is a place.
    ///
    /// ```
    /// use values::Arena;
    /// let error = Arena::new().read("{1|2|3}").unwrap_err();
    /// assert_eq!(error.caret().unwrap(), "{1|2|3}\n    ^");
    /// ```
    #[must_use]
    pub fn caret(&self) -> Option<String> {
        let ReadError::Syntax {
            column,
            excerpt,
            excerpt_column,
            ..
        } = self
        else {
            return None;
        };
        let indent = " ".repeat(column.saturating_sub(*excerpt_column));
        Some(format!("{excerpt}\n{indent}^"))
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Syntax {
                line: 1,
                column,
                message,
                ..
            } => write!(f, "column {column}: {message}"),
            ReadError::Syntax {
                line,
                column,
                message,
                ..
            } => write!(f, "line {line}, column {column}: {message}"),
            ReadError::Input(why) => write!(f, "cannot read the text: {why}"),
            ReadError::Stopped(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<Error> for ReadError {
    fn from(error: Error) -> Self {
        ReadError::Stopped(error)
    }
}
