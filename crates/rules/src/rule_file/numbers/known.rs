//! Values that an author knows of heaps: `value n -> star n % 4`.

use super::condition::Condition;
use super::expression::{Expression, PLACES};
use super::heap::Heap;
use super::reader::Reader;
use crate::bad_input::BadInput;
use crate::position::Known;
use crate::rule_file::cursor::Statement;
use crate::rule_file::worth::Worth;

/// The value of the heaps for which conditions hold.
#[derive(Clone, Debug)]
pub(super) struct KnownHeap {
    worth: Worth<Expression>,
    conditions: Vec<Condition>,
}

impl KnownHeap {
    /// What stands behind `value`.
    pub fn read(
        statement: &Statement,
        numbers: usize,
        parameters: &[(String, Vec<u64>)],
    ) -> Result<Self, BadInput> {
        let mut reader = Reader::new(statement, parameters);
        let mut conditions = reader.pattern(numbers)?;
        if !reader.cursor.take("->") {
            return Err(reader.cursor.expected("write `->` and the value"));
        }
        let worth = Worth::read(
            &mut reader,
            |reader| &mut reader.cursor,
            |reader| reader.signed(),
        )?;
        if reader.cursor.take_word("where") {
            conditions.extend(reader.list()?);
        }
        if !reader.cursor.at_end() {
            let hint = "write `where` and conditions, or end here";
            return Err(reader.cursor.expected(hint));
        }
        if let Some(name) = reader.unknowns.first() {
            return Err(statement.wrong(
                format!("`{name}` is no number of the heap"),
                "a value is made of the numbers of the heap and of parameters",
            ));
        }
        Ok(KnownHeap { worth, conditions })
    }

    /// The value of a heap, if it is one of these.
    pub fn of(&self, heap: &Heap) -> Option<Known> {
        let mut values = [0; PLACES];
        for (value, &number) in values.iter_mut().zip(heap) {
            *value = i128::from(number);
        }
        let mut conditions = self.conditions.iter();
        conditions
            .all(|condition| condition.holds(&values) == Some(true))
            .then(|| self.worth.known(|number| number.value(&values)))?
    }
}
