//! The work on rows of a count that is spread over machines. Python and its
//! engine move the rows; what is in them is known here alone.
//!
//! A level is rows: rank, bucket, cluster, block, and members. Between tasks
//! rows move in [packs](crate::packs).

use pyo3::prelude::*;
use rules::{Component, Game as _, Position as _, in_its_type};
use solve::{Answers, Bundle, Bundles, CountError, Merge, RowKey, bits_of, number_among};
use std::collections::BTreeMap;
use std::sync::Arc;
use values::Budget;

use crate::budget::{Limits, work};
use crate::errors::Fault;
use crate::frames::{Frame, Given};
use crate::packs::{Kind, Packed, Packer, TakenPack, taken};

impl From<CountError> for Fault {
    fn from(error: CountError) -> Self {
        match error {
            CountError::Stopped(error) => error.into(),
            other => Fault::domain(other.to_string()),
        }
    }
}

/// The rows of what can be reached from a position.
#[pyclass(frozen, module = "legatus._legatus")]
pub struct Bundler {
    board: Arc<::positions::Board>,
}

/// Calls with the rows of a component.
macro_rules! with_bundles {
    ($component:expr, |$bundles:ident, $position:ident| $answer:expr) => {{
        let component: Component = $component;
        // Where a heap stands makes no other position.
        let merge = match component.rules().heap_rules() {
            Some(_) => Merge::Symmetries,
            None => Merge::Nothing,
        };
        in_its_type!(&component, |game, $position| {
            let $bundles = Bundles::new(&game, &$position, merge)?;
            $answer
        })
    }};
}

impl Bundler {
    fn expanded(
        &self,
        rows: &[Bundle],
        budget: &Budget,
        packer: &mut Packer,
    ) -> Result<(u64, u64), Fault> {
        with_bundles!(self.board.component(), |bundles, _start| {
            Ok(bundles.expand(rows, budget, &mut |row| {
                packer.push(bundles.bucket(&row.key), Kind::Rows, 0, &packed(&row));
            })?)
        })
    }

    /// Who wins the positions of each row.
    pub fn outcomes(
        &self,
        rows: &[Bundle],
        options: &Answers<'_>,
        budget: &Budget,
    ) -> Result<Vec<Vec<u8>>, Fault> {
        with_bundles!(self.board.component(), |bundles, _start| {
            let each = rows.iter();
            each.map(|row| Ok(bundles.outcomes(row, options, budget)?))
                .collect()
        })
    }

    fn asks(
        &self,
        origin: i64,
        rows: &[Bundle],
        budget: &Budget,
        packer: &mut Packer,
    ) -> Result<(), Fault> {
        with_bundles!(self.board.component(), |bundles, _start| {
            for key in bundles.option_rows(rows, budget)? {
                let ask = Packed {
                    key,
                    members: &[],
                    outcomes: &[],
                };
                packer.push(bundles.bucket(&key), Kind::Asks, origin, &ask);
            }
            Ok(())
        })
    }
}

#[pymethods]
impl Bundler {
    #[new]
    fn new(game: &str, position: &str) -> PyResult<Self> {
        let board = ::positions::read(game, position).map_err(Fault::from)?;
        if board.is_loopy() {
            let why = format!(
                "play in {} may not end, and levels go by what every move lowers",
                board.game()
            );
            return Err(Fault::domain(why).into());
        }
        if crate::games::Game::written(board.game()).is_some() {
            let why = "a game that is written in Python is known to this process alone";
            return Err(Fault::domain(why).into());
        }
        Ok(Bundler { board })
    }

    /// The game and the position as they are always written.
    fn question(&self) -> (String, String) {
        (self.board.game().to_string(), self.board.text())
    }

