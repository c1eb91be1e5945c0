//! Types of heaps such that the type of a split is the sum of its parts'.
//!
//! A heap is of type true if its value has an odd number of bits in common
//! with a mask: nim sums add such numbers modulo 2. Flammenkamp found games in
//! which the parity of the size belongs to the mask. Sizes add up too, so all
//! stays true if every split takes the same number modulo 2.

pub(super) struct Mask {
    /// By value: has it an odd number of bits in common with the mask?
    odd: Vec<bool>,
    /// The same for the values below 64, as bits.
    word: u64,
    /// Whether the parity of the size belongs to the mask.
    with_size: bool,
    /// The type of most heaps.
    common: bool,
}

impl Mask {
    /// A mask of one bit, for two values.
    pub fn lowest_bit() -> Self {
        Mask {
            odd: vec![false, true],
            word: 0b10,
            with_size: false,
            common: true,
        }
    }

    /// The mask with the fewest rare heaps for values below `size`, a power
    /// of two. What moves with splits take has these parities.
    ///
    /// Splits with one rare heap have values of type true. For these to be
    /// the values of common heaps, common heaps must be of type true as well,
    /// or of type false if the size belongs to the mask and splits change it
    /// by an odd number. The Walsh–Hadamard transform of how often each value
    /// occurs has, for all masks at once, the number of heaps of type false
    /// less that of the others.
    pub fn choose(values: &[u16], size: usize, parities: &[usize]) -> Self {
        let mut balance = vec![0i64; 2 * size];
        for (heap, &value) in values.iter().enumerate().skip(1) {
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
        let odd_takes = parities.first() == Some(&1);
        let may_use_size = parities.windows(2).all(|pair| pair[0] == pair[1]);
        let masks = if may_use_size { 2 * size } else { size };
        let surplus_of_rare = |&mask: &usize| match mask >= size && odd_takes {
            true => -balance[mask],
            false => balance[mask],
        };
        let mask = (1..masks).min_by_key(surplus_of_rare).unwrap_or(1);
        let odd = (0..size).map(|value| (value & mask).count_ones() % 2 == 1);
        let odd: Vec<bool> = odd.collect();
        Mask {
            word: word(&odd),
            odd,
            with_size: mask >= size,
            common: !(mask >= size && odd_takes),
        }
    }

    /// Covers twice as many values: a value's new bit does not change its type.
    pub fn grow(&mut self) {
        self.odd.extend_from_within(..);
        self.word = word(&self.odd);
    }

    /// The type of a heap, or of a split of as many.
    pub fn kind(&self, heap: usize, value: usize) -> bool {
        self.odd[value] != (self.with_size && heap % 2 == 1)
    }

    /// The values below 64 that are of type true for splits of a heap; those
    /// that are too large for the mask among them, as no split has them.
    pub fn word(&self, heap: usize) -> u64 {
        let swapped = self.with_size && heap % 2 == 1;
        let word = if swapped { !self.word } else { self.word };
        word | u64::MAX.checked_shl(self.odd.len() as u32).unwrap_or(0)
    }

    pub fn is_rare(&self, heap: usize, value: u16) -> bool {
        self.kind(heap, usize::from(value)) != self.common
    }
}

fn word(odd: &[bool]) -> u64 {
    let low = odd.iter().take(64).enumerate();
    low.fold(0, |word, (value, &odd)| word | u64::from(odd) << value)
}
