//! Matches of Latrunculus.

use super::Commander;
use crate::contest::{Over, Results, Terms};
use crate::record::{BadRecord, Record, read_side};
use rules::latrunculus::{INFO, Options, State, THROWS, Verdict};
use rules::{BadInput, Random};
use values::{Player, Result};

/// A match: many games of two players from one start.
#[derive(Clone)]
pub struct Contest {
    /// Where games start.
    pub start: State,
    /// Left's player and Right's.
    pub players: [&'static Commander; 2],
    /// How many games, and how they are played.
    pub terms: Terms,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its number, from 0.
    pub number: u64,
    /// Where it began.
    pub start: State,
    /// The throws and turns.
    pub turns: Vec<(u8, String)>,
    /// How it ended; `None`: it was broken off.
    pub verdict: Option<Verdict>,
}

/// Games without a stalling rule are broken off as draws after so many turns.
const LONGEST: usize = 10_000;

impl Contest {
    /// Plays all games, unless it is stopped.
    #[must_use]
    pub fn run(&self) -> Results<Played> {
        self.terms.run(|number| {
            let game = self.game(number)?;
            Ok(Over {
                winner: game.verdict.and_then(Verdict::winner),
                moves: game.turns.len(),
                game,
            })
        })
    }

    /// Plays the game with this number.
    pub fn game(&self, number: u64) -> Result<Played> {
        let mut random = Random::new(self.terms.seed).fork(number);
        // The die does not depend on how often players ask for chance.
        let mut die = random.fork(1);
        let player = self.terms.first(number, Player::Left);
        let start = State {
            player,
            ..self.start
        };
        let mut state = start;
        let mut turns = Vec::new();
        while state.verdict.is_none() && turns.len() < LONGEST {
            let side = state.player as usize;
            let effort = &self.terms.efforts[side];
            effort.budget().check()?;
            let throw = die.below(6) as u8 + 1;
            let chosen = self.players[side].choose(&state, throw, effort, &mut random)?;
            state = state.after(&chosen.board);
            turns.push((throw, chosen.text()));
        }
        Ok(Played {
            number,
            start,
            turns,
            verdict: state.verdict,
        })
    }
}

impl Played {
    /// The game as it is written down, with its throws.
    #[must_use]
    pub fn record(&self) -> Record {
        let mut record = begin(&self.start);
        let mut player = self.start.player;
        for (throw, text) in &self.turns {
            record.push(player, vec![("roll".into(), throw.to_string())], text);
            player = -player;
        }
        record
    }
}

/// The headers of a game.
#[must_use]
pub fn begin(start: &State) -> Record {
    let mut record = Record::default();
    let name = match start.options.write() {
        Some(options) => format!("{}:{options}", INFO.name),
        None => INFO.name.to_owned(),
    };
    record.set("Game", name);
    record.set("Position", start.board.write());
    let first = match start.player {
        Player::Left => "left",
        Player::Right => "right",
    };
    record.set("First", first);
    record
}

/// Plays a game again that was written down: the states before each turn, and
/// at the end.
pub fn replay(record: &Record) -> std::result::Result<Vec<State>, BadRecord> {
    let wrong = |line: usize, reason: String| BadRecord { line, reason };
    let start = || {
        let game = record.header("game").unwrap_or_default();
        let options = match game.split_once(':') {
            Some((_, options)) => Options::read(Some(options))?,
            None => Options::default(),
        };
        let board = options.position(record.header("position").unwrap_or("start"))?;
        let first = record.header("first").unwrap_or("left");
        let first = read_side(first).ok_or_else(|| {
            let message = format!("`{}` is nobody who begins", first.escape_debug());
            BadInput::new(message, "write left or right")
        })?;
        State::new(options, board, first)
    };
    let mut states = vec![start().map_err(|bad| wrong(1, bad.to_string()))?];
    let mut state = states[0];
    for ply in &record.plies {
        if ply.player != state.player {
            return Err(wrong(ply.line, format!("it is {}'s turn", state.player)));
        }
        if state.verdict.is_some() {
            return Err(wrong(ply.line, "the game has ended before".to_owned()));
        }
        let roll = ply.notes.iter().find(|(name, _)| name == "roll");
        let throw = roll.and_then(|(_, value)| value.parse().ok());
        let Some(throw) = throw.filter(|throw| THROWS.contains(throw)) else {
            let reason = "a turn needs its throw, as in `[roll 4]`".to_owned();
            return Err(wrong(ply.line, reason));
        };
        let mut turn = state.turn(throw);
        let board = turn.read(&ply.text).and_then(|()| turn.end());
        state = state.after(&board.map_err(|bad| wrong(ply.line, bad.to_string()))?);
        states.push(state);
    }
    Ok(states)
}
