//! Many heaps in a row looked at together, before the first has a value.
//!
//! All splits of these heaps into two smaller ones whose values are known can
//! be looked at, in one of two ways. To note which values the splits of a
//! heap have costs a store for each. To ask whether a split has a certain
//! value, one for every heap, is done for all heaps at once with vectors, and
//! is more than ten times faster. So some splits are noted, and the values
//! that are still missing are asked for.

use super::mask::Mask;
use super::sample::{Known, Sample};
use std::ops::Range;
use values::{Budget, Result};

/// How many heaps are looked at together: the lanes.
pub(super) const LANES: usize = 64;
/// How many lanes are noted together: their tables fit a fast cache.
const NOTED: usize = 16;
/// The largest size of tables for which lanes are noted together.
const LARGEST: usize = TABLE / NOTED;
/// All that 16 bits can address.
const TABLE: usize = 1 << 16;
/// How many heaps of a sample are asked about between decisions.
const STEP: usize = 64;
/// For so few lanes that are not done it is not worth to ask all: by the type
/// of the values that are asked for, false and true. Of type false more are
/// left, as one look at all splits of a heap settles one value.
const FEW: [usize; 2] = [24, 4];
/// No value: it has a bit that no value has.
const NONE: u16 = u16::MAX;

/// Two heaps that are `rest` together.
#[derive(Clone, Copy)]
pub(super) struct Split {
    pub rest: usize,
    /// Whether they must differ.
    pub unlike: bool,
}

impl Split {
    /// The largest size of the smaller heap.
    pub fn most(&self) -> usize {
        (self.rest - usize::from(self.unlike)) / 2
    }

    /// The values, below 64, of the splits with some heaps, as bits.
    #[inline]
    pub fn seen(&self, values: &[u16], heaps: impl IntoIterator<Item = usize>) -> u64 {
        // A heap of no counters is none.
        let below = values.get(..self.rest).unwrap_or_default();
        heaps.into_iter().fold(0, |seen, a| match below.get(a) {
            Some(value) if a > 0 && !(self.unlike && 2 * a == self.rest) => {
                seen | 1 << (value ^ below[self.rest - a])
            }
            _ => seen,
        })
    }
}

/// What is known of the options of LANES heaps in a row.
#[derive(Default)]
pub(super) struct Block {
    start: usize,
    /// A power of two above all values.
    size: usize,
    /// The rests of the first heap's splits that are not all small.
    rests: Vec<usize>,
    /// Whether the heaps of some split must differ.
    unlike: bool,
    /// By lane and value: whether an option is known to have it. Then enough
    /// room that a table can start at any lane.
    seen: Vec<bool>,
    /// By lane: the least value of type true that no option is known to have.
    bounds: Vec<usize>,
    /// By lane: whether no split with a rare heap has that value but, maybe,
    /// one with a small heap.
    is_free: Vec<bool>,
}

/// What the values of lanes are asked about.
#[derive(Clone, Copy)]
pub(super) struct Question<'s> {
    pub values: &'s [u16],
    pub mask: &'s Mask,
    pub sample: &'s Sample,
    pub budget: &'s Budget,
}

impl Block {
    pub fn bytes(&self) -> u64 {
        self.seen.capacity() as u64
    }

    pub fn contains(&self, heap: usize) -> bool {
        !self.seen.is_empty() && (self.start..self.start + LANES).contains(&heap)
    }

    /// The first heap.
    pub fn first(&self) -> usize {
        self.start
    }

    /// Which values the options of a heap are known to have.
    pub fn row(&mut self, heap: usize) -> &mut [bool] {
        &mut self.seen[(heap - self.start) * self.size..][..self.size]
    }

    /// The least value from `from` on that no option is known to have.
    pub fn unseen(&self, heap: usize, from: usize) -> Option<usize> {
        let row = &self.seen[(heap - self.start) * self.size..][..self.size];
        (from..self.size).find(|&value| !row[value])
    }

    /// A value that no option has but, maybe, one with a heap of at most
    /// 2·LANES.
    pub fn free(&self, heap: usize) -> Option<usize> {
        let lane = heap - self.start;
        self.is_free[lane].then_some(self.bounds[lane])
    }

    /// Starts at a heap with these splits; nothing is known.
    pub fn start(&mut self, heap: usize, splits: &[Split], size: usize) {
        self.start = heap;
        self.size = size;
        self.seen.resize(LANES * size + TABLE, false);
        self.seen[..LANES * size].fill(false);
        self.bounds = vec![size; LANES];
        self.is_free = vec![false; LANES];
        let far = splits.iter().filter(|split| split.rest > 2 * LANES);
        self.rests = far.map(|split| split.rest).collect();
        self.unlike = splits.iter().any(|split| split.unlike);
        if size > LARGEST {
            self.rests.clear();
        }
    }

    /// Sees the splits with a small heap as far as they are known.
    pub fn see_small(&mut self, values: &[u16], splits: &[Split]) {
        for (lane, row) in self
            .seen
            .chunks_exact_mut(self.size)
            .take(LANES)
            .enumerate()
        {
            for split in splits {
                let split = Split {
                    rest: split.rest + lane,
                    ..*split
                };
                let unknown = (split.rest + 1).saturating_sub(values.len());
                for a in unknown.max(1)..=split.most().min(2 * LANES) {
                    row[usize::from(values[a] ^ values[split.rest - a])] = true;
                }
            }
        }
    }

