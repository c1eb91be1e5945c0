//! What outlives the server: games and saved positions, in one file.
//!
//! One thread writes. It takes all changes that wait, commits them together,
//! and only then tells those who asked: what was acknowledged survives a
//! crash, and many clients share the wait for the disk.

use redb::{Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition};
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use tokio::sync::oneshot;

const META: TableDefinition<'_, &str, u64> = TableDefinition::new("meta");
const GAMES: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("games");
/// How the tables are laid out; a newer program may have changed it.
const VERSION: u64 = 2;
/// How many changes are committed together at most.
const BATCH: usize = 1024;

/// The store.
pub struct Store {
    database: Arc<Database>,
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
pub struct Unstored(String);

impl fmt::Display for Unstored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<E: std::error::Error> From<E> for Unstored {
    fn from(error: E) -> Self {
        Unstored(error.to_string())
    }
}

impl Store {
    /// Opens the store in a file, or makes it.
    pub fn open(file: &Path) -> Result<Self, Unstored> {
        let database = Database::create(file)?;
        let write = database.begin_write()?;
        {
            let mut meta = write.open_table(META)?;
            let version = meta.get("version")?.map(|version| version.value());
            match version {
                None => {
                    meta.insert("version", VERSION)?;
                }
                Some(VERSION) => {}
                Some(other) => {
                    let age = if other > VERSION {
                        "a newer"
                    } else {
                        "an older"
                    };
                    return Err(Unstored(format!(
                        "it has version {other} and this program knows version {VERSION}; \
                         use {age} program or another --data directory"
                    )));
                }
            }
            write.open_table(GAMES)?;
        }
        write.commit()?;
        let database = Arc::new(database);
        let (changes, waiting) = mpsc::channel();
        let written = Arc::clone(&database);
        let writer = thread::Builder::new()
            .name("store".into())
            .spawn(move || write_changes(&written, &waiting))?;
        Ok(Store {
            database,
            changes: Some(changes),
            writer: Some(writer),
        })
    }

    /// What is kept under a key.
    pub fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Unstored> {
        let read = self.database.begin_read()?;
        let games = read.open_table(GAMES)?;
        Ok(games.get(key)?.map(|value| value.value().to_vec()))
    }

    /// Calls `each` with all keys with this beginning, without it, and what
    /// is kept under them.
    pub fn each(&self, prefix: &str, mut each: impl FnMut(&str, &[u8])) -> Result<(), Unstored> {
        let read = self.database.begin_read()?;
        let games = read.open_table(GAMES)?;
        for entry in games.range(prefix..)? {
            let (key, value) = entry?;
            match key.value().strip_prefix(prefix) {
                Some(rest) => each(rest, value.value()),
                None => break,
            }
        }
        Ok(())
    }

    /// How many things are kept.
    pub fn count(&self) -> Result<u64, Unstored> {
        Ok(self.database.begin_read()?.open_table(GAMES)?.len()?)
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
        let gone = || Unstored("the store is closed".into());
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

fn write_changes(database: &Database, waiting: &Receiver<Change>) {
    while let Ok(first) = waiting.recv() {
        let mut batch = vec![first];
        batch.extend(waiting.try_iter().take(BATCH - 1));
        let written = commit(database, &batch);
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
mod tests {
    use super::*;

    fn file(name: &str) -> std::path::PathBuf {
        let file = std::env::temp_dir().join(format!("legatus-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&file);
        file
    }

    #[test]
    fn what_is_kept_is_found_again() {
        let file = file("store");
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        let store = Store::open(&file).unwrap();
        runtime.block_on(async {
            store.put("game/a", Some(b"one".to_vec())).await.unwrap();
            store.put("game/b", Some(b"two".to_vec())).await.unwrap();
            store.put("other", Some(b"three".to_vec())).await.unwrap();
            store.put("game/a", None).await.unwrap();
        });
        drop(store);
        let store = Store::open(&file).unwrap();
        assert_eq!(store.get("game/a").unwrap(), None);
        let mut found = Vec::new();
        let each = |key: &str, value: &[u8]| found.push((key.to_owned(), value.to_vec()));
        store.each("game/", each).unwrap();
        assert_eq!(found, [("b".to_owned(), b"two".to_vec())]);
        drop(store);
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn a_newer_store_is_refused() {
        let file = file("newer");
        let database = Database::create(&file).unwrap();
        let write = database.begin_write().unwrap();
        write
            .open_table(META)
            .unwrap()
            .insert("version", 99)
            .unwrap();
        write.commit().unwrap();
        drop(database);
        let refused = Store::open(&file).err().unwrap().to_string();
        assert!(refused.starts_with("it has version 99"), "{refused}");
        std::fs::remove_file(&file).unwrap();
    }
}
