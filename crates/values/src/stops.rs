//! Adorned stops and the number of ways to stop.

use crate::arena::Arena;
use crate::atomic::largest_nimber;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::player::Player;
use crate::recursion::Sides;
use crate::value::Value;
use num_bigint::BigUint;
use num_traits::One;
use std::fmt;

/// Where play stops, and who is to move there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AdornedStop {
    /// The number that play arrives at.
    pub number: Dyadic,
    /// Who is to move next.
    pub next: Player,
}

impl fmt::Display for AdornedStop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} to move)", self.number, self.next)
    }
}

/// 3 to the power of more than this is not written out.
const MAX_LOGARITHM: u64 = 1 << 20;

impl Arena {
    /// The stop of G when `player` starts, with the player who is to move
    /// when the number is reached.
    ///
    /// Both players want the best number, and among equal numbers that the
    /// opponent has to move in it. In a number nobody has moved yet.
    ///
    /// ```
    /// use values::{Arena, Player};
    /// let mut arena = Arena::new();
    /// let g = arena.read("{3||2|1}").unwrap();
    /// let left = arena.adorned_stop(g, Player::Left);
    /// assert_eq!(left.to_string(), "3 (Right to move)");
    /// let right = arena.adorned_stop(g, Player::Right);
    /// assert_eq!(right.to_string(), "2 (Right to move)");
    /// ```
    #[must_use]
    pub fn adorned_stop(&self, g: Value, player: Player) -> AdornedStop {
        // Right, starting, ends on the move at the Right stop x exactly when
        // Left wins G − x as second player: G ≥ x.
        AdornedStop {
            number: self.stop(g, player),
            next: if self.is_at_stop(g, player) {
                player
            } else {
                player.opposite()
            },
        }
    }

    /// The number of ways in which play can come to a stop: 1 for a number,
    /// for other games the sum over all options.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let g = arena.read("73/16v9*8").unwrap();
    /// assert_eq!(arena.stop_count(g).unwrap(), 13131u32.into());
    /// ```
    pub fn stop_count(&mut self, g: Value) -> Result<BigUint> {
        let leaf = |arena: &mut Arena, v| match arena.as_up_star(v) {
            Some((_, ups, nimber)) => closed_stop_count(ups, nimber).map(Some),
            None => Ok(None),
        };
        self.fold(g, leaf, |_, _, sides: Sides<BigUint>| {
            Ok(sides.iter().flatten().sum())
        })
    }
}

/// Of ∗k it is 2·3ᵏ⁻¹; every ↑ adds the stop at 0. Only ↑∗ = {0,∗|0} has one
/// more.
fn closed_stop_count(ups: i64, nimber: u64) -> Result<BigUint> {
    let end = largest_nimber(ups, nimber);
    if end > MAX_LOGARITHM {
        return Err(Error::TooLarge {
            what: "too large a nimber to count its stops",
            bound: MAX_LOGARITHM,
        });
    }
    let nimber_count = match end {
        0 => BigUint::one(),
        k => 2u32 * BigUint::from(3u32).pow(k as u32 - 1),
    };
    let ups_count = ups.unsigned_abs();
    let through_up_star = ups != 0 && nimber ^ (ups_count & 1) == 0;
    Ok(nimber_count + ups_count + u32::from(through_up_star))
}
