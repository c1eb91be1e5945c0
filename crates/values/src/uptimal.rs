//! Uptimals: number + c₁·↑ + c₂·↑² + … + ∗k, and their expansions.

use crate::arena::Arena;
use crate::closed::UpStar;
use crate::coefficients::Coefficients;
use crate::dyadic::Dyadic;
use crate::error::Result;
use crate::player::Player;
use crate::value::Value;
use std::cmp::Ordering;
use std::fmt;

/// The expansion of an uptimal: number + Σ cᵢ·↑ⁱ + ∗k.
///
/// It prints as CGSuite does: the number or nimber, a point, one digit for
/// each coefficient (`A` for 10, `(36)` from 36 on, a `-` behind a negative
/// one).
///
/// ```
/// use values::Arena;
/// let mut arena = Arena::new();
/// let g = arena.read("{0||0|v*}").unwrap();
/// assert_eq!(arena.uptimal_expansion(g).unwrap().to_string(), "*.12");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Expansion {
    number: Dyadic,
    nimber: u64,
    coefficients: Coefficients,
}

impl Expansion {
    /// number + Σ coefficients\[i\]·↑ⁱ⁺¹ + ∗nimber.
    #[must_use]
    pub fn new(number: Dyadic, coefficients: impl IntoIterator<Item = i64>, nimber: u64) -> Self {
        let runs = coefficients.into_iter().map(|c| (c, 1));
        Expansion {
            number,
            nimber,
            coefficients: Coefficients::from_runs(runs),
        }
    }

    pub(crate) fn from_closed(g: &UpStar) -> Self {
        Expansion::new(g.number.clone(), [g.ups], g.nimber)
    }

    /// The number part.
    #[must_use]
    pub fn number(&self) -> &Dyadic {
        &self.number
    }

    /// The k of ∗k.
    #[must_use]
    pub fn nimber(&self) -> u64 {
        self.nimber
    }

    /// The coefficients of ↑, ↑², … up to the last that is not 0.
    #[must_use]
    pub fn coefficients(&self) -> Vec<i64> {
        let runs = self.coefficients.runs().iter();
        runs.flat_map(|&(c, count)| std::iter::repeat_n(c, count))
            .collect()
    }

    /// About how many bytes the coefficients take.
    pub(crate) fn bytes(&self) -> usize {
        std::mem::size_of_val(self.coefficients.runs())
    }

    pub(crate) fn negated(&self) -> Self {
        Expansion {
            number: -&self.number,
            nimber: self.nimber,
            coefficients: self.coefficients.negated(),
        }
    }

    /// The first `length` coefficients changed by `by`, and the nimber by ∗.
    fn stepped(&self, by: i64, length: usize) -> Option<Self> {
        let coefficients = self.coefficients.stepped(by, length)?;
        Some(self.with(coefficients, self.nimber ^ 1))
    }

    fn with(&self, coefficients: Coefficients, nimber: u64) -> Self {
        Expansion {
            number: self.number.clone(),
            nimber,
            coefficients,
        }
    }

    /// Whether Σ cᵢ·↑ⁱ + ∗k (the number aside) is at least 0.
    fn infinitesimal_is_at_least_zero(&self) -> bool {
        let c = &self.coefficients;
        match self.nimber {
            0 => c.first_other_than(0).is_none_or(|x| x > 0),
            // ∗ lies below (1,1,…,1)·(↑,↑²,…) with anything more.
            1 => c.first_other_than(1).is_some_and(|x| x > 1),
            _ => c.first() > 0,
        }
    }

    /// `self` ≤ `other`, by the sign of the difference.
    pub(crate) fn le(&self, other: &Expansion) -> bool {
        match self.number.cmp(&other.number) {
            Ordering::Less => return true,
            Ordering::Greater => return false,
            Ordering::Equal => {}
        }
        // Only signs and ones matter in the difference, so it may saturate.
        let difference = self
            .coefficients
            .zip(&other.coefficients)
            .map(|(a, b, count)| (b.saturating_sub(a), count));
        self.with(
            Coefficients::from_runs(difference),
            self.nimber ^ other.nimber,
        )
        .infinitesimal_is_at_least_zero()
    }

    /// The canonical options of an uptimal whose last coefficient is
    /// positive: all of Left's, and Right's only one.
    ///
    /// See A. N. Siegel, *Combinatorial Game Theory*, on uptimals.
    fn forward_options(&self) -> Option<(Vec<Expansion>, Expansion)> {
        let c = &self.coefficients;
        let none = Coefficients::default;
        let k = c.len();
        let right = self.stepped(-1, k)?;
        let keep = if c.last() == 1 {
            k - 1
        } else {
            c.last_at_most(0)
        };
        let truncated = c.truncated(keep);
        let left = match c.last_at_most(-1) {
            0 if c.first() == 0 => (0..self.nimber)
                .map(|j| self.with(none(), j))
                .chain([self.with(truncated, self.nimber)])
                .collect(),
            0 if c.first() == 1 && self.nimber == 1 && !self.infinitesimal_is_at_least_zero() => {
                vec![self.with(none(), 0), self.with(truncated, 1)]
            }
            0 => {
                let star = if truncated.is_empty() { 0 } else { self.nimber };
                vec![self.with(truncated, star)]
            }
            j => vec![
                self.with(c.truncated(j), self.nimber).stepped(1, j)?,
                self.with(truncated, self.nimber),
            ],
        };
        Some((left, right))
    }

