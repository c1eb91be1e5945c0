//! An answer that is written when it is known to be one.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many bytes are kept back.
const KEPT: usize = 16 << 20;

/// Keeps an answer of up to 16 MiB back until it is complete, so that work
/// that stops on the way leaves no half of it; a longer one is passed on
/// piece by piece. Ctrl-C cuts it short: values can be longer than anyone's
/// patience.
pub struct Spool<'a> {
    out: &'a mut dyn Write,
    stop: Arc<AtomicBool>,
    kept: Vec<u8>,
    most: usize,
    passed_on: bool,
}

impl<'a> Spool<'a> {
    /// An answer for `out` that is cut short when `stop` is set.
    pub fn new(out: &'a mut dyn Write, stop: Arc<AtomicBool>) -> Self {
        Spool {
            out,
            stop,
            kept: Vec::new(),
            most: KEPT,
            passed_on: false,
        }
    }

    /// Whether the answer was cut short.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Writes what is kept back.
    pub fn complete(self) -> io::Result<()> {
        self.out.write_all(&self.kept)
    }

    /// Forgets what is kept back; what was passed on gets a line of its own.
    pub fn abandon(self) -> io::Result<()> {
        match self.passed_on {
            true => self.out.write_all(b"\n"),
            false => Ok(()),
        }
    }
}

impl Write for Spool<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_stopped() {
            return Err(io::Error::other("interrupted"));
        }
        self.kept.extend_from_slice(bytes);
        if self.kept.len() > self.most {
            self.passed_on = true;
            self.out.write_all(&self.kept)?;
            self.kept.clear();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spooled(pieces: &[&[u8]], most: usize, complete: bool) -> Vec<u8> {
        let mut out = Vec::new();
        let mut spool = Spool::new(&mut out, Arc::default());
        spool.most = most;
        for piece in pieces {
            spool.write_all(piece).unwrap();
        }
        match complete {
            true => spool.complete().unwrap(),
            false => spool.abandon().unwrap(),
        }
        out
    }

    #[test]
    fn half_an_answer_is_not_written() {
        assert_eq!(spooled(&[b"{1", b"|0}"], 100, true), b"{1|0}");
        assert_eq!(spooled(&[b"{1", b"|0"], 100, false), b"");
        assert_eq!(spooled(&[b"{1", b"|0}"], 3, true), b"{1|0}");
        // What is too long to be kept back ends its line.
        assert_eq!(spooled(&[b"{1", b"|0", b",2"], 3, false), b"{1|0\n");
    }

    #[test]
    fn a_stop_cuts_an_answer_short() {
        let mut out = Vec::new();
        let stop = Arc::new(AtomicBool::new(false));
        let mut spool = Spool::new(&mut out, Arc::clone(&stop));
        spool.write_all(b"{1").unwrap();
        stop.store(true, Ordering::Relaxed);
        assert!(spool.write_all(b"|0}").is_err() && spool.is_stopped());
    }
}
