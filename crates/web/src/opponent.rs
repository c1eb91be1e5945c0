//! Who plays beside cards and with a die, as requests ask for it and pages are
//! told: a strength and a side, or players by name.

use play::{Seat as Seated, Strength};
use serde_json::{Value, json};
use values::Player;

use super::fault::Fault;
use super::seat::{Chosen, Seat, Side};

/// A person on a side, and a computer of a strength on the other.
pub fn against(strength: &str, side: Player) -> Result<[Seated; 2], Fault> {
    let computer = Seated::strong(Strength::read(strength)?);
    Ok(match side {
        Player::Left => [Seated::human(), computer],
        Player::Right => [computer, Seated::human()],
    })
}

/// The side that a person wants, if it is said which.
pub fn wanted(side: Option<Chosen>) -> Option<Player> {
    match side? {
        Chosen::Left => Some(Player::Left),
        Chosen::Right => Some(Player::Right),
        Chosen::Best => None,
    }
}

/// Who sits somewhere, as a page is told: who plays there by name and at which
/// level, and how strong that is.
pub fn seen(seat: &Seated, (player, level): (&str, u32)) -> Value {
    json!({
        "player": player,
        "level": level,
        "strength": seat.strength.map(Strength::name),
    })
}

/// The side of the person who plays against the computer, if one does.
pub fn you(seats: &[Seated; 2]) -> Value {
    json!(match seats.each_ref().map(Seated::is_human) {
        [true, false] => Some(Side::Left),
        [false, true] => Some(Side::Right),
        _ => None,
    })
}

/// The seats that are asked for by name, people's where nobody is named.
pub fn named(seats: [&Option<Seat>; 2]) -> [Seated; 2] {
    seats.map(|seat| seat.as_ref().map_or_else(Seated::human, Seat::taken))
}
