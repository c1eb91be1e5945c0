//! The work on rows of a count that is spread over machines. Python and its
//! engine move the rows; what is in them is known here alone.
//!
//! A row has a rank, a bucket, a cluster and a block, and members. Rows of
//! negative rank are no positions: a tally of what a task has met, and the sum
//! of what is in a bucket.

use pyo3::prelude::*;
use rules::{Component, Game as _, Position as _, in_its_type};
use solve::{
    Answered, Bundle, Bundles, CountError, Merge, RowKey, bits_of, member_count, member_union,
    number_among,
};
use std::sync::Arc;
use values::Budget;

use crate::budget::{Limits, work};
use crate::errors::Fault;
use crate::frames::{Frame, Given, Taken};

/// The rank of a tally: numbers of 64 bits that are to be added.
const TALLY: i64 = -1;
/// The rank of a sum: bucket, rank, rows; positions and checksum.
const SUM: i64 = -2;

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
        each: &mut dyn FnMut(Bundle),
    ) -> Result<(u64, u64), Fault> {
        with_bundles!(self.board.component(), |bundles, _start| {
            Ok(bundles.expand(rows, budget, each)?)
        })
    }

    fn outcomes(
        &self,
        row: &Bundle,
        options: &[Answered<'_>],
        budget: &Budget,
    ) -> Result<Vec<u8>, Fault> {
        with_bundles!(self.board.component(), |bundles, _start| {
            Ok(bundles.outcomes(row, options, budget)?)
        })
    }

    fn option_rows(&self, row: &Bundle, budget: &Budget) -> Result<Vec<RowKey>, Fault> {
        with_bundles!(self.board.component(), |bundles, _start| {
            Ok(bundles.option_rows(row, budget)?)
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
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Taken<'py>> {
        let start = || -> Result<Bundle, Fault> {
            with_bundles!(
                self.board.component(),
                |bundles, _start| Ok(bundles.start())
            )
        };
        let mut frame = Frame::new(4, 1);
        push(&mut frame, &start()?);
        Ok(frame.write(py))
    }

    /// The options of the positions of a rank, and a tally; the other rows as
    /// they are.
    fn expand<'py>(&self, py: Python<'py>, rank: i64, rows: Given) -> PyResult<Vec<Taken<'py>>> {
        let given = Frame::read(&rows)?;
        drop(rows);
        let frames = work(py, Some(&Limits::default()), |mode| {
            let mut frames = vec![Frame::new(4, 1)];
            let mut here = Vec::new();
            for row in 0..given.rows() {
                if given.int(0, row) == rank {
                    here.push(bundle(&given, row));
                } else {
                    let frame = room(&mut frames);
                    frame.push(&given.ints(row), &[given.bytes(0, row)]);
                }
            }
            let (positions, edges) = self.expanded(&here, mode.budget, &mut |bundle| {
                push(room(&mut frames), &bundle);
            })?;
            push_tally(room(&mut frames), &[positions, edges]);
            Ok(frames)
        })?;
        Ok(frames.iter().map(|frame| frame.write(py)).collect())
    }

    /// For each row, the rows that the options of its positions are in:
    /// cluster and block of those, and what the asking row is called.
    fn ask<'py>(&self, py: Python<'py>, rows: Given) -> PyResult<Taken<'py>> {
        let given = Frame::read(&rows)?;
        drop(rows);
        let frame = work(py, Some(&Limits::default()), |mode| {
            let mut frame = Frame::new(6, 0);
            for row in 0..given.rows() {
                for key in self.option_rows(&bundle(&given, row), mode.budget)? {
                    let mut ints = vec![key.cluster as i64, i64::from(key.block)];
                    ints.extend(given.ints(row));
                    frame.push(&ints, &[]);
                }
            }
            Ok(frame)
        })?;
        Ok(frame.write(py))
    }

    /// Where a position is: cluster, block, members, and whether it is the
    /// negative that is there.
    fn find(&self, position: &str) -> PyResult<(i64, i64, Vec<u8>, bool)> {
        let other = ::positions::read(self.board.game(), position).map_err(Fault::from)?;
        let find = || -> Result<_, Fault> {
            with_bundles!(other.component(), |bundles, position| Ok(
                bundles.find(&position)
            ))
        };
        let (key, members, negated) = find()?;
        Ok((key.cluster as i64, i64::from(key.block), members, negated))
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

fn bundle(frame: &Frame, row: usize) -> Bundle {
    Bundle {
        rank: frame.int(0, row) as u64,
        key: RowKey {
            cluster: frame.int(2, row) as u64,
            block: frame.int(3, row) as u32,
        },
        members: frame.bytes(0, row).to_vec(),
    }
}

fn ints(bundle: &Bundle) -> [i64; 4] {
    let Bundle { rank, key, .. } = bundle;
    let bucket = key.bucket() as i64;
    [
        *rank as i64,
        bucket,
        key.cluster as i64,
        i64::from(key.block),
    ]
}

fn push(frame: &mut Frame, bundle: &Bundle) {
    frame.push(&ints(bundle), &[&bundle.members]);
}

fn push_tally(frame: &mut Frame, numbers: &[u64]) {
    let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
    frame.push(&[TALLY, 0, 0, 0], &[&bytes]);
}

fn room(frames: &mut Vec<Frame>) -> &mut Frame {
    if frames.last().is_none_or(Frame::is_full) {
        frames.push(Frame::new(4, 1));
    }
    let last = frames.len() - 1;
    &mut frames[last]
}

/// Sums up the rows of each bucket and rank, in their order.
#[derive(Default)]
struct Summing {
    current: Option<[i64; 2]>,
    rows: i64,
    positions: u64,
    hasher: blake3::Hasher,
}

impl Summing {
    /// Counts a row in, and writes it.
    fn row(&mut self, ints: &[i64], bytes: &[&[u8]], frame: &mut Frame) -> Result<(), Fault> {
        let here = [ints[1], ints[0]];
        if self.current != Some(here) {
            self.end(frame);
            self.current = Some(here);
        }
        self.rows += 1;
        self.positions += member_count(bytes[0])?;
        for int in &ints[2..4] {
            self.hasher.update(&int.to_le_bytes());
        }
        for bytes in bytes {
            self.hasher.update(&(bytes.len() as u64).to_le_bytes());
            self.hasher.update(bytes);
        }
        frame.push(ints, bytes);
        Ok(())
    }

    fn end(&mut self, frame: &mut Frame) {
        if let Some([bucket, rank]) = self.current.take() {
            let mut about = self.positions.to_le_bytes().to_vec();
            about.extend_from_slice(self.hasher.finalize().as_bytes());
            frame.push(&[SUM, bucket, rank, self.rows], &[&about]);
        }
        *self = Summing::default();
    }
}

/// Merges rows that come in the order of bucket, rank, cluster and block.
#[pyclass(module = "legatus._legatus")]
#[derive(Default)]
pub struct Merger {
    ints: Vec<i64>,
    waiting: Vec<Vec<u8>>,
    sums: Summing,
}

impl Merger {
    fn flush(&mut self, frame: &mut Frame) -> Result<(), Fault> {
        if !self.waiting.is_empty() {
            let members = member_union(&self.waiting)?;
            self.waiting.clear();
            self.sums.row(&self.ints, &[&members], frame)?;
        }
        Ok(())
    }
}

#[pymethods]
impl Merger {
    #[new]
    fn new() -> Self {
        Merger::default()
    }

    /// Takes more rows, and gives those that are done.
    fn push<'py>(&mut self, py: Python<'py>, rows: Given) -> PyResult<Taken<'py>> {
        let given = Frame::read(&rows)?;
        let mut frame = Frame::new(4, 1);
        for row in 0..given.rows() {
            let (ints, members) = (given.ints(row), given.bytes(0, row));
            match ints[0] {
                TALLY => frame.push(&ints, &[members]),
                SUM => {}
                _ => {
                    if ints != self.ints {
                        self.flush(&mut frame)?;
                        self.ints = ints;
                    }
                    self.waiting.push(members.to_vec());
                }
            }
        }
        Ok(frame.write(py))
    }

    /// The rest.
    fn finish<'py>(&mut self, py: Python<'py>) -> PyResult<Taken<'py>> {
        let mut frame = Frame::new(4, 1);
        self.flush(&mut frame)?;
        self.sums.end(&mut frame);
        Ok(frame.write(py))
    }
}

