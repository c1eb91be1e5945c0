//! Where long work is done: in a few processes with a bounded queue, so that
//! heavy questions wait for one another, pages wait for none of them, and a
//! question that takes too much time or memory ends its process and nothing
//! else.

use rules::RuleFile;
use serde_json::Value;
use std::collections::HashMap;
use std::hash::Hash;
use std::io::{self, Write};
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};
use values::Budget;

use super::cards::GAMES;
use super::client::Client;
use super::fault::Fault;
use super::roster::{Due, Place, Roster};
use super::task::{Lane, Order, Report, Task};

/// How much may wait in a lane.
struct Limits {
    /// In all.
    queue: usize,
    /// Of what one browser has asked.
    per_client: usize,
    /// And of what all those at one address have asked together.
    per_address: usize,
}

/// Questions take long, and wait for one another.
const QUESTIONS: Limits = Limits {
    queue: 64,
    per_client: 8,
    per_address: 32,
};
/// A game's turn is short, and the more there are the shorter it is.
const GAMES_AT_ONCE: Limits = Limits {
    queue: 512,
    per_client: 32,
    per_address: 512,
};
/// How many workers of a lane are there before anybody asks.
const WARM: usize = 2;
/// How long a place is waited for when the answer is due.
const GLANCE: Duration = Duration::from_millis(100);
/// How long a worker may take to say what it found when that is due.
const CLOSING: Duration = Duration::from_millis(500);
/// How long a worker may take to see that it has to stop.
const GRACE: Duration = Duration::from_secs(2);
/// How many texts of rules are sent with a task.
const MOST_RULES: usize = 32;
/// What a process writes to standard error when the system refuses it memory.
const STARVED: &str = "memory allocation of ";

/// The processes that work.
pub struct Workers {
    program: Program,
    questions: Pool,
    games: Pool,
    /// How far the questions are that somebody watches, by the name that the
    /// client gave them.
    watched: Mutex<HashMap<String, Arc<AtomicU64>>>,
    /// What each worker may use.
    bytes: u64,
}

/// How a worker is started.
pub struct Program {
    path: PathBuf,
    arguments: Vec<String>,
}

/// The workers of a lane.
struct Pool {
    idle: Mutex<Vec<Worker>>,
    roster: Arc<Roster>,
    limits: Limits,
    browsers: Mutex<HashMap<Client, usize>>,
    addresses: Mutex<HashMap<IpAddr, usize>>,
}

/// A process that works, killed when this is dropped.
struct Worker {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    /// The games that it remembers something of, the last one first.
    games: Vec<String>,
    /// Whether the system refused it memory.
    starved: Arc<AtomicBool>,
}

/// Why a question was not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Too many questions wait.
    Busy,
    /// This client has asked too many.
    Impatient,
    /// It took longer than it may, and did not stop.
    Late,
    /// It took more memory than it may; the limit in bytes.
    Starved(u64),
    /// The program made a mistake.
    Broken,
}

/// Who asks, for how long, and under which name it is watched.
pub struct Request {
    pub client: Client,
    pub time: Duration,
    pub watch: Option<String>,
}

impl Program {
    /// This program as a worker whose questions may use this number of bytes.
    fn worker(bytes: u64) -> io::Result<Self> {
        // The running program, also when another has taken its place on disk.
        let path = match cfg!(target_os = "linux") {
            true => PathBuf::from("/proc/self/exe"),
            false => std::env::current_exe()?,
        };
        Ok(Program {
            path,
            arguments: vec!["worker".into(), format!("--memory={bytes}")],
        })
    }

    fn start(&self) -> io::Result<Worker> {
        let mut command = Command::new(&self.path);
        command.args(&self.arguments).kill_on_drop(true);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(Stdio::piped());
        // Ctrl-C is for the server, which lets questions end.
        #[cfg(unix)]
        command.process_group(0).arg0("legatus");
        let mut child = command.spawn()?;
        let lost = || io::Error::other("a worker has no pipes");
        let input = child.stdin.take().ok_or_else(lost)?;
        let output = child.stdout.take().ok_or_else(lost)?;
        let errors = child.stderr.take().ok_or_else(lost)?;
        let starved = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&starved);
        tokio::spawn(async move {
            let mut lines = BufReader::new(errors).lines();
            while let Ok(Some(line)) = lines.next_line().await {
                if line.starts_with(STARVED) {
                    seen.store(true, Ordering::Relaxed);
                }
                // Whoever asked is told of that.
                if !seen.load(Ordering::Relaxed) {
                    let _ = writeln!(io::stderr(), "{line}");
                }
            }
        });
        Ok(Worker {
            child,
            input,
            output: BufReader::new(output).lines(),
            games: Vec::new(),
            starved,
        })
    }
}

