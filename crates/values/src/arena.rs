//! The arena: every value once, with the facts that comparisons need.

use crate::budget::Budget;
use crate::compare::Comparisons;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::listing::Listing;
use crate::option_cache::OptionCache;
use crate::player::Player;
use crate::references::{FixedMasks, FixedReferences, LearntReferences};
use crate::stop_key::StopKey;
use crate::temperature::Thermographs;
use crate::up_star::{MAX_NIMBER, NIMBER_BOUND, UpStar};
use crate::uptimal::Expansion;
use crate::value::Value;
use hashbrown::HashTable;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::time::Instant;

/// Owns the canonical forms of a job and everything known about them.
///
/// Options always have been interned before the games that have them, so
/// facts can be computed bottom up. The arena grows until its
/// [`Budget`] says stop, and is freed as a whole.
///
/// ```
/// use values::{Arena, Notation};
/// let mut arena = Arena::new();
/// let hot = arena.read("{3|1}").unwrap();
/// let twice = arena.add(hot, hot).unwrap();
/// assert_eq!(arena.text(twice, Notation::Ascii).unwrap(), "4");
/// ```
pub struct Arena {
    pub(crate) nodes: Vec<Node>,
    pub(crate) edges: Vec<Value>,
    /// Games with stored options, by their options.
    pub(crate) games: HashTable<u32>,
    up_stars: Vec<UpStar>,
    up_star_index: FxHashMap<UpStar, u32>,
    /// Uptimals beyond the closed forms, by record.
    pub(crate) uptimals: FxHashMap<u32, Expansion>,
    pub(crate) uptimal_records: FxHashMap<Expansion, u32>,
    pub(crate) uptimal_bytes: usize,
    /// Stops that do not fit a [`StopKey`], in pairs x, −x.
    big_stops: Vec<Dyadic>,
    big_stop_index: FxHashMap<Dyadic, usize>,
    pub(crate) references: FixedReferences,
    pub(crate) learnt: LearntReferences,
    pub(crate) comparisons: Comparisons,
    pub(crate) sums: FxHashMap<(Value, Value), Value>,
    pub(crate) thermographs: Thermographs,
    pub(crate) listing: Listing,
    budget: Budget,
    pub(crate) option_cache: OptionCache,
    // Buffers that are taken, used and put back.
    pub(crate) scratch: Vec<Value>,
    pub(crate) lists: Vec<Value>,
    pub(crate) sides: [Vec<Value>; 2],
    growth: u32,
}

/// A record. The player-indexed arrays hold Left's entry first.
pub(crate) struct Node {
    pub start: u32,
    pub counts: [u32; 2],
    /// Index of the closed form, or [`NOT_UP_STAR`].
    pub up_star: u32,
    pub stops: [StopKey; 2],
    pub masks: FixedMasks,
    pub flags: u8,
}

pub(crate) const NOT_UP_STAR: u32 = u32::MAX;
/// The options of a closed form are stored.
const LISTED: u8 = 1;
/// G ≤ its Left stop.
pub(crate) const LEFT_AT_STOP: u8 = 2;
/// G ≥ its Right stop.
pub(crate) const RIGHT_AT_STOP: u8 = 4;
pub(crate) const ALL_SMALL: u8 = 8;
const NUMBER: u8 = 16;

/// The flags that are set, as one byte.
pub(crate) fn flags<const N: usize>(set: [(u8, bool); N]) -> u8 {
    set.iter().map(|&(flag, set)| flag * u8::from(set)).sum()
}

/// The record that a game under construction borrows.
pub(crate) const PROVISIONAL: Value = Value::PROVISIONAL;

impl Default for Arena {
    fn default() -> Self {
        Self::new()
    }
}

impl Arena {
    /// An arena without limits.
    #[must_use]
    pub fn new() -> Self {
        Self::with_budget(Budget::unlimited())
    }

