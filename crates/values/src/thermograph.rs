//! Thermographs as plain data: piecewise linear walls with exact corners.
//!
//! Everything is a function of the temperature t ≥ −1 (Berlekamp's sub-zero
//! thermography), so the walls of numbers are visible too.

use crate::dyadic::Dyadic;
use crate::player::Player;
use std::cmp::Ordering;
use std::fmt;

/// A piecewise linear function of the temperature, for t ≥ −1: a wall or a
/// scaffold of a thermograph.
///
/// Every slope is −1, 0 or 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Trajectory {
    /// Where the slope may change, ascending; the first is at t = −1.
    corners: Vec<(Dyadic, Dyadic)>,
    /// The slope above the last corner.
    top: i32,
}

/// A temperature and a value.
pub type Corner = (Dyadic, Dyadic);

impl Trajectory {
    /// The constant function.
    #[must_use]
    pub fn mast(value: Dyadic) -> Self {
        Trajectory {
            corners: vec![(Dyadic::from(-1), value)],
            top: 0,
        }
    }

    /// The function through some corners, ascending from t = −1 and joined by
    /// slopes −1, 0 and 1, with slope `top` above the last.
    ///
    /// # Panics
    /// Without a corner.
    #[must_use]
    pub fn new(corners: Vec<Corner>, top: i32) -> Self {
        assert!(!corners.is_empty(), "a trajectory starts at t = -1");
        let mut trajectory = Trajectory { corners, top };
        trajectory.simplify();
        trajectory
    }

    /// The corners in ascending temperature, each `(temperature, value)`. The
    /// first is at −1; a wall's last corner is the base of the mast.
    #[must_use]
    pub fn corners(&self) -> &[Corner] {
        &self.corners
    }

    /// The slope above the last corner: 0 for a wall.
    #[must_use]
    pub fn top_slope(&self) -> i32 {
        self.top
    }

    /// The value at temperature `t` ≥ −1 (below that, the value at −1).
    ///
    /// ```
    /// use values::{Arena, Player};
    /// let mut arena = Arena::new();
    /// let g = arena.read("{3||2|1}").unwrap();
    /// let t = arena.thermograph(g).unwrap();
    /// assert_eq!(t.right.at(&"1/4".parse().unwrap()).to_string(), "2");
    /// assert_eq!(t.right.at(&"5/8".parse().unwrap()).to_string(), "17/8");
    /// ```
    #[must_use]
    pub fn at(&self, t: &Dyadic) -> Dyadic {
        let above = self.corners.partition_point(|(at, _)| at <= t);
        let Some(i) = above.checked_sub(1) else {
            return self.corners[0].1.clone();
        };
        let (at, value) = &self.corners[i];
        along(value, self.slope(i), &(t - at))
    }

    /// About how many bytes the corners take.
    pub(crate) fn bytes(&self) -> usize {
        let numbers = self.corners.iter().map(|(t, v)| t.bytes() + v.bytes());
        numbers.sum()
    }

    /// The slope just above corner `i`.
    fn slope(&self, i: usize) -> i32 {
        match self.corners.get(i + 1) {
            Some((_, value)) => value.cmp(&self.corners[i].1) as i32,
            None => self.top,
        }
    }

    /// Removes corners where nothing bends.
    fn simplify(&mut self) {
        let mut kept: Vec<Corner> = Vec::with_capacity(self.corners.len());
        let mut last_slope = None;
        for i in 0..self.corners.len() {
            let slope = self.slope(i);
            if last_slope != Some(slope) {
                kept.push(self.corners[i].clone());
                last_slope = Some(slope);
            }
        }
        self.corners = kept;
    }

    /// Adds a corner at `t`, above all others, so that the end is explicit.
    fn extended_to(&self, t: &Dyadic) -> Trajectory {
        let mut extended = self.clone();
        if extended.corners.last().is_some_and(|(at, _)| at < t) {
            extended.corners.push((t.clone(), self.at(t)));
        }
        extended
    }

    /// This function plus `slope`·t.
    #[must_use]
    pub fn tilted(&self, slope: i32) -> Trajectory {
        let corners = self
            .corners
            .iter()
            .map(|(t, v)| (t.clone(), along(v, slope, t)))
            .collect();
        Trajectory {
            corners,
            top: self.top + slope,
        }
    }

