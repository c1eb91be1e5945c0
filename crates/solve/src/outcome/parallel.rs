//! Several threads at one question.

use super::Convention;
use super::beside::Beside;
use super::search::{Frame, Search, TABLE_BYTES, VALUE_BYTES};
use super::shared_table::{View, lock};
use super::sum::Sum;
use super::transpositions::TableKey;
use rules::Position;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use values::{Arena, Budget, Result};

/// What threads tell each other that search for the same answer. It lasts as
/// long as the searches that share it.
///
/// All of them search from the question on, and what one has found out none
/// does again: sums of one part are in one table, and those that have a number
/// beside them, or do not fit the table, are told here. Of the moves that are
/// left to try a thread takes those first that no other is busy with; when
/// there are no others it goes the same way, to part farther down. It leaves
/// the place where it is when another has found out who wins a sum above.
///
/// # Literature
///
/// J.-C. Weill, "The ABDADA distributed minimax-search algorithm" (ICCA
/// Journal 19, 1996).
pub(super) struct Exchange<P> {
    /// Who wins sums that are not in the shared table.
    shards: Vec<Mutex<FxHashMap<Told<P>, bool>>>,
    /// Entries that a shard may have.
    most: usize,
    /// The sums that threads are busy with, by their hashes: a later one takes
    /// the place of another.
    busy: Vec<AtomicU64>,
    /// The answer is known, or no longer wanted.
    over: AtomicBool,
    answer: Mutex<Option<bool>>,
    /// Sums that helpers looked at.
    nodes: AtomicU64,
}

/// A sum of one part as all threads know it: the position, whether it is
/// negated, and the value beside it.
type Told<P> = (P, bool, u64);

/// Maps of results: with this many, threads seldom meet in one.
const SHARDS: usize = 64;
/// Places for sums at hand: far more than threads have open.
const BUSY: usize = 1 << 14;
/// What took fewer nodes is found again sooner than looked up.
const WORTH_TELLING: u64 = 16;
/// A question that takes fewer nodes is answered by one thread.
pub(super) const ALONE: u64 = 20_000;

impl<P: Position> Exchange<P> {
    fn new(bytes: u64) -> Self {
        // Maps are between half and nearly full, and larger for a moment
        // while they grow.
        let entry = 4 * (size_of::<Told<P>>() + 8);
        let most = bytes / (SHARDS * entry) as u64;
        Exchange {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            most: usize::try_from(most).unwrap_or(usize::MAX),
            busy: (0..BUSY).map(|_| AtomicU64::new(0)).collect(),
            over: AtomicBool::new(true),
            answer: Mutex::default(),
            nodes: AtomicU64::new(0),
        }
    }

    fn shard(&self, sum: &Sum<P>) -> MutexGuard<'_, FxHashMap<Told<P>, bool>> {
        let mixed = sum.parts[0].hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        lock(&self.shards[(mixed >> 32) as usize % SHARDS])
    }

    /// Whether threads need search no more.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    fn finish(&self, answer: Option<bool>) {
        let mut known = lock(&self.answer);
        *known = known.or(answer);
        self.over.store(true, Ordering::Relaxed);
    }

    /// Sums that helpers looked at.
    pub fn helpers_nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    fn place(&self, hash: u64) -> &AtomicU64 {
        &self.busy[(hash >> 32) as usize % BUSY]
    }

    /// Says that a thread begins with a sum.
    pub fn begin(&self, hash: u64) {
        self.place(hash).store(hash, Ordering::Relaxed);
    }

    /// Says that a thread is done with a sum.
    pub fn end(&self, hash: u64) {
        let place = self.place(hash);
        if place.load(Ordering::Relaxed) == hash {
            place.store(0, Ordering::Relaxed);
        }
    }

    /// Whether a thread is busy with a sum.
    pub fn is_busy(&self, hash: u64) -> bool {
        self.place(hash).load(Ordering::Relaxed) == hash
    }
}

/// A sum of one part as all threads know it, unless it has other values beside
/// it than a small number, few ups and a small nimber: these have other names
/// in other arenas.
fn told<P: Position>(arena: &Arena, sum: &Sum<P>) -> Option<Told<P>> {
    let [part] = &sum.parts[..] else { return None };
    if !sum.values.is_empty() {
        return None;
    }
    Some((
        part.position.clone(),
        part.negated,
        Beside::of(arena, sum.folded)?.word(),
    ))
}

/// A thread that helps: what it knows of the question.
struct Helper<P> {
    convention: Convention,
    exchange: Arc<Exchange<P>>,
    table: Option<View>,
    table_bytes: u64,
    budget: Budget,
}

