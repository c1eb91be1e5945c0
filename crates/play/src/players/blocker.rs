//! The addition that the paper on Legionnaires proposes to its strategy.

use super::mobility::fewest_by;
use crate::effort::Effort;
use crate::player::{Choice, Engine, Listed};
use crate::state::{Move, State};
use rules::{Component, Random};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use values::{Player, Result};

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

/// What a blocked pawn is worth, in moves of its owner.
const BLOCKED: usize = 2;
/// What it is worth more near an edge, where one pawn blocks it.
const NEAR_EDGE: usize = 1;

impl Engine for Blocker {
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
        Ok(Choice::silent((*random.pick(&best)).clone()))
    }
}

impl Blocker {
    /// What the blocked pawns of a player in the row are worth.
    fn worth(&self, component: &Component, owner: Player) -> i64 {
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
            Player::Left => ('B', rows.len().wrapping_sub(1 + self.row)),
            Player::Right => ('W', self.row),
        };
        let Some(row) = rows.get(from_top) else {
            return 0;
        };
        let mut free = BTreeSet::new();
        let _ = component.spoken_moves(owner, &mut |mv, _| {
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
