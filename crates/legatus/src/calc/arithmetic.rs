//! The operators.

use std::cmp::Ordering;

use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use values::{Arena, Relation, Value};

use super::failure::Problem;
use super::object::Object;
use super::syntax::{Binary, Comparison, Prefix};

type Result<T> = std::result::Result<T, Problem>;

pub fn binary(arena: &mut Arena, operator: Binary, a: &Object, b: &Object) -> Result<Object> {
    match operator {
        Binary::Add => add(arena, a, b),
        Binary::Subtract => {
            let negative = negate(arena, b)?;
            add(arena, a, &negative)
        }
        Binary::Multiply => multiply(arena, a, b),
        Binary::Divide => match (a, b) {
            (Object::Number(a), Object::Number(b)) => Ok(a.divide(b)?.into()),
            _ => Err(undefined(arena, "only numbers can be divided", a, b)),
        },
        Binary::Remainder => remainder(arena, a, b),
        Binary::Power => power(arena, a, b),
        Binary::OrdinalSum => ordinal_sum(arena, a, b),
        Binary::Compare(comparison) => compare(arena, comparison, a, b),
    }
}

pub fn prefix(arena: &mut Arena, operator: Prefix, operand: Object) -> Result<Object> {
    match (operator, &operand) {
        (Prefix::Not, Object::Boolean(truth)) => Ok((!truth).into()),
        (Prefix::Not, _) => Err(not_a_truth(arena, &operand)),
        (Prefix::Negate, _) => negate(arena, &operand),
        (Prefix::Plus, Object::Number(_) | Object::Value(_)) => Ok(operand),
        (Prefix::Plus, _) => Err(not_a_game(arena, &operand)),
        (Prefix::PlusMinus, Object::List(items) | Object::Set(items)) => plus_minus(arena, items),
        (Prefix::PlusMinus, _) => plus_minus(arena, std::slice::from_ref(&operand)),
    }
}

/// What to say where a truth value is needed.
pub fn not_a_truth(arena: &mut Arena, object: &Object) -> Problem {
    Problem::domain(format!(
        "expected true or false, not {}",
        object.described(arena)
    ))
}

/// What to say where a game is needed.
pub fn not_a_game(arena: &mut Arena, object: &Object) -> Problem {
    Problem::domain(match object {
        Object::Number(number) => {
            format!("{number} is not the value of a short game: its denominator is no power of two")
        }
        _ => format!("expected a game, not {}", object.described(arena)),
    })
}

fn undefined(arena: &mut Arena, reason: &str, a: &Object, b: &Object) -> Problem {
    Problem::domain(format!(
        "{reason}; these are {} and {}",
        a.described(arena),
        b.described(arena)
    ))
}

/// The game that an object is, or why it is none.
pub fn game(arena: &mut Arena, object: &Object) -> Result<Value> {
    match object.as_game(arena)? {
        Some(value) => Ok(value),
        None => Err(not_a_game(arena, object)),
    }
}

pub fn add(arena: &mut Arena, a: &Object, b: &Object) -> Result<Object> {
    if let (Object::Number(a), Object::Number(b)) = (a, b) {
        return Ok(a.add(b)?.into());
    }
    let (g, h) = (game(arena, a)?, game(arena, b)?);
    let sum = arena.add(g, h)?;
    Ok(Object::value(arena, sum))
}

fn negate(arena: &mut Arena, object: &Object) -> Result<Object> {
    match object {
        Object::Number(number) => Ok((-&**number).into()),
        Object::Value(value) => Ok(Object::Value(-*value)),
        _ => Err(not_a_game(arena, object)),
    }
}

fn multiply(arena: &mut Arena, a: &Object, b: &Object) -> Result<Object> {
    let (number, other) = match (a, b) {
        (Object::Number(a), Object::Number(b)) => return Ok(a.multiply(b)?.into()),
        (Object::Number(number), other) | (other, Object::Number(number)) => (number, other),
        _ => {
            let reason = "only integers multiply games; see conway_product";
            return Err(undefined(arena, reason, a, b));
        }
    };
    let g = game(arena, other)?;
    let Some(integer) = number.to_integer() else {
        let reason = "only integers multiply games; see conway_product and norton_product";
        return Err(undefined(arena, reason, a, b));
    };
    let multiple = arena.multiple(integer, g)?;
    Ok(Object::value(arena, multiple))
}

fn remainder(arena: &mut Arena, a: &Object, b: &Object) -> Result<Object> {
    let integers = match (a, b) {
        (Object::Number(a), Object::Number(b)) => a.to_integer().zip(b.to_integer()),
        _ => None,
    };
    match integers {
        Some((_, n)) if n.is_zero() => Err(Problem::domain("a remainder of division by 0")),
        Some((m, n)) => Ok(m.mod_floor(n).into()),
        None => Err(undefined(arena, "% takes two integers", a, b)),
    }
}

