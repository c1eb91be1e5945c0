//! A directory in which a count keeps its levels, and from which it goes on.

use super::file::{KeyFile, Reader, Writer};
use super::keys::Sorted;
use super::manifest::{Manifest, Question, Unusable, run_name};
use crate::count::CountError;
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use values::Budget;

const MANIFEST: &str = "manifest";
const NEW_MANIFEST: &str = "manifest.new";
const LOCK: &str = "lock";

/// The directory of a count that is under way. Its manifest is replaced as a
/// whole, when all that it names is on the disk; so what a killed program
/// leaves is the state of the last manifest, and files that it does not name.
pub(super) struct Directory {
    path: PathBuf,
    question: Question,
    pub(super) manifest: Manifest,
    /// Files that the disk may not have yet.
    unsynced: Vec<PathBuf>,
    /// Files that no manifest will name.
    garbage: Vec<PathBuf>,
    begun: Instant,
    saved: Instant,
    /// Held while the program runs.
    _lock: File,
}

impl Directory {
    /// Takes a directory: an empty one, which may be made, or that of the same
    /// count. Says whether something was there.
    pub(super) fn open(path: &Path, question: Question) -> Result<(Self, bool), CountError> {
        if path.exists() && !path.is_dir() {
            return Err(CountError::Directory(format!(
                "{}: this is no directory; give another",
                path.display()
            )));
        }
        fs::create_dir_all(path).map_err(|error| CountError::io(path, &error))?;
        // A directory that is not ours gets no lock from us.
        if read_manifest(path, &question)?.is_none() {
            refuse_unless_empty(path)?;
        }
        let lock = lock(path)?;
        let found = read_manifest(path, &question)?;
        let now = Instant::now();
        let mut directory = Directory {
            path: path.to_owned(),
            question,
            manifest: found.clone().unwrap_or_default(),
            unsynced: Vec::new(),
            garbage: Vec::new(),
            begun: now,
            saved: now,
            _lock: lock,
        };
        match found {
            None => directory.save()?,
            Some(_) => directory.sweep()?,
        }
        let resumed = directory.manifest != Manifest::default();
        Ok((directory, resumed))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Verifies every block of every file.
    pub(super) fn verify(&self, threads: usize, budget: &Budget) -> Result<(), CountError> {
        let files: Vec<&KeyFile> = self.manifest.files().collect();
        let next = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        let work = || {
            while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Err(error) = self.verify_file(file, budget) {
                    let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
                    failure.get_or_insert(error);
                    // The others need not go on.
                    next.store(files.len(), Ordering::Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.min(files.len()) {
                scope.spawn(work);
            }
            work();
        });
        let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
        failure.map_or(Ok(()), Err)
    }

    fn verify_file(&self, file: &KeyFile, budget: &Budget) -> Result<(), CountError> {
        let mut reader = Reader::open(&self.path, file)?;
        let mut keys = Vec::new();
        for block in 0..file.blocks() {
            budget.check()?;
            reader.verified(block, &mut keys)?;
            budget.advance((keys.len() / file.layout.width()) as u64);
        }
        Ok(())
    }

    /// Writes a file of keys, which the next manifest may name.
    pub(super) fn write(
        &mut self,
        name: String,
        sorted: Sorted,
        block: usize,
    ) -> Result<KeyFile, CountError> {
        let file = Writer::write(&self.path, name, sorted, block)?;
        self.unsynced.extend(file.paths(&self.path));
        Ok(file)
    }

    /// Writes a file of keys as another run of a rank.
    pub(super) fn write_run(
        &mut self,
        rank: u64,
        sorted: Sorted,
        block: usize,
    ) -> Result<(), CountError> {
        let name = run_name(self.manifest.next_run);
        self.manifest.next_run += 1;
        let file = self.write(name, sorted, block)?;
        self.manifest.runs.push((rank, file));
        Ok(())
    }

    /// Makes one file of all runs of a rank.
    pub(super) fn merge_runs(
        &mut self,
        rank: u64,
        name: String,
        block: usize,
        budget: &Budget,
    ) -> Result<KeyFile, CountError> {
        let runs = std::mem::take(&mut self.manifest.runs);
        let (these, others): (Vec<_>, Vec<_>) = runs.into_iter().partition(|run| run.0 == rank);
        self.manifest.runs = others;
        let files: Vec<KeyFile> = these.into_iter().map(|(_, file)| file).collect();
        let merged = super::merge::merge(&self.path, name, &files, block, budget)?;
        self.unsynced.extend(merged.paths(&self.path));
        for file in files {
            self.garbage.extend(file.paths(&self.path));
        }
        Ok(merged)
    }

    /// How long ago the manifest was written.
    pub(super) fn unsaved(&self) -> Duration {
        self.saved.elapsed()
    }

    /// Whether enough was done since the last time to write a manifest in the
    /// middle of something: a minute, and a tenth of all the time.
    pub(super) fn is_due(&self) -> bool {
        self.unsaved() > Duration::from_secs(60) + self.begun.elapsed() / 10
    }

    /// Writes the manifest. All that is not in it or its files will be lost.
    pub(super) fn save(&mut self) -> Result<(), CountError> {
        for path in self.unsynced.drain(..) {
            // A run may be merged before it was ever named.
            if !self.garbage.contains(&path) {
                sync(&path)?;
            }
        }
        let new = self.path.join(NEW_MANIFEST);
        let text = self.manifest.text(&self.question);
        let written = File::create(&new).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        });
        written.map_err(|error| CountError::io(&new, &error))?;
        let path = self.path.join(MANIFEST);
        fs::rename(&new, &path).map_err(|error| CountError::io(&path, &error))?;
        // The names are in the directory, which is a file of its own.
        if cfg!(unix) {
            sync_directory(&self.path)?;
        }
        for path in self.garbage.drain(..) {
            // It is in nobody's way if it stays.
            let _ = fs::remove_file(path);
        }
        self.saved = Instant::now();
        Ok(())
    }