    /// The canonical options of `player` in any uptimal with a listable
    /// nimber.
    pub(crate) fn canonical_options(&self, player: Player) -> Vec<Expansion> {
        match self.coefficients.last() {
            0 => self.up_star_options(player),
            ..0 => {
                let mirrored = self.negated().canonical_options(player.opposite());
                mirrored.iter().map(Expansion::negated).collect()
            }
            1.. => {
                let (left, right) = self.forward_options().expect("small coefficients");
                match player {
                    Player::Left => left,
                    Player::Right => vec![right],
                }
            }
        }
    }

    fn up_star_options(&self, player: Player) -> Vec<Expansion> {
        UpStar::new(self.number.clone(), 0, self.nimber)
            .options(player)
            .expect("a listable nimber")
            .iter()
            .map(Expansion::from_closed)
            .collect()
    }

    /// Recognises the uptimal with these canonical options. `side` says whose
    /// single option `single` is: Right's when the last coefficient is
    /// positive.
    pub(crate) fn from_options(
        single: &Expansion,
        several: &[Expansion],
        side: Player,
    ) -> Option<Expansion> {
        if side == Player::Left {
            let several: Vec<_> = several.iter().map(Expansion::negated).collect();
            return Self::from_options(&single.negated(), &several, Player::Right)
                .map(|e| e.negated());
        }
        if several.iter().any(|o| o.number != single.number) {
            return None;
        }
        let longest = several.iter().map(|o| o.coefficients.len()).max()?;
        let length = single.coefficients.len();
        // Right's option lowers every coefficient by one; a last coefficient
        // of 1 is then invisible and Left's options show the length.
        [length, length.max(longest) + 1]
            .into_iter()
            .filter(|&k| k > 0)
            .filter_map(|k| single.stepped(1, k))
            .filter(|e| e.coefficients.last() > 0)
            .find(|e| {
                // Do not list a huge nimber's options only to see that there
                // are too many.
                let c = &e.coefficients;
                let lists_nimbers = c.first() == 0 && c.last_at_most(-1) == 0;
                if lists_nimbers && e.nimber > several.len() as u64 {
                    return false;
                }
                e.forward_options().is_some_and(|(left, right)| {
                    right == *single
                        && left.len() == several.len()
                        && left.iter().all(|o| several.contains(o))
                })
            })
    }

    /// How the up part prints with the short symbols, if it does.
    pub(crate) fn shape(&self) -> Option<UpShape> {
        match *self.coefficients.runs() {
            [] => Some(UpShape::None),
            [(c, 1)] => Some(UpShape::Ups(c)),
            [(c @ (1 | -1), n)] => Some(UpShape::Sum(n, c)),
            [(0, n), (c @ (1 | -1), 1)] => Some(UpShape::Power(n + 1, c)),
            _ => None,
        }
    }

    /// The order in which options are listed: number, coefficients, length,
    /// nimber.
    pub(crate) fn listing_order(&self, other: &Expansion) -> Ordering {
        let (a, b) = (&self.coefficients, &other.coefficients);
        let mut common = a.len().min(b.len());
        let in_common = a.zip(b).find_map(|(x, y, count)| {
            let differ = common > 0 && x != y;
            common = common.saturating_sub(count);
            differ.then(|| x.cmp(&y))
        });
        self.number
            .cmp(&other.number)
            .then_with(|| in_common.unwrap_or(Ordering::Equal))
            .then_with(|| a.len().cmp(&b.len()))
            .then_with(|| self.nimber.cmp(&other.nimber))
    }
}

/// The up parts that have a short notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UpShape {
    /// Nothing.
    None,
    /// n·↑.
    Ups(i64),
    /// ±↑ⁿ.
    Power(usize, i64),
    /// ±(↑ + ↑² + … + ↑ⁿ).
    Sum(usize, i64),
}

impl fmt::Display for Expansion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.nimber == 0 || !self.number.is_zero() {
            write!(f, "{}", self.number)?;
        }
        match self.nimber {
            0 => {}
            1 => write!(f, "*")?,
            k => write!(f, "*{k}")?,
        }
        write!(f, ".")?;
        if self.coefficients.is_empty() {
            write!(f, "0")?;
        }
        for c in self.coefficients() {
            match c.unsigned_abs() {
                d @ 0..=9 => write!(f, "{d}")?,
                d @ 10..=35 => write!(f, "{}", char::from(b'A' + (d - 10) as u8))?,
                d => write!(f, "({d})")?,
            }
            if c < 0 {
                write!(f, "-")?;
            }
        }
        Ok(())
    }
}

impl Arena {
    /// ↑ⁿ, or with `sum` ↑[n] = ↑ + ↑² + … + ↑ⁿ, for n ≥ 1:
    /// ↑[n] = {↑[n−1] | ∗} and ↑ⁿ = {0 | ∗ − ↑[n−1]}.
    pub(crate) fn up_power(&mut self, n: u64, sum: bool) -> Result<Value> {
        let star = self.nimber(1)?;
        let mut total = Value::ZERO;
        for _ in 1..n {
            total = self.game(&[total], &[star])?;
        }
        if sum {
            return self.game(&[total], &[star]);
        }
        let answer = self.sub(star, total)?;
        self.game(&[Value::ZERO], &[answer])
    }
}
