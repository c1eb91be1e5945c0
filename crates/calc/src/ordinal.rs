//! Ordinals with signs: sums of powers of ω with integer coefficients.
//!
//! Sums and products are those of surreal numbers, so they commute: ω − 5 is a
//! number, and 1 + ω is ω + 1. On ordinals they are the natural sum and
//! product of Hessenberg.
//!
//! Literature: J. H. Conway, "On Numbers and Games" (1976), chapter 3.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use super::failure::Problem;

/// Bound on the exponents in exponents: printing recurses.
const MAX_TOWER: u32 = 50;
/// Bound on the terms.
const MAX_TERMS: usize = 10_000;

/// In Cantor normal form: exponents descend, no coefficient is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ordinal {
    terms: Vec<(Ordinal, BigInt)>,
}

type Result<T> = std::result::Result<T, Problem>;

impl Ordinal {
    /// ω.
    pub fn omega() -> Self {
        Ordinal::from(BigInt::one()).into_power()
    }

    /// ω to this power.
    fn into_power(self) -> Self {
        Ordinal {
            terms: vec![(self, BigInt::one())],
        }
    }

    /// The terms, largest first: exponents and coefficients.
    pub fn terms(&self) -> &[(Ordinal, BigInt)] {
        &self.terms
    }

    /// The sum of terms in any order.
    pub fn from_terms(terms: Vec<(Ordinal, BigInt)>) -> Result<Self> {
        let mut terms = terms;
        terms.sort_by(|a, b| b.0.cmp(&a.0));
        let mut sum: Vec<(Ordinal, BigInt)> = Vec::new();
        for (exponent, coefficient) in terms {
            match sum.last_mut() {
                Some(last) if last.0 == exponent => last.1 += coefficient,
                _ => sum.push((exponent, coefficient)),
            }
        }
        sum.retain(|(_, coefficient)| !coefficient.is_zero());
        if sum.len() > MAX_TERMS {
            return Err(Problem::limit(format!(
                "an ordinal of more than {MAX_TERMS} terms, the bound"
            )));
        }
        let sum = Ordinal { terms: sum };
        if sum.tower() > MAX_TOWER {
            return Err(Problem::limit(format!(
                "powers in exponents: the bound is {MAX_TOWER} levels"
            )));
        }
        Ok(sum)
    }

    fn tower(&self) -> u32 {
        let towers = self.terms.iter().map(|(exponent, _)| exponent.tower() + 1);
        towers.max().unwrap_or(0)
    }

    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The integer that it is, if it is finite.
    pub fn to_integer(&self) -> Option<BigInt> {
        match self.terms.as_slice() {
            [] => Some(BigInt::zero()),
            [(exponent, coefficient)] if exponent.is_zero() => Some(coefficient.clone()),
            _ => None,
        }
    }

    /// −1, 0 or 1.
    pub fn signum(&self) -> i32 {
        match self
            .terms
            .first()
            .map(|(_, coefficient)| coefficient.sign())
        {
            Some(Sign::Minus) => -1,
            Some(Sign::Plus) => 1,
            _ => 0,
        }
    }

    /// Whether no coefficient is negative, in exponents too.
    pub fn is_ordinal(&self) -> bool {
        let fits = |(exponent, coefficient): &(Ordinal, BigInt)| {
            coefficient.is_positive() && exponent.is_ordinal()
        };
        self.terms.iter().all(fits)
    }

    pub fn negated(&self) -> Self {
        let negate =
            |(exponent, coefficient): &(Ordinal, BigInt)| (exponent.clone(), -coefficient.clone());
        Ordinal {
            terms: self.terms.iter().map(negate).collect(),
        }
    }

    pub fn abs(&self) -> Self {
        match self.signum() {
            -1 => self.negated(),
            _ => self.clone(),
        }
    }

    /// The day on which it is born: all coefficients without their signs.
    pub fn birthday(&self) -> Result<Self> {
        let known = |(exponent, _): &(Ordinal, BigInt)| exponent.is_ordinal();
        if !self.terms.iter().all(known) {
            return Err(Problem::domain(
                "the birthday of a power of ω is told for exponents that are ordinals",
            ));
        }
        let positive =
            |(exponent, coefficient): &(Ordinal, BigInt)| (exponent.clone(), coefficient.abs());
        Ok(Ordinal {
            terms: self.terms.iter().map(positive).collect(),
        })
    }

    pub fn add(&self, other: &Ordinal) -> Result<Self> {
        Ordinal::from_terms([&self.terms[..], &other.terms[..]].concat())
    }

    pub fn multiply(&self, other: &Ordinal) -> Result<Self> {
        if self.terms.len().saturating_mul(other.terms.len()) > MAX_TERMS {
            return Err(Problem::limit(format!(
                "an ordinal of more than {MAX_TERMS} terms, the bound"
            )));
        }
        let mut terms = Vec::new();
        for (a, m) in &self.terms {
            for (b, n) in &other.terms {
                terms.push((a.add(b)?, m * n));
            }
        }
        Ordinal::from_terms(terms)
    }

