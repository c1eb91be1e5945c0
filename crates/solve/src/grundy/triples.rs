//! Codes that leave at most three heaps: hexadecimal games.
//!
//! The values of all ways to split a number into two or three heaps are kept
//! as sets of bits.

use super::heaps::narrow;
use rules::Code;
use values::{Budget, Result};

pub(super) struct Triples {
    takes: Vec<Take>,
    /// By total: the values of two heaps.
    pairs: Vec<Bits>,
    /// By total: the values of three heaps.
    triples: Vec<Bits>,
    /// A power of two above every value.
    size: usize,
    words: u64,
}

/// What may be done when `taken` counters are taken from a heap: which
/// numbers of heaps may be left.
struct Take {
    taken: usize,
    counts: [bool; 4],
}

/// A set of values, 64 to a word.
type Bits = Vec<u64>;

impl Triples {
    pub fn new(code: &Code) -> Self {
        let digits = code.digits().iter().enumerate();
        let takes = digits.filter(|(_, digit)| !digit.is_zero());
        Triples {
            takes: takes
                .map(|(taken, digit)| Take {
                    taken,
                    counts: std::array::from_fn(|count| digit.shape(count).is_some()),
                })
                .collect(),
            pairs: Vec::new(),
            triples: Vec::new(),
            size: 1,
            words: 0,
        }
    }

    pub fn bytes(&self) -> u64 {
        self.words * 8
    }

    pub fn next(&mut self, values: &[u32], budget: &Budget) -> Result<u32> {
        let heap = values.len();
        budget.check()?;
        let width = self.size.div_ceil(64);
        let pairs = self.pairs(values);
        self.pairs.push(pairs);
        let triples = self.triples(values);
        self.triples.push(triples);
        self.words += 2 * width as u64;

        let mut options = vec![0; width];
        for Take { taken, counts } in self.takes.iter().filter(|_| heap > 0) {
            let Some(rest) = heap.checked_sub(*taken) else {
                break;
            };
            if rest == 0 && counts[0] {
                options[0] |= 1;
            }
            if rest > 0 && counts[1] {
                insert(&mut options, values[rest]);
            }
            if counts[2] {
                unite(&mut options, &self.pairs[rest]);
            }
            if counts[3] {
                unite(&mut options, &self.triples[rest]);
            }
        }
        let word = options.iter().position(|&word| word != u64::MAX);
        let value = match word {
            Some(at) => at * 64 + options[at].trailing_ones() as usize,
            None => options.len() * 64,
        };
        self.size = self.size.max((value + 1).next_power_of_two());
        narrow(value)
    }

    /// The values of two positive heaps that are as large as the next one
    /// together.
    fn pairs(&self, values: &[u32]) -> Bits {
        let mut found = vec![0; self.size.div_ceil(64)];
        let heap = values.len();
        for a in 1..=heap / 2 {
            insert(&mut found, values[a] ^ values[heap - a]);
        }
        found
    }

    /// The values of three positive heaps that are as large as the next one
    /// together: of a heap and two others. Exclusive or moves words by its high bits, and bits in a word by its low six; the
    /// latter is done once for all sets with the same low bits.
    fn triples(&self, values: &[u32]) -> Bits {
        let width = self.size.div_ceil(64);
        let heap = values.len();
        let lanes = self.size.min(64);
        let mut by_low = vec![0u64; lanes * width];
        let smaller = values.iter().enumerate().skip(1);
        for (a, &value) in smaller.take(heap.saturating_sub(2)) {
            let value = value as usize;
            let (low, high) = (value % 64, value / 64);
            let lane = &mut by_low[low * width..][..width];
            for (word, bits) in self.pairs[heap - a].iter().enumerate() {
                lane[word ^ high] |= bits;
            }
        }
        let mut found = vec![0; width];
        for (low, lane) in by_low.chunks_exact(width).enumerate() {
            for (word, &bits) in found.iter_mut().zip(lane) {
                *word |= exchanged(bits, low);
            }
        }
        found
    }
}

fn insert(set: &mut Bits, value: u32) {
    set[value as usize / 64] |= 1 << (value % 64);
}

fn unite(set: &mut Bits, other: &Bits) {
    for (word, bits) in set.iter_mut().zip(other) {
        *word |= bits;
    }
}

/// The word whose bit i xor `by` is bit i of `word`.
fn exchanged(mut word: u64, by: usize) -> u64 {
    const EVEN: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (place, even) in EVEN.iter().enumerate() {
        if by >> place & 1 == 1 {
            word = (word & even) << (1 << place) | word >> (1 << place) & even;
        }
    }
    word
}
