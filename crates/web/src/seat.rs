//! Who plays, as requests and answers have it.

use play::{DEFAULT_LEVEL, LEVELS};
use serde::{Deserialize, Serialize};
use values::Player;

use super::fault::Fault;

/// A player's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    #[serde(alias = "black")]
    Left,
    #[serde(alias = "white")]
    Right,
}

impl Side {
    pub fn left() -> Self {
        Side::Left
    }

    pub fn player(self) -> Player {
        match self {
            Side::Left => Player::Left,
            Side::Right => Player::Right,
        }
    }

    pub fn of(player: Player) -> Self {
        match player {
            Player::Left => Side::Left,
            Player::Right => Side::Right,
        }
    }
}

/// Who sits on a side.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// `human`, or the name of a player.
    pub player: String,
    #[serde(default = "default_level")]
    pub level: u32,
}

fn default_level() -> u32 {
    DEFAULT_LEVEL
}

impl Seat {
    pub fn human() -> Self {
        Seat::of(&play::Seat::human())
    }

    pub fn of(seat: &play::Seat) -> Self {
        Seat {
            player: seat.player.clone(),
            level: seat.level.unwrap_or(DEFAULT_LEVEL),
        }
    }

    /// Who sits there in a game.
    pub fn taken(&self) -> play::Seat {
        play::Seat::computer(&self.player, Some(self.level))
    }

    pub fn check_level(&self) -> Result<(), Fault> {
        match LEVELS.contains(&self.level) {
            true => Ok(()),
            false => Err(Fault::bad(
                format!("there is no level {}", self.level),
                format!("levels are {} to {}", LEVELS.start(), LEVELS.end()),
            )),
        }
    }
}
