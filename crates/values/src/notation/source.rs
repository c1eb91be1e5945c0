//! Text as a stream of characters with look-ahead and positions.

use std::io::{self, Read};

/// Reads characters from bytes, a buffer at a time.
pub(super) struct Source<R> {
    input: R,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    exhausted: bool,
    /// 1-based, for messages.
    pub line: usize,
    pub column: usize,
}

const BUFFER: usize = 1 << 16;
/// Enough for the longest LaTeX command and its neighbours.
const LOOK_AHEAD: usize = 64;
/// How much of the line before the position is kept for messages.
const LOOK_BACK: usize = 64;

/// The input cannot be read as text.
pub(super) enum SourceError {
    Io(io::Error),
    NotUtf8,
}

impl<R: Read> Source<R> {
    pub fn new(input: R) -> Self {
        Source {
            input,
            buffer: vec![0; BUFFER],
            start: 0,
            end: 0,
            exhausted: false,
            line: 1,
            column: 1,
        }
    }

    fn fill(&mut self) -> Result<(), SourceError> {
        while self.end - self.start < LOOK_AHEAD && !self.exhausted {
            if self.buffer.len() - self.end < LOOK_AHEAD {
                let kept = self.start.saturating_sub(LOOK_BACK);
                self.buffer.copy_within(kept..self.end, 0);
                self.end -= kept;
                self.start -= kept;
            }
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.exhausted = true,
                Ok(n) => self.end += n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(SourceError::Io(e)),
            }
        }
        Ok(())
    }

    /// The bytes ahead: at least 64 of them unless the input ends.
    fn ahead(&mut self) -> Result<&[u8], SourceError> {
        if self.end - self.start < LOOK_AHEAD && !self.exhausted {
            self.fill()?;
        }
        Ok(&self.buffer[self.start..self.end])
    }

    /// The next character.
    #[inline]
    pub fn peek(&mut self) -> Result<Option<char>, SourceError> {
        let ahead = self.ahead()?;
        match ahead.first() {
            None => Ok(None),
            Some(&b) if b < 0x80 => Ok(Some(char::from(b))),
            Some(_) => decode(ahead).map(Some).ok_or(SourceError::NotUtf8),
        }
    }

    /// The character that begins `bytes` bytes ahead.
    pub fn char_at(&mut self, bytes: usize) -> Result<Option<char>, SourceError> {
        match self.ahead()?.get(bytes..).unwrap_or_default() {
            [] => Ok(None),
            rest => decode(rest).map(Some).ok_or(SourceError::NotUtf8),
        }
    }

    /// The i-th byte ahead, within the look-ahead.
    pub fn byte(&mut self, i: usize) -> Result<Option<u8>, SourceError> {
        Ok(self.ahead()?.get(i).copied())
    }

    /// Whether the text ahead begins so.
    pub fn starts_with(&mut self, text: &str) -> Result<bool, SourceError> {
        Ok(self.ahead()?.starts_with(text.as_bytes()))
    }

    /// Moves past `c`, which was peeked.
    #[inline]
    pub fn advance(&mut self, c: char) {
        self.start += c.len_utf8();
        if c == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
    }

    /// Moves past `text`, which was seen ahead.
    pub fn skip(&mut self, text: &str) {
        text.chars().for_each(|c| self.advance(c));
    }

    /// Moves past blanks, and line breaks if wanted.
    pub fn skip_blanks(&mut self, line_breaks: bool) -> Result<(), SourceError> {
        while let Some(c) = self.peek()? {
            let blank = match c {
                '\n' => line_breaks,
                '\u{feff}' => true,
                c => c.is_whitespace(),
            };
            if !blank {
                break;
            }
            self.advance(c);
        }
        Ok(())
    }

    /// The current line around the position, and the column its first
    /// character has.
    pub fn excerpt(&mut self) -> (String, usize) {
        let from = self.start.saturating_sub(LOOK_BACK);
        let before = String::from_utf8_lossy(&self.buffer[from..self.start]);
        let line = before.rsplit('\n').next().unwrap_or_default();
        // The cut may have split a character.
        let mut text = line.trim_start_matches('\u{fffd}').to_string();
        let column = self.column.saturating_sub(text.chars().count());
        if let Ok(ahead) = self.ahead() {
            let rest = String::from_utf8_lossy(ahead);
            text.extend(rest.chars().take_while(|&c| c != '\n').take(24));
        }
        (text, column.max(1))
    }
}

fn decode(bytes: &[u8]) -> Option<char> {
    let len = match bytes.first()? {
        0..0x80 => 1,
        0xc0..0xe0 => 2,
        0xe0..0xf0 => 3,
        _ => 4,
    };
    let text = std::str::from_utf8(bytes.get(..len)?).ok()?;
    text.chars().next()
}
