//! Values of parts that are small enough.

use super::search::VALUE_BYTES;
use crate::value::Evaluator;
use rules::Position;
use values::{Arena, Result, Value};

/// Evaluates parts as far as that is cheap, and learns how far it is.
pub(super) struct Small<P> {
    evaluator: Evaluator<P>,
    /// The largest rank that is tried.
    rank: u64,
    /// Parts of that rank that were evaluated since it last changed.
    successes: u32,
}

/// New positions and values that evaluating one part may take. Ten times as
/// many save a third of the nodes of Domineering 7x7 and triple the time.
const EFFORT: usize = 20;
/// New positions and values that evaluating a part of the question itself may
/// take.
const FIRST_EFFORT: usize = 20_000;
/// The same for one of several parts: a value spares the search all orders in
/// which moves in it and in the others may come.
const SEVERAL_EFFORT: usize = 40_000;
/// More than a new position and a new value take.
const EFFORT_BYTES: u64 = 512;
/// How many parts of the largest rank must succeed before larger ones are
/// tried.
const SUCCESSES: u32 = 32;

impl<P: Position> Small<P> {
    pub fn new() -> Self {
        Small {
            evaluator: Evaluator::new(),
            rank: u64::MAX,
            successes: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.evaluator.len()
    }

    /// Makes room: the values stay in their arena, but which position has which
    /// must be found again. The bytes that become free.
    pub fn forget(&mut self) -> u64 {
        let evaluator = std::mem::take(&mut self.evaluator);
        evaluator.bytes() - self.evaluator.bytes()
    }

    pub fn bytes(&self) -> u64 {
        self.evaluator.bytes()
    }

    /// The value of one of so many parts of the question, in normal form.
    pub fn first_value(
        &mut self,
        arena: &mut Arena,
        part: &P,
        parts: usize,
    ) -> Result<Option<Value>> {
        let effort = match parts {
            1 => FIRST_EFFORT,
            _ => SEVERAL_EFFORT,
        };
        self.evaluator.value_within(arena, part, effort)
    }

    /// The value of the only part of a question, in normal form, where so many
    /// times the usual effort may be made, as far as there is memory for it.
    pub fn only_value(&mut self, arena: &mut Arena, part: &P, times: u64) -> Result<Option<Value>> {
        if times == 0 {
            return self.evaluator.look_up(arena, part);
        }
        let used = arena.bytes() + self.bytes();
        let bytes = arena.budget().bytes().unwrap_or(VALUE_BYTES) / 3;
        let room = bytes.saturating_sub(used) / EFFORT_BYTES;
        let effort = FIRST_EFFORT.saturating_mul(times as usize);
        self.evaluator
            .value_within(arena, part, effort.min(room as usize))
    }

    /// The value of a position, if it takes no more than so many new positions
    /// and values.
    pub fn value_within(
        &mut self,
        arena: &mut Arena,
        position: &P,
        effort: usize,
    ) -> Result<Option<Value>> {
        self.evaluator.value_within(arena, position, effort)
    }

    /// The value of a part in normal form, if it is small.
    pub fn value(&mut self, arena: &mut Arena, part: &P) -> Result<Option<Value>> {
        if let Some(value) = self.evaluator.look_up(arena, part)? {
            return Ok(Some(value));
        }
        let rank = part.rank();
        if rank > self.rank {
            return Ok(None);
        }
        let value = self.evaluator.value_within(arena, part, EFFORT)?;
        if value.is_none() {
            self.rank = rank.saturating_sub((rank / 8).max(1));
            self.successes = 0;
        } else if rank == self.rank {
            self.successes += 1;
            if self.successes == SUCCESSES {
                self.rank += 1;
                self.successes = 0;
            }
        }
        Ok(value)
    }
}
