//! Misère quotients: the misère play of a heap game as a finite table.
//!
//! Two sums of heaps are the same if they have the same outcome together with
//! any third sum of heaps of the game. The classes are a commutative monoid Q;
//! those whose sums the player to move loses are its P-portion; Φ is the map
//! from heaps to Q. If Q is finite, who wins a sum of any number of heaps is
//! read off a product.
//!
//! [`Quotient::extend`] goes from the heaps below n to heap n. Either some
//! element of Q does for it, which finitely many looks decide
//! (`transitions`), or heap n becomes a generator, and the quotient of the
//! generators is learnt from outcomes of their sums (`learn`); then all
//! heaps are placed in it anew. Whatever is guessed on the way, the placing of
//! all heaps is a proof in the end. When Φ repeats for long enough, the
//! periodicity theorem makes Q the quotient of all heaps.
//!
//! Complexity: for order q and g generators a new heap with m options takes
//! O(m + q·t) steps, where t is the number of transitions kept; a new
//! generator takes O(q·g·s) outcomes, where s ≤ q is the number of tests.
//!
//! Literature: T. Plambeck, "Taming the wild in impartial combinatorial games"
//! (2005); T. Plambeck, A. N. Siegel, "Misère quotients for impartial games"
//! (2008).

mod bits;
mod effort;
mod explain;
mod learn;
mod monoid;
mod oracle;
mod place;
mod state;
mod structure;
mod sums;
#[cfg(test)]
mod tests;
mod transitions;
mod word;

pub use explain::{QuotientWhy, explain_by_quotient};
pub use structure::{Division, Structure};
pub use sums::MisereHeaps;

use crate::grundy::{Periodicity, repetition};
use effort::Effort;
use monoid::{Element, IDENTITY, Monoid};
use oracle::Generator;
use rules::HeapRules;
use transitions::Transitions;
use values::{Budget, Error, Result};
use word::Word;

pub(super) const TOO_LONG: Error = Error::TooLarge {
    what: "a misère quotient that tells apart sums of more equal heaps",
    bound: u8::MAX as u64,
};

/// Elements beyond which a quotient is given up.
pub const LARGEST_ORDER: usize = 2000;

/// The misère quotient of the heaps of a game up to some heap.
///
/// ```
/// use rules::HeapRules;
/// use solve::Quotient;
/// use values::Budget;
/// let kayles = HeapRules::code("0.77").unwrap();
/// let mut quotient = Quotient::new(kayles);
/// quotient.extend(20, &Budget::unlimited()).unwrap();
/// assert!(quotient.is_lost(&[1, 1, 1]).unwrap());
/// assert!(!quotient.is_lost(&[1, 2]).unwrap());
/// ```
#[derive(Clone, Debug)]
pub struct Quotient {
    rules: HeapRules,
    /// Heaps that were not placed among those before, in ascending order.
    generators: Vec<Generator>,
    /// By number of generators: the quotient of the first ones.
    stages: Vec<Monoid>,
    /// By heap, from 0.
    phi: Vec<Element>,
    /// By heap: a word of generators that are no larger.
    words: Vec<Word>,
    transitions: Transitions,
    largest: usize,
    proved: Option<Periodicity>,
}

impl Quotient {
    /// Of no heaps but the empty one.
    #[must_use]
    pub fn new(rules: HeapRules) -> Self {
        let trivial = Monoid::trivial();
        Quotient {
            rules,
            generators: Vec::new(),
            transitions: Transitions::new(&trivial),
            stages: vec![trivial],
            phi: vec![IDENTITY],
            words: vec![Word::default()],
            largest: LARGEST_ORDER,
            proved: None,
        }
    }

    /// Gives up beyond so many elements.
    #[must_use]
    pub fn with_largest_order(mut self, largest: usize) -> Self {
        self.largest = largest;
        self
    }

    /// The rules of the game.
    #[must_use]
    pub fn rules(&self) -> &HeapRules {
        &self.rules
    }

    /// The largest heap in it.
    #[must_use]
    pub fn heaps(&self) -> usize {
        self.phi.len() - 1
    }

    /// Goes on to the heap `last`. What was found before a limit stays.
    pub fn extend(&mut self, last: usize, budget: &Budget) -> Result<()> {
        self.extend_by(last, &Effort::all(budget))
    }

    fn extend_by(&mut self, last: usize, effort: &Effort<'_>) -> Result<()> {
        while self.heaps() < last {
            effort.heap(self.bytes())?;
            self.next_heap(effort)?;
        }
        Ok(())
    }

    /// Goes on to a proof that all later heaps repeat, at most to `last`.
    pub fn settle(&mut self, last: usize, budget: &Budget) -> Result<Option<Periodicity>> {
        self.settle_by(last, &Effort::all(budget))
    }

    fn settle_by(&mut self, last: usize, effort: &Effort<'_>) -> Result<Option<Periodicity>> {
        while self.proved.is_none() {
            let needed = match repetition(&self.phi, &self.rules) {
                Ok(proved) => {
                    self.proved = Some(proved);
                    break;
                }
                Err(needed) => needed,
            };
            if self.heaps() >= last {
                break;
            }
            let next = needed.clamp(self.heaps() + 1, self.heaps() + 16);
            self.extend_by(next.min(last), effort)?;
        }
        Ok(self.proved.clone())
    }

    /// The period of Φ, if it was proved: then this is the quotient of all
    /// heaps.
    #[must_use]
    pub fn periodicity(&self) -> Option<&Periodicity> {
        self.proved.as_ref()
    }

    /// Whether the player to move loses a sum of heaps in misère play; `None`
    /// if a heap is larger than any that is known.
    #[must_use]
    pub fn is_lost(&self, heaps: &[u64]) -> Option<bool> {
        Some(self.monoid().lost().contains(self.product(heaps)?))
    }

    /// The product of the elements of heaps.
    fn product(&self, heaps: &[u64]) -> Option<Element> {
        let monoid = self.monoid();
        heaps.iter().try_fold(IDENTITY, |x, &heap| {
            let heap = self.known(heap)?;
            Some(monoid.product(x, self.phi[heap]))
        })
    }

    /// The known heap with the same element.
    fn known(&self, heap: u64) -> Option<usize> {
        if let Ok(heap) = usize::try_from(heap)
            && heap < self.phi.len()
        {
            return Some(heap);
        }
        let proved = self.proved.as_ref()?;
        let beyond = (heap - proved.preperiod) % proved.period;
        usize::try_from(proved.preperiod + beyond).ok()
    }

    /// The bytes in use.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let stages: u64 = self.stages.iter().map(Monoid::bytes).sum();
        stages + self.transitions.bytes() + self.phi.len() as u64 * 64
    }

    fn monoid(&self) -> &Monoid {
        &self.stages[self.generators.len()]
    }

    /// The different options of a heap, as lists of smaller heaps.
    fn options(&self, heap: usize, effort: &Effort<'_>) -> Result<Vec<Vec<usize>>> {
        let mut options = Vec::new();
        let mut looked = Ok(());
        let _ = self.rules.each_option(heap as u64, &mut |parts| {
            options.push(parts.iter().map(|&part| part as usize).collect());
            effort.go_on(&mut looked)
        });
        looked.map(|()| options)
    }
}
