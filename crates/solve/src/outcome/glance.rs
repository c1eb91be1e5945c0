//! What is seen of a sum without a move.

use super::Convention;
use super::decide::{add, decide_values};
use super::search::Search;
use super::sum::Sum;
use rules::{Heaps, Known, Position};
use std::sync::Arc;
use values::{Arena, Result, Value};

impl<P: Position> Search<P> {
    /// Tries to answer without moves and table; brings the sum into the form
    /// that is remembered.
    pub(super) fn glance(&mut self, arena: &mut Arena, sum: &mut Sum<P>) -> Result<Option<bool>> {
        let normal = self.convention == Convention::Normal;
        if normal {
            self.simplify(arena, sum)?;
            let wins = match sum.parts.is_empty() {
                true => decide_values(arena, &sum.values, sum.folded)?,
                false => self.decide_by_bands(arena, sum)?,
            };
            if wins.is_some() {
                return Ok(wins);
            }
        }
        if sum.values.is_empty()
            && sum.folded == Value::ZERO
            && sum.parts.iter().all(|part| part.stuck)
        {
            return Ok(Some(!normal));
        }
        if !normal && let Some(lost) = self.heaps_are_lost(arena, sum)? {
            return Ok(Some(!lost));
        }
        sum.arrange();
        Ok(None)
    }

    /// Whether the player to move loses a sum of heaps of one game in misère
    /// play, if their quotient decides it.
    fn heaps_are_lost(&mut self, arena: &Arena, sum: &Sum<P>) -> Result<Option<bool>> {
        if !sum.values.is_empty() {
            return Ok(None);
        }
        let mut heaps = Vec::with_capacity(sum.parts.len());
        let mut rules = None;
        for part in &sum.parts {
            let Some(position) = Heaps::of(&part.position) else {
                return Ok(None);
            };
            let own = rules.get_or_insert_with(|| Arc::clone(position.rules()));
            if own != position.rules() {
                return Ok(None);
            }
            heaps.extend_from_slice(position.heaps());
        }
        match rules {
            Some(rules) => self.heaps.sum_is_lost(&rules, &heaps, arena.budget()),
            None => Ok(None),
        }
    }

    /// Replaces parts by values where that is cheap, and cancels.
    fn simplify(&mut self, arena: &mut Arena, sum: &mut Sum<P>) -> Result<()> {
        // A part alone is searched: its outcome is cheaper than its value.
        let several = sum.len() > 1;
        let mut i = 0;
        while i < sum.parts.len() {
            let part = &mut sum.parts[i];
            // A large part was looked at before.
            let known = match part.large {
                true => None,
                false => part.position.known_value(),
            };
            let mut value = match known {
                Some(Known {
                    number,
                    ups,
                    nimber,
                }) => Some(arena.up_star(&number, ups, nimber)?),
                None if part.large => None,
                None => self.heap_value(arena, &part.position)?,
            };
            if value.is_none() && several && self.evaluates && !part.large {
                value = self.small.value(arena, &part.position)?;
                part.large = value.is_none();
            }
            if let Some(value) = value {
                let signed = if part.negated { -value } else { value };
                sum.parts.swap_remove(i);
                add(arena, sum, signed)?;
            } else {
                i += 1;
            }
        }
        if several {
            sum.cancel();
        }
        Ok(())
    }

    /// The nimber that a position of heaps is, where a table tells it.
    pub(super) fn heap_value(&mut self, arena: &mut Arena, position: &P) -> Result<Option<Value>> {
        let Some(heaps) = Heaps::of(position) else {
            return Ok(None);
        };
        match self.heap_values.quick_value(&heaps, arena.budget())? {
            Some(nimber) => arena.nimber(nimber).map(Some),
            None => Ok(None),
        }
    }
}
