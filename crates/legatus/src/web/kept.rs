//! A game in progress: what the page shows of it, what can be done to it, and
//! how it is kept, as a [`Record`].

use play::{DEFAULT_LEVEL, LEVELS, Move, Record, Typed, find_player, read_side};
use rules::{Component, Position, Scene};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use solve::Convention;
use std::ops::ControlFlow;
use std::sync::Arc;
use values::{Budget, Player};

use super::api::LONGEST_TEXT;
use super::fault::Fault;
use super::nim;
use crate::cli::levelled;
use crate::draw;
use positions::Board;

/// Positions with more moves are not for clicking.
const MOST_MOVES: usize = 5_000;
/// A game that goes on for ever is ended.
pub const LONGEST_GAME: usize = 2_000;
/// The note of a move that says where it leads, so that a game need not be
/// played again to be shown.
const AFTER: &str = "after";

/// A player's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    #[serde(alias = "black")]
    Left,
    #[serde(alias = "white")]
    Right,
}

impl Side {
    pub fn player(self) -> Player {
        match self {
            Side::Left => Player::Left,
            Side::Right => Player::Right,
        }
    }

    pub fn of(player: Player) -> Self {
        match player {
            Player::Left => Side::Left,
            Player::Right => Side::Right,
        }
    }
}

/// Who sits on a side.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// `human`, or the name of a player.
    pub player: String,
    #[serde(default = "default_level")]
    pub level: u32,
}

fn default_level() -> u32 {
    DEFAULT_LEVEL
}

impl Seat {
    pub fn human() -> Self {
        Seat {
            player: "human".into(),
            level: DEFAULT_LEVEL,
        }
    }

    pub fn is_human(&self) -> bool {
        self.player == "human"
    }

    /// As records name players.
    pub fn written(&self) -> String {
        match self.is_human() {
            true => self.player.clone(),
            false => format!("{}:{}", self.player, self.level),
        }
    }

    fn read(text: &str) -> Result<Self, Fault> {
        let (player, level) = levelled(text)?;
        Ok(Seat {
            player: player.to_owned(),
            level: level.unwrap_or(DEFAULT_LEVEL),
        })
    }
}

/// A game to begin.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    pub game: String,
    pub position: String,
    #[serde(default)]
    pub misere: bool,
    /// Who moves first; nobody: as the rules say.
    pub first: Option<Side>,
    #[serde(default = "Seat::human")]
    pub left: Seat,
    #[serde(default = "Seat::human")]
    pub right: Seat,
    /// Moves that were made already.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// A game.
#[derive(Clone, Debug)]
pub struct Kept {
    pub game: String,
    start: String,
    misere: bool,
    first: Player,
    pub left: Seat,
    pub right: Seat,
    /// The moves, those that were taken back last.
    moves: Vec<Made>,
    /// How many of them stand.
    pub ply: usize,
    pub resigned: Option<Player>,
    /// When it was last changed, in seconds since 1970.
    pub changed: u64,
}

/// A move that was made, and the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Made {
    text: String,
    after: String,
}

impl Kept {
    /// Begins a game. To make many moves takes time, which the budget bounds.
    pub fn begin(begin: Begin, budget: &Budget) -> Result<Self, Fault> {
        if begin.position.len() > LONGEST_TEXT {
            let hint = format!("at most {LONGEST_TEXT} are read");
            return Err(Fault::bad("the position is too long", hint));
        }
        let board = positions::read(&begin.game, &begin.position)?;
        let mut kept = Kept {
            game: board.game().to_string(),
            start: board.text(),
            misere: begin.misere,
            first: match begin.first {
                Some(side) => side.player(),
                None => board.info().first_at(&begin.position),
            },
            left: begin.left,
            right: begin.right,
            moves: Vec::new(),
            ply: 0,
            resigned: None,
            changed: 0,
        };
        for player in Player::BOTH {
            clickable(&*board, player)?;
            let seat = kept.seat(player);
            if !seat.is_human() {
                find_player(&seat.player, &kept.state(0)?)?;
            }
            if !LEVELS.contains(&seat.level) {
                let hint = format!("levels are {} to {}", LEVELS.start(), LEVELS.end());
                return Err(Fault::bad(
                    format!("there is no level {}", seat.level),
                    hint,
                ));
            }
        }
        if begin.moves.len() > LONGEST_GAME {
            let error = format!("the game has {} moves", begin.moves.len());
            let hint = format!("at most {LONGEST_GAME} are played");
            return Err(Fault::bad(error, hint));
        }
        let mut state = kept.state(0)?;
        for text in &begin.moves {
            budget.check()?;
            state = kept.play_from(state, text)?;
        }
        Ok(kept)
    }