    /// This function plus a constant.
    #[must_use]
    pub fn shifted(&self, by: &Dyadic) -> Trajectory {
        Trajectory {
            corners: self
                .corners
                .iter()
                .map(|(t, v)| (t.clone(), v + by))
                .collect(),
            top: self.top,
        }
    }

    /// The negative of this function.
    #[must_use]
    pub fn negated(&self) -> Trajectory {
        Trajectory {
            corners: self.corners.iter().map(|(t, v)| (t.clone(), -v)).collect(),
            top: -self.top,
        }
    }

    /// What `player` prefers of the two, at each temperature: the maximum for
    /// Left, the minimum for Right.
    #[must_use]
    pub fn best(&self, other: &Trajectory, player: Player) -> Trajectory {
        let preferred = player.better();
        let mut corners: Vec<Corner> = Vec::with_capacity(self.corners.len() + 2);
        let mut top = 0;
        walk(self, other, |t, a, b, sa, sb, until| {
            let first = a.cmp(b) == preferred || (a == b && (sa.cmp(&sb) == preferred || sa == sb));
            let (value, slope) = if first { (a, sa) } else { (b, sb) };
            corners.push((t.clone(), value.clone()));
            top = slope;
            // The other one may overtake before the segment ends.
            let gap = if first { a - b } else { b - a };
            let closing = if first { sb - sa } else { sa - sb };
            let closing = if preferred == Ordering::Greater {
                closing
            } else {
                -closing
            };
            if !gap.is_zero() && closing > 0 {
                let cross = t + &divided(&gap.abs(), closing);
                if until.is_none_or(|end| &cross < end) {
                    let after = if first { sb } else { sa };
                    let height = along(value, slope, &(&cross - t));
                    corners.push((cross, height));
                    top = after;
                }
            }
            true
        });
        Trajectory::new(corners, top)
    }
}

/// `value + slope·dt`.
fn along(value: &Dyadic, slope: i32, dt: &Dyadic) -> Dyadic {
    match slope {
        0 => value.clone(),
        1 => value + dt,
        -1 => value - dt,
        s => value + &(&Dyadic::from(i64::from(s)) * dt),
    }
}

/// `gap / closing` for a closing speed of 1 or 2.
fn divided(gap: &Dyadic, closing: i32) -> Dyadic {
    if closing == 2 {
        gap.halve()
    } else {
        gap.clone()
    }
}

/// Visits the segments of the common refinement of two trajectories, upward:
/// start, both values, both slopes, end. Stops when the visitor says `false`.
fn walk(
    a: &Trajectory,
    b: &Trajectory,
    mut visit: impl FnMut(&Dyadic, &Dyadic, &Dyadic, i32, i32, Option<&Dyadic>) -> bool,
) {
    let (mut i, mut j) = (0, 0);
    let mut t = a.corners[0].0.clone();
    let (mut va, mut vb) = (a.corners[0].1.clone(), b.corners[0].1.clone());
    loop {
        let (sa, sb) = (a.slope(i), b.slope(j));
        let (na, nb) = (a.corners.get(i + 1), b.corners.get(j + 1));
        let end = match (na, nb) {
            (Some(x), Some(y)) => Some(if x.0 <= y.0 { &x.0 } else { &y.0 }),
            (Some(x), None) => Some(&x.0),
            (None, Some(y)) => Some(&y.0),
            (None, None) => None,
        };
        if !visit(&t, &va, &vb, sa, sb, end) {
            return;
        }
        let Some(end) = end else { return };
        let dt = end - &t;
        va = along(&va, sa, &dt);
        vb = along(&vb, sb, &dt);
        t = end.clone();
        if na.is_some_and(|x| x.0 == t) {
            i += 1;
        }
        if nb.is_some_and(|y| y.0 == t) {
            j += 1;
        }
    }
}

impl fmt::Display for Trajectory {
    /// As CGSuite prints it: the mast, the critical temperatures from the top
    /// down, the slopes from the top down.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Trajectory(")?;
        self.fields(f)?;
        write!(f, ")")
    }
}

