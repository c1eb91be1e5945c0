//! Sums whose memory is used again.

use super::sum::Sum;
use rules::Position;

/// Empty sums that keep the memory of their lists: to make a sum is most of
/// the work at many nodes, and to ask the system for memory most of that.
pub(super) struct Spare<P> {
    sums: Vec<Sum<P>>,
    /// What their lists take.
    bytes: usize,
}

/// No more sums are kept, nor more bytes.
const MOST: usize = 1 << 12;
const MOST_BYTES: usize = 1 << 20;

impl<P: Position> Spare<P> {
    pub fn new() -> Self {
        Spare {
            sums: Vec::new(),
            bytes: 0,
        }
    }

    /// An empty sum, or one with something in it that is to be replaced.
    pub fn take(&mut self) -> Sum<P> {
        match self.sums.pop() {
            Some(sum) => {
                self.bytes -= sum.room();
                sum
            }
            None => Sum::empty(),
        }
    }

    /// Keeps the memory of a sum, unless there is enough.
    pub fn keep(&mut self, mut sum: Sum<P>) {
        let room = sum.room();
        if self.sums.len() < MOST && self.bytes + room <= MOST_BYTES {
            sum.parts.clear();
            sum.values.clear();
            self.bytes += room;
            self.sums.push(sum);
        }
    }

    pub fn bytes(&self) -> usize {
        self.sums.capacity() * size_of::<Sum<P>>() + self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Term;
    use rules::{Game, Nim};
    use values::Player;

    #[test]
    fn little_memory_is_kept_however_long_the_sums() {
        let nim = Nim::with_variant(None).unwrap();
        let heaps: Vec<String> = (1..=500).map(|heap| heap.to_string()).collect();
        let terms = [Term::Position(nim.read(&heaps.join(",")).unwrap())];
        let long = Sum::of_terms(&terms, Player::Left);
        let mut spare = Spare::new();
        for _ in 0..1000 {
            spare.keep(long.clone());
        }
        assert!(spare.bytes() < 2 * MOST_BYTES, "{}", spare.bytes());
        let kept = spare.sums.len();
        assert!(kept > 0);
        for _ in 0..=kept {
            assert!(spare.take().parts.is_empty());
        }
        assert_eq!(spare.bytes, 0);
    }
}
