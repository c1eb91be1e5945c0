//! Chance that can be repeated.

/// SplitMix64: the same numbers everywhere for the same seed, and good enough
/// to play with (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
///
/// ```
/// let mut a = values::Random::new(7);
/// let mut b = values::Random::new(7);
/// assert_eq!(a.below(1000), b.below(1000));
/// assert!(a.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The next number of 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(n)) >> 64) as u64
    }

    /// One of a list that is not empty.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len() as u64) as usize]
    }

    /// Puts a list in any order, each as likely as another (Fisher and Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last as u64 + 1) as usize);
        }
    }

    /// A generator for a task of its own, such as one game of a match: its
    /// numbers do not depend on what other tasks draw.
    #[must_use]
    pub fn fork(&self, task: u64) -> Self {
        let mut seeds = Random(self.0 ^ task.wrapping_mul(0xd134_2543_de82_ef95));
        Random(seeds.bits())
    }
}