impl Trajectory {
    fn fields(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bends = self.clone();
        bends.simplify();
        let last = bends.corners.len() - 1;
        let (t, value) = &bends.corners[last];
        // For a tilted top, where it would cross t = 0.
        write!(f, "{},[", along(value, -self.top, t))?;
        for (k, i) in (1..=last).rev().enumerate() {
            let comma = if k > 0 { "," } else { "" };
            write!(f, "{comma}{}", bends.corners[i].0)?;
        }
        write!(f, "],[")?;
        for (k, i) in (0..=last).rev().enumerate() {
            let comma = if k > 0 { "," } else { "" };
            write!(f, "{comma}{}", bends.slope(i))?;
        }
        write!(f, "]")
    }
}

/// The thermograph of a game: the scores it is worth to each starter in a
/// fully enriched environment of temperature t.
///
/// ```
/// use values::Arena;
/// let mut arena = Arena::new();
/// let g = arena.read("{3||2|1}").unwrap();
/// let t = arena.thermograph(g).unwrap();
/// assert_eq!(t.mean().to_string(), "9/4");
/// assert_eq!(t.temperature().to_string(), "3/4");
/// assert_eq!(t.to_string(), "Thermograph(9/4,[3/4],[0,-1],9/4,[3/4,1/2],[0,1,0])");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thermograph {
    /// Left's wall: the score when Left starts.
    pub left: Trajectory,
    /// Right's wall.
    pub right: Trajectory,
}

impl Thermograph {
    /// The thermograph of an integer: only a mast, down to t = −1.
    #[must_use]
    pub fn integer(n: Dyadic) -> Self {
        let mast = Trajectory::mast(n);
        Thermograph {
            left: mast.clone(),
            right: mast,
        }
    }

    /// The thermograph with two walls that meet where the higher one of their
    /// last corners is.
    #[must_use]
    pub fn from_walls(left: Trajectory, right: Trajectory) -> Self {
        let last = |wall: &Trajectory| wall.corners[wall.corners.len() - 1].0.clone();
        let base = last(&left).max(last(&right));
        Thermograph {
            left: left.extended_to(&base),
            right: right.extended_to(&base),
        }
    }

    /// The walls that belong to two scaffolds that cross: the scaffolds below
    /// the smallest temperature where they meet, the mast above.
    ///
    /// The scaffolds must be apart at t = −1, as those of a canonical form
    /// that is not an integer are.
    #[must_use]
    pub fn from_scaffolds(left: &Trajectory, right: &Trajectory) -> Self {
        let mut corners: [Vec<Corner>; 2] = [Vec::new(), Vec::new()];
        let mut base: Option<Corner> = None;
        walk(left, right, |t, a, b, sa, sb, until| {
            let gap = a - b;
            if gap.signum() <= 0 {
                base = Some((t.clone(), a.clone()));
                return false;
            }
            corners[0].push((t.clone(), a.clone()));
            corners[1].push((t.clone(), b.clone()));
            if sb > sa {
                let meet = t + &divided(&gap, sb - sa);
                if until.is_none_or(|end| &meet <= end) {
                    base = Some((meet.clone(), along(a, sa, &(&meet - t))));
                    return false;
                }
            }
            true
        });
        let base = base.expect("scaffolds meet");
        let [left, right] = corners.map(|mut wall| {
            wall.push(base.clone());
            Trajectory::new(wall, 0).extended_to(&base.0)
        });
        Thermograph { left, right }
    }

    /// The wall of `player`.
    #[must_use]
    pub fn wall(&self, player: Player) -> &Trajectory {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    fn base(&self) -> &Corner {
        let corners = self.left.corners();
        &corners[corners.len() - 1]
    }

    /// The mast value.
    #[must_use]
    pub fn mean(&self) -> &Dyadic {
        &self.base().1
    }

    /// The temperature at the base of the mast; −1 for an integer.
    #[must_use]
    pub fn temperature(&self) -> &Dyadic {
        &self.base().0
    }

    /// The thermograph of the negative.
    #[must_use]
    pub fn negated(&self) -> Self {
        Thermograph {
            left: self.right.negated(),
            right: self.left.negated(),
        }
    }
}

impl fmt::Display for Thermograph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Thermograph(")?;
        self.left.fields(f)?;
        write!(f, ",")?;
        self.right.fields(f)?;
        write!(f, ")")
    }
}
