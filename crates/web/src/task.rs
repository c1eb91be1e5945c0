//! What worker processes are asked to do, and how they are asked: one line of
//! JSON for each message.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use values::Budget;

use super::fault::Fault;
use super::{api, cards, explore, latrunculus, own_rules, page, picture, play, puzzles, review};

/// Work that may take long or much memory, so that a process of its own does
/// it.
pub trait Task: Serialize + DeserializeOwned {
    /// Which workers do it.
    const LANE: Lane = Lane::Questions;
    /// What comes of it.
    type Answer: Serialize + DeserializeOwned;

    /// What a worker, which is the same program, knows it by.
    fn name() -> &'static str {
        std::any::type_name::<Self>()
    }

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
    Do {
        name: String,
        task: T,
        millis: u64,
        /// The texts of the rules of somebody's own that it is about.
        rules: Vec<String>,
    },
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

/// The name of a task.
type Name = fn() -> &'static str;
/// Does a task that came as JSON, and answers in JSON.
type Run = fn(Value, &Budget) -> Result<Value, Fault>;

/// All tasks: their names, and how they are done.
const TASKS: &[(Name, Run)] = &[
    entry::<api::Ask>(),
    entry::<picture::Thermograph>(),
    entry::<picture::Look>(),
    entry::<page::PaperTable>(),
    entry::<explore::Check>(),
    entry::<explore::DrawTree>(),
    entry::<explore::Estimate>(),
    entry::<explore::Prove>(),
    entry::<explore::Resolve>(),
    entry::<explore::View>(),
    entry::<explore::Why>(),
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
    entry::<own_rules::ReadRules>(),
];

const fn entry<T: Task>() -> (Name, Run) {
    (T::name, run::<T>)
}

fn run<T: Task>(task: Value, budget: &Budget) -> Result<Value, Fault> {
    let garbled = |error: serde_json::Error| Fault::broken(error.to_string());
    let task: T = serde_json::from_value(task).map_err(garbled)?;
    serde_json::to_value(task.run(budget)?).map_err(garbled)
}

/// Does the task with this name.
pub fn perform(name: &str, task: Value, budget: &Budget) -> Result<Value, Fault> {
    match TASKS.iter().find(|(known, _)| known() == name) {
        Some((_, run)) => run(task, budget),
        None => Err(Fault::broken(format!("nobody can do `{name}`"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_have_different_names() {
        let mut names: Vec<&str> = TASKS.iter().map(|(name, _)| name()).collect();
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
