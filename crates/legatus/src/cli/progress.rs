//! How far long work has come, for a person who waits at a terminal.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use terminal_size::terminal_size_of;

pub use ask::Work;

/// A line on standard error that is written over twice a second, and only if
/// a terminal shows it. A thread of its own writes it, so that it also tells
/// of work that is stuck.
pub struct Progress {
    writer: Option<(Sender<()>, JoinHandle<()>)>,
}

/// Somebody thinks; a terminal shows for how long.
pub fn thinking<T>(work: impl FnOnce() -> T) -> T {
    let _progress = Progress::thinking();
    work()
}

impl Progress {
    /// Progress that nobody counts.
    pub fn new(work: Work) -> Self {
        Self::watch(work, Arc::default())
    }

    /// Progress that others count, from what they have counted on.
    pub fn watch(work: Work, done: Arc<AtomicU64>) -> Self {
        let line = Line {
            before: done.load(Ordering::Relaxed),
            beside_before: (work.beside.as_ref()).map_or(0, |(_, n)| n.load(Ordering::Relaxed)),
            work,
        };
        Self::show(done, move |done, elapsed| {
            line.text(done, elapsed, ask::memory::used(), width())
        })
    }

    /// Somebody thinks.
    pub fn thinking() -> Self {
        Progress::show(Arc::default(), |_, elapsed| {
            format!("thinking… {}", duration(elapsed.as_secs_f64()))
        })
    }

