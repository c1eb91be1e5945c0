//! The little JSON that the commands print.

use std::fmt::Write as _;
use std::io::{self, Write};

use values::Player;

use super::Exit;
use crate::calc::{Escaped, Failure};

/// A JSON string.
pub fn string(text: &str) -> String {
    let mut quoted = vec![b'"'];
    // Writing to memory does not fail.
    let _ = Escaped(&mut quoted).write_all(text.as_bytes());
    quoted.push(b'"');
    String::from_utf8_lossy(&quoted).into_owned()
}

/// A player, as winner or mover.
pub fn player(player: Player) -> &'static str {
    match player {
        Player::Left => "left",
        Player::Right => "right",
    }
}

/// An object with one member, a string written piece by piece. Nothing is
/// written before the first piece.
pub struct Member<'a> {
    name: &'static str,
    out: &'a mut dyn Write,
    begun: bool,
}

impl<'a> Member<'a> {
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

/// A failure: what is wrong, where, and the exit code.
pub fn failure(failure: &Failure) -> String {
    let mut object = format!("{{\"error\":{}", string(&failure.message));
    if failure.line > 1 {
        let _ = write!(object, ",\"line\":{}", failure.line);
    }
    if let Some(column) = failure.column {
        let _ = write!(object, ",\"column\":{column}");
    }
    let _ = write!(object, ",\"exit\":{}}}", Exit::of(failure) as u8);
    object
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(string("{1|*}"), r#""{1|*}""#);
        assert_eq!(string("\"\\pm\t↑\"\n"), r#""\"\\pm\u0009↑\"\n""#);
    }
}
