//! Merging what meets in a bucket.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use solve::{RowKey, member_count, member_union};

use crate::errors::Fault;
use crate::frames::{Frames, Taken};
use crate::packs::{GivenPack, Kind, Packed, Rows, damaged, packed, tally};

/// What is in a bucket of a rank: bucket, rank, rows, positions, checksum.
pub type Sum<'py> = (i64, u64, u64, u64, Bound<'py, PyBytes>);

/// Rows that are done: summed up for each bucket and rank, in their order, and
/// kept until they are many.
pub struct Summing {
    columns: usize,
    frames: Frames,
    current: Option<Current>,
    done: Vec<(i64, u64, u64, u64, blake3::Hash)>,
}

struct Current {
    bucket: i64,
    rank: u64,
    rows: u64,
    positions: u64,
    hasher: blake3::Hasher,
}

impl Summing {
    /// No rows, with so many columns of bytes.
    pub fn new(columns: usize) -> Self {
        Summing {
            columns,
            frames: Frames::new(4, columns),
            current: None,
            done: Vec::new(),
        }
    }

    /// Takes a row of a bucket.
    pub fn row(&mut self, bucket: i64, row: &Packed<'_>) -> Result<(), Fault> {
        let RowKey {
            rank,
            cluster,
            block,
        } = row.key;
        let same = |current: &Current| (current.bucket, current.rank) == (bucket, rank);
        if !self.current.as_ref().is_some_and(same) {
            self.end();
        }
        let current = self.current.get_or_insert_with(|| Current {
            bucket,
            rank,
            rows: 0,
            positions: 0,
            hasher: blake3::Hasher::new(),
        });
        current.rows += 1;
        current.positions += member_count(row.members)?;
        let both = [row.members, row.outcomes];
        current.hasher.update(&cluster.to_le_bytes());
        current.hasher.update(&u64::from(block).to_le_bytes());
        for bytes in &both[..self.columns] {
            current.hasher.update(&(bytes.len() as u64).to_le_bytes());
            current.hasher.update(bytes);
        }
        let ints = [rank as i64, bucket, cluster as i64, i64::from(block)];
        self.frames.push(&ints, &both[..self.columns]);
        Ok(())
    }

    fn end(&mut self) {
        if let Some(sum) = self.current.take() {
            let digest = sum.hasher.finalize();
            self.done
                .push((sum.bucket, sum.rank, sum.rows, sum.positions, digest));
        }
    }

    /// The rows, if they are many.
    pub fn rows<'py>(&mut self, py: Python<'py>) -> Vec<Taken<'py>> {
        self.frames.take(py)
    }

    /// The rows that were left.
    pub fn last_rows<'py>(&mut self, py: Python<'py>) -> Vec<Taken<'py>> {
        self.frames.end();
        self.frames.take(py)
    }

    /// The sums of all rows.
    pub fn sums<'py>(&mut self, py: Python<'py>) -> Vec<Sum<'py>> {
        self.end();
        let each = self.done.drain(..);
        each.map(|(bucket, rank, rows, positions, digest)| {
            (
                bucket,
                rank,
                rows,
                positions,
                PyBytes::new(py, digest.as_bytes()),
            )
        })
        .collect()
    }
}

/// Merges packs that come bucket by bucket.
#[pyclass(module = "legatus._legatus")]
pub struct Merger {
    bucket: i64,
    waiting: Vec<Vec<u8>>,
    held: usize,
    totals: Vec<u64>,
    sums: Summing,
}

/// Packs that are larger together are merged before more are taken.
const LARGE: usize = 256 << 20;

impl Merger {
    fn flush(&mut self) -> Result<(), Fault> {
        let waiting = std::mem::take(&mut self.waiting);
        self.held = 0;
        let (bucket, sums) = (self.bucket, &mut self.sums);
        merged(&waiting, &mut |row| sums.row(bucket, row))
    }

    fn take(&mut self, kind: Kind, bucket: i64, content: &[u8]) -> Result<(), Fault> {
        match kind {
            Kind::Tally => {
                let numbers: Vec<u64> = tally(content).collect();
                self.totals.resize(numbers.len().max(self.totals.len()), 0);
                for (total, number) in self.totals.iter_mut().zip(numbers) {
                    *total += number;
                }
            }
            Kind::Rows => {
                self.bucket = bucket;
                self.held += content.len();
                self.waiting.push(content.to_vec());
                if self.held > LARGE {
                    let waiting = std::mem::take(&mut self.waiting);
                    let mut rows = Vec::new();
                    merged(&waiting, &mut |row| {
                        rows.push((row.key, row.members.to_vec()));
                        Ok(())
                    })?;
                    drop(waiting);
                    let content = packed(rows.iter().map(|(key, members)| Packed {
                        key: *key,
                        members,
                        outcomes: &[],
                    }));
                    // What is merged and still large is no reason to merge again soon.
                    self.held = content.len() / 2;
                    self.waiting.push(content);
                }
            }
            Kind::Answers | Kind::Asks => return Err(damaged()),
        }
        Ok(())
    }
}

/// Calls with the rows of some packs, those of one name merged, in the order
/// of their names.
fn merged(
    packs: &[Vec<u8>],
    each: &mut dyn FnMut(&Packed<'_>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let rows: Result<Vec<Packed<'_>>, Fault> =
        packs.iter().flat_map(|pack| Rows::new(pack)).collect();
    let mut rows = rows?;
    // Packs are in order mostly, which a stable sort is quick with.
    rows.sort_by_key(|row| row.key);
    for same in rows.chunk_by(|a, b| a.key == b.key) {
        if let [row] = same {
            each(row)?;
            continue;
        }
        let members: Vec<&[u8]> = same.iter().map(|row| row.members).collect();
        let members = member_union(&members)?;
        each(&Packed {
            members: &members,
            ..same[0]
        })?;
    }
    Ok(())
}

#[pymethods]
impl Merger {
    #[new]
    fn new() -> Self {
        Merger {
            bucket: 0,
            waiting: Vec::new(),
            held: 0,
            totals: Vec::new(),
            sums: Summing::new(1),
        }
    }

    /// Takes more packs, and gives rows that are done.
    fn push<'py>(&mut self, py: Python<'py>, packs: Vec<GivenPack>) -> PyResult<Vec<Taken<'py>>> {
        for (bucket, kind, _, content) in &packs {
            if *bucket != self.bucket {
                self.flush()?;
            }
            self.take(Kind::read(*kind)?, *bucket, content)?;
        }
        Ok(self.sums.rows(py))
    }

    /// The rows that were left.
    fn finish<'py>(&mut self, py: Python<'py>) -> PyResult<Vec<Taken<'py>>> {
        self.flush()?;
        Ok(self.sums.last_rows(py))
    }

    /// What was in the rows: the sums of buckets, and the totals of tallies.
    fn sums<'py>(&mut self, py: Python<'py>) -> (Vec<Sum<'py>>, Vec<u64>) {
        (self.sums.sums(py), self.totals.clone())
    }
}
