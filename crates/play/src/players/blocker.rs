//! The addition that the paper on Legionnaires proposes to its strategy.

use super::mobility::fewest_by;
use crate::effort::Effort;
use crate::player::{Choice, Listed, Player};
use crate::state::{Move, State};
use rules::{Component, Position, Random};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use values::Result;

/// Blocks the enemy's middle row.
pub(crate) const BLOCKER: Listed = Listed {
    name: "blocker",
    about: "mobility, and it likes to block the pawns in the enemy's second row, most near an edge \
            (proposed by M. D. Boardman)",
    suits: "Legionnaires",
    is_for: is_legionnaires,
    fresh: || Box::new(Blocker { row: 1 }),
};

/// Blocks the enemy's back row.
pub(crate) const BACK_BLOCKER: Listed = Listed {
    name: "back_blocker",
    about: "the same for the enemy's first row, to compare",
    suits: "Legionnaires",
    is_for: is_legionnaires,
    fresh: || Box::new(Blocker { row: 0 }),
};

fn is_legionnaires(state: &State) -> bool {
    let mut components = state.components().iter();
    components.all(|component| component.game().name == "legionnaires" && !component.is_loopy())
}

struct Blocker {
    /// The row to block, from the enemy's edge.
    row: usize,
}

/// A blocked pawn is worth so many of its owner's moves.
const BLOCKED: usize = 2;
/// And so many more near an edge, where one pawn blocks it.
const NEAR_EDGE: usize = 1;

impl Player for Blocker {
    fn choose(&mut self, state: &State, effort: &Effort, random: &mut Random) -> Result<Choice> {
        let moves = state.moves_within(effort.budget())?;
        let enemy = -state.turn();
        // Only what is new counts: pawns that were blocked before stay so.
        let before: Vec<i64> = state
            .components()
            .iter()
            .map(|component| self.worth(component, enemy))
            .collect();
        let best = fewest_by(state, &moves, effort, |mv: &Move| {
            before[mv.place] - self.worth(&mv.after, enemy)
        })?;
        let mv = best[random.below(best.len() as u64) as usize];
        Ok(Choice::silent(mv.clone()))
    }
}

impl Blocker {
    /// What the blocked pawns of a player in the row are worth.
    fn worth(&self, component: &Component, owner: values::Player) -> i64 {
        let inside = if component.is_negated() {
            -owner
        } else {
            owner
        };
        let text = component.text();
        let rows: Vec<&str> = text.split('/').collect();
        let columns = rows.first().map_or(0, |row| row.len());
        // White stands at the top, Black at the bottom.
        let (pawn, from_top) = match inside {
            values::Player::Left => ('B', rows.len().wrapping_sub(1 + self.row)),
            values::Player::Right => ('W', self.row),
        };
        let Some(row) = rows.get(from_top) else {
            return 0;
        };
        let mut free = BTreeSet::new();
        let _ = component.moves(owner, &mut |mv| {
            let text = mv.to_string();
            free.insert(text.split(['x', '-']).next().unwrap_or_default().to_owned());
            ControlFlow::Continue(())
        });
        let rank = rows.len() - from_top;
        let mut worth = 0;
        for (file, _) in row.chars().enumerate().filter(|(_, c)| *c == pawn) {
            let letter = char::from(b'a' + (file % 26) as u8);
            if file < 26 && !free.contains(&format!("{letter}{rank}")) {
                let edge = file.min(columns - 1 - file) <= 1;
                worth += BLOCKED + if edge { NEAR_EDGE } else { 0 };
            }
        }
        worth as i64
    }
}
