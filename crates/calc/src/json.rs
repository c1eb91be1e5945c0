//! Texts in JSON.

use std::io::{self, Write};

/// The inside of a JSON string, written piece by piece.
pub struct Escaped<'a>(pub &'a mut dyn Write);

impl Write for Escaped<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let special = |byte: &u8| matches!(byte, b'"' | b'\\' | ..b' ');
        let plain = bytes.iter().position(special).unwrap_or(bytes.len());
        self.0.write_all(&bytes[..plain])?;
        match bytes.get(plain) {
            None => return Ok(plain),
            Some(b'\n') => self.0.write_all(b"\\n")?,
            Some(byte @ (b'"' | b'\\')) => self.0.write_all(&[b'\\', *byte])?,
            Some(byte) => write!(self.0, "\\u{byte:04x}")?,
        }
        Ok(plain + 1)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
