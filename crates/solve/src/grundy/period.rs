//! Periods of sequences of nim values.

use std::fmt;

/// g(n + period) = g(n) + saltus for every n from the pre-period on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodicity {
    /// The first heap from which it holds.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
    /// What each period adds.
    pub saltus: u64,
    /// How it is known.
    pub basis: Basis,
}

/// How a period is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// A theorem says that it goes on for ever.
    Proved(Theorem),
    /// It holds as far as anybody looked.
    Observed {
        /// The largest heap looked at.
        to: u64,
        /// The largest heap whose value a proof needs, if a theorem fits.
        needs: Option<u64>,
    },
}

/// The theorems that prove periods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// A Nim heap is its own nim value.
    Nim,
    /// The values of a subtraction game repeat when a window as long as the
    /// largest number that may be taken does.
    Window,
    /// When finitely many numbers may not be taken, equal values are close
    /// together, and a window again decides.
    AllButWindow,
    /// The octal periodicity theorem of Guy and Smith.
    Octal,
    /// Its extension to splits into more than two, or unequal, heaps.
    Splitting,
    /// Arithmetic periodicity of hexadecimal games.
    Arithmetic,
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Theorem::Nim => "the theorem of Bouton",
            Theorem::Window => "the window of the largest number that may be taken",
            Theorem::AllButWindow => "the window of the largest number that may not be taken",
            Theorem::Octal => "the octal periodicity theorem",
            Theorem::Splitting => "the periodicity theorem for take-and-break games",
            Theorem::Arithmetic => "the arithmetic periodicity theorem for hexadecimal games",
        })
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Basis::Proved(theorem) => write!(f, "proved by {theorem}"),
            Basis::Observed { to, needs: None } => write!(f, "observed to {to}"),
            Basis::Observed {
                to,
                needs: Some(needs),
            } => write!(f, "observed to {to}; a proof needs the heaps to {needs}"),
        }
    }
}

impl fmt::Display for Periodicity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Periodicity {
            preperiod,
            period,
            saltus,
            basis,
        } = self;
        write!(
            f,
            "period {period}, pre-period {preperiod}, saltus {saltus}: {basis}"
        )
    }
}

impl Periodicity {
    /// Whether a theorem proves it.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        matches!(self.basis, Basis::Proved(_))
    }

    /// The largest heap whose value a proof needs, if it is not proved but
    /// may be.
    #[must_use]
    pub fn needs(&self) -> Option<u64> {
        match self.basis {
            Basis::Proved(_) => None,
            Basis::Observed { needs, .. } => needs,
        }
    }

    /// CGSuite's text for it.
    #[must_use]
    pub fn cgsuite(&self) -> String {
        let Periodicity {
            preperiod,
            period,
            saltus,
            ..
        } = self;
        format!("Periodicity(Period => {period}, Preperiod => {preperiod}, Saltus => {saltus})")
    }
}

/// Known values, and for every possible period since when they have it.
pub(super) struct Trace<'v> {
    pub values: &'v [u32],
    /// How many of the last differences repeat at each distance.
    repeats: Vec<u32>,
}

/// A period that the known values have from some heap on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub period: usize,
    pub start: usize,
    pub saltus: u64,
}

impl<'v> Trace<'v> {
    /// g has period p with a saltus where its differences have period p, so
    /// the Z function of the reversed differences finds all starts at once.
    pub fn new(values: &'v [u32]) -> Self {
        let differences: Vec<i64> = values
            .windows(2)
            .rev()
            .map(|pair| i64::from(pair[1]) - i64::from(pair[0]))
            .collect();
        Trace {
            values,
            repeats: z_function(&differences),
        }
    }

    /// The largest known heap.
    pub fn last(&self) -> usize {
        self.values.len().saturating_sub(1)
    }

    /// All periods that repeat at least once, the shortest first.
    pub fn candidates(&self) -> impl Iterator<Item = Candidate> {
        let last = self.last();
        (1..last).filter_map(move |period| {
            let start = last - period - self.repeats[period] as usize;
            let (from, to) = (self.values[start], self.values[start + period]);
            let saltus = u64::from(to.checked_sub(from)?);
            (self.repeats[period] > 0).then_some(Candidate {
                period,
                start,
                saltus,
            })
        })
    }

    /// The shortest period that the values were seen to repeat a whole turn,
    /// a quarter of all heaps and sixteen.
    pub fn observed(&self) -> Option<Candidate> {
        let last = self.last();
        let enough = (last / 4).max(16);
        self.candidates().find(|candidate| {
            let repeated = last - candidate.start - candidate.period;
            repeated >= candidate.period.max(enough)
        })
    }
}

impl Candidate {
    pub fn with(self, basis: Basis) -> Periodicity {
        Periodicity {
            preperiod: self.start as u64,
            period: self.period as u64,
            saltus: self.saltus,
            basis,
        }
    }
}

/// For every place, how long the list from there on agrees with the list.
fn z_function(list: &[i64]) -> Vec<u32> {
    let mut z = vec![0u32; list.len()];
    let (mut left, mut right) = (0, 0usize);
    for i in 1..list.len() {
        let mut length = match right.checked_sub(i) {
            Some(inside) => (z[i - left] as usize).min(inside),
            None => 0,
        };
        while i + length < list.len() && list[length] == list[i + length] {
            length += 1;
        }
        if i + length > right {
            (left, right) = (i, i + length);
        }
        z[i] = length as u32;
    }
    z
}
