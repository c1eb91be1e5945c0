//! How hard a puzzle is for players who do not see the end.

use crate::effort::Effort;
use crate::player::find_player;
use crate::state::{Move, State};
use rules::Random;
use values::{Budget, Result};

/// Who tries puzzles, and at which level, the weakest first.
const PANEL: &[(&str, u32)] = &[
    ("mobility", 1),
    ("mcts", 1),
    ("mcts", 2),
    ("mcts", 3),
    ("search", 1),
    ("search", 2),
    ("search", 3),
];
/// How often each does.
const TRIES: u64 = 3;

/// How many of a hundred tries fail: of a player who plays anything, and of
/// the panel.
pub fn failing(state: &State, answer: &Move, moves: usize, budget: &Budget) -> Result<u32> {
    // Who plays anything fails as often as there are other moves.
    let moves = moves as u64;
    let mut failed = 100 * TRIES * (moves - 1) / moves;
    let mut tried = TRIES;
    for (name, level) in PANEL {
        let Ok(listed) = find_player(name, state) else {
            continue;
        };
        for seed in 0..TRIES {
            let effort = Effort::level(*level)
                .with_bytes(1 << 22)
                .with_budget(budget.clone());
            let mut random = Random::new(seed);
            let choice = (listed.fresh)().choose(state, &effort, &mut random)?;
            failed += if choice.mv == *answer { 0 } else { 100 };
            tried += 1;
        }
    }
    Ok((failed / tried) as u32)
}