    fn show(done: Arc<AtomicU64>, text: impl Fn(u64, Duration) -> String + Send + 'static) -> Self {
        if !io::stderr().is_terminal() {
            return Progress { writer: None };
        }
        let (ended, end) = mpsc::channel();
        let begun = Instant::now();
        let write = move || {
            const PAUSE: Duration = Duration::from_millis(500);
            let mut shown = false;
            while end.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                let text = text(done.load(Ordering::Relaxed), begun.elapsed());
                // The work goes on when nobody can be told.
                let _ = write!(io::stderr(), "\r\x1b[K{}", cut(&text, width()));
                shown = true;
            }
            if shown {
                let _ = write!(io::stderr(), "\r\x1b[K");
            }
        };
        // Without a thread the work is silent.
        let writer = thread::Builder::new().spawn(write).ok();
        Progress {
            writer: writer.map(|thread| (ended, thread)),
        }
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

/// How many characters fit on a line: a full one would begin another.
fn width() -> usize {
    let size = terminal_size_of(io::stderr());
    let columns = size.map_or(80, |(columns, _)| usize::from(columns.0));
    columns.max(2) - 1
}

fn cut(text: &str, width: usize) -> String {
    match text.chars().count() > width {
        true => text.chars().take(width - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

struct Line {
    work: Work,
    /// What was counted before the work began.
    before: u64,
    beside_before: u64,
}

const LONGEST_BAR: usize = 24;
/// Where there is no room for this, there is no bar.
const SHORTEST_BAR: usize = 8;
/// The two around a bar, and a blank.
const BRACKETS: usize = 3;
/// The seconds that nobody waits for an answer: ten years.
const HOPELESS: f64 = 10.0 * 365.0 * 86_400.0;
/// No more things than this are done in a second, before any are.
const FASTEST: f64 = 1e7;

impl Line {
    fn text(&self, counted: u64, elapsed: Duration, bytes: Option<u64>, width: usize) -> String {
        let (earlier, time) = self.work.earlier;
        let done = counted.saturating_sub(self.before) + earlier;
        let seconds = (elapsed + time).as_secs_f64().max(0.001);
        let rate = done as f64 / seconds;
        let what = &self.work.what;
        let title = self.work.title.as_ref();
        let title = title.map_or(String::new(), |title| format!("{title}: "));
        let so_far = format!("{} so far", duration(seconds));
        let per_second = (done > 0 && self.work.beside.is_none())
            .then(|| format!("{} per second", rounded(rate)));
        let memory = bytes.map(size);
        // From what matters most to what is left out first.
        let mut parts = Vec::new();
        match self.work.total {
            Some(total) => {
                parts.push(format!("{title}{done} of {} {what}", large(total)));
                let pace = if done > 0 { rate } else { FASTEST };
                let left = total.saturating_sub(done.into()) as f64 / pace;
                if left > HOPELESS {
                    parts.push("will not end".to_owned());
                    parts.extend(self.work.instead.map(|instead| format!("try {instead}")));
                } else if done > 0 {
                    parts.push(format!("about {} to go", duration(left)));
                } else {
                    parts.push(so_far);
                }
            }
            None => parts.extend([format!("{title}{done} {what}"), so_far]),
        }
        if let Some((what, counter)) = &self.work.beside {
            let done = counter.load(Ordering::Relaxed);
            let done = done.saturating_sub(self.beside_before);
            parts.push(format!("{done} {what}"));
        }
        parts.extend(per_second);
        parts.extend(memory);
        let mut text = parts.remove(0);
        for (number, part) in parts.into_iter().enumerate() {
            // A short bar matters more than all but the first.
            let bar = match self.work.total {
                Some(_) if number > 0 => SHORTEST_BAR + BRACKETS,
                _ => 0,
            };
            if text.chars().count() + 2 + part.chars().count() + bar <= width {
                text.push_str(", ");
                text.push_str(&part);
            }
        }
        match self.work.total {
            Some(total) => with_bar(text, done, total, width),
            None => text,
        }
    }
}

/// A text behind a bar, if there is room for one.
fn with_bar(text: String, done: u64, total: u128, width: usize) -> String {
    let room = width.saturating_sub(text.chars().count() + BRACKETS);
    let length = room.min(LONGEST_BAR);
    if length < SHORTEST_BAR || total == 0 {
        return text;
    }
    let filled = (done as f64 / total as f64 * length as f64) as usize;
    let filled = filled.min(length);
    let (full, empty) = ("#".repeat(filled), "-".repeat(length - filled));
    format!("[{full}{empty}] {text}")
}

/// Numbers that nobody reads digit by digit are powers of ten.
fn large(number: u128) -> String {
    match number {
        0..1_000_000_000_000_000 => number.to_string(),
        _ => format!("10^{}", number.ilog10()),
    }
}

/// A rate with a digit behind the point if it is slow.
fn rounded(rate: f64) -> String {
    match rate < 10.0 {
        true => format!("{rate:.1}"),
        false => format!("{rate:.0}"),
    }
}

fn size(bytes: u64) -> String {
    match bytes >> 20 {
        mebibytes @ 0..10_000 => format!("{mebibytes} MB"),
        mebibytes => format!("{} GB", mebibytes >> 10),
    }
}

/// Seconds in the units that people use for as long a time.
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
            work: Work {
                instead: Some("--random 100000"),
                ..Work::on("positions", total)
            },
            before: 50,
            beside_before: 0,
        }
    }

    const TEN: Duration = Duration::from_secs(10);

    #[test]
    fn says_how_long_it_will_take() {
        let text = |total, counted| line(total).text(counted, TEN, Some(30 << 20), 79);
        assert_eq!(
            text(Some(300), 150),
            "[#####-----------] 100 of 300 positions, about 20 s to go, 10 per second, 30 MB"
        );
        assert_eq!(
            text(None, 150),
            "100 positions, 10 s so far, 10 per second, 30 MB"
        );
        assert_eq!(
            text(Some(300), 50),
            "[------------------------] 0 of 300 positions, 10 s so far, 30 MB"
        );
    }

    #[test]
    fn fits_the_terminal() {
        for width in 1..100 {
            for total in [None, Some(300), Some(u128::MAX)] {
                let text = line(total).text(150, TEN, Some(30 << 20), width);
                assert!(cut(&text, width).chars().count() <= width, "{text}");
            }
        }
        assert_eq!(
            line(Some(300)).text(150, TEN, Some(30 << 20), 39),
            "100 of 300 positions, about 20 s to go"
        );
    }

    #[test]
    fn what_will_not_end_is_said_so() {
        assert_eq!(
            line(Some(1 << 100)).text(150, TEN, None, 79),
            "[-------------------] 100 of 10^30 positions, will not end, try --random 100000"
        );
        assert_eq!(
            line(Some(1 << 100)).text(150, TEN, None, 39),
            "100 of 10^30 positions, will not end"
        );
    }

    #[test]
    fn long_times_have_large_units() {
        let texts = [20.0, 240.0, 36_000.0, 864_000.0].map(duration);
        assert_eq!(texts, ["20 s", "4 min", "10 h", "10 days"]);
    }
}
