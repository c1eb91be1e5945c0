//! Games on heaps of two numbers whose rules are tables or other rules, and
//! are known at run time only.

use super::expression::MOST_NUMBERS;
use super::falling::Falling;
use super::heap::{Heap, Sum};
use super::moves::Moves;
use super::ruleset::NumberHeaps;
use super::symmetry::Symmetry;
use crate::Flow;
use crate::game::{Info, Kind};
use crate::heaps::HeapRules;
use crate::rule_file::FileRules;
use crate::rulebook::Rules;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::{Arc, PoisonError, RwLock};
use values::Player;

/// The largest number of a heap of two.
pub const MAX_PAIR: u32 = 1 << 12;

/// What a table says may grow while it is played with; what is said stays.
///
/// ```
/// use rules::{Component, PairRules, Position, Rules};
/// use std::sync::{Arc, RwLock};
/// use values::Player;
/// // Wythoff's own game, for numbers up to 3: j is i.
/// let table = Arc::new(RwLock::new(vec![1, 2, 3, 4]));
/// let rules = Rules::pairs("wythoff's", PairRules::Wythoff(table));
/// let position = Component::new(rules.clone(), rules.read("(3,5)")?);
/// assert_eq!(position.mobility(Player::Left), 3 + 5 + 3);
/// assert!(rules.read("(4,5)").is_err());
/// # Ok::<(), rules::BadInput>(())
/// ```
#[derive(Clone)]
pub enum PairRules {
    /// Take any number from one heap of the pair, or i from one and j from the
    /// other if 0 < i ≤ j < fᵢ; the table has f₀, f₁, and so on.
    Wythoff(Arc<RwLock<Vec<u32>>>),
    /// From (n, m) take j and remember it, where the table of m says so for j:
    /// 1, 2, and so on.
    Mem(Arc<RwLock<HashMap<u32, Vec<bool>>>>),
    /// Left divides one number as a heap of some rules, Right the other as a
    /// heap of others; every piece keeps the number that is not divided.
    Cake {
        /// Left's rules and Right's.
        rules: [Arc<HeapRules>; 2],
        /// Left divides the first number, not the second, and every piece is
        /// turned by a quarter.
        twisted: bool,
    },
}

impl PairRules {
    /// Whether every position is known that a heap can become.
    pub(super) fn covers(&self, heap: &Heap) -> bool {
        let [a, b] = [heap[0], heap[1]];
        if a.max(b) > MAX_PAIR {
            return false;
        }
        match self {
            PairRules::Wythoff(bounds) => {
                let bounds = bounds.read().unwrap_or_else(PoisonError::into_inner);
                bounds.len() > a.min(b) as usize
            }
            PairRules::Mem(allowed) => {
                let allowed = allowed.read().unwrap_or_else(PoisonError::into_inner);
                let known = |memory: u32, most: u32| {
                    let row = allowed.get(&memory).map_or(0, Vec::len);
                    row >= most as usize
                };
                known(b, a) && (1..=a).all(|taken| known(taken, a - taken))
            }
            PairRules::Cake { rules, twisted } => {
                let largest = rules.each_ref().map(|rules| rules.largest_heap());
                let most = match twisted {
                    true => [a.max(b); 2],
                    false => [b, a],
                };
                (0..2).all(|player| u64::from(most[player]) <= largest[player])
            }
        }
    }

