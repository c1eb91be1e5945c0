//! A game of Latrunculus as it is kept: the throws, the turns, and the actions
//! of the turn under way.

use play::latrunculus::{begin, find_commander};
use play::{LEVELS, Record};
use rules::Random;
use rules::latrunculus::{Board, INFO, Options, State, THROWS, Turn, colour, write_actions};
use serde::{Deserialize, Serialize};
use values::Player;

use super::super::api::LONGEST_TEXT;
use super::super::fault::Fault;
use super::super::kept::{LONGEST_GAME, Seat, Side, over};
use super::super::shelf::Shelved;

/// A game to begin.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    /// The agreed rules, such as `behind,lead=8`.
    #[serde(default)]
    rules: String,
    #[serde(default = "start")]
    position: String,
    #[serde(default = "left")]
    first: Side,
    #[serde(default = "Seat::human")]
    left: Seat,
    #[serde(default = "Seat::human")]
    right: Seat,
    /// Whether the players throw a die of their own and say what it shows.
    #[serde(default)]
    own_die: bool,
}

fn start() -> String {
    "start".into()
}

fn left() -> Side {
    Side::Left
}

/// A game as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    pub changed: u64,
    pub rules: String,
    pub start: String,
    pub first: Side,
    pub left: Seat,
    pub right: Seat,
    pub own_die: bool,
    /// The throws, one for each turn and perhaps for the turn under way. Who
    /// takes turns back does not throw again.
    pub throws: Vec<u8>,
    /// The turns, those that were taken back last.
    pub turns: Vec<Made>,
    /// How many of them stand.
    pub ply: usize,
    /// The actions of the turn under way, those that were taken back last.
    pub done: Vec<String>,
    /// How many of them stand.
    pub spent: usize,
    pub resigned: Option<Side>,
}

/// A turn that was made, and the board after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    pub text: String,
    pub after: String,
}

impl Shelved for Kept {
    const SHELF: &'static str = "latrunculus";

    fn changed(&mut self) -> &mut u64 {
        &mut self.changed
    }

    fn label(&self) -> (String, String) {
        let (left, right) = (&self.left.player, &self.right.player);
        let about = format!("{} turns; {left} against {right}", self.ply);
        (INFO.title.to_owned(), about)
    }
}

impl Kept {
    pub fn begin(begin: Begin) -> Result<Self, Fault> {
        for text in [&begin.rules, &begin.position] {
            if text.len() > LONGEST_TEXT {
                let hint = format!("at most {LONGEST_TEXT} bytes are read");
                return Err(Fault::bad("the position or the rules are too long", hint));
            }
        }
        let options = read_rules(&begin.rules)?;
        let board = options.position(&begin.position)?;
        State::new(options, board, begin.first.player())?;
        for seat in [&begin.left, &begin.right] {
            if !seat.is_human() {
                find_commander(&seat.player)?;
            }
            if !LEVELS.contains(&seat.level) {
                let hint = format!("levels are {} to {}", LEVELS.start(), LEVELS.end());
                let error = format!("there is no level {}", seat.level);
                return Err(Fault::bad(error, hint));
            }
        }
        Ok(Kept {
            rules: options.write().unwrap_or_default(),
            start: board.write(),
            first: begin.first,
            left: begin.left,
            right: begin.right,
            own_die: begin.own_die,
            throws: Vec::new(),
            turns: Vec::new(),
            ply: 0,
            done: Vec::new(),
            spent: 0,
            resigned: None,
            changed: 0,
        })
    }

