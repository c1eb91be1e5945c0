//! Walls of thermographs, each distinct one stored once.
//!
//! Left's wall is kept negated, so that every wall is a function of the
//! temperature with slopes 0 and 1, and −G has the walls of G exchanged.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::fmt::Debug;
use std::hash::{BuildHasher, Hash};
use values::{Corner, Dyadic, Player, Thermograph, Trajectory};

/// The numbers that walls are made of: fast ones with bounds, or exact ones
/// without.
pub(crate) trait Scalar: Clone + Ord + Hash + Debug {
    /// The number, if it fits.
    fn new(x: &Dyadic) -> Option<Self>;
    fn dyadic(&self) -> Dyadic;
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    /// Half of it, if that fits.
    fn half(&self) -> Option<Self>;
    /// The logarithm of the denominator.
    fn exponent(&self) -> u32;
    /// 2⁻ᵏ, for a k that is some number's exponent.
    fn power(k: u32) -> Self;
    fn zero() -> Self;
    /// Whether sums of a few such numbers cannot overflow.
    fn is_safe(&self) -> bool;
}

/// Multiples of 2⁻³².
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Fixed(i64);

const FRACTION: u32 = 32;
const SAFE: i64 = 1 << 59;

impl Scalar for Fixed {
    fn new(x: &Dyadic) -> Option<Self> {
        let (numerator, exponent) = x.as_small()?;
        let shift = FRACTION.checked_sub(exponent)?;
        let fixed = Fixed(numerator.checked_mul(1 << shift)?);
        fixed.is_safe().then_some(fixed)
    }
    fn dyadic(&self) -> Dyadic {
        Dyadic::new(self.0, FRACTION)
    }
    #[inline]
    fn plus(&self, other: &Self) -> Self {
        Fixed(self.0 + other.0)
    }
    #[inline]
    fn minus(&self, other: &Self) -> Self {
        Fixed(self.0 - other.0)
    }
    #[inline]
    fn half(&self) -> Option<Self> {
        (self.0 & 1 == 0).then_some(Fixed(self.0 >> 1))
    }
    #[inline]
    fn exponent(&self) -> u32 {
        FRACTION.saturating_sub(self.0.trailing_zeros())
    }
    #[inline]
    fn power(k: u32) -> Self {
        Fixed(1 << (FRACTION - k))
    }
    #[inline]
    fn zero() -> Self {
        Fixed(0)
    }
    #[inline]
    fn is_safe(&self) -> bool {
        -SAFE < self.0 && self.0 < SAFE
    }
}

impl Scalar for Dyadic {
    fn new(x: &Dyadic) -> Option<Self> {
        Some(x.clone())
    }
    fn dyadic(&self) -> Dyadic {
        self.clone()
    }
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    fn half(&self) -> Option<Self> {
        Some(self.halve())
    }
    fn exponent(&self) -> u32 {
        Dyadic::exponent(self)
    }
    fn power(k: u32) -> Self {
        Dyadic::new(1, k)
    }
    fn zero() -> Self {
        Dyadic::zero()
    }
    fn is_safe(&self) -> bool {
        true
    }
}

/// Some number did not fit: take exact ones.
#[derive(Debug)]
pub(crate) struct Overflow;

fn ground<S: Scalar>() -> S {
    S::zero().minus(&S::power(0))
}

/// A function of the temperature t ≥ −1 with slopes 0 and 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Wall<S> {
    /// The value at t = −1.
    start: S,
    /// Where the slope changes, ascending; below the first one it is 0. A
    /// function that rises from the ground on turns at −1. Walls end with
    /// slope 0, so they have an even number of turns.
    turns: Vec<S>,
}

