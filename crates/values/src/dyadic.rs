//! Dyadic rationals: the numbers that short games can equal.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};
use std::str::FromStr;

/// An exact dyadic rational `numerator / 2^exponent` of any size.
///
/// Numerators that fit 64 bits are kept inline; larger ones spill to a big
/// integer, so nothing ever wraps around.
///
/// ```
/// use values::Dyadic;
/// let x: Dyadic = "3/4".parse().unwrap();
/// assert_eq!((&x + &Dyadic::from(2)).to_string(), "11/4");
/// assert!(x < Dyadic::from(1));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dyadic(Repr);

// In lowest terms (odd numerator, or exponent 0), and `Small` whenever the
// numerator fits, so derived equality and hashing are right.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64, u32),
    Big(Box<(BigInt, u32)>),
}

impl Dyadic {
    /// `numerator / 2^exponent`.
    pub fn new(numerator: impl Into<BigInt>, exponent: u32) -> Self {
        let mut num: BigInt = numerator.into();
        if num.is_zero() {
            return Self::zero();
        }
        let twos = num.trailing_zeros().unwrap_or(0).min(u64::from(exponent)) as u32;
        num >>= twos;
        let exp = exponent - twos;
        match num.to_i64() {
            Some(n) => Dyadic(Repr::Small(n, exp)),
            None => Dyadic(Repr::Big(Box::new((num, exp)))),
        }
    }

    fn small(num: i64, exp: u32) -> Self {
        if num == 0 {
            return Self::zero();
        }
        let twos = num.trailing_zeros().min(exp);
        Dyadic(Repr::Small(num >> twos, exp - twos))
    }

    fn from_i128(num: i128, exp: u32) -> Self {
        if num == 0 {
            return Self::zero();
        }
        let twos = num.trailing_zeros().min(exp);
        let num = num >> twos;
        match i64::try_from(num) {
            Ok(n) => Dyadic(Repr::Small(n, exp - twos)),
            Err(_) => Dyadic(Repr::Big(Box::new((BigInt::from(num), exp - twos)))),
        }
    }

    /// The number 0.
    #[must_use]
    pub const fn zero() -> Self {
        Dyadic(Repr::Small(0, 0))
    }

