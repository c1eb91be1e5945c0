//! The file of values: lines of text.
//!
//! A heading, the question, the number of values and a line for each, the
//! number of positions and a line for each, and the BLAKE3 hash of all that.

use super::checkpoint::KeepError;
use crate::complaint::complaint;
use blake3::Hasher;
use rustc_hash::FxHashMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use values::{Arena, Player, Value};

const HEADING: &str = "legatus values 1";

/// Writes a file beside the one it replaces when it is finished.
pub(super) struct Writer {
    out: BufWriter<File>,
    hasher: Hasher,
    numbers: FxHashMap<Value, usize>,
    line: String,
    beside: PathBuf,
    path: PathBuf,
}

impl Writer {
    /// Begins a file with what these values are made of.
    pub fn new(
        path: &Path,
        question: &str,
        arena: &Arena,
        values: impl IntoIterator<Item = Value>,
    ) -> io::Result<Self> {
        let beside = path.with_extension(format!("{}.new", std::process::id()));
        let mut writer = Writer {
            out: BufWriter::new(File::create(&beside)?),
            hasher: Hasher::new(),
            numbers: FxHashMap::default(),
            line: String::new(),
            beside,
            path: path.to_owned(),
        };
        writer.put(HEADING)?;
        writer.put(question)?;
        let constituents = arena.constituents(values);
        writer.put(&constituents.len().to_string())?;
        for (number, &value) in (1..).zip(&constituents) {
            let mut line = std::mem::take(&mut writer.line);
            line.clear();
            match arena.as_up_star(value) {
                Some((x, ups, nimber)) => line.push_str(&format!("={x} {ups} {nimber}")),
                None => {
                    for player in Player::BOTH {
                        if player == Player::Right {
                            line.push('|');
                        }
                        for (i, option) in arena.constituent_options(value, player).enumerate() {
                            if i > 0 {
                                line.push(',');
                            }
                            line.push_str(&writer.number(arena, option));
                        }
                    }
                }
            }
            writer.put(&line)?;
            writer.line = line;
            writer.numbers.insert(value, number);
        }
        Ok(writer)
    }

    /// The number of a value, with its sign.
    fn number(&self, arena: &Arena, value: Value) -> String {
        let (value, negated) = arena.constituent(value);
        let sign = if negated { "-" } else { "" };
        format!("{sign}{}", self.numbers[&value])
    }

    fn put(&mut self, line: &str) -> io::Result<()> {
        for bytes in [line.as_bytes(), b"\n"] {
            self.hasher.update(bytes);
            self.out.write_all(bytes)?;
        }
        Ok(())
    }

    pub fn begin_positions(&mut self, count: usize) -> io::Result<()> {
        self.put(&count.to_string())
    }

    /// A position and its value, which is made of those that the file began
    /// with.
    pub fn position(&mut self, arena: &Arena, text: &str, value: Value) -> io::Result<()> {
        let line = format!("{} {text}", self.number(arena, value));
        self.put(&line)
    }

