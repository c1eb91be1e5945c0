//! Who asks, as far as answering needs to know: a person at a terminal is told
//! how far the work is and can stop it, a server and a program are not.

use solve::{Division, Structure};
use std::any::Any;
use std::borrow::Cow;
use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use values::Thermograph;

use crate::questions::tree::TreeNode;

/// Who asks; unless told otherwise, nobody who watches.
pub trait Host: Send + Sync {
    /// Shows how far some work is, which counts its steps, until what is
    /// returned is dropped.
    fn watch(&self, _work: Work, _steps: Arc<AtomicU64>) -> Box<dyn Any> {
        Box::new(())
    }

    /// Shows for how long somebody thinks, until what is returned is dropped.
    fn think(&self) -> Box<dyn Any> {
        Box::new(())
    }

    /// Tells something beside the answer.
    fn say(&self, _text: &str) {}

    /// The lines of its input.
    fn input(&self) -> Box<dyn BufRead> {
        Box::new(io::empty())
    }

    /// How long a search goes on that may end at any time; `None`: as long as
    /// the budget allows.
    fn patience(&self) -> Option<Duration> {
        None
    }

    /// A thermograph as it is shown to a person.
    fn sketch(&self, graph: &Thermograph) -> String {
        graph.to_string()
    }

    /// A picture in SVG.
    fn picture(&self, _picture: &Picture<'_>) -> String {
        String::new()
    }

    /// Whether answers are printed as they come, so that nobody need be told
    /// how far they are.
    fn sees_output(&self) -> bool {
        false
    }
}

/// What can be drawn.
pub enum Picture<'a> {
    /// Thermographs side by side, with their titles.
    Thermographs(&'a [(String, Thermograph)]),
    /// The tree of a game.
    Tree(&'a [TreeNode]),
    /// Which elements of a misère quotient divide which.
    Division(&'a Structure, &'a Division),
}

/// Nobody watches: a server or a program.
pub struct Silent;

impl Host for Silent {}

/// What is told of the work.
pub struct Work {
    /// What is counted, such as `games`.
    pub what: Cow<'static, str>,
    /// How many there are, if that is known.
    pub total: Option<u128>,
    /// What comes before all of it, such as the level that is counted.
    pub title: Option<String>,
    /// What else is counted, by others.
    pub beside: Option<(&'static str, Arc<AtomicU64>)>,
    /// How many were done before, and in what time.
    pub earlier: (u64, Duration),
    /// What to do instead if the work will not end.
    pub instead: Option<&'static str>,
}

impl Work {
    /// Work on things of a kind, and their number if it is known.
    pub fn on(what: impl Into<Cow<'static, str>>, total: Option<u128>) -> Self {
        Work {
            what: what.into(),
            total,
            title: None,
            beside: None,
            earlier: (0, Duration::ZERO),
            instead: None,
        }
    }
}

/// Ctrl-C in a program that nobody talks to: while it computes, the first one
/// stops the computation, so that the end can be told from an answer; the
/// second one, and any at another time, ends the program.
pub struct Interrupts {
    deadly: Arc<AtomicBool>,
}

impl Interrupts {
    /// Interrupts that end the program while the flag is up.
    #[must_use]
    pub fn new(deadly: Arc<AtomicBool>) -> Self {
        Interrupts { deadly }
    }

    /// Nobody presses Ctrl-C.
    #[must_use]
    pub fn none() -> Self {
        Interrupts::new(Arc::new(AtomicBool::new(true)))
    }

    /// Does some work that Ctrl-C should stop gently.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        self.deadly.store(false, Ordering::SeqCst);
        let result = work();
        self.deadly.store(true, Ordering::SeqCst);
        result
    }
}
