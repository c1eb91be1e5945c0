//! A question, which may take long.

use super::Convention;
use super::decide::add;
use super::parallel::ALONE;
use super::search::Search;
use super::sum::Sum;
use rules::Position;
use values::{Arena, Result, Value};

/// A board of so many pieces or free squares that is searched for long may be
/// a strip, whose value is found sooner than its winner.
const MANY_PIECES: u64 = 60;
/// A position of more pieces than so many times that is taken for smaller.
const MOST_TIMES: u64 = 10;

impl<P: Position> Search<P> {
    /// Alone at first, and when that takes long by the value or with helpers.
    pub(super) fn solve_question(&mut self, arena: &mut Arena, mut sum: Sum<P>) -> Result<bool> {
        let limited = self.last_node < u64::MAX;
        let normal = self.convention == Convention::Normal;
        let pieces = match &sum.parts[..] {
            [part] if normal => part.position.rank() / MANY_PIECES,
            _ => 0,
        };
        if limited || self.threads == 1 && pieces == 0 {
            return self.solve(arena, sum);
        }
        if pieces > 0 && self.is_long {
            self.evaluate_part(arena, &mut sum, 0)?;
        }
        // More pieces have more moves, each of which takes longer.
        let many = pieces.clamp(1, MOST_TIMES).pow(2);
        let alone = self.within(ALONE / many, |search| search.solve(arena, sum.clone()))?;
        if let Some(wins) = alone {
            return Ok(wins);
        }
        self.is_long = true;
        if pieces > 0 {
            self.evaluate_part(arena, &mut sum, many)?;
        }
        // Helpers have arenas of their own, in which these values are others.
        let has_values = !sum.values.is_empty() || sum.folded != Value::ZERO;
        match self.threads == 1 || has_values || sum.parts.is_empty() {
            true => self.solve(arena, sum),
            false => self.solve_parallel(arena, sum),
        }
    }

    /// Puts the value in place of the only part, if it is remembered or found
    /// with so many times the usual effort: a long strip falls into parts of
    /// few kinds, but there are many sums of them.
    fn evaluate_part(&mut self, arena: &mut Arena, sum: &mut Sum<P>, times: u64) -> Result<()> {
        if let Some(part) = sum.parts.first()
            && self.evaluates
            && let Some(value) = self.small.only_value(arena, &part.position, times)?
        {
            let signed = if part.negated { -value } else { value };
            sum.parts.clear();
            add(arena, sum, signed)?;
        }
        Ok(())
    }
}
