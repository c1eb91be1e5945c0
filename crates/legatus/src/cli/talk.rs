//! A conversation with the players in the terminal: what is said, what is
//! asked, and what is thought about in between.

use rules::BadInput;
use rustyline::completion::{FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use std::env;
use std::io::{self, IsTerminal, StdinLock, Write};

use super::editor::{Editor, Words, editor, pair, unusable};
use super::{Interrupts, Stop, thinking};
use ask::Lines;

/// Longer lines are nothing that anybody types.
const LONGEST_LINE: u64 = 1 << 16;

/// What people type and read.
pub struct Talk<'o> {
    out: &'o mut dyn Write,
    input: Input,
    colour: bool,
    interrupts: &'o Interrupts,
}

/// Where answers come from.
enum Input {
    /// Lines are edited, and Tab completes.
    Terminal(Box<Editor<Moves>>),
    Pipe(Lines<StdinLock<'static>>),
}

impl<'o> Talk<'o> {
    pub fn new(out: &'o mut dyn Write, interrupts: &'o Interrupts) -> Result<Self, Stop> {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let input = match terminal {
            true => Input::Terminal(Box::new(editor(Moves::default())?)),
            false => Input::Pipe(Lines::new(io::stdin().lock(), LONGEST_LINE)),
        };
        let plain = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Ok(Talk {
            out,
            input,
            colour: io::stdout().is_terminal() && !plain,
            interrupts,
        })
    }

    /// Whether the terminal shows colours.
    pub fn colour(&self) -> bool {
        self.colour
    }

    /// Whether somebody sits there who can be asked.
    pub fn is_attended(&self) -> bool {
        matches!(self.input, Input::Terminal(_))
    }

    pub fn say(&mut self, text: &str) -> Result<(), Stop> {
        writeln!(self.out, "{text}")?;
        self.out.flush()?;
        Ok(())
    }

    /// Does some work that Ctrl-C stops gently; a terminal shows that somebody
    /// thinks, and for how long.
    pub fn thinking<T>(&self, work: impl FnOnce() -> T) -> T {
        thinking(|| self.interrupts.during(work))
    }

    /// What somebody answers; nothing at the end of the input and on Ctrl-C.
    pub fn ask(&mut self, question: &str) -> Result<Option<String>, Stop> {
        self.ask_among(question, &[], Vec::new)
    }

    /// Asks for one of some commands or moves, which Tab completes.
    pub fn ask_among(
        &mut self,
        question: &str,
        commands: &'static [&'static str],
        moves: impl FnOnce() -> Vec<String>,
    ) -> Result<Option<String>, Stop> {
        self.out.flush()?;
        match &mut self.input {
            Input::Terminal(editor) => {
                if let Some(words) = editor.helper_mut() {
                    words.0.commands = commands;
                    words.0.moves = moves();
                }
                match editor.readline(&format!("{question} ")) {
                    Ok(line) => {
                        // A game goes on without its history.
                        let _ = editor.add_history_entry(&line);
                        Ok(Some(line.trim().to_owned()))
                    }
                    Err(ReadlineError::Interrupted | ReadlineError::Eof) => Ok(None),
                    Err(error) => Err(unusable(error)),
                }
            }
            Input::Pipe(lines) => loop {
                write!(self.out, "{question} ")?;
                self.out.flush()?;
                let line = lines.next_line()?;
                writeln!(self.out)?;
                match line {
                    None => return Ok(None),
                    Some(Ok(line)) => return Ok(Some(line.trim().to_owned())),
                    Some(Err(failure)) => writeln!(self.out, "error: {}", failure.message)?,
                }
            },
        }
    }

    /// Asks until the answer is one. Nothing if somebody leaves instead.
    pub fn insist<T>(
        &mut self,
        question: &str,
        read: impl Fn(&str) -> Result<T, BadInput>,
    ) -> Result<Option<T>, Stop> {
        loop {
            let Some(answer) = self.ask(question)?.filter(|answer| !leaves(answer)) else {
                return Ok(None);
            };
            match read(&answer) {
                Ok(answer) => return Ok(Some(answer)),
                Err(bad) => self.say(&format!("{}; {}", bad.message, bad.hint))?,
            }
        }
    }

    /// Asks until the answer is yes or no. Nothing if somebody leaves instead.
    pub fn agrees(&mut self, question: &str) -> Result<Option<bool>, Stop> {
        self.insist(&format!("{question} [yes/no]"), |answer| {
            match answer.to_lowercase().as_str() {
                "yes" | "y" => Ok(true),
                "no" | "n" => Ok(false),
                _ => Err(BadInput::new("please say yes or no", "or quit")),
            }
        })
    }
}

/// Whether a word at any prompt means that somebody leaves.
pub fn leaves(word: &str) -> bool {
    ["quit", "q", "exit"]
        .iter()
        .any(|known| known.eq_ignore_ascii_case(word))
}

/// The commands and moves that Tab completes.
#[derive(Default)]
struct Moves {
    commands: &'static [&'static str],
    moves: Vec<String>,
    files: FilenameCompleter,
}

impl Moves {
    /// All that the typed text may become: a command as a whole, a move up to
    /// its next square, so that thousands of moves are few choices.
    fn beginnings(&self, typed: &str) -> Vec<String> {
        let begins = |word: &str| {
            let head = word.get(..typed.len());
            head.is_some_and(|head| head.eq_ignore_ascii_case(typed))
        };
        let commands = self.commands.iter().filter(|word| begins(word));
        let mut found: Vec<String> = commands.map(|&word| word.to_owned()).collect();
        for word in self.moves.iter().filter(|word| begins(word)) {
            let rest = &word[typed.len()..];
            let end = rest.find(['-', 'x', '/', ':', ' ']);
            let end = end.map_or(word.len(), |at| typed.len() + at + 1);
            let beginning = &word[..end];
            if !found.iter().any(|known| known == beginning) {
                found.push(beginning.to_owned());
            }
        }
        found
    }
}

impl Words for Moves {
    fn complete(&self, line: &str, cursor: usize) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = &line[..cursor];
        if typed.starts_with("save ") || typed.starts_with("load ") {
            return self.files.complete_path(line, cursor);
        }
        let start = typed.len() - typed.trim_start().len();
        let found = self.beginnings(&typed[start..]);
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tab_leads_to_a_move_square_by_square() {
        let words = Moves {
            commands: &["moves", "hint"],
            moves: ["a1-a2/a3", "a1-a2/b3", "a1-b1/a1", "b4-a1/c3"]
                .map(String::from)
                .into(),
            files: FilenameCompleter::new(),
        };
        assert_eq!(words.beginnings("h"), ["hint"]);
        assert_eq!(words.beginnings("A"), ["a1-"]);
        assert_eq!(words.beginnings("a1-"), ["a1-a2/", "a1-b1/"]);
        assert_eq!(words.beginnings("a1-a2/"), ["a1-a2/a3", "a1-a2/b3"]);
        assert_eq!(words.beginnings("b4"), ["b4-"]);
        assert!(words.beginnings("é").is_empty());
    }
}