    /// An arena that stops at the limits of `budget`.
    #[must_use]
    pub fn with_budget(budget: Budget) -> Self {
        let option_cache = OptionCache::new(budget.bytes());
        let mut arena = Arena {
            nodes: Vec::new(),
            edges: Vec::new(),
            games: HashTable::new(),
            up_stars: Vec::new(),
            up_star_index: FxHashMap::default(),
            uptimals: FxHashMap::default(),
            uptimal_records: FxHashMap::default(),
            uptimal_bytes: 0,
            big_stops: Vec::new(),
            big_stop_index: FxHashMap::default(),
            references: FixedReferences::new(),
            learnt: LearntReferences::default(),
            comparisons: Comparisons::new(budget.bytes()),
            sums: FxHashMap::default(),
            thermographs: Thermographs::default(),
            listing: Listing::default(),
            budget,
            option_cache,
            scratch: Vec::new(),
            lists: Vec::new(),
            sides: [Vec::new(), Vec::new()],
            growth: 0,
        };
        let zero = UpStar::new(Dyadic::zero(), 0, 0);
        let zero = arena.push_up_star(zero);
        debug_assert_eq!(zero, Value::ZERO);
        arena.nodes.push(Node {
            start: 0,
            counts: [0, 0],
            up_star: NOT_UP_STAR,
            stops: [StopKey::ZERO; 2],
            masks: FixedMasks::default(),
            flags: 0,
        });
        arena
    }

