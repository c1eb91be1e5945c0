//! Values in closed form: number + n·↑ + ∗k.
//!
//! Most values met in play are of this kind, so they are added, compared and
//! taken apart by formula.

use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::player::Player;

/// number + ups·↑ + ∗nimber.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct UpStar {
    pub number: Dyadic,
    pub ups: i64,
    pub nimber: u64,
}

/// Option lists longer than this are refused: only nimbers have them.
pub(crate) const MAX_LISTED: u64 = 1 << 16;

/// Nimbers go up to ∗2⁶³.
pub(crate) const MAX_NIMBER: u64 = 1 << 63;

impl UpStar {
    pub fn new(number: Dyadic, ups: i64, nimber: u64) -> Self {
        UpStar {
            number,
            ups,
            nimber,
        }
    }

    pub fn is_number(&self) -> bool {
        self.ups == 0 && self.nimber == 0
    }

    pub fn is_nimber(&self) -> bool {
        self.ups == 0 && self.number.is_zero()
    }

    /// The sign of the leading part, 0 for nimbers: decides which of G and
    /// −G is kept.
    pub fn signum(&self) -> i32 {
        match self.number.signum() {
            0 => self.ups.signum() as i32,
            s => s,
        }
    }

    pub fn negated(&self) -> Result<UpStar> {
        Ok(UpStar::new(
            -&self.number,
            self.ups.checked_neg().ok_or(UPS_BOUND)?,
            self.nimber,
        ))
    }

    pub fn plus(&self, other: &UpStar) -> Result<UpStar> {
        let ups = self.ups.checked_add(other.ups).ok_or(UPS_BOUND)?;
        Ok(UpStar::new(
            &self.number + &other.number,
            ups,
            self.nimber ^ other.nimber,
        ))
    }

    /// G ≤ H, with the same formula as for H − G ≥ 0: n·↑ + ∗k is positive
    /// when n ≥ 2, or n = 1 and k ≠ 1; it is ≥ 0 also when n = k = 0.
    pub fn le(&self, other: &UpStar) -> bool {
        match self.number.cmp(&other.number) {
            std::cmp::Ordering::Less => return true,
            std::cmp::Ordering::Greater => return false,
            std::cmp::Ordering::Equal => {}
        }
        let ups = i128::from(other.ups) - i128::from(self.ups);
        match (ups, self.nimber ^ other.nimber) {
            (0, k) => k == 0,
            (1, k) => k != 1,
            (n, _) => n > 1,
        }
    }

    /// The canonical options of `player`.
    pub fn options(&self, player: Player) -> Result<Vec<UpStar>> {
        let with = |ups, nimber| UpStar::new(self.number.clone(), ups, nimber);
        if self.is_number() {
            return Ok(self.number_options(player));
        }
        if self.ups == 0 {
            if self.nimber > MAX_LISTED {
                return Err(TOO_MANY_OPTIONS);
            }
            return Ok((0..self.nimber).map(|k| with(0, k)).collect());
        }
        // For n > 0: n·↑ + ∗k = {0 | (n−1)·↑ + ∗(k⊕1)}, but ↑∗ = {0,∗|0}.
        let forward = if self.ups > 0 {
            Player::Left
        } else {
            Player::Right
        };
        if player != forward {
            return Ok(vec![with(self.ups - self.ups.signum(), self.nimber ^ 1)]);
        }
        if self.ups.abs() == 1 && self.nimber == 1 {
            return Ok(vec![with(0, 0), with(0, 1)]);
        }
        Ok(vec![with(0, 0)])
    }

    fn number_options(&self, player: Player) -> Vec<UpStar> {
        if self.number.is_integer() && self.number.signum() != player.sign() {
            return vec![];
        }
        let step = Dyadic::new(-player.sign(), self.number.exponent());
        vec![UpStar::new(&self.number + &step, 0, 0)]
    }

    /// The closed form with these canonical options, if it is one that is
    /// not a number.
    pub fn from_options(left: &[&UpStar], right: &[&UpStar]) -> Option<UpStar> {
        let number = &left.first()?.number;
        if left.iter().chain(right).any(|o| &o.number != number) {
            return None;
        }
        let make = |ups, nimber| Some(UpStar::new(number.clone(), ups, nimber));
        let star = |o: &UpStar, k| o.ups == 0 && o.nimber == k;
        match (left, right) {
            ([a], [b]) if a.is_number() && b.ups >= 0 && !b.is_number() => {
                make(b.ups.checked_add(1)?, b.nimber ^ 1).filter(|g| !(g.ups == 1 && g.nimber == 1))
            }
            ([a], [b]) if b.is_number() && a.ups <= 0 && !a.is_number() => {
                make(a.ups.checked_sub(1)?, a.nimber ^ 1)
                    .filter(|g| !(g.ups == -1 && g.nimber == 1))
            }
            ([a, b], [c]) if c.is_number() && has_zero_and_star(a, b) => make(1, 1),
            ([a], [b, c]) if a.is_number() && has_zero_and_star(b, c) => make(-1, 1),
            _ if left.len() == right.len() => {
                // number + ∗k: both players have number + ∗j for all j < k.
                let k = left.len() as u64;
                let all = |side: &[&UpStar]| (0..k).all(|j| side.iter().any(|o| star(o, j)));
                if all(left) && all(right) {
                    make(0, k)
                } else {
                    None
                }
            }
            _ => None,
        }
    }
}

fn has_zero_and_star(a: &UpStar, b: &UpStar) -> bool {
    let is = |o: &UpStar, k| o.ups == 0 && o.nimber == k;
    (is(a, 0) && is(b, 1)) || (is(a, 1) && is(b, 0))
}

pub(crate) const TOO_MANY_OPTIONS: Error = Error::TooLarge {
    what: "too many options to list in a nimber",
    bound: MAX_LISTED,
};

pub(crate) const UPS_BOUND: Error = Error::TooLarge {
    what: "too many ups",
    bound: i64::MAX as u64,
};

pub(crate) const NIMBER_BOUND: Error = Error::TooLarge {
    what: "the nimber is too large",
    bound: MAX_NIMBER,
};
