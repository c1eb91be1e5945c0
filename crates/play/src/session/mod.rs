//! A game in progress: who plays, what was played, and what stands of it.

mod contestable;
mod plain;
mod seat;

pub use contestable::{Contestable, Finish, replay};
pub use seat::Seat;

use crate::record::{BadRecord, Ply, Record, read_side};
use std::sync::OnceLock;
use values::{Error, Player, Result};

/// The note of a turn that tells the position after it, so that a kept game
/// need not be played again to be shown. Only what was written here has it.
pub const AFTER: &str = "after";

/// What a record tells, if it does.
type Recalled<T> = std::result::Result<T, BadRecord>;

impl Ply {
    /// Whether two turns are one: what is noted of them may differ.
    #[must_use]
    pub fn is_as(&self, other: &Ply) -> bool {
        self.text == other.text && self.note(AFTER) == other.note(AFTER)
    }
}

/// A game in progress: players, turns, whose turn it is, taking back to a
/// person's turn, resignation, ending and record, whatever is played.
///
/// Turns that were taken back can be made again until another is made.
/// Positions are found when they are asked for, and once.
///
/// ```
/// use play::{Seat, Session, State};
/// use solve::Convention;
/// let start = State::read("nim", "1,2", Convention::Normal).unwrap();
/// let mut session = Session::new(start, [Seat::human(), Seat::computer("nim", None)]);
/// for _ in 0..2 {
///     let mv = session.now().moves().unwrap().remove(0);
///     session.play(&mv);
/// }
/// assert_eq!(session.plies()[0].text, "take 1 from heap 1");
/// assert!(session.undo().unwrap());
/// assert_eq!((session.ply(), session.all_plies().len()), (0, 2));
/// session.resigned = Some(session.mover());
/// assert_eq!(session.finish().unwrap().reason, "Left resigns: Right wins");
/// ```
#[derive(Clone, Debug)]
pub struct Session<G> {
    /// Who plays Left, and who Right.
    pub seats: [Seat; 2],
    /// Who has resigned.
    pub resigned: Option<Player>,
    /// The number of turns after which the game is a draw.
    pub longest: usize,
    start: G,
    now: G,
    /// The turns, those that were taken back last.
    plies: Vec<Ply>,
    /// How many of them stand.
    standing: usize,
    /// The positions before each turn and after the last, once they were found.
    found: Vec<OnceLock<G>>,
    /// The first turn that has no notation, and why.
    unwritten: Option<(usize, Error)>,
}

impl<G: Contestable> Session<G> {
    /// A game that begins.
    #[must_use]
    pub fn new(start: G, seats: [Seat; 2]) -> Self {
        Session {
            seats,
            now: start.clone(),
            start,
            plies: Vec::new(),
            standing: 0,
            found: vec![OnceLock::new()],
            resigned: None,
            unwritten: None,
            longest: usize::MAX,
        }
    }

    /// A game that was written down by anybody: every turn is checked.
    pub fn read(record: &Record, seats: [Seat; 2]) -> Recalled<Self> {
        let start = G::start(record).map_err(|bad| BadRecord::at(1, bad))?;
        let mut session = Session::new(start, seats);
        replay(record, |before: &G, turn| {
            session.now = before.clone();
            session.play(&turn);
        })?;
        Ok(session)
    }

    /// A game from its start with turns that were written down here and are
    /// trusted; the first of them stand.
    pub fn recall(start: G, seats: [Seat; 2], plies: Vec<Ply>, standing: usize) -> Recalled<Self> {
        let mut session = Session::new(start, seats);
        session.found.resize_with(plies.len() + 1, OnceLock::new);
        session.plies = plies;
        if let Some(first) = session.plies.first() {
            let prelude = session.now.prelude(first);
            prelude.map_err(|reason| BadRecord::at(first.line, reason))?;
        }
        session.go_to(standing.min(session.plies.len()))?;
        Ok(session)
    }

    /// A game as [`whole_record`](Self::whole_record) writes it.
    pub fn recall_record(record: Record) -> Recalled<Self> {
        let bad = |bad: rules::BadInput| BadRecord::at(1, bad);
        let seat = |name| record.header(name).map_or(Ok(Seat::human()), Seat::read);
        let seats = [seat("Left").map_err(bad)?, seat("Right").map_err(bad)?];
        let start = G::start(&record).map_err(bad)?;
        let resigned = record.header("Resigned").and_then(read_side);
        let standing = record.header("Ply").and_then(|ply| ply.parse().ok());
        let standing = standing.unwrap_or(record.plies.len());
        let mut session = Session::recall(start, seats, record.plies, standing)?;
        session.resigned = resigned;
        Ok(session)
    }

