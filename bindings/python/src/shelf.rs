//! Where values live, and where questions are answered.
//!
//! Values of Python are ids on a shelf, which is an arena. A shelf that has
//! grown large is left as it is and a new one begun; it goes when the last
//! value on it does. Values of different shelves meet on the current one.
//!
//! Questions about positions are answered at desks, which keep what solvers
//! have learnt; each thread that asks has one of its own.

use ask::{Desk, Interrupts, Silent};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;
use values::{Arena, Budget, Player, Value};

use crate::budget::{AT_ONCE, Limits, Mode, work};
use crate::errors::Fault;
use crate::parcel::Parcel;
use crate::written;

/// Values that can be computed with.
pub struct Shelf {
    inside: Mutex<Inside>,
    /// Nothing more is put here.
    full: AtomicBool,
}

/// What is on a shelf.
pub struct Inside {
    /// The arena and the calculator.
    pub desk: Desk,
    hashes: HashMap<Value, u64>,
    used: u32,
}

/// Larger shelves are left.
const FULL: u64 = 64 << 20;
/// How often it is looked at how large a shelf is.
const LOOKS: u32 = 64;

impl Shelf {
    /// An empty shelf.
    pub fn new() -> Arc<Self> {
        Arc::new(Shelf {
            inside: Mutex::new(Inside {
                desk: desk(AT_ONCE.clone()),
                hashes: HashMap::new(),
                used: 0,
            }),
            full: AtomicBool::new(false),
        })
    }

    /// The shelf where new values are put.
    pub fn current() -> Arc<Self> {
        static CURRENT: Mutex<Option<Arc<Shelf>>> = Mutex::new(None);
        let mut current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
        match &*current {
            Some(shelf) if !shelf.is_full() => Arc::clone(shelf),
            _ => Arc::clone(current.insert(Shelf::new())),
        }
    }

    /// Whether nothing more is put here.
    pub fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// Works with what is on the shelf.
    pub fn with<T: Send>(
        &self,
        py: Python<'_>,
        limits: Option<&Limits>,
        mut job: impl FnMut(&mut Inside) -> Result<T, Fault> + Send,
    ) -> PyResult<T> {
        work(py, limits, |mode| {
            let mut inside = self.lock(mode)?;
            if mode.patient {
                inside.desk.set_budget(mode.budget.clone());
            }
            let answer = job(&mut inside);
            if mode.patient {
                inside.desk.set_budget(AT_ONCE.clone());
            }
            inside.used += 1;
            if inside.used.is_multiple_of(LOOKS) && inside.bytes() > FULL {
                self.full.store(true, Ordering::Relaxed);
            }
            answer
        })
    }

    fn lock(&self, mode: &Mode<'_>) -> Result<MutexGuard<'_, Inside>, Fault> {
        loop {
            match self.inside.try_lock() {
                Ok(inside) => return Ok(inside),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) if written::is_asked() => {
                    let why = "this calculator waits for the rules that ask it";
                    return Err(Fault::domain(why));
                }
                Err(TryLockError::WouldBlock) if mode.patient => {
                    mode.budget.check()?;
                    thread::sleep(Duration::from_millis(1));
                }
                Err(TryLockError::WouldBlock) => return Err(Fault::interrupted()),
            }
        }
    }
}

impl Inside {
    /// The values.
    pub fn arena(&mut self) -> &mut Arena {
        self.desk.workbench().1
    }

    fn bytes(&mut self) -> u64 {
        self.arena().bytes() + 24 * self.hashes.capacity() as u64
    }

