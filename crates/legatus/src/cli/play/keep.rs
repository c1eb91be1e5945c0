//! Games that were left, kept until they are gone on with.

use play::{Record, State};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::super::data_directory;
use super::super::replace::Replacement;

/// Where the game at hand is kept: one for each game.
pub struct Keep {
    path: Option<PathBuf>,
}

/// Larger files are no games of ours.
const MOST_BYTES: u64 = 64 << 20;

impl Keep {
    pub fn new(start: &State) -> Self {
        Keep::named(&start.names().join("+"))
    }

    /// The place for games of this name.
    pub fn named(name: &str) -> Self {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let name: String = name.chars().map(plain).collect();
        Keep {
            path: directory().map(|directory| directory.join(format!("{name}.txt"))),
        }
    }

    /// The game that was left, if there is one.
    pub fn load(&self) -> Option<Record> {
        let mut records = read(self.path.as_ref()?).ok()?.ok()?;
        (!records.is_empty()).then(|| records.swap_remove(0))
    }

    /// Keeps a game. One that cannot be kept is played all the same.
    pub fn save(&self, record: &Record) {
        if let Some(path) = &self.path {
            if let Some(directory) = path.parent() {
                let _ = fs::create_dir_all(directory);
            }
            let _ = write(path, record);
        }
    }

    /// The game has ended.
    pub fn forget(&self) {
        if let Some(path) = &self.path {
            // There may be none.
            let _ = fs::remove_file(path);
        }
    }
}

/// Where unfinished games are.
fn directory() -> Option<PathBuf> {
    Some(data_directory()?.join("games"))
}

/// Writes a game to a file.
pub fn write(path: &Path, record: &Record) -> io::Result<()> {
    let replacement = Replacement::new(path)?;
    write!(replacement.file(), "{record}")?;
    replacement.complete()
}

/// Reads the games of a file.
pub fn read(path: &Path) -> io::Result<Result<Vec<Record>, play::BadRecord>> {
    if fs::metadata(path)?.len() > MOST_BYTES {
        return Err(io::Error::other("too large for a file of games"));
    }
    Ok(Record::read_all(&fs::read_to_string(path)?))
}
