//! What the system says about a file, for people.

use std::io;
#[cfg(feature = "system")]
use std::path::Path;

/// What the system says, in a message's lower case and without its number.
#[must_use]
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_ascii_lowercase());
    first.into_iter().chain(chars).collect()
}

/// The file and the reason.
#[cfg(feature = "system")]
pub(crate) fn complaint(path: &Path, error: &io::Error) -> String {
    format!("{}: {}", path.display(), reason(error))
}
