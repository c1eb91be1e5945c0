//! Who wins, and which of two games is better.

use values::{Outcome, Relation};

use super::super::object::Object;
use super::{Function, Group};

pub const GROUP: Group = Group {
    title: "Order",
    functions: &[
        Function::new(
            "outcome",
            &["g"],
            "Who wins: L (Left), R (Right), N (the next player) or P (the previous one).",
            ("outcome({1|-1})", "N"),
            |arena, a| {
                // Also for numbers that are no short game's value.
                let outcome = match a.get(0) {
                    Object::Number(number) => match number.signum() {
                        1 => Outcome::L,
                        -1 => Outcome::R,
                        _ => Outcome::P,
                    },
                    _ => {
                        let g = a.game(arena, 0)?;
                        arena.outcome(g)?
                    }
                };
                Ok(Object::Outcome(outcome))
            },
        )
        .also(&["OutcomeClass"]),
        Function::new(
            "misere_outcome",
            &["g"],
            "Who wins the canonical form when the player who cannot move wins.",
            ("misere_outcome(*2)", "N"),
            |arena, a| {
                let g = a.game(arena, 0)?;
                Ok(Object::Outcome(arena.misere_outcome(g)?))
            },
        )
        .also(&["MisereOutcomeClass"]),
        Function::new(
            "compare",
            &["g", "h"],
            "The relation of g to h: <, ==, > or <> (confused).",
            ("compare(^, *)", "<>"),
            |arena, a| {
                let (g, h) = (a.game(arena, 0)?, a.game(arena, 1)?);
                Ok(Object::text(match arena.compare(g, h)? {
                    Relation::Less => "<",
                    Relation::Equal => "==",
                    Relation::Greater => ">",
                    Relation::Confused => "<>",
                }))
            },
        ),
    ],
};
