//! The nim values of the heaps of one game, one after the other.

use super::heaps::Engine;
use super::period::{Basis, Periodicity, Theorem, Trace};
use rules::HeapRules;
use values::{Budget, Error, Outcome, Result};

/// The nim values of heaps, from heap 0 on, as far as they were asked for.
///
/// Looks for a period while it grows; once one is proved, every larger heap
/// follows from it.
///
/// ```
/// use rules::HeapRules;
/// use solve::NimSequence;
/// use values::Budget;
/// let mut kayles = NimSequence::new(&HeapRules::code("0.77").unwrap());
/// let budget = Budget::unlimited();
/// assert_eq!(kayles.values(7, &budget).unwrap(), [1, 2, 3, 1, 4, 3, 2]);
/// assert_eq!(kayles.value(1_000_000_000_000, &budget), Ok(1));
/// ```
pub struct NimSequence {
    rules: HeapRules,
    engine: Engine,
    values: Vec<u32>,
    proved: Option<Periodicity>,
    /// The number of values at which to look for a period next.
    look_at: usize,
}

/// For its value; the trace of a look for a period needs as much again, twice.
const BYTES_OF_A_HEAP: u64 = 4 * 4;

/// Where to give up on a heap that no table in memory reaches: without this,
/// the memory limit would be met after hours.
const HORIZON: usize = 1 << 20;

impl NimSequence {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(rules: &HeapRules) -> Self {
        NimSequence {
            rules: rules.clone(),
            engine: Engine::new(rules),
            values: Vec::new(),
            proved: match rules {
                HeapRules::Nim => Some(Periodicity {
                    preperiod: 0,
                    period: 1,
                    saltus: 1,
                    basis: Basis::Proved(Theorem::Nim),
                }),
                _ => None,
            },
            look_at: 16,
        }
    }

    /// The nim value of one heap.
    pub fn value(&mut self, heap: u64, budget: &Budget) -> Result<u64> {
        if let Some(value) = self.rules.formula(heap) {
            return Ok(value);
        }
        self.grow(heap, budget)?;
        self.at(heap)
    }

    /// The nim values of the heaps 1 to `n`.
    pub fn values(&mut self, n: u64, budget: &Budget) -> Result<Vec<u64>> {
        budget.check_bytes(n.saturating_mul(8))?;
        self.grow(n, budget)?;
        (1..=n).map(|heap| self.at(heap)).collect()
    }

    /// The outcomes of the heaps 0 to `n`, P or N.
    pub fn outcomes(&mut self, n: u64, budget: &Budget) -> Result<Vec<Outcome>> {
        let outcome = |value: u64| if value == 0 { Outcome::P } else { Outcome::N };
        let values = self.values(n, budget)?;
        Ok(std::iter::once(0).chain(values).map(outcome).collect())
    }

    /// What the heaps 0 to `n` tell about the period: proved if a theorem
    /// allows it, else observed if the values repeat long enough to notice.
    ///
    /// Stops early when a period is proved.
    pub fn periodicity(&mut self, n: u64, budget: &Budget) -> Result<Option<Periodicity>> {
        self.grow(n, budget)?;
        if self.proved.is_none() {
            self.look();
        }
        if self.proved.is_some() {
            return Ok(self.proved.clone());
        }
        Ok(Trace::new(&self.values).conjecture(&self.rules))
    }

    /// Extends the table to a heap, or to a proof.
    fn grow(&mut self, heap: u64, budget: &Budget) -> Result<()> {
        while self.proved.is_none() && self.values.len() as u64 <= heap {
            if self.values.len().is_multiple_of(256) {
                budget.check()?;
                budget.check_bytes(self.bytes())?;
            }
            if self.values.len() == HORIZON
                && let Err(Error::Memory { limit }) =
                    budget.check_bytes(heap.saturating_mul(BYTES_OF_A_HEAP))
            {
                return Err(Error::TooLarge {
                    what: "a heap for this memory, as the first million show no period",
                    bound: limit / BYTES_OF_A_HEAP,
                });
            }
            let next = self.engine.next(&self.values, budget)?;
            self.values.push(next);
            budget.advance(1);
            if self.values.len() == self.look_at {
                self.look();
            }
        }
        Ok(())
    }

    fn look(&mut self) {
        let trace = Trace::new(&self.values);
        match trace.proof(&self.rules) {
            Ok(found) => self.proved = Some(found),
            Err(promising) => {
                let known = self.values.len();
                let soonest = known + known / 16 + 1;
                self.look_at = promising.clamp(soonest, soonest.max(known + known / 2));
            }
        }
    }

    fn at(&self, heap: u64) -> Result<u64> {
        let stored = |heap: u64| usize::try_from(heap).ok().and_then(|h| self.values.get(h));
        if let Some(&value) = stored(heap) {
            return Ok(u64::from(value));
        }
        let too_large = Error::TooLarge {
            what: "a nim value",
            bound: u64::MAX,
        };
        let Some(found) = &self.proved else {
            return Err(too_large);
        };
        let turns = (heap - found.preperiod) / found.period;
        let base = stored(heap - turns * found.period).copied().unwrap_or(0);
        let rise = turns.checked_mul(found.saltus);
        rise.and_then(|rise| rise.checked_add(u64::from(base)))
            .ok_or(too_large)
    }

    /// Whether the next value is found without all moves of the heap.
    pub(super) fn is_quick(&self) -> bool {
        !matches!(self.engine, Engine::Slow(_))
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        self.values.capacity() as u64 * BYTES_OF_A_HEAP + self.engine.bytes()
    }
}