    /// Where the game began.
    #[must_use]
    pub fn start(&self) -> &G {
        &self.start
    }

    /// Where it stands.
    #[must_use]
    pub fn now(&self) -> &G {
        &self.now
    }

    /// Changes what is there before the next turn, as a referee does.
    pub fn prepare<T>(&mut self, change: impl FnOnce(&mut G) -> T) -> T {
        change(&mut self.now)
    }

    /// How many turns stand.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.standing
    }

    /// The turns that stand.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies[..self.standing]
    }

    /// All turns: those that stand, then those that were taken back.
    #[must_use]
    pub fn all_plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Whose turn it is.
    #[must_use]
    pub fn mover(&self) -> Player {
        self.now.mover()
    }

    /// Who plays a side.
    #[must_use]
    pub fn seat(&self, player: Player) -> &Seat {
        &self.seats[player as usize]
    }

    /// Whether a person plays.
    #[must_use]
    pub fn has_people(&self) -> bool {
        self.seats.iter().any(Seat::is_human)
    }

    /// The side of the only person who plays.
    #[must_use]
    pub fn only_person(&self) -> Option<Player> {
        match [0, 1].map(|side| self.seats[side].is_human()) {
            [true, false] => Some(Player::Left),
            [false, true] => Some(Player::Right),
            _ => None,
        }
    }

    /// The position after `ply` turns.
    pub fn position(&self, ply: usize) -> Recalled<&G> {
        match self.known(ply) {
            Some(known) => Ok(known),
            None => {
                let found = self.find(ply)?;
                Ok(self.found[ply].get_or_init(|| found))
            }
        }
    }

    /// Finds the position after `ply` turns, from the nearest one before it
    /// that is known.
    fn find(&self, ply: usize) -> Recalled<G> {
        let wrong = |line: usize| move |reason: String| BadRecord::at(line, reason);
        let last = ply.checked_sub(1).map(|last| &self.plies[last]);
        let leap = last.and_then(|last| Some((last.line, self.start.leap(last)?)));
        let (mut position, from) = match leap {
            Some((line, leapt)) => (leapt.map_err(wrong(line))?, ply),
            None => {
                let mut known = (0..ply)
                    .rev()
                    .filter_map(|ply| Some((self.known(ply)?, ply)));
                let (known, from) = known.next().unwrap_or((&self.start, 0));
                (known.clone(), from)
            }
        };
        for made in from..ply {
            if made + 1 == ply {
                // What is marked on a board is told from the one before it.
                self.found[made].get_or_init(|| position.clone());
            }
            let (made, next) = (&self.plies[made], self.plies.get(made + 1));
            let turn = position.recall(made).map_err(wrong(made.line))?;
            position.make(&turn);
            if let Some(next) = next {
                position.prelude(next).map_err(wrong(next.line))?;
            }
        }
        Ok(position)
    }

    fn known(&self, ply: usize) -> Option<&G> {
        match ply == self.standing {
            true => Some(&self.now),
            false => self.found[ply].get(),
        }
    }

    /// Makes a turn of the player to move, which is a legal one. What was
    /// taken back is forgotten. Where there are too many moves to find the
    /// turn's notation among them, there is no record from here on.
    pub fn play(&mut self, turn: &G::Turn) {
        let written = self.now.written(turn);
        self.unwritten
            .take_if(|(unwritten, _)| *unwritten >= self.standing);
        let (notes, text) = written.unwrap_or_else(|error| {
            self.unwritten.get_or_insert((self.standing, error));
            (Vec::new(), "?".to_owned())
        });
        self.play_as(turn, notes, text);
    }

    /// Makes a turn that is written so.
    pub fn play_as(&mut self, turn: &G::Turn, notes: Vec<(String, String)>, text: String) {
        self.forget_taken_back();
        self.plies.push(Ply::new(self.now.mover(), notes, text));
        self.found[self.standing] = OnceLock::from(self.now.clone());
        self.found.push(OnceLock::new());
        self.now.make(turn);
        self.standing += 1;
    }

    /// Forgets the turns that were taken back.
    pub fn forget_taken_back(&mut self) {
        self.plies.truncate(self.standing);
        self.found.truncate(self.standing + 1);
    }

    /// Adds a note to a turn, in place of one with the same name.
    pub fn note(&mut self, ply: usize, name: &str, value: String) {
        let notes = &mut self.plies[ply].notes;
        notes.retain(|(known, _)| known != name);
        notes.push((name.to_owned(), value));
    }

    /// Takes back or makes again until `ply` turns stand.
    pub fn go_to(&mut self, ply: usize) -> Recalled<()> {
        let then = self.position(ply)?.clone();
        let now = std::mem::replace(&mut self.now, then);
        self.found[self.standing] = OnceLock::from(now);
        self.standing = ply;
        Ok(())
    }

    /// Before which turn a player was last to move who is meant.
    #[must_use]
    pub fn last_turn_of(&self, meant: impl Fn(Player) -> bool) -> Option<usize> {
        self.plies().iter().rposition(|ply| meant(ply.player))
    }

    /// Takes turns back until a person is to move again; false if none is.
    pub fn undo(&mut self) -> Recalled<bool> {
        match self.last_turn_of(|player| self.seat(player).is_human()) {
            Some(ply) => self.go_to(ply).map(|()| true),
            None => Ok(false),
        }
    }

    /// Makes turns again that were taken back, until a person is to move;
    /// false if there are none.
    pub fn redo(&mut self) -> Recalled<bool> {
        let Some(rest) = self.plies.get(self.standing + 1..) else {
            return Ok(false);
        };
        let human = |ply: &Ply| self.seat(ply.player).is_human();
        let more = rest.iter().position(human).unwrap_or(rest.len());
        self.go_to(self.standing + 1 + more).map(|()| true)
    }

    /// How the game has ended, if it has.
    #[must_use]
    pub fn finish(&self) -> Option<Finish> {
        let Some(loser) = self.resigned else {
            return self.finish_in(&self.now, self.standing);
        };
        let [loses, wins] = [loser, -loser].map(|player| G::NAMES[player as usize]);
        Some(Finish {
            winner: Some(-loser),
            reason: format!("{loses} resigns: {wins} wins"),
        })
    }

    /// How the game had ended after `ply` turns.
    pub fn finish_at(&self, ply: usize) -> Recalled<Option<Finish>> {
        Ok(match ply == self.standing {
            true => self.finish(),
            false => self.finish_in(self.position(ply)?, ply),
        })
    }

    fn finish_in(&self, position: &G, ply: usize) -> Option<Finish> {
        let too_long = || Finish {
            winner: None,
            reason: "a draw: the game is too long".to_owned(),
        };
        let finish = position.finish();
        finish.or_else(|| (ply >= self.longest).then(too_long))
    }

    /// Whether what stands of the game is what stood of it then.
    #[must_use]
    pub fn stands_as(&self, then: &Self) -> bool {
        let mut pairs = self.plies().iter().zip(then.plies());
        (self.standing, self.resigned) == (then.standing, then.resigned)
            && pairs.all(|(one, other)| one.is_as(other))
    }

    /// The turns that stand, without who made them: a record for anybody.
    pub fn turns_record(&self) -> Result<Record> {
        if let Some((ply, error)) = &self.unwritten
            && *ply < self.standing
        {
            return Err(error.clone());
        }
        let mut record = self.start.headers();
        record.plies = self.plies().to_vec();
        for ply in &mut record.plies {
            ply.notes.retain(|(name, _)| name != AFTER);
        }
        Ok(record)
    }

    /// The game so far: a record for anybody.
    pub fn record(&self) -> Result<Record> {
        let mut record = self.turns_record()?;
        for (name, seat) in ["Left", "Right"].iter().zip(&self.seats) {
            record.set(name, seat.to_string());
        }
        let winner = self.finish().map(|finish| finish.winner);
        let result = match winner {
            None => "*",
            Some(None) => "draw",
            Some(Some(winner)) => winner.name(),
        };
        record.set("Result", result);
        Ok(record)
    }

    /// All that there is of the game, with what was taken back and where turns
    /// lead: a record for [`recall_record`](Self::recall_record).
    pub fn whole_record(&self) -> Result<Record> {
        let mut record = self.record()?;
        if let Some(loser) = self.resigned {
            record.set("Resigned", loser.name());
        }
        if self.standing < self.plies.len() {
            record.set("Ply", self.standing.to_string());
        }
        record.plies.clone_from(&self.plies);
        Ok(record)
    }
}

#[cfg(test)]
mod tests;