    /// The game as a record; `whole` with what only this program needs.
    pub fn record(&self, whole: bool) -> Result<Record, Fault> {
        let mut record = Record::default();
        if whole {
            record.set(CHANGED, self.changed.to_string());
        }
        record.set("Game", &*self.game);
        record.set("Position", &*self.start);
        if self.misere {
            record.set("Rules", "misere");
        }
        record.set("First", side(self.first));
        record.set("Left", self.left.written());
        record.set("Right", self.right.written());
        let result = match self.ending(self.ply)? {
            None => "*",
            Some((None, _)) => "draw",
            Some((Some(winner), _)) => side(winner),
        };
        record.set("Result", result);
        if let Some(player) = self.resigned {
            record.set("Resigned", side(player));
        }
        let shown = match whole {
            true => self.moves.len(),
            false => self.ply,
        };
        if shown > self.ply {
            record.set("Ply", self.ply.to_string());
        }
        for (ply, made) in self.moves.iter().take(shown).enumerate() {
            let notes = match whole {
                true => vec![(AFTER.to_owned(), made.after.clone())],
                false => Vec::new(),
            };
            record.push(self.turn(ply), notes, &*made.text);
        }
        Ok(record)
    }

    /// Reads a game that was kept.
    pub fn read(text: &str) -> Result<Self, Fault> {
        let bad = |error: play::BadRecord| Fault::bad(error.to_string(), "see /help");
        let mut records = Record::read_all(text).map_err(bad)?;
        let record = match records.len() {
            1 => records.remove(0),
            count => {
                let error = format!("the text has {count} games, not one");
                return Err(Fault::bad(error, "a game begins with [Legatus \"1\"]"));
            }
        };
        let need = |name: &str| -> Result<String, Fault> {
            let missing = || Fault::bad(format!("the record has no {name}"), "add it");
            Ok(record.header(name).ok_or_else(missing)?.to_owned())
        };
        let seat = |name| {
            record
                .header(name)
                .map_or_else(|| Ok(Seat::human()), Seat::read)
        };
        let player = |name| record.header(name).and_then(read_side);
        let mut kept = Kept {
            game: need("Game")?,
            start: need("Position")?,
            misere: record.header("Rules") == Some("misere"),
            first: player("First").unwrap_or(Player::Left),
            left: seat("Left")?,
            right: seat("Right")?,
            moves: Vec::new(),
            ply: 0,
            resigned: None,
            changed: 0,
        };
        for made in &record.plies {
            let after = made.notes.iter().find(|(name, _)| name == AFTER);
            match after {
                Some((_, after)) => kept.push(made.text.clone(), after.clone()),
                None => kept.play(&made.text)?,
            }
        }
        let number = |name| record.header(name)?.parse().ok();
        let ply: Option<usize> = number("Ply").and_then(|ply: u64| ply.try_into().ok());
        kept.ply = ply.unwrap_or(kept.moves.len()).min(kept.moves.len());
        kept.resigned = player("Resigned");
        kept.changed = number(CHANGED).unwrap_or(0);
        Ok(kept)
    }

    fn convention(&self) -> Convention {
        match self.misere {
            true => Convention::Misere,
            false => Convention::Normal,
        }
    }

