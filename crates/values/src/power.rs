//! Powers of games {0|H}: ↑², ↑³ and their like.
//!
//! See A. N. Siegel, *Combinatorial Game Theory*, on G^x and G→x.

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::player::Player;
use crate::value::Value;

/// Exponents beyond this, or with larger denominators than 2 to this, are
/// refused: the values are as deep as their exponents.
const MAX_EXPONENT: u32 = 1 << 12;

impl Arena {
    /// G→x for a number x ≥ 0: G→0 = 0, and G→x = {Gᴸ, G→xᴸ | Gᴿ, G→xᴿ}. For
    /// G = {0|H} and an integer n it is G + G² + … + Gⁿ.
    ///
    /// ```
    /// use values::{Arena, Dyadic};
    /// let mut arena = Arena::new();
    /// let up = arena.read("^").unwrap();
    /// let sum = arena.pow_to(up, &Dyadic::from(2)).unwrap();
    /// assert_eq!(sum, arena.read("^[2]").unwrap());
    /// ```
    pub fn pow_to(&mut self, g: Value, x: &Dyadic) -> Result<Value> {
        if x.signum() < 0 {
            return Err(Error::InvalidExponent(format!("{x} is less than 0")));
        }
        let [left, right] = Player::BOTH.map(|player| self.unsorted_options(g, player));
        self.power_sum(&[left?, right?], x)
    }

    /// Gˣ for G = {0|H} and a number x: {0 | H − G→(x−1)} for x ≥ 1, and
    /// −H for x = 0.
    ///
    /// ```
    /// use values::{Arena, Dyadic};
    /// let mut arena = Arena::new();
    /// let up = arena.read("^").unwrap();
    /// let cube = arena.pow(up, &Dyadic::from(3)).unwrap();
    /// assert_eq!(cube, arena.read("^<3>").unwrap());
    /// ```
    pub fn pow(&mut self, g: Value, x: &Dyadic) -> Result<Value> {
        let base = self.power_base(g)?;
        if x.is_zero() {
            return Ok(-base);
        }
        let one = Dyadic::from(1);
        if *x < one {
            return Err(Error::InvalidExponent(format!(
                "{x} is neither 0 nor at least 1"
            )));
        }
        let sum = self.power_sum(&[vec![], vec![base]], &(x - &one))?;
        let right = self.sub(base, sum)?;
        self.game(&[Value::ZERO], &[right])
    }

    /// The H of G = {0|H}.
    fn power_base(&mut self, g: Value) -> Result<Value> {
        let left = self.unsorted_options(g, Player::Left)?;
        let right = self.unsorted_options(g, Player::Right)?;
        match (left.as_slice(), right.as_slice()) {
            ([Value::ZERO], [base]) => Ok(*base),
            _ => Err(Error::InvalidExponent(
                "only a game of the form {0|H} has powers".into(),
            )),
        }
    }

    fn power_sum(&mut self, options: &[Vec<Value>; 2], x: &Dyadic) -> Result<Value> {
        if *x > Dyadic::from(i64::from(MAX_EXPONENT)) || x.exponent() > MAX_EXPONENT {
            return Err(Error::TooLarge {
                what: "the exponent is too large",
                bound: u64::from(MAX_EXPONENT),
            });
        }
        let x = self.number(x)?;
        self.on_base(x, options, |_, x| Ok((x == Value::ZERO).then_some(x)))
    }
}
