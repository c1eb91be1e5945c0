//! Matches of Latrunculus.

use super::Commander;
use crate::contest::{Ended, Results, Terms};
use crate::record::Record;
use crate::session::Contestable;
use rules::Random;
use rules::latrunculus::{State, Verdict};
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

/// The turns after which a game without a stalling rule is broken off as a draw.
const LONGEST: usize = 10_000;

impl Ended for Played {
    fn winner(&self) -> Option<Player> {
        self.verdict.and_then(Verdict::winner)
    }

    fn length(&self) -> usize {
        self.turns.len()
    }
}

impl Contest {
    /// Plays all games, unless it is stopped.
    #[must_use]
    pub fn run(&self) -> Results<Played> {
        self.terms.run(|number| self.game(number))
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
        let mut record = self.start.headers();
        let mut player = self.start.player;
        for (throw, text) in &self.turns {
            record.push(player, vec![("roll".into(), throw.to_string())], text);
            player = -player;
        }
        record
    }
}