impl Pool {
    fn start(workers: usize, program: &Program, limits: Limits) -> io::Result<Self> {
        let idle = (0..workers.min(WARM)).map(|_| program.start());
        Ok(Pool {
            idle: Mutex::new(idle.collect::<io::Result<_>>()?),
            roster: Roster::new(workers, limits.queue),
            limits,
            browsers: Mutex::default(),
            addresses: Mutex::default(),
        })
    }

    /// A worker that has nothing to do, one that knows the game if there is
    /// one, or a fresh one.
    fn hire(&self, program: &Program, game: Option<&str>) -> io::Result<Worker> {
        let mut worker = loop {
            let Some(mut worker) = self.idle(game) else {
                break program.start()?;
            };
            if matches!(worker.child.try_wait(), Ok(None)) {
                break worker;
            }
        };
        if let Some(game) = game {
            worker.games.retain(|other| other != game);
            worker.games.insert(0, game.to_owned());
            worker.games.truncate(GAMES);
        }
        Ok(worker)
    }

    fn idle(&self, game: Option<&str>) -> Option<Worker> {
        let mut idle = lock(&self.idle);
        let knows = |worker: &Worker| worker.games.iter().any(|other| Some(&**other) == game);
        match idle.iter().rposition(knows) {
            Some(place) => Some(idle.remove(place)),
            None => idle.pop(),
        }
    }
}

impl Workers {
    /// Starts `each` workers for questions and as many for games, which share
    /// the bytes among them.
    pub fn start(each: usize, bytes: u64) -> io::Result<Arc<Self>> {
        let bytes = bytes / (2 * each.max(1)) as u64;
        Self::with(Program::worker(bytes)?, each, bytes)
    }

    fn with(program: Program, each: usize, bytes: u64) -> io::Result<Arc<Self>> {
        Ok(Arc::new(Workers {
            questions: Pool::start(each, &program, QUESTIONS)?,
            games: Pool::start(each, &program, GAMES_AT_ONCE)?,
            program,
            watched: Mutex::default(),
            bytes,
        }))
    }

    fn pool(&self, lane: Lane) -> &Pool {
        match lane {
            Lane::Questions => &self.questions,
            Lane::Games => &self.games,
        }
    }

    /// Has a worker do something. It is stopped when the future is dropped,
    /// that is when the client has left.
    pub async fn run<T: Task>(
        self: &Arc<Self>,
        request: Request,
        task: T,
    ) -> Result<T::Answer, Fault> {
        self.run_due(request, &Due::default(), task).await
    }

    /// The same for something that is told to say what it has found so far
    /// when that is due.
    pub async fn run_due<T: Task>(
        self: &Arc<Self>,
        request: Request,
        due: &Due,
        task: T,
    ) -> Result<T::Answer, Fault> {
        let game = task.game().map(str::to_owned);
        let about = (T::LANE, T::name(), game.as_deref());
        let task = serde_json::to_value(task).map_err(|_| Refusal::Broken)?;
        let line = self.order(&request, due, about, task).await?;
        match serde_json::from_str(&line) {
            Ok(Report::Done { answer, .. }) => answer,
            _ => Err(Refusal::Broken.into()),
        }
    }

