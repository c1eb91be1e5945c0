//! The positions of one rank.

use super::{Fate, MOST_POSITIONS, Normal, Watch, each_option, too_many_positions};
use hashbrown::HashTable;
use rules::Component;
use rustc_hash::FxBuildHasher;
use std::collections::BTreeMap;
use std::hash::BuildHasher;
use values::{Budget, Error, Player, Result};

/// Positions in normal form, numbered as they were found, and what becomes of
/// each player.
#[derive(Default)]
pub(super) struct Layer {
    words: Vec<[u64; 2]>,
    numbers: HashTable<u32>,
    /// Two for each position, for Left and for Right to move.
    fates: Vec<Code>,
}

/// A fate as a number: 0 is a draw, or not known yet; then one more than
/// twice the moves, odd for losses, even for wins.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Code(u32);

impl Code {
    fn new(fate: Fate) -> Self {
        Code(match fate {
            Fate::Draws => 0,
            Fate::Loses(moves) => 2 * moves + 1,
            Fate::Wins(moves) => 2 * moves + 2,
        })
    }

    fn fate(self) -> Fate {
        match self.0 {
            0 => Fate::Draws,
            code if code % 2 == 1 => Fate::Loses((code - 1) / 2),
            code => Fate::Wins((code - 2) / 2),
        }
    }
}

impl Layer {
    pub fn len(&self) -> usize {
        self.words.len()
    }

    pub fn words(&self, number: usize) -> [u64; 2] {
        self.words[number]
    }

    pub fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<[u64; 2]>()
            + self.numbers.capacity() * (size_of::<u32>() + 1) * 8 / 7
            + self.fates.capacity() * size_of::<Code>()
    }

    pub fn find(&self, words: &[u64; 2]) -> Option<usize> {
        let same = |&number: &u32| self.words[number as usize] == *words;
        let number = self.numbers.find(FxBuildHasher.hash_one(words), same)?;
        Some(*number as usize)
    }

    fn insert(&mut self, words: [u64; 2]) {
        if self.find(&words).is_none() {
            let number = self.words.len() as u32;
            self.words.push(words);
            let hash = |number: &u32| FxBuildHasher.hash_one(self.words[*number as usize]);
            self.numbers
                .insert_unique(FxBuildHasher.hash_one(words), number, hash);
        }
    }

    /// Forgets what becomes of the players, and makes room for it.
    pub fn begin(&mut self) {
        self.fates = vec![Code::default(); 2 * self.words.len()];
    }

    pub fn fate(&self, number: usize, player: Player) -> Fate {
        self.fates[node(number, player)].fate()
    }

    pub fn fates(&self) -> impl Iterator<Item = Fate> {
        self.fates.iter().map(|code| code.fate())
    }

    /// Whether a node has its fate, which is no draw.
    pub fn is_settled(&self, node: usize) -> bool {
        self.fates[node] != Code::default()
    }

    pub fn settle(&mut self, node: usize, fate: Fate) {
        self.fates[node] = Code::new(fate);
    }
}

/// A position and who is to move in it, as one number.
pub(super) fn node(number: usize, player: Player) -> usize {
    2 * number + player as usize
}

/// All positions that can be reached, by rank.
pub(super) fn explore(start: &Component, budget: &Budget) -> Result<BTreeMap<u64, Layer>> {
    let first = Normal::of(start).ok_or(NO_KEYS)?;
    let mut layers = BTreeMap::<u64, Layer>::new();
    layers.entry(first.rank).or_default().insert(first.words);
    let mut watch = Watch { budget, steps: 0 };
    let mut below = first.rank.saturating_add(1);
    // No move leads to a higher rank, so a rank is whole when its turn has come.
    while let Some((&rank, layer)) = layers.range_mut(..below).next_back() {
        let mut layer = std::mem::take(layer);
        let mut next = 0;
        while next < layer.len() {
            let words = layer.words(next);
            next += 1;
            for player in Player::BOTH {
                each_option(start, words, player, &mut |option| {
                    if option.rank == rank {
                        layer.insert(option.words);
                    } else {
                        layers.entry(option.rank).or_default().insert(option.words);
                    }
                });
            }
            if layer.len() > MOST_POSITIONS {
                return Err(too_many_positions());
            }
            watch.step(|| {
                let others = layers.values().map(Layer::bytes);
                others.sum::<usize>() + layer.bytes()
            })?;
        }
        layers.insert(rank, layer);
        below = rank;
    }
    Ok(layers)
}

const NO_KEYS: Error = Error::TooLarge {
    what: "too many squares for an analysis of endless play",
    bound: 64,
};
