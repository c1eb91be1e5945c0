//! The operators.

use std::cmp::Ordering;

use num_traits::ToPrimitive;
use values::{Compound, Form, Loopy, MisereForm, Relation, Value};

use super::failure::Problem;
use super::functions;
use super::games::Games;
use super::loops;
use super::nim_ordinal;
use super::object::Object;
use super::ordinal::Ordinal;
use super::syntax::{Binary, Comparison, Prefix};
use std::sync::Arc;

type Result<T> = std::result::Result<T, Problem>;

pub fn binary(games: &mut Games, operator: Binary, a: &Object, b: &Object) -> Result<Object> {
    match operator {
        Binary::Add => add(games, a, b),
        Binary::Subtract => {
            let negative = negate(games, b)?;
            add(games, a, &negative)
        }
        Binary::Multiply => multiply(games, a, b),
        Binary::Divide => match (a, b) {
            (Object::Number(a), Object::Number(b)) => Ok(a.divide(b)?.into()),
            _ => match ordinals(a, b) {
                Some((x, y)) => Ok(Object::ordinal(x.divide(&y)?)),
                None => Err(undefined(games, "only numbers can be divided", a, b)),
            },
        },
        Binary::Remainder => remainder(games, a, b),
        Binary::Power => power(games, a, b),
        Binary::OrdinalSum => ordinal_sum(games, a, b),
        Binary::Sides => loops::sides(games, a, b),
        Binary::Compare(comparison) => compare(games, comparison, a, b),
    }
}

pub fn prefix(games: &mut Games, operator: Prefix, operand: Object) -> Result<Object> {
    match (operator, &operand) {
        (Prefix::Not, Object::Boolean(truth)) => Ok((!truth).into()),
        (Prefix::Not, _) => Err(not_a_truth(games, &operand)),
        (Prefix::Negate, _) => negate(games, &operand),
        (
            Prefix::Plus,
            Object::Number(_)
            | Object::Value(_)
            | Object::Form(_)
            | Object::Sum(_)
            | Object::Loopy(_)
            | Object::Misere(_)
            | Object::Ordinal(_),
        ) => Ok(operand),
        (Prefix::Plus, _) => Err(not_a_game(games, &operand)),
        (Prefix::PlusMinus, Object::List(items) | Object::Set(items)) => plus_minus(games, items),
        (Prefix::PlusMinus, _) => plus_minus(games, std::slice::from_ref(&operand)),
    }
}

/// What to say where a truth value is needed.
/// Whole numbers in round brackets.
pub fn coordinates(games: &mut Games, objects: &[Object]) -> Result<Object> {
    let mut numbers = Vec::with_capacity(objects.len());
    for object in objects {
        let number = match object {
            Object::Number(number) => number.to_integer().and_then(ToPrimitive::to_u64),
            _ => None,
        };
        numbers.push(number.ok_or_else(|| {
            Problem::domain(format!(
                "coordinates (a,b) are whole numbers from 0 on, not {}; a list is written [a,b]",
                object.described(games)
            ))
        })?);
    }
    Ok(Object::Coordinates(numbers.into()))
}

pub fn not_a_truth(games: &mut Games, object: &Object) -> Problem {
    Problem::domain(format!(
        "expected true or false, not {}",
        object.described(games)
    ))
}

fn not_a_game(games: &mut Games, object: &Object) -> Problem {
    Problem::domain(match object {
        Object::Number(number) => {
            format!("{number} is not the value of a short game: its denominator is no power of two")
        }
        _ => format!("expected a game, not {}", object.described(games)),
    })
}

fn undefined(games: &mut Games, reason: &str, a: &Object, b: &Object) -> Problem {
    Problem::domain(format!(
        "{reason}; these are {} and {}",
        a.described(games),
        b.described(games)
    ))
}