    /// The limits this arena works under.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Sets the limits of what is done next in this arena.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Sets or lifts the deadline of what is done next in this arena.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.budget.set_deadline(deadline);
    }

    /// The number of values that have a record (G and −G share one).
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Never: 0 is always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The bytes in use, memo tables included.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        fn vec<T>(v: &Vec<T>) -> usize {
            v.capacity() * size_of::<T>()
        }
        let maps = self.up_star_index.capacity() * (size_of::<UpStar>() + 8)
            + self.uptimals.capacity() * 128
            + self.uptimal_bytes
            + self.sums.capacity() * 14
            + self.games.capacity() * 5;
        let vecs = vec(&self.nodes) + vec(&self.edges) + vec(&self.up_stars);
        (maps + vecs) as u64
            + self.comparisons.bytes()
            + self.learnt.bytes()
            + self.thermographs.bytes()
            + self.listing.bytes()
            + self.option_cache.bytes()
    }

    /// Fails when the budget is used up or a stop was asked for.
    pub fn checkpoint(&self) -> Result<()> {
        self.budget.check()?;
        self.budget.check_bytes(self.bytes())
    }

    /// A look at the budget, and a checkpoint at every thousandth call: cheap
    /// enough for inner loops.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<()> {
        self.budget.look()?;
        self.growth = self.growth.wrapping_add(1);
        if self.growth.is_multiple_of(1024) {
            self.checkpoint()?;
        }
        Ok(())
    }

    // ---- construction of closed forms ----

    /// The integer `n`.
    pub fn integer(&mut self, n: i64) -> Result<Value> {
        self.number(&Dyadic::from(n))
    }

    /// A number.
    pub fn number(&mut self, x: &Dyadic) -> Result<Value> {
        self.intern_up_star(UpStar::new(x.clone(), 0, 0))
    }

    /// The nimber ∗k, for k up to 2⁶³.
    pub fn nimber(&mut self, k: u64) -> Result<Value> {
        self.up_star(&Dyadic::zero(), 0, k)
    }

    /// number + ups·↑ + ∗nimber.
    ///
    /// ```
    /// use values::{Arena, Notation};
    /// let mut arena = Arena::new();
    /// let g = arena.up_star(&"73/16".parse().unwrap(), -9, 8).unwrap();
    /// assert_eq!(arena.text(g, Notation::Ascii).unwrap(), "73/16v9*8");
    /// ```
    pub fn up_star(&mut self, number: &Dyadic, ups: i64, nimber: u64) -> Result<Value> {
        if nimber > MAX_NIMBER {
            return Err(NIMBER_BOUND);
        }
        self.intern_up_star(UpStar::new(number.clone(), ups, nimber))
    }

    pub(crate) fn intern_up_star(&mut self, g: UpStar) -> Result<Value> {
        if g.signum() < 0 {
            return Ok(-self.intern_up_star(g.negated()?)?);
        }
        if let Some(&index) = self.up_star_index.get(&g) {
            return Ok(Value::new(index, g.is_nimber(), false));
        }
        self.make_room()?;
        Ok(self.push_up_star(g))
    }

    /// The record of a closed form with a positive leading part, if it has
    /// one.
    pub(crate) fn find_up_star(&self, g: &UpStar) -> Option<usize> {
        self.up_star_index.get(g).map(|&i| i as usize)
    }

    fn push_up_star(&mut self, g: UpStar) -> Value {
        let index = self.nodes.len() as u32;
        let key = self.stop_key(&g.number);
        let number = UpStar::new(g.number.clone(), 0, 0);
        let flags = flags([
            (LEFT_AT_STOP, g.le(&number)),
            (RIGHT_AT_STOP, number.le(&g)),
            (NUMBER, g.is_number()),
            (ALL_SMALL, g.number.is_zero()),
        ]);
        self.nodes.push(Node {
            start: 0,
            counts: [0, 0],
            up_star: self.up_stars.len() as u32,
            stops: [key; 2],
            masks: self.references.of_up_star(&g),
            flags,
        });
        self.up_star_index.insert(g.clone(), index);
        let symmetric = g.is_nimber();
        self.up_stars.push(g);
        Value::new(index, symmetric, false)
    }

    pub(crate) fn make_room(&mut self) -> Result<()> {
        if self.nodes.len() as u64 > u64::from(Value::MAX_INDEX) {
            return Err(Error::TooLarge {
                what: "too many values in one arena",
                bound: u64::from(Value::MAX_INDEX),
            });
        }
        self.tick()
    }

    fn stop_key(&mut self, x: &Dyadic) -> StopKey {
        if let Some(key) = StopKey::inline(x) {
            return key;
        }
        let magnitude = x.abs();
        let next = self.big_stops.len();
        let index = *self.big_stop_index.entry(magnitude.clone()).or_insert(next);
        if index == next {
            self.big_stops.push(magnitude.clone());
            self.big_stops.push(-magnitude);
        }
        StopKey::big(index, x.signum() < 0)
    }

    pub(crate) fn stop_number(&self, key: StopKey) -> Dyadic {
        match key.unpack() {
            Ok(x) => x,
            Err(place) => self.big_stops[place].clone(),
        }
    }

    #[inline]
    pub(crate) fn compare_stops(&self, a: StopKey, b: StopKey) -> Ordering {
        match a.inline_cmp(b) {
            Some(order) => order,
            None => self.stop_number(a).cmp(&self.stop_number(b)),
        }
    }

    // ---- facts about one value ----

    pub(crate) fn up_star_form(&self, v: Value) -> Option<UpStar> {
        let up_star = self.nodes[v.index()].up_star;
        if up_star == NOT_UP_STAR {
            return None;
        }
        let g = &self.up_stars[up_star as usize];
        if v.is_flipped() {
            // Records hold the positive one, so the negative exists.
            Some(UpStar::new(-&g.number, -g.ups, g.nimber))
        } else {
            Some(g.clone())
        }
    }

    /// Closed form comparison without copying when signs agree.
    pub(crate) fn up_star_le(&self, g: Value, h: Value) -> bool {
        let form = |v: Value| &self.up_stars[self.nodes[v.index()].up_star as usize];
        match (g.is_flipped(), h.is_flipped()) {
            (false, false) => form(g).le(form(h)),
            (true, true) => form(h).le(form(g)),
            _ => {
                let (g, h) = (self.up_star_form(g), self.up_star_form(h));
                matches!((g, h), (Some(g), Some(h)) if g.le(&h))
            }
        }
    }

    #[inline]
    pub(crate) fn masks(&self, v: Value) -> FixedMasks {
        let masks = self.nodes[v.index()].masks;
        if v.is_flipped() {
            masks.negated()
        } else {
            masks
        }
    }

    #[inline]
    pub(crate) fn stop_key_of(&self, v: Value, player: Player) -> StopKey {
        let node = &self.nodes[v.index()];
        if v.is_flipped() {
            node.stops[player.opposite() as usize].negated()
        } else {
            node.stops[player as usize]
        }
    }

    /// Whether G ≤ its Left stop (for Left), G ≥ its Right stop (for Right).
    pub(crate) fn is_at_stop(&self, v: Value, player: Player) -> bool {
        let left = (player == Player::Left) != v.is_flipped();
        let flag = if left { LEFT_AT_STOP } else { RIGHT_AT_STOP };
        self.nodes[v.index()].flags & flag != 0
    }

    /// The number where play stops when `player` starts, as CGSuite prints it.
    ///
    /// ```
    /// use values::{Arena, Player};
    /// let mut arena = Arena::new();
    /// let g = arena.read("{3||2|1}").unwrap();
    /// assert_eq!(arena.stop(g, Player::Right).to_string(), "2");
    /// ```
    #[must_use]
    pub fn stop(&self, v: Value, player: Player) -> Dyadic {
        self.stop_number(self.stop_key_of(v, player))
    }

    /// Whether every follower in which one player can move lets both move.
    #[must_use]
    pub fn is_all_small(&self, v: Value) -> bool {
        self.nodes[v.index()].flags & ALL_SMALL != 0
    }

    /// Whether the value is a number.
    #[must_use]
    pub fn is_number(&self, v: Value) -> bool {
        self.nodes[v.index()].flags & NUMBER != 0
    }

    /// The number, if the value is one.
    #[must_use]
    pub fn as_number(&self, v: Value) -> Option<Dyadic> {
        let g = self.up_star_form(v)?;
        g.is_number().then_some(g.number)
    }

    /// The k of ∗k, if the value is a nimber.
    #[must_use]
    pub fn as_nimber(&self, v: Value) -> Option<u64> {
        let g = self.up_star_form(v)?;
        g.is_nimber().then_some(g.nimber)
    }

    /// (number, n, k), if the value is number + n·↑ + ∗k.
    #[must_use]
    pub fn as_up_star(&self, v: Value) -> Option<(Dyadic, i64, u64)> {
        let g = self.up_star_form(v)?;
        Some((g.number, g.ups, g.nimber))
    }

    /// The expansion number + Σ cᵢ·↑ⁱ + ∗k, if the value is such an uptimal.
    #[must_use]
    pub fn uptimal_expansion(&self, v: Value) -> Option<Expansion> {
        if let Some(g) = self.up_star_form(v) {
            return Some(Expansion::from_up_star(&g));
        }
        let expansion = self.uptimals.get(&(v.index() as u32))?;
        Some(if v.is_flipped() {
            expansion.negated()
        } else {
            expansion.clone()
        })
    }

    // ---- options ----

    /// The stored options of `player` and whether they are to be negated.
    #[inline]
    pub(crate) fn stored(&self, v: Value, player: Player) -> (&[Value], bool) {
        let node = &self.nodes[v.index()];
        let start = node.start as usize;
        let middle = start + node.counts[0] as usize;
        let flip = v.is_flipped();
        let slice = if (player == Player::Left) != flip {
            &self.edges[start..middle]
        } else {
            &self.edges[middle..middle + node.counts[1] as usize]
        };
        (slice, flip)
    }

    /// The options of a value whose options are stored (see
    /// [`list`](Self::list)), in no particular order.
    pub(crate) fn listed(
        &self,
        v: Value,
        player: Player,
    ) -> impl ExactSizeIterator<Item = Value> + Clone + '_ {
        let (slice, flip) = self.stored(v, player);
        slice.iter().map(move |o| o.negated_if(flip))
    }

    /// Makes sure that the options of `v` are stored.
    #[inline]
    pub(crate) fn list(&mut self, v: Value) -> Result<()> {
        let node = &self.nodes[v.index()];
        if node.up_star == NOT_UP_STAR || node.flags & LISTED != 0 {
            return Ok(());
        }
        self.list_up_star(v)
    }

    #[cold]
    fn list_up_star(&mut self, v: Value) -> Result<()> {
        let g = self.up_stars[self.nodes[v.index()].up_star as usize].clone();
        let mut lists = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for option in g.options(player)? {
                lists[player as usize].push(self.intern_up_star(option)?);
            }
        }
        let (start, counts) = self.push_edges(&lists[0], &lists[1])?;
        let node = &mut self.nodes[v.index()];
        node.start = start;
        node.counts = counts;
        node.flags |= LISTED;
        Ok(())
    }

    pub(crate) fn push_edges(
        &mut self,
        left: &[Value],
        right: &[Value],
    ) -> Result<(u32, [u32; 2])> {
        if left.is_empty() && right.is_empty() {
            // A place behind the provisional game's options may disappear.
            return Ok((0, [0, 0]));
        }
        let start = u32::try_from(self.edges.len() + left.len() + right.len())
            .map_err(|_| Error::TooLarge {
                what: "too many options in one arena",
                bound: u64::from(u32::MAX),
            })
            .map(|_| self.edges.len() as u32)?;
        self.edges.extend_from_slice(left);
        self.edges.extend_from_slice(right);
        Ok((start, [left.len() as u32, right.len() as u32]))
    }

    /// All options of `player`, stored first if need be, in no particular
    /// order.
    pub(crate) fn unsorted_options(&mut self, v: Value, player: Player) -> Result<Vec<Value>> {
        self.list(v)?;
        Ok(self.listed(v, player).collect())
    }
}
