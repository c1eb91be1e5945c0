//! Rows on their way from task to task: those of one bucket, packed together.
//! An engine moves packs and needs not look into them.

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use solve::RowKey;
use std::collections::BTreeMap;

use crate::errors::Fault;

/// Where a pack goes, what it is, whose question it is, and what is in it.
pub type GivenPack = (i64, i64, i64, PyBackedBytes);
/// A pack as Python takes it.
pub type TakenPack<'py> = (i64, i64, i64, Bound<'py, PyBytes>);

/// What is in a pack. Packs of a bucket come in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Numbers of 64 bits that are to be added.
    Tally = -1,
    /// Rows that are to be merged, or answered.
    Rows = 0,
    /// Rows that have their answers.
    Answers = 1,
    /// Names of rows whose answers are asked for.
    Asks = 2,
}

impl Kind {
    /// The kind that Python names.
    pub fn read(kind: i64) -> Result<Self, Fault> {
        let kinds = [Kind::Tally, Kind::Rows, Kind::Answers, Kind::Asks];
        let found = kinds.into_iter().find(|&known| known as i64 == kind);
        found.ok_or_else(damaged)
    }
}

/// A row in a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed<'p> {
    /// Which row.
    pub key: RowKey,
    /// Its positions.
    pub members: &'p [u8],
    /// Who wins them, if that is known.
    pub outcomes: &'p [u8],
}

/// Bytes of a pack that is not added to.
const FULL: usize = 1 << 20;

/// Packs that are being filled.
#[derive(Default)]
pub struct Packer {
    open: BTreeMap<(i64, Kind, i64), Pack>,
    done: Vec<(i64, Kind, i64, Vec<u8>)>,
}

#[derive(Default)]
struct Pack {
    content: Vec<u8>,
    last: u64,
}

impl Packer {
    /// Adds a row to a pack of a bucket.
    pub fn push(&mut self, bucket: u64, kind: Kind, origin: i64, row: &Packed<'_>) {
        let place = (bucket as i64, kind, origin);
        let pack = self.open.entry(place).or_default();
        pack.push(row);
        if pack.content.len() >= FULL {
            let content = std::mem::take(&mut pack.content);
            pack.last = 0;
            self.done.push((place.0, kind, origin, content));
        }
    }

    /// Adds numbers, which all meet in one bucket.
    pub fn push_tally(&mut self, numbers: &[u64]) {
        let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
        self.done.push((0, Kind::Tally, 0, bytes.collect()));
    }

    /// The packs.
    pub fn finish(mut self) -> Vec<(i64, Kind, i64, Vec<u8>)> {
        for ((bucket, kind, origin), pack) in self.open {
            if !pack.content.is_empty() {
                self.done.push((bucket, kind, origin, pack.content));
            }
        }
        self.done
    }
}

/// Packs for Python.
pub fn taken(py: Python<'_>, packs: Vec<(i64, Kind, i64, Vec<u8>)>) -> Vec<TakenPack<'_>> {
    let each = packs.into_iter();
    each.map(|(bucket, kind, origin, content)| {
        (bucket, kind as i64, origin, PyBytes::new(py, &content))
    })
    .collect()
}

/// Rows as the content of one pack.
pub fn packed<'p>(rows: impl IntoIterator<Item = Packed<'p>>) -> Vec<u8> {
    let mut pack = Pack::default();
    for row in rows {
        pack.push(&row);
    }
    pack.content
}

impl Pack {
    fn push(&mut self, row: &Packed<'_>) {
        let RowKey {
            rank,
            cluster,
            block,
        } = row.key;
        // Rows that follow each other have names that do not differ by much.
        self.number(cluster.wrapping_sub(self.last));
        self.last = cluster;
        self.number(rank);
        self.number(u64::from(block));
        for bytes in [row.members, row.outcomes] {
            self.number(bytes.len() as u64);
            self.content.extend_from_slice(bytes);
        }
    }

    /// Seven bits a byte, the lowest first; the highest bit says that more
    /// follow.
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.content.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.content.push(number as u8);
    }
}

/// The rows of a pack.
pub struct Rows<'p> {
    rest: &'p [u8],
    last: u64,
}

impl<'p> Rows<'p> {
    /// Those that the content has.
    pub fn new(content: &'p [u8]) -> Self {
        Rows {
            rest: content,
            last: 0,
        }
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn bytes(&mut self) -> Option<&'p [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (bytes, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(bytes)
    }

    fn row(&mut self) -> Option<Packed<'p>> {
        self.last = self.last.wrapping_add(self.number()?);
        let rank = self.number()?;
        let block = u32::try_from(self.number()?).ok()?;
        let key = RowKey {
            rank,
            cluster: self.last,
            block,
        };
        Some(Packed {
            key,
            members: self.bytes()?,
            outcomes: self.bytes()?,
        })
    }
}

impl<'p> Iterator for Rows<'p> {
    type Item = Result<Packed<'p>, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let row = self.row();
        if row.is_none() {
            self.rest = &[];
        }
        Some(row.ok_or_else(damaged))
    }
}

/// The numbers of a tally.
pub fn tally(content: &[u8]) -> impl Iterator<Item = u64> {
    let (words, _) = content.as_chunks::<8>();
    words.iter().map(|word| u64::from_le_bytes(*word))
}

/// A pack that no task has made.
pub fn damaged() -> Fault {
    Fault::domain("a pack of rows is damaged")
}
