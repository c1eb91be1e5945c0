//! Codes that leave at most two heaps, by the sparse-space method.
//!
//! Call a heap odd if its value has an odd number of bits in common with a
//! mask. A split has a value of odd type only if exactly one of its heaps is
//! odd. In the games of interest a mask exists for which nearly all heaps are
//! of one type (Berlekamp observed it, nobody knows why), so the least odd
//! value that is no option's is found from the splits with one of the few
//! other heaps alone. It is the mex unless a smaller even value is no
//! option's, which a look at a few more splits usually refutes. The answer is
//! right with any mask; a good one makes it fast.
//!
//! Flammenkamp found games, 0.007 among them, in which the parity of the size
//! belongs to the mask. Sizes add up as bits do modulo 2, so all stays true if
//! every split takes the same number modulo 2; only which values are odd then
//! depends on the parity of the heap that is split.

use super::heaps::narrow;
use rules::{Code, Shape};
use values::{Budget, Error, Result};

pub(super) struct Sparse {
    takes: Vec<Take>,
    /// The values of all heaps, in half the room of the table: the loops
    /// below are as fast as memory is.
    values: Vec<u16>,
    /// The last heap that had an option of each value.
    seen: Vec<u32>,
    /// Which values have an odd number of bits in common with the mask.
    is_odd: Vec<bool>,
    /// Whether the parity of the size belongs to the mask; may it?
    with_size: bool,
    may_use_size: bool,
    /// The type of few heaps, and the heaps of it with their values.
    rare_type: bool,
    rare: Vec<u32>,
    rare_values: Vec<u16>,
    /// The values that no option was seen to have.
    missing: Vec<u16>,
    /// When to choose a mask again.
    choose_at: usize,
}

/// What may be done when so many are taken.
struct Take {
    taken: usize,
    whole: bool,
    single: bool,
    split: Option<Shape>,
}

impl Sparse {
    pub fn new(code: &Code) -> Self {
        let digits = code.digits().iter().enumerate();
        let takes: Vec<Take> = digits
            .filter(|(_, digit)| !digit.is_zero())
            .map(|(taken, digit)| Take {
                taken,
                whole: digit.shape(0).is_some(),
                single: digit.shape(1).is_some(),
                split: digit.shape(2),
            })
            .collect();
        let splitting = takes.iter().filter(|take| take.split.is_some());
        let parities: Vec<usize> = splitting.map(|take| take.taken % 2).collect();
        Sparse {
            may_use_size: parities.windows(2).all(|pair| pair[0] == pair[1]),
            takes,
            values: vec![0],
            seen: vec![0; 2],
            is_odd: vec![false, true],
            with_size: false,
            rare_type: false,
            rare: Vec::new(),
            rare_values: Vec::new(),
            missing: Vec::new(),
            choose_at: 16,
        }
    }

    pub fn bytes(&self) -> u64 {
        (self.seen.len() * 5 + self.rare.capacity() * 6 + self.values.capacity() * 2) as u64
    }

    /// The value of the heap after those given to it before.
    pub fn next(&mut self, heap: usize, budget: &Budget) -> Result<u32> {
        if heap == 0 {
            return Ok(0);
        }
        if heap.is_multiple_of(64) {
            budget.check()?;
        }
        if heap >= self.choose_at {
            self.choose();
            self.choose_at = heap * 2;
        }
        let found = self.value(narrow(heap)?);
        let value = u16::try_from(found).map_err(|_| Error::TooLarge {
            what: "a nim value of a game with splits in two",
            bound: u64::from(u16::MAX),
        })?;
        // Splits have values below the next power of two above any value.
        if found >= self.seen.len() {
            self.seen.resize(self.seen.len() * 2, 0);
            let lower = self.is_odd.clone();
            self.is_odd.extend(lower);
        }
        self.values.push(value);
        self.note_if_rare(heap as u32, value);
        Ok(u32::from(value))
    }

    fn note_if_rare(&mut self, heap: u32, value: u16) {
        let odd_size = self.with_size && heap % 2 == 1;
        if (self.is_odd[usize::from(value)] != odd_size) == self.rare_type {
            self.rare.push(heap);
            self.rare_values.push(value);
        }
    }