    /// The row of the start.
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Vec<TakenPack<'py>>> {
        let start = || -> Result<Packer, Fault> {
            with_bundles!(self.board.component(), |bundles, _start| {
                let (mut packer, row) = (Packer::default(), bundles.start());
                packer.push(bundles.bucket(&row.key), Kind::Rows, 0, &packed(&row));
                Ok(packer)
            })
        };
        Ok(taken(py, start()?.finish()))
    }

    /// The options of the positions of a rank, and a tally of positions and
    /// edges; the other rows as they are.
    fn expand<'py>(
        &self,
        py: Python<'py>,
        rank: i64,
        rows: Given,
    ) -> PyResult<Vec<TakenPack<'py>>> {
        let given = Frame::read(&rows)?;
        drop(rows);
        let packer = work(py, Some(&Limits::default()), |mode| {
            let mut packer = Packer::default();
            let mut here = Vec::new();
            for row in 0..given.rows() {
                let bundle = bundle(&given, row);
                if given.int(RANK, row) == rank {
                    here.push(bundle);
                } else {
                    let bucket = given.int(BUCKET, row) as u64;
                    packer.push(bucket, Kind::Rows, 0, &packed(&bundle));
                }
            }
            let (positions, edges) = self.expanded(&here, mode.budget, &mut packer)?;
            packer.push_tally(&[positions, edges]);
            Ok(packer)
        })?;
        Ok(taken(py, packer.finish()))
    }

    /// Asks for the rows that the options of the positions of a rank are in.
    fn ask<'py>(&self, py: Python<'py>, rank: i64, rows: Given) -> PyResult<Vec<TakenPack<'py>>> {
        let given = Frame::read(&rows)?;
        drop(rows);
        let packer = work(py, Some(&Limits::default()), |mode| {
            let mut packer = Packer::default();
            let mut buckets: BTreeMap<i64, Vec<Bundle>> = BTreeMap::new();
            for row in (0..given.rows()).filter(|&row| given.int(RANK, row) == rank) {
                let bucket = buckets.entry(given.int(BUCKET, row)).or_default();
                bucket.push(bundle(&given, row));
            }
            for (bucket, rows) in buckets {
                self.asks(bucket, &rows, mode.budget, &mut packer)?;
            }
            Ok(packer)
        })?;
        Ok(taken(py, packer.finish()))
    }

    /// Where a position is: rank, bucket, cluster, block, members, and whether
    /// it is the negative that is there.
    fn find(&self, position: &str) -> PyResult<(u64, u64, i64, i64, Vec<u8>, bool)> {
        let other = ::positions::read(self.board.game(), position).map_err(Fault::from)?;
        let board = self.board.component();
        let find = || -> Result<_, Fault> {
            with_bundles!(other.component(), |bundles, position| Ok(
                bundles.find(&position)
            ))
        };
        let (key, members, negated) = find()?;
        let place = || -> Result<u64, Fault> {
            with_bundles!(board, |bundles, _start| Ok(bundles.bucket(&key)))
        };
        let bucket = place()?;
        let RowKey {
            rank,
            cluster,
            block,
        } = key;
        Ok((
            rank,
            bucket,
            cluster as i64,
            i64::from(block),
            members,
            negated,
        ))
    }

    /// How many positions the board has, if they can be numbered.
    fn board_count(&self) -> Option<u128> {
        self.board.board_count()
    }

    /// The positions of the board with these numbers: rank and text.
    fn board_positions(&self, from: u128, to: u128) -> Vec<(u64, String)> {
        let component = self.board.component();
        let Some(all) = component.rules().all(&component) else {
            return Vec::new();
        };
        let each = (from..to.min(all.count)).map(|number| {
            let position = (all.get)(number);
            (position.rank(), position.text())
        });
        each.collect()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String, String)) {
        (py.get_type::<Bundler>().into_any(), self.question())
    }
}

/// The two bits of a position in a row that was answered.
#[pyfunction]
pub fn _bundle_bits(members: &[u8], outcomes: &[u8], alone: &[u8]) -> PyResult<Option<u8>> {
    let number = number_among(members, alone).map_err(Fault::from)?;
    Ok(number.and_then(|number| bits_of(outcomes, number)))
}

/// Rows as they are, without those of other ranks.
#[pyfunction]
pub fn _packed<'py>(
    py: Python<'py>,
    kind: i64,
    rank: i64,
    rows: Given,
) -> PyResult<Vec<TakenPack<'py>>> {
    let given = Frame::read(&rows)?;
    let kind = Kind::read(kind)?;
    let mut packer = Packer::default();
    for row in (0..given.rows()).filter(|&row| given.int(RANK, row) == rank) {
        let packed = Packed {
            key: key(&given, row),
            members: given.bytes(0, row),
            outcomes: given.bytes_if_any(1, row),
        };
        packer.push(given.int(BUCKET, row) as u64, kind, 0, &packed);
    }
    Ok(taken(py, packer.finish()))
}

/// Columns of a level.
const RANK: usize = 0;
const BUCKET: usize = 1;

fn key(frame: &Frame, row: usize) -> RowKey {
    RowKey {
        rank: frame.int(RANK, row) as u64,
        cluster: frame.int(2, row) as u64,
        block: frame.int(3, row) as u32,
    }
}

fn bundle(frame: &Frame, row: usize) -> Bundle {
    Bundle {
        key: key(frame, row),
        members: frame.bytes(0, row).to_vec(),
    }
}

fn packed(bundle: &Bundle) -> Packed<'_> {
    Packed {
        key: bundle.key,
        members: &bundle.members,
        outcomes: &[],
    }
}

/// The checksum of some bytes, in hexadecimal digits.
#[pyfunction]
pub fn _blake3(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}
