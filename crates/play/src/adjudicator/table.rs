//! The ends of a small game: everything that can be reached, and what becomes
//! of it.

use rules::{Component, Position};
use rustc_hash::FxHashMap;
use solve::{Convention, Fate};
use std::collections::hash_map::Entry;
use std::ops::ControlFlow;
use values::{Budget, Player, Result};

/// All positions that can be reached from one, with the player who is to move
/// in them, and what becomes of him when the winner hurries and the loser
/// puts it off.
///
/// # Complexity
/// Linear in the moves of these positions, in time and in memory.
pub struct EndTable {
    places: FxHashMap<(Component, Player), u32>,
    fates: Vec<Fate>,
}

impl EndTable {
    /// Looks at everything that follows in a game that ends, unless that is
    /// more than `most` positions.
    pub fn explore(
        start: &Component,
        turn: Player,
        convention: Convention,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<Self>> {
        debug_assert!(!start.is_loopy(), "play ends");
        let first = (start.clone(), turn);
        let mut places = FxHashMap::from_iter([(first.clone(), 0)]);
        let mut found = vec![first];
        // Of each position the moves, as places; they begin where those of
        // the position before it end.
        let (mut moves, mut ends) = (Vec::new(), Vec::new());
        while let Some((position, mover)) = found.get(ends.len()).cloned() {
            let mut looked = Ok(());
            let all = position.options(mover, &mut |option| {
                let next = (option, -mover);
                let place = match places.entry(next) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(free) => {
                        let place = found.len() as u32;
                        found.push(free.key().clone());
                        *free.insert(place)
                    }
                };
                moves.push(place);
                match found.len() > most {
                    true => ControlFlow::Break(()),
                    false => budget.go_on(&mut looked),
                }
            });
            looked?;
            if all.is_break() {
                return Ok(None);
            }
            ends.push(moves.len());
            budget.advance(1);
            if ends.len().is_multiple_of(1024) {
                budget.check()?;
            }
        }
        let mut fates = vec![Fate::Draws; found.len()];
        // Every move lowers the rank, so what follows is known before.
        let mut order: Vec<usize> = (0..found.len()).collect();
        order.sort_by_cached_key(|&place| found[place].0.rank());
        for place in order {
            let begin = place.checked_sub(1).map_or(0, |before| ends[before]);
            let options = moves[begin..ends[place]].iter();
            let fates_of = options.map(|&option| fates[option as usize].before());
            let stuck = match convention {
                Convention::Normal => Fate::Loses(0),
                Convention::Misere => Fate::Wins(0),
            };
            fates[place] = fates_of.max_by_key(|fate| fate.merit()).unwrap_or(stuck);
        }
        Ok(Some(EndTable { places, fates }))
    }

    /// What becomes of the player to move; `None` if the position does not
    /// follow from the one that was explored.
    #[must_use]
    pub fn fate(&self, position: &Component, turn: Player) -> Option<Fate> {
        let place = self.places.get(&(position.clone(), turn))?;
        Some(self.fates[*place as usize])
    }
}
