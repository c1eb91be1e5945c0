//! Octal games beside a plain program that uses sparse spaces.

use std::time::Duration;

use rules::HeapRules;
use solve::NimSequence;
use values::Budget;

use crate::large::NO_LIMIT;
use crate::targets::best;

/// A game whose moves with splits take one number of counters.
pub struct Heaps {
    /// What it is called in the table.
    pub name: &'static str,
    code: &'static str,
    /// The counters taken by moves that leave no heap, one, or two.
    takes: [&'static [usize]; 3],
}

/// All of them.
pub const HEAPS: [Heaps; 2] = [
    Heaps {
        name: "nim values, 0.16 to 10^5",
        code: "0.16",
        takes: [&[1], &[2], &[2]],
    },
    Heaps {
        name: "nim values, 0.007 to 10^5",
        code: "0.007",
        takes: [&[3], &[3], &[3]],
    },
];

const LAST: usize = 100_000;

impl Heaps {
    /// Our time and the plain program's; an error if their values differ.
    pub fn compare(&self) -> Result<[Duration; 2], String> {
        let rules = HeapRules::code(self.code).expect("a code");
        let (ours, values) = best(|| {
            let values = NimSequence::new(&rules).values(LAST as u64, &Budget::unlimited());
            values.expect(NO_LIMIT)
        });
        let (theirs, plain) = best(|| Plain::new(&self.takes).run());
        let plain = plain[1..].iter().map(|&value| u64::from(value));
        match values.into_iter().eq(plain) {
            true => Ok([ours, theirs]),
            false => Err(format!("{}: the values differ", self.name)),
        }
    }
}

/// The sparse-space method, written down straight: a value has type true if
/// it has an odd number of bits in common with a mask, nearly all heaps have,
/// and a split of type true has just one of the others.
struct Plain<'t> {
    takes: &'t [&'static [usize]; 3],
    values: Vec<u16>,
    /// Heaps of type false.
    rare: Vec<usize>,
    mask: usize,
    /// By value: the last heap that had it as an option's.
    seen: Vec<usize>,
}

impl<'t> Plain<'t> {
    fn new(takes: &'t [&'static [usize]; 3]) -> Self {
        Plain {
            takes,
            values: vec![0],
            rare: Vec::new(),
            mask: 1,
            seen: vec![0; 1 << 15],
        }
    }

    fn run(mut self) -> Vec<u16> {
        for heap in 1..=LAST {
            if heap.is_power_of_two() {
                self.choose();
            }
            let value = self.next(heap);
            self.values.push(value as u16);
            if !is_odd(value, self.mask) {
                self.rare.push(heap);
            }
        }
        self.values
    }

    fn next(&mut self, heap: usize) -> usize {
        let [none, one, two] = self.takes;
        if none.contains(&heap) {
            self.seen[0] = heap;
        }
        for rest in one.iter().filter_map(|taken| heap.checked_sub(*taken)) {
            if rest > 0 {
                self.seen[usize::from(self.values[rest])] = heap;
            }
        }
        let rests: Vec<usize> = two.iter().filter_map(|t| heap.checked_sub(*t)).collect();
        for &rest in &rests {
            for &a in self.rare.iter().take_while(|&&a| a < rest) {
                self.seen[usize::from(self.values[a] ^ self.values[rest - a])] = heap;
            }
        }
        let mut values = 0..;
        let mixed = values.find(|&v| is_odd(v, self.mask) && self.seen[v] != heap);
        let mixed = mixed.expect("a value that no option has");
        let is_missing = |v: &usize, seen: &[usize]| !is_odd(*v, self.mask) && seen[*v] != heap;
        let mut missing = (0..mixed).filter(|v| is_missing(v, &self.seen)).count();
        for rest in rests {
            for a in 1..=rest / 2 {
                if missing == 0 {
                    return mixed;
                }
                let value = usize::from(self.values[a] ^ self.values[rest - a]);
                if value < mixed && self.seen[value] != heap {
                    missing -= 1;
                    self.seen[value] = heap;
                }
            }
        }
        let least = (0..mixed).find(|&v| self.seen[v] != heap);
        least.unwrap_or(mixed)
    }

    /// The mask with the fewest rare heaps.
    fn choose(&mut self) {
        let largest = usize::from(self.values.iter().copied().max().unwrap_or(0));
        let mut counts = vec![0usize; largest + 1];
        for &value in &self.values[1..] {
            counts[usize::from(value)] += 1;
        }
        let rare = |mask: &usize| -> usize {
            let even = counts
                .iter()
                .enumerate()
                .filter(|(v, _)| !is_odd(*v, *mask));
            even.map(|(_, count)| count).sum()
        };
        let masks = 1..(largest + 1).next_power_of_two().max(2);
        self.mask = masks.min_by_key(rare).expect("a mask");
        let heaps = 1..self.values.len();
        let mask = self.mask;
        self.rare = heaps
            .filter(|&heap| !is_odd(usize::from(self.values[heap]), mask))
            .collect();
    }
}

fn is_odd(value: usize, mask: usize) -> bool {
    (value & mask).count_ones() % 2 == 1
}
