//! Walls of thermographs at temperatures t ≥ 0 with any slopes, exactly.

use crate::dyadic::Dyadic;
use crate::player::Player;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

pub(crate) type Rational = BigRational;

/// The fraction that a dyadic number is.
pub(crate) fn rational(x: &Dyadic) -> Rational {
    let denominator = num_bigint::BigInt::from(1) << x.exponent();
    Rational::new(x.numerator().clone(), denominator)
}

/// A whole number.
pub(crate) fn whole(n: i64) -> Rational {
    Rational::from_integer(n.into())
}

/// A wall or a scaffold: what a player gets at each temperature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wall {
    /// More than any number for that player.
    All(Player),
    Finite(Line),
}

/// A piecewise linear function of the temperature t ≥ 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Where the slope may change, ascending, with the values; the first is
    /// at 0.
    pub corners: Vec<(Rational, Rational)>,
    /// The slope above the last corner.
    pub top: Rational,
}

impl Line {
    /// value + slope·t.
    pub fn straight(value: Rational, slope: Rational) -> Self {
        Line {
            corners: vec![(Rational::zero(), value)],
            top: slope,
        }
    }

    /// The slope above a corner.
    pub fn slope(&self, corner: usize) -> Rational {
        let (t, value) = &self.corners[corner];
        match self.corners.get(corner + 1) {
            Some((next, above)) => (above - value) / (next - t),
            None => self.top.clone(),
        }
    }

    pub fn at(&self, t: &Rational) -> Rational {
        let above = self.corners.partition_point(|(corner, _)| corner <= t);
        let place = above.max(1) - 1;
        let (corner, value) = &self.corners[place];
        value + self.slope(place) * (t - corner)
    }

    /// This function plus slope·t.
    pub fn tilted(&self, slope: &Rational) -> Line {
        let corners = self.corners.iter();
        Line {
            corners: corners.map(|(t, v)| (t.clone(), v + slope * t)).collect(),
            top: &self.top + slope,
        }
    }

    /// Without corners where nothing bends.
    pub fn simplified(mut self) -> Line {
        let slopes: Vec<Rational> = (0..self.corners.len()).map(|i| self.slope(i)).collect();
        let mut place = 0;
        self.corners.retain(|_| {
            place += 1;
            place == 1 || slopes[place - 1] != slopes[place - 2]
        });
        self
    }
}

/// The temperatures at which one of two functions bends or the two cross.
fn bends(a: &Line, b: &Line) -> Vec<Rational> {
    let mut temperatures: Vec<Rational> = a
        .corners
        .iter()
        .chain(&b.corners)
        .map(|(t, _)| t.clone())
        .collect();
    temperatures.sort();
    temperatures.dedup();
    let mut all = Vec::with_capacity(2 * temperatures.len());
    for (place, t) in temperatures.iter().enumerate() {
        all.push(t.clone());
        let gap = a.at(t) - b.at(t);
        let next = temperatures.get(place + 1);
        // The slopes on this stretch.
        let beyond = next.map_or_else(|| t + whole(1), Rational::clone);
        let after = a.at(&beyond) - b.at(&beyond);
        let closing = (&gap - after) / (&beyond - t);
        if gap.is_zero() || closing.is_zero() || gap.is_positive() != closing.is_positive() {
            continue;
        }
        let cross = t + gap / closing;
        if next.is_none_or(|next| cross < *next) {
            all.push(cross);
        }
    }
    all
}

impl Wall {
    pub fn straight(value: Rational, slope: Rational) -> Self {
        Wall::Finite(Line::straight(value, slope))
    }

    /// Nothing for a player who cannot move.
    pub fn nothing(player: Player) -> Self {
        Wall::All(player.opposite())
    }

    pub fn tilted(&self, slope: &Rational) -> Wall {
        match self {
            Wall::All(player) => Wall::All(*player),
            Wall::Finite(line) => Wall::Finite(line.tilted(slope)),
        }
    }

    /// What a player prefers at each temperature.
    pub fn best(&self, other: &Wall, player: Player) -> Wall {
        let (a, b) = match (self, other) {
            (Wall::All(whose), rest) | (rest, Wall::All(whose)) => {
                return match *whose == player {
                    true => Wall::All(player),
                    false => rest.clone(),
                };
            }
            (Wall::Finite(a), Wall::Finite(b)) => (a, b),
        };
        let prefers = |x: &Rational, y: &Rational| x.cmp(y) == player.better();
        let bends = bends(a, b);
        let corners = bends.iter().map(|t| {
            let (x, y) = (a.at(t), b.at(t));
            let best = if prefers(&y, &x) { y } else { x };
            (t.clone(), best)
        });
        let corners: Vec<_> = corners.collect();
        let last = bends.last().map_or_else(Rational::zero, Rational::clone) + whole(1);
        let first = !prefers(&b.at(&last), &a.at(&last));
        let top = if first { a.top.clone() } else { b.top.clone() };
        Wall::Finite(Line { corners, top }.simplified())
    }
}

