//! A thread that looks at the clock and at the memory of the process, so that
//! work has to look only at a flag, which it can do at every step.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// Nothing is wrong.
pub(crate) const CALM: u8 = 0;
/// The deadline has passed.
pub(crate) const LATE: u8 = 1;
/// The process takes more memory than it may.
pub(crate) const FULL: u8 = 2;

/// What is watched on behalf of a budget, as long as somebody holds its alarm.
pub(crate) struct Watched {
    alarm: Weak<AtomicU8>,
    deadline: Option<Instant>,
    /// The most bytes that the process may have in memory.
    most: Option<u64>,
}

static LIST: Mutex<Vec<Watched>> = Mutex::new(Vec::new());
static CHANGED: Condvar = Condvar::new();
static STARTED: Once = Once::new();

/// Work fills memory no faster: bytes in a millisecond. A search in an optimised
/// build was seen to fill 2 MiB, and the system clears pages at about this rate.
const FASTEST: u64 = 8 << 20;
/// Between two looks at the memory.
const SHORTEST: Duration = Duration::from_millis(2);
const LONGEST: Duration = Duration::from_secs(1);

/// Raises the alarm when the deadline has passed, and as long as the process
/// has more than `most` bytes in memory. Where there are no threads, nobody
/// does.
pub(crate) fn watch(alarm: &Arc<AtomicU8>, deadline: Option<Instant>, most: Option<u64>) {
    if deadline.is_none() && most.is_none() {
        return;
    }
    list().push(Watched {
        alarm: Arc::downgrade(alarm),
        deadline,
        most,
    });
    STARTED.call_once(|| {
        let thread = thread::Builder::new().name("watch".into());
        let _ = thread.spawn(run);
    });
    CHANGED.notify_one();
}

/// Every entry is whole, whatever happened to the thread that held the list.
fn list() -> MutexGuard<'static, Vec<Watched>> {
    LIST.lock().unwrap_or_else(PoisonError::into_inner)
}

fn run() {
    let mut watched = list();
    loop {
        watched = match look(&mut watched) {
            None => CHANGED
                .wait(watched)
                .unwrap_or_else(PoisonError::into_inner),
            Some(pause) => {
                CHANGED
                    .wait_timeout(watched, pause)
                    .unwrap_or_else(PoisonError::into_inner)
                    .0
            }
        };
    }
}

/// Raises and lowers alarms; how long to wait before the next look.
fn look(watched: &mut Vec<Watched>) -> Option<Duration> {
    let now = Instant::now();
    let limited = watched.iter().any(|entry| entry.most.is_some());
    let resident = if limited { resident() } else { None };
    let mut pause: Option<Duration> = None;
    watched.retain(|entry| {
        let Some(alarm) = entry.alarm.upgrade() else {
            return false;
        };
        let left = entry.deadline.map(|end| end.saturating_duration_since(now));
        if left == Some(Duration::ZERO) {
            alarm.store(LATE, Ordering::Relaxed);
            return false;
        }
        let mut next = left;
        if let (Some(most), Some(resident)) = (entry.most, resident) {
            let state = if resident > most { FULL } else { CALM };
            alarm.store(state, Ordering::Relaxed);
            let soon = until_full(most.saturating_sub(resident));
            next = Some(next.map_or(soon, |left| left.min(soon)));
        }
        pause = match (pause, next) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        true
    });
    pause
}

/// How long not to look while this number of bytes may be filled.
fn until_full(room: u64) -> Duration {
    Duration::from_millis(room / FASTEST).clamp(SHORTEST, LONGEST)
}

/// The bytes that the process has in memory, files apart; `None` where the
/// system does not tell.
pub(crate) fn resident() -> Option<u64> {
    anonymous(&std::fs::read_to_string("/proc/self/status").ok()?)
}

fn anonymous(table: &str) -> Option<u64> {
    let line = table
        .lines()
        .find_map(|line| line.strip_prefix("RssAnon:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_tells_how_much_memory_the_process_has() {
        let table = "VmRSS:\t 9 kB\nRssAnon:\t    2048 kB\nRssFile:\t 7 kB\n";
        assert_eq!(anonymous(table), Some(2 << 20));
        assert_eq!(anonymous("VmRSS:\t 9 kB\n"), None);
        if let Some(before) = resident() {
            let filled = std::hint::black_box(vec![1u8; 64 << 20]);
            assert!(resident() > Some(before + (48 << 20)));
            drop(filled);
        }
    }

    #[test]
    fn alarms_are_raised_and_lowered() {
        let alarms = [(); 3].map(|()| Arc::new(AtomicU8::new(CALM)));
        let entry = |number: usize, seconds, most| Watched {
            alarm: Arc::downgrade(&alarms[number]),
            deadline: Some(Instant::now() + Duration::from_secs(seconds)),
            most,
        };
        let mut watched = vec![
            entry(0, 0, None),
            entry(1, 1000, Some(u64::MAX)),
            entry(2, 1000, Some(0)),
        ];
        let pause = look(&mut watched).unwrap();
        let full = if resident().is_some() { FULL } else { CALM };
        let states = alarms.each_ref().map(|alarm| alarm.load(Ordering::Relaxed));
        assert_eq!(states, [LATE, CALM, full]);
        assert!(pause <= Duration::from_secs(1000));
        // What is late stays late; whom nobody holds is forgotten.
        assert_eq!(watched.len(), 2);
        watched[1].most = Some(u64::MAX);
        look(&mut watched);
        assert_eq!(alarms[2].load(Ordering::Relaxed), CALM);
        drop(alarms);
        assert_eq!(look(&mut watched), None);
        assert!(watched.is_empty());
    }
}
