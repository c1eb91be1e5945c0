//! How it goes on: best moves, and lines of play.

use super::{Adjudicator, Verdict};
use crate::state::{Move, State};
use values::Result;

/// The moves of a line that are told.
const LONGEST: usize = 16;

/// A move and what becomes of the game after it.
#[derive(Clone, Debug)]
pub struct Reply {
    /// In notation.
    pub text: String,
    /// The move.
    pub mv: Move,
    /// Who wins then.
    pub verdict: Verdict,
}

/// A move in notation, and who wins after it, if that was found.
pub type Judged = (String, Move, Option<Verdict>);

/// The moves, unless there are too many.
fn listed(state: &State) -> Result<Option<Vec<(String, Move)>>> {
    match state.spoken_moves() {
        Err(error) if error.is_limit() => Ok(None),
        moves => moves.map(Some),
    }
}

impl Adjudicator {
    /// Every move, in the order of the list, and who wins after it, `None`
    /// where that was not found; nothing if there are too many moves to list.
    pub fn replies(&mut self, state: &State) -> Result<Option<Vec<Judged>>> {
        let Some(moves) = listed(state)? else {
            return Ok(None);
        };
        let mut replies = Vec::with_capacity(moves.len());
        for (text, mv) in moves {
            let mut after = state.clone();
            after.play(&mv);
            let verdict = self.verdict(&after)?;
            replies.push((text, mv, verdict));
        }
        Ok(Some(replies))
    }

    /// The best move, the first of equals: who wins hurries, who loses puts it
    /// off. `None` if there is none, or none is known to be best.
    pub fn best(&mut self, state: &State) -> Result<Option<Reply>> {
        if state.ending().is_some() {
            return Ok(None);
        }
        let Some(now) = self.verdict(state)? else {
            return Ok(None);
        };
        let turn = state.turn();
        let mut best: Option<Reply> = None;
        for (text, mv) in listed(state)?.unwrap_or_default() {
            let mut after = state.clone();
            after.play(&mv);
            let Some(verdict) = self.verdict(&after)? else {
                continue;
            };
            let better = |best: &Reply| verdict.merit(turn) > best.verdict.merit(turn);
            if verdict.is_as_good(now, turn) && best.as_ref().is_none_or(better) {
                best = Some(Reply { text, mv, verdict });
                // The first winning move is as good as any where nobody
                // counts.
                if verdict.winner == Some(turn) && verdict.plies.is_none() {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Best play for some moves, as far as it is known.
    pub fn line(&mut self, state: &State) -> Result<Vec<String>> {
        let (mut state, mut line) = (state.clone(), Vec::new());
        while line.len() < LONGEST {
            let Some(reply) = self.best(&state)? else {
                break;
            };
            state.play(&reply.mv);
            line.push(reply.text);
        }
        Ok(line)
    }
}