    /// The line that a worker answers. Compiled once for all tasks.
    async fn order(
        self: &Arc<Self>,
        request: &Request,
        due: &Due,
        (lane, name, game): (Lane, &str, Option<&str>),
        task: Value,
    ) -> Result<String, Refusal> {
        let steps = Arc::default();
        let _turn = Turn::take(self, lane, request, &steps)?;
        let order = Order::Do {
            name: name.to_owned(),
            rules: rules_in(&task).await,
            task,
            millis: u64::try_from(request.time.as_millis()).unwrap_or(u64::MAX),
        };
        let order = line(&order)?;
        let begun = Instant::now();
        let place = self.pool(lane).roster.place(due);
        let place = match due.clock {
            // Who has no place when the answer is due has to do without.
            Some(clock) => timeout(clock + GLANCE, place).await.ok().flatten(),
            None => place.await,
        };
        let mut place = place.ok_or(Refusal::Busy)?;
        let worker = self.pool(lane).hire(&self.program, game);
        let mut worker = worker.map_err(|_| Refusal::Busy)?;
        // Dropped with this future, which tells that nobody waits.
        let (_here, mut left) = oneshot::channel::<()>();
        let (workers, bytes) = (Arc::clone(self), self.bytes);
        // What has a clock has had a part of its time while it waited.
        let patience = match due.clock {
            Some(clock) => clock.saturating_sub(begun.elapsed()) + CLOSING,
            None => request.time + GRACE,
        };
        let driven = tokio::spawn(async move {
            let answer = tokio::select! {
                answer = worker.perform(&order, &steps, &mut place) => answer,
                _ = &mut left => worker.stop(&steps).await,
                () = sleep(patience) => Err(Refusal::Late),
            };
            let answer = match answer {
                Err(Refusal::Broken) => Err(worker.cause_of_death(bytes).await),
                other => other,
            };
            // A worker that did not answer is not to be trusted.
            let fit = answer.as_ref().is_ok_and(|line| is_fit(line));
            let next = match fit {
                true => Ok(worker),
                false => {
                    drop(worker);
                    workers.program.start()
                }
            };
            // Without one the next question tries again.
            if let Ok(next) = next {
                lock(&workers.pool(lane).idle).push(next);
            }
            drop(place);
            answer
        });
        driven.await.unwrap_or(Err(Refusal::Broken))
    }

    /// Has the computer that thinks under this name answer at once; whether
    /// one does.
    pub fn hurry(&self, name: &str) -> bool {
        self.games.roster.hurry(name)
    }

    /// How many positions a watched question has looked at.
    pub fn progress(&self, watch: &str) -> Option<u64> {
        let watched = lock(&self.watched);
        watched
            .get(watch)
            .map(|steps| steps.load(Ordering::Relaxed))
    }
}

/// The texts of the rules of somebody's own that a task is about.
async fn rules_in(task: &Value) -> Vec<String> {
    let mut names = Vec::new();
    let mut ahead = vec![task];
    while let Some(value) = ahead.pop() {
        match value {
            Value::String(text) => names.extend(RuleFile::names_in(text)),
            Value::Array(values) => ahead.extend(values),
            Value::Object(values) => ahead.extend(values.values()),
            _ => {}
        }
    }
    names.sort_unstable();
    names.dedup();
    names.truncate(MOST_RULES);
    if names.is_empty() {
        return Vec::new();
    }
    let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    let texts = tokio::task::spawn_blocking(move || {
        let files = names.iter().filter_map(|name| RuleFile::kept(name));
        files.map(|file| file.text().to_owned()).collect()
    });
    texts.await.unwrap_or_default()
}

/// An order as the line that is sent.
fn line(order: &impl serde::Serialize) -> Result<String, Refusal> {
    serde_json::to_string(order).map_err(|_| Refusal::Broken)
}

/// Whether the worker that answered so can go on.
fn is_fit(line: &str) -> bool {
    type Any = Report<serde::de::IgnoredAny>;
    matches!(
        serde_json::from_str::<Any>(line),
        Ok(Report::Done { tired: false, .. } | Report::Broken)
    )
}

impl Worker {
    /// Gives an order and waits for the answer; for what was found so far when
    /// that is due.
    async fn perform(
        &mut self,
        order: &str,
        steps: &AtomicU64,
        place: &mut Place,
    ) -> Result<String, Refusal> {
        self.send(order).await?;
        tokio::select! {
            answer = Self::answer(&mut self.output, steps) => return answer,
            () = place.due() => {}
        }
        self.send(&line(&Order::<()>::Now)?).await?;
        Self::answer(&mut self.output, steps).await
    }

    async fn send(&mut self, order: &str) -> Result<(), Refusal> {
        let sent = async {
            self.input.write_all(order.as_bytes()).await?;
            self.input.write_all(b"\n").await
        };
        sent.await.map_err(|_| Refusal::Broken)
    }

    async fn answer(
        output: &mut Lines<BufReader<ChildStdout>>,
        steps: &AtomicU64,
    ) -> Result<String, Refusal> {
        loop {
            let line = output.next_line().await;
            let line = line.ok().flatten().ok_or(Refusal::Broken)?;
            match serde_json::from_str(&line) {
                Ok(Report::<serde::de::IgnoredAny>::Steps(count)) => {
                    steps.store(count, Ordering::Relaxed);
                }
                Ok(_) => return Ok(line),
                Err(_) => return Err(Refusal::Broken),
            }
        }
    }

