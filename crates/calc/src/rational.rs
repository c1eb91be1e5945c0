//! Exact rationals of any size, with the two infinities that division by zero gives.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Pow, Signed, Zero};
use values::Dyadic;

use super::failure::Problem;

/// The largest number the calculator handles, in binary digits.
///
/// Arithmetic and printing of larger ones could neither be interrupted nor be
/// held to a memory limit.
pub const MAX_BITS: u64 = 1_000_000;

/// The bound for fractions that are not dyadic: reducing them takes quadratic time.
const MAX_FRACTION_BITS: u64 = 100_000;

/// A fraction in lowest terms; a denominator of 0 is an infinity (numerator 1 or −1).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rational {
    numerator: BigInt,
    denominator: BigInt,
}

impl Rational {
    /// `numerator / denominator`, reduced; an error for `0/0`.
    pub fn new(numerator: BigInt, denominator: BigInt) -> Result<Self, Problem> {
        if denominator.is_zero() {
            return match numerator.sign() {
                Sign::NoSign => Err(Problem::domain("0/0 has no value")),
                Sign::Plus => Ok(Self::infinity()),
                Sign::Minus => Ok(-&Self::infinity()),
            };
        }
        let (numerator, denominator) = if denominator.is_negative() {
            (-numerator, -denominator)
        } else {
            (numerator, denominator)
        };
        let bits = numerator.bits().max(denominator.bits());
        if bits > MAX_BITS {
            return Err(too_large(MAX_BITS));
        }
        if let Some(exponent) = power_of_two(&denominator) {
            let shift = exponent.min(numerator.trailing_zeros().unwrap_or(exponent));
            return Ok(Self {
                numerator: numerator >> shift,
                denominator: denominator >> shift,
            });
        }
        if bits > MAX_FRACTION_BITS {
            return Err(too_large(MAX_FRACTION_BITS));
        }
        let divisor = numerator.gcd(&denominator);
        Ok(Self {
            numerator: numerator / &divisor,
            denominator: denominator / &divisor,
        })
    }

    /// The number greater than every other.
    pub fn infinity() -> Self {
        Self {
            numerator: BigInt::one(),
            denominator: BigInt::zero(),
        }
    }

    pub fn is_infinite(&self) -> bool {
        self.denominator.is_zero()
    }

    pub fn is_integer(&self) -> bool {
        self.denominator.is_one()
    }

    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    pub fn is_dyadic(&self) -> bool {
        power_of_two(&self.denominator).is_some()
    }

    /// −1, 0 or 1.
    pub fn signum(&self) -> i32 {
        match self.numerator.sign() {
            Sign::Minus => -1,
            Sign::NoSign => 0,
            Sign::Plus => 1,
        }
    }

    pub fn numerator(&self) -> &BigInt {
        &self.numerator
    }

    pub fn denominator(&self) -> &BigInt {
        &self.denominator
    }

    /// The integer it is, if it is one.
    pub fn to_integer(&self) -> Option<&BigInt> {
        self.is_integer().then_some(&self.numerator)
    }

    /// The dyadic number it is, if it is one.
    pub fn to_dyadic(&self) -> Option<Dyadic> {
        let exponent = u32::try_from(power_of_two(&self.denominator)?).ok()?;
        Some(Dyadic::new(self.numerator.clone(), exponent))
    }

    /// Binary digits of its larger part.
    pub fn bits(&self) -> u64 {
        self.numerator.bits().max(self.denominator.bits())
    }

    /// The largest integer not above it.
    pub fn floor(&self) -> Result<Self, Problem> {
        self.finite()?;
        Ok(self.numerator.div_floor(&self.denominator).into())
    }

    /// The smallest integer not below it.
    pub fn ceiling(&self) -> Result<Self, Problem> {
        Ok(-&(-self).floor()?)
    }

    pub fn abs(&self) -> Self {
        Self {
            numerator: self.numerator.abs(),
            denominator: self.denominator.clone(),
        }
    }

    /// `1 / self`; 0 gives infinity.
    pub fn reciprocal(&self) -> Self {
        let (numerator, denominator) = match self.numerator.sign() {
            Sign::NoSign => return Self::infinity(),
            Sign::Minus => (-&self.denominator, -&self.numerator),
            Sign::Plus => (self.denominator.clone(), self.numerator.clone()),
        };
        if numerator.is_zero() {
            return Self::from(0);
        }
        Self {
            numerator,
            denominator,
        }
    }

    pub fn add(&self, other: &Self) -> Result<Self, Problem> {
        match (self.is_infinite(), other.is_infinite()) {
            (false, false) => Self::new(
                &self.numerator * &other.denominator + &other.numerator * &self.denominator,
                &self.denominator * &other.denominator,
            ),
            (true, true) if self != other => Err(Problem::domain("inf - inf has no value")),
            (true, _) => Ok(self.clone()),
            (false, true) => Ok(other.clone()),
        }
    }

    pub fn multiply(&self, other: &Self) -> Result<Self, Problem> {
        if self.bits().saturating_add(other.bits()) > 2 * MAX_BITS {
            return Err(too_large(MAX_BITS));
        }
        Self::new(
            &self.numerator * &other.numerator,
            &self.denominator * &other.denominator,
        )
        .map_err(|problem| {
            if self.is_infinite() || other.is_infinite() {
                Problem::domain("0*inf has no value")
            } else {
                problem
            }
        })
    }

