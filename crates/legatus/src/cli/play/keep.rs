//! Games that were left, kept until they are gone on with.

use play::{BadRecord, Contestable, Record, Session};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::super::talk::Talk;
use super::super::{Exit, Stop, data_directory, reason};
use super::sitting::nobody;
use ask::replace::{Replacement, clean_directory};

/// Where the game at hand is kept: one for each game, variant and position.
pub struct Keep {
    path: Option<PathBuf>,
    kind: String,
    /// What the file would have been called before positions had a part in
    /// the name.
    old_names: [String; 2],
    /// What the file had when it was read or written here last. A file with
    /// anything else is another game, and stays.
    seen: Option<String>,
    /// Whether that is the game at hand, not one whose place it may take.
    at_hand: bool,
    /// Whether somebody was told that this game is not kept.
    told: bool,
}

/// What is said of a game that was left.
pub const KEPT: &str = "the game is kept; the same command goes on with it";

/// Larger files are no games of ours.
const MOST_BYTES: u64 = 64 << 20;
/// Longer names of games are cut in the names of files.
const LONGEST_NAME: usize = 60;

impl Keep {
    /// The place for games that start as this one does; `kind` tells games
    /// apart that have the same board.
    pub fn of(kind: &str, start: &Record) -> Self {
        let path = data_directory().map(|data| data.join("games").join(name(kind, start)));
        Keep {
            path,
            kind: kind.to_owned(),
            old_names: old_names(kind, start),
            seen: None,
            at_hand: false,
            told: false,
        }
    }

    /// Whether two games are kept at the same place.
    pub fn is_place_of(&self, other: &Keep) -> bool {
        self.path == other.path
    }

    /// The game that was left, if there is one, with the text of its file. One
    /// that cannot be replayed is set aside under another name; the error says
    /// so.
    fn load<G: Contestable>(&self) -> Result<Option<(String, Left<G>)>, String> {
        let Some(path) = &self.path else {
            return Ok(None);
        };
        if !path.exists() {
            self.adopt(path);
        }
        let replayed = match text_of(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => Err(reason(&error)),
            Ok(text) => match Record::read_all(&text) {
                Err(bad) => Err(bad.to_string()),
                Ok(records) => match records.into_iter().next() {
                    None => Err("there is no game in it".to_owned()),
                    Some(record) => Session::read(&record, nobody())
                        .map(|session| (text, Left { record, session }))
                        .map_err(|bad| bad.to_string()),
                },
            },
        };
        replayed.map(Some).map_err(|why| {
            let shown = path.display();
            let aside = aside(path);
            match fs::rename(path, &aside) {
                Ok(()) => {
                    let aside = aside.display();
                    format!("the game that was left is damaged: {why}; it is now {aside}")
                }
                Err(error) => format!(
                    "the game that was left is damaged: {shown}: {why}; it cannot be renamed: {}",
                    reason(&error)
                ),
            }
        })
    }

    /// Gives a game from here that has an old name its new one.
    fn adopt(&self, path: &Path) {
        for old in &self.old_names {
            let old = path.with_file_name(old);
            let Ok(Ok(records)) = read(&old) else {
                continue;
            };
            let new = records.first().map(|record| name(&self.kind, record));
            // A file that stays is found again.
            if new.is_some_and(|new| path.with_file_name(new) == path) {
                let _ = fs::rename(&old, path);
                return;
            }
        }
    }

    /// Keeps a game. One that cannot be kept is played all the same; the
    /// reason is given the first time.
    pub fn save(&mut self, record: &Record) -> Option<String> {
        let why = self.try_save(record).err()?;
        match std::mem::replace(&mut self.told, true) {
            true => None,
            false => Some(why),
        }
    }

    fn try_save(&mut self, record: &Record) -> Result<(), String> {
        let path = self.path.as_ref().ok_or("there is no home directory")?;
        if !self.is_ours(path) {
            return Err("another one from this position is".to_owned());
        }
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory).map_err(|error| reason(&error))?;
            if self.seen.is_none() {
                clean_directory(directory);
            }
        }
        write(path, record).map_err(|error| reason(&error))?;
        self.seen = Some(record.to_string());
        (self.at_hand, self.told) = (true, false);
        Ok(())
    }

    /// Whether the file has nothing that was not read or written here.
    fn is_ours(&self, path: &Path) -> bool {
        match fs::read_to_string(path) {
            Ok(text) => self.seen.as_ref() == Some(&text),
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        }
    }

    /// Whether the game at hand is in its file.
    pub fn is_kept(&self) -> bool {
        self.at_hand && self.path.as_deref().is_some_and(|path| self.is_ours(path))
    }

    /// The game has ended.
    pub fn forget(&mut self) {
        if let Some(path) = self.path.as_ref().filter(|_| self.is_kept()) {
            // A game that stays is offered again.
            let _ = fs::remove_file(path);
            (self.seen, self.at_hand) = (None, false);
        }
    }
}

/// What somebody who starts a game has said about the one that was left.
#[derive(Clone, Copy)]
pub struct Wish {
    /// It is gone on with.
    pub resume: bool,
    /// A new one takes its place.
    pub new: bool,
}

/// A game that was left, as it was written down and as it stands; who plays is
/// only written down.
pub struct Left<G> {
    pub record: Record,
    pub session: Session<G>,
}

