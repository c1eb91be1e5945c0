//! How strong the players of Latrunculus are. Nobody plays a game with a die
//! perfectly: the strongest looks as widely as it can.

use play::{DEFAULT_LEVEL, Seat, Strength};
use std::time::Duration;

/// The level at which the strongest player looks as widely as it can.
const WIDEST: u32 = 10;

/// Who plays at a seat, by the name that the players have, and at which level.
pub fn player(seat: &Seat) -> (&str, u32) {
    match seat.strength {
        None => (&seat.player, seat.level.unwrap_or(DEFAULT_LEVEL)),
        Some(Strength::Easy) => ("material", 1),
        Some(Strength::Medium) => ("shots", 1),
        Some(Strength::Hard) => ("dice", DEFAULT_LEVEL),
        Some(Strength::Perfect) => ("dice", WIDEST),
    }
}

/// How long may be thought at a seat about a turn.
pub fn clock(seat: &Seat) -> Duration {
    let clock = seat.clock.unwrap_or(Strength::Hard.clock());
    clock.min(Duration::from_secs(super::super::table::SECONDS))
}
