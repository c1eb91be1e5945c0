//! Files that appear when they are complete.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A new file beside the one it will replace. Unless it is completed, it
/// goes away and the old one stays.
pub struct Replacement {
    file: File,
    beside: PathBuf,
    path: PathBuf,
    completed: bool,
}

impl Replacement {
    /// Begins a file that will have this name.
    pub fn new(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref().to_owned();
        let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
        // A device or a pipe would be gone when a file took its place.
        match fs::metadata(&path) {
            Ok(what) if what.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(what) if !what.is_file() => return Err(io::Error::other("not a regular file")),
            _ => {}
        }
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}", std::process::id()));
        let beside = path.with_file_name(hidden);
        let mut options = OpenOptions::new();
        let file = options.write(true).create_new(true).open(&beside)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_file_stays_until_the_new_one_is_complete() {
        let directory = std::env::temp_dir().join(format!("legatus-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
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
}