    /// A hash that is the same on every shelf: that of Python for numbers, and
    /// for others one of the options.
    pub fn hash(&mut self, value: Value) -> Result<u64, Fault> {
        let mut todo = vec![value];
        while let Some(&next) = todo.last() {
            if self.hashes.contains_key(&next) {
                todo.pop();
                continue;
            }
            let Inside { desk, hashes, .. } = self;
            let arena = desk.workbench().1;
            arena.budget().look()?;
            let hash = match arena.as_up_star(next) {
                Some((number, 0, 0)) => crate::numbers::hash(&number),
                Some((number, ups, nimber)) => {
                    let hash = crate::numbers::hash(&number);
                    mix(mix(hash ^ ups as u64) ^ nimber)
                }
                None => {
                    let before = todo.len();
                    let mut sums = [0u64; 2];
                    for (player, sum) in Player::BOTH.into_iter().zip(&mut sums) {
                        for option in arena.constituent_options(next, player) {
                            match hashes.get(&option) {
                                Some(hash) => *sum = sum.wrapping_add(mix(*hash)),
                                None => todo.push(option),
                            }
                        }
                    }
                    if todo.len() > before {
                        continue;
                    }
                    mix(mix(sums[0]).rotate_left(17) ^ mix(!sums[1]))
                }
            };
            hashes.insert(next, hash);
            todo.pop();
        }
        Ok(self.hashes[&value])
    }
}

/// The finaliser of SplitMix64.
fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// A value on a shelf.
#[derive(Clone)]
pub struct Placed {
    /// Where it is.
    pub shelf: Arc<Shelf>,
    /// Which it is.
    pub id: Value,
}

impl Placed {
    /// On the current shelf, unless it is on this one and that has room.
    pub fn meeting(&self, py: Python<'_>, other: &Placed) -> PyResult<(Arc<Shelf>, Value, Value)> {
        if Arc::ptr_eq(&self.shelf, &other.shelf) && !self.shelf.is_full() {
            return Ok((Arc::clone(&self.shelf), self.id, other.id));
        }
        let shelf = Shelf::current();
        let (one, two) = (self.on(py, &shelf)?, other.on(py, &shelf)?);
        Ok((shelf, one, two))
    }

    /// Its id on another shelf.
    pub fn on(&self, py: Python<'_>, shelf: &Arc<Shelf>) -> PyResult<Value> {
        if Arc::ptr_eq(&self.shelf, shelf) {
            return Ok(self.id);
        }
        let parcel = self.parcel(py)?;
        shelf.with(py, None, |inside| Ok(parcel.open(inside.arena())?))
    }

    /// It alone, for anywhere.
    pub fn parcel(&self, py: Python<'_>) -> PyResult<Parcel> {
        let id = self.id;
        self.shelf
            .with(py, None, |inside| Ok(Parcel::pack(inside.arena(), id)?))
    }
}

/// A desk that answers with JSON.
fn desk(budget: Budget) -> Desk {
    Desk::hosted(Arc::new(Silent), Interrupts::none(), budget, true)
}

/// A desk, and how much has been done there.
struct Station {
    desk: Desk,
    steps: u64,
}

/// The desks at which nobody asks.
static FREE: Mutex<Vec<Station>> = Mutex::new(Vec::new());

/// What has been learnt is forgotten beyond this number of steps or bytes.
const MOST_STEPS: u64 = 2_000_000;
const MOST_BYTES: u64 = 128 << 20;

/// Asks at a desk.
pub fn at_desk<T: Send>(
    py: Python<'_>,
    limits: Option<&Limits>,
    mut job: impl FnMut(&mut Desk) -> Result<T, Fault> + Send,
) -> PyResult<T> {
    work(py, limits, |mode| {
        let free = || FREE.lock().unwrap_or_else(PoisonError::into_inner);
        // What others have learnt is not to count against limits of one's own.
        let own = limits.is_some_and(Limits::limits_memory);
        let station = if own { None } else { free().pop() };
        let mut station = station.unwrap_or_else(|| Station {
            desk: desk(mode.budget.clone()),
            steps: 0,
        });
        let steps = mode.budget.steps();
        let before = steps.load(Ordering::Relaxed);
        station.desk.set_budget(mode.budget.clone());
        let answer = job(&mut station.desk);
        station.steps += steps.load(Ordering::Relaxed) - before;
        let bytes = station.desk.workbench().1.bytes();
        let stopped = matches!(&answer, Err(fault) if mode.patient && !fault.is_interruption());
        if station.steps < MOST_STEPS && bytes < MOST_BYTES && !stopped && !own {
            station.desk.set_budget(AT_ONCE.clone());
            free().push(station);
        }
        answer
    })
}
