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
use values::{Budget, Result};

pub(super) struct Sparse {
    takes: Vec<Take>,
    /// The last heap that had an option of each value.
    seen: Vec<u32>,
    /// Which values have an odd number of bits in common with the mask.
    is_odd: Vec<bool>,
    /// Whether the parity of the size belongs to the mask; may it?
    with_size: bool,
    may_use_size: bool,
    /// The type of few heaps, and the heaps of it with their values.
    rare_type: bool,
    rare: Vec<(u32, u32)>,
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
            seen: vec![0; 2],
            is_odd: vec![false, true],
            with_size: false,
            rare_type: false,
            rare: Vec::new(),
            choose_at: 16,
        }
    }

    pub fn bytes(&self) -> u64 {
        (self.seen.len() * 5 + self.rare.capacity() * 8) as u64
    }

    pub fn next(&mut self, values: &[u32], budget: &Budget) -> Result<u32> {
        let heap = values.len();
        if heap == 0 {
            return Ok(0);
        }
        if heap.is_multiple_of(64) {
            budget.check()?;
        }
        if heap >= self.choose_at {
            self.choose(values);
            self.choose_at = heap * 2;
        }
        let value = self.value(values, narrow(heap)?);
        let size = (value as usize + 1).next_power_of_two();
        // Splits have values below the next power of two above any value.
        if size > self.seen.len() {
            self.seen.resize(size, 0);
            let lower = self.is_odd.clone();
            self.is_odd.extend(lower);
        }
        if self.is_rare(heap, value) {
            self.rare.push((heap as u32, value));
        }
        Ok(value)
    }

    fn is_rare(&self, heap: usize, value: u32) -> bool {
        let odd_size = self.with_size && heap % 2 == 1;
        (self.is_odd[value as usize] != odd_size) == self.rare_type
    }

    fn value(&mut self, values: &[u32], heap: u32) -> u32 {
        let seen = &mut self.seen;
        let size = heap as usize;
        let mut splits = Vec::new();
        for take in self.takes.iter().take_while(|take| take.taken <= size) {
            match size - take.taken {
                0 if take.whole => seen[0] = heap,
                rest if rest > 0 && take.single => seen[values[rest] as usize] = heap,
                _ => {}
            }
            if let (rest @ 2.., Some(shape)) = (size - take.taken, take.split) {
                splits.push((rest, shape != Shape::Any));
            }
        }
        for &(rest, unlike) in &splits {
            let end = self.rare.partition_point(|&(a, _)| (a as usize) < rest);
            let (mut below, mut above) = (&self.rare[..end], &self.rare[..0]);
            if unlike && rest % 2 == 0 {
                let half = below.partition_point(|&(a, _)| (a as usize) < rest / 2);
                let behind = below.partition_point(|&(a, _)| (a as usize) <= rest / 2);
                (below, above) = (&below[..half], &below[behind..]);
            }
            for part in [below, above] {
                for &(a, value) in part {
                    seen[(value ^ values[rest - a as usize]) as usize] = heap;
                }
            }
        }
        // A value from `seen.len()` on is no option's, odd or not.
        let odd_size = self.with_size && splits.first().is_some_and(|(rest, _)| rest % 2 == 1);
        let odd = (0..seen.len()).find(|&v| self.is_odd[v] != odd_size && seen[v] != heap);
        let bound = odd.unwrap_or(seen.len());
        let mut missing = seen[..bound].iter().filter(|&&s| s != heap).count();
        for &(rest, unlike) in &splits {
            if missing == 0 {
                break;
            }
            let most = if unlike { (rest - 1) / 2 } else { rest / 2 };
            let low = &values[1..=most];
            let high = values[rest - most..rest].iter().rev();
            for (a, b) in low.iter().zip(high) {
                let value = (a ^ b) as usize;
                if value < bound && seen[value] != heap {
                    seen[value] = heap;
                    missing -= 1;
                    if missing == 0 {
                        break;
                    }
                }
            }
        }
        if missing == 0 {
            return bound as u32;
        }
        let least = (0..bound).find(|&v| seen[v] != heap);
        least.unwrap_or(bound) as u32
    }

    /// Chooses the mask with the fewest heaps of one type: the Walsh–Hadamard
    /// transform of how often each value occurs has, for all masks, the
    /// number of even heaps less that of odd ones.
    fn choose(&mut self, values: &[u32]) {
        let size = self.seen.len();
        let mut balance = vec![0i64; 2 * size];
        for (heap, &value) in values.iter().enumerate().skip(1) {
            balance[value as usize + heap % 2 * size] += 1;
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
        for (&value, heap) in values.iter().zip(0u32..).skip(1) {
            if self.is_rare(heap as usize, value) {
                self.rare.push((heap, value));
            }
        }
    }
}
