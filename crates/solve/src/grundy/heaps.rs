//! The nim value of the next heap, from those of all smaller heaps.

use super::sparse::Sparse;
use super::triples::Triples;
use rules::{Code, Digit, HeapRules, Shape};
use std::ops::ControlFlow;
use values::{Budget, Error, Result};

/// How the next value is found.
pub(super) enum Engine {
    /// The options of a heap are the heaps at these distances.
    Subtraction(Vec<usize>),
    /// All smaller heaps but those at these distances.
    AllBut(AllBut),
    /// Codes that leave at most two heaps.
    Sparse(Box<Sparse>),
    /// Codes that leave at most three heaps, of any shape.
    Triples(Triples),
    /// Everything else.
    Slow(HeapRules),
}

impl Engine {
    pub fn new(rules: &HeapRules) -> Self {
        let distances = |set: &[u64]| {
            // A number that cannot be a table's index is never taken.
            set.iter()
                .filter_map(|&n| usize::try_from(n).ok())
                .collect()
        };
        match rules {
            HeapRules::Nim => Engine::AllBut(AllBut::new(Vec::new())),
            HeapRules::Subtraction(set) => Engine::Subtraction(distances(set.as_slice())),
            HeapRules::AllBut(set) => Engine::AllBut(AllBut::new(distances(set.as_slice()))),
            HeapRules::TakeAndBreak(code) if !is_classical(code) => Engine::Slow(rules.clone()),
            HeapRules::Spawning(_) | HeapRules::Listed(_) => Engine::Slow(rules.clone()),
            HeapRules::TakeAndBreak(code) => match most_heaps(code) {
                Some(0..=2) => Engine::Sparse(Box::new(Sparse::new(code))),
                Some(3) if is_plain(code) => Engine::Triples(Triples::new(code)),
                _ => Engine::Slow(rules.clone()),
            },
        }
    }

    /// The value of the heap after those whose values are given.
    pub fn next(&mut self, values: &[u32], budget: &Budget) -> Result<u32> {
        match self {
            Engine::Subtraction(distances) => {
                let heap = values.len();
                let reached = distances.iter().take_while(|&&d| d <= heap);
                narrow(mex(reached.map(|d| values[heap - d])))
            }
            Engine::AllBut(all_but) => all_but.next(values),
            Engine::Sparse(sparse) => sparse.next(values.len(), budget),
            Engine::Triples(triples) => triples.next(values, budget),
            Engine::Slow(rules) => slow(rules, values, budget),
        }
    }

    /// The bytes in use.
    pub fn bytes(&self) -> u64 {
        match self {
            Engine::Subtraction(_) | Engine::Slow(_) => 0,
            Engine::AllBut(all_but) => all_but.occurrences.len() as u64 * 4,
            Engine::Sparse(sparse) => sparse.bytes(),
            Engine::Triples(triples) => triples.bytes(),
        }
    }
}

/// The most heaps that a code can make of one; `None` if there is no bound.
pub(super) fn most_heaps(code: &Code) -> Option<usize> {
    let digits = code.digits().iter();
    digits
        .map(|digit| digit.most())
        .try_fold(0, |most, digit| Some(most.max(digit?)))
}

/// Whether a code ends and asks for no heaps that are equal: what the methods
/// and theorems for codes are about.
pub(super) fn is_classical(code: &Code) -> bool {
    let equal = |digit: &Digit| {
        let most = digit.most().unwrap_or(0).max(2);
        (0..=most + 1).any(|count| digit.shape(count) == Some(Shape::Equal))
    };
    code.period() == 0 && !code.digits().iter().any(equal)
}

/// Whether a code asks for no shape.
pub(super) fn is_plain(code: &Code) -> bool {
    code.digits().iter().all(|digit| {
        let most = digit.most().unwrap_or(0);
        (2..=most).all(|count| digit.shape(count).is_none_or(|shape| shape == Shape::Any))
    })
}

/// A value in the form tables store.
pub(super) fn narrow(value: usize) -> Result<u32> {
    u32::try_from(value).map_err(|_| Error::TooLarge {
        what: "a nim value in a table of heaps",
        bound: u64::from(u32::MAX),
    })
}

/// The least number not given.
fn mex(values: impl Iterator<Item = u32> + Clone) -> usize {
    // Small sets are usual: 64 values fit a word.
    let word = values
        .clone()
        .filter(|&v| v < 64)
        .fold(0u64, |word, v| word | 1 << v);
    if word != u64::MAX {
        return word.trailing_ones() as usize;
    }
    let mut all: Vec<u32> = values.collect();
    all.sort_unstable();
    all.dedup();
    let gap = all.iter().zip(0..).find(|&(&value, place)| value != place);
    gap.map_or(all.len(), |(_, place)| place as usize)
}

/// A heap from which anything but some numbers may be taken.
pub(super) struct AllBut {
    distances: Vec<usize>,
    /// How often each value has occurred. The values that occurred are
    /// exactly those below the length.
    occurrences: Vec<u32>,
}

impl AllBut {
    fn new(distances: Vec<usize>) -> Self {
        AllBut {
            distances,
            occurrences: Vec::new(),
        }
    }

    /// A value is missing if it occurs only at the forbidden distances, or
    /// nowhere.
    fn next(&mut self, values: &[u32]) -> Result<u32> {
        let heap = values.len();
        let near = self.distances.iter().take_while(|&&d| d <= heap);
        let near = near.map(|d| values[heap - d] as usize);
        for value in near.clone() {
            self.occurrences[value] -= 1;
        }
        let gone = near.clone().filter(|&value| self.occurrences[value] == 0);
        let least = gone.min().unwrap_or(self.occurrences.len());
        for value in near {
            self.occurrences[value] += 1;
        }
        if least == self.occurrences.len() {
            self.occurrences.push(0);
        }
        self.occurrences[least] += 1;
        narrow(least)
    }
}

/// Straight from the rules.
fn slow(rules: &HeapRules, values: &[u32], budget: &Budget) -> Result<u32> {
    let mut seen: Vec<bool> = Vec::new();
    let mut looked = 0u32;
    let mut stopped = Ok(());
    let _ = rules.each_option(values.len() as u64, &mut |heaps| {
        let value = heaps
            .iter()
            .fold(0, |sum, &heap| sum ^ values[heap as usize]) as usize;
        if value >= seen.len() {
            seen.resize(value + 1, false);
        }
        seen[value] = true;
        looked = looked.wrapping_add(1);
        if looked.is_multiple_of(1 << 16) {
            stopped = budget.check();
        }
        match stopped {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    stopped?;
    narrow(seen.iter().position(|&seen| !seen).unwrap_or(seen.len()))
}
