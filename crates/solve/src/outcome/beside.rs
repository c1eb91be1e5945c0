//! What stands beside a part, if it is small: a number, ups and a nimber.

use values::{Arena, Value};

/// The same in every arena, whatever names values have there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Beside {
    numerator: i32,
    /// Of two, in the denominator.
    exponent: u8,
    ups: i8,
    nimber: u8,
}

impl Beside {
    /// The value as this, if it is so small.
    pub fn of(arena: &Arena, value: Value) -> Option<Self> {
        let (number, ups, nimber) = arena.as_up_star(value)?;
        let (numerator, exponent) = number.as_small()?;
        Some(Beside {
            numerator: i32::try_from(numerator).ok()?,
            exponent: u8::try_from(exponent).ok()?,
            ups: i8::try_from(ups).ok()?,
            nimber: u8::try_from(nimber).ok()?,
        })
    }

    /// All of it in one word; 0 is zero.
    pub fn word(self) -> u64 {
        let [ups, nimber, exponent] = [self.ups.cast_unsigned(), self.nimber, self.exponent];
        let high = u32::from_be_bytes([0, ups, nimber, exponent]);
        u64::from(high) << 32 | u64::from(self.numerator.cast_unsigned())
    }

    /// All of it in sixteen bits, if it is still smaller; 0 is zero.
    pub fn short(self) -> Option<u16> {
        const QUARTERS: u8 = 2;
        let quarters = QUARTERS.checked_sub(self.exponent)?;
        let quarters = self.numerator.checked_mul(1 << quarters)?;
        let number = i8::try_from(quarters).ok()?.cast_unsigned();
        let ups = u8::try_from(self.ups.checked_add(8)?).ok()?;
        if ups > 15 || self.nimber > 15 {
            return None;
        }
        Some(u16::from_be_bytes([(ups ^ 8) << 4 | self.nimber, number]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use values::Dyadic;

    #[test]
    fn different_values_have_different_words() {
        let mut arena = Arena::new();
        let mut words = HashMap::new();
        let mut shorts = HashMap::new();
        for numerator in -300..300 {
            for (exponent, ups, nimber) in
                (0..4).flat_map(|e| (-9..9).flat_map(move |u| [0, 1, 15, 16].map(|n| (e, u, n))))
            {
                let number = Dyadic::new(numerator, exponent);
                let value = arena.up_star(&number, ups, nimber).unwrap();
                let beside = Beside::of(&arena, value).unwrap();
                assert_eq!(*words.entry(beside.word()).or_insert(value), value);
                let fits = &number + &Dyadic::from(32) >= Dyadic::zero()
                    && number < Dyadic::from(32)
                    && number.exponent() <= 2
                    && (-8..8).contains(&ups)
                    && nimber < 16;
                assert_eq!(beside.short().is_some(), fits, "{number} {ups} {nimber}");
                if let Some(short) = beside.short() {
                    assert_eq!(*shorts.entry(short).or_insert(value), value);
                    assert_eq!(short == 0, value == Value::ZERO);
                }
            }
        }
    }
}
