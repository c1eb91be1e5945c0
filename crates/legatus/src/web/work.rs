//! Where questions are answered: a few threads with a bounded queue, so that
//! heavy questions wait for one another and pages wait for none of them.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use values::Budget;

use super::fault::Fault;

/// How many questions may wait.
const QUEUE: usize = 64;
/// How many of them one client may have asked.
const PER_CLIENT: usize = 8;

/// The threads that answer.
pub struct Workers {
    queue: SyncSender<Job>,
    asked: Mutex<HashMap<String, usize>>,
    /// How far the questions are that somebody watches, by the name that the
    /// client gave them.
    watched: Mutex<HashMap<String, Arc<AtomicU64>>>,
    /// For one question.
    bytes: u64,
    /// For all questions together.
    all_bytes: u64,
}

type Job = Box<dyn FnOnce() + Send>;

/// Why a question was not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Too many questions wait.
    Busy,
    /// This client has asked too many.
    Impatient,
    /// The program made a mistake.
    Broken,
}

/// Who asks, for how long, and under which name it is watched.
pub struct Request {
    pub client: String,
    pub time: Duration,
    pub watch: Option<String>,
}

impl Workers {
    /// Starts the threads; together they may use so many bytes.
    pub fn start(threads: usize, bytes: u64) -> std::io::Result<Arc<Self>> {
        let (queue, jobs) = mpsc::sync_channel::<Job>(QUEUE);
        let jobs = Arc::new(Mutex::new(jobs));
        for number in 0..threads {
            let jobs = Arc::clone(&jobs);
            let name = format!("analysis {number}");
            thread::Builder::new().name(name).spawn(move || {
                step_back();
                work(&jobs);
            })?;
        }
        Ok(Arc::new(Workers {
            queue,
            asked: Mutex::default(),
            watched: Mutex::default(),
            bytes: bytes / threads.max(1) as u64,
            all_bytes: bytes,
        }))
    }

    /// Does some work within a budget of its own. The work is stopped when
    /// the future is dropped, that is when the client has left.
    pub async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        request: Request,
        work: impl FnOnce(Budget) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let budget = Budget::new(Some(self.bytes)).with_process_bytes(self.all_bytes);
        let _turn = Turn::take(self, &request, &budget)?;
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move || {
            if budget.stop_flag().load(Ordering::Relaxed) {
                return;
            }
            let budget = budget.with_deadline(Instant::now() + request.time);
            let result = catch_unwind(AssertUnwindSafe(|| work(budget)));
            // The client may have left.
            let _ = answer.send(result.map_err(|_| Refusal::Broken));
        });
        self.queue.try_send(job).map_err(|_| Refusal::Busy)?;
        answered.await.unwrap_or(Err(Refusal::Broken))
    }

    /// How many positions a watched question has looked at.
    pub fn progress(&self, watch: &str) -> Option<u64> {
        let watched = lock(&self.watched);
        watched
            .get(watch)
            .map(|steps| steps.load(Ordering::Relaxed))
    }
}

/// Does some quick work where it holds up no other request.
pub async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Refusal::Broken.into()))
}

/// Lets those who serve pages go first.
fn step_back() {
    #[cfg(target_os = "linux")]
    {
        // In Linux this is about the thread alone. Nothing depends on it.
        let me = rustix::thread::gettid();
        let _ = rustix::process::setpriority_process(Some(me), 10);
    }
}

fn work(jobs: &Mutex<Receiver<Job>>) {
    loop {
        let job = lock(jobs).recv();
        match job {
            Ok(job) => job(),
            Err(_) => return,
        }
    }
}

/// A client's place among those who ask; given up when the answer is there or
/// the client has left.
struct Turn {
    workers: Arc<Workers>,
    client: String,
    watch: Option<String>,
    stop: Arc<AtomicBool>,
}