    /// Puts the file in its place.
    pub fn finish(mut self) -> io::Result<()> {
        writeln!(self.out, "{}", self.hasher.finalize().to_hex())?;
        self.out.flush()?;
        self.out.get_ref().sync_all()?;
        fs::rename(&self.beside, &self.path)?;
        // The new name has to survive a loss of power too.
        match self.path.parent() {
            Some(directory) => File::open(directory)?.sync_all(),
            None => Ok(()),
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // It is not there any more when it was finished.
        let _ = fs::remove_file(&self.beside);
    }
}

/// A position as it is in the file.
pub(super) struct Contents {
    pub text: String,
    pub value: Value,
}

/// Reads a file.
pub(super) struct Reader {
    lines: BufReader<File>,
    hasher: Hasher,
    line: String,
    path: PathBuf,
}

impl Reader {
    /// Opens the file if there is one, which must be about this question.
    pub fn open(path: &Path, question: &str) -> Result<Option<Self>, KeepError> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(KeepError::File(complaint(path, &error))),
        };
        let mut reader = Reader {
            lines: BufReader::new(file),
            hasher: Hasher::new(),
            line: String::new(),
            path: path.to_owned(),
        };
        if reader.next()? != HEADING {
            return Err(reader.refused("it is no file of values that this version reads"));
        }
        let about = reader.next()?.to_owned();
        if about != question {
            return Err(reader.refused(&format!("it is about {about}")));
        }
        Ok(Some(reader))
    }

    fn refused(&self, why: &str) -> KeepError {
        let path = self.path.display();
        KeepError::File(format!("{path}: {why}; give another directory"))
    }

    /// The complaint about a file in which something is wrong.
    pub fn damaged(&self, what: &str) -> KeepError {
        self.refused(&format!("the file is damaged ({what})"))
    }

    fn next(&mut self) -> Result<&str, KeepError> {
        self.line.clear();
        // A line that is no text is as wrong as one that is not there.
        let read = self.lines.read_line(&mut self.line);
        if !matches!(read, Ok(1..)) || !self.line.ends_with('\n') {
            return Err(self.damaged("it ends early"));
        }
        self.hasher.update(self.line.as_bytes());
        Ok(self.line.trim_end_matches('\n'))
    }

    /// A number on a line of its own.
    pub fn count(&mut self) -> Result<usize, KeepError> {
        let count = self.next()?.parse().ok();
        count.ok_or_else(|| self.damaged("a count"))
    }

    /// Puts the values into an arena; their list begins with number 1.
    pub fn values(&mut self, arena: &mut Arena) -> Result<Vec<Value>, KeepError> {
        let mut values = Vec::new();
        for _ in 0..self.count()? {
            let line = self.next()?.to_owned();
            let value = match line.strip_prefix('=') {
                Some(closed) => {
                    let mut words = closed.split(' ');
                    let mut word = || words.next().unwrap_or_default();
                    let (x, ups, nimber) = (word().parse(), word().parse(), word().parse());
                    let (Ok(x), Ok(ups), Ok(nimber)) = (x, ups, nimber) else {
                        return Err(self.damaged("a value"));
                    };
                    arena.up_star(&x, ups, nimber)?
                }
                None => {
                    let sides = line.split_once('|').and_then(|(left, right)| {
                        Some([options(left, &values)?, options(right, &values)?])
                    });
                    let [left, right] = sides.ok_or_else(|| self.damaged("a value"))?;
                    arena.rebuild(&left, &right)?
                }
            };
            values.push(value);
        }
        Ok(values)
    }

    /// The next position.
    pub fn position(&mut self, values: &[Value]) -> Result<Contents, KeepError> {
        let line = self.next()?;
        let contents = line.split_once(' ').and_then(|(number, text)| {
            let value = numbered(number, values)?;
            let text = text.to_owned();
            Some(Contents { text, value })
        });
        contents.ok_or_else(|| self.damaged("a position"))
    }

    /// Verifies that it is the file that was written.
    pub fn finish(&mut self) -> Result<(), KeepError> {
        let hash = self.hasher.finalize().to_hex();
        let same = self.next()? == hash.as_str();
        let ended = matches!(self.lines.fill_buf(), Ok([]));
        match same && ended {
            true => Ok(()),
            false => Err(self.damaged("its checksum is another")),
        }
    }
}

fn options(text: &str, values: &[Value]) -> Option<Vec<Value>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    text.split(',').map(|word| numbered(word, values)).collect()
}

/// The value with a number, or its negative.
fn numbered(word: &str, values: &[Value]) -> Option<Value> {
    let (negated, word) = match word.strip_prefix('-') {
        Some(word) => (true, word),
        None => (false, word),
    };
    let place = word.parse::<usize>().ok()?.checked_sub(1)?;
    let value = *values.get(place)?;
    Some(if negated { -value } else { value })
}
