//! Who wins sums of heaps in misère play, by the quotient of their game.

use super::Quotient;
use super::effort::Effort;
use rules::{HeapRules, Heaps};
use std::sync::Arc;
use values::{Budget, Error, Result};

/// The quotients of the games that came up, as far as their heaps needed.
///
/// ```
/// use rules::{Game, Kayles};
/// use solve::MisereHeaps;
/// use values::Budget;
/// let kayles = Kayles::with_variant(None).unwrap();
/// let position = kayles.read("1000000000,1000000007,58,9").unwrap();
/// let mut heaps = MisereHeaps::default();
/// // Their nim values are 1, 7, 2 and 4, and none of them plays by other rules.
/// assert_eq!(heaps.is_lost(&position, &Budget::unlimited()), Ok(Some(true)));
/// ```
#[derive(Default)]
pub struct MisereHeaps {
    known: Vec<Known>,
}

struct Known {
    rules: Arc<HeapRules>,
    quotient: Quotient,
    /// Whether more was tried in vain.
    given_up: bool,
}

/// The largest heap that is looked at; larger ones are known if Φ repeats.
const LARGEST: usize = 1000;
/// Elements beyond which a quotient is given up.
const ORDER: usize = 200;
/// The steps that are tried for larger heaps: some tenths of a second, counted
/// so that answers are the same on every machine.
pub(super) const STEPS: u64 = 2_000_000;

impl MisereHeaps {
    /// Whether the player to move loses a position in misère play; `None` if
    /// no quotient that decides it is found soon.
    ///
    /// # Complexity
    /// One product for each heap, once the quotient is known.
    pub fn is_lost(&mut self, position: &Heaps, budget: &Budget) -> Result<Option<bool>> {
        self.sum_is_lost(position.rules(), position.heaps(), budget)
    }

    /// The quotient that decides positions of a game with these heaps, if it
    /// is found soon.
    pub fn quotient(
        &mut self,
        rules: &Arc<HeapRules>,
        heaps: &[u64],
        budget: &Budget,
    ) -> Result<Option<&Quotient>> {
        let place = self.place(rules);
        let known = &mut self.known[place];
        known.reach(heaps, budget)?;
        let decides = known.quotient.is_lost(heaps).is_some();
        Ok(decides.then_some(&known.quotient))
    }

    /// The same for heaps of several positions of a game together.
    pub(crate) fn sum_is_lost(
        &mut self,
        rules: &Arc<HeapRules>,
        heaps: &[u64],
        budget: &Budget,
    ) -> Result<Option<bool>> {
        if **rules == HeapRules::Nim {
            return Ok(Some(crate::grundy::misere_nim_is_lost(heaps)));
        }
        let quotient = self.quotient(rules, heaps, budget)?;
        Ok(quotient.and_then(|quotient| quotient.is_lost(heaps)))
    }

    fn place(&mut self, rules: &Arc<HeapRules>) -> usize {
        let same = |known: &Known| Arc::ptr_eq(&known.rules, rules) || known.rules == *rules;
        if let Some(place) = self.known.iter().position(same) {
            return place;
        }
        self.known.push(Known {
            rules: Arc::clone(rules),
            quotient: Quotient::new(HeapRules::clone(rules)).with_largest_order(ORDER),
            given_up: false,
        });
        self.known.len() - 1
    }

    /// The bytes in use.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.known.iter().map(|known| known.quotient.bytes()).sum()
    }
}

impl Known {
    /// Goes on until the heaps are known, or it takes too much.
    fn reach(&mut self, heaps: &[u64], budget: &Budget) -> Result<()> {
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let largest = usize::try_from(largest).unwrap_or(usize::MAX);
        if self.given_up || self.quotient.is_lost(heaps).is_some() {
            return Ok(());
        }
        let soon = Effort::new(budget, STEPS);
        let found = match largest <= LARGEST {
            // Small heaps need no proof for all heaps.
            true => self.quotient.extend_by(largest, &soon),
            false => self.quotient.settle_by(LARGEST, &soon).map(drop),
        };
        match found {
            Err(Error::TooLarge { .. }) => {
                self.given_up = true;
                Ok(())
            }
            Err(Error::Memory { .. }) => {
                // The memory is for those who search instead.
                self.given_up = true;
                self.quotient = Quotient::new(HeapRules::clone(&self.rules));
                budget.look()
            }
            Err(error) => Err(error),
            Ok(()) => {
                self.given_up = self.quotient.is_lost(heaps).is_none();
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Game, Kayles};

    #[test]
    fn heaps_of_any_size_are_decided_when_all_repeat() {
        let kayles = Kayles::with_variant(None).unwrap();
        let budget = Budget::unlimited();
        let mut heaps = MisereHeaps::default();
        let mut lost = |text: &str| {
            let position = kayles.read(text).unwrap();
            heaps.is_lost(&position, &budget).unwrap()
        };
        for (text, expected) in [("1", true), ("1,1", false), ("1,1,1", true), ("2", false)] {
            assert_eq!(lost(text), Some(expected), "{text}");
        }
        // Heaps repeat with period 12 from 71 on.
        for heap in 71..83 {
            let (near, far) = (format!("{heap},5,9"), format!("{},5,9", heap + 12_000_000));
            assert_eq!(lost(&near), lost(&far), "{heap}");
            assert!(lost(&near).is_some());
        }
    }

    #[test]
    fn misere_nim_needs_no_quotient() {
        let nim = rules::Nim::with_variant(None).unwrap();
        let budget = Budget::unlimited();
        let mut heaps = MisereHeaps::default();
        for (text, expected) in [
            ("1,1,1", true),
            ("2,2", true),
            ("1,2,3", true),
            ("1,1", false),
        ] {
            let position = nim.read(text).unwrap();
            assert_eq!(
                heaps.is_lost(&position, &budget),
                Ok(Some(expected)),
                "{text}"
            );
        }
        assert_eq!(heaps.bytes(), 0);
    }
}
