//! What is said about a command line that cannot be understood: one line, like
//! every other refusal.

use clap::error::ErrorKind;
use std::ffi::OsString;

use super::expressions::MARK;
use super::{Exit, Stop};

/// The reason and where to read on; `None` where help is the answer.
pub fn stop(error: &clap::Error, arguments: &[OsString]) -> Option<Stop> {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return None;
    }
    let command = match arguments.get(1).and_then(|name| name.to_str()) {
        Some(name) if super::names().contains(&name) => format!("legatus {name}"),
        _ => "legatus".to_owned(),
    };
    let mut stop = reason(error);
    if let Some(message) = &mut stop.message {
        message.push_str(&format!("; see `{command} --help`"));
    }
    Some(stop)
}

/// The reason alone, with what the parser thinks was meant.
pub fn reason(error: &clap::Error) -> Stop {
    let text = error.render().to_string().replace(MARK, "");
    let mut paragraphs = text.split("\n\n").map(joined);
    let mut line = paragraphs.next().unwrap_or_default();
    for tip in paragraphs.filter_map(|text| text.strip_prefix("tip: ").map(str::to_owned)) {
        // That everything may be a value helps nobody who mistyped an option.
        if !tip.starts_with("to pass ") {
            line.push_str("; ");
            line.push_str(&tip);
        }
    }
    Stop::verbatim(Exit::BadInput, line)
}

/// The lines of a paragraph on one.
fn joined(paragraph: &str) -> String {
    let lines: Vec<&str> = paragraph.lines().map(str::trim).collect();
    lines.join(" ").trim().to_owned()
}
