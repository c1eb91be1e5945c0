//! Levels as sets of positions.

#[cfg(feature = "system")]
use super::CountError;
#[cfg(feature = "system")]
use super::disk::{Layout, Sorted, TextList};
use super::pool::{Part, Pool, Tally};
use super::{distinct, players};
use rules::{Game, MOST_MOVES, Position};
use rustc_hash::FxHasher;
use std::collections::BTreeMap;
use std::hash::Hasher;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use values::{Budget, Error};

const SHARDS: usize = 64;

/// Which position stands for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Every position stands for itself.
    Itself,
    /// One of a position and its negative through this symmetry.
    OrNegative(usize),
    /// The normal form.
    Normal,
}

/// The positions that wait for their expansion.
pub(super) struct SetPool<'g, G: Game> {
    game: &'g G,
    form: Form,
    /// What a position may take as a key, if keys will be asked for.
    text: u64,
    /// Sets by rank; several, so that threads seldom meet.
    shards: Vec<Mutex<Shard<G::Position>>>,
    bytes: AtomicU64,
}

type Shard<P> = BTreeMap<u64, Set<P>>;

impl<'g, G: Game> SetPool<'g, G> {
    pub(super) fn new(game: &'g G, form: Form, text: u64) -> Self {
        SetPool {
            game,
            form,
            text,
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            bytes: AtomicU64::new(0),
        }
    }

    /// Adds a position.
    pub(super) fn insert(&self, position: G::Position) {
        let position = self.formed(position);
        self.insert_formed(hash_of(&position), position);
    }

    fn insert_formed(&self, hash: u64, position: G::Position) {
        // The sets take the upper bits.
        let shard = &self.shards[(hash >> 30) as usize % SHARDS];
        let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
        let set = shard.entry(position.rank()).or_insert_with(|| {
            let set = Set::default();
            self.bytes
                .fetch_add(set.bytes(self.text), Ordering::Relaxed);
            set
        });
        let before = set.bytes(self.text);
        set.insert(hash, position);
        let more = set.bytes(self.text) - before;
        if more > 0 {
            self.bytes.fetch_add(more, Ordering::Relaxed);
        }
    }

    /// The position that stands for this one.
    fn formed(&self, position: G::Position) -> G::Position {
        match self.form {
            Form::Itself => position,
            Form::Normal => position.normal_form().0,
            Form::OrNegative(symmetry) => match position.negative(symmetry) {
                Some(negative) if self.game.write(&negative) < self.game.write(&position) => {
                    negative
                }
                _ => position,
            },
        }
    }

    /// Adds the options of a position; gives how many different ones.
    pub(super) fn expand_position(
        &self,
        position: &G::Position,
        options: &mut Options<G::Position>,
        budget: &Budget,
    ) -> Result<u64, Error> {
        let mut edges = 0;
        let mut looked = Ok(());
        for &player in players(position) {
            let all = position.options(player, &mut |option| {
                options.push(match self.form {
                    Form::Normal => option.normal_form().0,
                    _ => option,
                });
                if options.positions.len() < MOST_MOVES {
                    budget.go_on(&mut looked)
                } else {
                    ControlFlow::Break(())
                }
            });
            if all.is_break() {
                looked?;
                return Err(Error::TooLarge {
                    what: "too many options of one position",
                    bound: MOST_MOVES as u64,
                });
            }
            edges += distinct(&options.positions, &options.hashes);
            for (option, hash) in options.positions.drain(..).zip(options.hashes.drain(..)) {
                budget.look()?;
                match self.form {
                    Form::OrNegative(_) => self.insert(option),
                    _ => self.insert_formed(hash, option),
                }
            }
        }
        Ok(edges)
    }
}

