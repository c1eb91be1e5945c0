//! One wall of a thermograph.

use crate::scalar::{Overflow, Scalar, ground};
use values::{Corner, Player, Trajectory};

/// A function of the temperature t ≥ −1 with slopes 0 and 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Wall<S> {
    /// The value at t = −1.
    pub start: S,
    /// Where the slope changes, ascending; below the first one it is 0. A
    /// function that rises from the ground on turns at −1. Walls end with
    /// slope 0, so they have an even number of turns.
    pub turns: Vec<S>,
}

impl<S: Scalar> Wall<S> {
    pub fn constant(value: S) -> Self {
        Wall {
            start: value,
            turns: Vec::new(),
        }
    }

    /// The value at a temperature.
    pub fn at(&self, t: &S) -> S {
        let mut value = self.start.clone();
        for rise in self.turns.chunks(2) {
            if rise[0] >= *t {
                break;
            }
            let end = rise.get(1).filter(|end| *end < t).unwrap_or(t);
            value = value.plus(&end.minus(&rise[0]));
        }
        value
    }

    /// The value above all turns of a wall.
    pub fn top(&self) -> S {
        let rises = self.turns.chunks_exact(2);
        rises.fold(self.start.clone(), |top, rise| {
            top.plus(&rise[1].minus(&rise[0]))
        })
    }

    /// Makes this t minus what it was: what a player gets who pays t to move
    /// to where the opponent faces this wall.
    pub fn tax(&mut self) {
        let ground = ground::<S>();
        self.start = ground.minus(&self.start);
        if self.turns.first() == Some(&ground) {
            self.turns.remove(0);
        } else {
            self.turns.insert(0, ground);
        }
    }

    /// Makes this the larger of this and `other`, at every temperature.
    pub fn raise(&mut self, other: &Wall<S>, scratch: &mut Vec<S>) {
        scratch.clear();
        let mut ahead = self.start.minus(&other.start);
        let (mut i, mut j) = (0, 0);
        let mut t = ground::<S>();
        let mut rising = false;
        let mut turn = |at: &S, rises: bool| {
            if rises != rising {
                scratch.push(at.clone());
                rising = rises;
            }
        };
        let zero = S::zero();
        loop {
            i += usize::from(self.turns.get(i) == Some(&t));
            j += usize::from(other.turns.get(j) == Some(&t));
            let (mine, theirs) = (i % 2 == 1, j % 2 == 1);
            let next = match (self.turns.get(i), other.turns.get(j)) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
            turn(&t, (mine && ahead >= zero) || (theirs && ahead <= zero));
            if mine != theirs {
                // The one that rises may overtake the one that leads.
                let behind = if mine {
                    zero.minus(&ahead)
                } else {
                    ahead.clone()
                };
                if behind > zero {
                    let meet = t.plus(&behind);
                    if next.is_none_or(|next| meet < *next) {
                        turn(&meet, true);
                    }
                }
            }
            let Some(next) = next else { break };
            if mine != theirs {
                let gained = next.minus(&t);
                ahead = if mine {
                    ahead.plus(&gained)
                } else {
                    ahead.minus(&gained)
                };
            }
            t = next.clone();
        }
        if self.start < other.start {
            self.start = other.start.clone();
        }
        std::mem::swap(&mut self.turns, scratch);
    }

    /// This function plus a number, as a wall of the sum of the game and the
    /// number.
    ///
    /// Down to the temperature −2⁻ᵏ of a number with denominator 2ᵏ the sum's
    /// wall is moved by the number (walls of a sum are at least the sums of
    /// walls, and the number can be taken away again). Below, walls at −2⁻ᵏ
    /// are multiples of 2⁻ᵏ, which leaves one way to go on (Berlekamp,
    /// "Sums of N × 2 Amazons", section 3).
    pub fn translated(&self, by: &S) -> Self {
        let exponent = by.exponent();
        if exponent == 0 {
            return Wall {
                start: self.start.plus(by),
                turns: self.turns.clone(),
            };
        }
        let zero = S::zero();
        let mut t = zero.minus(&S::power(exponent));
        let mut value = self.at(&t).plus(by);
        // Downwards from t: the turns in reverse.
        let above = self.turns.iter().filter(|turn| **turn > t);
        let mut kept: Vec<S> = above.cloned().collect();
        let mut rising = kept.len() % 2 == 1;
        let mut below = Vec::new();
        for k in (1..=exponent).rev() {
            let rises = value.exponent() == k;
            if rises != rising {
                below.push(t.clone());
                rising = rises;
            }
            let step = S::power(k);
            t = t.minus(&step);
            if rises {
                value = value.minus(&step);
            }
        }
        if rising {
            below.push(t);
        }
        below.reverse();
        below.append(&mut kept);
        Wall {
            start: value,
            turns: below,
        }
    }

    pub fn is_safe(&self) -> bool {
        self.start.is_safe() && self.turns.last().is_none_or(Scalar::is_safe)
    }
}

/// The lowest temperature where two scaffolds meet that are apart at −1.
pub(crate) fn meeting<S: Scalar>(left: &Wall<S>, right: &Wall<S>) -> Result<S, Overflow> {
    let zero = S::zero();
    let mut gap = zero.minus(&left.start.plus(&right.start));
    let (mut i, mut j) = (0, 0);
    let mut t = ground::<S>();
    loop {
        i += usize::from(left.turns.get(i) == Some(&t));
        j += usize::from(right.turns.get(j) == Some(&t));
        let next = match (left.turns.get(i), right.turns.get(j)) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        let speed = i % 2 + j % 2;
        let closing = |length: S| match speed {
            0 => S::zero(),
            1 => length,
            _ => length.plus(&length),
        };
        match next {
            Some(next) if closing(next.minus(&t)) < gap => {
                gap = gap.minus(&closing(next.minus(&t)));
                t = next.clone();
            }
            _ if speed == 2 => return Ok(t.plus(&gap.half().ok_or(Overflow)?)),
            _ => return Ok(t.plus(&gap)),
        }
    }
}

/// The corners of a wall as people see it, with Left's sign put right.
pub(crate) fn trajectory<S: Scalar>(wall: &Wall<S>, player: Player) -> Trajectory {
    let sign = |x: &S| match player {
        Player::Left => -&x.dyadic(),
        Player::Right => x.dyadic(),
    };
    let ground = ground::<S>();
    let mut corners: Vec<Corner> = vec![(ground.dyadic(), sign(&wall.start))];
    for turn in wall.turns.iter().filter(|turn| **turn > ground) {
        corners.push((turn.dyadic(), sign(&wall.at(turn))));
    }
    let rising = wall.turns.len() % 2 == 1;
    let top = match player {
        _ if !rising => 0,
        Player::Left => -1,
        Player::Right => 1,
    };
    Trajectory::new(corners, top)
}
