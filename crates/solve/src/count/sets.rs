//! Levels as sets of positions.

use super::{Count, Level, distinct, players};
use rules::Position;
use rustc_hash::FxHasher;
use std::collections::BTreeMap;
use std::hash::Hasher;
use std::ops::ControlFlow;
use values::{Budget, Error, Result};

/// A heap can have more options than fit in any memory.
const MOST_OPTIONS: usize = 1 << 20;

pub(super) fn count<P: Position>(
    start: &P,
    merge: bool,
    budget: &Budget,
    progress: &mut dyn FnMut(&Level),
) -> Result<Count> {
    let form = |position: P| {
        if merge {
            position.normal_form().0
        } else {
            position
        }
    };
    let start = form(start.clone());
    let mut levels: BTreeMap<u64, Set<P>> = BTreeMap::new();
    let hash = hash_of(&start);
    levels.entry(start.rank()).or_default().insert(hash, start);
    let mut count = Count::default();
    let mut options = Options::default();
    while let Some((rank, set)) = levels.pop_last() {
        let mut level = Level {
            rank,
            positions: set.len as u64,
            edges: 0,
        };
        for (i, position) in set.slots.iter().flatten().enumerate() {
            if i % 1024 == 0 {
                budget.advance(1024.min(level.positions - i as u64));
                budget.check()?;
                let waiting: u64 = levels.values().map(Set::bytes).sum();
                budget.check_bytes(waiting + set.bytes())?;
            }
            for &player in players(position) {
                let all = position.options(player, &mut |option| {
                    options.push(form(option));
                    if options.positions.len() < MOST_OPTIONS {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                });
                if all.is_break() {
                    return Err(Error::TooLarge {
                        what: "too many options of one position",
                        bound: MOST_OPTIONS as u64,
                    });
                }
                level.edges += distinct(&options.positions, &options.hashes);
                options.move_to(&mut levels);
            }
        }
        count.push(level);
        progress(&level);
    }
    Ok(count)
}

fn hash_of<P: Position>(position: &P) -> u64 {
    let mut hasher = FxHasher::default();
    position.hash(&mut hasher);
    // The sets take the upper bits.
    hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The options of one player in one position.
struct Options<P> {
    positions: Vec<P>,
    hashes: Vec<u64>,
}

impl<P> Default for Options<P> {
    fn default() -> Self {
        Options {
            positions: Vec::new(),
            hashes: Vec::new(),
        }
    }
}

impl<P: Position> Options<P> {
    fn push(&mut self, position: P) {
        self.hashes.push(hash_of(&position));
        self.positions.push(position);
    }

    /// Empties the list into the levels.
    fn move_to(&mut self, levels: &mut BTreeMap<u64, Set<P>>) {
        // The memory that several insertions will need is fetched at once.
        let mut touched = false;
        for (position, &hash) in self.positions.iter().zip(&self.hashes) {
            if let Some(set) = levels.get(&position.rank()) {
                touched ^= set.is_taken(hash);
            }
        }
        std::hint::black_box(touched);
        for (position, hash) in self.positions.drain(..).zip(self.hashes.drain(..)) {
            let set = levels.entry(position.rank()).or_default();
            set.insert(hash, position);
        }
    }
}

/// A hash set that keeps its members in one place each, by linear probing.
struct Set<P> {
    slots: Vec<Option<P>>,
    len: usize,
    /// The number of slots is 2 to the power of 64 − shift.
    shift: u32,
}

impl<P> Default for Set<P> {
    fn default() -> Self {
        let mut slots = Vec::new();
        slots.resize_with(16, || None);
        Set {
            slots,
            len: 0,
            shift: 60,
        }
    }
}

impl<P: Position> Set<P> {
    fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<Option<P>>()) as u64
    }

    fn is_taken(&self, hash: u64) -> bool {
        self.slots[(hash >> self.shift) as usize].is_some()
    }

    fn insert(&mut self, hash: u64, position: P) {
        if self.len * 8 > self.slots.len() * 5 {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut slot = (hash >> self.shift) as usize;
        loop {
            match &self.slots[slot] {
                None => {
                    self.slots[slot] = Some(position);
                    self.len += 1;
                    return;
                }
                Some(other) if *other == position => return,
                Some(_) => slot = (slot + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        let twice = self.slots.len() * 2;
        let old = std::mem::take(&mut self.slots);
        self.slots.resize_with(twice, || None);
        self.shift -= 1;
        self.len = 0;
        for position in old.into_iter().flatten() {
            self.insert(hash_of(&position), position);
        }
    }
}
