//! Whether a map from sums of heaps to a monoid tells who wins.
//!
//! Let every heap h have an element x of the monoid and the set E of the
//! elements of its options; a sum of heaps then has the product of the
//! elements, and E for a sum of u and v is E(u)·v ∪ u·E(v). The lost elements
//! are those of the sums that the player to move loses if and only if for
//! every sum but the empty one x is lost exactly when E has no lost element.
//!
//! Both halves need finitely many looks. No option of a lost sum is lost: for
//! each heap with x and each of its options y no z makes xz and yz lost. Each
//! sum that is not lost has a lost option: that gets easier as E grows, so of
//! all sums with the same x only those with smallest E need be kept.
//!
//! Literature: T. Plambeck, A. N. Siegel, "Misère quotients for impartial
//! games" (2008), where the pairs (x, E) are the transition algebra.

use super::bits::Bits;
use super::effort::Effort;
use super::monoid::{Element, Monoid};
use super::word::Word;
use std::collections::VecDeque;
use values::Result;

/// An element and those of its options, and a sum that has them.
#[derive(Clone, Debug)]
pub(super) struct Transition {
    pub element: Element,
    pub options: Bits,
    /// `None` if the sum is too long to write, or of heaps that are not words.
    pub word: Option<Word>,
}

/// The transitions of all sums of some heaps, as far as they matter.
#[derive(Clone, Debug)]
pub(super) struct Transitions {
    /// Those of the heaps.
    heaps: Vec<Transition>,
    /// By element: the smallest.
    smallest: Vec<Vec<Transition>>,
    bytes: usize,
}

/// A sum that is not lost though none of its options is, or that is lost
/// though an option is; `None` if it is too long to write.
#[derive(Clone, Debug)]
pub(super) struct Contradiction(pub Option<Word>);

impl Transitions {
    /// Of no heaps.
    pub fn new(monoid: &Monoid) -> Self {
        Transitions {
            heaps: Vec::new(),
            smallest: vec![Vec::new(); monoid.order()],
            bytes: 0,
        }
    }

    /// Whether no option of a lost sum with this heap is lost by a move in it.
    pub fn may_add(&self, monoid: &Monoid, element: Element, options: &Bits) -> bool {
        let partners = monoid.partners(element);
        options.iter().all(|y| !partners.meets(monoid.partners(y)))
    }

    /// Whether some sum has the same element and no further options: then
    /// nothing changes when a heap like this is added.
    pub fn has_smaller(&self, element: Element, options: &Bits) -> bool {
        let known = &self.smallest[element as usize];
        known.iter().any(|known| known.options.is_subset(options))
    }

    /// Adds a heap, or says what contradicts.
    pub fn add(
        &mut self,
        monoid: &Monoid,
        heap: Transition,
        effort: &Effort<'_>,
    ) -> Result<std::result::Result<(), Contradiction>> {
        let partners = monoid.partners(heap.element);
        for y in heap.options.iter() {
            let both = monoid.partners(y);
            if partners.meets(both) {
                let z = partners.iter().find(|&z| both.contains(z)).unwrap_or(0);
                let word = heap
                    .word
                    .as_ref()
                    .and_then(|word| monoid.word(z).times(word));
                return Ok(Err(Contradiction(word)));
            }
        }
        if self.has_smaller(heap.element, &heap.options) {
            return Ok(Ok(()));
        }
        self.heaps.push(heap.clone());
        // Whatever there is must be multiplied by the new heap, and what is
        // new by all heaps.
        let mut queue = VecDeque::from([heap.clone()]);
        let all: Vec<Transition> = self.smallest.iter().flatten().cloned().collect();
        for known in &all {
            queue.push_back(known.times(&heap, monoid));
        }
        while let Some(next) = queue.pop_front() {
            effort.look()?;
            if !monoid.lost().contains(next.element) && !next.options.meets(monoid.lost()) {
                return Ok(Err(Contradiction(next.word)));
            }
            if self.keep(&next) {
                effort.check_bytes(self.bytes as u64 + monoid.bytes())?;
                for heap in &self.heaps {
                    queue.push_back(next.times(heap, monoid));
                }
            }
        }
        Ok(Ok(()))
    }

    /// Keeps a transition unless it is not among the smallest.
    fn keep(&mut self, new: &Transition) -> bool {
        if self.has_smaller(new.element, &new.options) {
            return false;
        }
        let kept = &mut self.smallest[new.element as usize];
        kept.retain(|known| !new.options.is_subset(&known.options));
        kept.push(new.clone());
        self.bytes += size_of::<Transition>()
            + new.options.bytes()
            + new.word.as_ref().map_or(0, Word::bytes);
        true
    }

    /// How many are kept.
    pub fn kept(&self) -> u64 {
        self.smallest.iter().map(|kept| kept.len() as u64).sum()
    }

    pub fn bytes(&self) -> u64 {
        self.bytes as u64
    }
}

impl Transition {
    /// That of a sum.
    fn times(&self, other: &Transition, monoid: &Monoid) -> Transition {
        let mut options = monoid.multiply(other.element, &self.options);
        for y in monoid.multiply(self.element, &other.options).iter() {
            options.insert(y);
        }
        let words = self.word.as_ref().zip(other.word.as_ref());
        Transition {
            element: monoid.product(self.element, other.element),
            options,
            word: words.and_then(|(word, more)| word.times(more)),
        }
    }
}
