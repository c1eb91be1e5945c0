//! The calculator's prompt: a conversation in a terminal.

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use values::Budget;

use crate::calc::{Answer, Calculator, Failure, FailureKind};
use crate::cli::{self, Exit, Spool, Stop, Style, TimeLimit};
use crate::draw;

const GREETING: &str = concat!(
    "Legatus ",
    env!("CARGO_PKG_VERSION"),
    ": a calculator for combinatorial games. `help` helps, Ctrl-D leaves."
);

const COMMANDS: &str = "\
At the prompt, Tab completes names, an open bracket continues on the next line,
Ctrl-C stops a computation and Ctrl-D or :quit leaves. A thermograph is drawn
into a file by :svg:

  > :svg picture.svg {3||2|1}
  wrote picture.svg";

/// Talks until the user leaves.
///
/// # Errors
///
/// When the terminal cannot be used.
pub(crate) fn run(
    budget: Budget,
    time: TimeLimit,
    style: Style,
    out: &mut dyn Write,
) -> Result<Exit, Stop> {
    let stop = budget.stop_flag();
    cli::stop_on_interrupt(Arc::clone(&stop))?;
    let calculator = Calculator::new(budget);
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .history_ignore_space(true)
        .build();
    let mut editor = Editor::with_config(config).map_err(terminal)?;
    editor.set_helper(Some(Names(calculator.names())));
    let history = history_file();
    if let Some(file) = &history {
        // There is none the first time.
        let _ = editor.load_history(file);
    }
    writeln!(out, "{GREETING}")?;
    let mut prompt = Prompt {
        calculator,
        editor,
        stop,
        time,
        style,
        out,
    };
    loop {
        prompt.out.flush()?;
        match prompt.editor.readline(&("> ", "\x1b[1m> \x1b[0m")) {
            Ok(text) => {
                for input in inputs(&text) {
                    if !input.trim().is_empty() {
                        prompt.remember(&input, history.as_ref());
                    }
                    if !prompt.line(&input)? {
                        return Ok(Exit::Answered);
                    }
                    prompt.out.flush()?;
                    if prompt.stop.load(Ordering::SeqCst) {
                        // Ctrl-C is meant for all that was pasted.
                        break;
                    }
                }
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => return Ok(Exit::Answered),
            Err(error) => return Err(terminal(error)),
        }
    }
}

fn terminal(error: ReadlineError) -> Stop {
    match error {
        ReadlineError::Io(error) => Stop::file("terminal", &error),
        error => Stop::new(Exit::BadInput, format!("terminal: {error}")),
    }
}

struct Prompt<'a> {
    calculator: Calculator,
    editor: Editor<Names, DefaultHistory>,
    stop: Arc<AtomicBool>,
    time: TimeLimit,
    style: Style,
    out: &'a mut dyn Write,
}

impl Prompt<'_> {
    /// Answers a line; false when the user leaves.
    fn line(&mut self, line: &str) -> Result<bool, Stop> {
        // A Ctrl-C before this line was not meant for it.
        self.stop.store(false, Ordering::SeqCst);
        if let Some(deadline) = self.time.deadline() {
            self.calculator.arena().set_deadline(Some(deadline));
        }
        let text = line.trim();
        if text.is_empty() {
            return Ok(true);
        }
        if matches!(text, ":quit" | ":q" | "quit" | "exit") {
            return Ok(false);
        }
        if let Some(command) = text.strip_prefix(':') {
            self.command(command)?;
        } else if let Some(topic) = Calculator::help_request(text) {
            self.help(topic)?;
        } else {
            self.expression(line)?;
        }
        Ok(true)
    }

    fn expression(&mut self, text: &str) -> Result<(), Stop> {
        let mut spool = Spool::new(&mut *self.out, Arc::clone(&self.stop));
        let (calculator, style) = (&mut self.calculator, self.style);
        let printed = cli::thinking(|| {
            let answer = calculator.evaluate(text)?;
            print(answer, style, &mut spool)
        });
        match printed {
            // The rest of a long answer is not wanted.
            Ok(Err(_)) if spool.is_stopped() => {
                spool.abandon()?;
                self.complain(text, &Failure::interrupted())?;
            }
            Ok(written) => {
                written?;
                spool.complete()?;
            }
            Err(failure) => {
                spool.abandon()?;
                self.complain(text, &failure)?;
            }
        }
        if let Some(helper) = self.editor.helper_mut() {
            helper.0 = self.calculator.names();
        }
        Ok(())
    }

    fn help(&mut self, topic: Option<&str>) -> Result<(), Stop> {
        match self.calculator.help(topic) {
            Ok(mut page) => {
                if topic.is_none() {
                    page = format!("{}\n\n{COMMANDS}", page.trim_end());
                }
                self.style.help(&page, self.out)?;
                Ok(writeln!(self.out)?)
            }
            Err(failure) => Ok(self.style.failure(&failure, self.out)?),
        }
    }

    /// What begins with a colon acts on the world outside the language.
    fn command(&mut self, command: &str) -> Result<(), Stop> {
        let (name, rest) = split_word(command);
        let (file, expression) = split_word(rest);
        if name != "svg" || file.is_empty() || expression.is_empty() {
            let mut failure =
                Failure::plain(FailureKind::Syntax, "expected `:svg FILE EXPR` or `:quit`");
            failure.column = Some(1);
            return Ok(self.style.failure(&failure, self.out)?);
        }
        let graph = match self.calculator.thermograph(expression) {
            Ok(graph) => graph,
            Err(failure) => return self.complain(expression, &failure),
        };
        let picture = draw::svg(&[(expression.to_string(), graph)]);
        match fs::write(file, picture) {
            Ok(()) => writeln!(self.out, "wrote {file}")?,
            Err(error) => {
                let message = format!("{file}: {}", cli::reason(&error));
                let failure = Failure::plain(FailureKind::Domain, message);
                self.style.failure(&failure, self.out)?;
            }
        }
        Ok(())
    }

    fn complain(&mut self, text: &str, failure: &Failure) -> Result<(), Stop> {
        if self.style.json {
            self.style.failure(failure, self.out)?;
        } else {
            writeln!(self.out, "{}", cli::explain(failure, text))?;
        }
        Ok(())
    }

    fn remember(&mut self, line: &str, file: Option<&PathBuf>) {
        // A conversation goes on without its history.
        let _ = self.editor.add_history_entry(line);
        if let Some(file) = file {
            if let Some(directory) = file.parent() {
                let _ = fs::create_dir_all(directory);
            }
            let _ = self.editor.append_history(file);
        }
    }
}