    /// Has it stop what it does, if it does so soon.
    async fn stop(&mut self, steps: &AtomicU64) -> Result<String, Refusal> {
        let order = line(&Order::<()>::Stop)?;
        let stopped = timeout(GRACE, async {
            self.send(&order).await?;
            Self::answer(&mut self.output, steps).await
        });
        stopped.await.unwrap_or(Err(Refusal::Late))
    }

    /// Why it ended.
    async fn cause_of_death(&mut self, bytes: u64) -> Refusal {
        let _ = timeout(GRACE, self.child.wait()).await;
        // What it said last may still be on its way.
        for _ in 0..20 {
            if self.starved.load(Ordering::Relaxed) {
                return Refusal::Starved(bytes);
            }
            sleep(Duration::from_millis(5)).await;
        }
        Refusal::Broken
    }
}

/// How long work may take that the server does itself.
const QUICK: Duration = Duration::from_secs(5);

/// Does some quick work where it holds up no other request. Its budget ends
/// when it is not that quick, or the client has left.
pub async fn aside<T: Send + 'static>(
    work: impl FnOnce(&Budget) -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    aside_within(QUICK, work).await
}

async fn aside_within<T: Send + 'static>(
    time: Duration,
    work: impl FnOnce(&Budget) -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    let found = Arc::new(Mutex::new(None));
    let place = Arc::clone(&found);
    let work = Box::new(move |budget: &Budget| *lock(&place) = Some(work(budget)));
    on_a_thread(time, work).await?;
    let found = lock(&found).take();
    found.unwrap_or(Err(Refusal::Broken.into()))
}

/// What any work waits for; compiled once for all of them.
async fn on_a_thread(time: Duration, work: Box<dyn FnOnce(&Budget) + Send>) -> Result<(), Refusal> {
    let budget = Budget::unlimited().with_deadline(Instant::now() + time);
    let _waiting = Leaving(budget.stop_flag());
    let done = tokio::task::spawn_blocking(move || work(&budget));
    // Work that does not look at its budget keeps a thread, but no client.
    match timeout(time + GRACE, done).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(Refusal::Broken),
        Err(_) => Err(Refusal::Late),
    }
}

/// Raises the flag when nobody waits any more.
struct Leaving(Arc<AtomicBool>);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A client's place among those who ask; given up when the answer is there or
/// the client has left.
struct Turn {
    workers: Arc<Workers>,
    lane: Lane,
    client: Client,
    watch: Option<String>,
}

impl Turn {
    fn take(
        workers: &Arc<Workers>,
        lane: Lane,
        request: &Request,
        steps: &Arc<AtomicU64>,
    ) -> Result<Self, Refusal> {
        let client = request.client.clone();
        let pool = workers.pool(lane);
        let Limits {
            per_client,
            per_address,
            ..
        } = pool.limits;
        enter(&pool.addresses, client.address, per_address)?;
        if let Err(refusal) = enter(&pool.browsers, client.clone(), per_client) {
            leave(&pool.addresses, &client.address);
            return Err(refusal);
        }
        if let Some(watch) = &request.watch {
            lock(&workers.watched).insert(watch.clone(), Arc::clone(steps));
        }
        Ok(Turn {
            workers: Arc::clone(workers),
            lane,
            client,
            watch: request.watch.clone(),
        })
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let pool = self.workers.pool(self.lane);
        leave(&pool.addresses, &self.client.address);
        leave(&pool.browsers, &self.client);
        if let Some(watch) = &self.watch {
            lock(&self.workers.watched).remove(watch);
        }
    }
}

/// Counts one more, unless there are too many.
fn enter<K: Eq + Hash>(
    counts: &Mutex<HashMap<K, usize>>,
    key: K,
    most: usize,
) -> Result<(), Refusal> {
    let mut counts = lock(counts);
    let count = counts.entry(key).or_default();
    if *count >= most {
        return Err(Refusal::Impatient);
    }
    *count += 1;
    Ok(())
}

/// Counts one less.
fn leave<K: Eq + Hash>(counts: &Mutex<HashMap<K, usize>>, key: &K) {
    let mut counts = lock(counts);
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

/// What a thread that failed left behind is still consistent: every change is
/// one step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