    /// Whether this is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small(0, _))
    }

    /// Whether the denominator is 1.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// −1, 0 or 1.
    #[must_use]
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Repr::Small(n, _) => n.signum() as i32,
            Repr::Big(b) => {
                if b.0.is_negative() {
                    -1
                } else {
                    1
                }
            }
        }
    }

    /// The numerator in lowest terms.
    #[must_use]
    pub fn numerator(&self) -> BigInt {
        match &self.0 {
            Repr::Small(n, _) => BigInt::from(*n),
            Repr::Big(b) => b.0.clone(),
        }
    }

    /// The base-2 logarithm of the denominator.
    #[must_use]
    pub fn exponent(&self) -> u32 {
        match &self.0 {
            Repr::Small(_, e) => *e,
            Repr::Big(b) => b.1,
        }
    }

    /// Numerator and exponent when the numerator fits 64 bits.
    #[must_use]
    pub fn as_small(&self) -> Option<(i64, u32)> {
        match self.0 {
            Repr::Small(n, e) => Some((n, e)),
            Repr::Big(_) => None,
        }
    }

    /// The number as an `i64`, if it is one.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Small(n, 0) => Some(n),
            _ => None,
        }
    }

    /// The nearest float: for drawing only.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        let exp = self.exponent();
        match &self.0 {
            Repr::Small(n, e) if *e < 1000 => *n as f64 / 2f64.powi(*e as i32),
            _ => {
                // Keep 64 leading bits of the numerator so that neither part overflows.
                let num = self.numerator();
                let drop = num.bits().saturating_sub(64);
                let lead = (num >> drop).to_f64().unwrap_or(0.0);
                let power = drop as i64 - i64::from(exp);
                lead * 2f64.powi(power.clamp(-2000, 2000) as i32)
            }
        }
    }

    /// About how many bytes the number takes.
    pub(crate) fn bytes(&self) -> usize {
        let spilled = match &self.0 {
            Repr::Small(..) => 0,
            Repr::Big(b) => size_of::<(BigInt, u32)>() + b.0.bits() as usize / 8,
        };
        size_of::<Dyadic>() + spilled
    }

    /// Half of this number.
    #[must_use]
    pub fn halve(&self) -> Self {
        self.halved(1)
    }

    /// This number over `2^times`.
    pub(crate) fn halved(&self, times: u32) -> Self {
        match &self.0 {
            Repr::Small(n, e) => Self::small(*n, e + times),
            Repr::Big(b) => Dyadic::new(b.0.clone(), b.1 + times),
        }
    }

    /// The k for which this is 2ᵏ, k ≥ 0.
    pub(crate) fn power_of_two(&self) -> Option<u32> {
        match &self.0 {
            Repr::Small(n, 0) if *n > 0 && n.count_ones() == 1 => Some(n.trailing_zeros()),
            Repr::Big(b) if b.1 == 0 && b.0.is_positive() => {
                let zeros = b.0.trailing_zeros()?;
                (zeros + 1 == b.0.bits()).then_some(zeros as u32)
            }
            _ => None,
        }
    }

    /// The largest integer not above this number.
    #[must_use]
    pub fn floor(&self) -> BigInt {
        match &self.0 {
            Repr::Small(n, e) => BigInt::from(if *e > 63 { n.signum().min(0) } else { n >> e }),
            Repr::Big(b) => b.0.div_floor(&(BigInt::one() << b.1)),
        }
    }

    /// The smallest integer not below this number.
    #[must_use]
    pub fn ceil(&self) -> BigInt {
        -(-self).floor()
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.signum() < 0 {
            -self
        } else {
            self.clone()
        }
    }

    /// The simplest number above `low` and below `high` (an end that is
    /// `closed` may itself be chosen; a missing end is infinite): the one
    /// with the earliest birthday, Conway's simplicity theorem.
    ///
    /// The interval must not be empty.
    ///
    /// ```
    /// use values::Dyadic;
    /// let d = |s: &str| s.parse::<Dyadic>().unwrap();
    /// let (low, high) = (d("5/4"), d("2"));
    /// assert_eq!(Dyadic::simplest(Some((&low, false)), Some((&high, false))), d("3/2"));
    /// assert_eq!(Dyadic::simplest(None, Some((&high, true))), d("0"));
    /// ```
    #[must_use]
    pub fn simplest(low: Option<(&Dyadic, bool)>, high: Option<(&Dyadic, bool)>) -> Dyadic {
        let zero = Dyadic::zero();
        let above = |x: &Dyadic| low.is_none_or(|(l, closed)| x > l || (closed && x == l));
        let below = |x: &Dyadic| high.is_none_or(|(h, closed)| x < h || (closed && x == h));
        if above(&zero) && below(&zero) {
            return zero;
        }
        if !below(&zero) {
            // The interval is negative: mirror it.
            return -&Dyadic::simplest_positive(
                &-high.expect("an end below zero").0,
                high.is_some_and(|(_, closed)| closed),
                low.map(|(l, closed)| (-l, closed)),
            );
        }
        let (l, closed) = low.expect("an end above zero");
        Dyadic::simplest_positive(l, closed, high.map(|(h, closed)| (h.clone(), closed)))
    }

    /// [`simplest`](Self::simplest) above `low` ≥ 0, where 0 does not fit.
    fn simplest_positive(low: &Dyadic, low_closed: bool, high: Option<(Dyadic, bool)>) -> Dyadic {
        if let Some(found) = Dyadic::simplest_small(low, low_closed, high.as_ref()) {
            return found;
        }
        let fits = |x: &Dyadic| {
            high.as_ref()
                .is_none_or(|(h, closed)| x < h || (*closed && x == h))
        };
        for exp in 0.. {
            // The least multiple of 2^-exp in the interval's lower part.
            let scaled = low.shifted(exp);
            let mut num = scaled.ceil();
            if scaled.is_integer() && !low_closed {
                num += 1;
            }
            let candidate = Dyadic::new(num, exp);
            if fits(&candidate) {
                return candidate;
            }
        }
        unreachable!("a non-empty interval holds a dyadic number")
    }

    /// [`simplest_positive`](Self::simplest_positive) in machine words, if the
    /// ends fit.
    fn simplest_small(
        low: &Dyadic,
        low_closed: bool,
        high: Option<&(Dyadic, bool)>,
    ) -> Option<Dyadic> {
        let small = |x: &Dyadic| x.as_small().filter(|&(n, e)| e <= 30 && n.abs() < 1 << 31);
        let (low_num, low_exp) = small(low)?;
        let high = match high {
            None => None,
            Some((h, closed)) => Some((small(h)?, *closed)),
        };
        // In units of 2^-31, finer than both ends.
        let scaled = |num: i64, exp: u32| i128::from(num) << (31 - exp);
        let low = scaled(low_num, low_exp);
        for exp in 0..=31 {
            let unit = 1i128 << (31 - exp);
            let mut candidate = (low + unit - 1) / unit * unit;
            if candidate == low && !low_closed {
                candidate += unit;
            }
            let fits = high.is_none_or(|((num, exp), closed)| {
                let high = scaled(num, exp);
                candidate < high || (closed && candidate == high)
            });
            if fits {
                return Some(Dyadic::from_i128(candidate, 31));
            }
        }
        None
    }

    /// This number times `2^shift`.
    fn shifted(&self, shift: u32) -> Dyadic {
        let exp = self.exponent();
        if shift <= exp {
            return match &self.0 {
                Repr::Small(n, e) => Dyadic(Repr::Small(*n, e - shift)),
                Repr::Big(b) => Dyadic(Repr::Big(Box::new((b.0.clone(), b.1 - shift)))),
            };
        }
        Dyadic::new(self.numerator() << (shift - exp), 0)
    }

    fn big_add(&self, other: &Dyadic) -> Dyadic {
        let exp = self.exponent().max(other.exponent());
        let sum = (self.numerator() << (exp - self.exponent()))
            + (other.numerator() << (exp - other.exponent()));
        Dyadic::new(sum, exp)
    }
}

