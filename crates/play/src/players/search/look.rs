//! What a search sees of a position that is not solved: its best moves, how
//! they are estimated, and the lines that it expects.

use super::super::judge::{Halt, Judge, LOST, SEEN, WON, later};
use super::{AlphaBeta, Search};
use crate::effort::Effort;
use crate::state::{Move, State};
use values::{Player, Result};

/// What a search sees.
#[derive(Clone, Debug)]
pub struct Look {
    /// How many moves it looked ahead, in all lines.
    pub depth: u32,
    /// The best moves, best first.
    pub lines: Vec<LookLine>,
}

/// A move, what is expected after it and what it seems to be worth.
#[derive(Clone, Debug)]
pub struct LookLine {
    /// The moves in notation, the players in turns.
    pub moves: Vec<String>,
    /// What it seems to be worth to who makes the first move, in tenths of a
    /// move; what is won or lost is in `ends`.
    pub estimate: i32,
    /// Whether who makes the first move wins, and in how many moves, where the
    /// search saw the end: this is exact.
    pub ends: Option<(bool, u32)>,
}

/// No line is followed further.
const LONGEST_LINE: usize = 12;
/// The sums that its solver would look at; it has none here.
const SHARE: u64 = 0;

/// Looks ahead as far as the effort allows, and tells the `most` best moves.
/// A position without moves has none.
///
/// ```
/// use play::{Effort, State, look};
/// use solve::Convention;
/// use std::time::Duration;
/// let state = State::read("clobber", "XOXO/OXOX", Convention::Normal).unwrap();
/// let seen = look(&state, &Effort::time(Duration::from_secs(1)), 3).unwrap();
/// assert_eq!(seen.lines.len(), 3);
/// ```
///
/// # Errors
///
/// What stopped the budget of the effort before the first move was looked at.
pub fn look(state: &State, effort: &Effort, most: usize) -> Result<Look> {
    let mut search = Search::new(SHARE);
    search.table.limit(effort);
    let mut looking = AlphaBeta {
        turn: state.turn(),
        judge: Judge::new(state.convention(), effort),
        loopy: state.is_loopy(),
        path: state.past().cloned().collect(),
        table: &mut search.table,
    };
    let moves = state.moves_within(effort.budget())?;
    let mut root: Vec<(i32, Move)> = moves.into_iter().map(|mv| (0, mv)).collect();
    let mut depth = 0;
    while !root.is_empty() && depth < super::DEEPEST {
        match looking.round(state, &mut root, depth + 1, most) {
            Ok(()) => depth += 1,
            Err(Halt::Spent) => break,
            // What was found in earlier rounds stands.
            Err(Halt::Failed(error)) if depth > 0 && error.is_limit() => break,
            Err(Halt::Failed(error)) => return Err(error),
        }
        if root.iter().take(most).all(|(score, _)| score.abs() >= SEEN) {
            break;
        }
    }
    root.truncate(most);
    let mut lines = Vec::with_capacity(root.len());
    for (score, mv) in root {
        lines.push(LookLine {
            moves: looking.line(state, mv, depth)?,
            estimate: score.clamp(LOST + 1, SEEN - 1),
            ends: match score {
                SEEN.. => Some((true, (WON - score).unsigned_abs())),
                ..=LOST => Some((false, (WON + score).unsigned_abs())),
                _ => None,
            },
        });
    }
    Ok(Look { depth, lines })
}

