//! Periods of nim values: a table of heaps, and the theorem.

use super::theorem::HeapPeriod;
use crate::{Reader, Rejection};
use rules::{Code, Shape};
use std::io::Read;
use values::Budget;

/// The rules of an octal game: for each number of stones that may be taken,
/// whether it may leave no heap, one heap, two heaps.
pub struct Octal(Vec<[bool; 3]>);

impl Octal {
    /// From a name such as `octal:0.137`; `None` if moves may leave more than
    /// two heaps, or only heaps of some shape.
    #[must_use]
    pub fn named(game: &str) -> Option<Self> {
        let code = Code::read(game.strip_prefix("octal:")?).ok()?;
        if code.period() != 0 {
            return None;
        }
        let digits = code.digits().iter().enumerate().map(|(taken, digit)| {
            let plain = |count: usize| match digit.shape(count) {
                None => Some(false),
                Some(Shape::Any) => Some(true),
                // One heap or none has no shape to speak of.
                Some(_) => None,
            };
            // Taking nothing must break a heap in two.
            let allowed = [plain(0)?, plain(1)?, plain(2)?];
            let none = digit.most().is_some_and(|most| most <= 2);
            (none && (taken > 0 || allowed == [false, false, true] || allowed == [false; 3]))
                .then_some(allowed)
        });
        digits.collect::<Option<Vec<_>>>().map(Octal)
    }

    /// The most stones that a move takes.
    #[must_use]
    pub fn reach(&self) -> u64 {
        let last = self.0.iter().rposition(|allowed| *allowed != [false; 3]);
        last.unwrap_or(0) as u64
    }

    /// The largest heap whose value the theorem of Guy and Smith needs: if
    /// g(n + p) = g(n) for s ≤ n < 2s + p + k, where s ≥ 1 and moves take at
    /// most k, then for all n ≥ s.
    #[must_use]
    pub fn needed(&self, period: u64, start: u64) -> Option<u64> {
        let twice = start.checked_mul(2)?.checked_add(period.checked_mul(2)?)?;
        twice.checked_add(self.reach())?.checked_sub(1)
    }
}

/// The nim values of heaps, verified one after the other. Options whose values
/// have odd parity in some bits have a heap of even parity, and there are bits
/// in which these are rare (Berlekamp's sparse space), so that a table takes
/// much less time than the square of its length.
pub struct HeapTable {
    octal: Octal,
    mask: u64,
    values: Vec<u16>,
    /// The heaps whose values have even parity.
    rare: Vec<usize>,
    seen: Vec<u64>,
    stamp: u64,
    work: u64,
}

/// More bits are of no use in practice.
const MOST_MASKS: u64 = 1 << 9;
/// Tables are no longer.
pub const MOST_HEAPS: u64 = 1 << 24;
/// Nim values in a table are smaller.
const MOST_NIM_VALUE: u64 = 1 << 15;
/// What may be done for each heap, and besides, in options looked at.
const WORK_PER_HEAP: u64 = 1 << 13;
const WORK_ANYHOW: u64 = 1 << 28;

impl HeapTable {
    /// No heap yet.
    #[must_use]
    pub fn new(octal: Octal) -> Self {
        HeapTable {
            octal,
            mask: 1,
            values: Vec::new(),
            rare: Vec::new(),
            seen: vec![0; MOST_NIM_VALUE as usize * 2],
            stamp: 0,
            work: 0,
        }
    }

