//! Companions, and canonical forms up to infinitesimals.

use crate::arena::Arena;
use crate::error::Result;
use crate::fold::Sides;
use crate::player::Player;
use crate::value::Value;

impl Arena {
    /// The companion of G: n·↑ + ∗k becomes n·↑ + ∗(k⊕1) for k ≤ 1 and stays
    /// for larger k; any other game has the companions of its options, and 0
    /// as a Left option when G ≥ 0 and as a Right option when G ≤ 0.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let g = arena.read("{0||0|v3}").unwrap();
    /// assert_eq!(arena.companion(g).unwrap(), arena.read("{0,*||*|v3*}").unwrap());
    /// ```
    pub fn companion(&mut self, g: Value) -> Result<Value> {
        let leaf = |arena: &mut Arena, v| match arena.as_up_star(v) {
            None => Ok(None),
            // The added 0 is dominated, by induction from the numbers up.
            Some((x, ..)) if !x.is_zero() => Ok(Some(v)),
            Some((_, _, k)) if k > 1 => Ok(Some(v)),
            Some((x, ups, k)) => arena.up_star(&x, ups, k ^ 1).map(Some),
        };
        self.fold(g, leaf, |arena, v, mut sides: Sides<Value>| {
            for player in Player::BOTH {
                let holds = match player {
                    Player::Left => arena.le(Value::ZERO, v)?,
                    Player::Right => arena.le(v, Value::ZERO)?,
                };
                if holds {
                    sides[player as usize].push(Value::ZERO);
                }
            }
            arena.canonicalise(&mut sides)
        })
    }

    /// The reduced canonical form: the simplest game that differs from G by
    /// an infinitesimal (J. P. Grossman and A. N. Siegel, "Reductions of
    /// partizan games").
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let g = arena.read("{3||2*|1*}").unwrap();
    /// assert_eq!(arena.reduced(g).unwrap(), arena.read("{3||2|1}").unwrap());
    /// ```
    pub fn reduced(&mut self, g: Value) -> Result<Value> {
        let stripped = self.without_ups(g)?;
        let star = self.nimber(1)?;
        let heated = self.heat(stripped, star)?;
        self.star_projection(heated)
    }

    /// Replaces every x + n·↑ + ∗k by x: the game changes only by an
    /// infinitesimal, and large nimbers need not be looked into.
    fn without_ups(&mut self, g: Value) -> Result<Value> {
        let leaf = |arena: &mut Arena, v| match arena.as_up_star(v) {
            None => Ok(None),
            Some((x, ..)) => arena.number(&x).map(Some),
        };
        self.fold(g, leaf, |arena, _, mut sides: Sides<Value>| {
            arena.canonicalise(&mut sides)
        })
    }

    /// Replaces every x + ∗ by x.
    fn star_projection(&mut self, g: Value) -> Result<Value> {
        let leaf = |arena: &mut Arena, v| match arena.as_up_star(v) {
            Some((x, 0, 0 | 1)) => arena.number(&x).map(Some),
            _ => Ok(None),
        };
        self.fold(g, leaf, |arena, _, mut sides: Sides<Value>| {
            arena.canonicalise(&mut sides)
        })
    }
}
