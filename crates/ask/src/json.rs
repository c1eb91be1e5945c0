//! JSON: answers are `serde` structs; this is how players and numbers are in
//! them, and the one text that is written piece by piece.

use serde::{Serialize, Serializer};
use std::fmt::Display;
use std::io::{self, Write};
use values::Player;

use crate::Exit;
use calc::{Escaped, Failure};

/// Serialises a player, or perhaps a player, as the name.
pub fn as_player<P, S>(who: &P, to: S) -> Result<S::Ok, S::Error>
where
    P: Copy + Into<Option<Player>>,
    S: Serializer,
{
    (*who).into().map(Player::name).serialize(to)
}

/// Serialises exact numbers, outcomes and squares as what they are printed as.
pub fn as_text<S: Serializer>(what: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(what)
}

/// Serialises perhaps a number as what it is printed as, or `null`.
pub fn as_text_or_null<T: Display, S: Serializer>(
    what: &Option<T>,
    to: S,
) -> Result<S::Ok, S::Error> {
    match what {
        Some(what) => to.collect_str(what),
        None => to.serialize_none(),
    }
}

/// Writes an answer.
pub fn to(out: &mut dyn Write, answer: &impl Serialize) -> io::Result<()> {
    Ok(serde_json::to_writer(out, answer)?)
}

/// Writes an answer on a line.
pub fn line(out: &mut dyn Write, answer: &impl Serialize) -> io::Result<()> {
    to(out, answer)?;
    out.write_all(b"\n")
}

/// An object with one member, a string written piece by piece, for texts that
/// do not fit in memory. Nothing is written before the first piece.
pub struct Member<'a> {
    name: &'static str,
    out: &'a mut dyn Write,
    begun: bool,
}

impl<'a> Member<'a> {
    /// A member with this name, its text to be written here.
    pub fn new(name: &'static str, out: &'a mut dyn Write) -> Self {
        let begun = false;
        Member { name, out, begun }
    }

    /// Closes the object and its line.
    pub fn end(self) -> io::Result<()> {
        self.out.write_all(b"\"}\n")
    }
}

impl Write for Member<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.begun {
            self.begun = true;
            write!(self.out, "{{\"{}\":\"", self.name)?;
        }
        Escaped(self.out).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Why there is no answer: what is wrong, where, and the exit code.
#[derive(Serialize)]
pub struct Refusal<'a> {
    error: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    exit: u8,
}

impl<'a> Refusal<'a> {
    /// One without a place.
    pub(crate) fn new(error: &'a str, exit: Exit) -> Self {
        Refusal {
            error,
            line: None,
            column: None,
            exit: exit as u8,
        }
    }
}

impl<'a> From<&'a Failure> for Refusal<'a> {
    fn from(failure: &'a Failure) -> Self {
        Refusal {
            line: Some(failure.line).filter(|line| *line > 1),
            column: failure.column,
            ..Refusal::new(&failure.message, Exit::of(failure))
        }
    }
}

/// A failure as a JSON object.
#[must_use]
pub fn failure(failure: &Failure) -> String {
    text(&Refusal::from(failure))
}

/// What is serialised, in memory; nothing here can fail to be JSON.
pub fn text(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_default()
}