    /// Removes what a killed program wrote and did not name.
    fn sweep(&self) -> Result<(), CountError> {
        let named: HashSet<PathBuf> = self
            .manifest
            .files()
            .flat_map(|file| file.paths(&self.path))
            .collect();
        for path in entries(&self.path)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if is_ours(&name) && !named.contains(&path) {
                fs::remove_file(&path).map_err(|error| CountError::io(&path, &error))?;
            }
        }
        Ok(())
    }
}

fn read_manifest(path: &Path, question: &Question) -> Result<Option<Manifest>, CountError> {
    let file = path.join(MANIFEST);
    let text = match fs::read(&file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(CountError::io(&file, &error)),
    };
    let text = str::from_utf8(&text).map_err(|_| Unusable::Damaged);
    match text.and_then(|text| Manifest::read(text, question)) {
        Ok(manifest) => Ok(Some(manifest)),
        Err(Unusable::Damaged) => Err(CountError::damaged(&file, "its checksum is another")),
        Err(Unusable::Foreign(why)) => Err(CountError::Directory(format!(
            "{}: the directory belongs to another count: {why}; give another directory",
            path.display()
        ))),
    }
}

/// Whether a file may be one of a count, apart from the manifest and the lock.
fn is_ours(name: &str) -> bool {
    let Some((base, "keys" | "blake3")) = name.rsplit_once('.') else {
        return name == NEW_MANIFEST;
    };
    let number = base.strip_prefix("level-").or(base.strip_prefix("run-"));
    number.is_some_and(|n| n.len() >= 4 && n.bytes().all(|byte| byte.is_ascii_digit()))
}

fn entries(path: &Path) -> Result<Vec<PathBuf>, CountError> {
    let list = fs::read_dir(path).and_then(|entries| {
        let paths = entries.map(|entry| entry.map(|entry| entry.path()));
        paths.collect::<std::io::Result<Vec<_>>>()
    });
    list.map_err(|error| CountError::io(path, &error))
}

/// What a program leaves that is killed before its first manifest is in place
/// counts as nothing.
fn refuse_unless_empty(path: &Path) -> Result<(), CountError> {
    for entry in entries(path)? {
        let name = entry.file_name().unwrap_or_default();
        if name != LOCK && name != NEW_MANIFEST {
            return Err(CountError::Directory(format!(
                "{}: the directory is not empty and has no manifest of a count; give another",
                path.display()
            )));
        }
    }
    Ok(())
}

fn lock(path: &Path) -> Result<File, CountError> {
    let lock_path = path.join(LOCK);
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&lock_path)
        .map_err(|error| CountError::io(&lock_path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(CountError::Directory(format!(
            "{}: another program counts in this directory",
            path.display()
        ))),
        Err(fs::TryLockError::Error(error)) => Err(CountError::io(&lock_path, &error)),
    }
}

fn sync(path: &Path) -> Result<(), CountError> {
    let file = OpenOptions::new().write(true).open(path);
    file.and_then(|file| file.sync_all())
        .map_err(|error| CountError::io(path, &error))
}

fn sync_directory(path: &Path) -> Result<(), CountError> {
    let synced = File::open(path).and_then(|directory| directory.sync_all());
    synced.map_err(|error| CountError::io(path, &error))
}

#[cfg(test)]
mod tests {
    use super::is_ours;

    #[test]
    fn only_files_of_a_count_are_swept() {
        for name in ["level-0003.keys", "run-12345.blake3", "manifest.new"] {
            assert!(is_ours(name), "{name}");
        }
        for name in [
            "manifest",
            "lock",
            "level-3.keys",
            "level-000x.keys",
            "a.keys",
        ] {
            assert!(!is_ours(name), "{name}");
        }
    }
}
