//! How many positions can be reached.

use positions::Board;
use rules::Position;
use serde::Serialize;
use solve::{Count, CountError, Counting, Event, Level, Merge};
use std::any::Any;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;
use values::{Budget, Error};

use super::outcome::threads;
use crate::{
    Asked, Desk, Exit, Host, Layout, Question, SUBJECT, Setting, Stop, Takes, Trouble, Work, json,
    settings,
};
use calc::{Failure, FailureKind};

/// `legatus count`.
pub static QUESTION: Question = Question {
    name: "count",
    about: "Count the positions that can be reached, and their options",
    help: "Both players may move at every turn. Levels go by what every move lowers: pieces, free \
           squares, stones.\n\n\
           With --dir the levels are kept as files, and only what is not yet written must fit in \
           the memory. A count that was stopped in any way goes on from there with the same \
           command.",
    words: &[SUBJECT],
    settings: &[
        Setting::flag(
            "merge",
            "Count positions that a symmetry makes equal, or each other's negatives, once",
        ),
        Setting::flag(
            "merge-negatives",
            "Count a position and its negative once: the players exchanged, through the symmetry \
             of the board that makes the start its own negative, if there is one",
        )
        .not_with(&["merge"]),
        Setting::flag(
            "levels",
            "Print the numbers of each level as soon as they are known",
        )
        .not_with(&["json"]),
        Setting::new(
            "dir",
            Takes::Text("DIR"),
            "Keep the levels as files in this directory, and go on from what is there",
        ),
        settings::threads("Use so many threads [default: as many as the machine has processors]"),
        settings::json(
            "Print a JSON object: positions, edges, levels (the positions of each level) and \
             level_edges",
        ),
    ],
    examples: &[
        "legatus count legionnaires 4x4",
        "legatus count domineering 4x4 --merge",
        "legatus count kayles 12 --json",
        "legatus count legionnaires 6x6-12 --levels --dir six",
    ],
    web: None,
    answer,
};

/// How many positions there are.
#[derive(Clone, Debug, Serialize)]
pub struct CountAnswer {
    /// All of them.
    pub positions: u64,
    /// The options of all of them.
    pub edges: u64,
    /// The positions of each level.
    pub levels: Vec<u64>,
    /// The options of each level.
    pub level_edges: Vec<u64>,
}

impl From<&Count> for CountAnswer {
    fn from(count: &Count) -> Self {
        CountAnswer {
            positions: count.positions,
            edges: count.edges,
            levels: count.levels.iter().map(|level| level.positions).collect(),
            level_edges: count.levels.iter().map(|level| level.edges).collect(),
        }
    }
}

/// What is asked of each position.
struct Asking {
    merge: Merge,
    threads: usize,
    directory: Option<PathBuf>,
    levels: bool,
}

fn answer(desk: &mut Desk, asked: &Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let asking = Asking {
        merge: match (asked.has("merge"), asked.has("merge-negatives")) {
            (true, _) => Merge::Symmetries,
            (_, true) => Merge::Negatives,
            _ => Merge::Nothing,
        },
        threads: threads(asked)?,
        directory: asked.text("dir").map(PathBuf::from),
        levels: asked.has("levels"),
    };
    desk.ask(&asked.words, out, &mut |desk, sum, layout, out| {
        let Some(board) = sum.board() else {
            return Err(Trouble::domain("count needs a game and a position"));
        };
        sum.finite()?;
        if layout == Layout::Line && asking.directory.is_some() {
            return Err(Trouble::domain("--dir is for one position; give it as an argument"));
        }
        let count = asking.count(desk, board, layout, out)?;
        match (desk.json(), layout) {
            (true, _) => json::line(out, &CountAnswer::from(&count))?,
            (false, Layout::Line) => writeln!(out, "{}", count.positions)?,
            (false, Layout::Page) => {
                writeln!(out, "positions  {}", count.positions)?;
                writeln!(out, "edges      {}", count.edges)?;
                if !asking.levels {
                    writeln!(out, "{HEADING}")?;
                    for (depth, level) in count.levels.iter().enumerate() {
                        print_level(depth, level, out)?;
                    }
                }
            }
        }
        Ok(Exit::Answered)
    })
}

impl Asking {
    fn how(&self, board: &Board) -> Result<Counting, Trouble> {
        let directory = self.directory.as_ref();
        let keep = directory.map(|path| Ok::<_, Trouble>((path.clone(), board.lasting_name()?)));
        Ok(Counting {
            merge: self.merge,
            threads: self.threads,
            keep: keep.transpose()?,
        })
    }

