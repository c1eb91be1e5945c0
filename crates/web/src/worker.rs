//! A worker process: it does one task after another within the memory that it
//! was given, and ends when the server does.

use rules::RuleFile;
use serde_json::Value;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use values::Budget;

use super::task::{Order, Report, perform};

/// How often a worker tells how far it is.
const TICK: Duration = Duration::from_millis(200);
/// What the program and its threads need beside what questions may use.
const OWN_BYTES: u64 = 64 << 20;
/// The stack on which tasks are done, as large as that of a program.
const STACK: usize = 8 << 20;

/// How many texts of rules a worker reads before another takes its place: what
/// is known of them stays in memory.
const MOST_TEXTS: usize = 200;

/// What the system lets a worker have whose questions may use `bytes`:
/// the solvers count what they keep, and somewhat more is used.
fn ceiling(bytes: u64) -> u64 {
    bytes.saturating_add(bytes / 4).saturating_add(OWN_BYTES)
}

/// Does what standard input orders until it ends, and reports to `out`.
///
/// # Errors
///
/// When the system gives no thread, or nobody reads the reports.
pub fn work(bytes: u64, out: &mut dyn Write) -> io::Result<()> {
    confine(ceiling(bytes));
    let (orders, waiting) = mpsc::channel();
    let (reports, said) = mpsc::channel();
    let watched: Arc<Watched> = Arc::default();
    let (ticking, ticks) = (Arc::clone(&watched), reports.clone());
    thread::Builder::new().spawn(move || listen(bytes, &orders))?;
    thread::Builder::new().spawn(move || tick(&ticking, &ticks))?;
    let labour = move || {
        for Ordered {
            name,
            task,
            rules,
            budget,
        } in waiting
        {
            *lock(&watched) = Some(budget.steps());
            let done = catch_unwind(AssertUnwindSafe(|| {
                for text in &rules {
                    // Who asks for a game whose rules are not known is told so.
                    let _ = RuleFile::read(text).and_then(|file| file.keep());
                }
                perform(&name, task, &budget)
            }));
            *lock(&watched) = None;
            let tired = kept().is_some_and(|kept| kept > ceiling(bytes) / 2)
                || RuleFile::count() > MOST_TEXTS;
            let report = match done {
                Ok(answer) => Report::Done { answer, tired },
                Err(_) => Report::Broken,
            };
            // The writer ends with the process.
            let _ = reports.send(report);
        }
    };
    thread::Builder::new().stack_size(STACK).spawn(labour)?;
    for report in said {
        serde_json::to_writer(&mut *out, &report)?;
        writeln!(out)?;
        out.flush()?;
    }
    Ok(())
}

/// The steps of the task that is being done.
type Watched = Mutex<Option<Arc<AtomicU64>>>;

/// A task that waits.
struct Ordered {
    name: String,
    task: Value,
    rules: Vec<String>,
    budget: Budget,
}

/// Reads orders. When the server is gone nobody needs the worker.
fn listen(bytes: u64, orders: &Sender<Ordered>) {
    let mut under_way = Budget::unlimited();
    for line in io::stdin().lock().lines() {
        let order = line.ok().and_then(|line| serde_json::from_str(&line).ok());
        match order {
            Some(Order::Do {
                name,
                task,
                millis,
                rules,
            }) => {
                let end = Instant::now() + Duration::from_millis(millis);
                let budget = Budget::new(Some(bytes))
                    .with_process_bytes(bytes)
                    .with_deadline(end);
                under_way = budget.clone();
                let order = Ordered {
                    name,
                    task,
                    rules,
                    budget,
                };
                if orders.send(order).is_err() {
                    break;
                }
            }
            Some(Order::Now) => under_way.hurry(),
            Some(Order::Stop) => under_way.stop_flag().store(true, Ordering::Relaxed),
            None => break,
        }
    }
    process::exit(0);
}

/// Tells how far the task is that is being done; never after its answer.
fn tick(watched: &Watched, reports: &Sender<Report<Value>>) {
    let mut told = 0;
    loop {
        thread::sleep(TICK);
        let watched = lock(watched);
        let Some(steps) = &*watched else { continue };
        let steps = steps.load(Ordering::Relaxed);
        if steps != told {
            told = steps;
            let _ = reports.send(Report::Steps(steps));
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Bounds the memory, lets those who serve pages go first, and volunteers when
/// the system has to end a process. Only the bound matters, and without it the
/// solvers still count.
fn confine(bytes: u64) {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, Rlimit, setpriority_process, setrlimit};
        let limit = |most| Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        let _ = setrlimit(Resource::Data, limit(bytes));
        let _ = setrlimit(Resource::Core, limit(0));
        let _ = setpriority_process(None, 10);
        let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = bytes;
}

/// How many bytes this process keeps, if the system tells.
fn kept() -> Option<u64> {
    let table = std::fs::read_to_string("/proc/self/status").ok()?;
    let mut lines = table.lines();
    let line = lines.find_map(|line| line.strip_prefix("VmData:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}
