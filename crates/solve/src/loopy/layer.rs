//! The positions of one rank.

use super::{Fate, MOST_POSITIONS, Normal, Watch, each_option, too_many_positions};
use hashbrown::HashTable;
use rules::{Component, Key};
use rustc_hash::FxBuildHasher;
use std::collections::BTreeMap;
use std::hash::BuildHasher;
use values::{Budget, Error, Player, Result};

/// Positions in normal form, numbered as they were found, and what becomes of
/// each player.
#[derive(Default)]
pub(super) struct Layer {
    keys: Keys,
    numbers: HashTable<u32>,
    /// Two for each position, for Left and for Right to move.
    fates: Vec<Code>,
}

/// The keys of positions.
pub(super) enum Keys {
    /// All have a shape and two words.
    Small(u64, Vec<[u64; 2]>),
    Any(Vec<Key>),
}

impl Default for Keys {
    fn default() -> Self {
        Keys::Any(Vec::new())
    }
}

impl Keys {
    /// None yet, of positions like one.
    fn like(key: &Key, small: bool) -> Self {
        match small {
            true => Keys::Small(key.shape, Vec::new()),
            false => Keys::Any(Vec::new()),
        }
    }

    fn len(&self) -> usize {
        match self {
            Keys::Small(_, words) => words.len(),
            Keys::Any(keys) => keys.len(),
        }
    }

    fn get(&self, number: usize) -> Key {
        match self {
            Keys::Small(shape, words) => {
                let [a, b] = words[number];
                let words = [a, b, 0, 0];
                Key {
                    words,
                    shape: *shape,
                }
            }
            Keys::Any(keys) => keys[number],
        }
    }

    /// `false`: it is not as small as the others.
    fn push(&mut self, key: &Key) -> bool {
        match self {
            Keys::Small(shape, all) => match key.two_words().filter(|_| key.shape == *shape) {
                Some(words) => all.push(words),
                None => return false,
            },
            Keys::Any(keys) => keys.push(*key),
        }
        true
    }

    fn bytes(&self) -> usize {
        match self {
            Keys::Small(_, words) => words.capacity() * size_of::<[u64; 2]>(),
            Keys::Any(keys) => keys.capacity() * size_of::<Key>(),
        }
    }
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
    fn new(start: &Key, small: bool) -> Self {
        Layer {
            keys: Keys::like(start, small),
            ..Layer::default()
        }
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn key(&self, number: usize) -> Key {
        self.keys.get(number)
    }

    pub fn bytes(&self) -> usize {
        self.keys.bytes()
            + self.numbers.capacity() * (size_of::<u32>() + 1) * 8 / 7
            + self.fates.capacity() * size_of::<Code>()
    }

    pub fn find(&self, key: &Key) -> Option<usize> {
        let same = |&number: &u32| self.key(number as usize) == *key;
        let number = self.numbers.find(hash(key), same)?;
        Some(*number as usize)
    }

    /// `false`: it is not as small as the others.
    fn insert(&mut self, key: &Key) -> bool {
        if self.find(key).is_some() {
            return true;
        }
        let number = self.len() as u32;
        let fits = self.keys.push(key);
        if fits {
            let keys = &self.keys;
            let rehash = |number: &u32| hash(&keys.get(*number as usize));
            self.numbers.insert_unique(hash(key), number, rehash);
        }
        fits
    }

    /// Forgets what becomes of the players, and makes room for it.
    pub fn begin(&mut self) {
        self.fates = vec![Code::default(); 2 * self.len()];
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

fn hash(key: &Key) -> u64 {
    FxBuildHasher.hash_one(key.words)
}

/// All positions that can be reached, by rank.
pub(super) fn explore(start: &Component, budget: &Budget) -> Result<BTreeMap<u64, Layer>> {
    // What is not written as a board, such as a game that a goal has ended, is
    // bounded by the number of its positions alone.
    let board = start.key().geometry();
    if board.is_some_and(|board| board.squares() > MOST_SQUARES) {
        return Err(Error::TooLarge {
            what: "too many squares for an analysis of endless play",
            bound: MOST_SQUARES as u64,
        });
    }
    // Most games have small keys for all positions of a board.
    match reached(start, true, budget)? {
        Some(layers) => Ok(layers),
        None => Ok(reached(start, false, budget)?.unwrap_or_default()),
    }
}

/// The most squares of a board.
const MOST_SQUARES: usize = 64;

/// All positions that can be reached, by rank; `None`: some keys are not
/// small.
fn reached(
    start: &Component,
    small: bool,
    budget: &Budget,
) -> Result<Option<BTreeMap<u64, Layer>>> {
    let first = Normal::of(start);
    let mut layers = BTreeMap::<u64, Layer>::new();
    let new = || Layer::new(start.key(), small);
    let mut fits = layers
        .entry(first.rank)
        .or_insert_with(new)
        .insert(&first.key);
    let mut watch = Watch { budget, steps: 0 };
    let mut below = first.rank.saturating_add(1);
    // No move leads to a higher rank, so a rank is whole when its turn has come.
    while let Some((&rank, layer)) = layers.range_mut(..below).next_back() {
        let mut layer = std::mem::take(layer);
        let mut next = 0;
        while next < layer.len() {
            let key = layer.key(next);
            next += 1;
            for player in Player::BOTH {
                each_option(start, key, player, &mut |option| {
                    fits &= match option.rank == rank {
                        true => layer.insert(&option.key),
                        false => layers
                            .entry(option.rank)
                            .or_insert_with(new)
                            .insert(&option.key),
                    };
                });
            }
            if !fits {
                return Ok(None);
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
    Ok(fits.then_some(layers))
}
