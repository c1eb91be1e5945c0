//! A game looked at again: who could have won when, and where that changed.

use crate::adjudicator::{Adjudicator, Verdict};
use crate::record::BadRecord;
use crate::session::Session;
use crate::state::State;
use values::{Budget, Error, Player};

/// What a game looks like to somebody who can solve it.
///
/// Nothing in it is a guess: where a position was not solved there is no
/// verdict, and no turning point beside it.
///
/// ```
/// use play::{Review, Seat, Session, State};
/// use solve::Convention;
/// use values::{Budget, Player};
/// let start = State::read("nim", "1,2", Convention::Normal).unwrap();
/// let mut session = Session::new(start, [Seat::human(), Seat::human()]);
/// let mv = session.now().moves().unwrap().remove(0);
/// session.play(&mv);
/// let review = Review::of(&session, &Budget::unlimited()).unwrap();
/// let point = &review.turning_points[0];
/// assert_eq!((point.ply, point.player), (0, Player::Left));
/// assert_eq!(point.better, ["take 1 from heap 2"]);
/// ```
#[derive(Clone, Debug)]
pub struct Review {
    /// Who wins before each move and after the last, where that was found.
    pub verdicts: Vec<Option<Verdict>>,
    /// The moves after which their player does worse than before, and a
    /// resignation of somebody who was not lost.
    pub turning_points: Vec<TurningPoint>,
}

/// A move with which a player gives something away.
#[derive(Clone, Debug)]
pub struct TurningPoint {
    /// Before which move, from 0.
    pub ply: usize,
    /// Who moved.
    pub player: Player,
    /// The move; `None` if the player resigned.
    pub played: Option<String>,
    /// What became of the game with best play before it.
    pub before: Verdict,
    /// And after it.
    pub after: Verdict,
    /// The moves that keep what there was.
    pub better: Vec<String>,
    /// Whether these are all; otherwise some moves were not solved.
    pub complete: bool,
    /// Best play that begins with the first of them.
    pub line: Vec<String>,
    /// Best play after the move that was made.
    pub punished: Vec<String>,
}

impl TurningPoint {
    /// Whether it is a puzzle: the player could win, with one move only.
    #[must_use]
    pub fn is_puzzle(&self) -> bool {
        self.before.winner == Some(self.player) && self.complete && self.better.len() == 1
    }
}

/// Why a game cannot be looked at again.
#[derive(Debug, thiserror::Error)]
pub enum NoReview {
    /// Its record is wrong.
    #[error(transparent)]
    Record(#[from] BadRecord),
    /// Somebody stopped it.
    #[error(transparent)]
    Stopped(#[from] Error),
}

/// After so many positions in a row that were too hard, those before them
/// are not tried.
const PATIENCE: usize = 3;

impl Review {
    /// Looks at what stands of a game, from its end back to its start, as far
    /// as a budget reaches.
    pub fn of(session: &Session<State>, budget: &Budget) -> Result<Self, NoReview> {
        let mut states = Vec::with_capacity(session.ply() + 1);
        for ply in 0..=session.ply() {
            states.push(session.position(ply)?.clone());
        }
        let mut adjudicator = Adjudicator::new(states[0].convention(), budget.clone());
        let mut verdicts = verdicts(&states, &mut adjudicator)?;
        infer(&states, &mut verdicts);
        let mut turning_points = Vec::new();
        for (ply, pair) in verdicts.windows(2).enumerate() {
            if let [Some(before), Some(after)] = *pair
                && !after.is_as_good(before, states[ply].turn())
            {
                let played = Some(session.all_plies()[ply].text.clone());
                let mut point = TurningPoint::new(ply, &states[ply], played, before, after);
                point.explain(&states[ply], Some(&states[ply + 1]), &mut adjudicator)?;
                turning_points.push(point);
            }
        }
        let last = states.len() - 1;
        if let Some(loser) = session.resigned
            && let Some(before) = verdicts[last]
            && states[last].ending().is_none()
        {
            let after = Verdict {
                winner: Some(-loser),
                plies: Some(0),
            };
            if !after.is_as_good(before, loser) {
                let mut point = TurningPoint::new(last, &states[last], None, before, after);
                point.player = loser;
                point.explain(&states[last], None, &mut adjudicator)?;
                turning_points.push(point);
            }
        }
        Ok(Review {
            verdicts,
            turning_points,
        })
    }
}

/// Who wins before each move and after the last. The last positions are
/// looked at first: they are the easiest, and what is known of them helps.
fn verdicts(
    states: &[State],
    adjudicator: &mut Adjudicator,
) -> Result<Vec<Option<Verdict>>, NoReview> {
    let mut verdicts = vec![None; states.len()];
    let mut vain = 0;
    for (state, verdict) in states.iter().zip(&mut verdicts).rev() {
        *verdict = adjudicator.verdict(state)?;
        vain = if verdict.is_some() { 0 } else { vain + 1 };
        if vain == PATIENCE {
            break;
        }
    }
    Ok(verdicts)
}

/// What follows for positions that were not solved: before a move that wins
/// one could win, and after any move in a lost position one is lost.
fn infer(states: &[State], verdicts: &mut [Option<Verdict>]) {
    let plain = |winner| {
        Some(Verdict {
            winner: Some(winner),
            plies: None,
        })
    };
    for ply in (0..states.len() - 1).rev() {
        let mover = states[ply].turn();
        if verdicts[ply].is_none() && wins(verdicts[ply + 1], mover) {
            verdicts[ply] = plain(mover);
        }
    }
    for ply in 0..states.len() - 1 {
        let mover = states[ply].turn();
        if verdicts[ply + 1].is_none() && wins(verdicts[ply], -mover) {
            verdicts[ply + 1] = plain(-mover);
        }
    }
}

fn wins(verdict: Option<Verdict>, player: Player) -> bool {
    verdict.is_some_and(|verdict| verdict.winner == Some(player))
}

impl TurningPoint {
    fn new(
        ply: usize,
        state: &State,
        played: Option<String>,
        before: Verdict,
        after: Verdict,
    ) -> Self {
        TurningPoint {
            ply,
            player: state.turn(),
            played,
            before,
            after,
            better: Vec::new(),
            complete: true,
            line: Vec::new(),
            punished: Vec::new(),
        }
    }

    /// Finds what would have been better, and how play goes on.
    fn explain(
        &mut self,
        state: &State,
        after: Option<&State>,
        adjudicator: &mut Adjudicator,
    ) -> Result<(), Error> {
        // Whoever resigned in the other's turn had no move to make.
        if state.turn() == self.player {
            let mut best = None;
            let replies = adjudicator.replies(state)?;
            self.complete = replies.is_some();
            for (text, mv, verdict) in replies.unwrap_or_default() {
                match verdict {
                    None => self.complete = false,
                    Some(verdict) if verdict.is_as_good(self.before, self.player) => {
                        let merit = verdict.merit(self.player);
                        if best.as_ref().is_none_or(|(most, _, _)| merit > *most) {
                            best = Some((merit, text.clone(), mv));
                        }
                        self.better.push(text);
                    }
                    Some(_) => {}
                }
            }
            if let Some((_, text, mv)) = best {
                let mut next = state.clone();
                next.play(&mv);
                self.line = vec![text];
                self.line.extend(adjudicator.line(&next)?);
            }
        } else {
            self.complete = false;
            self.line = adjudicator.line(state)?;
        }
        if let Some(after) = after {
            self.punished = adjudicator.line(after)?;
        }
        Ok(())
    }
}