    pub fn seat(&self, player: Player) -> &Seat {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// Whose turn it is after so many moves.
    pub fn turn(&self, ply: usize) -> Player {
        match ply.is_multiple_of(2) {
            true => self.first,
            false => self.first.opposite(),
        }
    }

    /// How many moves there are, with those that were taken back.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The text of the position after so many moves.
    fn position(&self, ply: usize) -> &str {
        match ply.checked_sub(1).and_then(|last| self.moves.get(last)) {
            Some(made) => &made.after,
            None => &self.start,
        }
    }

    fn board(&self, ply: usize) -> Result<Arc<dyn Board>, Fault> {
        Ok(positions::read(&self.game, self.position(ply))?)
    }

    /// What players see. Only where play may not end do earlier moves matter.
    pub fn state(&self, ply: usize) -> Result<play::State, Fault> {
        let read = |ply| -> Result<play::State, Fault> {
            let state = play::State::read(&self.game, self.position(ply), self.convention())?;
            Ok(state.with_turn(self.turn(ply)))
        };
        let state = read(ply)?;
        if !state.is_loopy() {
            return Ok(state);
        }
        let mut state = read(0)?;
        for made in &self.moves[..ply] {
            let after = Component::read(&self.game, &made.after)?;
            state.play(&Move { place: 0, after });
        }
        Ok(state)
    }

    /// How the game has ended after so many moves: the winner, and why.
    pub fn ending(&self, ply: usize) -> Result<Option<(Option<Player>, String)>, Fault> {
        Ok(self.ending_in(&self.state(ply)?, ply))
    }

    /// The same, when the state after so many moves is known.
    fn ending_in(&self, state: &play::State, ply: usize) -> Option<(Option<Player>, String)> {
        if let Some(player) = self.resigned
            && ply == self.ply
        {
            let winner = player.opposite();
            let reason = format!("{player} resigns: {winner} wins");
            return Some((Some(winner), reason));
        }
        if ply >= LONGEST_GAME {
            return Some((None, "a draw: the game is too long".into()));
        }
        let ending = state.ending()?;
        Some((ending.winner(), ending.to_string()))
    }

    /// Whether what stands of the game is what stood of it then.
    pub fn stands_as(&self, then: &Kept) -> bool {
        self.ply == then.ply
            && self.resigned == then.resigned
            && self.moves[..self.ply] == then.moves[..then.ply]
    }

    /// The game as the page sees it after so many moves.
    pub fn view(&self, id: Option<&str>, ply: usize) -> Result<Value, Fault> {
        let board = self.board(ply)?;
        let scene = board.scene();
        let turn = self.turn(ply);
        let over = self.ending(ply)?;
        let last = match ply.checked_sub(1) {
            None => Vec::new(),
            Some(before) => {
                let board = self.board(before)?;
                let scene = board.scene();
                let paths = board.paths(&scene, &self.moves[before].text);
                let path = paths.into_iter().next().unwrap_or_default();
                let names: Vec<String> =
                    path.iter().map(|&s| scene.spots[s].name.clone()).collect();
                names
            }
        };
        let marked: Vec<usize> = last.iter().filter_map(|name| scene.spot(name)).collect();
        let legal = match over {
            Some(_) => Vec::new(),
            None => legal(&*board, turn, &scene, false)?,
        };
        let title = format!("{}, {turn} to move", board.info().title);
        let moves: Vec<&str> = self.moves.iter().map(|made| made.text.as_str()).collect();
        Ok(json!({
            "id": id,
            "game": self.game,
            "title": board.info().title,
            "start": self.start,
            "misere": self.misere,
            "first": Side::of(self.first),
            "left": self.left,
            "right": self.right,
            "moves": moves,
            "ply": ply,
            "plies": self.moves.len(),
            "current": self.ply,
            "turn": Side::of(turn),
            "impartial": board.is_impartial(),
            "loopy": board.is_loopy(),
            "over": over.map(|(winner, reason)| {
                json!({"winner": winner.map(Side::of), "reason": reason})
            }),
            "position": board.text(),
            "svg": draw::board(&scene, &title, &marked),
            "legal": legal,
            "nim": nim::prediction(&*board, self.misere),
        }))
    }

    /// Makes a move.
    pub fn play(&mut self, text: &str) -> Result<(), Fault> {
        let state = self.state(self.ply)?;
        self.play_from(state, text)?;
        Ok(())
    }

    /// Makes a move in the state that is there, and tells what comes of it.
    fn play_from(&mut self, mut state: play::State, text: &str) -> Result<play::State, Fault> {
        if let Some((_, reason)) = self.ending_in(&state, self.ply) {
            return Err(over(&reason));
        }
        match state.understand(text)? {
            Typed::Move(text, mv) => {
                self.push(text, mv.after.text());
                state.play(&mv);
                Ok(state)
            }
            Typed::Illegal(reason) => {
                // What the terminal lists is on the board here.
                let mut said = reason
                    .split("; ")
                    .filter(|part| !part.starts_with("`moves`"));
                let error = said.next().unwrap_or("that is no move");
                let hint = said.next().unwrap_or("what can be clicked is marked");
                Err(Fault::bad(error, hint))
            }
        }
    }

    /// A move that is known to be one.
    fn push(&mut self, text: String, after: String) {
        self.moves.truncate(self.ply);
        self.moves.push(Made { text, after });
        self.ply += 1;
    }

    /// Takes moves back until a person is to move again.
    pub fn undo(&mut self) -> Result<(), Fault> {
        if self.resigned.take().is_some() {
            return Ok(());
        }
        let mut ply = self.ply;
        while ply > 0 {
            ply -= 1;
            if self.seat(self.turn(ply)).is_human() {
                break;
            }
        }
        match ply == self.ply {
            true => Err(Fault::bad("no move was made yet", "make one")),
            false => {
                self.ply = ply;
                Ok(())
            }
        }
    }

    /// Makes moves again that were taken back.
    pub fn redo(&mut self) -> Result<(), Fault> {
        if self.ply == self.moves.len() {
            return Err(Fault::bad("no move was taken back", "make one"));
        }
        self.ply += 1;
        while self.ply < self.moves.len() && !self.seat(self.turn(self.ply)).is_human() {
            self.ply += 1;
        }
        Ok(())
    }
}

/// The first header of a kept game: when it was last changed.
const CHANGED: &str = "Changed";

/// When a kept game was last changed, without reading all of it.
pub fn changed(record: &[u8]) -> u64 {
    let head = String::from_utf8_lossy(&record[..record.len().min(60)]);
    let rest = head.split_once("[Changed \"").map_or("", |(_, rest)| rest);
    let digits = rest.split('"').next().unwrap_or("");
    digits.parse().unwrap_or(0)
}

/// What cannot be done to a game that has ended.
pub fn over(reason: &str) -> Fault {
    Fault::bad(
        format!("the game is over: {reason}"),
        "undo a move, or begin another game",
    )
}

fn side(player: Player) -> &'static str {
    match player {
        Player::Left => "left",
        Player::Right => "right",
    }
}

