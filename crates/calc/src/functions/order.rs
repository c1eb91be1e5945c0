//! Who wins, and which of two games is better.

use solve::Convention;
use values::{Outcome, Relation};

use super::super::failure::Problem;
use super::super::games::Games;
use super::super::object::Object;
use positions::{Detail, Searching, Sum};

functions! { "Order":
    /// Who wins: L (Left), R (Right), N (the next player) or P (the previous one).
    outcome(g).also(&["OutcomeClass"]), "outcome({1|-1})" => "N", |games, a| {
        // Also for numbers that are no short game's value.
        let outcome = match a.get(0) {
            Object::Number(number) => match number.signum() {
                1 => Outcome::L,
                -1 => Outcome::R,
                _ => Outcome::P,
            },
            Object::Ordinal(ordinal) if ordinal.signum() > 0 => Outcome::L,
            Object::Ordinal(_) => Outcome::R,
            Object::TransfiniteNimber(_) => Outcome::N,
            Object::Sum(sum) => play(games, sum, Convention::Normal)?,
            _ => {
                let g = a.game(games, 0)?;
                games.arena.outcome(g)?
            }
        };
        Ok(Object::Outcome(outcome))
    };
    /// Who wins the canonical form, or a form in quotes, when the player who cannot move wins.
    misere_outcome(g).also(&["MisereOutcomeClass"]), "misere_outcome(*2)" => "N", |games, a| {
        let outcome = match a.get(0) {
            Object::Form(form) => {
                games.forms.misere_outcome(&mut games.arena, *form)?
            }
            Object::Misere(form) => match games.misere().0.is_lost(*form) {
                true => Outcome::P,
                false => Outcome::N,
            },
            Object::Sum(sum) => play(games, sum, Convention::Misere)?,
            _ => {
                let g = a.game(games, 0)?;
                games.arena.misere_outcome(g)?
            }
        };
        Ok(Object::Outcome(outcome))
    };
    /// The relation of g to h: <, ==, > or <> (confused).
    compare(g, h), "compare(^, *)" => "<>", |games, a| {
        let (g, h) = (a.game(games, 0)?, a.game(games, 1)?);
        Ok(Object::prose(match games.arena.compare(g, h)? {
            Relation::Less => "<",
            Relation::Equal => "==",
            Relation::Greater => ">",
            Relation::Confused => "<>",
        }))
    };
}

/// Who wins positions: a search, which needs no canonical forms.
fn play(games: &mut Games, sum: &Sum, convention: Convention) -> Result<Outcome, Problem> {
    sum.finite()?;
    Ok(sum
        .play(
            &mut games.arena,
            &mut Searching::new(convention),
            Detail::Winner,
        )?
        .outcome)
}
