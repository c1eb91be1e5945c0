//! From level to level through the files of a directory.

mod directory;
mod file;
mod keys;
mod manifest;
mod merge;

pub(super) use keys::{Layout, PlaceKeys, Sorted, TextList};
pub(super) use manifest::Question;

use super::levels::{Means, tell};
use super::pool::{Pool, Tally};
use super::{Count, CountError, Event, Level};
use crate::complaint::complaint;
use directory::Directory;
use file::Reader;
use manifest::{Open, level_name, run_name};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use values::Budget;

/// More runs of a rank than this are made one.
const MOST_RUNS: usize = 48;

/// What is done so quickly is not worth a manifest: it must be on the disk
/// first.
const QUICK: Duration = Duration::from_millis(200);

/// Counts through the files of a directory, from where an earlier run stopped.
/// The pool is empty; `begin` puts the start into it.
pub(super) fn in_directory(
    pool: &dyn Pool,
    begin: &dyn Fn(),
    path: &Path,
    question: Question,
    means: Means<'_>,
) -> Result<Count, CountError> {
    let (directory, is_old) = Directory::open(path, question)?;
    if is_old {
        let manifest = &directory.manifest;
        let levels: Vec<Level> = manifest.levels.iter().map(|(level, _)| *level).collect();
        let open = manifest.open.as_ref();
        (means.progress)(&Event::Resumed {
            levels: &levels,
            done: open.map_or(0, |open| open.tally.positions),
            kept: manifest.files().map(|file| file.keys).sum(),
        });
        directory.verify(means.threads, means.budget)?;
    } else {
        begin();
    }
    // A block is read for each thread and each run that is merged.
    let limit = means.budget.bytes().unwrap_or(u64::MAX);
    let block = (limit / 64).clamp(1 << 8, 1 << 16) as usize;
    let mut job = DiskCount {
        pool,
        directory,
        means,
        limit,
        block,
        largest_block: block,
    };
    job.run()
}

struct DiskCount<'a, 'm> {
    pool: &'a dyn Pool,
    directory: Directory,
    means: Means<'m>,
    limit: u64,
    /// The bytes of a block that is written now: a block that was begun is
    /// expanded to its end, so that what is done is known, and that should be
    /// soon.
    block: usize,
    largest_block: usize,
}

/// What the expansion of a block may cost: about a tenth of a second.
const BLOCK_COST: u128 = 1 << 25;

impl DiskCount<'_, '_> {
    fn run(&mut self) -> Result<Count, CountError> {
        while !self.directory.manifest.complete {
            if self.directory.manifest.open.is_none() && !self.open_next()? {
                self.directory.manifest.complete = true;
                self.directory.save()?;
                break;
            }
            self.expand()?;
        }
        let mut count = Count::default();
        for (level, _) in &self.directory.manifest.levels {
            count.push(*level);
        }
        Ok(count)
    }

    /// Makes the file of the next level; `false` if there is none.
    fn open_next(&mut self) -> Result<bool, CountError> {
        let runs = self.directory.manifest.runs.iter().map(|(rank, _)| *rank);
        let Some(rank) = runs.chain(self.pool.highest()).max() else {
            return Ok(false);
        };
        let name = level_name(self.directory.manifest.levels.len());
        let waiting = self.pool.take(rank);
        let has_runs = self.runs(rank) > 0;
        let file = if has_runs {
            if waiting.positions() > 0 {
                let sorted = waiting.sorted();
                self.directory.write_run(rank, sorted, self.block)?;
            }
            let budget = self.means.budget;
            self.directory.merge_runs(rank, name, self.block, budget)?
        } else {
            self.directory.write(name, waiting.sorted(), self.block)?
        };
        self.directory.manifest.open = Some(Open {
            rank,
            file,
            done: 0,
            tally: Tally::default(),
        });
        // With nothing else waiting there is nothing to write but this.
        let all_written = self.pool.highest().is_none();
        if all_written && self.directory.unsaved() > QUICK {
            self.directory.save()?;
        }
        Ok(true)
    }

    fn runs(&self, rank: u64) -> usize {
        let runs = self.directory.manifest.runs.iter();
        runs.filter(|run| run.0 == rank).count()
    }