impl AlphaBeta<'_> {
    /// Searches the moves at the root to a depth and puts the best first. Those
    /// that are worse than the `most` best are known to be no better only.
    fn round(
        &mut self,
        state: &State,
        root: &mut Vec<(i32, Move)>,
        depth: u32,
        most: usize,
    ) -> std::result::Result<(), Halt> {
        let mut best: Vec<i32> = Vec::new();
        let mut scores = Vec::with_capacity(root.len());
        for (number, (_, mv)) in root.iter().enumerate() {
            let floor = match best.len() < most || depth == 1 {
                true => -WON - 1,
                false => best[most - 1],
            };
            let mut sum = state.components().to_vec();
            sum[mv.place] = mv.after.clone();
            self.path.push(state.components().to_vec());
            let score = self.look(sum, -self.turn, depth - 1, -WON - 1, -floor);
            self.path.pop();
            let score = later(-score?);
            let exact = depth == 1 || score > floor;
            let place = best.partition_point(|&other| other >= score);
            best.insert(place, score);
            // What was not looked at closely keeps its place behind.
            scores.push((!exact, std::cmp::Reverse(score), number));
        }
        scores.sort_unstable();
        let ordered = scores.into_iter().map(|(_, std::cmp::Reverse(score), number)| {
            let (_, mv) = &root[number];
            (score, mv.clone())
        });
        *root = ordered.collect();
        Ok(())
    }

    /// The line that the search expects after a move.
    fn line(&mut self, state: &State, mv: Move, depth: u32) -> Result<Vec<String>> {
        let mut line = Vec::new();
        let (mut state, mut next) = (state.clone(), Some(mv));
        while let Some(mv) = next.take() {
            line.push(state.text(&mv)?);
            state.play(&mv);
            if line.len() < LONGEST_LINE.min(depth.max(1) as usize) && state.ending().is_none() {
                next = self.expected(&state)?;
            }
        }
        Ok(line)
    }

    /// The move that the search remembers as the best one.
    fn expected(&self, state: &State) -> Result<Option<Move>> {
        let (sum, turn): (_, Player) = (state.components(), state.turn());
        let Some(entry) = self.table.get(super::hash(sum, turn), sum, turn) else {
            return Ok(None);
        };
        // Both list the moves in the same order.
        let mut moves = state.moves()?;
        let number = entry.best as usize;
        Ok((number < moves.len()).then(|| moves.swap_remove(number)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Component, Position};
    use solve::Convention;
    use std::ops::ControlFlow;

    /// Whether the player to move wins, by nothing but the rules.
    fn wins(sum: &[Component], turn: Player, convention: Convention) -> bool {
        let mut found = None;
        for (place, part) in sum.iter().enumerate() {
            let _ = part.options(turn, &mut |after| {
                let mut next = sum.to_vec();
                next[place] = after;
                let win = !wins(&next, -turn, convention);
                found = Some(found == Some(true) || win);
                match win {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
        }
        found.unwrap_or(convention == Convention::Misere)
    }

    #[test]
    fn what_is_seen_to_win_or_lose_does() {
        let starts = [
            ("clobber", "XOX/OXO"),
            ("domineering", "3x3"),
            ("nim", "1,2,3"),
            ("kayles", "6"),
            ("toppling_dominoes", "LRLLR"),
            ("amazons", "L..R"),
        ];
        let mut seen = 0;
        for (game, position) in starts {
            for convention in [Convention::Normal, Convention::Misere] {
                for turn in Player::BOTH {
                    let state = State::read(game, position, convention).unwrap().with_turn(turn);
                    for level in [1, 3, 6] {
                        let looked = look(&state, &Effort::level(level), 3).unwrap();
                        for line in &looked.lines {
                            let moves = state.spoken_moves().unwrap();
                            let (_, mv) = moves.iter().find(|(text, _)| *text == line.moves[0]).unwrap();
                            let mut after = state.clone();
                            after.play(mv);
                            let win = !wins(after.components(), -turn, convention);
                            if let Some((says, _)) = line.ends {
                                assert_eq!(says, win, "{game} {position} {line:?}");
                                seen += 1;
                            }
                        }
                        if level == 6 && looked.lines.iter().any(|line| line.ends.is_none()) {
                            panic!("{game} {position}: the end is near: {looked:?}");
                        }
                    }
                }
            }
        }
        assert!(seen > 100, "{seen}");
    }

    #[test]
    fn the_best_moves_come_first() {
        let state = State::read("nim", "3,4,5", Convention::Normal).unwrap();
        let looked = look(&state, &Effort::level(9), 2).unwrap();
        assert_eq!(looked.lines[0].moves[0], "take 2 from heap 3");
        assert!(looked.lines[0].ends.is_some_and(|(wins, _)| wins), "{looked:?}");
        assert!(looked.lines[1].ends.is_none_or(|(wins, _)| !wins), "{looked:?}");
        assert!(looked.lines[0].moves.len() > 1);
    }
}
