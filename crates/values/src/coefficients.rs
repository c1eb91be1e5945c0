//! Integer sequences with long runs: the coefficients of uptimals.

/// c₁, c₂, … with zeros behind the end, kept as runs of equal numbers: the
/// followers of ↑ⁿ have few runs, whatever n.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Coefficients {
    /// (number, how often): neighbours differ, the last number is not 0.
    runs: Vec<(i64, usize)>,
}

impl Coefficients {
    pub fn from_runs(runs: impl IntoIterator<Item = (i64, usize)>) -> Self {
        let mut merged: Vec<(i64, usize)> = Vec::new();
        for (number, count) in runs {
            match merged.last_mut() {
                _ if count == 0 => {}
                Some(last) if last.0 == number => last.1 += count,
                _ => merged.push((number, count)),
            }
        }
        if merged.last().is_some_and(|&(number, _)| number == 0) {
            merged.pop();
        }
        Coefficients { runs: merged }
    }

    pub fn runs(&self) -> &[(i64, usize)] {
        &self.runs
    }

    pub fn len(&self) -> usize {
        self.runs.iter().map(|&(_, count)| count).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    pub fn first(&self) -> i64 {
        self.runs.first().map_or(0, |&(number, _)| number)
    }

    /// The last one that is not zero.
    pub fn last(&self) -> i64 {
        self.runs.last().map_or(0, |&(number, _)| number)
    }

    /// The first of them that is not `number`, before the endless zeros.
    pub fn first_other_than(&self, number: i64) -> Option<i64> {
        self.runs.iter().map(|run| run.0).find(|&n| n != number)
    }

    /// The place, from 1, of the last one that is at most `bound`; 0 if none.
    pub fn last_at_most(&self, bound: i64) -> usize {
        let mut end = self.len();
        for &(number, count) in self.runs.iter().rev() {
            if number <= bound {
                return end;
            }
            end -= count;
        }
        0
    }

    /// The first `n`, zeros behind.
    pub fn truncated(&self, n: usize) -> Self {
        let mut left = n;
        Self::from_runs(self.runs.iter().map(|&(number, count)| {
            let taken = count.min(left);
            left -= taken;
            (number, taken)
        }))
    }

    /// The first `length` changed by `by`; `None` if one overflows.
    pub fn stepped(&self, by: i64, length: usize) -> Option<Self> {
        let padding = length.saturating_sub(self.len());
        let mut runs = self.runs.clone();
        runs.push((0, padding));
        for run in &mut runs {
            run.0 = run.0.checked_add(by)?;
        }
        Some(Self::from_runs(runs))
    }

    pub fn negated(&self) -> Self {
        Coefficients {
            runs: self.runs.iter().map(|&(n, count)| (-n, count)).collect(),
        }
    }

    /// Both sequences at once, as (mine, theirs, how often), up to the end of
    /// the longer one.
    pub fn zip<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (i64, i64, usize)> + 'a {
        let (mut mine, mut theirs) = (self.runs.iter(), other.runs.iter());
        let (mut a, mut b) = (mine.next().copied(), theirs.next().copied());
        std::iter::from_fn(move || {
            let count = match (a, b) {
                (None, None) => return None,
                (Some((_, n)), None) | (None, Some((_, n))) => n,
                (Some((_, n)), Some((_, m))) => n.min(m),
            };
            let numbers = (a.map_or(0, |r| r.0), b.map_or(0, |r| r.0));
            for (run, rest) in [(&mut a, &mut mine), (&mut b, &mut theirs)] {
                if let Some((_, left)) = run {
                    *left -= count;
                    if *left == 0 {
                        *run = rest.next().copied();
                    }
                }
            }
            Some((numbers.0, numbers.1, count))
        })
    }
}
