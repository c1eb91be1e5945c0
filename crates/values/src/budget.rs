//! How much work a job may do before it stops with a reason.

use crate::error::{Error, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Bytes, a stop flag and a deadline. An [`Arena`](crate::Arena) carries one
/// and looks at it whenever it grows.
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
    stop: Arc<AtomicBool>,
    steps: Arc<AtomicU64>,
    most_steps: Option<u64>,
}

impl Budget {
    /// No limit but the machine's.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// At most so many bytes, counted by the arena.
    #[must_use]
    pub fn new(bytes: Option<u64>) -> Self {
        Budget {
            bytes,
            ..Self::default()
        }
    }

    /// The same budget with a deadline.
    #[must_use]
    pub fn with_deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Sets or lifts the deadline of this copy of the budget.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// The same budget, flag and steps included, for work that is to end after
    /// this time; where there is a deadline, when three quarters of what is
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
        self
    }

    /// The same budget, flag and steps included, with at most so many bytes.
    #[must_use]
    pub fn with_bytes(mut self, bytes: u64) -> Self {
        self.bytes = Some(bytes);
        self
    }

    /// The same budget with a count of steps of its own, which ends the work
    /// when there are more than this.
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

    /// Lowers the stop flag.
    pub fn clear_stop(&self) {
        self.stop.store(false, Ordering::Relaxed);
    }

    /// Tells those who wait that so many more steps are done. What a step is
    /// depends on the question: a position, a node.
    pub fn advance(&self, steps: u64) {
        self.steps.fetch_add(steps, Ordering::Relaxed);
    }

    /// The steps done so far, for any thread to look at.
    #[must_use]
    pub fn steps(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.steps)
    }

    /// Fails when the flag is up, the deadline has passed, or more steps are
    /// done than allowed.
    pub fn check(&self) -> Result<()> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Error::Interrupted);
        }
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
