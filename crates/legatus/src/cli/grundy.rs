//! `legatus grundy`: nim values of impartial games.

use clap::Args;
use rules::HeapRules;
use solve::{Convention, NimSequence, Periodicity, explain, explain_misere};
use std::io::Write;
use values::Outcome;

use super::progress::Work;
use super::question::{Desk, Layout, Subject, TimeLimit, Trouble, plain};
use super::{Exit, Limits, Stop};
use crate::calc::FailureKind;
use positions::{self, Detail, Searching, Sum};

/// Find nim values of impartial games, and their periods
///
/// For heap games the winning moves are explained in nim sums. A period is
/// proved by the theorem that fits the rules, or said to be observed.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus grundy nim 3,4,5
  legatus grundy cram 3x4
  legatus grundy kayles --sequence 100
  legatus grundy octal:0.137 --sequence 1000 --json
  legatus grundy nim 3,4,5 --misere
  legatus grundy 'nim(3,5) + cram(\"2x3\") + *2'")]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,

    /// The nim values of heaps of 1 to N of a heap game, and their period
    #[arg(long, value_name = "N", value_parser = heaps)]
    sequence: Option<u64>,

    /// The player who cannot move wins: the outcome, as no nim value decides
    /// sums there
    #[arg(long, conflicts_with = "sequence")]
    misere: bool,

    /// Print a JSON object: nim_value (null in misere play, where outcome
    /// follows); for sequences values, period, preperiod, saltus (null if none
    /// is seen) and proved
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    time: TimeLimit,

    #[command(flatten)]
    pub(super) limits: Limits,
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let mut desk = Desk::new(&self.limits, self.json)?.within(&self.time);
        if let Some(n) = self.sequence {
            let answer = self.sequence(&mut desk, n, out);
            return desk.finish(answer, out);
        }
        desk.ask(&self.subject, out, &mut |desk, sum, layout, out| {
            sum.finite()?;
            if self.misere {
                return self.misere(desk, sum, layout, out);
            }
            let value = desk.working(|solvers, arena| sum.nim_value(solvers, arena))?;
            let Some(value) = value else {
                return Err(not_impartial());
            };
            if self.json {
                writeln!(out, "{{\"nim_value\":{value}}}")?;
                return Ok(Exit::Answered);
            }
            writeln!(out, "{value}")?;
            let heaps = sum.board().and_then(|board| board.heaps());
            if let (Layout::Page, Some(heaps)) = (layout, heaps) {
                let mut sequence = NimSequence::new(heaps.rules());
                let why =
                    desk.working(|_, arena| explain(&heaps, &mut sequence, arena.budget()))?;
                writeln!(out, "{why}")?;
            }
            Ok(Exit::Answered)
        })
    }

    /// Who wins in misere play, and for Nim why.
    fn misere(
        &self,
        desk: &mut Desk,
        sum: &Sum,
        layout: Layout,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        if !sum.is_impartial(desk.workbench().1) {
            return Err(not_impartial());
        }
        let heaps = sum.board().and_then(|board| board.heaps());
        let why = heaps.as_ref().and_then(explain_misere);
        let outcome = match &why {
            Some(why) => why.outcome,
            None => {
                let mut how = Searching::new(Convention::Misere);
                desk.working(|_, arena| sum.play(arena, &mut how, Detail::Winner))?
                    .outcome
            }
        };
        if self.json {
            writeln!(out, "{{\"nim_value\":null,\"outcome\":\"{outcome}\"}}")?;
            return Ok(Exit::Answered);
        }
        writeln!(out, "{outcome}")?;
        if layout == Layout::Line {
            return Ok(Exit::Answered);
        }
        match why {
            Some(why) => writeln!(out, "{why}")?,
            None => writeln!(
                out,
                "no nim value decides sums in misere play: two positions that are alike in \
                 normal play may differ here"
            )?,
        }
        Ok(Exit::Answered)
    }

    fn sequence(&self, desk: &mut Desk, n: u64, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let rules = match self.subject.words().as_slice() {
            [game] => positions::full_name(game).and_then(|name| positions::heap_rules(&name))?,
            _ => None,
        };
        let Some(rules) = rules else {
            let message = "--sequence needs a heap game and no position, such as kayles".to_owned();
            return Err(plain(FailureKind::Domain, message).into());
        };
        let rules: &HeapRules = &rules;
        let mut sequence = NimSequence::new(rules);
        // Heap 0 is one, too.
        let heaps = Work::on("heaps", Some(u128::from(n) + 1));
        let (values, period) = desk.working_on(heaps, |_, arena| {
            let values = sequence.values(n, arena.budget())?;
            let period = sequence.periodicity(n, arena.budget())?;
            // As many heaps again are worth a proof, but not a failure.
            let needs = period.as_ref().and_then(Periodicity::needs);
            let period = match needs.filter(|&needs| needs / 2 <= n) {
                Some(needs) => sequence
                    .periodicity(needs, arena.budget())
                    .unwrap_or(period),
                None => period,
            };
            Ok::<_, values::Error>((values, period))
        })?;
        let list = |words: Vec<String>, between: &str| words.join(between);
        let numbers = values.iter().map(u64::to_string).collect();
        if self.json {
            let number = |number: Option<u64>| number.map_or("null".into(), |n| n.to_string());
            writeln!(
                out,
                "{{\"values\":[{}],\"period\":{},\"preperiod\":{},\"saltus\":{},\"proved\":{}}}",
                list(numbers, ","),
                number(period.as_ref().map(|p| p.period)),
                number(period.as_ref().map(|p| p.preperiod)),
                number(period.as_ref().map(|p| p.saltus)),
                period.as_ref().is_some_and(|p| p.is_proved()),
            )?;
            return Ok(Exit::Answered);
        }
        writeln!(out, "nim values of heaps 1 to {n}:")?;
        writeln!(out, "{}", list(numbers, " "))?;
        let outcomes = desk.working(|_, arena| sequence.outcomes(n, arena.budget()))?;
        let row = outcomes.iter().map(Outcome::to_string).collect();
        writeln!(out, "outcomes of heaps 0 to {n}:")?;
        writeln!(out, "{}", list(row, " "))?;
        let lost = outcomes.iter().enumerate();
        let lost = lost.filter(|(_, outcome)| **outcome == Outcome::P);
        let lost = lost.map(|(heap, _)| heap.to_string()).collect();
        writeln!(out, "P-positions, all others are N: {}", list(lost, " "))?;
        match period {
            Some(period) => writeln!(out, "{period}")?,
            None => writeln!(out, "no period seen")?,
        }
        Ok(Exit::Answered)
    }
}

fn heaps(argument: &str) -> Result<u64, String> {
    let number = argument.parse().ok().filter(|&n: &u64| n > 0);
    number.ok_or_else(|| "expected how many heaps, 1 or more".to_owned())
}

fn not_impartial() -> Trouble {
    let message = "only impartial games have nim values; see legatus value".to_owned();
    plain(FailureKind::Domain, message).into()
}
