//! Ordinals.

use num_bigint::BigInt;

use super::super::arithmetic;
use super::super::failure::Problem;
use super::super::games::Games;
use super::super::nim_ordinal;
use super::super::object::Object;
use super::super::ordinal::Ordinal;
use super::{Arguments, loopy};

functions! { "Ordinals and classes":
    /// -1, 0 or 1: the sign of a number or an ordinal.
    sign(x), "sign(omega - 5)" => "1", |games, a| match a.get(0) {
        Object::Ordinal(x) => Ok(i64::from(x.signum()).into()),
        _ => Ok(i64::from(a.number(games, 0)?.signum()).into()),
    };
    /// The name of what x is in CGSuite's language.
    class(x), "class(omega)" => "⟪game.GeneralizedOrdinal⟫", |games, a| {
        let name = match a.get(0) {
            Object::Loopy(g) => loopy::class(games, g)?,
            object => object.class(games).ok_or_else(|| a.wrong(games, 0, "a game or a number"))?,
        };
        Ok(Object::prose(format!("⟪{name}⟫")))
    };
}

/// The ordinal that an argument is, if it or the other one is infinite.
pub fn ordinals(games: &mut Games, a: &Arguments) -> Result<Option<[Ordinal; 2]>, Problem> {
    let infinite = |place: usize| matches!(a.get(place), Object::Ordinal(_));
    if !infinite(0) && !infinite(1) {
        return Ok(None);
    }
    Ok(Some([ordinal(games, a, 0)?, ordinal(games, a, 1)?]))
}

fn ordinal(games: &mut Games, a: &Arguments, place: usize) -> Result<Ordinal, Problem> {
    match a.get(place) {
        Object::Ordinal(x) => Ok(Ordinal::clone(x)),
        _ => Ok(Ordinal::from(BigInt::clone(a.integer(games, place)?))),
    }
}

/// The nim product where one factor is infinite.
pub fn nim_product(games: &mut Games, a: &Arguments) -> Result<Option<Object>, Problem> {
    let Some([x, y]) = ordinals(games, a)? else {
        return Ok(None);
    };
    Ok(Some(Object::ordinal(nim_ordinal::nim_product(&x, &y)?)))
}

/// The nim sum where one summand is infinite.
pub fn nim_sum(games: &mut Games, a: &Arguments) -> Result<Option<Object>, Problem> {
    let Some([x, y]) = ordinals(games, a)? else {
        return Ok(None);
    };
    Ok(Some(Object::ordinal(nim_ordinal::nim_sum(&x, &y)?)))
}

/// The nim power of an infinite ordinal.
pub fn nim_power(games: &mut Games, a: &Arguments) -> Result<Option<Object>, Problem> {
    let Object::Ordinal(x) = a.get(0) else {
        return Ok(None);
    };
    let times = a.natural(games, 1)?;
    Ok(Some(Object::ordinal(nim_ordinal::nim_power(x, times)?)))
}

/// The product of nimbers one of which is infinite.
pub fn conway_product(
    games: &mut Games,
    a: &Object,
    b: &Object,
) -> Result<Option<Object>, Problem> {
    let Some([x, y]) = nimbers(games, a, b) else {
        return Ok(None);
    };
    let product = nim_ordinal::nim_product(&x, &y)?;
    arithmetic::transfinite(games, product).map(Some)
}

/// The sizes of two heaps of Nim one of which is infinite.
pub fn nimbers(games: &Games, a: &Object, b: &Object) -> Option<[Ordinal; 2]> {
    let infinite = |object: &Object| matches!(object, Object::TransfiniteNimber(_));
    if !infinite(a) && !infinite(b) {
        return None;
    }
    let size = |object: &Object| match object {
        Object::TransfiniteNimber(size) => Some(Ordinal::clone(size)),
        Object::Number(number) => number.is_zero().then(|| Ordinal::from(BigInt::from(0))),
        Object::Value(value) => {
            let size = games.arena.as_nimber(*value)?;
            Some(Ordinal::from(BigInt::from(size)))
        }
        _ => None,
    };
    Some([size(a)?, size(b)?])
}

/// What can be asked of every game, answered for one that is infinite: an
/// ordinal, which is a number, or a heap of Nim.
pub fn question(name: &str, object: &Object) -> Option<bool> {
    let number = match object {
        Object::Ordinal(_) => true,
        Object::TransfiniteNimber(_) => false,
        _ => return None,
    };
    Some(match name {
        "is_number" | "is_pseudonumber" | "is_number_tiny" => number,
        "is_nimber" | "is_infinitesimal" | "is_all_small" | "is_switch" => !number,
        "is_numberish" | "is_loopfree" | "is_stopper" | "is_stopper_sided" | "is_plumtree" => true,
        "is_zero" | "is_integer" | "is_dyadic" | "is_idempotent" | "is_number_up_star"
        | "is_uptimal" => false,
        _ => return None,
    })
}
