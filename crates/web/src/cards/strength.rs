//! How strong the players beside cards are.

use play::{Seat, Strength};
use std::time::Duration;

/// Who plays at a seat, by the name that the players have.
pub fn player(seat: &Seat) -> &str {
    match seat.strength {
        None => &seat.player,
        Some(Strength::Easy) => "novice",
        Some(Strength::Medium) => "hotstrat",
        Some(Strength::Hard) => "orthodox",
        Some(Strength::Perfect) => "exact",
    }
}

/// How long may be thought at a seat about a turn.
pub fn clock(seat: &Seat) -> Duration {
    seat.clock.unwrap_or(Strength::Hard.clock())
}