/// The answer, with its thermographs drawn below.
fn print(
    mut answer: Answer<'_>,
    style: Style,
    out: &mut dyn Write,
) -> Result<io::Result<()>, Failure> {
    let written = style.answer(&mut answer, out)?;
    Ok(written.and_then(|()| {
        writeln!(out)?;
        if !style.json {
            for graph in answer.thermographs() {
                writeln!(out, "{}", cli::drawing(graph))?;
            }
            if let Some(note) = answer.note() {
                writeln!(out, "note: {note}")?;
            }
        }
        out.flush()
    }))
}

/// The first word and what follows it.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// The inputs of a text that was typed or pasted: its lines, joined while a
/// bracket is open.
fn inputs(text: &str) -> Vec<String> {
    let mut inputs: Vec<String> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        match inputs.last_mut().filter(|_| open) {
            Some(input) => {
                input.push('\n');
                input.push_str(line);
            }
            None => inputs.push(line.to_owned()),
        }
        open = inputs
            .last()
            .is_some_and(|input| Calculator::is_incomplete(input));
    }
    inputs
}

/// `legatus/history` under the XDG state directory.
fn history_file() -> Option<PathBuf> {
    let absolute = |name| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|p| p.is_absolute())
    };
    let state = absolute("XDG_STATE_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".local/state")))?;
    Some(state.join("legatus/history"))
}

/// Helps the line editor with the names that mean something.
struct Names(Vec<String>);

impl Helper for Names {}
impl Highlighter for Names {}

impl Hinter for Names {
    type Hint = String;
}

impl Completer for Names {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = &line[..cursor];
        let start = before
            .rfind(|c: char| !c.is_alphanumeric() && c != '_')
            .map_or(0, |at| {
                at + before[at..].chars().next().map_or(1, char::len_utf8)
            });
        let word = &before[start..];
        let names = self.0.iter().map(String::as_str).chain(["help"]);
        let mut matching: Vec<String> = names
            .filter(|name| !word.is_empty() && name.starts_with(word))
            .map(String::from)
            .collect();
        matching.sort();
        matching.dedup();
        Ok((start, matching))
    }
}

impl Validator for Names {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(if Calculator::is_incomplete(context.input()) {
            ValidationResult::Incomplete
        } else {
            ValidationResult::Valid(None)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_at_blanks() {
        assert_eq!(
            split_word(" svg  a.svg  {1 | 2} "),
            ("svg", "a.svg  {1 | 2}")
        );
        assert_eq!(split_word("quit"), ("quit", ""));
        assert_eq!(split_word(""), ("", ""));
    }

    #[test]
    fn lines_are_inputs_unless_a_bracket_is_open() {
        assert_eq!(inputs("1\n{2|\n0}\n\n3\n"), ["1", "{2|\n0}", "", "3"]);
        assert_eq!(inputs("{1|\n0"), ["{1|\n0"]);
        assert_eq!(inputs(""), [""; 0]);
    }
}
