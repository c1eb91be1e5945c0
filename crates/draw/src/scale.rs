//! From exact numbers to lengths on paper.

use num_bigint::BigInt;
use num_integer::Integer;
use values::Dyadic;

/// Turns exact differences into lengths.
///
/// Numbers are brought into the range of floating point by a power of two
/// first, so that neither 10³⁰ + ½ nor 10⁴⁰⁰ needs special care.
#[derive(Clone, Debug)]
pub struct Scale {
    shift: u32,
    unit: f64,
}

/// More bits than this before the binary point are scaled away.
const BITS: u64 = 64;

/// How far to shift a span so that it is a comfortable float.
fn shift_for(span: &Dyadic) -> u32 {
    let bits = span.ceil().bits().saturating_sub(BITS);
    u32::try_from(bits).unwrap_or(u32::MAX)
}

fn shifted(number: &Dyadic, shift: u32) -> f64 {
    let exponent = number.exponent().saturating_add(shift);
    Dyadic::new(number.numerator(), exponent).to_f64()
}

impl Scale {
    /// `span` takes up `length`, but the number 1 never more than `most`.
    pub fn fit(span: &Dyadic, length: f64, most: f64) -> Self {
        let shift = shift_for(span);
        let size = shifted(span, shift);
        let unit = if size > 0.0 { length / size } else { most };
        let most = if shift == 0 { most } else { f64::INFINITY };
        Scale {
            shift,
            unit: unit.min(most),
        }
    }

    /// The scale of the two that draws smaller.
    pub fn smaller(self, other: Scale) -> Scale {
        if self.factor() <= other.factor() {
            self
        } else {
            other
        }
    }

    /// The length of 1, as a base-2 logarithm: lengths themselves may
    /// underflow.
    fn factor(&self) -> f64 {
        self.unit.log2() - f64::from(self.shift)
    }

    /// The length of 1.
    pub fn unit(&self) -> f64 {
        self.factor().exp2()
    }

    /// The length of a number; negative if the number is.
    pub fn length(&self, number: &Dyadic) -> f64 {
        shifted(number, self.shift) * self.unit
    }

    /// The smallest of 1, 2, 5, 10, 20, … that is at least `length` long.
    pub fn step(&self, length: f64) -> BigInt {
        let decades = (length.log2() - self.factor()) * std::f64::consts::LOG10_2;
        let decade = BigInt::from(10).pow(decades.floor().max(0.0) as u32);
        [1u8, 2, 5, 10, 20]
            .into_iter()
            .map(|digit| &decade * digit)
            .find(|step: &BigInt| self.length(&Dyadic::new(step.clone(), 0)) >= length)
            .unwrap_or(decade * 50)
    }
}

/// The multiples of `step` from `low` to `high`.
pub fn multiples(step: &BigInt, low: &Dyadic, high: &Dyadic) -> Vec<Dyadic> {
    let last = high.floor().div_floor(step);
    let mut multiple = low.ceil().div_ceil(step);
    let mut found = Vec::new();
    while multiple <= last {
        found.push(Dyadic::new(&multiple * step, 0));
        multiple += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_fit() {
        let huge = Dyadic::new(BigInt::from(10).pow(400), 0);
        for span in [Dyadic::new(7, 2), Dyadic::from(201), huge] {
            let scale = Scale::fit(&span, 300.0, 1000.0);
            assert!((scale.length(&span) - 300.0).abs() < 1e-6);
            assert!((scale.length(&-&span.halve()) + 150.0).abs() < 1e-6);
        }
        assert!((Scale::fit(&Dyadic::zero(), 300.0, 90.0).unit() - 90.0).abs() < 1e-9);
    }

    #[test]
    fn steps_are_round() {
        for (span, step) in [(3, "1"), (20, "2"), (200, "20"), (999, "100")] {
            let scale = Scale::fit(&Dyadic::from(span), 300.0, 1000.0);
            assert_eq!(scale.step(30.0).to_string(), step);
        }
        let huge = Dyadic::new(BigInt::from(10).pow(400), 0);
        let scale = Scale::fit(&huge, 300.0, 1000.0);
        assert_eq!(scale.step(30.0), BigInt::from(10).pow(399));
    }

    #[test]
    fn multiples_cover_the_range() {
        let (low, high) = (Dyadic::new(-9, 1), Dyadic::new(13, 1));
        let found = multiples(&BigInt::from(2), &low, &high);
        let text: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(text, ["-4", "-2", "0", "2", "4", "6"]);
    }
}
