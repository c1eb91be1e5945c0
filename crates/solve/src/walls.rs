//! Walls of thermographs, each distinct one stored once.
//!
//! Left's wall is kept negated, so that every wall is a function of the
//! temperature with slopes 0 and 1, and −G has the walls of G exchanged.

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
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

    /// The value above all turns of a wall.
    fn top(&self) -> S {
        let rises = self.turns.chunks_exact(2);
        rises.fold(self.start.clone(), |top, rise| {
            top.plus(&rise[1].minus(&rise[0]))
        })
    }

    /// Makes this t minus what it was: what a player gets who pays t to move
    /// to where the opponent faces this wall.
    fn tax(&mut self) {
        let ground = ground::<S>();
        self.start = ground.minus(&self.start);
        if self.turns.first() == Some(&ground) {
            self.turns.remove(0);
        } else {
            self.turns.insert(0, ground);
        }
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

/// A stored thermograph, or its negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Graph(u32);

impl Graph {
    /// The stored thermograph with this number.
    #[inline]
    pub fn from_number(number: u32) -> Self {
        Graph(number << 1)
    }

    /// The number of a thermograph that is stored, not its negative.
    pub fn number(self) -> Option<u32> {
        (self.0 & 1 == 0).then_some(self.0 >> 1)
    }

    #[inline]
    pub fn signed(self, negated: bool) -> Self {
        Graph(self.0 ^ u32::from(negated))
    }
}

/// Graphs without repetition. A list is filled for one stamp at a time.
#[derive(Default)]
pub(crate) struct Stamps {
    last: Vec<u32>,
    stamp: u32,
}

impl Stamps {
    /// Everything is new again.
    pub fn renew(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.last.fill(0);
            self.stamp = 1;
        }
    }

    /// Whether the number was not seen since the last renewal.
    #[inline]
    pub fn is_new(&mut self, number: u32) -> bool {
        let number = number as usize;
        if number >= self.last.len() {
            self.last.resize((number + 1).next_power_of_two(), 0);
        }
        std::mem::replace(&mut self.last[number], self.stamp) != self.stamp
    }

    /// The same for a graph.
    #[inline]
    pub fn is_new_graph(&mut self, graph: Graph) -> bool {
        self.is_new(graph.0)
    }
}

/// The store.
pub(crate) struct Walls<S> {
    distinct: Vec<Wall<S>>,
    /// The value of each wall at the mast.
    tops: Vec<S>,
    index: HashTable<WallId>,
    /// The walls of each thermograph: Left's negated, and Right's.
    pairs: Vec<[WallId; 2]>,
    pair_index: FxHashMap<[WallId; 2], u32>,
    /// The number that each thermograph belongs to, if it is one's.
    numbers: Vec<Option<S>>,
    zero: Option<Graph>,
    /// Thermographs moved by numbers before.
    translations: FxHashMap<(u32, S), Graph>,
    bytes: usize,
    stamps: Stamps,
    /// Room for both players' scaffolds while a thermograph is made.
    room: [Wall<S>; 2],
    turns: Vec<S>,
}

