//! Who plays, as requests and answers have it.

use play::{DEFAULT_LEVEL, LEVELS, State, Strength};
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

/// The side of a person who plays against the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Chosen {
    #[serde(alias = "black")]
    Left,
    #[serde(alias = "white")]
    Right,
    /// The side that can win.
    Best,
}

/// Who sits on a side.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// `human`, or the name of a player; a strength needs none.
    #[serde(default)]
    pub player: String,
    #[serde(default = "default_level")]
    pub level: u32,
    /// How strong the computer is; that says who plays.
    #[serde(default, with = "strength", skip_serializing_if = "Option::is_none")]
    pub strength: Option<Strength>,
}

/// A strength as its name.
pub mod strength {
    use play::Strength;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(strength: &Option<Strength>, to: S) -> Result<S::Ok, S::Error> {
        match strength {
            Some(strength) => to.serialize_str(strength.name()),
            None => to.serialize_none(),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Strength>, D::Error> {
        let name = Option::<String>::deserialize(from)?;
        let read = name.map(|name| Strength::read(&name)).transpose();
        read.map_err(|bad| D::Error::custom(format!("{}; {}", bad.message, bad.hint)))
    }
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
            strength: seat.strength,
        }
    }

    /// A seat with the player who sits there when a game that began so stands
    /// so.
    pub fn seen(seat: &play::Seat, start: &State, now: &State) -> Self {
        match seat.who(start, now) {
            Ok((listed, level)) if seat.strength.is_some() => Seat {
                player: listed.name.to_owned(),
                level: level.unwrap_or(DEFAULT_LEVEL),
                strength: seat.strength,
            },
            _ => Seat::of(seat),
        }
    }

    /// Who sits there in a game.
    pub fn taken(&self) -> play::Seat {
        match self.strength {
            Some(strength) => play::Seat::strong(strength),
            None => play::Seat::computer(&self.player, Some(self.level)),
        }
    }

    pub fn check_level(&self) -> Result<(), Fault> {
        if self.player.is_empty() && self.strength.is_none() {
            let hint = "write {\"player\":\"human\"} or {\"strength\":\"medium\"}";
            return Err(Fault::bad("nobody sits there", hint));
        }
        match LEVELS.contains(&self.level) {
            true => Ok(()),
            false => Err(Fault::bad(
                format!("there is no level {}", self.level),
                format!("levels are {} to {}", LEVELS.start(), LEVELS.end()),
            )),
        }
    }
}
