//! The arena: every value once, with the facts that comparisons need.

use crate::budget::Budget;
use crate::closed::{MAX_NIMBER, NIMBER_BOUND, UpStar};
use crate::compare::Comparisons;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::marks::{Marks, References};
use crate::order::Listing;
use crate::player::Player;
use crate::temperature::Thermographs;
use crate::uptimal::Expansion;
use crate::value::Value;
use hashbrown::HashTable;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

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
    edges: Vec<Value>,
    /// Games with stored options, by their options.
    games: HashTable<u32>,
    closed: Vec<UpStar>,
    closed_index: FxHashMap<UpStar, u32>,
    /// Uptimals beyond the closed forms, by record.
    uptimals: FxHashMap<u32, Expansion>,
    /// Stops that do not fit a [`StopKey`], in pairs x, −x.
    big_stops: Vec<Dyadic>,
    big_stop_index: FxHashMap<Dyadic, usize>,
    references: References,
    pub(crate) comparisons: Comparisons,
    pub(crate) sums: FxHashMap<(Value, Value), Value>,
    pub(crate) thermographs: Thermographs,
    pub(crate) listing: Listing,
    budget: Budget,
    pub(crate) scratch: Vec<Value>,
    growth: u32,
}

/// A record. The player-indexed arrays hold Left's entry first.
pub(crate) struct Node {
    start: u32,
    counts: [u32; 2],
    /// Index of the closed form, or [`NOT_CLOSED`].
    closed: u32,
    stops: [StopKey; 2],
    marks: Marks,
    flags: u8,
}

const NOT_CLOSED: u32 = u32::MAX;
/// The options of a closed form are stored.
const LISTED: u8 = 1;
/// G ≤ its Left stop.
const LEFT_AT_STOP: u8 = 2;
/// G ≥ its Right stop.
const RIGHT_AT_STOP: u8 = 4;
const ALL_SMALL: u8 = 8;
const NUMBER: u8 = 16;

/// The record that a game under construction borrows.
pub(crate) const PROVISIONAL: Value = Value::PROVISIONAL;

/// A number as a fixed-point key that orders like it; the lowest keys are
/// indices of numbers that do not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StopKey(i64);

const FRACTION_BITS: u32 = 30;
const BIG: i64 = i64::MIN + (1 << 32);

impl StopKey {
    fn is_big(self) -> bool {
        self.0 < BIG
    }

    fn negated(self) -> StopKey {
        if self.is_big() {
            StopKey(self.0 ^ 1)
        } else {
            StopKey(-self.0)
        }
    }
}