/// The value of the game that an object is, or why it is none.
pub fn value(games: &mut Games, object: &Object) -> Result<Value> {
    match games.as_value(object)? {
        Some(value) => Ok(value),
        None => Err(not_a_game(games, object)),
    }
}

/// The game that an object is, with loops or without, or why it is none.
pub fn loopy(games: &mut Games, object: &Object) -> Result<Loopy> {
    match games.as_loopy(object)? {
        Some(game) => Ok(game),
        None => Err(not_a_game(games, object)),
    }
}

fn is_loopy(object: &Object) -> bool {
    matches!(object, Object::Loopy(_))
}

/// The game that an object is, as it is written.
fn written(games: &mut Games, object: &Object) -> Result<Form> {
    match games.as_form(object)? {
        Some(form) => Ok(form),
        None => Err(not_a_game(games, object)),
    }
}

/// Two games put together: the value if both are values and `by_value` gives it, else a form.
pub fn compound(
    games: &mut Games,
    compound: Compound,
    a: &Object,
    b: &Object,
    by_value: impl Fn(&mut values::Arena, Value, Value) -> values::Result<Value>,
) -> Result<Object> {
    if !is_form(a) && !is_form(b) {
        let (g, h) = (value(games, a)?, value(games, b)?);
        let result = by_value(&mut games.arena, g, h)?;
        return Ok(games.object(result));
    }
    compound_form(games, compound, a, b)
}

/// Two games put together and kept as they are written.
pub fn compound_form(
    games: &mut Games,
    compound: Compound,
    a: &Object,
    b: &Object,
) -> Result<Object> {
    let (g, h) = (written(games, a)?, written(games, b)?);
    games.compound(compound, g, h)
}

fn is_form(object: &Object) -> bool {
    matches!(object, Object::Form(_))
}

/// Two ordinals, at least one of which is infinite.
fn ordinals(a: &Object, b: &Object) -> Option<(Ordinal, Ordinal)> {
    let infinite = |object: &Object| matches!(object, Object::Ordinal(_));
    (infinite(a) || infinite(b)).then_some(())?;
    a.as_ordinal().zip(b.as_ordinal())
}

pub fn add(games: &mut Games, a: &Object, b: &Object) -> Result<Object> {
    match (a, b) {
        (Object::Number(a), Object::Number(b)) => Ok(a.add(b)?.into()),
        _ if is_loopy(a) || is_loopy(b) => {
            let (g, h) = (loopy(games, a)?, loopy(games, b)?);
            let sum = games.stoppers.add(&mut games.arena, &g, &h)?;
            Ok(games.loopy_object(sum))
        }
        (Object::Misere(g), Object::Misere(h)) => {
            let (arena, budget) = games.misere();
            Ok(Object::Misere(arena.add(*g, *h, &budget)?))
        }
        (Object::TransfiniteNimber(_), _) | (_, Object::TransfiniteNimber(_)) => {
            match functions::ordinals::nimbers(games, a, b) {
                Some([x, y]) => transfinite(games, nim_ordinal::nim_sum(&x, &y)?),
                None => Err(undefined(
                    games,
                    "only nimbers are added to infinite ones",
                    a,
                    b,
                )),
            }
        }
        (Object::Ordinal(_), _) | (_, Object::Ordinal(_)) => match ordinals(a, b) {
            Some((x, y)) => Ok(Object::ordinal(x.add(&y)?)),
            None => Err(undefined(
                games,
                "only integers are added to ordinals",
                a,
                b,
            )),
        },
        // Positions stay positions, so that questions can be asked about the sum.
        (Object::Sum(_), _) | (_, Object::Sum(_)) if !is_form(a) && !is_form(b) => {
            match (games.as_sum(a)?, games.as_sum(b)?) {
                (Some(g), Some(h)) => Ok(Object::Sum(Arc::new(g.plus(&h)))),
                (None, _) => Err(not_a_game(games, a)),
                (_, None) => Err(not_a_game(games, b)),
            }
        }
        _ => compound(games, Compound::Sum, a, b, values::Arena::add),
    }
}

