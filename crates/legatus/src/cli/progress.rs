//! How far long work has come, for a person who waits at a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// A line on standard error that is written over, at most a few times a
/// second, and only if a terminal shows it.
pub struct Progress {
    what: &'static str,
    total: Option<u128>,
    done: u128,
    begun: Instant,
    shown: Option<Instant>,
    terminal: bool,
}

impl Progress {
    /// Progress through `total` things, if their number is known.
    pub fn new(what: &'static str, total: Option<u128>) -> Self {
        Progress {
            what,
            total,
            done: 0,
            begun: Instant::now(),
            shown: None,
            terminal: io::stderr().is_terminal(),
        }
    }

    /// Some more are done.
    pub fn step(&mut self, more: u64) {
        self.done += u128::from(more);
        const PAUSE: Duration = Duration::from_millis(500);
        let last = self.shown.unwrap_or(self.begun);
        if !self.terminal || last.elapsed() < PAUSE {
            return;
        }
        self.shown = Some(Instant::now());
        // The work goes on when nobody can be told.
        let _ = write!(io::stderr(), "\r\x1b[K{}", self.line(self.begun.elapsed()));
    }

    /// Clears the line.
    pub fn end(&mut self) {
        if self.shown.take().is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }

    fn line(&self, elapsed: Duration) -> String {
        let seconds = elapsed.as_secs_f64().max(0.001);
        let rate = self.done as f64 / seconds;
        let mut line = format!("{} {}, {rate:.0} per second", self.done, self.what);
        if let Some(left) = self.total.and_then(|total| total.checked_sub(self.done)) {
            let wait = left as f64 / rate.max(1e-9);
            if wait.is_finite() && wait < 1e9 {
                line.push_str(&format!(", about {wait:.0} s to go"));
            }
        }
        line
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_how_long_it_will_take() {
        let mut progress = Progress::new("positions", Some(300));
        progress.step(100);
        assert_eq!(
            progress.line(Duration::from_secs(10)),
            "100 positions, 10 per second, about 20 s to go"
        );
    }
}
