//! `legatus count`: how many positions can be reached.

use clap::Args;
use std::io::Write;

use super::question::{Desk, Layout, Subject, plain};
use super::{Exit, Limits, Stop};
use crate::calc::FailureKind;

/// Count the positions that can be reached, and their options
///
/// Both players may move at every turn. Levels go by what every move lowers:
/// pieces, free squares, stones.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus count legionnaires 4x4
  legatus count domineering 4x4 --merge
  legatus count kayles 12 --json")]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,

    /// Count positions that a symmetry makes equal, or each other's negatives,
    /// once
    #[arg(long)]
    merge: bool,

    /// Print a JSON object: positions, edges, levels (the positions of each
    /// level) and level_edges
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: Limits,
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let desk = Desk::new(&self.limits, self.json)?;
        desk.ask(&self.subject, out, &mut |desk, sum, layout, out| {
            let Some(board) = sum.board() else {
                let message = "count needs a game and a position".to_owned();
                return Err(plain(FailureKind::Domain, message).into());
            };
            sum.finite()?;
            let count =
                desk.working(|_, arena| board.count(self.merge, arena.budget(), &mut |_| ()))?;
            if self.json {
                let list = |number: fn(&solve::Level) -> u64| {
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
                )?;
                return Ok(Exit::Answered);
            }
            if layout == Layout::Line {
                writeln!(out, "{}", count.positions)?;
                return Ok(Exit::Answered);
            }
            writeln!(out, "positions  {}", count.positions)?;
            writeln!(out, "edges      {}", count.edges)?;
            writeln!(out, "level  positions      edges")?;
            for (depth, level) in count.levels.iter().enumerate() {
                let (positions, edges) = (level.positions, level.edges);
                writeln!(out, "{depth:>5}  {positions:>9}  {edges:>9}")?;
            }
            Ok(Exit::Answered)
        })
    }
}
