//! Proofs of periods: from finitely many values to all of them.

use super::arithmetic;
use super::heaps::{is_classical, is_plain, most_heaps};
use super::period::{Basis, Candidate, Periodicity, Theorem, Trace};
use rules::{Code, HeapRules};

/// The shortest period of a sequence of any marks of heaps that follow from
/// the set of the marks of the options, if the marks prove it; else the heap
/// at which they may.
pub(crate) fn repetition(marks: &[u32], rules: &HeapRules) -> Result<Periodicity, usize> {
    // All heaps before are options here, so no window decides.
    if matches!(rules, HeapRules::AllBut(_)) {
        return Err(usize::MAX);
    }
    let trace = Trace::new(marks);
    let mut promising = usize::MAX;
    for candidate in trace.candidates().filter(|candidate| candidate.saltus == 0) {
        let Some((needed, theorem)) = trace.needed(rules, &candidate) else {
            continue;
        };
        if needed <= trace.last() {
            return Ok(candidate.with(Basis::Proved(theorem)));
        }
        promising = promising.min(needed);
    }
    Err(promising)
}

impl Trace<'_> {
    /// The shortest period that a theorem proves from the known values, or
    /// the number of values at which one may be provable.
    pub fn proof(&self, rules: &HeapRules) -> Result<Periodicity, usize> {
        let mut promising = usize::MAX;
        for candidate in self.candidates() {
            let Some((needed, theorem)) = self.needed(rules, &candidate) else {
                continue;
            };
            if needed <= self.last() {
                let proved = candidate.with(Basis::Proved(theorem));
                return Ok(self.least(proved));
            }
            promising = promising.min(needed.saturating_add(1));
        }
        Err(promising)
    }

    /// The period that the known values seem to have, and what it takes to
    /// prove it.
    pub fn conjecture(&self, rules: &HeapRules) -> Option<Periodicity> {
        let candidate = self.observed()?;
        let needed = self.needed(rules, &candidate);
        Some(candidate.with(Basis::Observed {
            to: self.last() as u64,
            needs: needed.map(|(heap, _)| heap as u64),
        }))
    }

    /// The largest heap whose value must be known to prove a period that
    /// starts where the candidate does, and the theorem.
    fn needed(&self, rules: &HeapRules, candidate: &Candidate) -> Option<(usize, Theorem)> {
        let &Candidate {
            period,
            start,
            saltus,
        } = candidate;
        match rules {
            HeapRules::Nim => None,
            HeapRules::Subtraction(set) => {
                let largest = usize::try_from(set.largest()).ok()?;
                let end = start.checked_add(largest)?.checked_add(period)?;
                (saltus == 0).then_some((end - 1, Theorem::Window))
            }
            HeapRules::AllBut(set) => {
                let largest = usize::try_from(set.largest()).ok()?;
                let window = largest.checked_mul(2)?.checked_add(1)?;
                let end = start.checked_add(window)?.checked_add(period)?;
                let shifted = end > self.last() || self.maximum_shifts(candidate, start + window);
                shifted.then_some((end, Theorem::AllButWindow))
            }
            HeapRules::TakeAndBreak(code) if !is_classical(code) => None,
            HeapRules::Spawning(_) | HeapRules::Listed(_) => None,
            HeapRules::TakeAndBreak(code) if saltus == 0 => splitting(code, candidate),
            HeapRules::TakeAndBreak(code) => {
                let needed = arithmetic::needed(self.values, code, candidate)?;
                Some((needed, Theorem::Arithmetic))
            }
        }
    }

    /// Values that occur at distances all of which are forbidden lie within
    /// the largest forbidden number of each other, and a new value is the
    /// least unused one: twice that window, with the largest value before its
    /// end, determines all later values up to a constant. So the sequence
    /// goes on as it did once both have been shifted by the saltus.
    fn maximum_shifts(&self, candidate: &Candidate, end: usize) -> bool {
        let largest = |end: usize| self.values[..end].iter().max().copied().map(u64::from);
        let (before, after) = (largest(end), largest(end + candidate.period));
        before.is_some() && before.map(|m| m + candidate.saltus) == after
    }

    /// A proved period whose part is a period too, as doubling a saltus may
    /// be what a theorem needs.
    fn least(&self, proved: Periodicity) -> Periodicity {
        let shorter = self.candidates().find(|c| {
            let turns = proved.period / c.period as u64;
            proved.period == turns * c.period as u64
                && proved.saltus == turns * c.saltus
                && c.start as u64 <= proved.preperiod
        });
        shorter.map_or(proved.clone(), |c| c.with(proved.basis))
    }
}

/// The octal periodicity theorem (Guy and Smith 1956) for codes that take at
/// most k and leave at most r heaps. Suppose g(n+p) = g(n) for
/// n₀ ≤ n < r·n₀ + (r−1)p + k, n₀ ≥ 1; then it holds for all n ≥ n₀. For of the
/// heaps that a move from n+p leaves, the largest is at least n₀+p and may be
/// made p smaller; and of those that a move from n leaves, the largest is at
/// least n₀ and may be made p larger: n+p and n have options of the same
/// values.
///
/// If two heaps must differ, making the larger p smaller may make them equal;
/// then the smaller is made p smaller instead, if it is at least n₀+p, which
/// one more p ensures.
fn splitting(code: &Code, candidate: &Candidate) -> Option<(usize, Theorem)> {
    let &Candidate { period, start, .. } = candidate;
    let heaps = most_heaps(code)?.max(1);
    let (periods, theorem) = match (heaps, is_plain(code)) {
        (1, _) => (0, Theorem::Window),
        (2, true) => (1, Theorem::Octal),
        (_, true) => (heaps - 1, Theorem::Splitting),
        (2, false) => (2, Theorem::Splitting),
        (_, false) => return None,
    };
    let starts = start.max(1).checked_mul(heaps)?;
    let end = starts.checked_add(period.checked_mul(periods + 1)?)?;
    Some((end.checked_add(code.reach())? - 1, theorem))
}
