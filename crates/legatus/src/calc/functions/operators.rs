//! Games made from games.

use std::sync::Arc;

use values::{Arena, Value};

use super::super::arithmetic;
use super::super::failure::Problem;
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
            |arena, a| {
                let g = a.game(arena, 0)?;
                let tiny = tiny(arena, g)?;
                Ok(Object::value(arena, tiny))
            },
        ),
        Function::new(
            "miny",
            &["g"],
            "Miny-g, {g|0||0}.",
            ("miny(2)", "Miny(2)"),
            |arena, a| {
                let g = a.game(arena, 0)?;
                let miny = -tiny(arena, g)?;
                Ok(Object::value(arena, miny))
            },
        ),
        Function::new(
            "ordinal_sum",
            &["g", "h"],
            "The ordinal sum g:h, where a move in g ends h.",
            ("ordinal_sum(*, 1)", "^*"),
            |arena, a| arithmetic::ordinal_sum(arena, a.get(0), a.get(1)),
        )
        .infix(),
        Function::new(
            "conway_product",
            &["g", "h"],
            "The product of On Numbers and Games.",
            ("conway_product({3|1}, ^^)", "{^6|^^}"),
            |arena, a| binary(arena, a, Arena::product),
        )
        .infix(),
        Function::new(
            "pow",
            &["g", "x"],
            "The power of an infinitesimal such as ^ or a tiny: ^.Pow(2) is up-second.",
            ("pow(^, 2)", "^<2>"),
            |arena, a| {
                let g = a.game(arena, 0)?;
                let x = a.dyadic(arena, 1)?;
                let power = arena.pow(g, &x)?;
                Ok(Object::value(arena, power))
            },
        ),
        Function::new(
            "pow_to",
            &["g", "x"],
            "The sum of the powers of g up to x: ^.PowTo(2) is ^ + ^<2>.",
            ("pow_to(^, 2)", "^[2]"),
            |arena, a| {
                let g = a.game(arena, 0)?;
                let x = a.dyadic(arena, 1)?;
                let power = arena.pow_to(g, &x)?;
                Ok(Object::value(arena, power))
            },
        ),
        Function::new(
            "companion",
            &["g"],
            "The companion of g (Siegel, Combinatorial Game Theory, section II.5).",
            ("companion(0)", "*"),
            |arena, a| unary(arena, a, Arena::companion),
        ),
        Function::new(
            "reduced",
            &["g"],
            "The reduced canonical form: the simplest game infinitesimally close to g.",
            ("reduced({3||2+*|1+*})", "{3||2|1}"),
            |arena, a| unary(arena, a, Arena::reduced),
        )
        .also(&["ReducedCanonicalForm", "reduced_canonical_form", "RCF"]),
        Function::new(
            "atomic_weight",
            &["g"],
            "The atomic weight of g: how many ups it is worth from afar.",
            ("atomic_weight({0||0|v3})", "0"),
            |arena, a| unary(arena, a, Arena::atomic_weight),
        ),
        Function::new(
            "uptimal_expansion",
            &["g"],
            "The number, the coefficients of ^, ^<2>, ^<3>, ... and the nimber of an uptimal.",
            ("uptimal_expansion(^)", "0.1"),
            |arena, a| {
                let g = a.game(arena, 0)?;
                match arena.uptimal_expansion(g) {
                    Some(expansion) => Ok(Object::Expansion(Arc::new(expansion))),
                    None => Err(a.wrong(arena, 0, "an uptimal")),
                }
            },
        ),
    ],
};

fn unary(
    arena: &mut Arena,
    a: &Arguments,
    operation: impl Fn(&mut Arena, Value) -> values::Result<Value>,
) -> Result<Object, Problem> {
    let g = a.game(arena, 0)?;
    let result = operation(arena, g)?;
    Ok(Object::value(arena, result))
}

fn binary(
    arena: &mut Arena,
    a: &Arguments,
    operation: impl Fn(&mut Arena, Value, Value) -> values::Result<Value>,
) -> Result<Object, Problem> {
    let (g, h) = (a.game(arena, 0)?, a.game(arena, 1)?);
    let result = operation(arena, g, h)?;
    Ok(Object::value(arena, result))
}

fn tiny(arena: &mut Arena, g: Value) -> values::Result<Value> {
    let right = arena.game(&[Value::ZERO], &[-g])?;
    arena.game(&[Value::ZERO], &[right])
}
