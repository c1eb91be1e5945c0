//! The line editor of every prompt: what Tab completes, and when what was
//! typed is complete.

use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Helper};

use super::{Exit, Stop};

/// What somebody may want to type.
pub trait Words {
    /// Where in a line the text before the cursor is to be completed, and with
    /// what.
    fn complete(&self, line: &str, cursor: usize) -> rustyline::Result<(usize, Vec<Pair>)>;

    /// Whether more lines have to follow.
    fn is_incomplete(&self, _typed: &str) -> bool {
        false
    }
}

/// An editor of lines with these words.
pub type Editor<W> = rustyline::Editor<Known<W>, DefaultHistory>;

/// The words that an editor knows.
pub struct Known<W>(pub W);

/// Opens the terminal.
pub fn editor<W: Words>(words: W) -> Result<Editor<W>, Stop> {
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .history_ignore_space(true);
    let mut editor = Editor::with_config(config.build()).map_err(unusable)?;
    editor.set_helper(Some(Known(words)));
    Ok(editor)
}

/// A terminal that cannot be used.
pub fn unusable(error: ReadlineError) -> Stop {
    match error {
        ReadlineError::Io(error) => Stop::file("terminal", &error),
        error => Stop::new(Exit::BadInput, format!("terminal: {error}")),
    }
}

/// A completion.
pub fn pair(text: String) -> Pair {
    Pair {
        display: text.clone(),
        replacement: text,
    }
}

/// The first word and what follows it.
pub fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

impl<W: Words> Helper for Known<W> {}
impl<W: Words> Highlighter for Known<W> {}

impl<W: Words> Hinter for Known<W> {
    type Hint = String;
}

impl<W: Words> Completer for Known<W> {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        self.0.complete(line, cursor)
    }
}

impl<W: Words> Validator for Known<W> {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(match self.0.is_incomplete(context.input()) {
            true => ValidationResult::Incomplete,
            false => ValidationResult::Valid(None),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn words_are_split_at_blanks() {
        assert_eq!(split(" svg  a.svg  {1 | 2} "), ("svg", "a.svg  {1 | 2}"));
        assert_eq!(split("quit"), ("quit", ""));
        assert_eq!(split(""), ("", ""));
    }
}
