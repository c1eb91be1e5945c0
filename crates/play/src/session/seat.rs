//! Who sits at a side of the table.

use crate::effort::Effort;
use crate::player::levelled;
use rules::BadInput;
use std::fmt;
use std::time::Duration;
use values::Budget;

/// Who plays a side: a person, or a computer player with its level and clock.
///
/// ```
/// use play::Seat;
/// let seat = Seat::read("search:3").unwrap();
/// assert_eq!((seat.player.as_str(), seat.level), ("search", Some(3)));
/// assert_eq!(seat.to_string(), "search:3");
/// assert!(Seat::read("Human").unwrap().is_human());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// `human`, or the name of a player.
    pub player: String,
    /// The player's own level, if it has one.
    pub level: Option<u32>,
    /// How long it may think about a move, if the clock decides that and not a
    /// level.
    pub clock: Option<Duration>,
}

const HUMAN: &str = "human";

impl Seat {
    /// A person's.
    #[must_use]
    pub fn human() -> Self {
        Seat::computer(HUMAN, None)
    }

    /// A computer player's.
    #[must_use]
    pub fn computer(name: &str, level: Option<u32>) -> Self {
        Seat {
            player: name.to_owned(),
            level,
            clock: None,
        }
    }

    /// A seat as records and people write it: `human`, `search`, `search:3`.
    pub fn read(text: &str) -> Result<Self, BadInput> {
        if text.trim().eq_ignore_ascii_case(HUMAN) {
            return Ok(Seat::human());
        }
        let (name, level) = levelled(text)?;
        Ok(Seat::computer(name, level))
    }

    /// Whether a person sits there.
    #[must_use]
    pub fn is_human(&self) -> bool {
        self.player == HUMAN
    }

    /// How much the player may think about a move: as its own level says, or
    /// the clock, or else this level.
    #[must_use]
    pub fn effort(&self, level: u32, budget: &Budget) -> Effort {
        let effort = match (self.level, self.clock) {
            (None, Some(time)) => Effort::time(time),
            (own, _) => Effort::level(own.unwrap_or(level)),
        };
        effort.with_budget(budget.clone())
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.player)?;
        match self.level {
            Some(level) if !self.is_human() => write!(f, ":{level}"),
            _ => Ok(()),
        }
    }
}
