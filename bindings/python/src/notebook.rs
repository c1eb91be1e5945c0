//! What notebooks ask objects for.

use pyo3::prelude::*;
use std::collections::BTreeMap;

/// The ways in which an object can be shown, by their MIME types.
pub type MimeBundle = BTreeMap<&'static str, String>;

/// The types that a notebook would have, or do without: it gets all and
/// chooses itself.
pub type Ignored = Option<Py<PyAny>>;