    fn count(
        &self,
        desk: &mut Desk,
        board: &Board,
        layout: Layout,
        out: &mut dyn Write,
    ) -> Result<Count, Trouble> {
        let mut teller = Teller {
            levels: (self.levels && layout == Layout::Page).then_some(out),
            known: Count::default(),
            last_level: board.component().rank(),
            host: desk.host(),
            progress: None,
            broken: None,
        };
        let how = self.how(board)?;
        let notice = self.directory.as_ref().map(|_| Notice::begin(desk));
        let count = desk.working_silently(|_, arena| {
            let budget = arena.budget();
            board.count(&how, budget, &mut |event| teller.tell(event, budget))
        });
        drop(notice);
        let Teller {
            levels,
            known,
            progress,
            broken,
            ..
        } = teller;
        drop(progress);
        if let Some(error) = broken {
            return Err(error.into());
        }
        let error = match count {
            Ok(count) => return Ok(count),
            Err(error) => error,
        };
        if let Some(out) = levels {
            out.flush()?;
        }
        Err(match error {
            CountError::Stopped(Error::Interrupted) => self.interrupted(desk, &known),
            CountError::Stopped(error @ Error::Memory { .. }) if self.directory.is_none() => {
                let message = format!("{error}, or keep the levels in files with --dir DIR");
                Trouble::limit(message)
            }
            CountError::Stopped(error) => error.into(),
            // The system's reasons come without advice.
            CountError::Directory(why) if !why.contains("; ") => {
                let message = format!("{why}; give another directory");
                Trouble::domain(message)
            }
            other => Trouble::domain(other.to_string()),
        })
    }

    /// What is known when the work was stopped, and how to go on.
    fn interrupted(&self, desk: &Desk, known: &Count) -> Trouble {
        let advice = match self.directory {
            Some(_) => "the same command goes on from here",
            None => "with --dir a count can go on where it was stopped",
        };
        let (levels, positions) = (known.levels.len(), known.positions);
        let message = format!("interrupted: {levels} levels have {positions} positions; {advice}");
        match desk.json() {
            true => Failure::plain(FailureKind::Interrupted, message).into(),
            false => Stop::verbatim(Exit::Interrupted, message).into(),
        }
    }
}

/// Says that a count was interrupted and writes down what it has found, when
/// that takes longer than a moment.
struct Notice {
    /// Gone when the count has ended.
    _count: Sender<()>,
}

impl Notice {
    fn begin(desk: &mut Desk) -> Self {
        let (count, ended) = mpsc::channel();
        let budget = desk.calculator().arena().budget().clone();
        let host = desk.host();
        let watch = move || {
            const TICK: Duration = Duration::from_millis(50);
            const MOMENT: Duration = Duration::from_millis(200);
            let goes_on = |time| ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
            while goes_on(TICK) {
                if budget.look() == Err(Error::Interrupted) {
                    if goes_on(MOMENT) {
                        host.say(
                            "interrupted: writing down what was found; Ctrl-C again leaves it, \
                             and the count goes on from what was written before",
                        );
                    }
                    return;
                }
            }
        };
        // Without a thread nothing is said.
        let _ = thread::Builder::new().name("notice".into()).spawn(watch);
        Notice { _count: count }
    }
}

const HEADING: &str = "level  positions      edges";

fn print_level(depth: usize, level: &Level, out: &mut dyn Write) -> io::Result<()> {
    let (positions, edges) = (level.positions, level.edges);
    writeln!(out, "{depth:>5}  {positions:>9}  {edges:>9}")
}

/// Tells a person how far a count has come.
struct Teller<'o> {
    /// Where the levels are printed when they are known.
    levels: Option<&'o mut dyn Write>,
    known: Count,
    /// Every move lowers the rank, so that no level comes after this one.
    last_level: u64,
    host: Arc<dyn Host>,
    progress: Option<Box<dyn Any>>,
    /// Why nothing more can be printed.
    broken: Option<io::Error>,
}

impl Teller<'_> {
    fn tell(&mut self, event: &Event<'_>, budget: &Budget) {
        // The line on the terminal makes way for what is printed.
        self.progress = None;
        match *event {
            Event::Resumed { levels, done, kept } => {
                for level in levels {
                    self.level(level);
                }
                let (count, positions) = (levels.len(), self.known.positions + done);
                self.host.say(&format!(
                    "going on after {count} levels, {positions} positions"
                ));
                let work = Work::on("kept positions verified", Some(u128::from(kept)));
                self.progress = Some(self.host.watch(work, budget.steps()));
            }
            Event::Begun {
                level,
                positions,
                done,
            } => {
                let total = Some(u128::from(positions - done.min(positions)));
                let last = self.last_level;
                let work = Work {
                    title: Some(format!("level {level} of at most {last}")),
                    ..Work::on("positions", total)
                };
                self.progress = Some(self.host.watch(work, budget.steps()));
            }
            Event::Done(level) => self.level(level),
        }
    }

    fn level(&mut self, level: &Level) {
        let depth = self.known.levels.len();
        self.known.positions += level.positions;
        self.known.edges += level.edges;
        self.known.levels.push(*level);
        if let (Some(out), None) = (&mut self.levels, &self.broken) {
            let heading = if depth == 0 {
                writeln!(out, "{HEADING}")
            } else {
                Ok(())
            };
            let printed = heading
                .and_then(|()| print_level(depth, level, out))
                .and_then(|()| out.flush());
            self.broken = printed.err();
        }
    }
}