impl<S: Scalar> Wall<S> {
    fn constant(value: S) -> Self {
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

    /// t minus this function: what a player gets who pays t to move to where
    /// the opponent faces this wall.
    fn taxed(mut self) -> Self {
        let ground = ground::<S>();
        let start = ground.minus(&self.start);
        if self.turns.first() == Some(&ground) {
            self.turns.remove(0);
        } else {
            self.turns.insert(0, ground);
        }
        Wall { start, ..self }
    }

    /// Makes this the larger of this and `other`, at every temperature.
    fn raise(&mut self, other: &Wall<S>, scratch: &mut Vec<S>) {
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
    fn translated(&self, by: &S) -> Self {
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

    fn is_safe(&self) -> bool {
        self.start.is_safe() && self.turns.last().is_none_or(Scalar::is_safe)
    }
}

/// A stored wall.
pub(crate) type WallId = u32;

/// The walls of a position: Left's negated, and Right's.
pub(crate) type Pair = [WallId; 2];

/// The store.
pub(crate) struct Walls<S> {
    distinct: Vec<Wall<S>>,
    index: HashTable<WallId>,
    bytes: usize,
    /// For each wall, when it was last added to a list.
    seen: Vec<u32>,
    scratch: Vec<S>,
}

impl<S: Scalar> Walls<S> {
    pub fn new() -> Self {
        Walls {
            distinct: Vec::new(),
            index: HashTable::new(),
            bytes: 0,
            seen: Vec::new(),
            scratch: Vec::new(),
        }
    }

    pub fn bytes(&self) -> u64 {
        self.bytes as u64
    }

    pub fn get(&self, id: WallId) -> &Wall<S> {
        &self.distinct[id as usize]
    }

    fn intern(&mut self, wall: Wall<S>) -> Result<WallId, Overflow> {
        if !wall.is_safe() {
            return Err(Overflow);
        }
        let hash = FxBuildHasher.hash_one(&wall);
        let distinct = &self.distinct;
        if let Some(&id) = self.index.find(hash, |&i| distinct[i as usize] == wall) {
            return Ok(id);
        }
        let id = self.distinct.len() as WallId;
        self.bytes += size_of::<Wall<S>>() + wall.turns.len() * size_of::<S>() + 16;
        self.distinct.push(wall);
        let distinct = &self.distinct;
        self.index
            .insert_unique(hash, id, |&i| FxBuildHasher.hash_one(&distinct[i as usize]));
        Ok(id)
    }

    /// The walls of a game moved by a number.
    pub fn translated(&mut self, pair: Pair, by: &S) -> Result<Pair, Overflow> {
        if *by == S::zero() {
            return Ok(pair);
        }
        let left = self.get(pair[0]).translated(&S::zero().minus(by));
        let right = self.get(pair[1]).translated(by);
        Ok([self.intern(left)?, self.intern(right)?])
    }

    /// The walls of an infinitesimal: vertical down to 0, and below it going
    /// apart where the player who moves can do harm.
    pub fn infinitesimal(&mut self, at_most_0: bool, at_least_0: bool) -> Result<Pair, Overflow> {
        let [left, right] = [at_most_0, at_least_0].map(|vertical| {
            if vertical {
                Wall::constant(S::zero())
            } else {
                Wall {
                    start: ground(),
                    turns: vec![ground(), S::zero()],
                }
            }
        });
        Ok([self.intern(left)?, self.intern(right)?])
    }

    /// The mast, if the walls are those of a number.
    pub fn as_number(&self, pair: Pair) -> Option<S> {
        let base = self.base(pair);
        (base < S::zero()).then(|| self.get(pair[1]).at(&S::zero()))
    }

    /// The base of the mast: the temperature.
    fn base(&self, pair: Pair) -> S {
        let [left, right] = pair.map(|id| self.get(id).turns.last().cloned());
        left.max(right).unwrap_or_else(ground)
    }

    /// The largest of some walls at each temperature; `None` of none.
    fn envelope(&mut self, ids: &[WallId]) -> Option<Wall<S>> {
        let (&first, others) = ids.split_first()?;
        let mut best = self.distinct[first as usize].clone();
        for &id in others {
            best.raise(&self.distinct[id as usize], &mut self.scratch);
        }
        Some(best)
    }

    /// What `player` gets by moving first, negated for Left: the scaffold.
    /// The walls are those that the opponent then faces.
    pub fn scaffold(&mut self, ids: &[WallId]) -> Option<Wall<S>> {
        self.envelope(ids).map(Wall::taxed)
    }

    /// The walls of a position, from the walls that Left's options show to
    /// Right and Right's to Left.
    pub fn game(&mut self, options: [&[WallId]; 2]) -> Result<Pair, Overflow> {
        let [left, right] = options.map(|ids| self.scaffold(ids));
        let zero = S::zero();
        let (Some(left), Some(right)) = (&left, &right) else {
            let [low, high] = [
                left.map(|wall| zero.minus(&wall.start)),
                right.map(|wall| wall.start),
            ];
            return self.integer(low.as_ref(), high.as_ref());
        };
        let low = zero.minus(&left.start);
        if low <= right.start {
            return self.integer(Some(&low), Some(&right.start));
        }
        let tau = meeting(left, right)?;
        let [left, right] = [left, right].map(|scaffold| {
            let mut turns = scaffold.turns.clone();
            turns.truncate(turns.partition_point(|turn| *turn < tau));
            if turns.len() % 2 == 1 {
                turns.push(tau.clone());
            }
            Wall {
                start: scaffold.start.clone(),
                turns,
            }
        });
        Ok([self.intern(left)?, self.intern(right)?])
    }

    /// The integer nearest 0 that is not below `low` nor above `high`: what a
    /// position is whose scaffolds do not cross above t = −1.
    fn integer(&mut self, low: Option<&S>, high: Option<&S>) -> Result<Pair, Overflow> {
        let zero = S::zero();
        let n = match (low, high) {
            (Some(low), _) if *low > zero => low.clone(),
            (_, Some(high)) if *high < zero => high.clone(),
            _ => zero.clone(),
        };
        let negative = Wall::constant(zero.minus(&n));
        Ok([self.intern(negative)?, self.intern(Wall::constant(n))?])
    }

    /// Adds a wall to a list unless it was added at the same time before.
    #[inline]
    pub fn add(&mut self, list: &mut Vec<WallId>, id: WallId, clock: u32) {
        if self.seen.len() <= id as usize {
            self.seen.resize(self.distinct.len(), 0);
        }
        let seen = &mut self.seen[id as usize];
        if *seen != clock {
            *seen = clock;
            list.push(id);
        }
    }

    /// The thermograph with these walls.
    pub fn thermograph(&self, pair: Pair) -> Thermograph {
        let [left, right] = pair.map(|id| self.get(id));
        Thermograph::from_walls(
            trajectory(left, Player::Left),
            trajectory(right, Player::Right),
        )
    }
}

/// The lowest temperature where two scaffolds meet that are apart at −1.
fn meeting<S: Scalar>(left: &Wall<S>, right: &Wall<S>) -> Result<S, Overflow> {
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