/// Answers rows. What comes is in the order of the row that is to be answered
/// (bucket, cluster, block), itself first and its options behind it.
#[pyclass(module = "legatus._legatus")]
pub struct Answerer {
    bundler: Py<Bundler>,
    asking: Option<Bundle>,
    options: Vec<(RowKey, Vec<u8>, Vec<u8>)>,
    /// N, P, L, R.
    totals: [u64; 4],
    sums: Summing,
}

impl Answerer {
    fn flush(&mut self, budget: &Budget, frame: &mut Frame) -> Result<(), Fault> {
        let Some(row) = self.asking.take() else {
            return Ok(());
        };
        let options: Vec<Answered<'_>> = self
            .options
            .iter()
            .map(|(key, members, outcomes)| Answered {
                key: *key,
                members,
                outcomes,
            })
            .collect();
        let outcomes = self.bundler.get().outcomes(&row, &options, budget)?;
        self.options.clear();
        for number in 0..member_count(&row.members)? as usize {
            let place = match bits_of(&outcomes, number) {
                Some(3) => 0,
                Some(1) => 2,
                Some(2) => 3,
                _ => 1,
            };
            self.totals[place] += 1;
        }
        self.sums
            .row(&ints(&row), &[&row.members, &outcomes], frame)
    }

    fn take(&mut self, given: &Frame, budget: &Budget, frame: &mut Frame) -> Result<(), Fault> {
        const ASKING: i64 = 0;
        for row in 0..given.rows() {
            if given.int(4, row) == ASKING {
                self.flush(budget, frame)?;
                self.asking = Some(bundle(given, row));
                continue;
            }
            let asked = self.asking.as_ref().is_some_and(|asking| {
                let key = [asking.key.cluster as i64, i64::from(asking.key.block)];
                key == [given.int(2, row), given.int(3, row)]
            });
            if !asked {
                return Err(Fault::domain("an option came without the row that has it"));
            }
            let key = RowKey {
                cluster: given.int(5, row) as u64,
                block: given.int(6, row) as u32,
            };
            let (members, outcomes) = (given.bytes(0, row), given.bytes(1, row));
            self.options
                .push((key, members.to_vec(), outcomes.to_vec()));
        }
        Ok(())
    }
}

