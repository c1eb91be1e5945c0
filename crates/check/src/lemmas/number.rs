//! Numbers, as the forms of values show them.

use std::cmp::Ordering;

/// `numerator / 2^exponent` in lowest terms. Larger ones are not taken for
/// numbers, which costs proofs and no truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    numerator: i64,
    exponent: u32,
}

const MOST_BITS: u32 = 31;
const LARGEST: i128 = 1 << 62;

impl Number {
    /// 0.
    pub const ZERO: Number = Number {
        numerator: 0,
        exponent: 0,
    };

    fn new(mut numerator: i128, mut exponent: u32) -> Option<Self> {
        while exponent > 0 && numerator % 2 == 0 {
            numerator /= 2;
            exponent -= 1;
        }
        (exponent <= MOST_BITS && numerator.abs() <= LARGEST).then_some(Number {
            numerator: i64::try_from(numerator).ok()?,
            exponent,
        })
    }

    /// The numerator over 2^[`MOST_BITS`].
    fn scaled(self) -> i128 {
        i128::from(self.numerator) << (MOST_BITS - self.exponent)
    }

    /// The sum, if it is small enough.
    pub fn plus(self, other: Self) -> Option<Self> {
        Number::new(self.scaled() + other.scaled(), MOST_BITS)
    }

    /// The simplest number above `low` and below `high` (Conway): of integers
    /// the one nearest 0, of others the one with the smallest denominator.
    pub fn between(low: Option<Self>, high: Option<Self>) -> Option<Self> {
        if let (Some(low), Some(high)) = (low, high)
            && low >= high
        {
            return None;
        }
        let above = |low: Self, exponent: u32| {
            let unit = MOST_BITS - exponent;
            (low.scaled() >> unit) + 1
        };
        let fits = |numerator: i128, exponent: u32| {
            high.is_none_or(|high| numerator << (MOST_BITS - exponent) < high.scaled())
        };
        let zero_is_above = low.is_none_or(|low| low < Number::ZERO);
        if zero_is_above && fits(0, 0) {
            return Some(Number::ZERO);
        }
        if zero_is_above {
            // All that fit are negative.
            let mirrored = Number::between(high.map(|x| -x), low.map(|x| -x));
            return mirrored.map(|x| -x);
        }
        let low = low?;
        (0..=MOST_BITS)
            .map(|exponent| (above(low, exponent), exponent))
            .find(|&(numerator, exponent)| fits(numerator, exponent))
            .and_then(|(numerator, exponent)| Number::new(numerator, exponent))
    }
}

impl std::ops::Neg for Number {
    type Output = Number;

    fn neg(self) -> Number {
        Number {
            numerator: -self.numerator,
            ..self
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        self.scaled().cmp(&other.scaled())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use values::Dyadic;

    fn number(numerator: i128, exponent: u32) -> Number {
        Number::new(numerator, exponent).unwrap()
    }

    fn dyadic(x: Number) -> Dyadic {
        Dyadic::new(x.numerator, x.exponent)
    }

    /// Against the arithmetic of values.
    #[test]
    fn the_simplest_number_is_the_known_one() {
        let all: Vec<Number> = (-40..=40).map(|n| number(n, 3)).collect();
        let ends = || std::iter::once(None).chain(all.iter().copied().map(Some));
        for low in ends() {
            for high in ends() {
                let found = Number::between(low, high);
                if let (Some(low), Some(high)) = (low, high) {
                    let sum = dyadic(low.plus(high).unwrap());
                    assert_eq!(sum, &dyadic(low) + &dyadic(high));
                    if low >= high {
                        assert_eq!(found, None);
                        continue;
                    }
                }
                let [low, high] = [low, high].map(|x| x.map(dyadic));
                let known = Dyadic::simplest(
                    low.as_ref().map(|x| (x, false)),
                    high.as_ref().map(|x| (x, false)),
                );
                assert_eq!(dyadic(found.unwrap()), known, "{low:?} {high:?}");
            }
        }
        assert_eq!(number(1, 31).plus(number(1 << 62, 0)), None);
        assert_eq!(Number::between(Some(number(1 << 62, 0)), None), None);
    }
}
