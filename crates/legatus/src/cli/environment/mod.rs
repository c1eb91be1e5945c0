//! `legatus environment`: best play beside a stack of cards.

mod contest;
mod session;
mod talk;

use clap::Args;
use play::{BadStack, Payoff, Payoffs, Stack, longest_run};
use positions::{Solvers, Sum, Term};
use rules::Position;
use std::io::{self, Write};
use values::{Arena, Birthday, Budget, Dyadic, Error, Player};

use super::question::{Desk, Layout, Subject, Trouble, plain};
use super::{Exit, Limits, Stop, expressions, json};
use crate::calc::FailureKind;

/// Play best beside a stack of cards
///
/// At each turn a player moves on the board or takes the top card, which
/// scores its value; taking the bottom card ends the game. The stack is TOP,
/// TOP - STEP, TOP - 2 STEP, ... while above -1, then cards of -1, then the
/// terminal komi; the initial komi is not part of it. Printed are Left's net
/// scores with best play, LP and RP, when Left and when Right starts, with
/// and without the board, the walls of the thermograph at TOP, which they
/// come to as the step gets small, and the difference, which is at most 3 N
/// STEP for a board on which at most N moves can be made.
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
    /// too few for it), the longest run of moves on the board, and the stack
    #[arg(long)]
    json: bool,

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
            let answer = desk.working(|solvers, arena| Answer::find(sum, &rule, solvers, arena))?;
            if self.json {
                writeln!(out, "{}", answer.object())?;
            } else if layout == Layout::Line {
                let Payoff { left, right } = &answer.payoff;
                writeln!(out, "{left} {right}")?;
            } else {
                answer.page(out)?;
            }
            Ok(Exit::Answered)
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

struct Answer {
    stack: Stack,
    /// The longest run of moves on the board; `None`: it takes too much
    /// memory to find.
    run: Option<u64>,
    payoff: Payoff,
    walls: [Dyadic; 2],
}

impl Answer {
    fn find(
        sum: &Sum,
        rule: &Rule,
        solvers: &mut Solvers,
        arena: &mut Arena,
    ) -> Result<Self, Trouble> {
        // Bad cards are refused before the work begins.
        rule.stack(0)?;
        let budget = arena.budget().clone().with_bytes(MOST_BYTES);
        let length = Length::of(sum, arena, &budget)?;
        // Cards and what they are worth.
        let cards = length.most().saturating_mul(2 * size_of::<Dyadic>() as u64);
        arena.budget().check_bytes(cards)?;
        let stack = rule.stack(length.most())?;
        let graph = sum.thermograph(solvers, arena)?;
        let value = sum.value(solvers, arena)?;
        let payoffs = Payoffs::new(arena, &[value], &stack, 0)?;
        Ok(Answer {
            run: length.exact(),
            payoff: payoffs.payoff(0, 0),
            walls: Player::BOTH.map(|player| graph.wall(player).at(stack.top())),
            stack,
        })
    }

    fn difference(&self, starter: Player) -> Dyadic {
        let net = self.payoff.of(starter) - &self.stack.payoff(starter);
        &net - &self.walls[starter as usize]
    }

    /// 3Nδ, if the stack is as the theorem wants it.
    fn bound(&self) -> Option<Dyadic> {
        let run = self.run.filter(|&run| run <= self.stack.ones() as u64)?;
        let paper = *self.stack.terminal() == Dyadic::new(-1, 1);
        paper.then(|| &Dyadic::new(3 * u128::from(run), 0) * self.stack.step())
    }

    fn page(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "stack S: {}", self.stack)?;
        let wall = format!("wall at {}", self.stack.top());
        let [both, alone] = [
            Player::BOTH.map(|starter| self.payoff.of(starter).to_string()),
            Player::BOTH.map(|starter| self.stack.payoff(starter).to_string()),
        ];
        let walls = self.walls.each_ref().map(Dyadic::to_string);
        let differences = Player::BOTH.map(|starter| self.difference(starter).to_string());
        let starters = Player::BOTH.map(|starter| format!("{starter} starts"));
        let rows = [
            ("", starters),
            ("G + S", both),
            ("S", alone),
            (&wall, walls),
            ("difference", differences),
        ];
        let first = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let second = rows.iter().map(|(_, [left, _])| left.len()).max();
        let second = second.unwrap_or(0);
        for (name, [left, right]) in &rows {
            writeln!(out, "{name:first$}  {left:second$}  {right}")?;
        }
        let run = self.run.map_or("?".to_owned(), |run| run.to_string());
        match self.bound() {
            Some(bound) => {
                let step = self.stack.step();
                writeln!(
                    out,
                    "bound on the difference: 3 x {run} moves x {step} = {bound}"
                )
            }
            None if *self.stack.terminal() != Dyadic::new(-1, 1) => {
                writeln!(
                    out,
                    "bound on the difference: none, the last card is not -1/2"
                )
            }
            None if self.run.is_none() => {
                writeln!(
                    out,
                    "bound on the difference: unknown, too many moves to count"
                )
            }
            None => writeln!(
                out,
                "bound on the difference: none, {} cards of -1 and {run} moves",
                self.stack.ones()
            ),
        }
    }

    fn object(&self) -> String {
        let pair = |name: &str, [left, right]: [Dyadic; 2]| {
            format!("\"left_{name}\":\"{left}\",\"right_{name}\":\"{right}\"")
        };
        let orelse = |number: Option<String>| number.unwrap_or_else(|| "null".to_owned());
        let members = [
            pair(
                "starts",
                Player::BOTH.map(|starter| self.payoff.of(starter).clone()),
            ),
            pair(
                "stack",
                Player::BOTH.map(|starter| self.stack.payoff(starter)),
            ),
            pair("wall", self.walls.clone()),
            pair(
                "difference",
                Player::BOTH.map(|starter| self.difference(starter)),
            ),
            format!(
                "\"bound\":{}",
                orelse(self.bound().map(|bound| json::string(&bound.to_string())))
            ),
            format!(
                "\"longest_run\":{}",
                orelse(self.run.map(|run| run.to_string()))
            ),
            format!(
                "\"top\":\"{}\",\"step\":\"{}\"",
                self.stack.top(),
                self.stack.step()
            ),
            format!(
                "\"ones\":{},\"terminal\":\"{}\"",
                self.stack.ones(),
                self.stack.terminal()
            ),
            format!("\"cards\":{}", self.stack.len()),
        ];
        format!("{{{}}}", members.join(","))
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
