//! The calculator's prompt: a conversation in a terminal.

use rustyline::completion::Pair;
use rustyline::error::ReadlineError;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::asking::limits;
use super::editor::{Editor, Words, editor, pair, split, unusable};
use super::{Exit, Stop, drawing, explain, reason, stop_on_interrupt, thinking};
use ask::questions::calc::Style;
use ask::{Asked, Spool};
use calc::{Answer, Calculator, Failure, FailureKind};

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
pub fn run(asked: &Asked, out: &mut dyn Write) -> Result<Exit, Stop> {
    let (limits, seconds) = limits(asked);
    let budget = limits.budget();
    let stop = budget.stop_flag();
    stop_on_interrupt(Arc::clone(&stop))?;
    let calculator = Calculator::new(budget);
    let mut editor = editor(Names(calculator.names()))?;
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
        seconds,
        style: Style::of(asked),
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
            Err(error) => return Err(unusable(error)),
        }
    }
}

struct Prompt<'a> {
    calculator: Calculator,
    editor: Editor<Names>,
    stop: Arc<AtomicBool>,
    seconds: Option<Duration>,
    style: Style,
    out: &'a mut dyn Write,
}

impl Prompt<'_> {
    /// Answers a line; false when the user leaves.
    fn line(&mut self, line: &str) -> Result<bool, Stop> {
        // A Ctrl-C before this line was not meant for it.
        self.stop.store(false, Ordering::SeqCst);
        if let Some(seconds) = self.seconds {
            let deadline = Instant::now() + seconds;
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
        let printed = thinking(|| {
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
            helper.0.0 = self.calculator.names();
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
        let (name, rest) = split(command);
        let (file, expression) = split(rest);
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
                let message = format!("{file}: {}", reason(&error));
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
            writeln!(self.out, "{}", explain(failure, text))?;
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
                writeln!(out, "{}", drawing(graph))?;
            }
            if let Some(note) = answer.note() {
                writeln!(out, "note: {note}")?;
            }
        }
        out.flush()
    }))
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

impl Words for Names {
    fn complete(&self, line: &str, cursor: usize) -> rustyline::Result<(usize, Vec<Pair>)> {
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
        Ok((start, matching.into_iter().map(pair).collect()))
    }

    fn is_incomplete(&self, typed: &str) -> bool {
        Calculator::is_incomplete(typed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_inputs_unless_a_bracket_is_open() {
        assert_eq!(inputs("1\n{2|\n0}\n\n3\n"), ["1", "{2|\n0}", "", "3"]);
        assert_eq!(inputs("{1|\n0"), ["{1|\n0"]);
        assert_eq!(inputs(""), [""; 0]);
    }
}
