//! The file in which `legatus tables --state` keeps answers: lines of text.
//!
//! A heading with the version of the program, and a line for each answer: the
//! key, the answer and a checksum of both, with tabs between them.

use papers::Answers;
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use super::super::{Exit, Stop, reason};

/// Another program may find other answers, so its version is part of it.
const HEADING: &str = concat!("legatus ", env!("CARGO_PKG_VERSION"), " tables state 1\n");

/// The longest heading of any version.
const LONGEST_HEADING: u64 = 100;

/// The digits of a checksum.
const DIGITS: usize = 8;

/// Answers in a file that grows by a line for each. While it is used it is
/// locked.
pub struct State {
    file: File,
    path: PathBuf,
    answers: HashMap<String, String>,
}

impl State {
    /// Reads what a file has, or begins it. A file that is anything else stays
    /// as it is.
    pub fn open(path: &Path) -> Result<Self, Stop> {
        let failed = |error| Stop::file(&path.display().to_string(), &error);
        // Opening a device or a pipe may do something or wait for somebody.
        if fs::metadata(path).is_ok_and(|what| !what.is_file()) {
            return Err(failed(io::Error::other("not a regular file")));
        }
        let mut options = OpenOptions::new();
        let options = options.read(true).append(true).create(true);
        let mut state = State {
            file: options.open(path).map_err(failed)?,
            path: path.to_owned(),
            answers: HashMap::new(),
        };
        // Without locks two runs may compute the same, and that is all.
        if let Err(TryLockError::WouldBlock) = state.file.try_lock() {
            return Err(state.refused("is in use by another run;"));
        }
        let length = state.file.metadata().map_err(failed)?.len();
        if length == 0 {
            state.append(HEADING).map_err(failed)?;
            return Ok(state);
        }
        let whole = state.read()?;
        // The next line must not become the rest of one that was cut short.
        if whole < length {
            state.file.set_len(whole).map_err(failed)?;
        }
        Ok(state)
    }

    /// Reads all lines but one that a killed run has left without its end;
    /// gives the length of those that were read.
    fn read(&mut self) -> Result<u64, Stop> {
        let failed = |error| Stop::file(&self.path.display().to_string(), &error);
        let mut lines = BufReader::new(&self.file);
        let mut line = Vec::new();
        // A line of another file may be as long as that file.
        let mut first = lines.by_ref().take(LONGEST_HEADING);
        first.read_until(b'\n', &mut line).map_err(failed)?;
        if line != HEADING.as_bytes() {
            return Err(self.foreign(&line));
        }
        let mut whole = line.len() as u64;
        for number in 2.. {
            line.clear();
            lines.read_until(b'\n', &mut line).map_err(failed)?;
            if !line.ends_with(b"\n") {
                break;
            }
            let Some((key, answer)) = read_line(&line) else {
                return Err(
                    self.refused(&format!("is damaged in line {number}; remove the line or"))
                );
            };
            self.answers.insert(key.to_owned(), answer.to_owned());
            whole += line.len() as u64;
        }
        Ok(whole)
    }

    /// What to say of a file that begins with this line.
    fn foreign(&self, line: &[u8]) -> Stop {
        let line = str::from_utf8(line).unwrap_or_default().trim_end();
        if line.starts_with("legatus ") && line.contains(" tables state ") {
            let ours = HEADING.trim_end();
            return self.refused(&format!(
                "is of another version, `{line}`, and this one writes `{ours}`;"
            ));
        }
        self.refused("is there and no state of tables;")
    }

    fn refused(&self, why: &str) -> Stop {
        let name = self.path.display();
        let text = format!("{name} {why} give another file to --state");
        Stop::new(Exit::BadInput, text)
    }

    /// Adds a line in one piece, which is on the disk when this is done.
    fn append(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()
    }
}

impl Answers for State {
    fn kept(&self, key: &str) -> Option<&str> {
        self.answers.get(key).map(String::as_str)
    }

    fn keep(&mut self, key: &str, answer: &str) -> Result<(), String> {
        let line = line(key, answer);
        debug_assert_eq!(read_line(line.as_bytes()), Some((key, answer)));
        if let Err(error) = self.append(&line) {
            return Err(format!("{}: {}", self.path.display(), reason(&error)));
        }
        self.answers.insert(key.to_owned(), answer.to_owned());
        Ok(())
    }
}

/// The line about an answer.
fn line(key: &str, answer: &str) -> String {
    let text = format!("{key}\t{answer}");
    format!("{text}\t{}\n", checksum(&text))
}

/// The key and the answer of a line that is as it was written.
fn read_line(line: &[u8]) -> Option<(&str, &str)> {
    let line = str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let (text, sum) = line.rsplit_once('\t')?;
    let is_whole = sum == checksum(text);
    text.split_once('\t').filter(|_| is_whole)
}

fn checksum(text: &str) -> String {
    let mut sum = blake3::hash(text.as_bytes()).to_hex().to_string();
    sum.truncate(DIGITS);
    sum
}
