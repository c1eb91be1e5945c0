//! Values that are kept in a file while they are being found, so that the
//! work can be stopped and goes on from there.

use super::Evaluator;
use super::file::{Contents, Reader, Writer};
use crate::complaint::complaint;
use rules::Game;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use values::{Arena, Error, Value};

/// Where and when to keep what is known.
pub struct Keeping<'k> {
    /// The directory, which is made if need be.
    pub directory: &'k Path,
    /// The name of the game with its variant, by which the file knows its
    /// question.
    pub game: &'k str,
    /// How long to work before what is known is written again. Writing takes
    /// at most a tenth of the time.
    pub interval: Duration,
    /// How many positions to evaluate before looking at the clock.
    pub stretch: usize,
    /// Is told when something was read or written.
    pub tell: &'k mut dyn FnMut(Kept),
}

/// What happened to the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Values were read; of how many positions.
    Read(usize),
    /// Values were written; of how many positions.
    Written(usize),
    /// Nothing was written; the text says why. The work goes on, and what was
    /// written before is still there.
    Unwritten(String),
}

/// Why there is no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeepError {
    /// A limit was reached, or it was interrupted; what is known was written,
    /// unless the keeper was told otherwise.
    #[error(transparent)]
    Stopped(#[from] Error),
    /// The file cannot be used; the text says why.
    #[error("{0}")]
    File(String),
}

/// The name of the file.
const NAME: &str = "values";

/// The value of a position, found as [`Evaluator::value`] finds it, and kept
/// in a directory: at intervals, and when the budget of the arena stops it,
/// the values of all positions that are done are written to a file, which
/// replaces the last one when it is complete. The same question in the same
/// directory goes on from there and has the same answer. A disk that is full
/// costs no answer: whoever keeps is told, and the work goes on.
///
/// When the memory is used up, the values that are needed are read back into a
/// new arena, without what was only of use on the way; if that does not help,
/// the work stops. Ids from before mean nothing in the new arena.
pub fn kept_value<G: Game>(
    game: &G,
    position: &G::Position,
    keeping: &mut Keeping<'_>,
    arena: &mut Arena,
) -> Result<Value, KeepError> {
    fs::create_dir_all(keeping.directory)
        .map_err(|error| KeepError::File(complaint(keeping.directory, &error)))?;
    let mut keeper = Keeper {
        game,
        path: keeping.directory.join(NAME),
        question: format!("{} {}", keeping.game, game.write(position)),
        keeping,
    };
    let mut evaluator = keeper.read(arena)?;
    let mut written = Instant::now();
    let mut took = Duration::ZERO;
    let mut read_back = None;
    loop {
        // The evaluator looks at the budget less often than short stretches do.
        let checked = arena.budget().check();
        let stretch = keeper.keeping.stretch;
        match checked.and_then(|()| evaluator.value_within(arena, position, stretch)) {
            Ok(Some(value)) => {
                keeper.write(&evaluator, arena);
                return Ok(value);
            }
            Ok(None) => {
                if written.elapsed() >= keeper.keeping.interval.max(10 * took) {
                    let begun = Instant::now();
                    keeper.write(&evaluator, arena);
                    took = begun.elapsed();
                    written = Instant::now();
                }
            }
            Err(error) => {
                let kept = keeper.write(&evaluator, arena);
                // Without progress since the last time it would go on for ever.
                let stuck = read_back == Some(evaluator.len());
                if !kept || stuck || !matches!(error, Error::Memory { .. }) {
                    return Err(error.into());
                }
                drop(evaluator);
                *arena = Arena::with_budget(arena.budget().clone());
                evaluator = keeper.read(arena)?;
                read_back = Some(evaluator.len());
                let limit = arena.budget().bytes().unwrap_or(u64::MAX);
                // A little room would be used up at once.
                if arena.bytes() + evaluator.bytes() > limit / 4 * 3 {
                    return Err(error.into());
                }
            }
        }
    }
}

struct Keeper<'k, 'd, G> {
    game: &'k G,
    path: PathBuf,
    question: String,
    keeping: &'k mut Keeping<'d>,
}

impl<G: Game> Keeper<'_, '_, G> {
    /// Writes what is known; whether that was possible.
    fn write(&mut self, evaluator: &Evaluator<G::Position>, arena: &Arena) -> bool {
        let written = self.try_write(evaluator, arena);
        (self.keeping.tell)(match &written {
            Ok(()) => Kept::Written(evaluator.len()),
            Err(error) => Kept::Unwritten(complaint(&self.path, error)),
        });
        written.is_ok()
    }

    fn try_write(&self, evaluator: &Evaluator<G::Position>, arena: &Arena) -> io::Result<()> {
        let values = evaluator.values.iter().copied();
        let mut writer = Writer::new(&self.path, &self.question, arena, values)?;
        let mut result = writer.begin_positions(evaluator.len());
        evaluator.table.each(&mut |position, number| {
            if result.is_ok() {
                let value = evaluator.values[number as usize];
                result = writer.position(arena, &self.game.write(position), value);
            }
        });
        result.and_then(|()| writer.finish())
    }

    fn read(&mut self, arena: &mut Arena) -> Result<Evaluator<G::Position>, KeepError> {
        let mut evaluator = Evaluator::new();
        let Some(mut reader) = Reader::open(&self.path, &self.question)? else {
            return Ok(evaluator);
        };
        let values = reader.values(arena)?;
        let count = reader.count()?;
        for _ in 0..count {
            let Contents { text, value } = reader.position(&values)?;
            let position = self
                .game
                .read(&text)
                .map_err(|_| reader.damaged("a position"))?;
            evaluator.insert(position, value);
        }
        reader.finish()?;
        (self.keeping.tell)(Kept::Read(evaluator.len()));
        Ok(evaluator)
    }
}