    pub fn divide(&self, other: &Self) -> Result<Self, Problem> {
        if self.is_zero() && other.is_zero() {
            return Err(Problem::domain("0/0 has no value"));
        }
        if self.is_infinite() && other.is_infinite() {
            return Err(Problem::domain("inf/inf has no value"));
        }
        // The reciprocal of 0 has lost nothing here: the sign is that of the numerator.
        self.multiply(&other.reciprocal())
    }

    /// An integer power, bounded in size.
    pub fn power(&self, exponent: &BigInt) -> Result<Self, Problem> {
        if self.is_infinite() {
            return Err(Problem::domain("a power of inf has no value"));
        }
        if exponent.is_negative() && self.is_zero() {
            return Err(Problem::domain("0 has no negative powers"));
        }
        let base = if exponent.is_negative() {
            self.reciprocal()
        } else {
            self.clone()
        };
        let trivial = base.is_integer() && base.numerator.bits() <= 1;
        if trivial {
            return Ok(
                if exponent.is_zero() || (exponent.is_even() && !base.is_zero()) {
                    Self::from(1)
                } else {
                    base
                },
            );
        }
        let exponent = u64::try_from(exponent.magnitude())
            .ok()
            .filter(|e| e.saturating_mul(base.bits() - 1) <= MAX_BITS)
            .ok_or_else(|| too_large(MAX_BITS))?;
        Self::new(
            Pow::pow(&base.numerator, exponent),
            Pow::pow(&base.denominator, exponent),
        )
    }

    fn finite(&self) -> Result<(), Problem> {
        if self.is_infinite() {
            Err(Problem::domain(format!("{self} is not finite")))
        } else {
            Ok(())
        }
    }
}

fn too_large(bound: u64) -> Problem {
    Problem::limit(format!(
        "the result has more than {bound} binary digits, the bound for such numbers"
    ))
}

/// The exponent, if the integer is a power of two.
fn power_of_two(integer: &BigInt) -> Option<u64> {
    let zeros = integer.trailing_zeros()?;
    (integer.is_positive() && integer.bits() == zeros + 1).then_some(zeros)
}

impl From<i64> for Rational {
    fn from(integer: i64) -> Self {
        BigInt::from(integer).into()
    }
}

impl From<BigInt> for Rational {
    fn from(integer: BigInt) -> Self {
        Self {
            numerator: integer,
            denominator: BigInt::one(),
        }
    }
}

impl From<&Dyadic> for Rational {
    fn from(dyadic: &Dyadic) -> Self {
        Self {
            numerator: dyadic.numerator(),
            denominator: BigInt::one() << dyadic.exponent(),
        }
    }
}

impl std::ops::Neg for &Rational {
    type Output = Rational;

    fn neg(self) -> Rational {
        Rational {
            numerator: -&self.numerator,
            denominator: self.denominator.clone(),
        }
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.is_infinite() && other.is_infinite() {
            return self.numerator.cmp(&other.numerator);
        }
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_infinite() {
            f.write_str(if self.signum() < 0 { "-inf" } else { "inf" })
        } else if self.is_integer() {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(numerator: i64, denominator: i64) -> Rational {
        Rational::new(numerator.into(), denominator.into()).unwrap()
    }

    #[test]
    fn reduces_and_prints() {
        assert_eq!(ratio(4, 6).to_string(), "2/3");
        assert_eq!(ratio(4, -6).to_string(), "-2/3");
        assert_eq!(ratio(-17, 0).to_string(), "-inf");
        assert!(Rational::new(0.into(), 0.into()).is_err());
    }

    #[test]
    fn infinities() {
        let inf = ratio(17, 0);
        assert_eq!(inf.reciprocal(), ratio(0, 1));
        assert_eq!(ratio(0, 7).reciprocal(), inf);
        assert!(inf > ratio(1_000_000, 1));
        assert!(-&inf < ratio(-1_000_000, 1));
        assert!(inf.add(&-&inf).is_err());
        assert!(inf.multiply(&ratio(0, 1)).is_err());
        assert_eq!(ratio(-1, 1).divide(&ratio(0, 1)).unwrap(), -&inf);
    }

    #[test]
    fn floors() {
        assert_eq!(ratio(-6, 23).floor().unwrap(), ratio(-1, 1));
        assert_eq!(ratio(-6, 23).ceiling().unwrap(), ratio(0, 1));
        assert_eq!(ratio(6, 23).ceiling().unwrap(), ratio(1, 1));
    }

    #[test]
    fn powers_are_bounded() {
        assert_eq!(ratio(2, 3).power(&(-2).into()).unwrap(), ratio(9, 4));
        assert_eq!(
            ratio(-1, 1).power(&(BigInt::one() << 100)).unwrap(),
            ratio(1, 1)
        );
        assert!(ratio(2, 1).power(&(BigInt::one() << 100)).is_err());
        assert!(ratio(1, 2).power(&BigInt::from(1_000_001)).is_err());
    }
}