/// The two stops of a game and whether it reaches them as bounds.
#[derive(Clone, Copy)]
pub(crate) struct Stops {
    pub keys: [StopKey; 2],
    pub at: [bool; 2],
}

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
        let mut arena = Arena {
            nodes: Vec::new(),
            edges: Vec::new(),
            games: HashTable::new(),
            closed: Vec::new(),
            closed_index: FxHashMap::default(),
            uptimals: FxHashMap::default(),
            big_stops: Vec::new(),
            big_stop_index: FxHashMap::default(),
            references: References::new(),
            comparisons: Comparisons::new(budget.bytes()),
            sums: FxHashMap::default(),
            thermographs: Thermographs::default(),
            listing: Listing::default(),
            budget,
            scratch: Vec::new(),
            growth: 0,
        };
        let zero = UpStar::new(Dyadic::zero(), 0, 0);
        let zero = arena.push_closed(zero);
        debug_assert_eq!(zero, Value::ZERO);
        arena.nodes.push(Node {
            start: 0,
            counts: [0, 0],
            closed: NOT_CLOSED,
            stops: [StopKey(0); 2],
            marks: Marks::default(),
            flags: 0,
        });
        arena
    }

    /// The limits this arena works under.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
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
        let maps = self.closed_index.capacity() * (size_of::<UpStar>() + 8)
            + self.uptimals.capacity() * 64
            + self.sums.capacity() * 14
            + self.games.capacity() * 5;
        let vecs = vec(&self.nodes) + vec(&self.edges) + vec(&self.closed);
        (maps + vecs) as u64
            + self.comparisons.bytes()
            + self.thermographs.bytes()
            + self.listing.bytes()
    }

    /// Fails when the budget is used up or a stop was asked for.
    pub fn checkpoint(&self) -> Result<()> {
        self.budget.check()?;
        self.budget.check_bytes(self.bytes())
    }

    /// A checkpoint at every thousandth call: cheap enough for inner loops.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<()> {
        self.growth = self.growth.wrapping_add(1);
        if self.growth % 1024 == 0 {
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
        self.closed(UpStar::new(x.clone(), 0, 0))
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
        self.closed(UpStar::new(number.clone(), ups, nimber))
    }

    pub(crate) fn closed(&mut self, g: UpStar) -> Result<Value> {
        if g.signum() < 0 {
            return Ok(-self.closed(g.negated()?)?);
        }
        if let Some(&index) = self.closed_index.get(&g) {
            return Ok(Value::new(index, g.is_nimber(), false));
        }
        self.make_room()?;
        Ok(self.push_closed(g))
    }

    /// The record of a closed form with a positive leading part, if it has
    /// one.
    pub(crate) fn find_closed(&self, g: &UpStar) -> Option<usize> {
        self.closed_index.get(g).map(|&i| i as usize)
    }

    fn push_closed(&mut self, g: UpStar) -> Value {
        let index = self.nodes.len() as u32;
        let key = self.stop_key(&g.number);
        let number = UpStar::new(g.number.clone(), 0, 0);
        let mut flags = 0;
        for (flag, set) in [
            (LEFT_AT_STOP, g.le(&number)),
            (RIGHT_AT_STOP, number.le(&g)),
            (NUMBER, g.is_number()),
            (ALL_SMALL, g.number.is_zero()),
        ] {
            if set {
                flags |= flag;
            }
        }
        self.nodes.push(Node {
            start: 0,
            counts: [0, 0],
            closed: self.closed.len() as u32,
            stops: [key; 2],
            marks: self.references.of_closed(&g),
            flags,
        });
        self.closed_index.insert(g.clone(), index);
        let symmetric = g.is_nimber();
        self.closed.push(g);
        Value::new(index, symmetric, false)
    }

    fn make_room(&mut self) -> Result<()> {
        if self.nodes.len() as u64 > u64::from(Value::MAX_INDEX) {
            return Err(Error::TooLarge {
                what: "too many values in one arena",
                bound: u64::from(Value::MAX_INDEX),
            });
        }
        self.tick()
    }

    fn stop_key(&mut self, x: &Dyadic) -> StopKey {
        if let Some((num, exp)) = x.as_small() {
            if exp <= FRACTION_BITS {
                let key = i128::from(num) << (FRACTION_BITS - exp);
                // A margin keeps the keys of both signs clear of the indices.
                if key.unsigned_abs() < 1 << 62 {
                    return StopKey(key as i64);
                }
            }
        }
        let (magnitude, flip) = (x.abs(), i64::from(x.signum() < 0));
        let next = self.big_stops.len();
        let index = *self.big_stop_index.entry(magnitude.clone()).or_insert(next);
        if index == next {
            self.big_stops.push(magnitude.clone());
            self.big_stops.push(-magnitude);
        }
        StopKey(i64::MIN + (index as i64 | flip))
    }

    fn stop_number(&self, key: StopKey) -> Dyadic {
        if key.is_big() {
            self.big_stops[(key.0 - i64::MIN) as usize].clone()
        } else {
            Dyadic::new(key.0, FRACTION_BITS)
        }
    }

    #[inline]
    pub(crate) fn compare_stops(&self, a: StopKey, b: StopKey) -> Ordering {
        if a.is_big() || b.is_big() {
            self.stop_number(a).cmp(&self.stop_number(b))
        } else {
            a.0.cmp(&b.0)
        }
    }

    // ---- facts about one value ----

    pub(crate) fn closed_form(&self, v: Value) -> Option<UpStar> {
        let closed = self.nodes[v.index()].closed;
        if closed == NOT_CLOSED {
            return None;
        }
        let g = &self.closed[closed as usize];
        if v.is_flipped() {
            // Records hold the positive one, so the negative exists.
            Some(UpStar::new(-&g.number, -g.ups, g.nimber))
        } else {
            Some(g.clone())
        }
    }

    pub(crate) fn is_closed(&self, v: Value) -> bool {
        self.nodes[v.index()].closed != NOT_CLOSED
    }

    /// Closed form comparison without copying when signs agree.
    pub(crate) fn closed_le(&self, g: Value, h: Value) -> bool {
        let form = |v: Value| &self.closed[self.nodes[v.index()].closed as usize];
        match (g.is_flipped(), h.is_flipped()) {
            (false, false) => form(g).le(form(h)),
            (true, true) => form(h).le(form(g)),
            _ => {
                let (g, h) = (self.closed_form(g), self.closed_form(h));
                matches!((g, h), (Some(g), Some(h)) if g.le(&h))
            }
        }
    }

    #[inline]
    pub(crate) fn marks(&self, v: Value) -> Marks {
        let marks = self.nodes[v.index()].marks;
        if v.is_flipped() {
            marks.negated()
        } else {
            marks
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
        let g = self.closed_form(v)?;
        g.is_number().then_some(g.number)
    }

    /// The k of ∗k, if the value is a nimber.
    #[must_use]
    pub fn as_nimber(&self, v: Value) -> Option<u64> {
        let g = self.closed_form(v)?;
        g.is_nimber().then_some(g.nimber)
    }

    /// (number, n, k), if the value is number + n·↑ + ∗k.
    #[must_use]
    pub fn as_up_star(&self, v: Value) -> Option<(Dyadic, i64, u64)> {
        let g = self.closed_form(v)?;
        Some((g.number, g.ups, g.nimber))
    }

    /// The expansion number + Σ cᵢ·↑ⁱ + ∗k, if the value is such an uptimal.
    #[must_use]
    pub fn uptimal_expansion(&self, v: Value) -> Option<Expansion> {
        if let Some(g) = self.closed_form(v) {
            return Some(Expansion::from_closed(&g));
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
        if node.closed == NOT_CLOSED || node.flags & LISTED != 0 {
            return Ok(());
        }
        self.list_closed(v)
    }

    #[cold]
    fn list_closed(&mut self, v: Value) -> Result<()> {
        let g = self.closed[self.nodes[v.index()].closed as usize].clone();
        let mut lists = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for option in g.options(player)? {
                lists[player as usize].push(self.closed(option)?);
            }
        }
        let (start, counts) = self.push_edges(&lists[0], &lists[1])?;
        let node = &mut self.nodes[v.index()];
        node.start = start;
        node.counts = counts;
        node.flags |= LISTED;
        Ok(())
    }

    fn push_edges(&mut self, left: &[Value], right: &[Value]) -> Result<(u32, [u32; 2])> {
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

    // ---- interning ----

    /// Looks up the game with exactly these sorted canonical options.
    pub(crate) fn find_game(&mut self, left: &[Value], right: &[Value]) -> Option<Value> {
        let mut mirror = std::mem::take(&mut self.scratch);
        let found = match orient(left, right, &mut mirror) {
            Ordering::Equal => self.lookup(left, right).map(|i| Value::new(i, true, false)),
            Ordering::Less => self
                .lookup(left, right)
                .map(|i| Value::new(i, false, false)),
            Ordering::Greater => {
                let split = mirror.len();
                mirror.extend(left.iter().map(|&v| -v));
                mirror[split..].sort_unstable();
                let (l, r) = mirror.split_at(split);
                self.lookup(l, r).map(|i| Value::new(i, false, true))
            }
        };
        self.scratch = mirror;
        found
    }

    fn lookup(&self, left: &[Value], right: &[Value]) -> Option<u32> {
        let hash = hash_options(left, right);
        self.games
            .find(hash, |&i| {
                let v = Value::new(i, false, false);
                self.stored(v, Player::Left).0 == left && self.stored(v, Player::Right).0 == right
            })
            .copied()
    }

    /// The value with these canonical options, sorted by id, that are known
    /// not to make a number.
    pub(crate) fn intern(&mut self, left: &[Value], right: &[Value]) -> Result<Value> {
        if let Some(found) = self.find_game(left, right) {
            return Ok(found);
        }
        if let Some(g) = self.recognise_closed(left, right) {
            return self.closed(g);
        }
        self.make_room()?;
        let mut mirror = std::mem::take(&mut self.scratch);
        let order = orient(left, right, &mut mirror);
        let result = if order == Ordering::Greater {
            let split = mirror.len();
            mirror.extend(left.iter().map(|&v| -v));
            mirror[split..].sort_unstable();
            let (l, r) = mirror.split_at(split);
            self.push_game(l, r)
        } else {
            self.push_game(left, right)
        };
        self.scratch = mirror;
        let index = result?;
        Ok(Value::new(
            index,
            order == Ordering::Equal,
            order == Ordering::Greater,
        ))
    }

    fn recognise_closed(&self, left: &[Value], right: &[Value]) -> Option<UpStar> {
        let small = |side: &[Value]| side.iter().all(|&v| self.is_closed(v));
        if !small(left) || !small(right) {
            return None;
        }
        let forms = |side: &[Value]| -> Vec<UpStar> {
            side.iter().filter_map(|&v| self.closed_form(v)).collect()
        };
        let (left, right) = (forms(left), forms(right));
        UpStar::from_options(
            &left.iter().collect::<Vec<_>>(),
            &right.iter().collect::<Vec<_>>(),
        )
    }

    fn push_game(&mut self, left: &[Value], right: &[Value]) -> Result<u32> {
        let index = self.nodes.len() as u32;
        let stops = self.stops_of(left, right);
        let marks = self.marks_of(left, right);
        let all_small = left.iter().chain(right).all(|&v| self.is_all_small(v));
        let (start, counts) = self.push_edges(left, right)?;
        let mut flags = 0;
        for (flag, set) in [
            (LEFT_AT_STOP, stops.at[0]),
            (RIGHT_AT_STOP, stops.at[1]),
            (ALL_SMALL, all_small),
        ] {
            if set {
                flags |= flag;
            }
        }
        self.nodes.push(Node {
            start,
            counts,
            closed: NOT_CLOSED,
            stops: stops.keys,
            marks,
            flags,
        });
        let Self {
            games,
            nodes,
            edges,
            ..
        } = self;
        let rehash = |i: &u32| {
            let node = &nodes[*i as usize];
            let start = node.start as usize;
            let middle = start + node.counts[0] as usize;
            let end = middle + node.counts[1] as usize;
            hash_options(&edges[start..middle], &edges[middle..end])
        };
        games.insert_unique(hash_options(left, right), index, rehash);
        if let Some(expansion) = self.recognise_uptimal(left, right) {
            self.uptimals.insert(index, expansion);
        }
        Ok(index)
    }

    fn recognise_uptimal(&self, left: &[Value], right: &[Value]) -> Option<Expansion> {
        let candidates = [(right, left, Player::Right), (left, right, Player::Left)];
        for (single, several, side) in candidates {
            let [single] = single else { continue };
            let Some(single) = self.uptimal_expansion(*single) else {
                continue;
            };
            let several: Option<Vec<Expansion>> =
                several.iter().map(|&v| self.uptimal_expansion(v)).collect();
            let Some(several) = several else { continue };
            if let Some(found) = Expansion::from_options(&single, &several, side) {
                return Some(found);
            }
        }
        None
    }

    /// The stops of {left|right}, which is not a number.
    pub(crate) fn stops_of(&self, left: &[Value], right: &[Value]) -> Stops {
        let (left_stop, left_held) = self.best_stop(left, Player::Left);
        let (right_stop, right_held) = self.best_stop(right, Player::Right);
        Stops {
            keys: [left_stop, right_stop],
            // G ≤ its Left stop x when no Gᴸ is ≥ x.
            at: [!left_held, !right_held],
        }
    }

    /// The best stop that `player` can move to, and whether some move there
    /// holds it: Gᴸ ≥ its Right stop, for Left.
    pub(crate) fn best_stop(&self, options: &[Value], player: Player) -> (StopKey, bool) {
        let opponent = player.opposite();
        let better = match player {
            Player::Left => Ordering::Greater,
            Player::Right => Ordering::Less,
        };
        let mut best = self.stop_key_of(options[0], opponent);
        let mut held = self.is_at_stop(options[0], opponent);
        for &option in &options[1..] {
            let stop = self.stop_key_of(option, opponent);
            match self.compare_stops(stop, best) {
                Ordering::Equal => held |= self.is_at_stop(option, opponent),
                order if order == better => {
                    best = stop;
                    held = self.is_at_stop(option, opponent);
                }
                _ => {}
            }
        }
        (best, held)
    }

    pub(crate) fn number_of_key(&self, key: StopKey) -> Dyadic {
        self.stop_number(key)
    }

    fn marks_of(&self, left: &[Value], right: &[Value]) -> Marks {
        self.references.of_options(
            left.iter().map(|&v| self.marks(v)),
            right.iter().map(|&v| self.marks(v)),
        )
    }

    /// Lends the provisional record to {left|right}, which is not a number,
    /// so that it can be compared before its canonical form is known.
    pub(crate) fn lend_provisional(&mut self, left: &[Value], right: &[Value]) -> Result<()> {
        let stops = self.stops_of(left, right);
        let marks = self.marks_of(left, right);
        let (start, counts) = self.push_edges(left, right)?;
        let node = &mut self.nodes[PROVISIONAL.index()];
        node.start = start;
        node.counts = counts;
        node.stops = stops.keys;
        node.marks = marks;
        self.comparisons.next_provisional();
        Ok(())
    }

    /// Takes the provisional record back. Its options are dropped unless
    /// others were stored behind them meanwhile.
    pub(crate) fn return_provisional(&mut self) {
        let node = &mut self.nodes[PROVISIONAL.index()];
        let start = node.start as usize;
        let end = start + (node.counts[0] + node.counts[1]) as usize;
        node.counts = [0, 0];
        if end == self.edges.len() {
            self.edges.truncate(start);
        }
    }
}

/// Compares Left's options with the negatives of Right's, which are left in
/// `mirror`: Equal means G = −G, Greater that −G is the one to store.
fn orient(left: &[Value], right: &[Value], mirror: &mut Vec<Value>) -> Ordering {
    mirror.clear();
    mirror.extend(right.iter().map(|&v| -v));
    mirror.sort_unstable();
    left.cmp(mirror.as_slice())
}

fn hash_options(left: &[Value], right: &[Value]) -> u64 {
    const K: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut h = left.len() as u64;
    for v in left.iter().chain(right) {
        h = (h.rotate_left(5) ^ u64::from(v.raw())).wrapping_mul(K);
    }
    h ^ (h >> 29)
}
