//! Whom a person wants to play against, beside cards and with a die: a strength
//! in a word that everybody understands, and a side.

use rules::BadInput;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::Duration;
use values::Player;

use super::seat::{Seat, Side};

/// How strong an opponent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    Easy,
    Medium,
    Hard,
    Perfect,
}

impl Strength {
    pub const ALL: [Strength; 4] = [
        Strength::Easy,
        Strength::Medium,
        Strength::Hard,
        Strength::Perfect,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Strength::Easy => "easy",
            Strength::Medium => "medium",
            Strength::Hard => "hard",
            Strength::Perfect => "perfect",
        }
    }

    pub fn read(text: &str) -> Result<Self, BadInput> {
        let wanted = text.trim().to_lowercase();
        let mut all = Strength::ALL.into_iter();
        all.find(|strength| strength.name() == wanted)
            .ok_or_else(|| {
                let message = format!("`{}` is no strength", text.escape_debug());
                BadInput::new(message, "write easy, medium, hard or perfect")
            })
    }

    /// How long it thinks about a turn at most.
    pub fn clock(self) -> Duration {
        Duration::from_millis(match self {
            Strength::Easy => 200,
            Strength::Medium => 1_000,
            Strength::Hard => 5_000,
            Strength::Perfect => 30_000,
        })
    }
}

/// Which side a person wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wish {
    Left,
    Right,
    /// The one that does better with best play.
    #[default]
    Best,
}

impl Wish {
    /// The side, if it is said which.
    pub fn side(self) -> Option<Player> {
        match self {
            Wish::Left => Some(Player::Left),
            Wish::Right => Some(Player::Right),
            Wish::Best => None,
        }
    }
}

/// The person's side, if one person plays against the computer.
pub fn person(seats: &[play::Seat; 2]) -> Option<Player> {
    match seats.each_ref().map(play::Seat::is_human) {
        [true, false] => Some(Player::Left),
        [false, true] => Some(Player::Right),
        _ => None,
    }
}

/// Who sits somewhere, as a page is told.
pub fn seen(seat: &play::Seat, strength: Option<Strength>) -> Value {
    let Seat { player, level, .. } = Seat::of(seat);
    json!({"player": player, "level": level, "strength": strength.map(Strength::name)})
}

/// The side of the person in a view.
pub fn you(seats: &[play::Seat; 2]) -> Value {
    json!(person(seats).map(Side::of))
}
