//! How games are described, wherever that is.

use rules::Info;

/// The example of a game as the calculator reads it.
#[must_use]
pub fn example_call(info: &Info) -> String {
    match rules::example_name(info).split_once(':') {
        Some((name, variant)) => format!("{name}(\"{variant}\", \"{}\")", info.example),
        None => format!("{}(\"{}\")", info.name, info.example),
    }
}

/// Indented lines of at most 78 columns.
#[must_use]
pub fn paragraph(text: &str) -> String {
    let mut lines = String::new();
    let mut line = String::from(" ");
    for word in text.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > 78 && line.trim() != "" {
            lines.push_str(&line);
            lines.push('\n');
            line = String::from(" ");
        }
        line.push(' ');
        line.push_str(word);
    }
    lines.push_str(&line);
    lines.push('\n');
    lines
}