#[pymethods]
impl Answerer {
    #[new]
    fn new(bundler: Py<Bundler>) -> Self {
        Answerer {
            bundler,
            asking: None,
            options: Vec::new(),
            totals: [0; 4],
            sums: Summing::default(),
        }
    }

    /// Takes more rows, and gives those that are answered.
    fn push<'py>(&mut self, py: Python<'py>, rows: Given) -> PyResult<Taken<'py>> {
        let given = Frame::read(&rows)?;
        drop(rows);
        let frame = work(py, Some(&Limits::default()), |mode| {
            let mut frame = Frame::new(4, 2);
            self.take(&given, mode.budget, &mut frame)?;
            Ok(frame)
        })?;
        Ok(frame.write(py))
    }

    /// The rest, and how many positions have each outcome.
    fn finish<'py>(&mut self, py: Python<'py>) -> PyResult<Taken<'py>> {
        let frame = work(py, Some(&Limits::default()), |mode| {
            let mut frame = Frame::new(4, 2);
            self.flush(mode.budget, &mut frame)?;
            self.sums.end(&mut frame);
            push_tally(&mut frame, &self.totals);
            Ok(frame)
        })?;
        Ok(frame.write(py))
    }
}

/// The checksum of some bytes, in hexadecimal digits.
#[pyfunction]
pub fn _blake3(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}
