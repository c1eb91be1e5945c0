//! Limits of work, and how work is waited for.
//!
//! Most answers take microseconds. They are found at once, in the thread that
//! asks. A thread of our own looks on: what takes longer than a moment is
//! stopped there and done again in a worker, while the thread that asks lets
//! other Python threads run, looks for Ctrl-C and tells how far the work is.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};
use values::Budget;

use crate::errors::Fault;
use crate::written::take_raised;

/// How much memory and time a question may take.
///
/// `memory` is a number of bytes or a text such as "1G"; without it, half of
/// what the machine or its container allows. `seconds` is a number; without
/// it there is no limit of time.
///
/// >>> import legatus
/// >>> legatus.Budget(memory="1G", seconds=60)
/// Budget(memory=1073741824, seconds=60.0)
#[pyclass(frozen, eq, hash, from_py_object, name = "Budget", module = "legatus")]
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Limits {
    memory: Option<u64>,
    seconds: Option<Duration>,
}

impl std::hash::Hash for Limits {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.memory, self.seconds).hash(state);
    }
}

#[pymethods]
impl Limits {
    #[new]
    #[pyo3(signature = (memory=None, seconds=None))]
    fn new(memory: Option<&Bound<'_, PyAny>>, seconds: Option<f64>) -> PyResult<Self> {
        let memory = memory.map(bytes).transpose()?;
        let seconds = seconds
            .map(|seconds| ask::settings::seconds(&seconds.to_string()).map_err(Fault::syntax))
            .transpose()?;
        Ok(Limits { memory, seconds })
    }

    /// The limit in bytes, if one was given.
    #[getter]
    fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// The limit in seconds, if one was given.
    #[getter]
    fn seconds(&self) -> Option<f64> {
        self.seconds.map(|seconds| seconds.as_secs_f64())
    }

    fn __repr__(&self) -> String {
        let memory = self.memory.map_or("None".into(), |bytes| bytes.to_string());
        let seconds = self.seconds();
        let seconds = seconds.map_or("None".into(), |seconds| format!("{seconds:?}"));
        format!("Budget(memory={memory}, seconds={seconds})")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (Option<u64>, Option<f64>)) {
        let class = py.get_type::<Limits>().into_any();
        (class, (self.memory, self.seconds()))
    }
}

fn bytes(memory: &Bound<'_, PyAny>) -> PyResult<u64> {
    let text = match memory.cast::<PyString>() {
        Ok(text) => text.to_str()?.to_owned(),
        Err(_) if memory.is_instance_of::<PyInt>() => memory.str()?.to_str()?.to_owned(),
        Err(_) => {
            return Err(PyTypeError::new_err(
                "memory is a number of bytes or a text",
            ));
        }
    };
    Ok(ask::settings::memory(&text).map_err(Fault::syntax)?)
}

impl Limits {
    /// Whether memory is limited more than usually.
    pub fn limits_memory(&self) -> bool {
        self.memory.is_some()
    }

    /// The budget of work that begins now.
    fn begin(&self) -> Budget {
        static USUAL: OnceLock<u64> = OnceLock::new();
        let usual = || *USUAL.get_or_init(ask::memory::default_limit);
        let bytes = self.memory.unwrap_or_else(usual);
        let budget = Budget::new(Some(bytes)).with_process_bytes(bytes);
        match self.seconds {
            Some(seconds) => budget.with_deadline(Instant::now() + seconds),
            None => budget,
        }
    }
}

/// How some work is done.
pub struct Mode<'b> {
    /// Within these limits.
    pub budget: &'b Budget,
    /// By a worker, which may wait for others.
    pub patient: bool,
}

/// The budget of what is done at once; all of it has one flag.
pub static AT_ONCE: LazyLock<Budget> = LazyLock::new(Budget::unlimited);