fn power(arena: &mut Arena, a: &Object, b: &Object) -> Result<Object> {
    let Object::Number(base) = a else {
        let reason = "only numbers have powers g^n; see pow(g, n)";
        return Err(undefined(arena, reason, a, b));
    };
    let exponent = match b {
        Object::Number(exponent) => exponent.to_integer(),
        _ => None,
    };
    match exponent {
        Some(exponent) => Ok(base.power(exponent)?.into()),
        None => {
            let reason = "the exponent must be an integer (3 plus up is written 3+^)";
            Err(undefined(arena, reason, a, b))
        }
    }
}

pub fn ordinal_sum(arena: &mut Arena, a: &Object, b: &Object) -> Result<Object> {
    let (g, h) = (game(arena, a)?, game(arena, b)?);
    let sum = arena.ordinal_sum(g, h)?;
    Ok(Object::value(arena, sum))
}

/// The switch whose Left options are `items`.
fn plus_minus(arena: &mut Arena, items: &[Object]) -> Result<Object> {
    let mut left = Vec::with_capacity(items.len());
    for item in items {
        left.push(game(arena, item)?);
    }
    let right: Vec<Value> = left.iter().map(|&g| -g).collect();
    let switch = arena.game(&left, &right)?;
    Ok(Object::value(arena, switch))
}

/// `count` ups, or downs.
pub fn ups(arena: &mut Arena, count: &Object, negative: bool) -> Result<Object> {
    let size = match count {
        Object::Number(number) => number.to_integer().and_then(ToPrimitive::to_i64),
        _ => None,
    };
    let Some(size) = size.and_then(|n| if negative { n.checked_neg() } else { Some(n) }) else {
        return Err(Problem::domain(format!(
            "the number of ups must be an integer below 2^63 in size, not {}",
            count.described(arena)
        )));
    };
    let value = arena.up_star(&0.into(), size, 0)?;
    Ok(Object::value(arena, value))
}

/// The nimber of that size.
pub fn star(arena: &mut Arena, size: &Object) -> Result<Object> {
    let natural = match size {
        Object::Number(number) => number.to_integer().and_then(ToPrimitive::to_u64),
        _ => None,
    };
    match natural {
        Some(size) => {
            let nimber = arena.nimber(size)?;
            Ok(Object::value(arena, nimber))
        }
        None => Err(Problem::domain(format!(
            "the size of a nimber must be an integer from 0, not {}",
            size.described(arena)
        ))),
    }
}

fn compare(arena: &mut Arena, comparison: Comparison, a: &Object, b: &Object) -> Result<Object> {
    match comparison {
        Comparison::Equal => return Ok((a == b).into()),
        Comparison::Different => return Ok((a != b).into()),
        _ => {}
    }
    let relation = relation(arena, a, b)?;
    let truth = match comparison {
        Comparison::Equal => relation == Relation::Equal,
        Comparison::Different => relation != Relation::Equal,
        Comparison::Less => relation == Relation::Less,
        Comparison::LessOrEqual => matches!(relation, Relation::Less | Relation::Equal),
        Comparison::Greater => relation == Relation::Greater,
        Comparison::GreaterOrEqual => matches!(relation, Relation::Greater | Relation::Equal),
        Comparison::Confused => relation == Relation::Confused,
        Comparison::LessOrConfused => matches!(relation, Relation::Less | Relation::Confused),
        Comparison::GreaterOrConfused => {
            matches!(relation, Relation::Greater | Relation::Confused)
        }
    };
    Ok(truth.into())
}

fn relation(arena: &mut Arena, a: &Object, b: &Object) -> Result<Relation> {
    let infinite = |object: &Object| match object {
        Object::Number(number) if number.is_infinite() => Some(number.signum()),
        _ => None,
    };
    match (a, b) {
        (Object::Number(a), Object::Number(b)) => Ok(match a.cmp(b) {
            Ordering::Less => Relation::Less,
            Ordering::Equal => Relation::Equal,
            Ordering::Greater => Relation::Greater,
        }),
        // Every short game lies between the infinities.
        (Object::Value(_), Object::Number(_)) if infinite(b) == Some(1) => Ok(Relation::Less),
        (Object::Value(_), Object::Number(_)) if infinite(b) == Some(-1) => Ok(Relation::Greater),
        (Object::Number(_), Object::Value(_)) if infinite(a) == Some(1) => Ok(Relation::Greater),
        (Object::Number(_), Object::Value(_)) if infinite(a) == Some(-1) => Ok(Relation::Less),
        _ => {
            let (g, h) = (game(arena, a)?, game(arena, b)?);
            Ok(arena.compare(g, h)?)
        }
    }
}
