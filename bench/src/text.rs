//! A value that is small as a graph and tens of megabytes as text.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::PathBuf;

use values::{Arena, Notation, Value};

use crate::large::{NO_LIMIT, Report, timed, triangle};

/// Writes a value as text of at least so many bytes, reads the text, and
/// writes it again.
///
/// # Errors
/// The texts differ, or the temporary file cannot be used.
pub fn run(bytes: usize, report: &mut Report<'_>) -> io::Result<()> {
    let name = format!("legatus-bench-{}.txt", std::process::id());
    let path = Temporary(std::env::temp_dir().join(name));
    let mut arena = Arena::new();
    let (g, length) = (2..)
        .map(|rows| {
            let g = *triangle(&mut arena, rows).last().expect("not empty");
            (g, length(&mut arena, g))
        })
        .find(|&(_, length)| length >= bytes)
        .expect("each is longer than the one before");

    let mut file = BufWriter::new(File::create(&path.0)?);
    let (time, written) = timed(|| write(&mut arena, g, &mut file));
    written.and_then(|()| file.flush())?;
    report("text: write", length, time);
    drop(arena);

    let mut arena = Arena::new();
    let file = File::open(&path.0)?;
    let (time, read) = timed(|| arena.read_from(file));
    let g = read.map_err(|error| io::Error::other(error.to_string()))?;
    report("text: read", length, time);

    let mut file = Same(BufReader::new(File::open(&path.0)?));
    let (time, written) = timed(|| write(&mut arena, g, &mut file));
    written?;
    report("text: write and compare", length, time);
    Ok(())
}

fn length(arena: &mut Arena, g: Value) -> usize {
    let length = arena.text_length(g, Notation::Ascii).expect(NO_LIMIT);
    length.try_into().unwrap_or(usize::MAX)
}

fn write(arena: &mut Arena, g: Value, out: &mut dyn Write) -> io::Result<()> {
    arena.write(g, Notation::Ascii, out).expect(NO_LIMIT)
}

/// A file that is removed in the end.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Takes only what a file says.
struct Same<R>(R);

impl<R: Read> Write for Same<R> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut expected = vec![0; bytes.len()];
        self.0.read_exact(&mut expected)?;
        if expected == bytes {
            Ok(bytes.len())
        } else {
            Err(io::Error::other("the text differs from what was read"))
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
