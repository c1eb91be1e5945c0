//! What the terminal can show.

use std::env;
use terminal_size::terminal_size;
use values::Thermograph;

/// A thermograph drawn as wide as the terminal, without a final newline.
pub fn drawing(graph: &Thermograph) -> String {
    let width = terminal_size().map_or(80, |(columns, _)| columns.0.into());
    let ascii = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(|name| env::var(name).ok())
        .find(|locale| !locale.is_empty())
        .is_some_and(|locale| !is_utf8(&locale));
    draw::terminal(graph, width, ascii).trim_end().to_string()
}

/// Whether a locale such as `de_DE.UTF-8` has more than ASCII. None at all, as
/// in a bare container, says nothing about the terminal.
fn is_utf8(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}
