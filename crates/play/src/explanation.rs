//! Why moves win and why they lose.

use crate::adjudicator::{Adjudicator, Verdict};
use crate::state::State;
use values::{Player, Result};

/// Every move of a position, and why it wins or loses.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Who is to move.
    pub turn: Player,
    /// Who wins with best play, if that was found.
    pub verdict: Option<Verdict>,
    /// The moves, in the order of the list.
    pub moves: Vec<Explained>,
    /// Whether it is known of every move who wins after it.
    pub complete: bool,
}

/// A move and why it wins or loses.
#[derive(Clone, Debug)]
pub struct Explained {
    /// In notation.
    pub text: String,
    /// The position after it.
    pub after: String,
    /// Who wins then, if that was found.
    pub verdict: Option<Verdict>,
    /// Best play after it: a losing move is answered by its refutation.
    pub line: Vec<String>,
    /// After a winning move, what to answer to each reply; nothing where the
    /// reply ends the game.
    pub answers: Vec<(String, Option<String>)>,
}

/// Replies of which more are not answered one by one.
const MOST_REPLIES: usize = 40;

impl Explanation {
    /// Explains the moves of the player to move in one position.
    pub fn of(state: &State, adjudicator: &mut Adjudicator) -> Result<Self> {
        let verdict = adjudicator.verdict(state)?;
        let mut moves = Vec::new();
        let replies = adjudicator.replies(state)?;
        let complete = replies.as_ref().is_some_and(|replies| {
            let mut verdicts = replies.iter().map(|(_, _, verdict)| verdict);
            verdicts.all(Option::is_some)
        });
        for (text, mv, verdict) in replies.unwrap_or_default() {
            let mut after = state.clone();
            after.play(&mv);
            let wins = verdict.is_some_and(|verdict| verdict.winner == Some(state.turn()));
            moves.push(Explained {
                text,
                after: mv.after.text(),
                verdict,
                line: adjudicator.line(&after)?,
                answers: match wins {
                    true => answers(&after, adjudicator)?,
                    false => Vec::new(),
                },
            });
        }
        Ok(Explanation {
            turn: state.turn(),
            verdict,
            moves,
            complete,
        })
    }

    /// The moves that win.
    pub fn winning(&self) -> impl Iterator<Item = &Explained> {
        let wins = |verdict: Verdict| verdict.winner == Some(self.turn);
        let moves = self.moves.iter();
        moves.filter(move |explained| explained.verdict.is_some_and(wins))
    }
}

/// What to answer to each move in a lost position.
fn answers(state: &State, adjudicator: &mut Adjudicator) -> Result<Vec<(String, Option<String>)>> {
    let mut answers = Vec::new();
    for (text, mv) in state.spoken_moves()?.into_iter().take(MOST_REPLIES) {
        let mut after = state.clone();
        after.play(&mv);
        let answer = adjudicator.best(&after)?.map(|answer| answer.text);
        if answer.is_some() || after.ending().is_some() {
            answers.push((text, answer));
        }
    }
    Ok(answers)
}
