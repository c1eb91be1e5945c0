//! Values that an author knows of boards:
//! `value count B - count W when nowhere side: B W`.

use super::super::cursor::{Cursor, Statement};
use super::super::worth::Worth;
use super::field::{Field, Look};
use super::machine::holds;
use super::pattern;
use super::read::Reader;
use super::syntax::{Class, Condition};
use crate::bad_input::BadInput;
use crate::position::Known;

/// A sum of numbers, and of how often letters stand on the board.
type Count = Vec<(i128, Option<Class>)>;

/// A sum has at most so many terms, and a value so many conditions.
const MOST_TERMS: usize = 16;

/// The value of the boards for which conditions hold.
#[derive(Clone, Debug)]
pub(crate) struct KnownBoard {
    worth: Worth<Count>,
    conditions: Vec<Condition>,
}

impl KnownBoard {
    /// What stands behind `value`.
    pub fn read(reader: &Reader<'_>, statement: &Statement) -> Result<Self, BadInput> {
        let mut cursor = statement.cursor();
        let worth = Worth::read(&mut cursor, |cursor| cursor, |cursor| count(reader, cursor))?;
        let mut conditions = Vec::new();
        if cursor.take_word("when") {
            conditions.push(reader.of_board(&mut cursor)?);
            while cursor.take_word("and") {
                if conditions.len() == MOST_TERMS {
                    return Err(too_many(&mut cursor));
                }
                conditions.push(reader.of_board(&mut cursor)?);
            }
        }
        match cursor.at_end() {
            true => Ok(KnownBoard { worth, conditions }),
            false => Err(cursor.expected("write `when` and conditions joined by `and`, or end")),
        }
    }

    /// The value of a board, if it is one of these.
    pub fn of(&self, field: &Field) -> Option<Known> {
        let mut conditions = self.conditions.iter();
        if !conditions.all(|condition| holds(condition, field, [0, 0])) {
            return None;
        }
        let standing = |class: Class| {
            let squares = 0..field.cells.len();
            squares
                .filter(|&square| field.at(square) & class != 0)
                .count() as i128
        };
        let term = |(times, class): &(i128, Option<Class>)| times * class.map_or(1, standing);
        self.worth.known(|sum| Some(sum.iter().map(term).sum()))
    }
}

/// `2 count B - count {W R} + 1`.
fn count(reader: &Reader<'_>, cursor: &mut Cursor<'_>) -> Result<Count, BadInput> {
    let mut sum = Vec::new();
    let mut sign = if cursor.take("-") { -1 } else { 1 };
    loop {
        if sum.len() == MOST_TERMS {
            return Err(too_many(cursor));
        }
        let number = cursor.number();
        let counts = cursor.take_word("count");
        let class = match counts {
            true => Some(pattern::read_class(reader, cursor)?),
            false => None,
        };
        let times = match (number, counts) {
            (Some(number), _) => i128::from(number),
            (None, true) => 1,
            (None, false) => {
                return Err(cursor.expected("write a number, or `count` and a letter"));
            }
        };
        sum.push((sign * times, class));
        sign = match () {
            () if cursor.take("+") => 1,
            () if cursor.take("-") => -1,
            () => return Ok(sum),
        };
    }
}

fn too_many(cursor: &mut Cursor<'_>) -> BadInput {
    let message = format!("there are more than {MOST_TERMS} of them");
    cursor.wrong(message, "write several values, or fewer terms")
}
