//! Parity and temper: whether the number of moves to the end is settled.

use crate::arena::Arena;
use crate::error::Result;
use crate::recursion::{Mirror, Sides};
use crate::value::Value;
use std::fmt;

/// Whether every play takes an even or an odd number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parity {
    /// Even.
    Even,
    /// Odd.
    Odd,
    /// Neither.
    Mixed,
}

impl Parity {
    fn from_options(sides: &Sides<Parity>) -> Parity {
        let all = |parity| sides.iter().flatten().all(|&o| o == parity);
        if all(Parity::Odd) {
            Parity::Even
        } else if all(Parity::Even) {
            Parity::Odd
        } else {
            Parity::Mixed
        }
    }
}

impl fmt::Display for Parity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Parity::Even => "even",
            Parity::Odd => "odd",
            Parity::Mixed => "mixed",
        })
    }
}

impl Mirror for Parity {}

impl Arena {
    /// The parity of a value: 0 is even, a game with only odd options is
    /// even, one with only even options is odd, everything else is mixed
    /// (E. R. Berlekamp, "Sums of N × 2 Amazons").
    ///
    /// ```
    /// use values::{Arena, Parity};
    /// let mut arena = Arena::new();
    /// let (g, h) = (arena.read("{2|-2}").unwrap(), arena.read("{1|*}").unwrap());
    /// assert_eq!(arena.parity(g).unwrap(), Parity::Odd);
    /// assert_eq!(arena.parity(h).unwrap(), Parity::Even);
    /// ```
    pub fn parity(&mut self, g: Value) -> Result<Parity> {
        let leaf = |arena: &mut Arena, v| {
            Ok(arena.as_up_star(v).map(|(x, ups, k)| {
                if !x.is_integer() || ups != 0 || k > 1 {
                    Parity::Mixed
                } else if x.numerator().bit(0) == (k == 1) {
                    Parity::Even
                } else {
                    Parity::Odd
                }
            }))
        };
        self.fold(g, leaf, |_, _, sides| Ok(Parity::from_options(&sides)))
    }

    /// Whether G is even-tempered: a number, or all options are odd-tempered.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let g = arena.read("{2*|1*}").unwrap();
    /// assert!(arena.is_even_tempered(g).unwrap());
    /// ```
    pub fn is_even_tempered(&mut self, g: Value) -> Result<bool> {
        Ok(self.temper(g)? == Parity::Even)
    }

    /// Whether G is odd-tempered: all its options are even-tempered.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let g = arena.read("{3||2*|1*}").unwrap();
    /// assert!(arena.is_odd_tempered(g).unwrap());
    /// ```
    pub fn is_odd_tempered(&mut self, g: Value) -> Result<bool> {
        Ok(self.temper(g)? == Parity::Odd)
    }

    fn temper(&mut self, g: Value) -> Result<Parity> {
        let leaf = |arena: &mut Arena, v| {
            Ok(arena.as_up_star(v).map(|form| match form {
                (_, 0, 0) => Parity::Even,
                (_, 0, 1) => Parity::Odd,
                _ => Parity::Mixed,
            }))
        };
        self.fold(g, leaf, |_, _, sides| Ok(Parity::from_options(&sides)))
    }
}
