//! A turn, one action after the other.

use super::action::{Action, Walk, write_actions};
use super::board::Board;
use super::moment::Moment;
use super::options::Options;
use super::square::Square;
use crate::bad_input::BadInput;
use std::ops::ControlFlow;
use values::Player;

/// The numbers on the die.
pub const THROWS: std::ops::RangeInclusive<u8> = 1..=6;

/// What happens to a player who can do nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// The other's turn.
    Passes,
    /// The King must go and can only go over an enemy: he is killed.
    KingFalls,
}

impl Stuck {
    /// As turns are written.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Stuck::Passes => "pass",
            Stuck::KingFalls => "king falls",
        }
    }
}

/// A turn in the making: what was done, with undo.
#[derive(Clone, Debug)]
pub struct Turn {
    before: Board,
    moments: Vec<Moment>,
    actions: Vec<Action>,
    now: Moment,
}

impl Turn {
    /// The beginning of a turn in which `player` has thrown `throw`.
    #[must_use]
    pub fn new(board: &Board, player: Player, throw: u8, options: &Options) -> Turn {
        Turn {
            before: *board,
            moments: Vec::new(),
            actions: Vec::new(),
            now: Moment::new(board, player, throw, options),
        }
    }

    /// The board now.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.now.board()
    }

    /// Whose turn it is.
    #[must_use]
    pub fn player(&self) -> Player {
        self.now.player()
    }

    /// The pips thrown.
    #[must_use]
    pub fn throw(&self) -> u8 {
        self.moments.first().unwrap_or(&self.now).pips()
    }

    /// The pips left.
    #[must_use]
    pub fn pips(&self) -> u8 {
        self.now.pips()
    }

    /// The pips that it costs now to kill a piece.
    #[must_use]
    pub fn kill_cost(&self, victim: Square) -> Option<u8> {
        self.now.kill_cost(victim)
    }

    /// What was done so far.
    #[must_use]
    pub fn done(&self) -> &[Action] {
        &self.actions
    }

    /// Everything that may be done now; of walks of the King that differ only
    /// in the Soldiers he steps over, all.
    #[must_use]
    pub fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        if !self.now.regicide(&self.before) {
            let _ = self.now.actions(&mut |action| {
                actions.push(action);
                ControlFlow::Continue(())
            });
        }
        actions
    }

    /// Does something, or says why it may not be done.
    pub fn act(&mut self, action: Action) -> Result<(), BadInput> {
        if self.now.regicide(&self.before) {
            return Err(BadInput::new("the King is dead", "the game is over"));
        }
        self.now.check(action)?;
        let next = self.now.after(action);
        self.moments.push(std::mem::replace(&mut self.now, next));
        self.actions.push(action);
        Ok(())
    }

    /// Takes the last action back; `None` if there is none.
    pub fn undo(&mut self) -> Option<Action> {
        self.now = self.moments.pop()?;
        self.actions.pop()
    }

    /// What happens to the player if nothing was done and nothing can be.
    #[must_use]
    pub fn stuck(&self) -> Option<Stuck> {
        if !self.actions.is_empty() || self.now.can_act() {
            return None;
        }
        Some(match self.now.king_falls() {
            true => Stuck::KingFalls,
            false => Stuck::Passes,
        })
    }

    /// The board after the turn if it ends here, or why it may not end.
    pub fn end(&self) -> Result<Board, BadInput> {
        if !self.actions.is_empty() {
            return Ok(*self.now.board());
        }
        match self.stuck() {
            Some(Stuck::Passes) => Ok(*self.now.board()),
            Some(Stuck::KingFalls) => {
                let mut board = *self.now.board();
                if let Some(king) = board.king(self.player()) {
                    board.remove(king);
                }
                Ok(board)
            }
            None => Err(BadInput::new(
                "you must move or kill something if you can",
                "spend at least one pip",
            )),
        }
    }

    /// The turn as text: `e3-e4-f5 x g6`, `pass`, `king falls`.
    #[must_use]
    pub fn text(&self) -> String {
        match self.stuck() {
            Some(stuck) => stuck.text().to_owned(),
            None => write_actions(&self.actions),
        }
    }

    /// Does what a text says, all of it or nothing: chains of squares and
    /// kills, as in `e3-e4-f5 x g6`.
    pub fn read(&mut self, text: &str) -> Result<(), BadInput> {
        let done = self.actions.len();
        let read = self.follow(text);
        if read.is_err() {
            while self.actions.len() > done {
                self.undo();
            }
        }
        read
    }

    fn follow(&mut self, text: &str) -> Result<(), BadInput> {
        let words = words(text);
        if let Some(stuck) = self.stuck() {
            let said: Vec<&str> = words.iter().map(|(_, word)| word.as_str()).collect();
            return match said.join(" ") == stuck.text() {
                true => Ok(()),
                false => Err(BadInput::new(
                    "nothing can be done with this throw",
                    format!("write `{}`", stuck.text()),
                )),
            };
        }
        if words.is_empty() {
            return Err(BadInput::new("nothing to do", HINT));
        }
        let mut words = words.into_iter();
        while let Some((at, word)) = words.next() {
            let place = |bad: BadInput| bad.at(at);
            if matches!(word.as_str(), "x" | "X" | "×") {
                let (at, victim) = words
                    .next()
                    .ok_or_else(|| BadInput::new("kill whom?", HINT).at(at))?;
                let victim = Square::read(&victim).map_err(|bad| bad.at(at))?;
                self.act(Action::Kill(victim)).map_err(|bad| bad.at(at))?;
            } else {
                self.chain(&word).map_err(place)?;
            }
        }
        Ok(())
    }

    /// Goes along `e3-e4-f5`; a King's walk ends on the next empty square.
    fn chain(&mut self, word: &str) -> Result<(), BadInput> {
        let squares = word.split('-').map(Square::read);
        let squares = squares.collect::<Result<Vec<Square>, BadInput>>()?;
        if squares.len() < 2 {
            return Err(BadInput::new(format!("where does {word} go?"), HINT));
        }
        let mut path = vec![squares[0]];
        for (i, &square) in squares.iter().enumerate().skip(1) {
            path.push(square);
            let last = i + 1 == squares.len();
            let king = self.board().king(self.player()) == Some(path[0]);
            let own = self.board().soldiers(self.player()) & square.bit() != 0;
            if king && own && !last {
                continue;
            }
            let walk = Walk::along(&path).ok_or_else(|| {
                let message = format!("the walk from {} takes more than six pips", path[0]);
                BadInput::new(message, "a throw has six pips at most")
            })?;
            self.act(Action::Walk(walk))?;
            path = vec![square];
        }
        Ok(())
    }
}

const HINT: &str = "write steps as e3-e4-f5 and kills as x g6";

/// The words of a turn with their columns; `x` may stick to its square or to
/// the chain before it.
fn words(text: &str) -> Vec<(usize, String)> {
    let mut words: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    for (i, c) in text.chars().enumerate() {
        let kill = matches!(c, 'x' | 'X' | '×');
        if c.is_whitespace() || matches!(c, ',' | ';') {
            open = false;
        } else if kill || !open {
            words.push((i + 1, c.to_string()));
            open = !kill;
        } else if let Some((_, word)) = words.last_mut() {
            word.push(c);
        }
    }
    words
}
