//! An answer that may not get longer than somebody can use.

use std::io::{self, Write};

/// Keeps what is written, up to a number of bytes.
pub struct Bounded {
    /// What was written.
    pub text: Vec<u8>,
    most: usize,
    /// Whether there was more.
    pub full: bool,
}

impl Bounded {
    /// Keeps `most` bytes.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Bounded {
            text: Vec::new(),
            most,
            full: false,
        }
    }
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() > self.most - self.text.len() {
            self.full = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
