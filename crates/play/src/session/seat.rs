//! Who sits at a side of the table.

use crate::effort::Effort;
use crate::player::{Listed, find_player, levelled};
use crate::state::State;
use crate::strength::Strength;
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
/// assert_eq!(Seat::read("hard").unwrap().strength, Some(play::Strength::Hard));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// `human`, the name of a player, or of its strength.
    pub player: String,
    /// The player's own level, if it has one.
    pub level: Option<u32>,
    /// How long it may think about a move, if the clock decides that and not a
    /// level.
    pub clock: Option<Duration>,
    /// How strong it is, if that says who plays.
    pub strength: Option<Strength>,
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
            strength: None,
        }
    }

    /// A computer player's of this strength, whoever that is in the game.
    #[must_use]
    pub fn strong(strength: Strength) -> Self {
        Seat {
            clock: Some(strength.clock()),
            strength: Some(strength),
            ..Seat::computer(strength.name(), None)
        }
    }

    /// Who plays here in a game that began so and now stands so, and at which
    /// level if it has one of its own. A player that suits the start plays on
    /// to the end.
    pub fn who(
        &self,
        start: &State,
        now: &State,
    ) -> Result<(&'static Listed, Option<u32>), BadInput> {
        match self.strength {
            Some(strength) => {
                let (listed, level) = strength.player(now);
                Ok((listed, Some(level)))
            }
            None => Ok((find_player(&self.player, start)?, self.level)),
        }
    }

    /// A seat as records and people write it: `human`, `search`, `search:3`,
    /// `medium`.
    pub fn read(text: &str) -> Result<Self, BadInput> {
        if text.trim().eq_ignore_ascii_case(HUMAN) {
            return Ok(Seat::human());
        }
        if let Ok(strength) = Strength::read(text) {
            return Ok(Seat::strong(strength));
        }
        let (name, level) = levelled(text)?;
        Ok(Seat::computer(name, level))
    }

    /// Whether a person sits there.
    #[must_use]
    pub fn is_human(&self) -> bool {
        self.player == HUMAN
    }

    /// How much the player may think about a move: as its own level and the
    /// clock say, or else this level.
    #[must_use]
    pub fn effort(&self, level: u32, budget: &Budget) -> Effort {
        let effort = match (self.level, self.clock) {
            (None, None) => Effort::level(level),
            (None, Some(time)) => Effort::time(time),
            (Some(own), None) => Effort::level(own),
            (Some(own), Some(time)) => Effort::level(own).within(time),
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
