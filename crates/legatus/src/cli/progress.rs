//! How far long work has come, for a person who waits at a terminal.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A line on standard error that is written over twice a second, and only if
/// a terminal shows it. A thread of its own writes it, so that it also tells
/// of work that is stuck.
pub struct Progress {
    done: Arc<AtomicU64>,
    writer: Option<(Sender<()>, JoinHandle<()>)>,
}

/// Somebody thinks; a terminal shows for how long.
pub fn thinking<T>(work: impl FnOnce() -> T) -> T {
    let _progress = Progress::show(Arc::default(), |_, elapsed| {
        format!("thinking… {}", duration(elapsed.as_secs_f64()))
    });
    work()
}

impl Progress {
    /// Progress through `total` things, if their number is known; they are
    /// counted by [`step`](Self::step).
    pub fn new(what: &'static str, total: Option<u128>) -> Self {
        Self::watch(what, total, Arc::default())
    }

    /// The same for things that others count, from what they have counted on.
    pub fn watch(
        what: impl Into<Cow<'static, str>>,
        total: Option<u128>,
        done: Arc<AtomicU64>,
    ) -> Self {
        let line = Line {
            what: what.into(),
            total,
            before: done.load(Ordering::Relaxed),
        };
        Self::show(done, move |done, elapsed| line.text(done, elapsed))
    }

    fn show(done: Arc<AtomicU64>, text: impl Fn(u64, Duration) -> String + Send + 'static) -> Self {
        if !io::stderr().is_terminal() {
            return Progress::silent(done);
        }
        let (ended, end) = mpsc::channel();
        let counter = Arc::clone(&done);
        let begun = Instant::now();
        let write = move || {
            const PAUSE: Duration = Duration::from_millis(500);
            let mut shown = false;
            while end.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                let text = text(counter.load(Ordering::Relaxed), begun.elapsed());
                // The work goes on when nobody can be told.
                let _ = write!(io::stderr(), "\r\x1b[K{text}");
                shown = true;
            }
            if shown {
                let _ = write!(io::stderr(), "\r\x1b[K");
            }
        };
        // Without a thread the work is silent.
        let writer = thread::Builder::new().spawn(write).ok();
        Progress {
            done,
            writer: writer.map(|thread| (ended, thread)),
        }
    }

    /// Progress that nobody watches.
    pub fn silent(done: Arc<AtomicU64>) -> Self {
        Progress { done, writer: None }
    }

    /// Some more are done.
    pub fn step(&self, more: u64) {
        self.done.fetch_add(more, Ordering::Relaxed);
    }

    /// Clears the line.
    pub fn end(&mut self) {
        if let Some((ended, thread)) = self.writer.take() {
            drop(ended);
            // A thread that failed has nothing more to say.
            let _ = thread.join();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

struct Line {
    what: Cow<'static, str>,
    total: Option<u128>,
    /// What was counted before the work began.
    before: u64,
}

impl Line {
    fn text(&self, counted: u64, elapsed: Duration) -> String {
        let done = counted.saturating_sub(self.before);
        let seconds = elapsed.as_secs_f64().max(0.001);
        let rate = done as f64 / seconds;
        let mut text = format!("{done} {}, {rate:.0} per second", self.what);
        let left = self.total.map(|total| total.saturating_sub(done.into()));
        match left.map(|left| left as f64 / rate) {
            Some(wait) if wait.is_finite() => {
                text.push_str(&format!(", about {} to go", duration(wait)));
            }
            _ => text.push_str(&format!(", {} so far", duration(seconds))),
        }
        text
    }
}

/// Seconds in the units that people use for so many.
fn duration(seconds: f64) -> String {
    let units = [
        (1.0, 100.0, "s"),
        (60.0, 6000.0, "min"),
        (3600.0, 172_800.0, "h"),
    ];
    let found = units.into_iter().find(|(_, below, _)| seconds < *below);
    let (unit, _, name) = found.unwrap_or((86_400.0, f64::INFINITY, "days"));
    format!("{:.0} {name}", seconds / unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(total: Option<u128>) -> Line {
        Line {
            what: "positions".into(),
            total,
            before: 50,
        }
    }

    #[test]
    fn says_how_long_it_will_take() {
        let ten = Duration::from_secs(10);
        assert_eq!(
            line(Some(300)).text(150, ten),
            "100 positions, 10 per second, about 20 s to go"
        );
        assert_eq!(
            line(None).text(150, ten),
            "100 positions, 10 per second, 10 s so far"
        );
        assert_eq!(
            line(Some(300)).text(50, ten),
            "0 positions, 0 per second, 10 s so far"
        );
    }

    #[test]
    fn long_times_have_large_units() {
        let texts = [20.0, 240.0, 36_000.0, 864_000.0].map(duration);
        assert_eq!(texts, ["20 s", "4 min", "10 h", "10 days"]);
    }
}