    /// How many heaps are in it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    fn is_odd(&self, value: u64) -> bool {
        (value & self.mask).count_ones() % 2 == 1
    }

    /// Whether more work than is allowed was done, or will be.
    fn is_exhausted(&self, more: u64) -> bool {
        let heaps = self.values.len() as u64;
        self.work + more > WORK_ANYHOW + heaps * WORK_PER_HEAP
    }

    fn see(&mut self, value: u16) {
        self.work += 1;
        self.seen[usize::from(value)] = self.stamp;
    }

    /// Whether the next heap has this nim value: no option has it, and options
    /// have all smaller ones.
    pub fn push(&mut self, value: u64) -> Result<bool, Rejection> {
        if value >= MOST_NIM_VALUE {
            return Err(Rejection::new("a nim value is too large for a table"));
        }
        let heap = self.values.len();
        let splits = self.octal.0.iter().filter(|allowed| allowed[2]).count();
        self.work += self.octal.0.len() as u64;
        let cost = splits as u64 * self.rare.len() as u64;
        if self.is_exhausted(cost) {
            return Err(too_long());
        }
        self.stamp += 1;
        for taken in 0..self.octal.0.len().min(heap + 1) {
            let (left, [none, one, two]) = (heap - taken, self.octal.0[taken]);
            if none && left == 0 {
                self.see(0);
            }
            // Taking nothing and leaving one heap is no move.
            if one && left > 0 && taken > 0 {
                self.see(self.values[left]);
            }
            if two {
                self.rare_splits(left);
            }
        }
        // An option that is left out is two heaps of the same parity: its
        // parity is even.
        let complete = self.is_odd(value);
        let is_missing = |table: &Self, v: u64| table.seen[v as usize] != table.stamp;
        if !complete || (0..value).any(|v| is_missing(self, v)) {
            self.even_splits(heap, value, complete);
        }
        // Nothing is known if the splits were not all looked at.
        if self.is_exhausted(0) {
            return Err(too_long());
        }
        let right = is_missing(self, value) && !(0..value).any(|v| is_missing(self, v));
        if !self.is_odd(value) {
            self.rare.push(heap);
        }
        self.values.push(value as u16);
        if self.values.len().is_power_of_two() {
            self.choose_bits();
        }
        Ok(right)
    }

    /// Takes the bits in which the fewest heaps so far have even parity.
    fn choose_bits(&mut self) {
        let largest = self.values.iter().copied().max().unwrap_or(0);
        let mut counts = vec![0u64; usize::from(largest) + 1];
        for &value in &self.values {
            counts[usize::from(value)] += 1;
        }
        let even = |mask: u64| -> u64 {
            let values = counts.iter().zip(0u64..);
            let even = values.filter(|(_, value)| (value & mask).count_ones().is_multiple_of(2));
            even.map(|(count, _)| count).sum()
        };
        let masks = 1..(u64::from(largest) + 2).next_power_of_two().min(MOST_MASKS);
        self.mask = masks.min_by_key(|&mask| even(mask)).unwrap_or(1);
        let heaps = self.values.iter().enumerate();
        let rare = heaps.filter(|(_, value)| !self.is_odd(u64::from(**value)));
        self.rare = rare.map(|(heap, _)| heap).collect();
    }

    /// Two heaps of which one is rare.
    fn rare_splits(&mut self, left: usize) {
        for place in 0..self.rare.len() {
            let one = self.rare[place];
            if one >= left {
                break;
            }
            if one > 0 {
                self.see(self.values[one] ^ self.values[left - one]);
            }
        }
    }

    /// Two heaps of which neither is rare: all of them, or until all values
    /// below the given one are seen.
    fn even_splits(&mut self, heap: usize, value: u64, until_seen: bool) {
        let mut missing = (0..value)
            .filter(|&v| self.seen[v as usize] != self.stamp)
            .count();
        for taken in 0..self.octal.0.len().min(heap + 1) {
            let left = heap - taken;
            if !self.octal.0[taken][2] {
                continue;
            }
            for one in 1..=left / 2 {
                if until_seen && missing == 0 || self.is_exhausted(0) {
                    return;
                }
                let sum = self.values[one] ^ self.values[left - one];
                let new = self.seen[usize::from(sum)] != self.stamp;
                if new && u64::from(sum) < value {
                    missing -= 1;
                }
                self.see(sum);
            }
        }
    }
}

fn too_long() -> Rejection {
    Rejection::new("a table of heaps takes too long to verify")
}

/// Verifies the table of a period: the nim values of the heaps from 0 on.
pub fn verify<R: Read>(
    reader: &mut Reader<R>,
    found: &HeapPeriod,
    budget: &Budget,
) -> Result<u64, Rejection> {
    let octal = Octal::named(&found.game)
        .ok_or_else(|| Rejection::new(format!("{} is no octal game", found.game.escape_debug())))?;
    let last = octal.needed(found.period, found.start);
    let last = last.filter(|&last| last < MOST_HEAPS);
    let last = last.ok_or_else(|| Rejection::new("the period is too long for a table"))?;
    let mut table = HeapTable::new(octal);
    for heap in 0..=last {
        budget.look()?;
        if heap % 1024 == 0 {
            budget.check_bytes(heap * 12)?;
        }
        let value = reader.exact_number()?;
        if !table.push(value)? {
            return Err(Rejection::new(format!(
                "the nim value of heap {heap} is not {value}"
            )));
        }
        if let Some(before) = heap.checked_sub(found.period)
            && before >= found.start
            && table.values[before as usize] != table.values[heap as usize]
        {
            return Err(Rejection::new(format!(
                "heaps {before} and {heap} have different nim values"
            )));
        }
    }
    Ok(last)
}
