//! Arithmetic periods of hexadecimal games.
//!
//! A theorem in the spirit of Austin (1976) and of Howse and Nowakowski
//! (2004). Let g(n+p) = g(n) + s for the known n ≥ n₀, where s is a power of
//! two. Call heaps with values below s small; there are finitely many.
//!
//! - *One large heap.* If a move leaves a large heap a and otherwise small
//!   heaps, its value is g(a) xor w with w < s; making a larger by p adds s.
//!   From some n on these moves from n+p and n correspond.
//! - *Repeated heaps.* A move that leaves a, c, c has the value g(a), one
//!   that leaves c, c has the value 0.
//! - Let C(n) be the least number that is no value of a move of these two
//!   kinds. If they cover the numbers below s from n on, and where a heap
//!   before n₀ covers v something covers v + s, then C(n+p) ≥ C(n) + s.
//! - *Two large heaps* or more left have at most the sum of their values. If
//!   that is below C(n) for one period of n, it is for ever, and such moves
//!   do not matter.
//!
//! Then g(n+p) = g(n) + s goes on for ever: the numbers below C(n) are
//! excluded, above it moves with one large heap decide, and all of that is
//! shifted by s.

use super::heaps::{is_plain, most_heaps};
use super::period::Candidate;
use rules::Code;

/// The largest heap that must be known for a proof; `None` if there is none.
pub(super) fn needed(values: &[u32], code: &Code, candidate: &Candidate) -> Option<usize> {
    let &Candidate {
        period,
        start,
        saltus,
    } = candidate;
    let fits = saltus.is_power_of_two() && most_heaps(code) == Some(3) && is_plain(code);
    if !fits || start + 2 * period >= values.len() {
        return None;
    }
    let proof = Proof::new(values, code, candidate);
    let from = proof.first.max(start + 4 * period + code.reach() + 3);
    let needed = from + 3 * period;
    (needed >= values.len() || proof.holds(from)).then_some(needed)
}

struct Proof<'v> {
    values: &'v [u32],
    code: &'v Code,
    start: usize,
    period: usize,
    saltus: usize,
    /// The heaps with values below the saltus.
    small: Vec<usize>,
    /// From here on the moves with one large heap correspond, and there are
    /// none with no large heap.
    first: usize,
}

impl<'v> Proof<'v> {
    fn new(values: &'v [u32], code: &'v Code, candidate: &Candidate) -> Self {
        let &Candidate {
            period,
            start,
            saltus,
        } = candidate;
        let saltus = saltus as usize;
        // Heaps from the end of the first period on are large.
        let small = (1..start + period).filter(|&h| (values[h] as usize) < saltus);
        let small: Vec<usize> = small.collect();
        let last = small.last().copied().unwrap_or(0);
        Proof {
            values,
            code,
            start,
            period,
            saltus,
            small,
            first: start.max(last + 1) + code.reach() + 3 * last,
        }
    }

    fn holds(&self, from: usize) -> bool {
        let mut one_period = from..from + self.period;
        let mut two_more = from + self.period..from + 3 * self.period;
        let two_large = self.two_large();
        two_more.all(|heap| self.keeps_covering(heap))
            && one_period.all(|heap| {
                let covered = self.covered(heap);
                let least = covered.iter().position(|&c| !c).unwrap_or(covered.len());
                let bound = self.bound(&two_large, heap);
                bound.is_none_or(|bound| bound < self.level(least, heap))
            })
    }

    fn allows(&self, taken: usize, heaps: usize) -> bool {
        let digit = self.code.digits().get(taken);
        digit.is_some_and(|digit| digit.shape(heaps).is_some())
    }

    /// p·v − s·n: the same for g(n) and g(n+p).
    fn level(&self, value: usize, heap: usize) -> i128 {
        value as i128 * self.period as i128 - self.saltus as i128 * heap as i128
    }

