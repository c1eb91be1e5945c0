//! What the system says about a file, for people.

use std::io;
use std::path::Path;

/// The file and the reason, in a message's lower case and without the number
/// that the system gives it.
pub(crate) fn complaint(path: &Path, error: &io::Error) -> String {
    let text = error.to_string();
    let reason = text.split(" (os error").next().unwrap_or(&text);
    format!("{}: {}", path.display(), reason.to_lowercase())
}
