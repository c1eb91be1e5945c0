//! Rule files: those that are named by their paths, and those in the user's
//! directory.

use rules::{BadInput, Files, Info};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::PathBuf;

use super::{data_directory, reason};

/// Longer files are no rules: the reader takes 65536 characters.
const MOST_BYTES: u64 = 1 << 18;

/// Lets the commands read rule files.
pub fn allow() {
    rules::allow_files(Files { read, path, names });
}

/// The text of a file.
fn read(path: &str) -> Result<String, BadInput> {
    let bad = |why: &str, hint: &str| Err(BadInput::new(format!("{path}: {why}"), hint));
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| {
        if file.metadata()?.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        file.take(MOST_BYTES + 1).read_to_end(&mut bytes)
    });
    match read {
        Err(error) if error.kind() == io::ErrorKind::IsADirectory => {
            bad("it is a directory", "name a file in it")
        }
        Err(error) => bad(&reason(&error), ""),
        Ok(_) if bytes.len() as u64 > MOST_BYTES => bad(
            "the file is too large for rules",
            "they have at most 65536 characters",
        ),
        Ok(_) => match String::from_utf8(bytes) {
            Ok(text) => Ok(text),
            Err(_) => bad("it is not text", "rules are written in UTF-8"),
        },
    }
}

/// Where the user's games are: `LEGATUS_GAMES`, or beside what the program
/// keeps.
pub fn directory() -> Option<PathBuf> {
    match std::env::var_os("LEGATUS_GAMES").filter(|path| !path.is_empty()) {
        Some(path) => Some(path.into()),
        None => Some(data_directory()?.join("games")),
    }
}

/// The path of a game in the directory.
fn path(name: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let path = directory()?.join(format!("{name}.game"));
    let found = name.chars().all(plain) && path.exists();
    found.then(|| path.to_str().map(str::to_owned))?
}

/// The names of the files in the directory.
pub fn names() -> Vec<String> {
    let entries = directory().and_then(|directory| fs::read_dir(directory).ok());
    let names = entries.into_iter().flatten().flatten().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        Some(name.strip_suffix(".game")?.to_owned())
    });
    let mut names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
    names.sort_unstable();
    names
}

/// The game in a file of the directory.
pub fn in_directory(name: &str) -> Result<&'static Info, BadInput> {
    let wrong = |why: String, hint: &str| {
        let path = directory().unwrap_or_default().join(format!("{name}.game"));
        BadInput::new(format!("{}: {why}", path.display()), hint)
    };
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if !name.chars().all(plain) {
        let why = "a game is found by the name of its file".to_owned();
        return Err(wrong(why, "use small letters, digits and `_`"));
    }
    let chance = rules::chance_games();
    if rules::names().contains(&name) || chance.iter().any(|info| info.name == name) {
        let why = format!("`{name}` is another game");
        return Err(wrong(why, "rename it, or ask by its path"));
    }
    rules::find(name)
}
