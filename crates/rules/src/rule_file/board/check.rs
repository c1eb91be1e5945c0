//! What must hold of rules so that their moves are found in time, and are
//! clear.

use super::super::cursor::Cursor;
use super::syntax::{Cell, Item, Leg, Pattern, Rule};
use crate::bad_input::BadInput;

/// A rule has at most so many repetitions: each multiplies the work by the
/// length of the board.
const MOST_REPETITIONS: usize = 3;

/// The complaint about a rule whose moves would take too long to find.
pub(crate) fn work(rule: &Rule, cursor: &mut Cursor<'_>) -> Result<(), BadInput> {
    let repeated = |pattern: &Pattern| {
        let many = |item: &&Item| matches!(item, Item::Many { .. });
        pattern.items.iter().filter(many).count()
    };
    let legs = rule
        .legs
        .iter()
        .map(|leg| repeated(&leg.pattern))
        .sum::<usize>();
    let beside = rule.also.iter().map(|leg| repeated(&leg.pattern)).max();
    if legs.max(beside.unwrap_or(0)) > MOST_REPETITIONS {
        return Err(cursor.wrong(
            format!("a rule repeats cells in more than {MOST_REPETITIONS} places"),
            "make it simpler: its moves would take too long to find",
        ));
    }
    Ok(())
}

/// The complaint about a leg that happens again though that might go on for
/// ever.
pub(crate) fn again(leg: &Leg, place: &mut Cursor<'_>) -> Result<(), BadInput> {
    // It must use something up.
    let used_up = leg.pattern.cells().any(|cell| {
        let gone = |letter: u8| cell.becomes[usize::from(letter)] != letter;
        cell.letters().all(gone)
    });
    match leg.again && (!used_up || leg.pattern.moved.is_some()) {
        false => Ok(()),
        true => Err(place.wrong(
            "a leg that may be repeated must change something every time",
            "write what it takes, such as `B W . -> . . B again`",
        )),
    }
}

/// The complaint about what happens again beside a move though it is not clear
/// what becomes of a cell that it meets twice.
pub(crate) fn spread(also: &Leg, place: &mut Cursor<'_>) -> Result<(), BadInput> {
    let items = &also.pattern.items;
    let stays = |item: &Item| item.cells().iter().all(Cell::keeps);
    let spreads = match items.split_last() {
        Some((Item::One(_), before)) => !before.is_empty() && before.iter().all(stays),
        _ => false,
    };
    match also.again && (!spreads || also.pattern.moved.is_some()) {
        false => Ok(()),
        true => Err(place.wrong(
            "what happens again beside a move changes its last cell and no other",
            "write it such as `also north east: _ o -> _ . again`",
        )),
    }
}
