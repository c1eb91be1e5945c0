//! `legatus find`: a position with a property, for the museum of values.

use clap::Args;
use solve::{Order, Predicate, Property};
use std::io::Write;
use std::sync::Arc;
use values::{Dyadic, Outcome};

use super::moves::temperature;
use super::progress::{Progress, Work};
use super::question::{Desk, TimeLimit, Trouble, plain};
use super::{Exit, Limits, Printing, Stop, expressions, json, known};
use crate::calc::FailureKind;
use positions::{self, Sum, Wanted};

/// Find a position with a property, the smallest first
///
/// All positions on the board are searched, or so many random ones. If none
/// has the property, the exit code is 1, and the answer says whether
/// everything was searched.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus find legionnaires 3x3 --value 2
  legatus find legionnaires 2x4 --value '*2' --json
  legatus find domineering 3x3 --temperature 1/2 --outcome L
  legatus find clobber 2x4 --is nimber --random 1000")]
pub struct Arguments {
    /// The game
    #[arg(value_name = "GAME", value_parser = known::game(), hide_possible_values = true)]
    game: String,

    /// The board: a size such as 3x4, or any position on it; blocked squares
    /// stay blocked
    #[arg(value_name = "BOARD", value_parser = known::start(), hide_possible_values = true)]
    board: String,

    /// With this value
    #[arg(long, value_name = "EXPR", value_parser = expressions::parse)]
    value: Option<String>,

    /// With this outcome
    #[arg(long, value_name = "OUTCOME", value_parser = ["P", "N", "L", "R"])]
    outcome: Option<String>,

    /// With this temperature
    #[arg(long, value_name = "T", value_parser = temperature)]
    temperature: Option<Dyadic>,

    /// With this mean
    #[arg(long, value_name = "X", value_parser = temperature)]
    mean: Option<Dyadic>,

    /// With this atomic weight
    #[arg(long, value_name = "EXPR", value_parser = expressions::parse)]
    atomic_weight: Option<String>,

    /// With a value that is one of these
    #[arg(long, value_name = "KIND", value_parser = KINDS.map(|(name, _)| name))]
    is: Vec<String>,

    /// Try this many random positions instead of all
    #[arg(long, value_name = "TRIES")]
    random: Option<u64>,

    /// Where the random numbers start
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Print a JSON object: position, value, searched, complete
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    printing: Printing,

    #[command(flatten)]
    time: TimeLimit,

    #[command(flatten)]
    limits: Limits,
}

/// Predicates by name.
const KINDS: [(&str, Predicate); 7] = [
    ("number", |arena, g| Ok(arena.as_number(g).is_some())),
    ("integer", |arena, g| {
        Ok(arena.as_number(g).is_some_and(|number| number.is_integer()))
    }),
    ("nimber", |arena, g| Ok(arena.as_nimber(g).is_some())),
    ("infinitesimal", |arena, g| Ok(arena.is_infinitesimal(g))),
    ("all-small", |arena, g| Ok(arena.is_all_small(g))),
    ("hot", |arena, g| Ok(arena.temperature(g)?.signum() > 0)),
    ("switch", |arena, g| Ok(arena.is_switch(g))),
];

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let mut desk = Desk::new(&self.limits, self.json)?.within(&self.time);
        let answer = self.answer(&mut desk, out);
        desk.finish(answer, out)
    }

    fn answer(&self, desk: &mut Desk, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let board = positions::read(&self.game, &rules::blank(&self.board))?;
        Sum::from(Arc::clone(&board)).finite()?;
        let properties = self.properties(desk)?;
        if properties.is_empty() {
            let message = "find what? Say --value, --outcome, --temperature, --mean, \
                           --atomic-weight or --is"
                .to_owned();
            return Err(plain(FailureKind::Domain, message).into());
        }
        let order = match self.random {
            Some(tries) => Order::Random {
                seed: self.seed,
                tries,
            },
            None => Order::All,
        };
        let total = match self.random {
            Some(tries) => Some(u128::from(tries)),
            None => board.board_count(),
        };
        if self.random.is_none() && total.is_none() {
            let message = format!(
                "the positions of {} on this board cannot be numbered; try --random 100000",
                board.game()
            );
            return Err(plain(FailureKind::Limit, message).into());
        }
        let mut progress = Progress::new(Work {
            instead: self.random.is_none().then_some("--random 100000"),
            ..Work::on("positions", total)
        });
        let mut before = 0;
        let finding = desk.working_silently(|solvers, arena| {
            let wanted = Wanted {
                properties: &properties,
                order,
            };
            board.find(&wanted, solvers, arena, &mut |searched| {
                progress.step(searched.saturating_sub(before));
                before = searched;
            })
        });
        progress.end();
        let finding = finding?;
        let note = desk.note_member();
        let (_, arena) = desk.workbench();
        let found = match &finding.found {
            Some((position, value)) => {
                Some((position, arena.text(*value, self.printing.notation)?))
            }
            None => None,
        };
        let (searched, complete) = (finding.searched, finding.complete);
        if self.json {
            let (position, value) = match &found {
                Some((position, value)) => (json::string(position), json::string(value)),
                None => ("null".into(), "null".into()),
            };
            writeln!(
                out,
                "{{\"position\":{position},\"value\":{value},\"searched\":{searched},\"complete\":{complete}{note}}}"
            )?;
        } else {
            match &found {
                Some((position, value)) => {
                    writeln!(out, "{position}\nvalue     {value}\nsearched  {searched}")?;
                }
                None if complete => writeln!(
                    out,
                    "not found: all {searched} positions on this board were searched"
                )?,
                None => writeln!(
                    out,
                    "not found among {searched} positions; these are not all there are"
                )?,
            }
        }
        Ok(match found {
            Some(_) => Exit::Answered,
            None => Exit::Negative,
        })
    }

    fn properties(&self, desk: &mut Desk) -> Result<Vec<Property>, Trouble> {
        let mut properties = Vec::new();
        let mut value = |text: &str| {
            let sum = desk.sum(text)?;
            sum.finite()?;
            Ok::<_, Trouble>(desk.working(|solvers, arena| sum.value(solvers, arena))?)
        };
        if let Some(text) = &self.value {
            properties.push(Property::Value(value(text)?));
        }
        if let Some(text) = &self.atomic_weight {
            properties.push(Property::AtomicWeight(value(text)?));
        }
        if let Some(outcome) = &self.outcome {
            properties.push(Property::Outcome(match outcome.as_str() {
                "P" => Outcome::P,
                "N" => Outcome::N,
                "L" => Outcome::L,
                _ => Outcome::R,
            }));
        }
        properties.extend(self.temperature.clone().map(Property::Temperature));
        properties.extend(self.mean.clone().map(Property::Mean));
        for (name, predicate) in KINDS {
            if self.is.iter().any(|kind| kind == name) {
                properties.push(Property::Predicate(predicate));
            }
        }
        Ok(properties)
    }
}