impl From<i64> for Dyadic {
    fn from(n: i64) -> Self {
        Dyadic(Repr::Small(n, 0))
    }
}

impl From<BigInt> for Dyadic {
    fn from(n: BigInt) -> Self {
        Dyadic::new(n, 0)
    }
}

impl Add for &Dyadic {
    type Output = Dyadic;
    fn add(self, other: &Dyadic) -> Dyadic {
        if let (Repr::Small(a, ea), Repr::Small(b, eb)) = (&self.0, &other.0) {
            if ea == eb {
                return Dyadic::from_i128(i128::from(*a) + i128::from(*b), *ea);
            }
            let exp = *ea.max(eb);
            if exp - ea < 62 && exp - eb < 62 {
                return Dyadic::from_i128(
                    (i128::from(*a) << (exp - ea)) + (i128::from(*b) << (exp - eb)),
                    exp,
                );
            }
        }
        self.big_add(other)
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;
    fn neg(self) -> Dyadic {
        match &self.0 {
            Repr::Small(n, e) => Dyadic::from_i128(-i128::from(*n), *e),
            Repr::Big(b) => Dyadic::new(-b.0.clone(), b.1),
        }
    }
}

impl Neg for Dyadic {
    type Output = Dyadic;
    fn neg(self) -> Dyadic {
        -&self
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;
    fn sub(self, other: &Dyadic) -> Dyadic {
        self + &-other
    }
}

impl Mul for &Dyadic {
    type Output = Dyadic;
    fn mul(self, other: &Dyadic) -> Dyadic {
        Dyadic::new(
            self.numerator() * other.numerator(),
            self.exponent() + other.exponent(),
        )
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if let (Repr::Small(a, ea), Repr::Small(b, eb)) = (&self.0, &other.0) {
            if ea == eb {
                return a.cmp(b);
            }
            let exp = *ea.max(eb);
            if exp - ea < 64 && exp - eb < 64 {
                return (i128::from(*a) << (exp - ea)).cmp(&(i128::from(*b) << (exp - eb)));
            }
        }
        match self.signum().cmp(&other.signum()) {
            Ordering::Equal => {}
            decided => return decided,
        }
        let exp = self.exponent().max(other.exponent());
        (self.numerator() << (exp - self.exponent()))
            .cmp(&(other.numerator() << (exp - other.exponent())))
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(n, 0) => write!(f, "{n}"),
            Repr::Small(n, e) if *e < 127 => write!(f, "{n}/{}", 1u128 << e),
            _ => {
                write!(f, "{}", self.numerator())?;
                match self.exponent() {
                    0 => Ok(()),
                    e => write!(f, "/{}", BigInt::one() << e),
                }
            }
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a dyadic rational such as `-7/16`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseDyadicError;

impl fmt::Display for ParseDyadicError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected an integer or a fraction whose denominator is a power of two")
    }
}

impl std::error::Error for ParseDyadicError {}

impl FromStr for Dyadic {
    type Err = ParseDyadicError;
    fn from_str(text: &str) -> Result<Self, ParseDyadicError> {
        let int = |s: &str| s.parse::<BigInt>().map_err(|_| ParseDyadicError);
        let Some((num, den)) = text.split_once('/') else {
            return Ok(int(text)?.into());
        };
        let den = int(den)?;
        if !den.is_positive() || den.trailing_zeros() != Some(den.bits() - 1) {
            return Err(ParseDyadicError);
        }
        Ok(Dyadic::new(int(num)?, (den.bits() - 1) as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> Dyadic {
        text.parse().unwrap()
    }

    #[test]
    fn arithmetic_never_wraps() {
        let max = Dyadic::from(i64::MAX);
        assert_eq!((&max + &max).to_string(), "18446744073709551614");
        assert_eq!(&(&max + &max) - &max, max);
        assert_eq!(
            (-&Dyadic::from(i64::MIN)).to_string(),
            "9223372036854775808"
        );
        let tiny = Dyadic::new(1, 200);
        assert_eq!(&(&max + &tiny) - &max, tiny);
        assert!(&max + &tiny > max);
        assert_eq!(tiny.floor(), BigInt::from(0));
        assert_eq!((-&tiny).floor(), BigInt::from(-1));
        assert_eq!(tiny.ceil(), BigInt::from(1));
    }

    #[test]
    fn order_agrees_with_subtraction() {
        let samples: Vec<Dyadic> = [
            "0",
            "1",
            "-1",
            "1/2",
            "-7/16",
            "123456789123456789123/1024",
            "9223372036854775807",
            "-9223372036854775808",
            "3/8",
        ]
        .iter()
        .map(|s| d(s))
        .collect();
        for a in &samples {
            for b in &samples {
                assert_eq!(a.cmp(b) as i32, (a - b).signum(), "{a} {b}");
                assert_eq!(&(a + b) - b, *a);
            }
        }
    }

    #[test]
    fn reads_what_it_prints() {
        for s in ["0", "-3", "73/16", "-1/1180591620717411303424"] {
            assert_eq!(d(s).to_string(), s);
        }
        for s in ["", "1/3", "1/0", "1/-2", "x", "1/2/4"] {
            assert!(s.parse::<Dyadic>().is_err(), "{s}");
        }
    }

    #[test]
    fn simplest_number_matches_a_search_by_birthday() {
        // All dyadics born by day 8, earliest first.
        let mut born: Vec<Dyadic> = vec![Dyadic::zero()];
        for _ in 0..8 {
            let mut sorted = born.clone();
            sorted.sort();
            let mut new = vec![
                &sorted[0] - &Dyadic::from(1),
                &sorted[sorted.len() - 1] + &Dyadic::from(1),
            ];
            new.extend(sorted.windows(2).map(|w| (&w[0] + &w[1]).halve()));
            born.extend(new);
        }
        let ends: Vec<Dyadic> = (-24..=24).map(|n| Dyadic::new(n, 3)).collect();
        for low in &ends {
            for high in &ends {
                for (lc, hc) in [(false, false), (true, false), (false, true), (true, true)] {
                    if low > high || (low == high && !(lc && hc)) {
                        continue;
                    }
                    let inside = |x: &Dyadic| {
                        (x > low || (lc && x == low)) && (x < high || (hc && x == high))
                    };
                    let expected = born.iter().find(|x| inside(x)).unwrap();
                    assert_eq!(
                        &Dyadic::simplest(Some((low, lc)), Some((high, hc))),
                        expected
                    );
                }
            }
        }
    }
}
