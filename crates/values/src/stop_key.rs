//! Numbers as keys that order like them.

use crate::dyadic::Dyadic;
use std::cmp::Ordering;

/// A number in fixed point if it fits, so that stops compare as integers; the
/// lowest keys are places of numbers in a table, kept in pairs x, −x.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StopKey(i64);

const FRACTION_BITS: u32 = 30;
const BIG: i64 = i64::MIN + (1 << 32);

impl StopKey {
    pub const ZERO: StopKey = StopKey(0);

    /// The key of a number that fits.
    pub fn inline(x: &Dyadic) -> Option<StopKey> {
        let (num, exp) = x.as_small().filter(|&(_, exp)| exp <= FRACTION_BITS)?;
        let key = i128::from(num) << (FRACTION_BITS - exp);
        // A margin keeps the keys of both signs clear of the places.
        (key.unsigned_abs() < 1 << 62).then_some(StopKey(key as i64))
    }

    /// The key of the number at an even place of the table, or of its
    /// negative behind it.
    pub fn big(place: usize, negative: bool) -> StopKey {
        StopKey(i64::MIN + (place as i64 | i64::from(negative)))
    }

    fn is_big(self) -> bool {
        self.0 < BIG
    }

    /// The number, or its place in the table.
    pub fn unpack(self) -> Result<Dyadic, usize> {
        if self.is_big() {
            Err((self.0 - i64::MIN) as usize)
        } else {
            Ok(Dyadic::new(self.0, FRACTION_BITS))
        }
    }

    pub fn negated(self) -> StopKey {
        if self.is_big() {
            StopKey(self.0 ^ 1)
        } else {
            StopKey(-self.0)
        }
    }

    /// The order, unless the table is needed to know it.
    #[inline]
    pub fn inline_cmp(self, other: StopKey) -> Option<Ordering> {
        (!self.is_big() && !other.is_big()).then(|| self.0.cmp(&other.0))
    }
}
