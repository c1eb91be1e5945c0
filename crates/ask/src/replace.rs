//! Files that appear when they are complete.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A new file beside the one it will replace. Unless it is completed, it
/// goes away and the old one stays. While it is written it is locked.
pub struct Replacement {
    file: File,
    beside: PathBuf,
    path: PathBuf,
    completed: bool,
}

/// What a killed program left behind is younger than this only if it may be
/// that another one has made the file and not locked it yet.
const SETTLED: Duration = Duration::from_secs(10);

impl Replacement {
    /// Begins a file that will have this name, and removes what programs that
    /// were killed have left beside it.
    pub fn new(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref().to_owned();
        let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
        // A device or a pipe would be gone when a file took its place.
        match fs::metadata(&path) {
            Ok(what) if what.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(what) if !what.is_file() => return Err(io::Error::other("not a regular file")),
            _ => {}
        }
        clean(&path, name);
        let mut hidden = hidden(name);
        hidden.push(std::process::id().to_string());
        let beside = path.with_file_name(hidden);
        let mut options = OpenOptions::new();
        let file = options.write(true).create_new(true).open(&beside)?;
        // Without locks nobody cleans up, and that is all.
        let _ = file.try_lock();
        Ok(Replacement {
            file,
            beside,
            path,
            completed: false,
        })
    }

    /// Where to write.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Puts it in its place.
    pub fn complete(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.beside, &self.path)?;
        self.completed = true;
        // The new name has to survive a loss of power too.
        let directory = self
            .path
            .parent()
            .filter(|path| !path.as_os_str().is_empty());
        File::open(directory.unwrap_or(Path::new(".")))?.sync_all()
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if !self.completed {
            // What cannot be removed stays; the reason to stop is told.
            let _ = fs::remove_file(&self.beside);
        }
    }
}

/// A writer whose errors are told at the end, so that work worth more than the
/// file goes on.
pub struct Tolerant<W> {
    out: W,
    error: Option<io::Error>,
}

impl<W: Write> Tolerant<W> {
    /// Writes to `out`, as long as that goes well.
    pub fn new(out: W) -> Self {
        Tolerant { out, error: None }
    }

    /// The first error, the last bytes included.
    pub fn end(mut self) -> io::Result<()> {
        match self.error.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }
}

impl<W: Write> Write for Tolerant<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.error.is_none()
            && let Err(error) = self.out.write_all(bytes)
        {
            self.error = Some(error);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.error.is_none()
            && let Err(error) = self.out.flush()
        {
            self.error = Some(error);
        }
        Ok(())
    }
}

/// How the names of unfinished files begin; the number of a process follows.
fn hidden(name: &OsStr) -> OsString {
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(".");
    hidden
}

/// Removes unfinished files of the same name that nobody writes any more.
fn clean(path: &Path, name: &OsStr) {
    let directory = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let begin = hidden(name);
    remove_abandoned(directory, |other| {
        let number = other.strip_prefix(begin.as_encoded_bytes());
        number.is_some_and(is_number)
    });
}

/// Removes all unfinished files of a directory that is ours alone.
pub fn clean_directory(directory: &Path) {
    remove_abandoned(directory, |name| {
        let number = name.rsplit(|&byte| byte == b'.').next();
        name.starts_with(b".") && number.is_some_and(is_number)
    });
}

fn is_number(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

fn remove_abandoned(directory: &Path, is_unfinished: impl Fn(&[u8]) -> bool) {
    // A directory that cannot be read has nothing to remove.
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if is_unfinished(name.as_encoded_bytes()) && is_abandoned(&entry.path()) {
            // What cannot be removed stays.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a file is not new, and no program has locked it.
fn is_abandoned(path: &Path) -> bool {
    let age = fs::metadata(path).and_then(|about| about.modified());
    let age = age.ok().and_then(|changed| changed.elapsed().ok());
    age.is_some_and(|age| age > SETTLED)
        && File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    fn directory(name: &str) -> PathBuf {
        let directory = format!("legatus-{name}-{}", std::process::id());
        let directory = std::env::temp_dir().join(directory);
        fs::create_dir_all(&directory).unwrap();
        directory
    }

    #[test]
    fn the_old_file_stays_until_the_new_one_is_complete() {
        let directory = directory("replace");
        let path = directory.join("file");
        fs::write(&path, "old").unwrap();
        let replacement = Replacement::new(&path).unwrap();
        replacement.file().write_all(b"half").unwrap();
        drop(replacement);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        let replacement = Replacement::new(&path).unwrap();
        replacement.file().write_all(b"new").unwrap();
        replacement.complete().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 1);
        assert!(Replacement::new(&directory).is_err());
        assert!(Replacement::new("/dev/null").is_err());
        fs::remove_dir_all(&directory).unwrap();
    }

    #[test]
    fn what_killed_programs_left_goes_away_and_what_is_written_stays() {
        let directory = directory("clean");
        let path = directory.join("file");
        let old = SystemTime::now() - Duration::from_secs(60);
        let made = |name: &str| {
            let file = File::create(directory.join(name)).unwrap();
            file.set_modified(old).unwrap();
            file
        };
        drop(made(".file.1"));
        drop(made(".file.new"));
        drop(made(".other.1"));
        drop(File::create(directory.join(".file.2")).unwrap());
        let written = made(".file.3");
        written.lock().unwrap();
        Replacement::new(&path).unwrap().complete().unwrap();
        let mut names: Vec<OsString> = fs::read_dir(&directory)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort();
        assert_eq!(
            names,
            [".file.2", ".file.3", ".file.new", ".other.1", "file"]
        );
        clean_directory(&directory);
        assert!(!directory.join(".other.1").exists());
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 4);
        fs::remove_dir_all(&directory).unwrap();
    }
}
