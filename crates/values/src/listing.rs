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

/// Sorted option lists of the values met so far, and the values without a
/// formula in order.
///
/// A value is put in its place when all its options have theirs, so two
/// values are compared by one look at their option lists, however deep they
/// are.
#[derive(Default)]
pub(crate) struct Listing {
    sorted: FxHashMap<Value, [Box<[Value]>; 2]>,
    /// Values that are not uptimals, in listing order, in short runs.
    runs: Vec<Vec<Value>>,
    /// A number for each of them that orders as they do.
    labels: FxHashMap<Value, u64>,
    /// The length of all sorted lists.
    listed: usize,
}

/// Runs are split when they get this long.
const RUN: usize = 512;

impl Listing {
    pub fn bytes(&self) -> u64 {
        let lists = self.sorted.capacity() * 48 + self.listed * size_of::<Value>();
        (lists + self.labels.capacity() * 24) as u64
    }

    /// The options of a prepared value in listing order.
    pub fn options(&self, v: Value, player: Player) -> &[Value] {
        &self.sorted[&v][player as usize]
    }

    /// Sorts the options of `v` and of all its followers that are not in
    /// closed form.
    pub fn prepare(&mut self, arena: &mut Arena, v: Value) -> Result<()> {
        arena.in_turn(v, |arena, v, missing| {
            if self.sorted.contains_key(&v) {
                return Ok(());
            }
            arena.list(v)?;
            let waiting = missing.len();
            for player in Player::BOTH {
                let options = arena.listed(v, player);
                missing.extend(
                    options
                        .filter(|o| !arena.is_number_up_star(*o) && !self.sorted.contains_key(o)),
                );
            }
            if missing.len() > waiting {
                return Ok(());
            }
            let sorted = Player::BOTH.map(|player| {
                let mut options: Vec<Value> = arena.listed(v, player).collect();
                options.sort_unstable_by(|&a, &b| self.compare(arena, a, b));
                options.into_boxed_slice()
            });
            self.listed += sorted[0].len() + sorted[1].len();
            self.sorted.insert(v, sorted);
            if arena.kind(v) == Kind::Other {
                self.rank(arena, v);
            }
            Ok(())
        })
    }

    /// The order of two prepared values.
    pub fn compare(&self, arena: &Arena, a: Value, b: Value) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        let (ka, kb) = (arena.kind(a), arena.kind(b));
        if ka != kb {
            return ka.cmp(&kb);
        }
        if ka == Kind::Other {
            return self.labels[&a].cmp(&self.labels[&b]);
        }
        let expansion = |v| arena.uptimal_expansion(v).expect("kinds with a formula");
        expansion(a).listing_order(&expansion(b))
    }

    /// The order of two values without a formula, by their options.
    fn compare_options(&self, arena: &Arena, x: Value, y: Value) -> Ordering {
        for player in Player::BOTH {
            let (xs, ys) = (self.options(x, player), self.options(y, player));
            if let Some((&a, &b)) = xs.iter().zip(ys).find(|(a, b)| a != b) {
                return self.compare(arena, a, b);
            }
            if xs.len() != ys.len() {
                return xs.len().cmp(&ys.len());
            }
        }
        Ordering::Equal
    }

    /// Puts `v` in its place among the values without a formula.
    fn rank(&mut self, arena: &Arena, v: Value) {
        if self.runs.is_empty() {
            self.runs.push(vec![v]);
            self.relabel();
            return;
        }
        let before = |&other: &Value| self.compare_options(arena, other, v) == Ordering::Less;
        let run = self
            .runs
            .partition_point(|run| before(&run[0]))
            .saturating_sub(1);
        let at = self.runs[run].partition_point(before);
        let label = |v: Option<&Value>| v.map(|v| self.labels[v]);
        let below = match at {
            0 => label(run.checked_sub(1).and_then(|r| self.runs[r].last())),
            _ => label(self.runs[run].get(at - 1)),
        };
        let above =
            label(self.runs[run].get(at)).or_else(|| label(self.runs.get(run + 1).map(|r| &r[0])));
        let (below, above) = (below.unwrap_or(0), above.unwrap_or(u64::MAX));
        self.runs[run].insert(at, v);
        if self.runs[run].len() > RUN {
            let upper = self.runs[run].split_off(RUN / 2);
            self.runs.insert(run + 1, upper);
        }
        let middle = below + (above - below) / 2;
        if middle > below {
            self.labels.insert(v, middle);
        } else {
            self.relabel();
        }
    }

    /// Spreads the labels evenly when there is no room between two.
    fn relabel(&mut self) {
        let count = self.runs.iter().map(Vec::len).sum::<usize>() as u64;
        let step = u64::MAX / (count + 1);
        let values = self.runs.iter().flatten();
        self.labels = values.zip(1..).map(|(&v, i)| (v, i * step)).collect();
    }
}

/// The classes that are listed one after the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Number,
    Nimber,
    Uptimal,
    Other,
}

impl Arena {
    fn kind(&self, v: Value) -> Kind {
        if self.is_number(v) {
            Kind::Number
        } else if self.is_number_up_star(v) {
            match self.as_nimber(v) {
                Some(_) => Kind::Nimber,
                None => Kind::Uptimal,
            }
        } else if self.uptimals.contains_key(&(v.index() as u32)) {
            Kind::Uptimal
        } else {
            Kind::Other
        }
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
                if !arena.is_number_up_star(v) {
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
