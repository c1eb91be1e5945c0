//! How much a player may think about a move.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};
use values::Budget;

/// The levels of play.
pub const LEVELS: RangeInclusive<u32> = 1..=10;

/// The level unless told otherwise.
pub const DEFAULT_LEVEL: u32 = 7;

/// The shares of a game: a table and a solver for each of its players.
const SHARES: u64 = 4;
/// The games at once that fit into any budget.
const GAMES: u64 = 4;

/// How much a player may think about a move: a number of nodes, which makes
/// play reproducible, or a time, which does not.
#[derive(Clone, Debug)]
pub struct Effort {
    nodes: u64,
    time: Option<Duration>,
    end: Option<Instant>,
    bytes: u64,
    budget: Budget,
}

impl Default for Effort {
    fn default() -> Self {
        Effort::level(DEFAULT_LEVEL)
    }
}

impl Effort {
    /// The effort of a level from 1 to 10: each level has four times the
    /// nodes of the one below.
    #[must_use]
    pub fn level(level: u32) -> Self {
        let level = level.clamp(*LEVELS.start(), *LEVELS.end());
        Effort {
            nodes: 100 << (2 * (level - 1)),
            time: None,
            end: None,
            bytes: 1 << 29,
            budget: Budget::unlimited(),
        }
    }

    /// As much as can be done in a time.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Effort {
            nodes: u64::MAX,
            time: Some(time),
            ..Effort::default()
        }
    }

    /// This effort, and no longer than so for each move.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// This effort for a move that is thought about from now on: where there
    /// is a clock, it runs.
    #[must_use]
    pub fn begun(&self) -> Self {
        match (self.end, self.time) {
            (None, Some(time)) => self.clone().until(Instant::now() + time),
            _ => self.clone(),
        }
    }

    /// The effort for a move that was due already and is to be made by `end`.
    pub(crate) fn in_haste(mut self, end: Instant) -> Self {
        self.budget = self.budget.calmed();
        self.budget.set_deadline(None);
        self.end = Some(end);
        self
    }

    /// This effort with a limit in bytes to each player's memory.
    #[must_use]
    pub fn with_bytes(mut self, bytes: u64) -> Self {
        self.bytes = bytes;
        self
    }

    /// This effort with a budget whose flag stops players. Each player keeps at
    /// most a sixteenth of its bytes, so that four games fit.
    #[must_use]
    pub fn with_budget(mut self, budget: Budget) -> Self {
        if let Some(bytes) = budget.bytes() {
            self.bytes = self.bytes.min(bytes / (SHARES * GAMES));
        }
        self.budget = budget;
        self
    }

    /// This effort for one move that has to be made by `end`, with the best
    /// that was found so far. What the budget bounds ends then, too.
    #[must_use]
    pub fn until(mut self, end: Instant) -> Self {
        self.end = Some(end);
        self.budget = self.budget.with_deadline(end);
        self
    }

    /// The budget for work that leaves half of the time of a move to other
    /// work, if it has an end.
    pub(crate) fn for_half(&self) -> Budget {
        let now = Instant::now();
        let half = |end: Instant| now + end.saturating_duration_since(now) / 2;
        match self.end.map(half) {
            Some(end) => self.budget.clone().with_deadline(end),
            None => self.budget.clone(),
        }
    }

    /// How many games can be played at once.
    #[must_use]
    pub fn most_games(&self) -> usize {
        let game = (SHARES * self.bytes).max(1);
        let games = self.budget.bytes().unwrap_or(u64::MAX) / game;
        usize::try_from(games).unwrap_or(usize::MAX).max(1)
    }

    /// How many positions may be looked at.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the clock decides, so that play cannot be repeated.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.time.is_some()
    }

    /// How many bytes a player may keep.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The budget that stops everybody.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// When thinking that begins now has to end.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        let time = self.time.map(|time| Instant::now() + time);
        [time, self.end].into_iter().flatten().min()
    }

    /// When the move has to be made, if that was said.
    #[must_use]
    pub fn end(&self) -> Option<Instant> {
        self.end
    }

    /// Whether the move has to be made now, before all was looked at.
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        self.budget.is_hurried() || self.end.is_some_and(|end| Instant::now() >= end)
    }
}