    /// The quotient, where there is one without a remainder.
    pub fn divide(&self, other: &Ordinal) -> Result<Self> {
        let inexact = || Problem::domain(format!("{self} is no multiple of {other} here"));
        let Some((lead, divisor)) = other.terms.first() else {
            return Err(Problem::domain("an ordinal divided by 0"));
        };
        let mut rest = self.clone();
        let mut quotient = Vec::new();
        while let Some((exponent, coefficient)) = rest.terms.first() {
            let exponent = exponent.add(&lead.negated())?;
            if exponent.signum() < 0 || !coefficient.is_multiple_of(divisor) {
                return Err(inexact());
            }
            let term = Ordinal {
                terms: vec![(exponent, coefficient / divisor)],
            };
            rest = rest.add(&term.multiply(other)?.negated())?;
            quotient.extend(term.terms);
            // Each step lowers the first term; a quotient that goes on is no sum.
            if quotient.len() > MAX_TERMS {
                return Err(inexact());
            }
        }
        Ordinal::from_terms(quotient)
    }

    /// A power: of a single power of ω to any ordinal, else to a natural number.
    pub fn power(&self, exponent: &Ordinal) -> Result<Self> {
        if exponent.signum() < 0 {
            return Err(Problem::domain("a negative power of ω is no ordinal"));
        }
        if let [(lead, one)] = self.terms.as_slice()
            && one.is_one()
            && !lead.is_zero()
        {
            let power = lead.multiply(exponent)?.into_power();
            return Ordinal::from_terms(power.terms);
        }
        let Some(times) = exponent.to_integer().and_then(|n| u32::try_from(n).ok()) else {
            return Err(Problem::domain(format!(
                "only ω and its powers have infinite powers here, not {self}"
            )));
        };
        let mut power = Ordinal::from(BigInt::one());
        for _ in 0..times {
            power = power.multiply(self)?;
            if power.terms.len() <= 1 && power.terms.iter().any(|(_, n)| n.bits() > 1 << 20) {
                return Err(Problem::limit("a power of more than 2^20 bits"));
            }
        }
        Ok(power)
    }
}

impl From<BigInt> for Ordinal {
    fn from(integer: BigInt) -> Self {
        let mut terms = Vec::new();
        if !integer.is_zero() {
            terms.push((Ordinal::default(), integer));
        }
        Ordinal { terms }
    }
}

impl PartialOrd for Ordinal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By the first term in which two differ.
impl Ord for Ordinal {
    fn cmp(&self, other: &Self) -> Ordering {
        let zero = BigInt::zero();
        let (mut a, mut b) = (self.terms.iter(), other.terms.iter());
        loop {
            let (x, y) = match (a.next(), b.next()) {
                (None, None) => return Ordering::Equal,
                (Some((_, m)), None) => return m.cmp(&zero),
                (None, Some((_, n))) => return zero.cmp(n),
                (Some(x), Some(y)) => (x, y),
            };
            let order = match x.0.cmp(&y.0) {
                Ordering::Greater => x.1.cmp(&zero),
                Ordering::Less => zero.cmp(&y.1),
                Ordering::Equal => x.1.cmp(&y.1),
            };
            if order.is_ne() {
                return order;
            }
        }
    }
}

/// `ω^ω-ω^19×5+1`
impl fmt::Display for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        for (place, (exponent, coefficient)) in self.terms.iter().enumerate() {
            match coefficient.sign() {
                Sign::Minus => f.write_str("-")?,
                _ if place > 0 => f.write_str("+")?,
                _ => {}
            }
            let size = coefficient.abs();
            if exponent.is_zero() {
                write!(f, "{size}")?;
                continue;
            }
            f.write_str("ω")?;
            let simple = match exponent.terms.as_slice() {
                [(inner, n)] => n.is_one() || inner.is_zero() && n.is_positive(),
                _ => false,
            };
            match exponent.to_integer() {
                Some(one) if one.is_one() => {}
                _ if simple => write!(f, "^{exponent}")?,
                _ => write!(f, "^({exponent})")?,
            }
            if !size.is_one() {
                write!(f, "×{size}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finite(n: i64) -> Ordinal {
        Ordinal::from(BigInt::from(n))
    }

    #[test]
    fn arithmetic_is_that_of_polynomials() {
        let omega = Ordinal::omega();
        let minus = omega.add(&finite(-1)).unwrap();
        let plus = omega.add(&finite(1)).unwrap();
        let product = minus.multiply(&plus).unwrap();
        assert_eq!(product.to_string(), "ω^2-1");
        assert_eq!(product.divide(&minus).unwrap(), plus);
        assert!(product.divide(&omega).is_err());
        assert!(minus < omega && omega < plus && finite(1000) < minus);
        let tower = omega.power(&plus).unwrap();
        assert_eq!(tower.to_string(), "ω^(ω+1)");
    }
}
