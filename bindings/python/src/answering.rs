//! Answering rows from the answers of their options: rows ask the buckets that
//! their options are in, and are answered where they are.

use pyo3::prelude::*;
use solve::{Answered, Answers, Bundle, RowKey, bits_of, member_count};
use std::collections::HashMap;
use values::Budget;

use crate::budget::{Limits, work};
use crate::bundles::Bundler;
use crate::errors::Fault;
use crate::frames::Taken;
use crate::merging::{Sum, Summing};
use crate::packs::{GivenPack, Kind, Packed, Packer, Rows, TakenPack, damaged, taken};

/// The packs of the bucket that is being read.
#[derive(Default)]
struct Bucket {
    number: i64,
    packs: Vec<(Kind, i64, Vec<u8>)>,
}

impl Bucket {
    /// Takes packs, and calls with each bucket that is whole.
    fn take(
        &mut self,
        packs: &[GivenPack],
        whole: &mut dyn FnMut(&Bucket) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        for (bucket, kind, origin, content) in packs {
            if *bucket != self.number {
                self.end(whole)?;
                self.number = *bucket;
            }
            self.packs
                .push((Kind::read(*kind)?, *origin, content.to_vec()));
        }
        Ok(())
    }

    fn end(&mut self, whole: &mut dyn FnMut(&Bucket) -> Result<(), Fault>) -> Result<(), Fault> {
        whole(self)?;
        self.packs.clear();
        Ok(())
    }

    /// The rows of a kind, and who asks for them.
    fn rows(&self, kind: Kind) -> impl Iterator<Item = Result<(i64, Packed<'_>), Fault>> {
        let packs = self.packs.iter().filter(move |(other, ..)| *other == kind);
        packs.flat_map(|(_, origin, content)| Rows::new(content).map(|row| Ok((*origin, row?))))
    }
}

/// Sends the answers of rows to the buckets that ask for them.
#[pyclass(module = "legatus._legatus")]
#[derive(Default)]
pub struct Replier {
    bucket: Bucket,
}

fn reply(bucket: &Bucket, packer: &mut Packer) -> Result<(), Fault> {
    let mut known: HashMap<RowKey, Packed<'_>> = HashMap::new();
    for row in bucket.rows(Kind::Answers) {
        let (_, row) = row?;
        known.insert(row.key, row);
    }
    for ask in bucket.rows(Kind::Asks) {
        let (origin, ask) = ask?;
        let row = known.get(&ask.key).ok_or_else(damaged)?;
        packer.push(origin as u64, Kind::Answers, 0, row);
    }
    Ok(())
}

#[pymethods]
impl Replier {
    #[new]
    fn new() -> Self {
        Replier::default()
    }

    /// Takes more packs, answers and who asks for them, and gives replies.
    fn push<'py>(
        &mut self,
        py: Python<'py>,
        packs: Vec<GivenPack>,
    ) -> PyResult<Vec<TakenPack<'py>>> {
        let mut packer = Packer::default();
        self.bucket
            .take(&packs, &mut |bucket| reply(bucket, &mut packer))?;
        Ok(taken(py, packer.finish()))
    }

    /// The last replies.
    fn finish<'py>(&mut self, py: Python<'py>) -> PyResult<Vec<TakenPack<'py>>> {
        let mut packer = Packer::default();
        self.bucket.end(&mut |bucket| reply(bucket, &mut packer))?;
        Ok(taken(py, packer.finish()))
    }
}

/// Answers rows, bucket by bucket.
#[pyclass(module = "legatus._legatus")]
pub struct Answerer {
    bundler: Py<Bundler>,
    bucket: Bucket,
    written: Written,
}

struct Written {
    /// N, P, L, R.
    totals: [u64; 4],
    sums: Summing,
}

impl Written {
    fn answer(&mut self, bundler: &Bundler, bucket: &Bucket, budget: &Budget) -> Result<(), Fault> {
        let mut options = Answers::default();
        for row in bucket.rows(Kind::Answers) {
            let (_, row) = row?;
            options.insert(&Answered {
                key: row.key,
                members: row.members,
                outcomes: row.outcomes,
            })?;
        }
        let rows: Result<Vec<_>, Fault> = bucket.rows(Kind::Rows).collect();
        let mut rows: Vec<Packed<'_>> = rows?.into_iter().map(|(_, row)| row).collect();
        rows.sort_by_key(|row| row.key);
        let bundles: Vec<Bundle> = rows
            .iter()
            .map(|row| Bundle {
                key: row.key,
                members: row.members.to_vec(),
            })
            .collect();
        let answers = bundler.outcomes(&bundles, &options, budget)?;
        for (row, outcomes) in rows.iter().zip(&answers) {
            for number in 0..member_count(row.members)? as usize {
                let place = match bits_of(outcomes, number) {
                    Some(3) => 0,
                    Some(1) => 2,
                    Some(2) => 3,
                    _ => 1,
                };
                self.totals[place] += 1;
            }
            let answered = Packed { outcomes, ..*row };
            self.sums.row(bucket.number, &answered)?;
        }
        Ok(())
    }
}

impl Answerer {
    fn take(&mut self, py: Python<'_>, packs: Option<&[GivenPack]>) -> PyResult<()> {
        work(py, Some(&Limits::default()), |mode| {
            let (bundler, written) = (self.bundler.get(), &mut self.written);
            let mut whole = |bucket: &Bucket| written.answer(bundler, bucket, mode.budget);
            match packs {
                Some(packs) => self.bucket.take(packs, &mut whole),
                None => self.bucket.end(&mut whole),
            }
        })
    }
}

#[pymethods]
impl Answerer {
    #[new]
    fn new(bundler: Py<Bundler>) -> Self {
        Answerer {
            bundler,
            bucket: Bucket::default(),
            written: Written {
                totals: [0; 4],
                sums: Summing::new(2),
            },
        }
    }

    /// Takes more packs, rows and the answers of their options, and gives the
    /// rows that are answered.
    fn push<'py>(&mut self, py: Python<'py>, packs: Vec<GivenPack>) -> PyResult<Vec<Taken<'py>>> {
        self.take(py, Some(&packs))?;
        Ok(self.written.sums.rows(py))
    }

    /// The rows that were left.
    fn finish<'py>(&mut self, py: Python<'py>) -> PyResult<Vec<Taken<'py>>> {
        self.take(py, None)?;
        Ok(self.written.sums.last_rows(py))
    }

    /// The sums of buckets, and how many positions have each outcome.
    fn sums<'py>(&mut self, py: Python<'py>) -> (Vec<Sum<'py>>, Vec<u64>) {
        (self.written.sums.sums(py), self.written.totals.to_vec())
    }
}
