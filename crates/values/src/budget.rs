//! How much work a job may do before it stops with a reason.

use crate::error::{Error, Result};
use crate::watchdog::{self, FULL, LATE, watch};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Bytes, a stop flag and a deadline. An [`Arena`](crate::Arena) carries one
/// and looks at it whenever it grows.
///
/// Bytes are limited twice: work counts what it keeps, and compares that with
/// the budget's bytes; and a thread measures what the process takes, which
/// counts also what work overlooks.
///
/// ```
/// use values::{Arena, Budget, Error};
/// let mut arena = Arena::with_budget(Budget::new(Some(200_000_000)));
/// arena.budget().stop_flag().store(true, std::sync::atomic::Ordering::Relaxed);
/// assert_eq!(arena.checkpoint(), Err(Error::Interrupted));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Budget {
    bytes: Option<u64>,
    deadline: Option<Instant>,
    process: Option<Process>,
    stop: Arc<AtomicBool>,
    /// Whether the flag is up because the work is to end as at its deadline.
    hurried: Arc<AtomicBool>,
    /// Raised by the thread that watches the clock and the process.
    alarm: Arc<AtomicU8>,
    steps: Arc<AtomicU64>,
    most_steps: Option<u64>,
}

/// How much the process may take.
#[derive(Clone, Copy, Debug)]
struct Process {
    /// The limit, to be named.
    limit: u64,
    /// The bytes that it may have in memory.
    most: u64,
}

impl Budget {
    /// No limit but the machine's.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// A limit in bytes, counted by the arena.
    #[must_use]
    pub fn new(bytes: Option<u64>) -> Self {
        Budget {
            bytes,
            ..Self::default()
        }
    }

    /// This budget with a deadline, unless it has an earlier one.
    #[must_use]
    pub fn with_deadline(mut self, deadline: Instant) -> Self {
        let earlier = self.deadline.map_or(deadline, |other| other.min(deadline));
        self.deadline = Some(earlier);
        self.watched()
    }

    /// This budget with a limit to the bytes that all work of the process
    /// takes beyond what it takes now. The system's allocator needs some
    /// memory for itself, so an eighth and 16 MiB more are allowed.
    #[must_use]
    pub fn with_process_bytes(mut self, bytes: u64) -> Self {
        const ANYHOW: u64 = 16 << 20;
        let now = watchdog::resident().unwrap_or(0);
        let more = bytes.saturating_add(bytes / 8).saturating_add(ANYHOW);
        self.process = Some(Process {
            limit: bytes,
            most: now.saturating_add(more),
        });
        self.watched()
    }

    fn watched(mut self) -> Self {
        self.watch();
        self
    }

    /// Has an alarm of its own watched, for its own limits.
    fn watch(&mut self) {
        self.alarm = Arc::default();
        let most = self.process.map(|process| process.most);
        watch(&self.alarm, self.deadline, most);
    }

    /// Sets or lifts the deadline of this copy of the budget.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
        self.watch();
    }

    /// This budget, its flag and steps shared, for work that is to end after
    /// `time`; where there is a deadline, when three quarters of what is
    /// left until then have passed, so that there is time to tell what was
    /// found.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        let now = Instant::now();
        let left = self
            .deadline
            .map(|end| end.saturating_duration_since(now) * 3 / 4);
        let time = left.map_or(time, |left| left.min(time));
        // A time that the clock does not reach is no limit.
        self.deadline = now.checked_add(time).or(self.deadline);
        self.watch();
        self
    }

    /// This budget, its flag and steps shared, with a limit in bytes, unless
    /// it has a lower one.
    #[must_use]
    pub fn with_bytes(mut self, bytes: u64) -> Self {
        self.bytes = Some(self.bytes.map_or(bytes, |fewer| fewer.min(bytes)));
        self
    }

    /// This budget with a count of steps of its own, which ends the work when
    /// there are more than `most`.
    #[must_use]
    pub fn with_steps(mut self, most: u64) -> Self {
        self.steps = Arc::default();
        self.most_steps = Some(most);
        self
    }

    /// The limit in bytes.
    #[must_use]
    pub fn bytes(&self) -> Option<u64> {
        self.bytes
    }

    /// When the work has to end.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// The flag that stops the work when it is set, from any thread.
    #[must_use]
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Has the work end as if its deadline had passed, from any thread.
    pub fn hurry(&self) {
        self.hurried.store(true, Ordering::Relaxed);
        self.stop.store(true, Ordering::Release);
    }

    /// Whether the work was told to end as if its deadline had passed.
    #[must_use]
    pub fn is_hurried(&self) -> bool {
        self.hurried.load(Ordering::Relaxed)
    }

    /// This budget with flags of its own, which are down.
    #[must_use]
    pub fn calmed(mut self) -> Self {
        self.stop = Arc::default();
        self.hurried = Arc::default();
        self
    }

    /// Lowers the stop flag.
    pub fn clear_stop(&self) {
        self.hurried.store(false, Ordering::Relaxed);
        self.stop.store(false, Ordering::Relaxed);
    }

    /// Tells those who wait that `steps` more are done. What a step is depends
    /// on the question: a position, a node.
    pub fn advance(&self, steps: u64) {
        self.steps.fetch_add(steps, Ordering::Relaxed);
    }

    /// The steps done so far, for any thread to look at.
    #[must_use]
    pub fn steps(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.steps)
    }

    /// Fails when the flag is up, the deadline has passed or the process has
    /// too much in memory, as far as the thread that watches has seen it:
    /// cheap enough for every option of every position.
    #[inline]
    pub fn look(&self) -> Result<()> {
        if self.stop.load(Ordering::Relaxed) || self.alarm.load(Ordering::Relaxed) != watchdog::CALM
        {
            return self.alarmed();
        }
        Ok(())
    }

    /// [`look`](Self::look) for a callback that is called with every option
    /// until it says stop; the reason to stop is left in `looked`.
    #[inline]
    pub fn go_on(&self, looked: &mut Result<()>) -> ControlFlow<()> {
        match self.look() {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                *looked = Err(error);
                ControlFlow::Break(())
            }
        }
    }

    #[cold]
    fn alarmed(&self) -> Result<()> {
        if self.stop.load(Ordering::Acquire) {
            return Err(match self.is_hurried() {
                true => Error::Deadline,
                false => Error::Interrupted,
            });
        }
        match self.alarm.load(Ordering::Relaxed) {
            LATE => Err(Error::Deadline),
            FULL => Err(Error::Memory {
                limit: self.process.map_or(0, |process| process.limit),
            }),
            _ => Ok(()),
        }
    }

    /// Fails when the flag is up, the deadline has passed, the process has too
    /// much in memory, or more steps are done than allowed.
    pub fn check(&self) -> Result<()> {
        self.look()?;
        if let Some(most) = self.most_steps
            && self.steps.load(Ordering::Relaxed) > most
        {
            return Err(Error::TooLarge {
                what: "too many steps",
                bound: most,
            });
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Error::Deadline),
            _ => Ok(()),
        }
    }

    /// Fails when `used` bytes are more than allowed.
    pub fn check_bytes(&self, used: u64) -> Result<()> {
        match self.bytes {
            Some(limit) if used > limit => Err(Error::Memory { limit }),
            _ => Ok(()),
        }
    }
}
