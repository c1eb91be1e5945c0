//! What keeps a question from being answered, as exceptions.

use ask::Trouble;
use calc::{Failure, FailureKind};
use pyo3::create_exception;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rules::BadInput;
use values::ReadError;

create_exception!(
    legatus,
    Error,
    PyValueError,
    "Something that has no answer, in the words of the command line. `line` and `column` are the \
     place in the text, from 1, and `hint` is what would be right, where there is one."
);
create_exception!(
    legatus,
    Unreadable,
    Error,
    "A text that cannot be read, or a name that means nothing."
);
create_exception!(
    legatus,
    Undefined,
    Error,
    "A question that has no answer for what it was asked about."
);
create_exception!(
    legatus,
    Stopped,
    Error,
    "Work that met a limit of memory, time or size."
);

/// Why there is no answer.
#[derive(Debug)]
pub enum Fault {
    /// Something about the question.
    Failure(Failure),
    /// Something about a position, with what would be right.
    Bad(BadInput),
    /// Python code that was called raised this.
    Raised(PyErr),
    /// A mistake in this program.
    Panicked(String),
}

impl Fault {
    /// Whether the work was told to stop, by whoever may.
    pub fn is_interruption(&self) -> bool {
        matches!(self, Fault::Failure(failure) if failure.kind == FailureKind::Interrupted)
    }

    /// Work that was told to stop.
    pub fn interrupted() -> Self {
        Fault::Failure(Failure::interrupted())
    }

    /// A text that cannot be read.
    pub fn syntax(message: impl Into<String>) -> Self {
        Fault::Failure(Failure::plain(FailureKind::Syntax, message))
    }

    /// A question that has no answer.
    pub fn domain(message: impl Into<String>) -> Self {
        Fault::Failure(Failure::plain(FailureKind::Domain, message))
    }

    /// Without its place, for texts that the user has not written.
    pub fn unplaced(mut self) -> Self {
        if let Fault::Failure(failure) = &mut self {
            failure.column = None;
        }
        self
    }
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Self {
        Fault::Failure(failure)
    }
}

impl From<Trouble> for Fault {
    fn from(trouble: Trouble) -> Self {
        Fault::Failure(trouble.into_failure())
    }
}

impl From<values::Error> for Fault {
    fn from(error: values::Error) -> Self {
        Fault::Failure(Failure::plain(FailureKind::from(&error), error.to_string()))
    }
}

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Stopped(error) => error.into(),
            ReadError::Syntax {
                line,
                column,
                message,
                ..
            } => Fault::Failure(Failure {
                line,
                column: Some(column),
                message,
                kind: FailureKind::Syntax,
            }),
            other => Fault::syntax(other.to_string()),
        }
    }
}

impl From<BadInput> for Fault {
    fn from(bad: BadInput) -> Self {
        Fault::Bad(bad)
    }
}

impl From<PyErr> for Fault {
    fn from(error: PyErr) -> Self {
        Fault::Raised(error)
    }
}

impl From<papers::Trouble> for Fault {
    fn from(trouble: papers::Trouble) -> Self {
        match trouble {
            papers::Trouble::Stopped(error) => error.into(),
            other => Fault::domain(other.to_string()),
        }
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Raised(error) => error,
            Fault::Panicked(message) => PyRuntimeError::new_err(format!(
                "a mistake in Legatus, please report it: {message}"
            )),
            Fault::Bad(bad) => {
                let hint = (!bad.hint.is_empty()).then(|| bad.hint.clone());
                let error = Unreadable::new_err(bad.to_string());
                placed(error, bad.line, bad.column, hint)
            }
            Fault::Failure(failure) => {
                let text = failure.to_string();
                let error = match failure.kind {
                    FailureKind::Syntax | FailureKind::Missing => Unreadable::new_err(text),
                    FailureKind::Domain => Undefined::new_err(text),
                    FailureKind::Limit => Stopped::new_err(text),
                    FailureKind::Interrupted => return PyKeyboardInterrupt::new_err(()),
                };
                let line = failure.column.map(|_| failure.line);
                // Advice follows the reason on the same line.
                let hint = failure
                    .message
                    .split_once("; ")
                    .map(|(_, hint)| hint.to_owned());
                placed(error, line, failure.column, hint)
            }
        }
    }
}

/// An error with its place and its hint as attributes.
fn placed(error: PyErr, line: Option<usize>, column: Option<usize>, hint: Option<String>) -> PyErr {
    Python::attach(|py| {
        let value = error.value(py);
        let set = value
            .setattr("line", line)
            .and_then(|()| value.setattr("column", column))
            .and_then(|()| value.setattr("hint", hint));
        set.map_or_else(|failed| failed, |()| error.clone_ref(py))
    })
}

/// Adds the exceptions to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    for name in ["line", "column", "hint"] {
        py.get_type::<Error>().setattr(name, py.None())?;
    }
    module.add("Error", py.get_type::<Error>())?;
    module.add("Unreadable", py.get_type::<Unreadable>())?;
    module.add("Undefined", py.get_type::<Undefined>())?;
    module.add("Stopped", py.get_type::<Stopped>())
}
