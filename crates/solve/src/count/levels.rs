//! From level to level in memory.

use super::pool::{Pool, Tally};
use super::{Count, CountError, Event, Level};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
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
    pub(super) fn level(&self, rank: u64, tally: &Tally) -> Level {
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
    pub(super) fn spread<E: Send>(
        &self,
        positions: u64,
        work: impl Fn() -> Result<Tally, E> + Sync,
    ) -> Result<Tally, E> {
        const FEW: u64 = 4096;
        if !cfg!(feature = "system") || self.threads <= 1 || positions < FEW {
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

pub(super) fn tell(means: &mut Means<'_>, number: usize, positions: u64, done: u64) {
    (means.progress)(&Event::Begun {
        level: number,
        positions,
        done,
    });
}

impl From<Error> for CountError {
    fn from(error: Error) -> Self {
        CountError::Stopped(error)
    }
}
