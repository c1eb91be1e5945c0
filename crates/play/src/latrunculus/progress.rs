//! Latrunculus in progress: turns with their throws, and how they are written.

use super::Chosen;
use crate::record::{Ply, Record, read_side};
use crate::session::{AFTER, Contestable, Finish};
use rules::BadInput;
use rules::latrunculus::{Board, INFO, Options, State, THROWS, Turn, Verdict};
use values::Player;

/// A whole turn: what was thrown, what was done, and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// What the die showed.
    pub throw: u8,
    /// The turn as text.
    pub text: String,
    /// The board after it.
    pub board: Board,
}

impl Thrown {
    /// A turn that ends, if it may.
    pub fn of(turn: &Turn) -> Result<Self, BadInput> {
        Ok(Thrown {
            throw: turn.throw(),
            text: turn.text(),
            board: turn.end()?,
        })
    }

    /// What a player has chosen for a throw.
    #[must_use]
    pub fn chosen(throw: u8, chosen: &Chosen) -> Self {
        Thrown {
            throw,
            text: chosen.text(),
            board: chosen.board,
        }
    }
}

/// Throws are notes of the turns.
impl Contestable for State {
    type Turn = Thrown;

    const NAMES: [&'static str; 2] = ["Black", "White"];

    fn mover(&self) -> Player {
        self.player
    }

    fn finish(&self) -> Option<Finish> {
        let verdict: Verdict = self.verdict?;
        Some(Finish {
            winner: verdict.winner(),
            reason: verdict.words(),
        })
    }

    fn make(&mut self, turn: &Thrown) {
        *self = self.after(&turn.board);
    }

    fn written(&self, turn: &Thrown) -> values::Result<(Vec<(String, String)>, String)> {
        let roll = ("roll".to_owned(), turn.throw.to_string());
        Ok((vec![roll], turn.text.clone()))
    }

    fn read_turn(&self, ply: &Ply) -> Result<Thrown, String> {
        let throw = throw(ply).ok_or("a turn needs its throw, as in `[roll 4]`")?;
        let mut turn = self.turn(throw);
        let board = turn.read(&ply.text).and_then(|()| turn.end());
        Ok(Thrown {
            throw,
            text: ply.text.clone(),
            board: board.map_err(|bad| bad.to_string())?,
        })
    }

    fn recall(&self, ply: &Ply) -> Result<Thrown, String> {
        match (throw(ply), ply.note(AFTER)) {
            (Some(throw), Some(after)) => Ok(Thrown {
                throw,
                text: ply.text.clone(),
                board: Board::read(after).map_err(|bad| bad.to_string())?,
            }),
            _ => self.read_turn(ply),
        }
    }

    fn headers(&self) -> Record {
        let mut record = Record::default();
        let name = match self.options.write() {
            Some(options) => format!("{}:{options}", INFO.name),
            None => INFO.name.to_owned(),
        };
        record.set("Game", name);
        record.set("Position", self.board.write());
        record.set("First", self.player.name());
        record
    }

    fn start(record: &Record) -> Result<Self, BadInput> {
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
    }
}

/// The throw that a turn was made with.
fn throw(ply: &Ply) -> Option<u8> {
    let throw = ply.note("roll")?.parse().ok();
    throw.filter(|throw| THROWS.contains(throw))
}
