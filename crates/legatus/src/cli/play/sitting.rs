//! A game in the terminal, whatever is played: how it is kept, saved, loaded,
//! taken back and left.

use play::{Contestable, Record, Seat, Session};
use std::path::Path;
use values::Budget;

use super::super::editor::split;
use super::super::talk::{Talk, leaves};
use super::super::{Exit, Stop, reason};
use super::keep::{self, KEPT, Keep};

/// A game in progress, and who is talked to about it.
pub struct Sitting<'o, K: Kind> {
    pub session: Session<K::Game>,
    /// What only this kind of game has.
    pub kind: K,
    pub talk: Talk<'o>,
    pub keep: Keep,
    pub budget: Budget,
}

/// A kind of game in the terminal.
pub trait Kind: Sized {
    type Game: Contestable;

    /// What the names of the files of kept games begin with.
    const PREFIX: &'static str = "";

    /// Whether a game without turns is kept, too.
    const KEEPS_EMPTY: bool = false;

    /// Shows the game as it stands.
    fn show(sitting: &mut Sitting<'_, Self>) -> Result<(), Stop>;

    /// The game as it is kept and saved.
    fn record(&self, session: &Session<Self::Game>) -> values::Result<Record> {
        session.record()
    }

    /// Makes room for a game that was loaded; or says why it cannot be played.
    fn adopt(&mut self, record: &Record, session: &Session<Self::Game>) -> Result<(), String>;

    /// Goes on with a game that was over.
    fn reopen(sitting: &mut Sitting<'_, Self>) -> Result<(), Stop> {
        sitting.session.resigned = None;
        sitting.take_back_to_person()?;
        Self::show(sitting)
    }

    /// What is said of a file that cannot be written.
    fn unwritten(file: &str, why: &str) -> String {
        format!("error: {file}: {why}")
    }

    /// What is said of a file that cannot be read.
    fn unread(file: &str, why: Unread) -> String {
        match why {
            Unread::File(why) | Unread::Game(why) => format!("error: {file}: {why}"),
            Unread::Empty => format!("error: {file}: there is no game in it"),
        }
    }
}

/// Why a file has no game to go on with.
pub enum Unread {
    File(String),
    Game(String),
    Empty,
}

const AFTER_THE_END: &[&str] = &["undo", "save ", "load ", "board", "quit"];

impl<K: Kind> Sitting<'_, K> {
    pub fn say(&mut self, text: &str) -> Result<(), Stop> {
        self.talk.say(text)
    }

    /// What the two players are called here, and who they are.
    pub fn names(&self) -> [String; 2] {
        [0, 1].map(|side| self.session.seats[side].to_string())
    }

    /// Leaves the game, which is kept.
    pub fn leave(&mut self) -> Result<Exit, Stop> {
        self.keep()?;
        self.tell_kept()?;
        Ok(Exit::Answered)
    }

    /// Says that the game is kept, if it is.
    pub fn tell_kept(&mut self) -> Result<(), Stop> {
        match self.keep.is_kept() {
            true => self.say(KEPT),
            false => Ok(()),
        }
    }

    /// Keeps the game at hand, for when the terminal is closed.
    pub fn keep(&mut self) -> Result<(), Stop> {
        let empty = self.session.ply() == 0 && !K::KEEPS_EMPTY;
        if empty || !self.session.has_people() {
            return Ok(());
        }
        let failed = match self.kind.record(&self.session) {
            Ok(record) => self.keep.save(&record),
            Err(error) => Some(error.to_string()),
        };
        match failed {
            Some(why) => self.say(&format!("this game is not kept: {why}")),
            None => Ok(()),
        }
    }

    /// Back to where the person at the keyboard was last to move.
    pub fn take_back_to_person(&mut self) -> Result<bool, Stop> {
        let session = &self.session;
        let back = session.last_turn_of(|player| session.seat(player).is_human());
        self.take_back(back)
    }

    /// Back to before this turn, if there is one.
    pub fn take_back(&mut self, back: Option<usize>) -> Result<bool, Stop> {
        let Some(ply) = back else {
            self.say("there is nothing to take back")?;
            return Ok(false);
        };
        let back = self.session.go_to(ply);
        back.map_err(|bad| Stop::new(Exit::BadInput, bad))?;
        match ply == 0 && !K::KEEPS_EMPTY {
            true => self.keep.forget(),
            false => self.keep()?,
        }
        Ok(true)
    }

    /// A game that is over can be looked at, saved and taken back; false when
    /// nothing of it is wanted.
    pub fn after_the_end(&mut self) -> Result<bool, Stop> {
        self.keep.forget();
        loop {
            let question = "over (undo, save FILE, quit)>";
            let line = self.talk.ask_among(question, AFTER_THE_END, Vec::new)?;
            let Some(line) = line else {
                return Ok(false);
            };
            let (word, rest) = split(&line);
            match word.to_lowercase().as_str() {
                "" => {}
                word if leaves(word) => return Ok(false),
                "undo" | "u" => {
                    K::reopen(self)?;
                    return Ok(true);
                }
                "save" => self.save(rest)?,
                "load" => {
                    if self.load(rest)? {
                        return Ok(true);
                    }
                }
                "board" | "b" => K::show(self)?,
                _ => self.say("the game is over: undo, save FILE, load FILE, board or quit")?,
            }
        }
    }

    /// Writes the game to a file.
    pub fn save(&mut self, file: &str) -> Result<(), Stop> {
        if file.is_empty() {
            return self.say("write `save FILE`");
        }
        let record = match self.kind.record(&self.session) {
            Ok(record) => record,
            Err(error) => return self.say(&format!("error: {error}")),
        };
        let said = match keep::write(Path::new(file), &record) {
            Ok(()) => format!("wrote {file}"),
            Err(error) => K::unwritten(file, &reason(&error)),
        };
        self.say(&said)
    }

    /// Goes on with the first game of a file. Whether there is one.
    pub fn load(&mut self, file: &str) -> Result<bool, Stop> {
        if file.is_empty() {
            self.say("write `load FILE`")?;
            return Ok(false);
        }
        match self.open(file) {
            Ok(session) => {
                let keep = Keep::of(K::PREFIX, &session.start().headers());
                if !keep.is_place_of(&self.keep) {
                    self.keep = keep;
                }
                self.session = session;
                K::show(self)?;
                Ok(true)
            }
            Err(why) => {
                self.say(&K::unread(file, why))?;
                Ok(false)
            }
        }
    }

    fn open(&mut self, file: &str) -> Result<Session<K::Game>, Unread> {
        let records = keep::read(Path::new(file)).map_err(|error| Unread::File(reason(&error)))?;
        let records = records.map_err(|bad| Unread::Game(bad.to_string()))?;
        let record = records.first().ok_or(Unread::Empty)?;
        let session = Session::read(record, self.session.seats.clone());
        let session = session.map_err(|bad| Unread::Game(bad.to_string()))?;
        self.kind
            .adopt(record, &session)
            .map_err(Unread::Game)
            .map(|()| session)
    }
}

/// The seats of a game until it is known who plays.
pub fn nobody() -> [Seat; 2] {
    [Seat::human(), Seat::human()]
}
