//! What worker processes are asked to do, and how they are asked: one line of
//! JSON for each message.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use values::Budget;

use super::fault::Fault;
use super::{api, cards, latrunculus, page, picture, play, puzzles, review};

/// Work that may take long or much memory, so that a process of its own does
/// it.
pub trait Task: Serialize + DeserializeOwned {
    /// What a worker knows it by.
    const NAME: &'static str;
    /// Which workers do it.
    const LANE: Lane;
    /// What comes of it.
    type Answer: Serialize + DeserializeOwned;

    /// The game that it is about, if a worker remembers something of one.
    fn game(&self) -> Option<&str> {
        None
    }

    /// Does it, in the worker.
    fn run(self, budget: &Budget) -> Result<Self::Answer, Fault>;
}

/// Questions and games have workers of their own, so that nobody's move waits
/// for somebody's analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    Questions,
    Games,
}

/// What the server sends to a worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum Order<T> {
    /// Do this within `millis` milliseconds.
    Do { name: String, task: T, millis: u64 },
    /// Say what was found so far.
    Now,
    /// Nobody waits for it any more.
    Stop,
}

/// What a worker tells the server.
#[derive(Debug, Serialize, Deserialize)]
pub enum Report<A> {
    /// The positions that it has looked at.
    Steps(u64),
    /// It is done; a tired worker keeps so much memory that another one should
    /// take its place.
    Done {
        answer: Result<A, Fault>,
        tired: bool,
    },
    /// The program made a mistake.
    Broken,
}

/// Does a task that came as JSON, and answers in JSON.
type Run = fn(Value, &Budget) -> Result<Value, Fault>;

/// All tasks by name.
const TASKS: [(&str, Run); 15] = [
    entry::<api::Ask>(),
    entry::<picture::Thermograph>(),
    entry::<page::PaperTable>(),
    entry::<play::BeginGame>(),
    entry::<play::Replay>(),
    entry::<play::Reply>(),
    entry::<latrunculus::BeginGame>(),
    entry::<latrunculus::Reply>(),
    entry::<cards::BeginGame>(),
    entry::<cards::Reply>(),
    entry::<cards::FindAccounts>(),
    entry::<cards::FindHint>(),
    entry::<puzzles::Make>(),
    entry::<puzzles::Explain>(),
    entry::<review::ReviewGame>(),
];

const fn entry<T: Task>() -> (&'static str, Run) {
    (T::NAME, run::<T>)
}

fn run<T: Task>(task: Value, budget: &Budget) -> Result<Value, Fault> {
    let garbled = |error: serde_json::Error| Fault::broken(error.to_string());
    let task: T = serde_json::from_value(task).map_err(garbled)?;
    serde_json::to_value(task.run(budget)?).map_err(garbled)
}

/// Does the task with this name.
pub fn perform(name: &str, task: Value, budget: &Budget) -> Result<Value, Fault> {
    match TASKS.iter().find(|(known, _)| *known == name) {
        Some((_, run)) => run(task, budget),
        None => Err(Fault::broken(format!("nobody can do `{name}`"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_have_different_names() {
        let mut names = TASKS.map(|(name, _)| name);
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    }

    #[test]
    fn a_message_is_one_line() {
        let answer = Ok(Value::from("one\ntwo"));
        let report = Report::Done {
            answer,
            tired: false,
        };
        let line = serde_json::to_string(&report).unwrap();
        assert!(!line.contains('\n'), "{line}");
    }
}
