//! Games made from games.

use std::sync::Arc;

use values::{Arena, Compound, Value};

use super::super::arithmetic;
use super::super::failure::Problem;
use super::super::games::Games;
use super::super::object::Object;
use super::{Arguments, Function, Group};

pub const GROUP: Group = Group {
    title: "Operators",
    functions: &[
        Function::new(
            "tiny",
            &["g"],
            "Tiny-g, {0||0|-g}.",
            ("tiny(2)", "Tiny(2)"),
            |games, a| {
                let g = a.game(games, 0)?;
                let tiny = tiny(&mut games.arena, g)?;
                Ok(games.object(tiny))
            },
        ),
        Function::new(
            "miny",
            &["g"],
            "Miny-g, {g|0||0}.",
            ("miny(2)", "Miny(2)"),
            |games, a| {
                let g = a.game(games, 0)?;
                let miny = -tiny(&mut games.arena, g)?;
                Ok(games.object(miny))
            },
        ),
        Function::new(
            "ordinal_sum",
            &["g", "h"],
            "The ordinal sum g:h, where a move in g ends h.",
            ("ordinal_sum(*, 1)", "^*"),
            |games, a| arithmetic::ordinal_sum(games, a.get(0), a.get(1)),
        )
        .infix(),
        Function::new(
            "conway_product",
            &["g", "h"],
            "The product of On Numbers and Games.",
            ("conway_product({3|1}, ^^)", "{^6|^^}"),
            |games, a| {
                let by_value = Arena::product;
                arithmetic::compound(games, Compound::ConwayProduct, a.get(0), a.get(1), by_value)
            },
        )
        .infix(),
        Function::new(
            "ordinal_product",
            &["g", "h"],
            "h with each move replaced by a copy of g, kept as it is written.",
            ("(1 OrdinalProduct {1|0}).CanonicalForm", "{1|0}"),
            |games, a| {
                arithmetic::compound_form(games, Compound::OrdinalProduct, a.get(0), a.get(1))
            },
        )
        .infix(),
        Function::new(
            "selective_sum",
            &["g", "h"],
            "g and h where a move is in one or in both, kept as it is written.",
            ("(*5 SelectiveSum *6).CanonicalForm", "*11"),
            |games, a| arithmetic::compound_form(games, Compound::SelectiveSum, a.get(0), a.get(1)),
        )
        .infix(),
        Function::new(
            "conjunctive_sum",
            &["g", "h"],
            "g and h where every move is in both, kept as it is written.",
            ("(+-1 ConjunctiveSum ^^).CanonicalForm", "{0|-1}"),
            |games, a| {
                arithmetic::compound_form(games, Compound::ConjunctiveSum, a.get(0), a.get(1))
            },
        )
        .infix(),
        Function::new(
            "pow",
            &["g", "x"],
            "The power of an infinitesimal such as ^ or a tiny: ^.Pow(2) is up-second.",
            ("pow(^, 2)", "^<2>"),
            |games, a| {
                let g = a.game(games, 0)?;
                let x = a.dyadic(games, 1)?;
                let power = games.arena.pow(g, &x)?;
                Ok(games.object(power))
            },
        ),
        Function::new(
            "pow_to",
            &["g", "x"],
            "The sum of the powers of g up to x: ^.PowTo(2) is ^ + ^<2>.",
            ("pow_to(^, 2)", "^[2]"),
            |games, a| {
                let g = a.game(games, 0)?;
                let x = a.dyadic(games, 1)?;
                let power = games.arena.pow_to(g, &x)?;
                Ok(games.object(power))
            },
        ),
        Function::new(
            "companion",
            &["g"],
            "The companion of g (Siegel, Combinatorial Game Theory, section II.5).",
            ("companion(0)", "*"),
            |games, a| unary(games, a, Arena::companion),
        ),
        Function::new(
            "reduced",
            &["g"],
            "The reduced canonical form: the simplest game infinitesimally close to g.",
            ("reduced({3||2+*|1+*})", "{3||2|1}"),
            |games, a| unary(games, a, Arena::reduced),
        )
        .also(&["ReducedCanonicalForm", "reduced_canonical_form", "RCF"]),
        Function::new(
            "atomic_weight",
            &["g"],
            "The atomic weight of g: how many ups it is worth from afar.",
            ("atomic_weight({0||0|v3})", "0"),
            |games, a| unary(games, a, Arena::atomic_weight),
        ),
        Function::new(
            "uptimal_expansion",
            &["g"],
            "The number, the coefficients of ^, ^<2>, ^<3>, ... and the nimber of an uptimal.",
            ("uptimal_expansion(^)", "0.1"),
            |games, a| {
                let g = a.game(games, 0)?;
                match games.arena.uptimal_expansion(g) {
                    Some(expansion) => Ok(Object::Expansion(Arc::new(expansion))),
                    None => Err(a.wrong(games, 0, "an uptimal")),
                }
            },
        ),
    ],
};

fn unary(
    games: &mut Games,
    a: &Arguments,
    operation: impl Fn(&mut Arena, Value) -> values::Result<Value>,
) -> Result<Object, Problem> {
    let g = a.game(games, 0)?;
    let result = operation(&mut games.arena, g)?;
    Ok(games.object(result))
}

fn tiny(arena: &mut Arena, g: Value) -> values::Result<Value> {
    let right = arena.game(&[Value::ZERO], &[-g])?;
    arena.game(&[Value::ZERO], &[right])
}
