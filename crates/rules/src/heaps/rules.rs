//! What may be done to one heap.

use super::code::Code;
use super::spawning::Spawning;
use super::table::HeapTable;
use crate::Flow;
use crate::bad_input::BadInput;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The largest heap.
pub const MAX_HEAP: u64 = 1 << 63;

/// The rules of a heap game: a position is a sum of heaps, a move replaces
/// one heap by some others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeapRules {
    /// Take any number.
    Nim,
    /// Take a number from a finite set.
    Subtraction(Numbers),
    /// Take any number that is not in a finite set.
    AllBut(Numbers),
    /// Take and split as a code says.
    TakeAndBreak(Code),
    /// Leave some smaller heaps, whatever their total.
    Spawning(Spawning),
    /// Leave heaps as a table lists them.
    Listed(Arc<HeapTable>),
}

impl HeapRules {
    /// The rules of a subtraction game: `1,2,3`, or `allbut:1,2,3`.
    pub fn subtraction(text: &str) -> Result<Self, BadInput> {
        match text.strip_prefix("allbut:") {
            Some(set) => Numbers::read(set)
                .map(HeapRules::AllBut)
                .map_err(|bad| BadInput {
                    column: bad.column.map(|c| c + "allbut:".len()),
                    ..bad
                }),
            None => Numbers::read(text).map(HeapRules::Subtraction),
        }
    }

    /// The rules of a spawning code such as `1-3C`.
    pub fn spawning(text: &str) -> Result<Self, BadInput> {
        Spawning::read(text).map(HeapRules::Spawning)
    }

    /// The rules of a take-and-break code such as `0.77`.
    pub fn code(text: &str) -> Result<Self, BadInput> {
        Code::read(text.trim()).map(HeapRules::TakeAndBreak)
    }

    /// Calls `each` with the heaps, in ascending order, that every move
    /// leaves of a heap.
    pub fn each_option(&self, heap: u64, each: &mut dyn FnMut(&[u64]) -> Flow) -> Flow {
        let mut leave = |rest: u64| match rest {
            0 => each(&[]),
            _ => each(&[rest]),
        };
        match self {
            HeapRules::Nim => (0..heap).rev().try_for_each(leave),
            HeapRules::Subtraction(set) => set
                .as_slice()
                .iter()
                .take_while(|&&taken| taken <= heap)
                .try_for_each(|taken| leave(heap - taken)),
            HeapRules::AllBut(set) => (1..=heap)
                .filter(|&taken| !set.contains(taken))
                .try_for_each(|taken| leave(heap - taken)),
            HeapRules::TakeAndBreak(code) => code.each_option(heap, each),
            HeapRules::Spawning(code) => code.each_option(heap, each),
            HeapRules::Listed(table) => table.each_option(heap, each),
        }
    }

    /// The largest heap of a position: a rule that repeats for ever is looked
    /// through for every counter, and play with spawning heaps may take too
    /// many moves to count.
    #[must_use]
    pub fn largest_heap(&self) -> u64 {
        match self {
            HeapRules::TakeAndBreak(code) if code.period() > 0 => 1 << 20,
            HeapRules::Spawning(code) => code.largest_heap(),
            HeapRules::Listed(table) => table.largest(),
            _ => MAX_HEAP,
        }
    }

    /// A number that every move from a heap lowers, also as the sum over the
    /// heaps that are left.
    #[must_use]
    pub(super) fn rank(&self, heap: u64) -> u128 {
        match self {
            HeapRules::Spawning(code) => code.rank(heap).into(),
            HeapRules::Listed(table) => table.rank(heap).into(),
            // Twice the counters less the heaps: splitting lowers it too.
            _ => (2 * u128::from(heap)).saturating_sub(1),
        }
    }

    /// Whether there is a move from a heap.
    #[must_use]
    pub fn can_move(&self, heap: u64) -> bool {
        self.each_option(heap, &mut |_| ControlFlow::Break(()))
            .is_break()
    }

    /// The nim value of a heap where a formula is known: n for Nim, and
    /// n mod (k+1) when 1 to k may be taken.
    #[must_use]
    pub fn formula(&self, heap: u64) -> Option<u64> {
        match self {
            HeapRules::Nim => Some(heap),
            HeapRules::Subtraction(set) if set.is_initial() => Some(heap % (set.largest() + 1)),
            _ => None,
        }
    }
}

impl fmt::Display for HeapRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeapRules::Nim => f.write_str("any number"),
            HeapRules::Subtraction(set) => set.fmt(f),
            HeapRules::AllBut(set) => write!(f, "allbut:{set}"),
            HeapRules::TakeAndBreak(code) => code.fmt(f),
            HeapRules::Spawning(code) => code.fmt(f),
            HeapRules::Listed(_) => f.write_str("heap_ruleset"),
        }
    }
}

/// A finite set of positive numbers, not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers(Vec<u64>);

impl Numbers {
    /// Reads `1,2,3`, in braces or brackets if you like.
    pub fn read(text: &str) -> Result<Self, BadInput> {
        let hint = "write the numbers that may be taken, such as subtraction:1,2,3";
        let enclosed = |open, close| text.trim().strip_prefix(open)?.strip_suffix(close);
        let inner = enclosed('{', '}')
            .or_else(|| enclosed('[', ']'))
            .unwrap_or(text);
        let start = text.find(inner).unwrap_or(0);
        if inner.trim().is_empty() {
            return Err(BadInput::new("the set of a subtraction game is empty", hint).at(1));
        }
        let mut numbers = Vec::new();
        for (column, word) in super::text::words(inner, &[',']) {
            let wrong = |message: String| BadInput::new(message, hint).at(start + column);
            match super::text::number(word) {
                Some(0) => return Err(wrong("taking 0 changes nothing".into())),
                Some(number) if number <= MAX_HEAP => numbers.push(number),
                Some(_) => return Err(wrong(format!("{word} is above 2^63"))),
                None => return Err(wrong(format!("`{word}` is no number that can be taken"))),
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        Ok(Numbers(numbers))
    }

    /// The numbers 1 to `largest`.
    #[must_use]
    pub(super) fn up_to(largest: u64) -> Self {
        Numbers((1..=largest).collect())
    }

    /// The numbers in ascending order.
    #[must_use]
    pub fn as_slice(&self) -> &[u64] {
        &self.0
    }

    /// The largest.
    #[must_use]
    pub fn largest(&self) -> u64 {
        self.0.last().copied().unwrap_or(0)
    }

    fn contains(&self, number: u64) -> bool {
        self.0.binary_search(&number).is_ok()
    }

    fn is_initial(&self) -> bool {
        self.largest() == self.0.len() as u64
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::text::list(&self.0, ",").fmt(f)
    }
}
