//! A player whom beginners beat: it sees what happens next, and not much more.

use super::judge::standing;
use crate::effort::Effort;
use crate::player::{Choice, Engine, Listed};
use crate::state::{Move, State};
use crate::thought::Thought;
use rules::Random;
use std::cmp::Reverse;
use values::Result;

/// On the list.
pub(crate) const NOVICE: Listed = Listed::for_everything(
    "novice",
    "wins at once if it can, does not let you do so, and else makes any move that looks well: \
     for those who play a game the first time",
    || Box::new(Novice),
);

struct Novice;

/// The most moves that are looked ahead.
const DEEPEST: u32 = 12;
/// Of the moves that do not lose soon, this part may be made, the ones that
/// look best.
const PART: usize = 3;
/// So many moves are weighed, whichever they are.
const MOST_MOVES: usize = 100;

impl Engine for Novice {
    /// # Complexity
    /// Linear in the nodes of the effort, and in the moves.
    fn choose(&mut self, state: &State, effort: &Effort, random: &mut Random) -> Result<Choice> {
        let mut moves = state.moves_within(effort.budget())?;
        random.shuffle(&mut moves);
        let count = moves.len();
        let mut open: Vec<(State, Move)> = Vec::with_capacity(count);
        for mv in moves {
            if !open.is_empty() && effort.is_cut_short() {
                break;
            }
            let mut after = state.clone();
            after.play(&mv);
            if after.ending().and_then(crate::Ending::winner) == Some(state.turn()) {
                return Ok(Choice::thinking(mv, Thought::sees(true, 1)));
            }
            open.push((after, mv));
        }
        // Who has not looked at every move cannot say that all of them lose.
        let is_whole = open.len() == count;
        let mut nodes = effort.nodes();
        for depth in 1..DEEPEST {
            let Some(fates) = fates(&open, depth, &mut nodes, effort) else {
                break;
            };
            if let Some(winning) = fates.iter().position(|fate| *fate == Some(false)) {
                let (_, mv) = open.swap_remove(winning);
                return Ok(Choice::thinking(mv, Thought::sees(true, depth + 1)));
            }
            if fates.iter().all(|fate| *fate == Some(true)) {
                let (_, mv) = open.swap_remove(0);
                return Ok(match is_whole {
                    true => Choice::thinking(mv, Thought::sees(false, depth + 1)),
                    false => Choice::silent(mv),
                });
            }
            let mut kept = fates.iter();
            open.retain(|_| kept.next().is_none_or(Option::is_none));
        }
        Ok(Choice::silent(looking_well(open, effort, random)))
    }
}

/// One of the moves after which the player who made it seems to stand best.
fn looking_well(open: Vec<(State, Move)>, effort: &Effort, random: &mut Random) -> Move {
    let mut weighed: Vec<(i32, Move)> = Vec::new();
    for (after, mv) in open.into_iter().take(MOST_MOVES) {
        if !weighed.is_empty() && effort.is_cut_short() {
            break;
        }
        let estimate = -standing(after.components(), after.turn(), after.convention());
        weighed.push((estimate, mv));
    }
    weighed.sort_by_key(|(estimate, _)| Reverse(*estimate));
    let (worst, _) = weighed[(weighed.len() - 1) / PART];
    let alike = weighed.partition_point(|(estimate, _)| *estimate >= worst);
    let chosen = random.below(alike as u64) as usize;
    weighed.swap_remove(chosen).1
}

/// Whether the player to move wins each of these states within `depth` moves;
/// nothing if there is not enough effort to know.
fn fates(
    open: &[(State, Move)],
    depth: u32,
    nodes: &mut u64,
    effort: &Effort,
) -> Option<Vec<Option<bool>>> {
    let fates = open
        .iter()
        .map(|(state, _)| fate(state, depth, nodes, effort));
    fates.collect()
}

/// Whether the player to move wins within `depth` moves, loses within them, or
/// neither is seen; nothing if the effort is spent.
fn fate(state: &State, depth: u32, nodes: &mut u64, effort: &Effort) -> Option<Option<bool>> {
    if let Some(ending) = state.ending() {
        return Some(ending.winner().map(|winner| winner == state.turn()));
    }
    if depth == 0 {
        return Some(None);
    }
    *nodes = nodes.checked_sub(1)?;
    if effort.is_cut_short() || effort.budget().look().is_err() {
        return None;
    }
    let moves = state.moves_within(effort.budget()).ok()?;
    if moves.len() > MOST_MOVES {
        return Some(None);
    }
    let mut lost = true;
    for mv in &moves {
        let mut after = state.clone();
        after.play(mv);
        match fate(&after, depth - 1, nodes, effort)? {
            Some(false) => return Some(Some(true)),
            Some(true) => {}
            None => lost = false,
        }
    }
    Some(lost.then_some(false))
}