    /// Expands the open level, until it is done, or the memory is full, or it
    /// is time to write down what was done.
    fn expand(&mut self) -> Result<(), CountError> {
        let Some(open) = &self.directory.manifest.open else {
            return Ok(());
        };
        let number = self.directory.manifest.levels.len();
        let done = open.tally.positions;
        tell(&mut self.means, number, open.file.keys, done);
        let reader = Mutex::new(Reader::open(self.directory.path(), &open.file)?);
        let next = AtomicU64::new(open.done);
        let stopped = AtomicBool::new(false);
        let (budget, limit) = (self.means.budget, self.limit);
        let (pool, directory) = (self.pool, &self.directory);
        let blocks = open.file.blocks();
        let work = || -> Result<Tally, CountError> {
            let mut total = Tally::default();
            let mut keys = Vec::new();
            while !stopped.load(Ordering::Relaxed) {
                // What was begun is ended, so that what is done is known.
                let block = next.fetch_add(1, Ordering::Relaxed);
                if block >= blocks {
                    break;
                }
                let sum = {
                    let mut reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
                    reader.read(block, &mut keys)?;
                    reader.sum(block)
                };
                if blake3::hash(&keys) != sum {
                    stopped.store(true, Ordering::Relaxed);
                    let reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
                    return Err(reader.damaged(block));
                }
                total += pool.expand(&keys, &open.file.layout, budget)?;
                if pool.bytes() > limit || budget.check().is_err() || directory.is_due() {
                    stopped.store(true, Ordering::Relaxed);
                }
            }
            Ok(total)
        };
        let tally = self.means.spread(open.file.keys, work)?;
        let done = next.into_inner().min(blocks);
        if tally.positions > 0 {
            let width = open.file.layout.width();
            self.block = fitting(width, &tally, self.largest_block);
        }
        let Some(open) = &mut self.directory.manifest.open else {
            return Ok(());
        };
        open.tally += tally;
        open.done = done;
        if done == blocks {
            self.close();
        }
        let interrupted = self.means.budget.check();
        if self.pool.bytes() > self.limit || interrupted.is_err() || self.directory.is_due() {
            self.spill()?;
            if interrupted.is_err() || self.directory.unsaved() > QUICK {
                self.directory.save()?;
            }
        }
        Ok(interrupted?)
    }

    /// The open level is done.
    fn close(&mut self) {
        if let Some(open) = self.directory.manifest.open.take() {
            let level = self.means.level(open.rank, &open.tally);
            (self.means.progress)(&Event::Done(&level));
            self.directory.manifest.levels.push((level, open.file));
        }
    }

    /// Writes all that waits.
    fn spill(&mut self) -> Result<(), CountError> {
        while let Some(rank) = self.pool.highest() {
            let sorted = self.pool.take(rank).sorted();
            self.directory.write_run(rank, sorted, self.block)?;
            if self.runs(rank) > MOST_RUNS {
                let name = run_name(self.directory.manifest.next_run);
                self.directory.manifest.next_run += 1;
                // Ctrl-C finds all work done so far written down.
                let budget = Budget::unlimited();
                let merged = self.directory.merge_runs(rank, name, self.block, &budget)?;
                self.directory.manifest.runs.push((rank, merged));
            }
        }
        Ok(())
    }
}

/// The bytes of a block of keys with this width, after the options that
/// positions had so far. An option costs the square of its width: large positions are slow
/// to bring into order. A clock would know better, but tell something else each
/// time, and the same count is to make the same files.
fn fitting(width: usize, tally: &Tally, most: usize) -> usize {
    let options = u128::from(tally.edges / tally.positions.max(1)).max(1);
    let cost = (width as u128).pow(2).saturating_mul(options);
    let fitting = (BLOCK_COST / cost.max(1)).saturating_mul(width as u128);
    usize::try_from(fitting).map_or(most, |fitting| fitting.clamp(1, most))
}

impl CountError {
    pub(super) fn io(path: &Path, error: &io::Error) -> Self {
        CountError::Directory(complaint(path, error))
    }

    pub(super) fn other_keys() -> Self {
        CountError::Directory("the directory has keys of another kind; give another".into())
    }

    pub(super) fn damaged(path: &Path, why: &str) -> Self {
        CountError::Directory(format!(
            "{}: the file is damaged: {why}; give another directory",
            path.display()
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_positions_lie_in_small_blocks() {
        let most = 1 << 16;
        let tally = |edges| Tally {
            positions: 10,
            edges,
            ..Tally::default()
        };
        // A board of pawns, a hundred squares with queens, a large bush.
        assert_eq!(fitting(8, &tally(200), most), most);
        assert_eq!(fitting(25, &tally(20_000), most), 26 * 25);
        assert_eq!(fitting(150, &tally(6_000), most), 2 * 150);
        // A block has at least one key, which the writer sees to.
        assert_eq!(fitting(4000, &tally(40_000), most), 1);
        assert_eq!(fitting(1, &tally(0), most), most);
    }
}
