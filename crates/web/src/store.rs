//! What outlives the server: games and saved positions, in one file.
//!
//! One thread writes. It takes all changes that wait, commits them together,
//! and only then tells those who asked: what was acknowledged survives a
//! crash, and many clients share the wait for the disk. A database that could
//! not write, as on a full disk, refuses everything from then on: it is opened
//! again, so that saving works as soon as there is room.

mod opening;

use redb::{Database, ReadableDatabase, ReadableTableMetadata, TableDefinition};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, PoisonError, RwLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

const META: TableDefinition<'_, &str, u64> = TableDefinition::new("meta");
const GAMES: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("games");
/// How the tables are laid out; a newer program may have changed it.
const VERSION: u64 = 2;
/// How many changes are committed together at most.
const BATCH: usize = 1024;
/// How long to wait for a file that another process has.
const WAIT: Duration = Duration::from_millis(1500);
/// And how long before it is tried again.
const PAUSE: Duration = Duration::from_millis(20);

/// The store.
pub struct Store {
    shelf: Arc<Shelf>,
    /// Nothing when the store is being closed.
    changes: Option<Sender<Change>>,
    writer: Option<JoinHandle<()>>,
}

struct Change {
    key: String,
    /// Nothing: it is removed.
    value: Option<Vec<u8>>,
    done: oneshot::Sender<Result<(), Unstored>>,
}

/// Why something was not read or written.
#[derive(Clone, Debug)]
pub enum Unstored {
    /// Another process has the file open.
    Taken,
    /// For this reason.
    Failed(String),
}

impl fmt::Display for Unstored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unstored::Taken => f.write_str(
                "another process has it open, perhaps a server that is ending; try again, or give \
                 another directory with --data",
            ),
            Unstored::Failed(why) => f.write_str(why),
        }
    }
}

impl<E: std::error::Error> From<E> for Unstored {
    fn from(error: E) -> Self {
        Unstored::Failed(error.to_string())
    }
}

/// A database that is opened again when it has failed.
struct Shelf {
    /// Nothing when it could not be opened.
    database: RwLock<Option<Database>>,
    open: Box<dyn Fn() -> Result<Database, Unstored> + Send + Sync>,
}

impl Shelf {
    /// Does something with the database; if that fails, once more with the
    /// database opened again.
    fn with<T>(&self, work: impl Fn(&Database) -> Result<T, Unstored>) -> Result<T, Unstored> {
        self.attempt(&work).or_else(|_| {
            self.reopen()?;
            self.attempt(&work)
        })
    }

    fn attempt<T>(&self, work: impl Fn(&Database) -> Result<T, Unstored>) -> Result<T, Unstored> {
        let database = self.database.read().unwrap_or_else(PoisonError::into_inner);
        match &*database {
            Some(database) => work(database),
            None => Err(Unstored::Failed("the store is not open".into())),
        }
    }

    fn reopen(&self) -> Result<(), Unstored> {
        let database = self.database.write();
        let mut database = database.unwrap_or_else(PoisonError::into_inner);
        // The file has to be free before it can be opened.
        *database = None;
        *database = Some((self.open)()?);
        Ok(())
    }
}

impl Store {
    /// Opens the store in a file, or makes it. Where another process has the
    /// file, it is tried again for a second, as long as `waits` says so: when a
    /// server is killed, a worker that it was starting has its files for a
    /// moment longer.
    pub fn open(file: &Path, waits: impl Fn() -> bool) -> Result<Self, Unstored> {
        let begun = Instant::now();
        loop {
            match Self::open_now(file) {
                Err(Unstored::Taken) if begun.elapsed() < WAIT && waits() => thread::sleep(PAUSE),
                opened => return opened,
            }
        }
    }

    fn open_now(file: &Path) -> Result<Self, Unstored> {
        opening::make(file)?;
        let file: PathBuf = file.to_owned();
        Self::on(move || opening::open(&file))
    }

    /// The store in a database that can be opened again and again.
    fn on(
        open: impl Fn() -> Result<Database, Unstored> + Send + Sync + 'static,
    ) -> Result<Self, Unstored> {
        let shelf = Arc::new(Shelf {
            database: RwLock::new(Some(open()?)),
            open: Box::new(open),
        });
        let (changes, waiting) = mpsc::channel();
        let written = Arc::clone(&shelf);
        let writer = thread::Builder::new()
            .name("store".into())
            .spawn(move || write_changes(&written, &waiting))?;
        Ok(Store {
            shelf,
            changes: Some(changes),
            writer: Some(writer),
        })
    }

    /// What is kept under a key.
    pub fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Unstored> {
        self.shelf.with(|database| {
            let games = database.begin_read()?.open_table(GAMES)?;
            Ok(games.get(key)?.map(|value| value.value().to_vec()))
        })
    }

    /// Calls `each` with all keys with this beginning, without it, and what
    /// is kept under them.
    pub fn each(&self, prefix: &str, mut each: impl FnMut(&str, &[u8])) -> Result<(), Unstored> {
        let found = self.shelf.with(|database| {
            let games = database.begin_read()?.open_table(GAMES)?;
            let mut found = Vec::new();
            for entry in games.range(prefix..)? {
                let (key, value) = entry?;
                match key.value().strip_prefix(prefix) {
                    Some(rest) => found.push((rest.to_owned(), value)),
                    None => break,
                }
            }
            Ok(found)
        })?;
        for (key, value) in &found {
            each(key, value.value());
        }
        Ok(())
    }

    /// How many things are kept.
    pub fn count(&self) -> Result<u64, Unstored> {
        let count = |database: &Database| Ok(database.begin_read()?.open_table(GAMES)?.len()?);
        self.shelf.with(count)
    }

    /// Keeps something under a key, or nothing any more; returns when it is
    /// on the disk.
    pub async fn put(&self, key: &str, value: Option<Vec<u8>>) -> Result<(), Unstored> {
        let (done, wait) = oneshot::channel();
        let change = Change {
            key: key.to_owned(),
            value,
            done,
        };
        let gone = || Unstored::Failed("the store is closed".into());
        let changes = self.changes.as_ref().ok_or_else(gone)?;
        changes.send(change).map_err(|_| gone())?;
        wait.await.map_err(|_| gone())?
    }
}

/// The file is free again when the store is gone.
impl Drop for Store {
    fn drop(&mut self) {
        self.changes = None;
        if let Some(writer) = self.writer.take() {
            // A writer that failed has nothing more to write.
            let _ = writer.join();
        }
    }
}

fn write_changes(shelf: &Shelf, waiting: &Receiver<Change>) {
    while let Ok(first) = waiting.recv() {
        let mut batch = vec![first];
        batch.extend(waiting.try_iter().take(BATCH - 1));
        let written = shelf.with(|database| commit(database, &batch));
        if written.is_err() {
            // Those who only read need not wait for room.
            let _ = shelf.reopen();
        }
        for change in batch {
            // Who does not wait any more need not know.
            let _ = change.done.send(written.clone());
        }
    }
}

fn commit(database: &Database, batch: &[Change]) -> Result<(), Unstored> {
    let write = database.begin_write()?;
    {
        let mut games = write.open_table(GAMES)?;
        for change in batch {
            match &change.value {
                Some(value) => games.insert(&*change.key, &**value)?,
                None => games.remove(&*change.key)?,
            };
        }
    }
    write.commit()?;
    Ok(())
}

#[cfg(test)]
mod tests;