/// Whether a player's moves can be listed.
pub fn clickable(board: &dyn Board, player: Player) -> Result<(), Fault> {
    let mut count = 0;
    let all = board.component().options(player, &mut |_| {
        count += 1;
        match count > MOST_MOVES {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    match all {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(too_many()),
    }
}

/// The moves of a player and what to click for them; `after` tells where they
/// lead, too.
pub fn legal(
    board: &dyn Board,
    player: Player,
    scene: &Scene,
    after: bool,
) -> Result<Vec<Value>, Fault> {
    clickable(board, player)?;
    let component = board.component();
    let mut moves = Vec::new();
    let all = component.moves(player, &mut |mv| {
        let text = mv.to_string();
        let mut object = json!({"paths": board.paths(scene, &text), "move": text});
        if after {
            object["position"] = component.play(player, &mv).text().into();
        }
        moves.push(object);
        // Several moves may lead to the same option.
        match moves.len() > 4 * MOST_MOVES {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    match all {
        ControlFlow::Continue(()) => Ok(moves),
        ControlFlow::Break(()) => Err(too_many()),
    }
}

fn too_many() -> Fault {
    Fault::bad(
        format!("the position has more than {MOST_MOVES} moves"),
        "choose a smaller one, or ask the command line",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    fn begin(moves: &[&str], budget: &Budget) -> Result<Kept, Fault> {
        let begin = json!({"game": "nim", "position": "3,4", "moves": moves});
        Kept::begin(serde_json::from_value(begin).unwrap(), budget)
    }

    #[test]
    fn a_game_is_begun_in_its_time_or_not_at_all() {
        let moves = ["take 1 from heap 3", "take 4 from heap 4"];
        let kept = begin(&moves, &Budget::unlimited()).unwrap();
        assert_eq!((kept.ply, kept.position(2)), (2, "2,0"));
        let late = Budget::unlimited().with_deadline(Instant::now());
        let fault = begin(&moves, &late).err().unwrap();
        assert_eq!(fault.status.as_u16(), 422);
    }

    /// What a computer thought about counts only for the game that it saw.
    #[test]
    fn a_game_that_went_on_is_another() {
        let none = Budget::unlimited();
        let then = begin(&["take 1 from heap 3"], &none).unwrap();
        let mut now = then.clone();
        assert!(now.stands_as(&then));
        now.undo().unwrap();
        now.play("take 2 from heap 3").unwrap();
        assert_eq!(now.ply, then.ply);
        assert!(!now.stands_as(&then));
    }
}