impl<G: Game> Pool for SetPool<'_, G> {
    fn highest(&self) -> Option<u64> {
        let ranks = self.shards.iter().filter_map(|shard| {
            let shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            shard.last_key_value().map(|(&rank, _)| rank)
        });
        ranks.max()
    }

    fn take<'a>(&'a self, rank: u64) -> Box<dyn Part + 'a> {
        let sets = self.shards.iter().filter_map(|shard| {
            let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            shard.remove(&rank)
        });
        Box::new(SetPart {
            pool: self,
            sets: sets.map(Mutex::new).collect(),
        })
    }

    #[cfg(feature = "system")]
    fn expand(&self, keys: &[u8], layout: &Layout, budget: &Budget) -> Result<Tally, CountError> {
        let Layout::Texts(texts) = layout else {
            return Err(CountError::other_keys());
        };
        let mut tally = Tally::default();
        let mut options = Options::default();
        let mut text = Vec::new();
        // A block that was begun is ended, so that what is done is known.
        let unlimited = Budget::unlimited();
        for key in keys.chunks_exact(layout.width()) {
            text.clear();
            texts.unpack(key, &mut text);
            let position = String::from_utf8_lossy(&text);
            let position = self.game.read(&position);
            let position = position.map_err(|_| CountError::other_keys())?;
            tally.edges += self.expand_position(&position, &mut options, &unlimited)?;
            tally.positions += 1;
        }
        budget.advance(tally.positions);
        Ok(tally)
    }

    fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
}

/// The positions of a rank.
struct SetPart<'a, 'g, G: Game> {
    pool: &'a SetPool<'g, G>,
    sets: Vec<Mutex<Set<G::Position>>>,
}

impl<G: Game> SetPart<'_, '_, G> {
    fn forget(&self, set: &Set<G::Position>) {
        let bytes = set.bytes(self.pool.text);
        self.pool.bytes.fetch_sub(bytes, Ordering::Relaxed);
    }
}

impl<G: Game> Part for SetPart<'_, '_, G> {
    fn positions(&self) -> u64 {
        let len = |set: &Mutex<Set<_>>| set.lock().unwrap_or_else(PoisonError::into_inner).len;
        self.sets.iter().map(|set| len(set) as u64).sum()
    }

    fn pieces(&self) -> usize {
        self.sets.len()
    }

    fn expand(&self, piece: usize, budget: &Budget) -> Result<Tally, Error> {
        let set = self.sets[piece].lock();
        let set = std::mem::take(&mut *set.unwrap_or_else(PoisonError::into_inner));
        let mut tally = Tally::default();
        let mut options = Options::default();
        for (i, position) in set.slots.iter().flatten().enumerate() {
            if i % 1024 == 0 {
                budget.advance(1024.min(set.len - i) as u64);
                budget.check()?;
                budget.check_bytes(self.pool.bytes())?;
            }
            tally.edges += self.pool.expand_position(position, &mut options, budget)?;
        }
        tally.positions = set.len as u64;
        self.forget(&set);
        Ok(tally)
    }

    #[cfg(feature = "system")]
    fn sorted(mut self: Box<Self>) -> Sorted {
        let mut texts = TextList::default();
        for set in std::mem::take(&mut self.sets) {
            let set = set.into_inner().unwrap_or_else(PoisonError::into_inner);
            self.forget(&set);
            for position in set.slots.into_iter().flatten() {
                texts.push(&self.pool.game.write(&position));
            }
        }
        Sorted::Texts(texts.sorted())
    }
}

fn hash_of<P: Position>(position: &P) -> u64 {
    let mut hasher = FxHasher::default();
    position.hash(&mut hasher);
    // The sets take the upper bits.
    hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The options of one player in one position.
pub(super) struct Options<P> {
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
}

/// A hash set that keeps its members in one place each, by linear probing.
struct Set<P> {
    slots: Vec<Option<P>>,
    len: usize,
    /// The bytes that the members have elsewhere.
    outside: usize,
    /// The number of slots is 2 to the power of 64 − shift.
    shift: u32,
}

impl<P> Default for Set<P> {
    fn default() -> Self {
        let mut slots = Vec::new();
        slots.resize_with(4, || None);
        Set {
            slots,
            len: 0,
            outside: 0,
            shift: 62,
        }
    }
}

impl<P: Position> Set<P> {
    /// The bytes it takes, and `text` more for each member.
    fn bytes(&self, text: u64) -> u64 {
        let slots = self.slots.len() * size_of::<Option<P>>();
        (slots + self.outside) as u64 + self.len as u64 * text
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
                    self.outside += position.outside_bytes();
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
        (self.len, self.outside) = (0, 0);
        for position in old.into_iter().flatten() {
            self.insert(hash_of(&position), position);
        }
    }
}
