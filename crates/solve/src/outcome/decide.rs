//! What is known of sums of values without search.

use super::sum::Sum;
use rules::Position;
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
pub(super) fn decide_values(
    arena: &mut Arena,
    values: &[Value],
    folded: Value,
) -> Result<Option<bool>> {
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
