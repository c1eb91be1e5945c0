//! Uptimals: number + c₁·↑ + c₂·↑² + … + ∗k, and their expansions.

use crate::arena::Arena;
use crate::closed::UpStar;
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
    /// No trailing zeros.
    coefficients: Vec<i64>,
}

impl Expansion {
    /// number + Σ coefficients\[i\]·↑ⁱ⁺¹ + ∗nimber.
    #[must_use]
    pub fn new(number: Dyadic, mut coefficients: Vec<i64>, nimber: u64) -> Self {
        while coefficients.last() == Some(&0) {
            coefficients.pop();
        }
        Expansion {
            number,
            nimber,
            coefficients,
        }
    }

    pub(crate) fn from_closed(g: &UpStar) -> Self {
        Expansion::new(g.number.clone(), vec![g.ups], g.nimber)
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

    /// The coefficients of ↑, ↑², …
    #[must_use]
    pub fn coefficients(&self) -> &[i64] {
        &self.coefficients
    }

    pub(crate) fn negated(&self) -> Self {
        Expansion {
            number: -&self.number,
            nimber: self.nimber,
            coefficients: self.coefficients.iter().map(|c| -c).collect(),
        }
    }

    fn first(&self, n: usize) -> Vec<i64> {
        self.coefficients[..n.min(self.coefficients.len())].to_vec()
    }

    /// Σ (cᵢ + by)·↑ⁱ over the first `length` coefficients, with the nimber
    /// changed by ∗.
    fn stepped(&self, by: i64, length: usize) -> Option<Self> {
        let mut coefficients = self.coefficients.clone();
        coefficients.resize(length, 0);
        for c in &mut coefficients {
            *c = c.checked_add(by)?;
        }
        Some(Expansion::new(
            self.number.clone(),
            coefficients,
            self.nimber ^ 1,
        ))
    }

    fn with(&self, coefficients: Vec<i64>, nimber: u64) -> Self {
        Expansion::new(self.number.clone(), coefficients, nimber)
    }

    /// Whether Σ cᵢ·↑ⁱ + ∗k (the number aside) is at least 0.
    fn infinitesimal_is_at_least_zero(&self) -> bool {
        let c = &self.coefficients;
        match self.nimber {
            0 => c.iter().find(|&&x| x != 0).is_none_or(|&x| x > 0),
            // ∗ lies below (1,1,…,1)·(↑,↑²,…) with anything more.
            1 => c.iter().find(|&&x| x != 1).is_some_and(|&x| x > 1),
            _ => c.first().is_some_and(|&x| x > 0),
        }
    }

    /// `self` ≤ `other`, by the sign of the difference.
    pub(crate) fn le(&self, other: &Expansion) -> bool {
        match self.number.cmp(&other.number) {
            Ordering::Less => return true,
            Ordering::Greater => return false,
            Ordering::Equal => {}
        }
        let length = self.coefficients.len().max(other.coefficients.len());
        let at = |e: &Expansion, i: usize| e.coefficients.get(i).copied().unwrap_or(0);
        let difference = (0..length)
            .map(|i| at(other, i).saturating_sub(at(self, i)))
            .collect();
        self.with(difference, self.nimber ^ other.nimber)
            .infinitesimal_is_at_least_zero()
    }

    /// The canonical options of an uptimal whose last coefficient is
    /// positive: all of Left's, and Right's only one.
    ///
    /// See A. N. Siegel, *Combinatorial Game Theory*, on uptimals.
    fn forward_options(&self) -> Option<(Vec<Expansion>, Expansion)> {
        let c = &self.coefficients;
        let k = c.len();
        let right = self.stepped(-1, k)?;
        let last_at_most = |n: i64| c.iter().rposition(|&x| x <= n).map_or(0, |i| i + 1);
        let keep = if c[k - 1] == 1 {
            k - 1
        } else {
            last_at_most(0)
        };
        let truncated = self.first(keep);
        let left = match last_at_most(-1) {
            0 if c[0] == 0 => (0..self.nimber)
                .map(|j| self.with(vec![], j))
                .chain([self.with(truncated, self.nimber)])
                .collect(),
            0 if c[0] == 1 && self.nimber == 1 && !self.infinitesimal_is_at_least_zero() => {
                vec![self.with(vec![], 0), self.with(truncated, 1)]
            }
            0 => {
                let truncated = self.with(truncated, self.nimber);
                let star = if truncated.coefficients.is_empty() {
                    0
                } else {
                    self.nimber
                };
                vec![self.with(truncated.coefficients, star)]
            }
            j => {
                let up_to_negative = self.with(self.first(j), self.nimber);
                vec![
                    up_to_negative.stepped(1, j)?,
                    self.with(truncated, self.nimber),
                ]
            }
        };
        Some((left, right))
    }

    /// The canonical options of `player` in any uptimal with a listable
    /// nimber.
    pub(crate) fn canonical_options(&self, player: Player) -> Vec<Expansion> {
        match self.coefficients.last() {
            None | Some(0) => self.up_star_options(player),
            Some(c) if *c < 0 => {
                let mirrored = self.negated().canonical_options(player.opposite());
                mirrored.iter().map(Expansion::negated).collect()
            }
            Some(_) => {
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
            .filter(|e| e.coefficients.last().is_some_and(|&c| c > 0))
            .find(|e| {
                if e.coefficients[0] == 0 && e.nimber > several.len() as u64 {
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
        let c = &self.coefficients;
        let unit = |x: i64| x == 1 || x == -1;
        match c.len() {
            0 => Some(UpShape::None),
            1 => Some(UpShape::Ups(c[0])),
            n if unit(c[0]) && c.iter().all(|&x| x == c[0]) => Some(UpShape::Sum(n, c[0])),
            n if unit(c[n - 1]) && c[..n - 1].iter().all(|&x| x == 0) => {
                Some(UpShape::Power(n, c[n - 1]))
            }
            _ => None,
        }
    }

    /// The order in which options are listed: number, coefficients, length,
    /// nimber.
    pub(crate) fn listing_order(&self, other: &Expansion) -> Ordering {
        let (a, b) = (&self.coefficients, &other.coefficients);
        let common = a.len().min(b.len());
        self.number
            .cmp(&other.number)
            .then_with(|| a[..common].cmp(&b[..common]))
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
        for &c in &self.coefficients {
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