    /// The values of moves with one large heap, or repeated heaps.
    fn covered(&self, heap: usize) -> Vec<bool> {
        let mut covered = Vec::new();
        let mut cover = |value: u32| {
            let value = value as usize;
            if value >= covered.len() {
                covered.resize(value + 1, false);
            }
            covered[value] = true;
        };
        let value = |heap: usize| self.values[heap];
        for taken in 0..=self.code.reach() {
            let rest = heap - taken;
            if self.allows(taken, 1) {
                cover(value(rest));
            }
            if self.allows(taken, 2) {
                for b in &self.small {
                    cover(value(rest - b) ^ value(*b));
                }
                if rest.is_multiple_of(2) {
                    cover(0);
                }
            }
            if self.allows(taken, 3) {
                for (i, b) in self.small.iter().enumerate() {
                    for c in &self.small[..=i] {
                        cover(value(rest - b - c) ^ value(*b) ^ value(*c));
                    }
                }
                let repeated = (1..=rest - 2).filter(|a| a % 2 == rest % 2);
                repeated.for_each(|a| cover(value(a)));
            }
        }
        covered
    }

    /// Whether a heap and all that are larger by multiples of 2p cover the
    /// numbers below s, and v + s for every v that a heap before the start,
    /// or two equal heaps, cover when p fewer are there.
    fn keeps_covering(&self, heap: usize) -> bool {
        let lasting = self.lasting(heap, self.start + 2 * self.period);
        let earlier = self.lasting(heap - self.period, self.start.saturating_sub(1));
        let covers = |value: usize| lasting.get(value) == Some(&true);
        (0..self.saltus).all(covers)
            && (0..earlier.len()).all(|v| !earlier[v] || covers(v + self.saltus))
    }

    /// What a, c, c and c, c cover for a up to a bound: it depends on the
    /// parity of the heap only.
    fn lasting(&self, heap: usize, most: usize) -> Vec<bool> {
        let mut covered = vec![false; 1];
        for taken in 0..=self.code.reach() {
            let parity = (heap - taken) % 2;
            covered[0] |= self.allows(taken, 2) && parity == 0;
            if !self.allows(taken, 3) {
                continue;
            }
            for a in (1..=most).filter(|a| a % 2 == parity) {
                let value = self.values[a] as usize;
                if value >= covered.len() {
                    covered.resize(value + 1, false);
                }
                covered[value] = true;
            }
        }
        covered
    }

    /// By the residue of the total: the highest level of the sum of two large
    /// heaps, and of these and any third.
    fn two_large(&self) -> [Vec<Option<i128>>; 2] {
        let p = self.period;
        let (mut large, mut any) = (vec![None; p], vec![None; p]);
        for heap in 1..=self.start + p {
            let value = self.values[heap] as usize;
            let level = Some(self.level(value, heap));
            any[heap % p] = level.max(any[heap % p]);
            // A heap from the start on has larger ones at the same level.
            if heap >= self.start || value >= self.saltus {
                large[heap % p] = level.max(large[heap % p]);
            }
        }
        let sums = |left: &[Option<i128>], right: &[Option<i128>]| {
            let mut best = vec![None; p];
            for (i, x) in left.iter().enumerate() {
                for (j, y) in right.iter().enumerate() {
                    let sum = x.zip(*y).map(|(x, y)| x + y);
                    best[(i + j) % p] = sum.max(best[(i + j) % p]);
                }
            }
            best
        };
        let two = sums(&large, &large);
        let three = sums(&two, &any);
        [two, three]
    }

    /// The highest level of a move that leaves two large heaps.
    fn bound(&self, two_large: &[Vec<Option<i128>>; 2], heap: usize) -> Option<i128> {
        let moves = (0..=self.code.reach()).flat_map(|taken| [(taken, 2), (taken, 3)]);
        let allowed = moves.filter(|&(taken, heaps)| self.allows(taken, heaps));
        let levels = allowed.filter_map(|(taken, heaps)| {
            let best = two_large[heaps - 2][(heap - taken) % self.period]?;
            Some(best - self.saltus as i128 * taken as i128)
        });
        levels.max()
    }
}
