//! How long somebody waits for an answer about a sum.

use std::time::{Duration, Instant};
use values::Budget;

/// How long a search in a sum may take.
///
/// Before the search the thermograph of every summand is found, which has the
/// budget of the arena and of the [`Parts`](super::Parts).
#[derive(Clone, Copy, Debug)]
pub enum Patience {
    /// The search alone takes at most this, whatever the summands took.
    Search(Duration),
    /// Everything ends then.
    Until(Instant),
}

impl Patience {
    /// The budget of a search that begins now.
    #[must_use]
    pub fn budget(self, whole: &Budget) -> Budget {
        match self {
            Patience::Search(time) => whole.clone().with_time(time),
            Patience::Until(end) => whole.clone().with_deadline(end),
        }
    }

    /// How long a search takes that begins now.
    #[must_use]
    pub fn left(self) -> Duration {
        match self {
            Patience::Search(time) => time,
            Patience::Until(end) => end.saturating_duration_since(Instant::now()),
        }
    }
}