impl<S: Scalar> Walls<S> {
    pub fn new() -> Self {
        let nothing = Wall::constant(S::zero());
        Walls {
            distinct: Vec::new(),
            tops: Vec::new(),
            index: HashTable::new(),
            pairs: Vec::new(),
            pair_index: FxHashMap::default(),
            numbers: Vec::new(),
            zero: None,
            translations: FxHashMap::default(),
            bytes: 0,
            stamps: Stamps::default(),
            room: [nothing.clone(), nothing],
            turns: Vec::new(),
        }
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The wall that `player` faces when about to move: negated for Left.
    #[inline]
    pub fn wall(&self, graph: Graph, player: Player) -> WallId {
        let side = player as usize ^ (graph.0 & 1) as usize;
        self.pairs[(graph.0 >> 1) as usize][side]
    }

    pub fn get(&self, id: WallId) -> &Wall<S> {
        &self.distinct[id as usize]
    }

    fn intern(&mut self, wall: &Wall<S>) -> Result<WallId, Overflow> {
        if !wall.is_safe() {
            return Err(Overflow);
        }
        let hash = FxBuildHasher.hash_one(wall);
        let distinct = &self.distinct;
        if let Some(&id) = self.index.find(hash, |&i| distinct[i as usize] == *wall) {
            return Ok(id);
        }
        let id = self.distinct.len() as WallId;
        self.bytes += size_of::<Wall<S>>() + wall.turns.len() * size_of::<S>() + 16;
        self.tops.push(wall.top());
        self.distinct.push(wall.clone());
        let distinct = &self.distinct;
        self.index
            .insert_unique(hash, id, |&i| FxBuildHasher.hash_one(&distinct[i as usize]));
        Ok(id)
    }

    fn graph(&mut self, walls: [&Wall<S>; 2]) -> Result<Graph, Overflow> {
        let [left, right] = walls;
        let pair = [self.intern(left)?, self.intern(right)?];
        let number = *self.pair_index.entry(pair).or_insert_with(|| {
            let base = left.turns.last().max(right.turns.last());
            let is_number = base.is_none_or(|base| *base < S::zero());
            self.numbers.push(is_number.then(|| right.top()));
            self.bytes += 32 + size_of::<Option<S>>();
            self.pairs.push(pair);
            self.pairs.len() as u32 - 1
        });
        Ok(Graph::from_number(number))
    }

    /// The thermograph of a game plus a number.
    pub fn translated(&mut self, graph: Graph, by: &S) -> Result<Graph, Overflow> {
        if *by == S::zero() {
            return Ok(graph);
        }
        let key = (graph.0, by.clone());
        if let Some(&translated) = self.translations.get(&key) {
            return Ok(translated);
        }
        let [left, right] = Player::BOTH.map(|player| self.get(self.wall(graph, player)));
        let left = left.translated(&S::zero().minus(by));
        let right = right.translated(by);
        let translated = self.graph([&left, &right])?;
        self.bytes += 2 * size_of::<(u32, S, Graph)>();
        self.translations.insert(key, translated);
        Ok(translated)
    }

    /// The thermograph of 0.
    pub fn zero(&mut self) -> Result<Graph, Overflow> {
        match self.zero {
            Some(zero) => Ok(zero),
            None => {
                let zero = self.infinitesimal(true, true)?;
                self.zero = Some(zero);
                Ok(zero)
            }
        }
    }

    /// The thermograph of an infinitesimal: walls vertical down to 0, and
    /// below it going apart where the player who moves can do harm.
    pub fn infinitesimal(&mut self, at_most_0: bool, at_least_0: bool) -> Result<Graph, Overflow> {
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
        self.graph([&left, &right])
    }

    /// The mast, if the thermograph is that of a number.
    #[inline]
    pub fn as_number(&self, graph: Graph) -> Option<S> {
        let number = self.numbers[(graph.0 >> 1) as usize].as_ref()?;
        Some(if graph.0 & 1 == 0 {
            number.clone()
        } else {
            S::zero().minus(number)
        })
    }

    /// The thermograph of a number.
    #[inline]
    pub fn number(&mut self, number: &S) -> Result<Graph, Overflow> {
        if !number.is_safe() {
            return Err(Overflow);
        }
        let zero = self.zero()?;
        self.translated(zero, number)
    }

    /// What `player` gets by moving first to one of `options`, negated for
    /// Left: the scaffold, if there are options.
    pub fn scaffold(&mut self, options: &[Graph], player: Player) -> Option<&Wall<S>> {
        // Walls are kept so that larger is better for the mover.
        let id = |graph: Graph, pairs: &[[WallId; 2]]| {
            let side = player.opposite() as usize ^ (graph.0 & 1) as usize;
            pairs[(graph.0 >> 1) as usize][side]
        };
        let best = &mut self.room[player as usize];
        let (&first, others) = options.split_first()?;
        self.stamps.renew();
        let first = id(first, &self.pairs);
        self.stamps.is_new(first);
        best.clone_from(&self.distinct[first as usize]);
        for &other in others {
            let other = id(other, &self.pairs);
            // Walls never fall: one that ends no higher than the best begins
            // is no better anywhere.
            if self.stamps.is_new(other) && self.tops[other as usize] > best.start {
                best.raise(&self.distinct[other as usize], &mut self.turns);
            }
        }
        best.tax();
        Some(best)
    }

    /// The thermograph of a position with these options.
    pub fn game(&mut self, options: [&[Graph]; 2]) -> Result<Graph, Overflow> {
        let zero = S::zero();
        let [low, high] = Player::BOTH.map(|player| {
            let scaffold = self.scaffold(options[player as usize], player)?;
            Some(scaffold.start.clone())
        });
        let low = low.map(|start| zero.minus(&start));
        match (&low, &high) {
            (Some(low), Some(high)) if low > high => {}
            _ => return self.integer(low.as_ref(), high.as_ref()),
        }
        let nothing = Wall::constant(zero);
        let mut walls = std::mem::replace(&mut self.room, [nothing.clone(), nothing]);
        let tau = meeting(&walls[0], &walls[1])?;
        for wall in &mut walls {
            let below = wall.turns.partition_point(|turn| *turn < tau);
            wall.turns.truncate(below);
            if below % 2 == 1 {
                wall.turns.push(tau.clone());
            }
        }
        let graph = self.graph([&walls[0], &walls[1]]);
        self.room = walls;
        graph
    }

    /// The integer nearest 0 that is not below `low` nor above `high`: what a
    /// position is whose scaffolds do not cross above t = −1.
    fn integer(&mut self, low: Option<&S>, high: Option<&S>) -> Result<Graph, Overflow> {
        let zero = S::zero();
        let n = match (low, high) {
            (Some(low), _) if *low > zero => low.clone(),
            (_, Some(high)) if *high < zero => high.clone(),
            _ => zero.clone(),
        };
        let negative = Wall::constant(zero.minus(&n));
        self.graph([&negative, &Wall::constant(n)])
    }

    /// The thermograph as plain data.
    pub fn thermograph(&self, graph: Graph) -> Thermograph {
        let [left, right] = Player::BOTH.map(|player| {
            let wall = self.get(self.wall(graph, player));
            trajectory(wall, player)
        });
        Thermograph::from_walls(left, right)
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
