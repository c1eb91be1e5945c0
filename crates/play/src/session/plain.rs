//! Sums that are played without anything beside them.

use super::{AFTER, Contestable, Finish, Session, replay};
use crate::record::{BadRecord, Ply, Record, read_side};
use crate::state::{Ending, Move, State, summand};
use crate::thought::Voice;
use rules::{BadInput, Component};
use solve::Convention;
use std::sync::Arc;
use values::Player;

impl Contestable for State {
    type Turn = Move;

    fn mover(&self) -> Player {
        self.turn()
    }

    fn finish(&self) -> Option<Finish> {
        let ending: Ending = self.ending()?;
        Some(Finish {
            winner: ending.winner(),
            reason: ending.to_string(),
        })
    }

    fn make(&mut self, mv: &Move) {
        self.play(mv);
    }

    fn written(&self, mv: &Move) -> values::Result<(Vec<(String, String)>, String)> {
        Ok((Vec::new(), self.text(mv)?))
    }

    fn read_turn(&self, ply: &Ply) -> Result<Move, String> {
        let legal = self.spoken_moves().map_err(|error| error.to_string())?;
        let found = legal.into_iter().find(|(text, _)| *text == ply.text);
        found.map(|(_, mv)| mv).ok_or_else(|| {
            let text = ply.text.escape_debug();
            format!("{} has no move `{text}`", self.turn())
        })
    }

    fn headers(&self) -> Record {
        let mut record = Record::default();
        for (name, component) in self.names().iter().zip(self.components()) {
            let sign = if component.is_negated() { "-" } else { "" };
            record.set("Game", format!("{sign}{name}"));
            record.set("Position", component.text());
        }
        if self.convention() == Convention::Misere {
            record.set("Rules", "misere");
        }
        record.set("First", self.turn().name());
        record
    }

    fn start(record: &Record) -> Result<Self, BadInput> {
        let summands = summands(record)?;
        let convention = match record.header("rules") {
            None | Some("normal") => Convention::Normal,
            Some("misere") => Convention::Misere,
            Some(other) => {
                return Err(BadInput::new(
                    format!("unknown rules `{}`", other.escape_debug()),
                    "write normal or misere",
                ));
            }
        };
        let first = record.header("first").unwrap_or("left");
        let first = read_side(first).ok_or_else(|| {
            BadInput::new(
                format!("`{}` is nobody who moves first", first.escape_debug()),
                "write left or right",
            )
        })?;
        Ok(State::new(summands, convention).with_turn(first))
    }

    fn recall(&self, ply: &Ply) -> Result<Move, String> {
        match recalled(self, ply) {
            Some(after) => Ok(Move {
                place: 0,
                after: after?,
            }),
            None => self.read_turn(ply),
        }
    }

    /// Only where play may not end do earlier moves matter.
    fn leap(&self, last: &Ply) -> Option<Result<Self, String>> {
        if self.is_loopy() {
            return None;
        }
        let name = Arc::clone(self.names().first()?);
        Some(recalled(self, last)?.map(|after| {
            State::new(vec![(name, after)], self.convention()).with_turn(-last.player)
        }))
    }
}

impl Session<State> {
    /// How the game has ended after `ply` moves, said to who plays: a person
    /// against the computer, or the sides by their names.
    ///
    /// ```
    /// use play::{Seat, Session, State};
    /// use solve::Convention;
    /// let start = State::read("nim", "1", Convention::Normal).unwrap();
    /// let mut session = Session::new(start, [Seat::human(), Seat::computer("nim", None)]);
    /// assert_eq!(session.said_at_end(0), None);
    /// let mv = session.now().moves().unwrap().remove(0);
    /// session.play(&mv);
    /// let said = session.said_at_end(1).unwrap();
    /// assert_eq!(said, "The computer cannot move: you win after 1 move");
    /// ```
    #[must_use]
    pub fn said_at_end(&self, ply: usize) -> Option<String> {
        let finish = self.finish_at(ply).ok()??;
        let Some(winner) = finish.winner else {
            return Some(finish.reason);
        };
        let [won, lost] = [winner, -winner].map(|player| Voice::of(self, player));
        let (winner, wins) = (won.mover_within(), won.does("win", "wins"));
        if self.resigned.is_some() && ply == self.ply() {
            let resigns = lost.does("resign", "resigns");
            return Some(format!("{} {resigns}: {winner} {wins}", lost.mover));
        }
        let moves = match ply {
            1 => "1 move".to_owned(),
            _ => format!("{ply} moves"),
        };
        let stuck = Voice::of(self, self.position(ply).ok()?.turn()).mover;
        Some(format!(
            "{stuck} cannot move: {winner} {wins} after {moves}"
        ))
    }
}

/// What the only summand is after a move, if the move tells that.
fn recalled(state: &State, ply: &Ply) -> Option<Result<Component, String>> {
    let ([name], [before]) = (state.names(), state.components()) else {
        return None;
    };
    let after = Component::read(name, ply.note(AFTER)?);
    let after = after.map_err(|bad| bad.to_string());
    Some(after.map(|after| match before.is_negated() {
        true => after.negated(),
        false => after,
    }))
}

/// The summands that the headers name.
fn summands(record: &Record) -> Result<Vec<(Arc<str>, Component)>, BadInput> {
    let mut summands = Vec::new();
    let mut game = None;
    for (name, value) in &record.headers {
        if name.eq_ignore_ascii_case("game") {
            game = Some(value.as_str());
        } else if name.eq_ignore_ascii_case("position") {
            let game = game.take().ok_or_else(|| {
                BadInput::new(
                    "a position without its game",
                    "write [Game \"…\"] before it",
                )
            })?;
            let (game, negated) = match game.strip_prefix('-') {
                Some(game) => (game, true),
                None => (game, false),
            };
            let (name, component) = summand(game, value)?;
            summands.push(match negated {
                true => (name, component.negated()),
                false => (name, component),
            });
        }
    }
    match summands.is_empty() || game.is_some() {
        true => Err(BadInput::new(
            "the record does not say what is played",
            "write [Game \"…\"] and [Position \"…\"]",
        )),
        false => Ok(summands),
    }
}

impl Record {
    /// The record of play from a state.
    pub fn of(start: &State, moves: &[Move]) -> values::Result<Record> {
        let mut record = start.headers();
        let mut state = start.clone();
        for mv in moves {
            record.push(state.turn(), Vec::new(), state.text(mv)?);
            state.play(mv);
        }
        Ok(record)
    }

    /// Plays a sum again: where it began and every move.
    pub fn replay(&self) -> Result<(State, Vec<Move>), BadRecord> {
        let (mut start, mut moves) = (None, Vec::with_capacity(self.plies.len()));
        let end = replay(self, |before: &State, mv| {
            start.get_or_insert_with(|| before.clone());
            moves.push(mv);
        })?;
        Ok((start.unwrap_or(end), moves))
    }
}