    /// Calls `each` with every sum that a player can make of a heap.
    pub(super) fn each(
        &self,
        heap: &Heap,
        player: Player,
        each: &mut dyn FnMut(Sum) -> Flow,
    ) -> Flow {
        let [a, b] = [heap[0], heap[1]];
        let mut pair = |a: u32, b: u32| each(vec![([a, b, 0, 0], 1)]);
        match self {
            PairRules::Wythoff(bounds) => {
                (0..a).try_for_each(|left| pair(left, b))?;
                (0..b).try_for_each(|left| pair(a, left))?;
                for i in 1..=a.min(b) {
                    let bound = {
                        let bounds = bounds.read().unwrap_or_else(PoisonError::into_inner);
                        bounds.get(i as usize).copied().unwrap_or(0)
                    };
                    for j in i..bound.min(a.max(b) + 1) {
                        if j <= b {
                            pair(a - i, b - j)?;
                        }
                        if j <= a && i != j {
                            pair(a - j, b - i)?;
                        }
                    }
                }
                ControlFlow::Continue(())
            }
            PairRules::Mem(allowed) => {
                let taken: Vec<u32> = {
                    let allowed = allowed.read().unwrap_or_else(PoisonError::into_inner);
                    let row = allowed.get(&b).map_or(&[][..], Vec::as_slice);
                    (1..=a)
                        .zip(row)
                        .filter(|(_, allowed)| **allowed)
                        .map(|(taken, _)| taken)
                        .collect()
                };
                taken
                    .into_iter()
                    .try_for_each(|taken| pair(a - taken, taken))
            }
            PairRules::Cake { rules, twisted } => {
                // Which number is divided.
                let place = usize::from((player == Player::Left) != *twisted);
                let rules = &rules[player as usize];
                rules.each_option(heap[place].into(), &mut |pieces| {
                    let mut sum: BTreeMap<Heap, u32> = BTreeMap::new();
                    for &piece in pieces {
                        let mut made = [0; MOST_NUMBERS];
                        let to = if *twisted { 1 - place } else { place };
                        // A piece is no larger than what was divided.
                        made[to] = u32::try_from(piece).unwrap_or(u32::MAX);
                        made[1 - to] = heap[1 - place];
                        *sum.entry(made).or_default() += 1;
                    }
                    each(sum.into_iter().collect())
                })
            }
        }
    }

    /// Both players have the same moves.
    pub(super) fn is_impartial(&self) -> bool {
        !matches!(self, PairRules::Cake { .. })
    }

    fn info(&self) -> &'static Info {
        match self {
            PairRules::Wythoff(_) => &WYTHOFF,
            PairRules::Mem(_) => &MEM,
            PairRules::Cake { .. } => &CAKE,
        }
    }

    /// What falls with every move, if that is a sum of numbers.
    fn falling(&self) -> Option<Falling> {
        match self {
            PairRules::Wythoff(_) => Some(Falling::given(vec![1, 1])),
            PairRules::Mem(_) => Some(Falling::given(vec![1, 0])),
            PairRules::Cake { .. } => None,
        }
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        let order = |order: [usize; 2], negates| Symmetry {
            order: order.into(),
            negates,
        };
        let mut found = vec![order([0, 1], false)];
        match self {
            PairRules::Wythoff(_) => found.push(order([1, 0], false)),
            PairRules::Mem(_) => {}
            // Right plays on the turned cake as Left plays on the cake.
            PairRules::Cake { rules, .. } if rules[0] == rules[1] => {
                found.push(order([1, 0], true));
            }
            PairRules::Cake { .. } => {}
        }
        found
    }
}

impl Rules {
    /// The game of heaps of two numbers with these rules.
    #[must_use]
    pub fn pairs(name: &str, rules: PairRules) -> Rules {
        let names = ["a", "b"].map(str::to_owned).to_vec();
        let (info, symmetries, falling) = (rules.info(), rules.symmetries(), rules.falling());
        let moves = Moves::of_pairs(rules, falling);
        let mut made = NumberHeaps::new(names, moves, symmetries, Vec::new());
        made.describe(info);
        Rules::new(name, Box::new(made))
    }
}

static WYTHOFF: Info = Info {
    name: "gen_wythoff",
    title: "A generalised game of Wythoff",
    rules: "A move takes any number of counters from one of two heaps, or i from one and j from \
            the other if 0 < i <= j < f(i) for a function f. Who cannot move loses.",
    notation: "Write pairs of heaps such as (3,5).",
    kind: Kind::IMPARTIAL,
    example: "(0,0)",
    ..Info::BLANK
};

static MEM: Info = Info {
    name: "gen_mem",
    title: "A generalised game of Mem",
    rules: "A heap of n counters remembers the last number m that was taken from it. A function \
            says which numbers may be taken when m was. Who cannot move loses.",
    notation: "Write heaps as (counters,memory), such as (10,0).",
    kind: Kind::IMPARTIAL,
    example: "(0,0)",
    ..Info::BLANK
};

static CAKE: Info = Info {
    name: "gen_cutcake",
    title: "A product of two heap games as a cake",
    rules: "Left divides the columns of a piece as a heap of one game, Right its rows as a heap \
            of another. In a twisted cake it is the other way round, and every piece is turned \
            by a quarter. Who cannot move loses.",
    notation: "Write pieces as (rows,columns), such as (4,7).",
    kind: Kind::PARTIZAN,
    sides: ["Left", "Right"],
    example: "(0,0)",
    ..Info::BLANK
};
