//! Nim values (Grundy values) of impartial games.
//!
//! By the theorem of Sprague and Grundy an impartial position equals the
//! nimber ∗n where n is the least number that is not the nim value of an
//! option (its mex), and the nim value of a sum is the nim sum, exclusive or,
//! of the parts'.
//!
//! Complexity: every normal form of a part is expanded once, and its options
//! are looked at once; a heap game has a table of its heaps instead, by the
//! method that suits its code.
//!
//! Literature: R. Sprague, "Über mathematische Kampfspiele" (1935); P. M.
//! Grundy, "Mathematics and Games" (1939); R. Guy and C. Smith, "The G-values
//! of Various Games" (1956), whose theorem proves periods of octal games.

mod arithmetic;
mod block;
mod explain;
mod heaps;
mod mask;
mod misere_nim;
mod period;
mod prove;
mod sample;
mod sequence;
mod sparse;
mod triples;

pub use explain::{Explanation, WinningMove, explain};
pub use misere_nim::{MisereNim, explain_misere};
pub use period::{Basis, Periodicity, Theorem};
pub(crate) use prove::repetition;
pub use sequence::NimSequence;

use crate::position_table::map_bytes;
use rules::{HeapRules, Heaps, Position};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use values::{Budget, Player, Result};

/// The nim value of an impartial position.
///
/// Of a game in which the players' moves differ it is the nim value of the
/// game in which both have Left's moves.
///
/// ```
/// use rules::{Game, Kayles};
/// use values::Budget;
/// let kayles = Kayles::with_variant(None).unwrap();
/// let position = kayles.read("12,5").unwrap();
/// assert_eq!(solve::nim_value(&position, &Budget::unlimited()), Ok(4 ^ 4));
/// ```
pub fn nim_value<P: Position>(position: &P, budget: &Budget) -> Result<u64> {
    NimValues::new().value(position, budget)
}

/// Nim values of positions of one game, with a memory of every part met.
pub struct NimValues<P> {
    table: FxHashMap<P, u64>,
    /// The bytes that the positions have elsewhere.
    outside: usize,
    heaps: Option<(Arc<HeapRules>, NimSequence)>,
}

/// A position whose options are being evaluated.
struct Frame<P> {
    position: P,
    /// What is still to do, the next at the end.
    queue: Vec<NimStep<P>>,
    /// The nim sum of the parts of the option at hand.
    sum: u64,
    /// The values of the options that are finished.
    options: Vec<u64>,
}

enum NimStep<P> {
    /// Find the value of a part in normal form.
    Part(P),
    /// The parts seen since the last one of these make an option.
    Option,
}

impl<P: Position> Default for NimValues<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P: Position> NimValues<P> {
    /// Nothing is known yet.
    #[must_use]
    pub fn new() -> Self {
        NimValues {
            table: FxHashMap::default(),
            outside: 0,
            heaps: None,
        }
    }

    /// The nim value of an impartial position: heap games by the table of
    /// their heaps, others depth first with an explicit stack, every part
    /// expanded once.
    pub fn value(&mut self, position: &P, budget: &Budget) -> Result<u64> {
        if let Some(sum) = Heaps::of(position) {
            let sequence = self.sequence(sum.rules());
            let mut values = sum.heaps().iter().map(|&h| sequence.value(h, budget));
            return values.try_fold(0, |sum, value| Ok(sum ^ value?));
        }
        let mut bottom = Frame::new(position.clone());
        bottom.push_parts(position);
        let mut stack = vec![bottom];
        loop {
            let frame = stack.last_mut().expect("a frame to finish");
            let Some(step) = frame.queue.pop() else {
                let frame = stack.pop().expect("a finished frame");
                if stack.is_empty() {
                    return Ok(frame.sum);
                }
                self.outside += frame.position.outside_bytes();
                self.table.insert(frame.position, mex(frame.options));
                if self.table.len().is_multiple_of(1024) {
                    budget.check()?;
                    budget.check_bytes(self.bytes() + rules::kept_bytes() as u64)?;
                }
                continue;
            };
            match step {
                NimStep::Option => {
                    frame.options.push(frame.sum);
                    frame.sum = 0;
                }
                NimStep::Part(part) => {
                    if let Some(value) = self.look_up(&part) {
                        frame.sum ^= value;
                    } else {
                        let below = Frame::for_options(&part, budget)?;
                        frame.queue.push(NimStep::Part(part));
                        stack.push(below);
                    }
                }
            }
        }
    }

    /// The bytes in use.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (map_bytes(&self.table) + self.outside) as u64
    }

    fn look_up(&self, part: &P) -> Option<u64> {
        let stored = self.table.get(part).copied();
        stored.or_else(|| {
            let known = part.known_value()?;
            (known.number.is_zero() && known.ups == 0).then_some(known.nimber)
        })
    }

    fn sequence(&mut self, rules: &Arc<HeapRules>) -> &mut NimSequence {
        let same = |(known, _): &(Arc<HeapRules>, _)| Arc::ptr_eq(known, rules) || known == rules;
        if !self.heaps.as_ref().is_some_and(same) {
            self.heaps = None;
        }
        let fresh = || (Arc::clone(rules), NimSequence::new(rules));
        &mut self.heaps.get_or_insert_with(fresh).1
    }
}

impl<P: Position> Frame<P> {
    fn new(position: P) -> Self {
        Frame {
            position,
            queue: Vec::new(),
            sum: 0,
            options: Vec::new(),
        }
    }

    fn for_options(position: &P, budget: &Budget) -> Result<Self> {
        let mut frame = Frame::new(position.clone());
        let mut looked = Ok(());
        let _ = position.options(Player::Left, &mut |option| {
            frame.queue.push(NimStep::Option);
            frame.push_parts(&option);
            budget.go_on(&mut looked)
        });
        looked.map(|()| frame)
    }

    fn push_parts(&mut self, position: &P) {
        position.parts(&mut |part| self.queue.push(NimStep::Part(part.normal_form().0)));
    }
}

/// The least number that is not in the list.
fn mex(mut values: Vec<u64>) -> u64 {
    values.sort_unstable();
    values.dedup();
    let gap = values
        .iter()
        .zip(0..)
        .find(|&(&value, place)| value != place);
    gap.map_or(values.len() as u64, |(_, place)| place)
}