impl Turn {
    fn take(workers: &Arc<Workers>, request: &Request, budget: &Budget) -> Result<Self, Refusal> {
        {
            let mut asked = lock(&workers.asked);
            let count = asked.entry(request.client.clone()).or_default();
            if *count >= PER_CLIENT {
                return Err(Refusal::Impatient);
            }
            *count += 1;
        }
        if let Some(watch) = &request.watch {
            lock(&workers.watched).insert(watch.clone(), budget.steps());
        }
        Ok(Turn {
            workers: Arc::clone(workers),
            client: request.client.clone(),
            watch: request.watch.clone(),
            stop: budget.stop_flag(),
        })
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let mut asked = lock(&self.workers.asked);
        if let Some(count) = asked.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                asked.remove(&self.client);
            }
        }
        if let Some(watch) = &self.watch {
            lock(&self.workers.watched).remove(watch);
        }
    }
}

/// What a thread that failed left behind is still consistent: every change is
/// one step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Workers {
        /// How many clients wait for an answer.
        fn asking(&self) -> usize {
            lock(&self.asked).len()
        }
    }

    fn request(client: &str) -> Request {
        Request {
            client: client.into(),
            time: Duration::from_secs(60),
            watch: None,
        }
    }

    fn runtime() -> tokio::runtime::Runtime {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        builder.worker_threads(2).enable_all().build().unwrap()
    }

    #[test]
    fn work_stops_when_the_client_leaves() {
        runtime().block_on(async {
            let workers = Workers::start(1, 1 << 20).unwrap();
            let (stopped, seen) = mpsc::channel();
            let slow = workers.run(request("a"), move |budget| {
                while budget.check().is_ok() {
                    thread::sleep(Duration::from_millis(1));
                }
                stopped.send(()).unwrap();
            });
            let left = tokio::time::timeout(Duration::from_millis(50), slow).await;
            assert!(left.is_err());
            assert_eq!(seen.recv_timeout(Duration::from_secs(10)), Ok(()));
            assert_eq!(workers.run(request("a"), |_| 7).await, Ok(7));
        });
    }

    #[test]
    fn a_mistake_does_not_end_the_thread() {
        runtime().block_on(async {
            let workers = Workers::start(1, 1 << 20).unwrap();
            let broken = workers.run(request("a"), |_| -> u32 { panic!("a test") });
            assert_eq!(broken.await, Err(Refusal::Broken));
            assert_eq!(workers.run(request("a"), |_| 7).await, Ok(7));
        });
    }

    #[test]
    fn a_full_queue_says_so() {
        runtime().block_on(async {
            let workers = Workers::start(1, 1 << 20).unwrap();
            let (starting, started) = mpsc::channel();
            let ask = |client: usize| {
                let (workers, starting) = (Arc::clone(&workers), starting.clone());
                tokio::spawn(async move {
                    let work = move |budget: Budget| {
                        starting.send(()).unwrap();
                        while budget.check().is_ok() {
                            thread::sleep(Duration::from_millis(1));
                        }
                    };
                    workers.run(request(&client.to_string()), work).await
                })
            };
            // One is being answered, the others wait.
            let mut asked = vec![ask(0)];
            started.recv_timeout(Duration::from_secs(30)).unwrap();
            asked.extend((1..=QUEUE).map(ask));
            while workers.asking() <= QUEUE {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            let late = workers.run(request("late"), |_| 7).await;
            assert_eq!(late, Err(Refusal::Busy));
            // Those who leave make room.
            asked.iter().for_each(tokio::task::JoinHandle::abort);
            let answered = loop {
                match workers.run(request("late"), |_| 7).await {
                    Err(Refusal::Busy) => tokio::time::sleep(Duration::from_millis(5)).await,
                    other => break other,
                }
            };
            assert_eq!(answered, Ok(7));
        });
    }

    #[test]
    fn one_client_cannot_fill_the_queue() {
        runtime().block_on(async {
            let workers = Workers::start(1, 1 << 20).unwrap();
            let wait = |client| {
                let workers = Arc::clone(&workers);
                tokio::spawn(async move {
                    let sleep = |_| thread::sleep(Duration::from_millis(100));
                    workers.run(request(client), sleep).await
                })
            };
            let mut asked = Vec::new();
            for _ in 0..PER_CLIENT {
                asked.push(wait("a"));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
            assert_eq!(wait("a").await.unwrap(), Err(Refusal::Impatient));
            for answer in asked {
                assert_eq!(answer.await.unwrap(), Ok(()));
            }
            assert_eq!(wait("a").await.unwrap(), Ok(()));
        });
    }
}
