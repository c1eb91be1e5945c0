//! Rule files of the user, for programs that may read them. A program that
//! answers others, such as a server, does not allow it: no name that a client
//! sends then leads to a file.

use super::RuleFile;
use crate::bad_input::BadInput;
use crate::game::Info;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

/// How a program reads the rule files of its user.
#[derive(Clone, Copy, Debug)]
pub struct Files {
    /// The text of the file at a path, or one line that says why there is
    /// none.
    pub read: fn(&str) -> Result<String, BadInput>,
    /// The path of the file in the user's directory that a game of this name
    /// would have, if there is one.
    pub path: fn(&str) -> Option<String>,
    /// The names of the files in that directory, without `.game`.
    pub names: fn() -> Vec<String>,
}

static ALLOWED: OnceLock<Files> = OnceLock::new();

/// The files that were read, by path: a path is the same game as long as the
/// process runs, unless it is opened anew.
static READ: Mutex<Option<HashMap<String, RuleFile>>> = Mutex::new(None);

/// Lets this process read rule files: [`find`](crate::find) then understands
/// their paths and the names in the user's directory. Whoever allows it first
/// decides how.
pub fn allow(files: Files) {
    // Later ones have nothing to decide.
    let _ = ALLOWED.set(files);
}

/// Reads the rule file at a path, also if it was read before, and makes its
/// game known.
///
/// # Errors
///
/// It cannot be read, or what is wrong in it: the path, the line and the
/// column. This process may not read files.
pub fn open(path: &str) -> Result<RuleFile, BadInput> {
    let file = read(path)?;
    file.register();
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let read = read.get_or_insert_default();
    read.insert(path.to_owned(), file.clone());
    Ok(file)
}

/// Reads rules as a file has them, and makes their game known.
///
/// # Errors
///
/// What is wrong in them: the line and the column. This process may not read
/// files, and its games are not for one client to change.
pub fn open_text(text: &str) -> Result<RuleFile, BadInput> {
    allowed()?;
    let file = RuleFile::read(text).map_err(|bad| in_file("the rules", &bad))?;
    file.register();
    Ok(file)
}

fn allowed() -> Result<&'static Files, BadInput> {
    ALLOWED.get().ok_or_else(|| {
        BadInput::new(
            "games are not read from files here",
            "`legatus` does that on the command line",
        )
    })
}

/// The file at a path.
fn read(path: &str) -> Result<RuleFile, BadInput> {
    let files = allowed()?;
    let text = (files.read)(path)?;
    RuleFile::read(&text).map_err(|bad| in_file(path, &bad))
}

/// A complaint about a file: its place is in the file and not in what was
/// typed.
fn in_file(path: &str, bad: &BadInput) -> BadInput {
    let place = match (bad.line, bad.column) {
        (Some(line), Some(column)) => format!("line {line}, column {column}: "),
        (Some(line), None) => format!("line {line}: "),
        (None, Some(column)) => format!("column {column}: "),
        (None, None) => String::new(),
    };
    BadInput::new(format!("{path}: {place}{}", bad.message), bad.hint.clone())
}

/// The game of the file at a path.
pub(crate) fn at(path: &str) -> Result<&'static Info, BadInput> {
    let known = {
        let known = READ.lock().unwrap_or_else(PoisonError::into_inner);
        known.as_ref().and_then(|known| known.get(path).cloned())
    };
    let Some(file) = known else {
        return Ok(open(path)?.info());
    };
    // Another file may have had its name since.
    file.register();
    Ok(file.info())
}

/// The game with this name in the user's directory; `None`: there is no such
/// file.
pub(crate) fn named(name: &str) -> Option<Result<&'static Info, BadInput>> {
    let path = (ALLOWED.get()?.path)(name)?;
    let file = read(&path).and_then(|file| match file.info().name == name {
        true => Ok(file),
        false => Err(BadInput::new(
            format!("{path}: it has the game {}", file.info().name),
            format!("call it {}.game", file.info().name),
        )),
    });
    Some(file.map(|file| {
        file.register();
        file.info()
    }))
}

/// The names in the user's directory.
pub(crate) fn names() -> Vec<String> {
    ALLOWED.get().map_or_else(Vec::new, |files| (files.names)())
}
