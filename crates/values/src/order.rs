//! The order in which options are listed, as CGSuite lists them.
//!
//! It depends only on the values, never on ids: numbers first, then nimbers,
//! then uptimals, then everything else by its Left options and then its Right
//! options, lexicographically.

use crate::arena::Arena;
use crate::error::Result;
use crate::player::Player;
use crate::value::Value;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// Sorted option lists of the values met so far, and the order of the pairs
/// that were compared on the way.
#[derive(Default)]
pub(crate) struct Listing {
    sorted: FxHashMap<Value, [Box<[Value]>; 2]>,
    pairs: FxHashMap<(Value, Value), Ordering>,
    /// The length of all sorted lists.
    listed: usize,
}

impl Listing {
    pub fn bytes(&self) -> u64 {
        let lists = self.sorted.capacity() * 48 + self.listed * size_of::<Value>();
        (lists + self.pairs.capacity() * 10) as u64
    }

    /// The options of a prepared value in listing order.
    pub fn options(&self, v: Value, player: Player) -> &[Value] {
        &self.sorted[&v][player as usize]
    }

    /// Sorts the options of `v` and of all its followers that are not
    /// uptimals in closed form. Costs time in the size of the DAG.
    pub fn prepare(&mut self, arena: &mut Arena, v: Value) -> Result<()> {
        let mut stack = vec![v];
        while let Some(&v) = stack.last() {
            arena.tick()?;
            if self.sorted.contains_key(&v) {
                stack.pop();
                continue;
            }
            arena.list(v)?;
            let waiting = stack.len();
            for player in Player::BOTH {
                let options = arena.listed(v, player);
                stack.extend(
                    options.filter(|o| !arena.is_closed(*o) && !self.sorted.contains_key(o)),
                );
            }
            if stack.len() > waiting {
                continue;
            }
            let sorted = Player::BOTH.map(|player| {
                let mut options: Vec<Value> = arena.listed(v, player).collect();
                options.sort_unstable_by(|&a, &b| self.compare(arena, a, b));
                options.into_boxed_slice()
            });
            self.listed += sorted[0].len() + sorted[1].len();
            self.sorted.insert(v, sorted);
            stack.pop();
        }
        Ok(())
    }

    /// The order of two values whose followers are prepared. Distinct values
    /// differ somewhere, so one step leads from a pair to the first pair of
    /// options that differ, without branching.
    pub fn compare(&mut self, arena: &Arena, a: Value, b: Value) -> Ordering {
        let mut path = Vec::new();
        let (mut x, mut y) = (a, b);
        let order = loop {
            if x == y {
                break Ordering::Equal;
            }
            if let Some(order) = compare_by_kind(arena, x, y) {
                break order;
            }
            if let Some(&order) = self.pairs.get(&(x, y)) {
                break order;
            }
            path.push((x, y));
            match self.first_difference(x, y) {
                Ok(pair) => (x, y) = pair,
                Err(order) => break order,
            }
        };
        for (x, y) in path {
            self.pairs.insert((x, y), order);
            self.pairs.insert((y, x), order.reverse());
        }
        order
    }

    fn first_difference(
        &self,
        x: Value,
        y: Value,
    ) -> std::result::Result<(Value, Value), Ordering> {
        for player in Player::BOTH {
            let (xs, ys) = (self.options(x, player), self.options(y, player));
            if let Some(pair) = xs.iter().zip(ys).find(|(a, b)| a != b) {
                return Ok((*pair.0, *pair.1));
            }
            if xs.len() != ys.len() {
                return Err(xs.len().cmp(&ys.len()));
            }
        }
        Err(Ordering::Equal)
    }
}

/// Decides when the two are of different kinds or not both without a formula.
fn compare_by_kind(arena: &Arena, x: Value, y: Value) -> Option<Ordering> {
    let (ex, ey) = (arena.uptimal_expansion(x), arena.uptimal_expansion(y));
    let kind = |e: &Option<crate::uptimal::Expansion>| match e {
        None => 3,
        Some(e) if !e.coefficients().is_empty() => 2,
        Some(e) if e.nimber() == 0 => 0,
        Some(e) if e.number().is_zero() => 1,
        Some(_) => 2,
    };
    match kind(&ex).cmp(&kind(&ey)) {
        Ordering::Equal => {}
        order => return Some(order),
    }
    match (ex, ey) {
        (Some(ex), Some(ey)) => Some(ex.listing_order(&ey)),
        _ => None,
    }
}

impl Arena {
    /// The canonical options of `player`, in listing order.
    ///
    /// ```
    /// use values::{Arena, Notation, Player};
    /// let mut arena = Arena::new();
    /// let g = arena.read("*3").unwrap();
    /// let options = arena.options(g, Player::Left).unwrap();
    /// assert_eq!(options.len(), 3);
    /// ```
    pub fn options(&mut self, v: Value, player: Player) -> Result<Vec<Value>> {
        self.with_listing(|arena, listing| {
            listing.prepare(arena, v)?;
            Ok(listing.options(v, player).to_vec())
        })
    }

    /// Sorts values into listing order.
    pub fn sort(&mut self, values: &mut [Value]) -> Result<()> {
        self.with_listing(|arena, listing| {
            for &v in values.iter() {
                if !arena.is_closed(v) {
                    listing.prepare(arena, v)?;
                }
            }
            values.sort_unstable_by(|&a, &b| listing.compare(arena, a, b));
            Ok(())
        })
    }

    /// Works with the remembered listing.
    pub(crate) fn with_listing<T>(
        &mut self,
        work: impl FnOnce(&mut Arena, &mut Listing) -> Result<T>,
    ) -> Result<T> {
        let mut listing = std::mem::take(&mut self.listing);
        let result = work(self, &mut listing);
        self.listing = listing;
        result
    }
}