/// The walls of a game with these scaffolds. Where Left's is above Right's the
/// game is hot, and they are its walls. Elsewhere neither player wants to move,
/// and the mast goes straight up from where they met, as long as it stays
/// between them. `start` is the mast at temperature 0, if the game is not hot
/// there.
///
/// `None` if the mast at temperature 0 would have to be known.
pub(crate) fn settled(left: Wall, right: Wall, start: Option<&Rational>) -> Option<[Wall; 2]> {
    let (left, right) = match (left, right) {
        (Wall::All(a), Wall::All(b)) if a == b => return Some([Wall::All(a), Wall::All(a)]),
        (Wall::All(Player::Left), right) => return Some([Wall::All(Player::Left), right]),
        (left, Wall::All(Player::Right)) => return Some([left, Wall::All(Player::Right)]),
        // A player without moves is no bound to the mast: one that is far away
        // does as well.
        (Wall::All(_), Wall::All(_)) => {
            let mast = Wall::straight(start?.clone(), Rational::zero());
            return Some([mast.clone(), mast]);
        }
        (Wall::All(_), Wall::Finite(right)) => (far_from(&right, start?, -1), right),
        (Wall::Finite(left), Wall::All(_)) => {
            let right = far_from(&left, start?, 1);
            (left, right)
        }
        (Wall::Finite(left), Wall::Finite(right)) => (left, right),
    };
    let mut mast = start.cloned();
    let mut corners: [Vec<(Rational, Rational)>; 2] = [Vec::new(), Vec::new()];
    let mut tops = [Rational::zero(), Rational::zero()];
    let bends = bends(&left, &right);
    for (place, t) in bends.iter().enumerate() {
        let end = bends.get(place + 1);
        let inside = end.map_or_else(|| t + whole(1), |end| (t + end) / whole(2));
        let (low, high) = (left.at(t), right.at(t));
        if left.at(&inside) > right.at(&inside) {
            corners[0].push((t.clone(), low));
            corners[1].push((t.clone(), high));
            tops = [left.top.clone(), right.top.clone()];
            mast = None;
            continue;
        }
        // Where the scaffolds meet the mast begins.
        let mut here = match mast {
            _ if low == high => low.clone(),
            Some(mast) => mast,
            None => return None,
        };
        here = here.max(low).min(high);
        let slopes = [&left, &right].map(|line| {
            let (a, b) = (line.at(t), line.at(&inside));
            (b - a) / (&inside - t)
        });
        // It is pushed by a scaffold that comes across.
        let mut from = t.clone();
        let mut slope = Rational::zero();
        for (bound, own) in [&left, &right].into_iter().zip(&slopes) {
            let toward = match std::ptr::eq(bound, &left) {
                true => own.is_positive(),
                false => own.is_negative(),
            };
            if !toward {
                continue;
            }
            let meets = t + (&here - bound.at(t)) / own;
            if end.is_none_or(|end| meets < *end) {
                corners
                    .iter_mut()
                    .for_each(|c| c.push((from.clone(), here.clone())));
                from = meets;
                slope = own.clone();
            }
        }
        if corners[0].last().is_none_or(|(last, _)| *last < from) {
            corners
                .iter_mut()
                .for_each(|c| c.push((from.clone(), here.clone())));
        }
        tops = [slope.clone(), slope.clone()];
        mast = Some(match end {
            Some(end) => here + slope * (end - from),
            None => here,
        });
    }
    let [left, right] = corners;
    let [left_top, right_top] = tops;
    let wall = |corners, top| Wall::Finite(Line { corners, top }.simplified());
    Some([wall(left, left_top), wall(right, right_top)])
}

/// A line that stays beyond another and a value.
fn far_from(line: &Line, value: &Rational, direction: i64) -> Line {
    let values = line.corners.iter().map(|(_, v)| v).chain([value]);
    let far = match direction < 0 {
        true => values.min().cloned(),
        false => values.max().cloned(),
    };
    let far = far.unwrap_or_else(Rational::zero) + whole(direction);
    let slope = match direction < 0 {
        true => line.top.clone().min(Rational::zero()),
        false => line.top.clone().max(Rational::zero()),
    };
    Line::straight(far, slope)
}
