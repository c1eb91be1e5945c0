//! The store's file: made beside its place and put there when it is complete,
//! so that whoever is stopped on the way leaves nothing that cannot be opened.

use redb::{Database, DatabaseError, ReadableDatabase, TableError};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process;

use super::{GAMES, META, Unstored, VERSION};

/// The first bytes of a database. They are written last when one is made.
const BEGINNING: [u8; 4] = *b"redb";

/// Makes the file unless it is there.
pub fn make(file: &Path) -> Result<(), Unstored> {
    if fs::exists(file)? && !is_unfinished(file)? {
        return Ok(());
    }
    clear_away(file)?;
    let beside = beside(file, &process::id().to_string());
    let made = Database::create(&beside).map_err(Unstored::from);
    let made = made.and_then(|database| begin(&database));
    let placed = made.and_then(|()| Ok(place(&beside, file)?));
    let removed = fs::remove_file(&beside);
    placed?;
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(sync_directory(file)?),
    }
}

/// Opens the file that is there.
pub fn open(file: &Path) -> Result<Database, Unstored> {
    let database = Database::open(file).map_err(|error| match error {
        DatabaseError::DatabaseAlreadyOpen => Unstored::Taken,
        error => error.into(),
    })?;
    check(&database)?;
    Ok(database)
}

/// Where a file is made.
fn beside(file: &Path, who: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(".new-");
    name.push(who);
    name.into()
}

/// Whether somebody was stopped while he made the file in its place: nothing
/// was kept in it.
fn is_unfinished(file: &Path) -> io::Result<bool> {
    let mut bytes = Vec::new();
    let opened = File::open(file)?;
    opened
        .take(BEGINNING.len() as u64)
        .read_to_end(&mut bytes)?;
    Ok(bytes.iter().all(|&byte| byte == 0))
}

/// Removes what was not finished, unless somebody is at it.
fn clear_away(file: &Path) -> io::Result<()> {
    if fs::exists(file)? {
        fs::remove_file(file)?;
    }
    let beginning = beside(file, "");
    let (Some(directory), Some(beginning)) = (file.parent(), beginning.file_name()) else {
        return Ok(());
    };
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let name = entry.file_name();
        let left = name
            .as_encoded_bytes()
            .starts_with(beginning.as_encoded_bytes());
        if left && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Puts a complete file in its place. Who was faster stays there.
fn place(beside: &Path, file: &Path) -> io::Result<()> {
    match fs::hard_link(beside, file) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        // Not every file system has links.
        Err(_) => fs::rename(beside, file),
        Ok(()) => Ok(()),
    }
}

/// A name is on the disk when its directory is.
fn sync_directory(file: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if let Some(directory) = file.parent() {
        File::open(directory)?.sync_all()?;
    }
    Ok(())
}

/// Makes the tables.
pub fn begin(database: &Database) -> Result<(), Unstored> {
    let write = database.begin_write()?;
    write.open_table(META)?.insert("version", VERSION)?;
    write.open_table(GAMES)?;
    write.commit()?;
    Ok(())
}

/// Refuses tables that this program does not know. Nothing is written, for
/// which there may be no room.
pub fn check(database: &Database) -> Result<(), Unstored> {
    let version = match database.begin_read()?.open_table(META) {
        // A store whose maker was stopped before its tables were there.
        Err(TableError::TableDoesNotExist(_)) => return begin(database),
        meta => meta?.get("version")?.map(|version| version.value()),
    };
    match version {
        Some(VERSION) => Ok(()),
        other => {
            let (age, other) = match other {
                Some(other) if other > VERSION => ("a newer", other),
                other => ("an older", other.unwrap_or(0)),
            };
            Err(Unstored::Failed(format!(
                "it has version {other} and this program knows version {VERSION}; \
                 use {age} program or another --data directory"
            )))
        }
    }
}