fn negate(games: &mut Games, object: &Object) -> Result<Object> {
    match object {
        Object::Number(number) => Ok((-&**number).into()),
        Object::Value(value) => Ok(Object::Value(-*value)),
        Object::Form(form) => Ok(Object::Form(-*form)),
        Object::Misere(_) | Object::TransfiniteNimber(_) => Ok(object.clone()),
        Object::Ordinal(ordinal) => Ok(Object::ordinal(ordinal.negated())),
        Object::Sum(sum) => Ok(Object::Sum(Arc::new(sum.negated()))),
        Object::Loopy(game) => {
            let negative = games.stoppers.negative(&mut games.arena, game)?;
            Ok(games.loopy_object(negative))
        }
        _ => Err(not_a_game(games, object)),
    }
}

fn multiply(games: &mut Games, a: &Object, b: &Object) -> Result<Object> {
    if let Some((x, y)) = ordinals(a, b) {
        return Ok(Object::ordinal(x.multiply(&y)?));
    }
    let (number, other) = match (a, b) {
        (Object::Number(a), Object::Number(b)) => return Ok(a.multiply(b)?.into()),
        (Object::Number(number), other) | (other, Object::Number(number)) => (number, other),
        _ => {
            let reason = "only integers multiply games; see conway_product";
            return Err(undefined(games, reason, a, b));
        }
    };
    let Some(integer) = number.to_integer() else {
        let reason = "only integers multiply games; see conway_product and norton_product";
        return Err(undefined(games, reason, a, b));
    };
    if is_form(other) {
        let integer = Object::Number(number.clone());
        return compound_form(games, Compound::ConwayProduct, &integer, other);
    }
    if is_loopy(other) {
        return functions::loopy::multiple(games, integer, other);
    }
    let g = value(games, other)?;
    let multiple = games.arena.multiple(integer, g)?;
    Ok(games.object(multiple))
}

fn remainder(games: &mut Games, a: &Object, b: &Object) -> Result<Object> {
    let (Object::Number(x), Object::Number(y)) = (a, b) else {
        return Err(undefined(games, "% takes two numbers", a, b));
    };
    if y.is_zero() {
        return Err(Problem::domain("a remainder of division by 0"));
    }
    if x.is_infinite() || y.is_infinite() {
        return Err(undefined(games, "% takes finite numbers", a, b));
    }
    // What is left of x when y was taken as often as it fits.
    let times = x.divide(y)?.floor()?;
    Ok(x.add(&-&y.multiply(&times)?)?.into())
}

fn power(games: &mut Games, a: &Object, b: &Object) -> Result<Object> {
    if let Some((x, y)) = ordinals(a, b) {
        return Ok(Object::ordinal(x.power(&y)?));
    }
    let Object::Number(base) = a else {
        let reason = "only numbers have powers g^n; see pow(g, n)";
        return Err(undefined(games, reason, a, b));
    };
    let exponent = match b {
        Object::Number(exponent) => exponent.to_integer(),
        _ => None,
    };
    match exponent {
        Some(exponent) => Ok(base.power(exponent)?.into()),
        None => {
            let reason = "the exponent must be an integer (3 plus up is written 3+^)";
            Err(undefined(games, reason, a, b))
        }
    }
}

pub fn ordinal_sum(games: &mut Games, a: &Object, b: &Object) -> Result<Object> {
    if is_loopy(a) || is_loopy(b) {
        return functions::loopy::ordinal_sum(games, a, b);
    }
    let by_value = values::Arena::ordinal_sum;
    compound(games, Compound::OrdinalSum, a, b, by_value)
}