/// How a game starts.
pub enum Start<G> {
    Resumed(Box<Left<G>>),
    New,
    /// Somebody has left instead.
    Leave,
}

/// Offers the game that was left. A new game takes its place only when that
/// was wished for or agreed to.
pub fn offer<G: Contestable>(
    keep: &mut Keep,
    wish: Wish,
    talk: &mut Talk<'_>,
    describe: impl FnOnce(&Left<G>, bool) -> String,
) -> Result<Start<G>, Stop> {
    let kept = match keep.load() {
        Ok(kept) => kept,
        Err(damage) if wish.resume => return Err(Stop::new(Exit::BadInput, damage)),
        Err(damage) => {
            talk.say(&damage)?;
            None
        }
    };
    let Some((text, game)) = kept else {
        if wish.resume {
            talk.say("no game was left; a new one begins")?;
        }
        return Ok(Start::New);
    };
    let wanted = if wish.resume || wish.new {
        wish.resume
    } else if talk.is_attended() {
        talk.say(&describe(&game, talk.colour()))?;
        match talk.agrees("Go on with it? No begins another in its place.")? {
            Some(wanted) => wanted,
            None => return Ok(Start::Leave),
        }
    } else {
        talk.say(
            "a game that was left stays kept, and this one is not: --resume goes on with it, \
             --new begins another in its place",
        )?;
        keep.told = true;
        return Ok(Start::New);
    };
    keep.seen = Some(text);
    keep.at_hand = wanted;
    Ok(match wanted {
        true => Start::Resumed(Box::new(game)),
        false => Start::New,
    })
}

/// What a file is not named after: who plays and begins, chance, and the cards
/// beside the board, which are not known before the bidding.
const OTHERS: [&str; 9] = [
    "first", "left", "right", "seed", "result", "top", "step", "ones", "terminal",
];

/// The name of a file for games that start so: the game's, and a number for
/// its variant, position and rules.
fn name(kind: &str, start: &Record) -> String {
    // FNV-1a, which stays the same from version to version.
    let mut number: u64 = 0xcbf2_9ce4_8422_2325;
    for (name, value) in &start.headers {
        let name = name.to_ascii_lowercase();
        if OTHERS.contains(&name.as_str()) {
            continue;
        }
        for byte in name
            .bytes()
            .chain([b'='])
            .chain(value.bytes())
            .chain([b'\n'])
        {
            number = (number ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    let games: String = games(kind, start).chars().take(LONGEST_NAME).collect();
    format!("{games}-{number:016x}.txt")
}

/// The games that are played, in the letters of a file's name.
fn games(kind: &str, start: &Record) -> String {
    let headers = start.headers.iter();
    let games = headers.filter(|(name, _)| name.eq_ignore_ascii_case("game"));
    let games: Vec<&str> = games.map(|(_, game)| game.as_str()).collect();
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let games = format!("{kind}{}", games.join("+"));
    games.chars().map(plain).collect()
}

/// The names before positions had a part in them: the games with their
/// variants, and for Latrunculus without.
fn old_names(kind: &str, start: &Record) -> [String; 2] {
    let games = games(kind, start);
    let base = games.split('-').next().unwrap_or_default().to_owned();
    [games, base].map(|name| format!("{name}.txt"))
}

/// A name that is free, for a file that cannot be read.
fn aside(path: &Path) -> PathBuf {
    let names = (1..).map(|number: u32| path.with_extension(format!("damaged-{number}.txt")));
    let mut free = names.filter(|name| !name.exists());
    free.next()
        .unwrap_or_else(|| path.with_extension("damaged.txt"))
}

/// Writes a game to a file.
pub fn write(path: &Path, record: &Record) -> io::Result<()> {
    let replacement = Replacement::new(path)?;
    write!(replacement.file(), "{record}")?;
    replacement.complete()
}

fn text_of(path: &Path) -> io::Result<String> {
    if fs::metadata(path)?.len() > MOST_BYTES {
        return Err(io::Error::other("too large for a file of games"));
    }
    fs::read_to_string(path)
}

/// Reads the games of a file.
pub fn read(path: &Path) -> io::Result<Result<Vec<Record>, BadRecord>> {
    Ok(Record::read_all(&text_of(path)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::State;
    use solve::Convention;
    use values::Player;

    #[test]
    fn every_game_variant_and_position_has_its_own_file() {
        let state = |game: &str, position: &str, convention| {
            State::read(game, position, convention).unwrap()
        };
        let name = |start: &State| name("", &start.headers());
        let small = state("legionnaires", "4x4", Convention::Normal);
        let names = [
            name(&small),
            name(&state("legionnaires", "4x4", Convention::Misere)),
            name(&state("legionnaires", "3x3", Convention::Normal)),
            name(&state("legionnaires:mace", "4x4", Convention::Normal)),
            name(&state("clobber", "4x4", Convention::Normal)),
        ];
        for (i, one) in names.iter().enumerate() {
            assert!(!names[..i].contains(one), "{names:?}");
        }
        assert!(names[0].starts_with("legionnaires-"), "{names:?}");
        // Who begins is no part of it.
        assert_eq!(name(&small.with_turn(Player::Right)), names[0]);
    }
}