    /// Sees all splits with a rare heap, the sample of the question, until
    /// the least value of type true that none has is known.
    pub fn see_rare(&mut self, question: Question) -> Result<()> {
        self.note(question, 0..usize::MAX)?;
        let (wanted, is_done) = self.ask(question, true)?;
        let size = self.size;
        self.bounds = wanted.map(|value| usize::from(value).min(size)).to_vec();
        self.is_free = is_done.to_vec();
        Ok(())
    }

    /// Sees splits with two common heaps, one of them from the sample of the
    /// question, as long as a value of type false below the bound is missing.
    pub fn see_common(&mut self, question: Question) -> Result<()> {
        let mut range = 0..STEP;
        while range.start < question.sample.leading()
            && (0..LANES).any(|lane| self.missing(question.mask, false, lane, 0) != NONE)
        {
            self.note(question, range.clone())?;
            range = range.end..2 * range.end;
        }
        self.ask(question, false)?;
        // Two equal heaps have the value 0.
        if self.unlike {
            let rows = self.seen.chunks_exact_mut(self.size).take(LANES);
            rows.for_each(|row| row[0] = false);
        }
        Ok(())
    }

    /// Notes the values of splits with the leading heaps of a sample.
    fn note(&mut self, question: Question, range: Range<usize>) -> Result<()> {
        for &rest in &self.rests {
            question.budget.check()?;
            let heaps = question.sample.leaders(rest).slice(range.clone());
            for lane in (0..LANES).step_by(NOTED) {
                if let Some(table) = self.seen[lane * self.size..].first_chunk_mut() {
                    note(heaps, question.values, rest + lane, self.size, table);
                }
            }
        }
        Ok(())
    }

    /// The least value of a type from `from` on, and below the lane's bound,
    /// that no option is known to have.
    fn missing(&self, mask: &Mask, kind: bool, lane: usize, from: usize) -> u16 {
        let Some(rest) = self.rests.first() else {
            return NONE;
        };
        let row = &self.seen[lane * self.size..][..self.bounds[lane]];
        let is_missing = |&value: &usize| !row[value] && mask.kind(rest + lane, value) == kind;
        let value = (from..row.len()).find(is_missing);
        value.map_or(NONE, |value| value as u16)
    }

    /// Asks for missing values of a type, the least first, until most lanes
    /// are done: nothing is missing, or what is missing no split with a heap
    /// of the sample has. Of type true a lane is done with the first such
    /// value. Returns what each lane asked for last, and whether it is done.
    fn ask(&mut self, question: Question, kind: bool) -> Result<([u16; LANES], [bool; LANES])> {
        let Question {
            values,
            mask,
            sample,
            budget,
        } = question;
        let rests = self.rests.iter();
        let steps: Vec<(usize, Known)> = rests
            .flat_map(|&rest| {
                sample
                    .others(rest)
                    .chunks(STEP)
                    .map(move |part| (rest, part))
            })
            .collect();
        let mut wanted = [NONE; LANES];
        // When a lane has asked about all of the sample.
        let mut ends = [0; LANES];
        for lane in 0..LANES {
            wanted[lane] = self.missing(mask, kind, lane, 0);
            ends[lane] = if wanted[lane] == NONE { 0 } else { steps.len() };
        }
        let mut step = 0;
        while ends.iter().filter(|&&end| end > step).count() > FEW[usize::from(kind)] {
            let running = ends
                .iter()
                .map(|&end| if end > step { end } else { usize::MAX });
            let next_end = running.fold(usize::MAX, usize::min);
            let mut hits = [0; LANES];
            while step < next_end && hits.iter().fold(0, |any, hit| any | hit) == 0 {
                let (rest, part) = steps[step % steps.len()];
                hits = asked(part, values, rest, &wanted);
                step += 1;
            }
            budget.check()?;
            for lane in 0..LANES {
                let is_hit = hits[lane] != 0;
                if is_hit || (ends[lane] == step && !kind) {
                    let value = usize::from(wanted[lane]);
                    self.seen[lane * self.size + value] |= is_hit;
                    wanted[lane] = self.missing(mask, kind, lane, value + 1);
                    ends[lane] = if wanted[lane] == NONE {
                        0
                    } else {
                        step + steps.len()
                    };
                }
            }
        }
        Ok((wanted, ends.map(|end| end <= step)))
    }
}

/// Notes the values of the splits of `rest`, and of as many and one more and
/// so on, in a table that starts with the lane of `rest`.
fn note(heaps: Known, values: &[u16], rest: usize, size: usize, table: &mut [bool; TABLE]) {
    let rows: [u16; NOTED] = std::array::from_fn(|lane| (lane * size) as u16);
    for (a, value) in heaps.iter() {
        let Some(window) = values[rest - a..].first_chunk::<NOTED>() else {
            continue;
        };
        // All at once, and no index can be out of bounds.
        let places: [u16; NOTED] = std::array::from_fn(|lane| window[lane] ^ value ^ rows[lane]);
        for place in places {
            table[usize::from(place)] = true;
        }
    }
}

/// Which lanes have a split, of `rest` in the first lane, with the value that
/// they want.
fn asked(heaps: Known, values: &[u16], rest: usize, wanted: &[u16; LANES]) -> [u16; LANES] {
    let mut hits = [0; LANES];
    for (a, value) in heaps.iter() {
        let Some(window) = values[rest - a..].first_chunk::<LANES>() else {
            continue;
        };
        for lane in 0..LANES {
            let is_hit = window[lane] ^ value == wanted[lane];
            hits[lane] |= if is_hit { u16::MAX } else { 0 };
        }
    }
    hits
}