/// The value {left|right}; a form if one of the options is a form.
pub fn game(games: &mut Games, left: &[Object], right: &[Object]) -> Result<Object> {
    if left.iter().chain(right).any(is_loopy) {
        let mut read = |options| each(options, |option| loopy(games, option));
        let options = [read(left)?, read(right)?];
        let game = games.stoppers.join(&mut games.arena, &options)?;
        return Ok(games.loopy_object(game));
    }
    if left.iter().chain(right).any(is_form) {
        return form(games, left, right);
    }
    let mut read = |options| each(options, |option| value(games, option));
    let (left, right) = (read(left)?, read(right)?);
    let game = games.arena.game(&left, &right)?;
    Ok(games.object(game))
}

/// The form {left|right} with exactly these options.
pub fn form(games: &mut Games, left: &[Object], right: &[Object]) -> Result<Object> {
    let mut read = |options| each(options, |option| written(games, option));
    let (left, right) = (read(left)?, read(right)?);
    games.explicit(&left, &right)
}

fn each<T>(options: &[Object], read: impl FnMut(&Object) -> Result<T>) -> Result<Vec<T>> {
    options.iter().map(read).collect()
}

/// The switch whose Left options are `left`.
fn plus_minus(games: &mut Games, left: &[Object]) -> Result<Object> {
    let mut right = Vec::with_capacity(left.len());
    for option in left {
        right.push(negate(games, option)?);
    }
    game(games, left, &right)
}

/// `count` ups, or downs.
pub fn ups(games: &mut Games, count: &Object, negative: bool) -> Result<Object> {
    let size = match count {
        Object::Number(number) => number.to_integer().and_then(ToPrimitive::to_i64),
        _ => None,
    };
    let Some(size) = size.and_then(|n| if negative { n.checked_neg() } else { Some(n) }) else {
        return Err(Problem::domain(format!(
            "the number of ups must be an integer below 2^63 in size, not {}",
            count.described(games)
        )));
    };
    let value = games.arena.up_star(&0.into(), size, 0)?;
    Ok(games.object(value))
}

/// The nimber of that size, or the misère form of that heap, or with those
/// options.
pub fn star(games: &mut Games, size: &Object) -> Result<Object> {
    match size {
        Object::Ordinal(size) if size.is_ordinal() => transfinite(games, Ordinal::clone(size)),
        Object::List(items) => {
            let form = match &items[..] {
                [only] => misere(games, only)?,
                _ => misere(games, size)?,
            };
            Ok(Object::Misere(form))
        }
        _ => heap(games, size),
    }
}

/// The heap of Nim of that size, a nimber if it is finite.
pub fn transfinite(games: &mut Games, size: Ordinal) -> Result<Object> {
    match size.to_integer() {
        Some(size) => heap(games, &size.into()),
        None => Ok(Object::TransfiniteNimber(Arc::new(size))),
    }
}

/// A heap of Nim, or the game with the options in a list.
fn misere(games: &mut Games, object: &Object) -> Result<MisereForm> {
    // Recursion is bounded by the depth that lists may have.
    if let Object::List(items) = object {
        let mut options = Vec::with_capacity(items.len());
        for item in items.iter() {
            options.push(misere(games, item)?);
        }
        let (arena, budget) = games.misere();
        return Ok(arena.game(options, &budget)?);
    }
    let natural = match object {
        Object::Number(number) => number.to_integer().and_then(ToPrimitive::to_u64),
        _ => None,
    };
    let found = match natural {
        Some(heap) => {
            let (arena, budget) = games.misere();
            Some(arena.nim_heap(heap, &budget)?)
        }
        None => match object {
            Object::Number(_) => None,
            _ => games.as_misere(object)?,
        },
    };
    found.ok_or_else(|| {
        Problem::domain(format!(
            "*[...] takes sizes of heaps, impartial games and lists of them, not {}",
            object.described(games)
        ))
    })
}

fn heap(games: &mut Games, size: &Object) -> Result<Object> {
    let natural = match size {
        Object::Number(number) => number.to_integer().and_then(ToPrimitive::to_u64),
        _ => None,
    };
    match natural {
        Some(natural) => {
            let nimber = games.arena.nimber(natural)?;
            Ok(games.object(nimber))
        }
        None => Err(Problem::domain(format!(
            "the size of a nimber must be an integer from 0 to 2^63, not {}",
            size.described(games)
        ))),
    }
}

