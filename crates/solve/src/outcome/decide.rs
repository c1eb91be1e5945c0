//! What is known of sums of values without search.

use super::sum::Sum;
use rules::{Plan, Position};
use values::{Arena, Dyadic, Player, Result, Value};

/// Adds a value to a sum in normal play.
pub(super) fn add<P: Position>(arena: &mut Arena, sum: &mut Sum<P>, value: Value) -> Result<()> {
    if arena.is_number_up_star(value) {
        sum.folded = arena.add(sum.folded, value)?;
    } else {
        sum.values.push(value);
    }
    Ok(())
}

/// Whether Left, who is to move, wins a sum of values in normal play.
pub(super) fn decide<P: Position>(arena: &mut Arena, sum: &mut Sum<P>) -> Result<Option<bool>> {
    if sum.parts.is_empty() {
        return decide_values(arena, &sum.values, sum.folded);
    }
    let [mut mine, mut theirs] = [Plan::default(); 2];
    for part in &mut sum.parts {
        let Some(plans) = part.plans() else {
            return Ok(None);
        };
        mine.add(&plans[0]);
        theirs.add(&plans[1]);
    }
    // At most what loses is lost; at least what wins is won, and so is what
    // has an option that is at least what does not lose to the opponent.
    let folded = plus(arena, sum.folded, -theirs.answering())?;
    if decide_values(arena, &sum.values, folded)? == Some(false) {
        return Ok(Some(false));
    }
    let folded = plus(arena, sum.folded, mine.answering())?;
    if decide_values(arena, &sum.values, folded)? == Some(true) {
        return Ok(Some(true));
    }
    let folded = plus(arena, sum.folded, mine.beginning() - 1)?;
    let turned: Vec<Value> = sum.values.iter().map(|&value| -value).collect();
    Ok(match decide_values(arena, &turned, -folded)? {
        Some(false) => Some(true),
        _ => None,
    })
}

fn plus(arena: &mut Arena, value: Value, n: i64) -> Result<Value> {
    if n == 0 {
        return Ok(value);
    }
    let n = arena.integer(n)?;
    arena.add(value, n)
}

/// Whether Left, who is to move, wins a sum of values.
fn decide_values(arena: &mut Arena, values: &[Value], folded: Value) -> Result<Option<bool>> {
    let wins = match *values {
        [] => !arena.le(folded, Value::ZERO)?,
        [value] => !arena.le(value, -folded)?,
        [one, other] => {
            let one = arena.add(one, folded)?;
            !arena.le(one, -other)?
        }
        _ => return Ok(decide_by_stops(arena, values, folded)),
    };
    Ok(Some(wins))
}

/// The Left stop of a sum is at most the sum of the Left stops, and at least
/// one of them plus the Right stops of the others.
fn decide_by_stops(arena: &Arena, values: &[Value], folded: Value) -> Option<bool> {
    let mut upper = Dyadic::from(0);
    let mut lower = Dyadic::from(0);
    let mut widest = Dyadic::from(0);
    for value in values.iter().copied().chain([folded]) {
        let [left, right] = Player::BOTH.map(|player| arena.stop(value, player));
        widest = widest.max(&left - &right);
        upper = &upper + &left;
        lower = &lower + &right;
    }
    lower = &lower + &widest;
    if lower.signum() > 0 {
        Some(true)
    } else if upper.signum() < 0 {
        Some(false)
    } else {
        None
    }
}