/// Answers: at once if it takes a moment and no limits are asked for, else by
/// a worker. The job may be begun twice.
pub fn work<T: Send>(
    py: Python<'_>,
    limits: Option<&Limits>,
    mut job: impl FnMut(&Mode<'_>) -> Result<T, Fault> + Send,
) -> PyResult<T> {
    let answer = match limits {
        None => at_once(&mut job),
        Some(_) => Err(Fault::interrupted()),
    };
    let answer = match answer {
        Err(fault) if fault.is_interruption() => {
            let budget = limits.unwrap_or(&Limits::default()).begin();
            wait(py, &budget, job)
        }
        answer => answer,
    };
    // No answer hides what the rules of a game have raised.
    match take_raised() {
        Some(error) => Err(error),
        None => Ok(answer?),
    }
}

fn at_once<T>(job: &mut impl FnMut(&Mode<'_>) -> Result<T, Fault>) -> Result<T, Fault> {
    let _shift = Shift::begin();
    let mode = Mode {
        budget: &AT_ONCE,
        patient: false,
    };
    catch_unwind(AssertUnwindSafe(|| job(&mode)))
        .unwrap_or_else(|panic| Err(panicked(panic.as_ref())))
}

/// Work that is done at once, until it is dropped. Code of Python that it
/// calls may begin more, in this thread or another; that belongs to the first.
struct Shift {
    first: bool,
}

/// When the work at hand began, in milliseconds; 0: there is none.
static BEGUN: AtomicU64 = AtomicU64::new(0);
static STARTED: AtomicBool = AtomicBool::new(false);
static ASLEEP: AtomicBool = AtomicBool::new(false);
static OVERSEER: Mutex<Option<Thread>> = Mutex::new(None);

/// What takes longer is left to a worker, in milliseconds.
const MOMENT: u64 = 15;

fn now() -> u64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_millis() as u64 + 1
}

impl Shift {
    fn begin() -> Self {
        let first = BEGUN
            .compare_exchange(0, now(), Ordering::Relaxed, Ordering::Relaxed)
            .is_ok();
        if ASLEEP.load(Ordering::Relaxed) || !STARTED.load(Ordering::Relaxed) {
            wake();
        }
        Shift { first }
    }
}

impl Drop for Shift {
    fn drop(&mut self) {
        if self.first {
            BEGUN.store(0, Ordering::Relaxed);
            AT_ONCE.clear_stop();
        }
    }
}

#[cold]
fn wake() {
    let mut overseer = OVERSEER.lock().unwrap_or_else(PoisonError::into_inner);
    if !STARTED.swap(true, Ordering::Relaxed) {
        let thread = thread::Builder::new().name("legatus".into()).spawn(oversee);
        *overseer = thread.ok().map(|handle| handle.thread().clone());
    }
    ASLEEP.store(false, Ordering::Relaxed);
    if let Some(thread) = &*overseer {
        thread.unpark();
    }
}

/// Stops what takes too long to be done at once; sleeps when nobody works.
fn oversee() {
    const PAUSE: Duration = Duration::from_millis(5);
    const IDLE: u32 = 100;
    let flag = AT_ONCE.stop_flag();
    let mut idle = 0;
    loop {
        thread::sleep(PAUSE);
        match BEGUN.load(Ordering::Relaxed) {
            0 => idle += 1,
            begun => {
                idle = 0;
                if now().saturating_sub(begun) > MOMENT {
                    flag.store(true, Ordering::Relaxed);
                }
            }
        }
        if idle > IDLE {
            ASLEEP.store(true, Ordering::Relaxed);
            thread::park();
            idle = 0;
        }
    }
}

/// In a process that was forked from this one there is no overseer.
#[pyfunction]
pub fn _after_fork() {
    STARTED.store(false, Ordering::Relaxed);
    BEGUN.store(0, Ordering::Relaxed);
}

/// What is told how far long work is: called with the number of steps, and
/// with None at the end.
static PROGRESS: Mutex<Option<Py<PyAny>>> = Mutex::new(None);

/// Has long work call this with the steps that are done, ten times a second.
#[pyfunction]
#[pyo3(signature = (call=None))]
pub fn _set_progress(call: Option<Py<PyAny>>) {
    *PROGRESS.lock().unwrap_or_else(PoisonError::into_inner) = call;
}

fn tell(py: Python<'_>, steps: Option<u64>) -> PyResult<()> {
    let call = PROGRESS
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .as_ref()
        .map(|call| call.clone_ref(py));
    match call {
        Some(call) => call.call1(py, (steps,)).map(drop),
        None => Ok(()),
    }
}

/// A worker's stack: code of Python may run on it.
const STACK: usize = 64 << 20;
const SHORTEST: Duration = Duration::from_micros(500);
const LONGEST: Duration = Duration::from_millis(25);
/// What is done sooner is not told of.
const QUIET: Duration = Duration::from_millis(500);

/// Lets a worker do the job and waits for it, with an eye on Ctrl-C.
fn wait<T: Send>(
    py: Python<'_>,
    budget: &Budget,
    mut job: impl FnMut(&Mode<'_>) -> Result<T, Fault> + Send,
) -> Result<T, Fault> {
    let (begun, steps, flag) = (Instant::now(), budget.steps(), budget.stop_flag());
    let mut raised = None;
    let mut told = None;
    let answer = py.detach(|| {
        thread::scope(|scope| {
            let (done, finished) = mpsc::sync_channel(1);
            let worker = thread::Builder::new().stack_size(STACK);
            let patient = true;
            let spawned = worker.spawn_scoped(scope, move || {
                // The thread stays known to Python: calls of a game's code need not make
                // it known each time.
                let answer = Python::attach(|py| {
                    py.detach(|| {
                        let job = AssertUnwindSafe(|| job(&Mode { budget, patient }));
                        catch_unwind(job)
                    })
                });
                let _ = done.send(answer.unwrap_or_else(|panic| Err(panicked(panic.as_ref()))));
            });
            if let Err(error) = spawned {
                return Err(Fault::domain(format!(
                    "no thread could be started: {error}"
                )));
            }
            let mut pause = SHORTEST;
            loop {
                match finished.recv_timeout(pause) {
                    Ok(answer) => return answer,
                    Err(RecvTimeoutError::Disconnected) => return Err(panicked(&"a worker ended")),
                    Err(RecvTimeoutError::Timeout) => pause = (2 * pause).min(LONGEST),
                }
                if raised.is_some() {
                    continue;
                }
                let due = told.map_or(QUIET, |last| last + QUIET / 5);
                let looked = Python::attach(|py| {
                    py.check_signals()?;
                    if begun.elapsed() < due {
                        return Ok(());
                    }
                    told = Some(begun.elapsed());
                    tell(py, Some(steps.load(Ordering::Relaxed)))
                });
                if let Err(error) = looked {
                    flag.store(true, Ordering::Release);
                    raised = Some(error);
                }
            }
        })
    });
    if told.is_some() {
        tell(py, None)?;
    }
    match raised {
        Some(error) => Err(error.into()),
        None => answer,
    }
}

fn panicked(panic: &(dyn Any + Send)) -> Fault {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    Fault::Panicked(text.unwrap_or_else(|| "no reason".into()))
}