fn compare(games: &mut Games, comparison: Comparison, a: &Object, b: &Object) -> Result<Object> {
    let truth = match comparison {
        Comparison::Equal => equal(games, a, b)?,
        Comparison::Different => !equal(games, a, b)?,
        Comparison::Less => relation(games, a, b)? == Relation::Less,
        Comparison::Greater => relation(games, a, b)? == Relation::Greater,
        Comparison::Confused => relation(games, a, b)? == Relation::Confused,
        Comparison::LessOrEqual => {
            matches!(relation(games, a, b)?, Relation::Less | Relation::Equal)
        }
        Comparison::GreaterOrEqual => {
            matches!(relation(games, a, b)?, Relation::Greater | Relation::Equal)
        }
        Comparison::LessOrConfused => {
            matches!(relation(games, a, b)?, Relation::Less | Relation::Confused)
        }
        Comparison::GreaterOrConfused => matches!(
            relation(games, a, b)?,
            Relation::Greater | Relation::Confused
        ),
    };
    Ok(truth.into())
}

/// Games are equal when their values are, whatever their forms.
fn equal(games: &mut Games, a: &Object, b: &Object) -> Result<bool> {
    let by_value = |object: &Object| matches!(object, Object::Form(_) | Object::Sum(_));
    if is_loopy(a) || is_loopy(b) {
        return Ok(match (games.as_loopy(a)?, games.as_loopy(b)?) {
            (Some(g), Some(h)) => {
                games.stoppers.compare(&mut games.arena, &g, &h)? == Relation::Equal
            }
            _ => false,
        });
    }
    if let (Object::Misere(g), Object::Misere(h)) = (a, b) {
        return Ok(g == h);
    }
    if by_value(a) || by_value(b) {
        return Ok(match (games.as_value(a)?, games.as_value(b)?) {
            (Some(g), Some(h)) => g == h,
            _ => false,
        });
    }
    Ok(a == b)
}

fn relation(games: &mut Games, a: &Object, b: &Object) -> Result<Relation> {
    let by_sign = |sign: i32| match sign {
        -1 => Relation::Less,
        _ => Relation::Greater,
    };
    if let Some((x, y)) = ordinals(a, b) {
        return Ok(match x.cmp(&y) {
            Ordering::Less => Relation::Less,
            Ordering::Equal => Relation::Equal,
            Ordering::Greater => Relation::Greater,
        });
    }
    match (a, b) {
        // Every short game lies between the infinite ordinals.
        (Object::Ordinal(a), _) if games.as_value(b)?.is_some() => Ok(by_sign(a.signum())),
        (_, Object::Ordinal(b)) if games.as_value(a)?.is_some() => Ok(by_sign(-b.signum())),
        (Object::Number(a), Object::Number(b)) => Ok(match a.cmp(b) {
            Ordering::Less => Relation::Less,
            Ordering::Equal => Relation::Equal,
            Ordering::Greater => Relation::Greater,
        }),
        // Every short game lies between the infinities.
        (Object::Number(a), Object::Value(_) | Object::Form(_)) if a.is_infinite() => {
            Ok(by_sign(a.signum()))
        }
        (Object::Value(_) | Object::Form(_), Object::Number(b)) if b.is_infinite() => {
            Ok(by_sign(-b.signum()))
        }
        _ if is_loopy(a) || is_loopy(b) => {
            let (g, h) = (loopy(games, a)?, loopy(games, b)?);
            Ok(games.stoppers.compare(&mut games.arena, &g, &h)?)
        }
        _ => {
            let (g, h) = (value(games, a)?, value(games, b)?);
            Ok(games.arena.compare(g, h)?)
        }
    }
}
