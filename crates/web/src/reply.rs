//! What worker processes are asked of games: to begin one, and what a computer
//! player does.

use play::Effort;
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;
use std::time::{Duration, Instant};
use values::Budget;

use super::fault::Fault;
use super::seat::Seat;
use super::table::{Kind, Table};
use super::task::{Lane, Task};

/// What a computer player does or advises.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The move.
    pub text: String,
    /// What is said to it.
    pub remark: String,
    /// Whether the player who makes it wins with best play, if that is
    /// certain.
    pub wins: Option<bool>,
}

impl Answer {
    /// A move of which it is not known whether it wins.
    pub fn saying(text: String, remark: String) -> Self {
        Answer {
            text,
            remark,
            wins: None,
        }
    }
}

/// What a computer player is asked: to do its turn, or for a hint.
#[derive(Clone, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Reply<K> {
    pub id: String,
    /// The game as it is kept.
    pub game: String,
    pub hint: bool,
    /// Whether it was too much to think, so that any sensible move will do.
    pub hasty: bool,
    /// What chance depends on.
    pub seed: u64,
    /// How long it may think.
    pub millis: u64,
    #[serde(skip)]
    kind: PhantomData<fn() -> K>,
}

impl<K: Kind> Task for Reply<K> {
    const LANE: Lane = Lane::Games;
    type Answer = Answer;

    fn game(&self) -> Option<&str> {
        K::REMEMBERED.then_some(&*self.id)
    }

    fn run(self, budget: &Budget) -> Result<Answer, Fault> {
        let table = K::read(self.game.as_bytes())?;
        table.going_on()?;
        K::think(&table, &self, budget)
    }
}

impl<K: Kind> Reply<K> {
    /// What is asked at a table.
    pub fn at(
        table: &Table<K>,
        id: &str,
        hint: bool,
        time: Duration,
        seed: u64,
    ) -> Result<Self, Fault> {
        Ok(Reply {
            id: id.to_owned(),
            game: table.text()?,
            hint,
            hasty: false,
            seed,
            millis: time.as_millis() as u64,
            kind: PhantomData,
        })
    }

    /// The name and level of the computer player that is asked, the strongest
    /// one for a hint; a person is told what to do instead.
    pub fn player(&self, table: &Table<K>, instead: &str) -> Result<Option<Seat>, Fault> {
        let seat = Seat::of(table.session.seat(table.session.mover()));
        match (self.hint, seat.player.as_str()) {
            (true, _) => Ok(None),
            (false, "human") => Err(Fault::bad("a person is to move", instead)),
            (false, _) => Ok(Some(seat)),
        }
    }
}

/// A game to begin, perhaps with moves that were made already, which may take a
/// while.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub struct BeginGame<K: Kind>(pub K::Begin);

impl<K: Kind> Task for BeginGame<K> {
    const LANE: Lane = Lane::Games;
    /// The game as it is kept.
    type Answer = String;

    fn run(self, budget: &Budget) -> Result<String, Fault> {
        K::begin(self.0, budget)?.text()
    }
}

/// What a player at a level may do in `millis` milliseconds. It has several
/// memories, each of which may become as large as this.
pub fn effort(level: u32, millis: u64, budget: &Budget) -> Effort {
    let effort = Effort::level(level);
    let bytes = budget.bytes().unwrap_or(u64::MAX) / 4;
    let bytes = bytes.min(effort.bytes());
    effort
        .with_bytes(bytes)
        .with_budget(budget.clone())
        .until(Instant::now() + Duration::from_millis(millis))
}
