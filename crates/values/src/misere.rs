//! Who wins a canonical form when the last player to move loses.

use crate::arena::Arena;
use crate::compare::Outcome;
use crate::error::Result;
use crate::player::Player;
use crate::recursion::{Mirror, Sides};
use crate::value::Value;

impl Mirror for Outcome {
    fn mirrored_if(self, negate: bool) -> Self {
        match self {
            Outcome::L if negate => Outcome::R,
            Outcome::R if negate => Outcome::L,
            other => other,
        }
    }
}

impl Arena {
    /// Who wins the canonical form of G in misère play, where the player who
    /// cannot move wins. Equal games may differ in it, so this is about the
    /// canonical form only; [`Forms::misere_outcome`](crate::Forms::misere_outcome)
    /// is about games as they are written.
    ///
    /// # Complexity
    /// One look at each option of each follower; number + ups + star has a
    /// formula.
    ///
    /// # Literature
    /// A. N. Siegel, *Combinatorial Game Theory*, chapter V.
    ///
    /// ```
    /// use values::{Arena, Outcome};
    /// let mut arena = Arena::new();
    /// let g = arena.read("{1|-1}").unwrap();
    /// assert_eq!(arena.misere_outcome(g).unwrap(), Outcome::P);
    /// ```
    pub fn misere_outcome(&mut self, g: Value) -> Result<Outcome> {
        let leaf = |arena: &mut Arena, v| {
            Ok(arena.as_up_star(v).map(|(x, ups, nimber)| {
                let negative = x.signum() < 0 || (x.is_zero() && ups < 0);
                let ups = ups.unsigned_abs();
                closed_outcome(!x.is_zero(), ups, nimber).mirrored_if(negative)
            }))
        };
        self.fold(g, leaf, |_, _, sides: Sides<Outcome>| {
            let wins_second = |player: Player| {
                // The opponent starts: none of his moves may win, and having
                // none would win too.
                let moves = &sides[player.opposite() as usize];
                !moves.is_empty() && moves.iter().all(|o| o.wins_starting(player))
            };
            Ok(Outcome::from_second_players(
                wins_second(Player::Left),
                wins_second(Player::Right),
            ))
        })
    }
}

/// Of x + n·↑ + ∗k with x > 0, or x = 0 and n ≥ 0.
///
/// Positive numbers leave Left too many moves, and whatever is added leads to
/// them. n·↑ + ∗k = {0 | (n−1)·↑ + ∗(k⊕1)} lets Left only lose at once, so
/// Right wins starting if that option is not won by Left starting.
fn closed_outcome(positive: bool, ups: u64, nimber: u64) -> Outcome {
    match (positive, ups, nimber) {
        (true, ..) => Outcome::R,
        (_, 0, 1) => Outcome::P,
        (_, 0, _) => Outcome::N,
        (_, 1, 0) => Outcome::R,
        (_, 1, 1) => Outcome::L,
        (_, 1, _) | (_, 2, 0) => Outcome::P,
        _ => Outcome::R,
    }
}
