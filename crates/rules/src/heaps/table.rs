//! Heaps whose moves are listed.

use super::games::HeapGame;
use super::{HeapRules, Named};
use crate::Flow;
use crate::bad_input::BadInput;
use crate::game::{Info, Kind};
use crate::native::Native;
use crate::rulebook::Rules;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

/// Positions of many heaps must have a rank, too.
const MAX_RANK: u64 = 1 << 48;
/// The most heaps in all moves of a table together.
const MAX_LISTED: usize = 1 << 22;

/// The moves from every heap up to some size, which may grow while it is
/// played with: what is listed stays.
///
/// Tables are equal if they are the same table.
///
/// ```
/// use rules::{HeapRules, HeapTable};
/// use std::sync::Arc;
/// let table = Arc::new(HeapTable::new());
/// table.push(vec![vec![]])?;
/// table.push(vec![vec![1], vec![1, 1]])?;
/// assert!(table.push(vec![vec![3]]).is_err());
/// assert_eq!(HeapRules::Listed(table).largest_heap(), 2);
/// # Ok::<(), rules::BadInput>(())
/// ```
pub struct HeapTable {
    rows: RwLock<Vec<Arc<Row>>>,
}

/// What may be done to the heaps of one size.
#[derive(Default)]
struct Row {
    /// The heaps that each move leaves, in ascending order, none empty.
    options: Vec<Vec<u64>>,
    /// The longest play.
    rank: u64,
    /// The heaps that are listed here and in the rows before.
    listed: usize,
}

impl HeapTable {
    /// A table of the empty heap, which has no moves.
    #[must_use]
    pub fn new() -> Self {
        HeapTable {
            rows: RwLock::new(vec![Arc::default()]),
        }
    }

    /// The largest heap whose moves are listed.
    #[must_use]
    pub fn largest(&self) -> u64 {
        let rows = self.rows.read().unwrap_or_else(PoisonError::into_inner);
        rows.len() as u64 - 1
    }

    /// Lists the moves of the next heap: the heaps that each leaves.
    ///
    /// # Errors
    ///
    /// A heap is not smaller, or there are too many of them.
    pub fn push(&self, mut options: Vec<Vec<u64>>) -> Result<(), BadInput> {
        let mut rows = self.rows.write().unwrap_or_else(PoisonError::into_inner);
        let heap = rows.len() as u64;
        let mut rank = 0;
        for option in &mut options {
            if let Some(larger) = option.iter().find(|left| **left >= heap) {
                return Err(BadInput::new(
                    format!("a heap of {heap} may become one of {larger}"),
                    "every heap that a move leaves must be smaller, or play has no end",
                ));
            }
            option.retain(|left| *left > 0);
            option.sort_unstable();
            let ranks = option.iter().map(|left| rows[*left as usize].rank);
            rank = rank.max(ranks.fold(1, u64::saturating_add));
        }
        options.sort_unstable();
        options.dedup();
        let listed = options.iter().map(|option| 1 + option.len()).sum::<usize>();
        let listed = listed + rows.last().map_or(0, |row| row.listed);
        if rank > MAX_RANK || listed > MAX_LISTED {
            return Err(BadInput::new(
                format!("a heap of {heap} is too large"),
                format!("play has at most {MAX_RANK} moves, and {MAX_LISTED} heaps are listed"),
            ));
        }
        rows.push(Arc::new(Row {
            options,
            rank,
            listed,
        }));
        Ok(())
    }

    fn row(&self, heap: u64) -> Option<Arc<Row>> {
        let rows = self.rows.read().unwrap_or_else(PoisonError::into_inner);
        rows.get(usize::try_from(heap).ok()?).cloned()
    }

    pub(super) fn rank(&self, heap: u64) -> u64 {
        self.row(heap).map_or(u64::MAX, |row| row.rank)
    }

    pub(super) fn each_option(&self, heap: u64, each: &mut dyn FnMut(&[u64]) -> Flow) -> Flow {
        let row = self.row(heap).unwrap_or_default();
        row.options.iter().try_for_each(|option| each(option))
    }
}

impl Default for HeapTable {
    fn default() -> Self {
        HeapTable::new()
    }
}

impl PartialEq for HeapTable {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for HeapTable {}

impl fmt::Debug for HeapTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the moves of heaps up to {}", self.largest())
    }
}

/// The game of a table.
#[derive(Clone, Debug)]
pub(super) struct ListedHeaps;

static INFO: Info = Info {
    name: "heap_ruleset",
    title: "Heaps whose moves are listed",
    rules: "A move replaces a heap by some smaller ones, as a list says. Who cannot move loses.",
    notation: "The sizes of the heaps, `12` or `5,7`.",
    kind: Kind::IMPARTIAL,
    example: "1",
    ..Info::BLANK
};

impl Named for ListedHeaps {
    const INFO: &'static Info = &INFO;

    fn rules(_variant: Option<&str>) -> Result<HeapRules, BadInput> {
        Ok(HeapRules::Listed(Arc::default()))
    }
}

impl Rules {
    /// The game of heaps whose moves are in a table.
    #[must_use]
    pub fn listed_heaps(name: &str, table: &Arc<HeapTable>) -> Rules {
        let rules = HeapRules::Listed(Arc::clone(table));
        let game: HeapGame<ListedHeaps> = HeapGame::with_rules(rules);
        Rules::new(name, Box::new(Native::new(game)))
    }
}