impl<P: Position> Helper<P> {
    /// Searches until the question is answered.
    fn help(&self, sum: Sum<P>) {
        let mut arena = Arena::with_budget(self.budget.clone());
        let mut search = Search::new(self.convention).with_table_bytes(self.table_bytes);
        search.exchange = Some(Arc::clone(&self.exchange));
        search.together = true;
        if let Some(table) = &self.table {
            search.table.join(table.clone());
        }
        // With too little memory for helping the question can do without.
        if search.start(&arena).is_ok()
            && let Ok(wins) = search.solve(&mut arena, sum)
        {
            self.exchange.finish(Some(wins));
        }
        let nodes = search.nodes;
        self.exchange.nodes.fetch_add(nodes, Ordering::Relaxed);
    }
}

impl<P: Position> Search<P> {
    /// Whether the player to move wins, by several threads.
    pub(super) fn solve_parallel(&mut self, arena: &mut Arena, sum: Sum<P>) -> Result<bool> {
        let helpers = self.threads as u64 - 1;
        let bytes = arena.budget().bytes().unwrap_or(TABLE_BYTES + VALUE_BYTES);
        let own = self.table_limit(arena);
        let shared = match self.table_bytes {
            Some(bytes) => bytes / 2,
            None => own / 2 * self.threads as u64,
        };
        let exchange = self
            .exchange
            .get_or_insert_with(|| Arc::new(Exchange::new(own / 4)));
        let helper = Helper {
            convention: self.convention,
            exchange: Arc::clone(exchange),
            table: self.table.share(shared),
            table_bytes: own / 4,
            budget: arena.budget().clone().with_bytes(bytes / 4 / helpers),
        };
        self.table.set_limit(own / 2);
        *lock(&helper.exchange.answer) = None;
        helper.exchange.over.store(false, Ordering::Relaxed);
        self.together = true;
        let wins = thread::scope(|scope| {
            for _ in 0..helpers {
                let sum = sum.detached();
                scope.spawn(|| helper.help(sum));
            }
            let wins = self.solve(arena, sum);
            helper.exchange.finish(wins.as_ref().ok().copied());
            wins
        });
        self.together = false;
        // It was interrupted if a helper was sooner.
        wins.or_else(|error| lock(&helper.exchange.answer).ok_or(error))
    }

    /// Who wins a sum, if another thread has told.
    pub(super) fn told(&self, arena: &Arena, key: &TableKey, sum: &Sum<P>) -> Option<bool> {
        let exchange = self.exchange.as_ref()?;
        if self.table.is_shared(key) {
            return None;
        }
        let told = told(arena, sum)?;
        exchange.shard(sum).get(&told).copied()
    }

    /// Tells other threads who wins a sum that took so many nodes.
    pub(super) fn tell(&self, arena: &Arena, key: &TableKey, sum: &Sum<P>, wins: bool, nodes: u64) {
        if let Some(exchange) = &self.exchange
            && nodes >= WORTH_TELLING
            && !self.table.is_shared(key)
            && let Some(told) = told(arena, sum)
        {
            let mut shard = exchange.shard(sum);
            if shard.len() < exchange.most {
                shard.insert(told, wins);
            }
        }
    }

    /// Who wins the sum at hand, if another thread was sooner.
    pub(super) fn known_by_now(&self, arena: &Arena, frame: &Frame<P>) -> Option<bool> {
        self.looked_up(arena, &frame.key, &frame.sum)
    }

    /// Leaves what is no longer wanted: another thread has found out who wins
    /// a sum farther up. Whether there was such a sum, which is the last now.
    pub(super) fn go_up(&mut self, arena: &Arena, stack: &mut Vec<Frame<P>>) -> bool {
        let known = |frame: &Frame<P>| self.known_by_now(arena, frame).is_some();
        let Some(last) = stack.iter().position(known) else {
            return false;
        };
        for frame in stack.drain(last + 1..).rev() {
            self.forget_children(frame.first);
            self.outside = self.outside.saturating_sub(frame.sum.bytes());
            self.leave(&frame);
            self.spare.keep(frame.sum);
        }
        true
    }

    /// Tells other threads that this one is done with a sum.
    pub(super) fn leave(&self, frame: &Frame<P>) {
        if let (Some(hash), Some(exchange)) = (frame.hash, &self.exchange) {
            exchange.end(hash);
        }
    }

    /// A hash of the sum that all threads know it by, if they search together.
    pub(super) fn common_hash(&self, arena: &Arena, key: &TableKey, sum: &Sum<P>) -> Option<u64> {
        if !self.together {
            return None;
        }
        match key {
            TableKey::Packed(key) => Some(key.hash()),
            TableKey::Hashed(_) => {
                let [part] = &sum.parts[..] else { return None };
                if !sum.values.is_empty() {
                    return None;
                }
                let more = Beside::of(arena, sum.folded)?.word() << 1 | u64::from(part.negated);
                let mixed = (part.hash ^ more.rotate_left(17)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                Some(mixed ^ mixed >> 29)
            }
        }
    }
}
