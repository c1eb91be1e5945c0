//! Several threads at one question.

use super::Convention;
use super::search::{Search, TABLE_BYTES, VALUE_BYTES};
use super::sum::{Part, Sum};
use rules::Position;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use values::{Arena, Budget, Error, Result, Value};

/// What threads tell each other: work to do, and who wins sums of one part
/// that took some work, with whole keys. It lasts as long as the searches that
/// share it.
///
/// The thread that was asked searches as it would alone. When the first move
/// of a sum does not win, probably none does and all have to be searched: it
/// offers the others to the helpers, who begin with the last.
pub(super) struct Exchange<P> {
    /// Who wins when the player to move is Left in a part, and when he is
    /// Right.
    shards: Vec<Mutex<FxHashMap<P, [Option<bool>; 2]>>>,
    /// Entries that a shard may have.
    most: usize,
    /// The work nearest to the question first.
    jobs: Mutex<Vec<Arc<Job<P>>>>,
    open: AtomicBool,
    /// Sums that helpers looked at.
    nodes: AtomicU64,
}

/// Sums that the thread that was asked is going to search.
pub(super) struct Job<P> {
    /// The last is the one that it will come to last.
    sums: Mutex<Vec<Sum<P>>>,
    /// The answer is no longer wanted.
    over: AtomicBool,
}

/// Maps of results: with this many, threads seldom meet in one.
const SHARDS: usize = 64;
/// What took fewer nodes is found again sooner than looked up.
const WORTH_TELLING: u64 = 16;
/// Nodes that the first move of a sum takes before helpers are asked.
const WORTH_OFFERING: u64 = 256;
/// A question that takes fewer nodes is answered by one thread.
const ALONE: u64 = 20_000;
/// How long a helper without work waits before he asks again.
const PAUSE: Duration = Duration::from_micros(200);

impl<P> Job<P> {
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}

/// What a thread that fell over left is as good as before: every entry is true
/// by itself.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<P: Position> Exchange<P> {
    fn new(bytes: u64) -> Self {
        // Maps are between half and nearly full, and larger for a moment
        // while they grow.
        let entry = 4 * (size_of::<P>() + 8);
        let most = bytes / (SHARDS * entry) as u64;
        Exchange {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            most: usize::try_from(most).unwrap_or(usize::MAX),
            jobs: Mutex::default(),
            open: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        }
    }

    fn shard(&self, part: &Part<P>) -> MutexGuard<'_, FxHashMap<P, [Option<bool>; 2]>> {
        let mixed = part.hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        lock(&self.shards[(mixed >> 32) as usize % SHARDS])
    }

    /// Who wins, if someone has found out.
    pub fn get(&self, sum: &Sum<P>) -> Option<bool> {
        let part = only_part(sum)?;
        self.shard(part).get(&part.position)?[usize::from(part.negated)]
    }

    /// Tells who wins a sum that took `nodes` nodes.
    pub fn tell(&self, sum: &Sum<P>, wins: bool, nodes: u64) {
        if nodes < WORTH_TELLING {
            return;
        }
        let Some(part) = only_part(sum) else { return };
        let mut shard = self.shard(part);
        if shard.len() < self.most {
            let entry = shard.entry(part.position.clone()).or_default();
            entry[usize::from(part.negated)] = Some(wins);
        }
    }

    /// Whether there are helpers.
    pub fn is_open(&self) -> bool {
        self.open.load(Ordering::Relaxed)
    }

    /// Sums that helpers looked at.
    pub fn helpers_nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Offers sums to the helpers, if it is time: the first of several took
    /// `nodes` nodes. The sums are in the order in which they are wanted, from
    /// the end.
    pub fn offer<'s>(
        &self,
        nodes: u64,
        sums: impl ExactSizeIterator<Item = &'s Sum<P>>,
    ) -> Option<Arc<Job<P>>> {
        if nodes < WORTH_OFFERING || sums.len() < 2 || !self.is_open() {
            return None;
        }
        // Values have other names in other arenas.
        let mut sums: Vec<_> = sums
            .filter(|sum| only_part(sum).is_some())
            .cloned()
            .collect();
        sums.reverse();
        let job = Arc::new(Job {
            sums: Mutex::new(sums),
            over: AtomicBool::new(false),
        });
        lock(&self.jobs).push(Arc::clone(&job));
        Some(job)
    }

    /// Takes an offer back.
    pub fn withdraw(&self, job: &Arc<Job<P>>) {
        job.over.store(true, Ordering::Relaxed);
        lock(&self.jobs).retain(|other| !Arc::ptr_eq(other, job));
    }

    fn take(&self) -> Option<(Arc<Job<P>>, Sum<P>)> {
        lock(&self.jobs).iter().find_map(|job| {
            let sum = lock(&job.sums).pop()?;
            Some((Arc::clone(job), sum))
        })
    }
}

fn only_part<P>(sum: &Sum<P>) -> Option<&Part<P>> {
    match &sum.parts[..] {
        [part] if sum.values.is_empty() && sum.folded == Value::ZERO => Some(part),
        _ => None,
    }
}

/// A thread that helps: what it knows of the question.
struct Helper<P> {
    convention: Convention,
    exchange: Arc<Exchange<P>>,
    table_bytes: u64,
    budget: Budget,
}

impl<P: Position> Helper<P> {
    /// Does what is offered until the question is answered.
    fn help(&self) {
        let mut arena = Arena::with_budget(self.budget.clone());
        let mut search = Search::new(self.convention).with_table_bytes(self.table_bytes);
        search.exchange = Some(Arc::clone(&self.exchange));
        while self.exchange.is_open() && search.start(&arena).is_ok() {
            let Some((job, sum)) = self.exchange.take() else {
                thread::sleep(PAUSE);
                continue;
            };
            search.job = Some(job);
            match search.solve(&mut arena, sum.detached()) {
                Ok(wins) => self.exchange.tell(&sum, wins, u64::MAX),
                Err(Error::Interrupted) => {}
                // Too little memory for helping: the question can do without.
                Err(_) => break,
            }
        }
        let nodes = search.nodes;
        self.exchange.nodes.fetch_add(nodes, Ordering::Relaxed);
    }
}

impl<P: Position> Search<P> {
    /// Whether the player to move wins: alone at first, with helpers if it
    /// takes long.
    pub(super) fn solve_parallel(&mut self, arena: &mut Arena, sum: Sum<P>) -> Result<bool> {
        self.last_node = self.nodes.saturating_add(ALONE);
        let alone = self.solve(arena, sum.clone());
        let gave_up = self.nodes > self.last_node;
        self.last_node = u64::MAX;
        if alone.is_ok() || !gave_up {
            return alone;
        }
        let helpers = self.threads as u64 - 1;
        let budget = arena.budget();
        let bytes = budget.bytes().unwrap_or(TABLE_BYTES + VALUE_BYTES);
        let table_bytes = self.table_limit(arena);
        let convention = self.convention();
        let exchange = self
            .exchange
            .get_or_insert_with(|| Arc::new(Exchange::new(table_bytes / 4)));
        let helper = Helper {
            convention,
            exchange: Arc::clone(exchange),
            table_bytes: table_bytes / 2,
            budget: budget.clone().with_bytes(bytes / 4 / helpers),
        };
        helper.exchange.open.store(true, Ordering::Relaxed);
        let wins = thread::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|| helper.help());
            }
            let wins = self.solve(arena, sum);
            helper.exchange.open.store(false, Ordering::Relaxed);
            wins
        });
        lock(&helper.exchange.jobs).clear();
        wins
    }
}