    fn value(&mut self, heap: u32) -> usize {
        let size = heap as usize;
        let mut splits = Vec::new();
        for take in self.takes.iter().take_while(|take| take.taken <= size) {
            let rest = size - take.taken;
            match rest {
                0 if take.whole => self.seen[0] = heap,
                1.. if take.single => self.seen[usize::from(self.values[rest])] = heap,
                _ => {}
            }
            if let (2.., Some(shape)) = (rest, take.split) {
                splits.push((rest, shape != Shape::Any));
            }
        }
        for &(rest, unlike) in &splits {
            self.see_rare(heap, rest, unlike);
        }
        // A value from `seen.len()` on is no option's, odd or not.
        let odd_size = self.with_size && splits.first().is_some_and(|(rest, _)| rest % 2 == 1);
        let is_free = |&v: &usize| self.is_odd[v] != odd_size && self.seen[v] != heap;
        let bound = (0..self.seen.len())
            .find(is_free)
            .unwrap_or(self.seen.len());
        self.missing.clear();
        for (value, &last) in (0..=u16::MAX).zip(&self.seen[..bound]) {
            if last != heap {
                self.missing.push(value);
            }
        }
        for &(rest, unlike) in &splits {
            self.see_missing(heap, rest, unlike);
        }
        self.missing
            .first()
            .map_or(bound, |&value| usize::from(value))
    }

    /// Sees the splits with a rare heap.
    fn see_rare(&mut self, heap: u32, rest: usize, unlike: bool) {
        let place = |size: usize| self.rare.partition_point(|&a| (a as usize) < size);
        let end = place(rest);
        // The half is left out if the heaps must differ.
        let (half, behind) = match unlike && rest.is_multiple_of(2) {
            true => (place(rest / 2), place(rest / 2 + 1)),
            false => (end, end),
        };
        for part in [0..half, behind..end] {
            for (&a, value) in self.rare[part.clone()].iter().zip(&self.rare_values[part]) {
                self.seen[usize::from(value ^ self.values[rest - a as usize])] = heap;
            }
        }
    }

    /// Sees other splits until nothing is missing. To note every value and
    /// look from time to time is faster than to look at every value.
    fn see_missing(&mut self, heap: u32, rest: usize, unlike: bool) {
        let most = if unlike { (rest - 1) / 2 } else { rest / 2 };
        let mut from = 1;
        let mut length = 64;
        while !self.missing.is_empty() && from <= most {
            let to = (from + length).min(most + 1);
            let low = &self.values[from..to];
            let high = &self.values[rest + 1 - to..=rest - from];
            for (a, b) in low.iter().zip(high.iter().rev()) {
                self.seen[usize::from(a ^ b)] = heap;
            }
            self.missing
                .retain(|&value| self.seen[usize::from(value)] != heap);
            from = to;
            length = (length * 2).min(512);
        }
    }

    /// Chooses the mask with the fewest heaps of one type: the Walsh–Hadamard
    /// transform of how often each value occurs has, for all masks, the
    /// number of even heaps less that of odd ones.
    fn choose(&mut self) {
        let size = self.seen.len();
        let mut balance = vec![0i64; 2 * size];
        for (heap, &value) in self.values.iter().enumerate().skip(1) {
            balance[usize::from(value) + heap % 2 * size] += 1;
        }
        let mut half = 1;
        while half < balance.len() {
            for block in balance.chunks_exact_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                for (x, y) in low.iter_mut().zip(high) {
                    (*x, *y) = (*x + *y, *x - *y);
                }
            }
            half *= 2;
        }
        let masks = if self.may_use_size { 2 * size } else { size };
        let mask = (1..masks)
            .max_by_key(|&mask| balance[mask].abs())
            .unwrap_or(1);
        self.with_size = mask >= size;
        self.rare_type = balance[mask] > 0;
        for (value, odd) in self.is_odd.iter_mut().enumerate() {
            *odd = (value & mask).count_ones() % 2 == 1;
        }
        self.rare.clear();
        self.rare_values.clear();
        for heap in 1..self.values.len() {
            self.note_if_rare(heap as u32, self.values[heap]);
        }
    }
}
