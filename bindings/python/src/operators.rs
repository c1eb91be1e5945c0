//! Operators, whose other operand may be anything.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyNotImplemented;

/// What an operator makes of its other operand; one that it does not know is
/// asked itself.
pub fn answer<'py, T, A: IntoPyObject<'py>>(
    py: Python<'py>,
    operand: Option<T>,
    find: impl FnOnce(T) -> PyResult<A>,
) -> PyResult<Bound<'py, PyAny>> {
    match operand {
        Some(operand) => find(operand)?.into_bound_py_any(py),
        None => Ok(PyNotImplemented::get(py).to_owned().into_any()),
    }
}