    pub fn seat(&self, player: Player) -> &Seat {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// The game after so many turns.
    pub fn state(&self, ply: usize) -> Result<State, Fault> {
        let options = read_rules(&self.rules)?;
        let start = Board::read(&self.start)?;
        let mut state = State::new(options, start, self.first.player())?;
        for made in self.turns.iter().take(ply) {
            state = state.after(&Board::read(&made.after)?);
        }
        Ok(state)
    }

    /// The throw of the turn under way.
    pub fn thrown(&self) -> Option<u8> {
        self.throws.get(self.ply).copied()
    }

    pub fn is_thrown(&self) -> bool {
        self.thrown().is_some()
    }

    /// The turn under way, if the die is thrown.
    pub fn turn(&self) -> Result<Option<Turn>, Fault> {
        let Some(throw) = self.thrown() else {
            return Ok(None);
        };
        let mut turn = self.state(self.ply)?.turn(throw);
        for text in self.done.iter().take(self.spent) {
            turn.read(text)?;
        }
        Ok(Some(turn))
    }

    /// How the game has ended after so many turns: the winner, and why.
    pub fn ending(&self, state: &State, ply: usize) -> Option<(Option<Side>, String)> {
        if let Some(side) = self.resigned.filter(|_| ply == self.ply) {
            let [loser, winner] = [side.player(), -side.player()];
            let reason = format!("{} wins: {} resigns", colour(winner), colour(loser));
            return Some((Some(Side::of(winner)), reason));
        }
        if let Some(verdict) = state.verdict {
            return Some((verdict.winner().map(Side::of), verdict.words()));
        }
        (ply >= LONGEST_GAME).then(|| (None, "a draw: the game is too long".into()))
    }

    /// Refuses to do anything in a game that is over.
    pub fn going_on(&self) -> Result<(), Fault> {
        match self.ending(&self.state(self.ply)?, self.ply) {
            None => Ok(()),
            Some((_, reason)) => Err(over(&reason)),
        }
    }

    /// The turn under way, in which something may be done.
    fn under_way(&self) -> Result<Turn, Fault> {
        self.going_on()?;
        self.turn()?.ok_or_else(|| {
            let hint = match self.own_die {
                true => "say what your die shows",
                false => "throw the die first",
            };
            Fault::bad("the die is not thrown yet", hint)
        })
    }

    /// Throws the die; a die of one's own has been thrown already.
    pub fn throw(&mut self, shown: Option<u8>, random: &mut Random) -> Result<(), Fault> {
        self.going_on()?;
        let throw = match (shown, self.own_die) {
            (None, true) => {
                let hint = "send what it shows as roll, 1 to 6";
                return Err(Fault::bad("you throw a die of your own", hint));
            }
            (Some(_), false) => {
                let hint = "begin a game with own_die to choose the throws";
                return Err(Fault::bad("the die is thrown here", hint));
            }
            (Some(shown), true) if THROWS.contains(&shown) => shown,
            (Some(shown), true) => {
                return Err(Fault::bad(
                    format!("no die shows {shown}"),
                    "it shows 1 to 6",
                ));
            }
            (None, false) => random.below(6) as u8 + 1,
        };
        if self.is_thrown() {
            // Who throws himself may correct what he said.
            if !self.own_die || self.spent > 0 {
                let hint = "spend the pips, or end the turn";
                return Err(Fault::bad("the die is thrown already", hint));
            }
            self.turns.truncate(self.ply);
            self.done.clear();
        }
        self.throws.truncate(self.ply);
        self.throws.push(throw);
        Ok(())
    }

    /// Does what a text says.
    pub fn act(&mut self, text: &str) -> Result<(), Fault> {
        let mut turn = self.under_way()?;
        turn.read(text)?;
        self.forget_what_was_taken_back();
        let more = turn.done().iter().skip(self.spent);
        self.done
            .extend(more.map(|&action| write_actions(&[action])));
        self.spent = self.done.len();
        Ok(())
    }

    /// Ends the turn.
    pub fn end(&mut self) -> Result<(), Fault> {
        let turn = self.under_way()?;
        let after = turn.end()?.write();
        let text = turn.text();
        self.forget_what_was_taken_back();
        self.done.clear();
        self.spent = 0;
        self.turns.push(Made { text, after });
        self.ply += 1;
        Ok(())
    }

    /// Whether what stands of the game is what stood of it then.
    pub fn stands_as(&self, then: &Kept) -> bool {
        (self.ply, self.spent, self.thrown()) == (then.ply, then.spent, then.thrown())
            && self.resigned == then.resigned
            && self.turns[..self.ply] == then.turns[..then.ply]
            && self.done[..self.spent] == then.done[..then.spent]
    }

    /// Plays a turn from its beginning to its end.
    pub fn whole_turn(&mut self, text: &str) -> Result<(), Fault> {
        self.spent = 0;
        self.act(text)?;
        self.end()
    }

    fn forget_what_was_taken_back(&mut self) {
        self.done.truncate(self.spent);
        self.turns.truncate(self.ply);
        if self.own_die {
            self.throws.truncate(self.ply + 1);
        }
    }

    /// The game so far as a record.
    pub fn record(&self) -> Result<Record, Fault> {
        let mut record = begin(&self.state(0)?);
        record.set("Left", self.left.written());
        record.set("Right", self.right.written());
        let result = match self.ending(&self.state(self.ply)?, self.ply) {
            None => "*",
            Some((None, _)) => "draw",
            Some((Some(Side::Left), _)) => "left",
            Some((Some(Side::Right), _)) => "right",
        };
        record.set("Result", result);
        for (ply, made) in self.turns.iter().take(self.ply).enumerate() {
            let throw = self.throws.get(ply).map(u8::to_string);
            let notes = throw.map(|throw| ("roll".to_owned(), throw));
            record.push(self.mover(ply), notes.into_iter().collect(), &*made.text);
        }
        Ok(record)
    }

    pub fn resign(&mut self, side: Option<Side>) -> Result<(), Fault> {
        self.going_on()?;
        let turn = self.state(self.ply)?.player;
        self.resigned = Some(side.unwrap_or(Side::of(turn)));
        Ok(())
    }

    /// Takes the last action back; before the first one the last turns, until
    /// a person is to move again.
    pub fn undo(&mut self) -> Result<(), Fault> {
        if self.resigned.take().is_some() {
            return Ok(());
        }
        if self.spent > 0 {
            self.spent -= 1;
            return Ok(());
        }
        if self.ply == 0 {
            return Err(Fault::bad("nothing was done yet", "throw the die"));
        }
        self.done.clear();
        while self.ply > 0 {
            self.ply -= 1;
            if self.seat(self.mover(self.ply)).is_human() {
                break;
            }
        }
        Ok(())
    }

    /// Does again what was taken back.
    pub fn redo(&mut self) -> Result<(), Fault> {
        if self.spent < self.done.len() {
            self.spent += 1;
            return Ok(());
        }
        if self.ply == self.turns.len() || self.spent > 0 {
            return Err(Fault::bad("nothing was taken back", "go on"));
        }
        self.ply += 1;
        while self.ply < self.turns.len() && !self.seat(self.mover(self.ply)).is_human() {
            self.ply += 1;
        }
        Ok(())
    }

    /// Whose turn it is after so many turns.
    pub fn mover(&self, ply: usize) -> Player {
        let first = self.first.player();
        if ply.is_multiple_of(2) { first } else { -first }
    }
}

fn read_rules(text: &str) -> Result<Options, Fault> {
    let text = text.trim();
    Ok(Options::read((!text.is_empty()).then_some(text))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::latrunculus::replay;

    #[test]
    fn a_kept_game_is_a_record_that_can_be_replayed() {
        let begin = serde_json::from_str(r#"{"rules":"behind,lead=8","own_die":true}"#).unwrap();
        let mut kept = Kept::begin(begin).unwrap();
        let mut random = Random::new(1);
        for (throw, text) in [(2, "a6-a5-b4"), (1, "a3-a4"), (3, "h6-h5 g6-g5")] {
            kept.throw(Some(throw), &mut random).unwrap();
            assert!(kept.end().is_err());
            kept.act(text).unwrap();
            kept.end().unwrap();
        }
        kept.undo().unwrap();
        assert_eq!((kept.ply, kept.thrown()), (2, Some(3)));
        kept.redo().unwrap();
        let record = kept.record().unwrap();
        assert!(record.to_string().contains("3. left [roll 3] h6-h5 g6-g5"));
        let states = replay(&record).unwrap();
        assert_eq!(states.last().copied(), kept.state(3).ok());
    }

    #[test]
    fn a_throw_stands() {
        let mut kept = Kept::begin(serde_json::from_str("{}").unwrap()).unwrap();
        let mut random = Random::new(1);
        assert!(kept.act("d6-d5").is_err());
        kept.throw(None, &mut random).unwrap();
        assert!(kept.throw(None, &mut random).is_err());
        assert!(kept.throw(Some(6), &mut random).is_err());
        let throw = kept.thrown();
        kept.act("d6-d5").unwrap();
        kept.end().unwrap();
        kept.throw(None, &mut random).unwrap();
        let next = kept.thrown();
        // Who takes a turn back meets the same throws again.
        kept.undo().unwrap();
        assert_eq!(kept.thrown(), throw);
        kept.act("d6-e5").unwrap();
        kept.end().unwrap();
        assert_eq!(kept.thrown(), next);
    }
}
