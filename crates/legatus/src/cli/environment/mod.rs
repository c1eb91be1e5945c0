//! `legatus environment`: best play beside a stack of cards.

mod answer;
mod bidding;
mod contest;
mod session;

use clap::Args;
use play::{BadStack, Stack, longest_run};
use positions::{Sum, Term};
use rules::Position;
use std::io::Write;
use values::{Arena, Birthday, Budget, Dyadic, Error};

use super::question::{Desk, Layout, Subject, Trouble, plain};
use super::thermograph::Time;
use super::{Exit, Limits, Stop, expressions};
use crate::calc::FailureKind;
use answer::{Answer, written};

/// Play best beside a stack of cards
///
/// At each turn a player moves on the board or takes the top card, which
/// scores its value; taking the bottom card ends the game. The stack is TOP,
/// TOP - STEP, TOP - 2 STEP, ... while above -1, then cards of -1, then the
/// terminal komi; the initial komi is not part of it. Printed are Left's net
/// scores with best play, LP and RP, when Left and when Right starts, with
/// and without the board, the walls of the thermograph at TOP, which they
/// come to as the step gets small, and the difference, which is at most 3 N
/// STEP for a board on which at most N moves can be made. When the time is up,
/// or Ctrl-C is pressed, the interval is printed in which each score lies, and
/// the turn that is known to bring most.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus environment amazons 'R..L...R'
  legatus environment amazons 'R..L...R' --top 4 --step 1/8
  legatus environment domineering 3x3 --top 2 --step 3/4 --ones 6 --json
  legatus environment 'domineering(\"2x3\") - *2' --top 3 --step 1/4
  legatus environment amazons 'R..L...R' --play --left human --right exact
  legatus environment amazons R..L...R --play --left sentestrat --referee
  legatus environment amazons 'R..L...R' --play --bid --top 4
  legatus environment nim 2 --play --challenger left --appraisal 0 --epsilon 1")]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,

    /// The first card, which is the temperature [default: 79/8, as in the
    /// paper of Berlekamp]
    #[arg(long, value_name = "T", value_parser = expressions::parse)]
    top: Option<String>,

    /// The difference of cards that follow one another [default: 1/4]
    #[arg(long, value_name = "D", value_parser = expressions::parse)]
    step: Option<String>,

    /// How many cards of -1 there are [default: enough for every possible
    /// move; without --top and --step at least 6]
    #[arg(long, value_name = "M", value_parser = expressions::parse)]
    ones: Option<String>,

    /// The last card [default: -1/2]
    #[arg(long, value_name = "K", value_parser = expressions::parse)]
    terminal: Option<String>,

    /// Print a JSON object: left_starts and right_starts are LP(G+S) and
    /// RP(G+S), left_stack and right_stack LP(S) and RP(S), then the walls at
    /// TOP, the differences, the bound on them (null if the cards of -1 are
    /// too few for it), the longest run of moves on the board, and the stack;
    /// if scores were not found, they and the differences are null, and
    /// left_at_least, left_at_most, left_best, the same for right, and missing
    /// tell what is known and why
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    time: Time,

    #[command(flatten)]
    contest: contest::Contest,

    #[command(flatten)]
    pub limits: Limits,
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let desk = Desk::new(&self.limits, self.json)?;
        desk.ask(&self.subject, out, &mut |desk, sum, layout, out| {
            sum.finite()?;
            let rule = self.rule()?;
            if self.contest.is_wanted() {
                if layout == Layout::Line {
                    let message = "a game is about one position, not one of each line";
                    return Err(plain(FailureKind::Domain, message.to_owned()).into());
                }
                return self.contest.run(desk, sum, &rule, out);
            }
            let time = self.time.allowed(&self.limits);
            let answer =
                desk.working(|solvers, arena| Answer::find(sum, &rule, time, solvers, arena))?;
            if self.json {
                writeln!(out, "{}", answer.object())?;
            } else if layout == Layout::Line {
                let [left, right] = answer.nets.each_ref().map(written);
                writeln!(out, "{left} {right}")?;
            } else {
                answer.page(out)?;
            }
            Ok(match answer.stopped {
                Some(Error::Interrupted) => Exit::Interrupted,
                _ => Exit::Answered,
            })
        })
    }

    fn rule(&self) -> Result<Rule, Trouble> {
        let number = |name: &str, text: &Option<String>, default: Dyadic| match text {
            None => Ok(default),
            Some(text) => number(name, text),
        };
        let ones = match &self.ones {
            None => None,
            Some(text) => Some(text.parse().map_err(|_| {
                let text = text.escape_debug();
                let message = format!("--ones {text}: expected how many cards of -1 there are");
                plain(FailureKind::Syntax, message)
            })?),
        };
        let paper = Stack::berlekamp();
        Ok(Rule {
            top: number("top", &self.top, paper.top().clone())?,
            step: number("step", &self.step, paper.step().clone())?,
            terminal: number("terminal", &self.terminal, paper.terminal().clone())?,
            least: match (&self.top, &self.step) {
                (None, None) => paper.ones(),
                _ => 0,
            },
            ones,
        })
    }
}

/// The number that an option was given.
fn number(option: &str, text: &str) -> Result<Dyadic, Trouble> {
    text.parse().map_err(|why| {
        let message = format!("--{option} {}: {why}", text.escape_debug());
        plain(FailureKind::Syntax, message).into()
    })
}

/// What the stack is to be.
struct Rule {
    top: Dyadic,
    step: Dyadic,
    ones: Option<usize>,
    /// If that is left open: at least so many.
    least: usize,
    terminal: Dyadic,
}

impl Rule {
    fn stack(&self, run: u64) -> Result<Stack, Trouble> {
        let enough = usize::try_from(run).unwrap_or(usize::MAX).max(self.least);
        let ones = self.ones.unwrap_or(enough);
        Stack::with_terminal(&self.top, &self.step, ones, &self.terminal).map_err(|bad| match bad {
            BadStack::Limit(error) => error.into(),
            bad => plain(FailureKind::Domain, bad.to_string()).into(),
        })
    }
}

/// What finding the longest run of moves may take.
const MOST_BYTES: u64 = 1 << 28;

/// The length of the longest run of moves in a sum.
enum Length {
    Exactly(u64),
    /// No more than this; the rest takes too much memory.
    AtMost(u64),
}

impl Length {
    /// Within a budget.
    fn of(sum: &Sum, arena: &mut Arena, budget: &Budget) -> Result<Self, Error> {
        let (mut total, mut exact) = (0u64, true);
        for term in &sum.terms {
            let run = match term {
                Term::Board(board, _) => {
                    let component = board.component();
                    match longest_run(&component, budget) {
                        Err(error) if error.is_limit() => {
                            exact = false;
                            component.rank()
                        }
                        run => run?,
                    }
                }
                Term::Value(value) => {
                    let days = arena.birthday(*value, Birthday::default())?;
                    u64::try_from(days).unwrap_or(u64::MAX)
                }
            };
            total = total.saturating_add(run);
        }
        Ok(match exact {
            true => Length::Exactly(total),
            false => Length::AtMost(total),
        })
    }

    fn most(&self) -> u64 {
        let (Length::Exactly(run) | Length::AtMost(run)) = self;
        *run
    }

    fn exact(&self) -> Option<u64> {
        match self {
            Length::Exactly(run) => Some(*run),
            Length::AtMost(_) => None,
        }
    }
}
