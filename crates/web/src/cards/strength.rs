//! How strong the players beside cards are.

use play::Seat;
use std::time::Duration;

use super::super::opponent::Strength;

/// Who plays so.
pub fn player(strength: Strength) -> &'static str {
    match strength {
        Strength::Easy => "novice",
        Strength::Medium => "hotstrat",
        Strength::Hard => "orthodox",
        Strength::Perfect => "exact",
    }
}

/// How strong somebody is who sits at the table, if there is a word for it.
pub fn strength(seat: &Seat) -> Option<Strength> {
    let mut all = Strength::ALL.into_iter();
    all.find(|strength| player(*strength) == seat.player)
}

/// How long somebody may think about a turn.
pub fn clock(seat: &Seat) -> Duration {
    strength(seat).unwrap_or(Strength::Hard).clock()
}
