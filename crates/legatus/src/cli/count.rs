//! `legatus count`: how many positions can be reached.

use clap::Args;
use positions::Board;
use rules::Position;
use solve::{Count, CountError, Counting, Event, Level, Merge};
use std::io::{self, Write};
use std::path::PathBuf;
use values::{Budget, Error};

use super::progress::{Progress, Work};
use super::question::{Desk, Layout, Subject, TimeLimit, Trouble, plain};
use super::{Exit, Limits, Stop};
use crate::calc::FailureKind;

/// Count the positions that can be reached, and their options
///
/// Both players may move at every turn. Levels go by what every move lowers:
/// pieces, free squares, stones.
///
/// With --dir the levels are kept as files, and only what is not yet written
/// must fit in the memory. A count that was stopped in any way goes on from
/// there with the same command.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus count legionnaires 4x4
  legatus count domineering 4x4 --merge
  legatus count kayles 12 --json
  legatus count legionnaires 6x6-12 --levels --dir six")]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,

    /// Count positions that a symmetry makes equal, or each other's negatives,
    /// once
    #[arg(long)]
    merge: bool,

    /// Count a position and its negative once: the players exchanged, through
    /// the symmetry of the board that makes the start its own negative, if
    /// there is one
    #[arg(long, conflicts_with = "merge")]
    merge_negatives: bool,

    /// Print the numbers of each level as soon as they are known
    #[arg(long, conflicts_with = "json")]
    levels: bool,

    /// Keep the levels as files in this directory, and go on from what is
    /// there
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,

    /// Use so many threads [default: as many as the machine has processors]
    #[arg(long, value_name = "N", value_parser = super::threads())]
    threads: Option<usize>,

    /// Print a JSON object: positions, edges, levels (the positions of each
    /// level) and level_edges
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    time: TimeLimit,

    #[command(flatten)]
    limits: Limits,
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let desk = Desk::new(&self.limits, self.json)?.within(&self.time);
        desk.ask(&self.subject, out, &mut |desk, sum, layout, out| {
            let Some(board) = sum.board() else {
                let message = "count needs a game and a position".to_owned();
                return Err(plain(FailureKind::Domain, message).into());
            };
            sum.finite()?;
            if layout == Layout::Line && self.dir.is_some() {
                let message = "--dir is for one position; give it as an argument".to_owned();
                return Err(plain(FailureKind::Domain, message).into());
            }
            let count = self.count(desk, &**board, layout, out)?;
            if self.json {
                return Ok(print_json(&count, out).map(|()| Exit::Answered)?);
            }
            if layout == Layout::Line {
                writeln!(out, "{}", count.positions)?;
                return Ok(Exit::Answered);
            }
            writeln!(out, "positions  {}", count.positions)?;
            writeln!(out, "edges      {}", count.edges)?;
            if !self.levels {
                writeln!(out, "{HEADING}")?;
                for (depth, level) in count.levels.iter().enumerate() {
                    print_level(depth, level, out)?;
                }
            }
            Ok(Exit::Answered)
        })
    }

    fn how(&self, board: &dyn Board) -> Counting {
        Counting {
            merge: match (self.merge, self.merge_negatives) {
                (true, _) => Merge::Symmetries,
                (_, true) => Merge::Negatives,
                _ => Merge::Nothing,
            },
            threads: super::threads_or_processors(self.threads),
            keep: self
                .dir
                .as_ref()
                .map(|path| (path.clone(), board.game().to_string())),
        }
    }

    fn count(
        &self,
        desk: &mut Desk,
        board: &dyn Board,
        layout: Layout,
        out: &mut dyn Write,
    ) -> Result<Count, Trouble> {
        let mut teller = Teller {
            levels: (self.levels && layout == Layout::Page).then_some(out),
            known: Count::default(),
            last_level: board.component().rank(),
            progress: None,
            broken: None,
        };
        let how = self.how(board);
        let count = desk.working_silently(|_, arena| {
            let budget = arena.budget();
            board.count(&how, budget, &mut |event| teller.tell(event, budget))
        });
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
            CountError::Stopped(Error::Interrupted) => self.interrupted(&known),
            CountError::Stopped(error @ Error::Memory { .. }) if self.dir.is_none() => {
                let message = format!("{error}, or keep the levels in files with --dir DIR");
                plain(FailureKind::Limit, message).into()
            }
            CountError::Stopped(error) => error.into(),
            // The system's reasons come without advice.
            CountError::Directory(why) if !why.contains("; ") => {
                let message = format!("{why}; give another directory");
                plain(FailureKind::Domain, message).into()
            }
            other => plain(FailureKind::Domain, other.to_string()).into(),
        })
    }

    /// What is known when the work was stopped, and how to go on.
    fn interrupted(&self, known: &Count) -> Trouble {
        let advice = match self.dir {
            Some(_) => "the same command goes on from here",
            None => "with --dir a count can go on where it was stopped",
        };
        let (levels, positions) = (known.levels.len(), known.positions);
        let message = format!("interrupted: {levels} levels have {positions} positions; {advice}");
        match self.json {
            true => plain(FailureKind::Interrupted, message).into(),
            false => Stop::verbatim(Exit::Interrupted, message).into(),
        }
    }
}

const HEADING: &str = "level  positions      edges";

fn print_level(depth: usize, level: &Level, out: &mut dyn Write) -> io::Result<()> {
    let (positions, edges) = (level.positions, level.edges);
    writeln!(out, "{depth:>5}  {positions:>9}  {edges:>9}")
}

fn print_json(count: &Count, out: &mut dyn Write) -> io::Result<()> {
    let list = |number: fn(&Level) -> u64| {
        let numbers = count.levels.iter().map(|level| number(level).to_string());
        numbers.collect::<Vec<_>>().join(",")
    };
    writeln!(
        out,
        "{{\"positions\":{},\"edges\":{},\"levels\":[{}],\"level_edges\":[{}]}}",
        count.positions,
        count.edges,
        list(|level| level.positions),
        list(|level| level.edges),
    )
}

/// Tells a person how far a count has come.
struct Teller<'o> {
    /// Where the levels are printed when they are known.
    levels: Option<&'o mut dyn Write>,
    known: Count,
    /// Every move lowers the rank, so that no level comes after this one.
    last_level: u64,
    progress: Option<Progress>,
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
                // Nobody needs to read this.
                let _ = writeln!(
                    io::stderr(),
                    "going on after {count} levels, {positions} positions"
                );
                let work = Work::on("kept positions verified", Some(u128::from(kept)));
                self.progress = Some(Progress::watch(work, budget.steps()));
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
                self.progress = Some(Progress::watch(work, budget.steps()));
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
