//! Uptimals: number + c₁·↑ + c₂·↑² + … + ∗k, and their expansions.

use crate::arena::Arena;
use crate::coefficients::Coefficients;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::player::Player;
use crate::up_star::{MAX_LISTED, TOO_MANY_OPTIONS, UPS_BOUND, UpStar};
use crate::value::Value;
use std::cmp::Ordering;
use std::fmt;

/// The largest last coefficient of an uptimal that is built: its canonical
/// form has at least that number of followers. Multiples of ↑ alone need no building.
const MAX_LAST: u64 = 1 << 16;

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

    pub(crate) fn from_up_star(g: &UpStar) -> Self {
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

    /// The canonical options of `player`.
    pub(crate) fn canonical_options(&self, player: Player) -> Result<Vec<Expansion>> {
        match self.coefficients.last() {
            0 => {
                let closed = UpStar::new(self.number.clone(), 0, self.nimber);
                let options = closed.options(player)?;
                Ok(options.iter().map(Expansion::from_up_star).collect())
            }
            ..0 => {
                let mirrored = self.negated().canonical_options(player.opposite())?;
                Ok(mirrored.iter().map(Expansion::negated).collect())
            }
            1.. => {
                if self.lists_nimbers() && self.nimber > MAX_LISTED {
                    return Err(TOO_MANY_OPTIONS);
                }
                let (left, right) = self.forward_options().ok_or(UPS_BOUND)?;
                Ok(match player {
                    Player::Left => left,
                    Player::Right => vec![right],
                })
            }
        }
    }

    /// Whether Left's options include all nimbers below the own one.
    fn lists_nimbers(&self) -> bool {
        self.coefficients.first() == 0 && self.coefficients.last_at_most(-1) == 0
    }

    /// The sum, by coefficients.
    fn plus(&self, other: &Expansion) -> Result<Expansion> {
        let mut runs = Vec::new();
        for (a, b, count) in self.coefficients.zip(&other.coefficients) {
            runs.push((a.checked_add(b).ok_or(UPS_BOUND)?, count));
        }
        Ok(Expansion {
            number: &self.number + &other.number,
            nimber: self.nimber ^ other.nimber,
            coefficients: Coefficients::from_runs(runs),
        })
    }

    /// number ± ↑ⁿ + ∗k, or with `sum` number ± ↑[n] + ∗k.
    pub(crate) fn power(number: Dyadic, n: usize, sum: bool, negative: bool, nimber: u64) -> Self {
        let unit = if negative { -1 } else { 1 };
        let runs = if sum {
            [(unit, n), (0, 0)]
        } else {
            [(0, n - 1), (unit, 1)]
        };
        Expansion {
            number,
            nimber,
            coefficients: Coefficients::from_runs(runs),
        }
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
                if e.lists_nimbers() && e.nimber > several.len() as u64 {
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
    /// The value of an expansion, built from its canonical options.
    pub(crate) fn uptimal(&mut self, e: &Expansion) -> Result<Value> {
        self.memoised(e.clone(), |arena, e: &Expansion, memo, missing| {
            if e.coefficients.len() <= 1 {
                let closed = UpStar::new(e.number.clone(), e.coefficients.first(), e.nimber);
                return arena.intern_up_star(closed).map(Some);
            }
            if let Some(found) = arena.find_uptimal(e) {
                return Ok(Some(found));
            }
            if e.coefficients.last().unsigned_abs() > MAX_LAST {
                return Err(Error::TooLarge {
                    what: "too large a multiple of a power of up",
                    bound: MAX_LAST,
                });
            }
            let waiting = missing.len();
            let mut sides = [Vec::new(), Vec::new()];
            for player in Player::BOTH {
                for option in e.canonical_options(player)? {
                    match memo.get(&option) {
                        Some(&value) => sides[player as usize].push(value),
                        None => missing.push(option),
                    }
                }
            }
            if missing.len() > waiting {
                return Ok(None);
            }
            for side in &mut sides {
                side.sort_unstable();
            }
            arena.intern(&sides[0], &sides[1]).map(Some)
        })
    }

    fn find_uptimal(&self, e: &Expansion) -> Option<Value> {
        if let Some(&record) = self.uptimal_records.get(e) {
            return Some(Value::new(record, false, false));
        }
        let record = self.uptimal_records.get(&e.negated())?;
        Some(Value::new(*record, false, true))
    }

    /// G + H by formula, if both are uptimals.
    pub(crate) fn add_uptimals(&mut self, g: Value, h: Value) -> Result<Option<Value>> {
        let (Some(a), Some(b)) = (self.uptimal_expansion(g), self.uptimal_expansion(h)) else {
            return Ok(None);
        };
        self.uptimal(&a.plus(&b)?).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By induction over the options, sums by formula are sums.
    #[test]
    fn sums_by_formula_are_sums_by_definition() {
        let mut arena = Arena::new();
        let coefficients = [-2i64, -1, 0, 1, 2];
        let mut all = Vec::new();
        for &a in &coefficients {
            for &b in &coefficients {
                for &c in &[-1, 0, 1] {
                    for nimber in 0..3 {
                        all.push(Expansion::new(Dyadic::zero(), [a, b, c], nimber));
                    }
                }
            }
        }
        for (i, g) in all.iter().enumerate() {
            for h in all.iter().skip(i % 7).step_by(7) {
                let sum = arena.uptimal(&g.plus(h).unwrap()).unwrap();
                let sides = Player::BOTH.map(|player| {
                    let in_g = g.canonical_options(player).unwrap();
                    let in_h = h.canonical_options(player).unwrap();
                    let moves = in_g
                        .iter()
                        .map(|o| (o, h))
                        .chain(in_h.iter().map(|o| (g, o)));
                    moves
                        .map(|(x, y)| arena.uptimal(&x.plus(y).unwrap()).unwrap())
                        .collect::<Vec<_>>()
                });
                assert_eq!(arena.game(&sides[0], &sides[1]).unwrap(), sum, "{g} + {h}");
            }
        }
    }

    #[test]
    fn powers_with_nimbers_are_read_at_once() {
        let mut arena = Arena::new();
        for text in ["v<17>*317", "v<842>*84", "1/2^[900]*5000"] {
            let g = arena.read(text).unwrap();
            assert_eq!(arena.text(g, crate::Notation::Ascii).unwrap(), text);
        }
    }
}
