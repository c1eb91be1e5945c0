//! From level to level: in memory, or through the files of a directory.

use super::directory::Directory;
use super::file::Reader;
use super::manifest::{Open, level_name, run_name};
use super::pool::{Pool, Tally};
use super::{Count, CountError, Event, Level};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use values::{Budget, Error};

/// What the work may use, and who is told about it.
pub(super) struct Means<'a> {
    pub(super) threads: usize,
    pub(super) budget: &'a Budget,
    pub(super) progress: &'a mut dyn FnMut(&Event<'_>),
    /// Whether the levels have every position together with its negative, and
    /// the two count once.
    pub(super) halved: bool,
}

impl Means<'_> {
    fn level(&self, rank: u64, tally: &Tally) -> Level {
        let Tally {
            positions,
            edges,
            own,
            own_edges,
        } = *tally;
        let (positions, edges) = if self.halved {
            ((positions + own) / 2, (edges + own_edges) / 2)
        } else {
            (positions, edges)
        };
        Level {
            rank,
            positions,
            edges,
        }
    }

    /// Work for all threads, or for one if there is not much of it.
    fn spread<E: Send>(
        &self,
        positions: u64,
        work: impl Fn() -> Result<Tally, E> + Sync,
    ) -> Result<Tally, E> {
        const FEW: u64 = 4096;
        if self.threads <= 1 || positions < FEW {
            return work();
        }
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads).map(|_| scope.spawn(&work)).collect();
            let mut total = work();
            for other in others {
                let tally = match other.join() {
                    Ok(tally) => tally,
                    Err(panic) => std::panic::resume_unwind(panic),
                };
                total = total.and_then(|mut total| {
                    total += tally?;
                    Ok(total)
                });
            }
            total
        })
    }
}

/// Counts without files.
pub(super) fn in_memory(pool: &dyn Pool, mut means: Means<'_>) -> Result<Count, CountError> {
    let mut count = Count::default();
    while let Some(rank) = pool.highest() {
        let part = pool.take(rank);
        let number = count.levels.len();
        let positions = part.positions();
        tell(&mut means, number, positions, 0);
        let next = AtomicU64::new(0);
        let failed = AtomicBool::new(false);
        let budget = means.budget;
        let tally = means.spread(positions, || {
            let mut total = Tally::default();
            while !failed.load(Ordering::Relaxed) {
                let piece = next.fetch_add(1, Ordering::Relaxed) as usize;
                if piece >= part.pieces() {
                    break;
                }
                match part.expand(piece, budget) {
                    Ok(tally) => total += tally,
                    Err(error) => {
                        failed.store(true, Ordering::Relaxed);
                        return Err(error);
                    }
                }
            }
            Ok(total)
        })?;
        budget.check()?;
        budget.check_bytes(pool.bytes())?;
        let level = means.level(rank, &tally);
        count.push(level);
        (means.progress)(&Event::Done(&level));
    }
    Ok(count)
}

fn tell(means: &mut Means<'_>, number: usize, positions: u64, done: u64) {
    (means.progress)(&Event::Begun {
        level: number,
        positions,
        done,
    });
}

/// More runs of a rank than this are made one.
const MOST_RUNS: usize = 48;

/// What is done so quickly is not worth a manifest: it must be on the disk
/// first.
const QUICK: Duration = Duration::from_millis(200);

/// Counts through the files of a directory. The pool has the start if the
/// directory is new, and nothing otherwise.
pub(super) fn in_directory(
    pool: &dyn Pool,
    directory: Directory,
    means: Means<'_>,
) -> Result<Count, CountError> {
    // A block is read for each thread and each run that is merged.
    let limit = means.budget.bytes().unwrap_or(u64::MAX);
    let block = (limit / 64).clamp(1 << 8, 1 << 16) as usize;
    let mut job = Job {
        pool,
        directory,
        means,
        limit,
        block,
    };
    job.run()
}

struct Job<'a, 'm> {
    pool: &'a dyn Pool,
    directory: Directory,
    means: Means<'m>,
    limit: u64,
    /// The bytes of a block.
    block: usize,
}

impl Job<'_, '_> {
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

/// What a directory says that was done before.
pub(super) fn resumed(directory: &Directory) -> Vec<Level> {
    let levels = directory.manifest.levels.iter();
    levels.map(|(level, _)| *level).collect()
}

impl From<Error> for CountError {
    fn from(error: Error) -> Self {
        CountError::Stopped(error)
    }
}
