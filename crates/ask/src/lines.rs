//! Standard input, line by line.

use std::io::{self, BufRead, Read};

use crate::Stop;
use calc::{Failure, FailureKind};

/// The lines of an input, each of bounded length, so that no input fills the
/// memory.
pub struct Lines<R> {
    input: R,
    longest: u64,
    line: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    /// Lines of at most `longest` bytes.
    pub fn new(input: R, longest: u64) -> Self {
        let line = Vec::new();
        Lines {
            input,
            longest,
            line,
        }
    }

    /// The next line without its end, or why it cannot be read; nothing at
    /// the end of the input.
    pub fn next_line(&mut self) -> Result<Option<Result<&str, Failure>>, Stop> {
        self.read()
            .map_err(|error| Stop::file("standard input", &error))
    }

    fn read(&mut self) -> io::Result<Option<Result<&str, Failure>>> {
        self.line.clear();
        let mut bounded = (&mut self.input).take(self.longest);
        if bounded.read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        if bounded.limit() == 0 && !self.line.ends_with(b"\n") {
            self.input.skip_until(b'\n')?;
            return Ok(Some(Err(too_long(self.longest))));
        }
        Ok(Some(match std::str::from_utf8(&self.line) {
            Ok(text) => Ok(text.trim_end()),
            Err(error) => Err(not_utf8(&self.line, error.valid_up_to())),
        }))
    }
}

fn not_utf8(line: &[u8], at: usize) -> Failure {
    let before = String::from_utf8_lossy(&line[..at]);
    Failure {
        line: 1,
        column: Some(before.chars().count() + 1),
        message: format!("expected UTF-8 text, not the byte 0x{:02x}", line[at]),
        kind: FailureKind::Syntax,
    }
}

fn too_long(longest: u64) -> Failure {
    Failure {
        line: 1,
        column: None,
        message: format!("the line is longer than {longest} bytes; raise the limit with --memory"),
        kind: FailureKind::Limit,
    }
}
