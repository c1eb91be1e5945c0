//! The numbers that walls of thermographs are made of.

use std::fmt::Debug;
use std::hash::Hash;
use values::Dyadic;

/// The numbers that walls are made of: fast ones with bounds, or exact ones
/// without.
pub(crate) trait Scalar: Clone + Ord + Hash + Debug {
    /// The number, if it fits.
    fn new(x: &Dyadic) -> Option<Self>;
    fn dyadic(&self) -> Dyadic;
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    /// Half of it, if that fits.
    fn half(&self) -> Option<Self>;
    /// The logarithm of the denominator.
    fn exponent(&self) -> u32;
    /// 2⁻ᵏ, for a k that is some number's exponent.
    fn power(k: u32) -> Self;
    fn zero() -> Self;
    /// Whether sums of a few such numbers cannot overflow.
    fn is_safe(&self) -> bool;
}

/// Multiples of 2⁻³².
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Fixed(i64);

const FRACTION: u32 = 32;
const SAFE: i64 = 1 << 59;

impl Scalar for Fixed {
    fn new(x: &Dyadic) -> Option<Self> {
        let (numerator, exponent) = x.as_small()?;
        let shift = FRACTION.checked_sub(exponent)?;
        let fixed = Fixed(numerator.checked_mul(1 << shift)?);
        fixed.is_safe().then_some(fixed)
    }
    fn dyadic(&self) -> Dyadic {
        Dyadic::new(self.0, FRACTION)
    }
    #[inline]
    fn plus(&self, other: &Self) -> Self {
        Fixed(self.0 + other.0)
    }
    #[inline]
    fn minus(&self, other: &Self) -> Self {
        Fixed(self.0 - other.0)
    }
    #[inline]
    fn half(&self) -> Option<Self> {
        (self.0 & 1 == 0).then_some(Fixed(self.0 >> 1))
    }
    #[inline]
    fn exponent(&self) -> u32 {
        FRACTION.saturating_sub(self.0.trailing_zeros())
    }
    #[inline]
    fn power(k: u32) -> Self {
        Fixed(1 << (FRACTION - k))
    }
    #[inline]
    fn zero() -> Self {
        Fixed(0)
    }
    #[inline]
    fn is_safe(&self) -> bool {
        -SAFE < self.0 && self.0 < SAFE
    }
}

impl Scalar for Dyadic {
    fn new(x: &Dyadic) -> Option<Self> {
        Some(x.clone())
    }
    fn dyadic(&self) -> Dyadic {
        self.clone()
    }
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    fn half(&self) -> Option<Self> {
        Some(self.halve())
    }
    fn exponent(&self) -> u32 {
        Dyadic::exponent(self)
    }
    fn power(k: u32) -> Self {
        Dyadic::new(1, k)
    }
    fn zero() -> Self {
        Dyadic::zero()
    }
    fn is_safe(&self) -> bool {
        true
    }
}

/// Some number did not fit: take exact ones.
#[derive(Debug)]
pub(crate) struct Overflow;

/// The lowest temperature, −1.
pub(crate) fn ground<S: Scalar>() -> S {
    S::zero().minus(&S::power(0))
}
