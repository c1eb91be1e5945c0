//! Games made from games.

use std::sync::Arc;

use values::{Arena, Compound, Value};

use super::super::arithmetic;
use super::super::failure::Problem;
use super::super::games::Games;
use super::super::object::Object;
use super::{Arguments, ordinals};

functions! { "Operators":
    /// Tiny-g, {0||0|-g}.
    tiny(g), "tiny(2)" => "Tiny(2)", |games, a| {
        let g = a.game(games, 0)?;
        let tiny = tiny(&mut games.arena, g)?;
        Ok(games.object(tiny))
    };
    /// Miny-g, {g|0||0}.
    miny(g), "miny(2)" => "Miny(2)", |games, a| {
        let g = a.game(games, 0)?;
        let miny = -tiny(&mut games.arena, g)?;
        Ok(games.object(miny))
    };
    /// The ordinal sum g:h, where a move in g ends h.
    ordinal_sum(g, h).infix(), "ordinal_sum(*, 1)" => "^*",
        |games, a| arithmetic::ordinal_sum(games, a.get(0), a.get(1));
    /// The product of On Numbers and Games.
    conway_product(g, h).infix(), "conway_product({3|1}, ^^)" => "{^6|^^}", |games, a| {
        if let Some(product) = ordinals::conway_product(games, a.get(0), a.get(1))? {
            return Ok(product);
        }
        let by_value = Arena::product;
        arithmetic::compound(games, Compound::ConwayProduct, a.get(0), a.get(1), by_value)
    };
    /// h with each move replaced by a copy of g, kept as it is written.
    ordinal_product(g, h).infix(), "(1 OrdinalProduct {1|0}).CanonicalForm" => "{1|0}",
        |games, a| {
            arithmetic::compound_form(games, Compound::OrdinalProduct, a.get(0), a.get(1))
        };
    /// g and h where a move is in one or in both, kept as it is written.
    selective_sum(g, h).infix(), "(*5 SelectiveSum *6).CanonicalForm" => "*11",
        |games, a| arithmetic::compound_form(games, Compound::SelectiveSum, a.get(0), a.get(1));
    /// g and h where every move is in both, kept as it is written.
    conjunctive_sum(g, h).infix(), "(+-1 ConjunctiveSum ^^).CanonicalForm" => "{0|-1}",
        |games, a| {
            arithmetic::compound_form(games, Compound::ConjunctiveSum, a.get(0), a.get(1))
        };
    /// The power of an infinitesimal such as ^ or a tiny: ^.Pow(2) is up-second.
    pow(g, x), "pow(^, 2)" => "^<2>", |games, a| {
        let g = a.game(games, 0)?;
        let x = a.dyadic(games, 1)?;
        let power = games.arena.pow(g, &x)?;
        Ok(games.object(power))
    };
    /// The sum of the powers of g up to x: ^.PowTo(2) is ^ + ^<2>.
    pow_to(g, x), "pow_to(^, 2)" => "^[2]", |games, a| {
        let g = a.game(games, 0)?;
        let x = a.dyadic(games, 1)?;
        let power = games.arena.pow_to(g, &x)?;
        Ok(games.object(power))
    };
    /// The companion of g (Siegel, Combinatorial Game Theory, section II.5).
    companion(g), "companion(0)" => "*", |games, a| unary(games, a, Arena::companion);
    /// The reduced canonical form: the simplest game infinitesimally close to g.
    reduced(g).also(&["ReducedCanonicalForm", "reduced_canonical_form", "RCF"]), "reduced({3||2+*|1+*})" => "{3||2|1}",
        |games, a| unary(games, a, Arena::reduced);
    /// The atomic weight of g: how many ups it is worth from afar.
    atomic_weight(g), "atomic_weight({0||0|v3})" => "0",
        |games, a| unary(games, a, Arena::atomic_weight);
    /// The number, the coefficients of ^, ^<2>, ^<3>, ... and the nimber of an uptimal.
    uptimal_expansion(g), "uptimal_expansion(^)" => "0.1", |games, a| {
        let g = a.game(games, 0)?;
        match games.arena.uptimal_expansion(g) {
            Some(expansion) => Ok(Object::Expansion(Arc::new(expansion))),
            None => Err(a.wrong(games, 0, "an uptimal")),
        }
    };
}

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
