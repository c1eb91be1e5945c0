//! Companions, and canonical forms up to infinitesimals.

use crate::arena::Arena;
use crate::error::Result;
use crate::player::Player;
use crate::recursion::Sides;
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
    /// an infinitesimal. G is heated by ∗, and every x + ∗ in the result
    /// becomes x.
    ///
    /// # Complexity
    /// Three canonical forms for each follower of G.
    ///
    /// # Literature
    /// J. P. Grossman and A. N. Siegel, "Reductions of partizan games".
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let g = arena.read("{3||2*|1*}").unwrap();
    /// assert_eq!(arena.reduced(g).unwrap(), arena.read("{3||2|1}").unwrap());
    /// ```
    pub fn reduced(&mut self, g: Value) -> Result<Value> {
        // The game changes only by an infinitesimal, and large nimbers need
        // not be looked into.
        let stripped = self.numbers_for(g, |_, _| true)?;
        let star = self.nimber(1)?;
        let heated = self.heat(stripped, star)?;
        self.numbers_for(heated, |ups, nimber| ups == 0 && nimber <= 1)
    }

    /// Replaces every x + n·↑ + ∗k of these kinds by x.
    fn numbers_for(&mut self, g: Value, replaced: fn(i64, u64) -> bool) -> Result<Value> {
        let leaf = |arena: &mut Arena, v| match arena.as_up_star(v) {
            Some((x, ups, nimber)) if replaced(ups, nimber) => arena.number(&x).map(Some),
            _ => Ok(None),
        };
        self.fold(g, leaf, |arena, _, mut sides: Sides<Value>| {
            arena.canonicalise(&mut sides)
        })
    }
}
