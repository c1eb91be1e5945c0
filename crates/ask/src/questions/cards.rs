//! The stack of cards that is asked for, and how long play beside it can last.

use play::{BadStack, Stack, longest_run};
use positions::{Sum, Term};
use rules::Position;
use values::{Arena, Birthday, Budget, Dyadic, Error};

use crate::{Asked, Trouble};

/// The number that a setting was given.
pub fn number(option: &str, text: &str) -> Result<Dyadic, Trouble> {
    text.parse().map_err(|why| {
        let message = format!("--{option} {}: {why}", text.escape_debug());
        Trouble::syntax(message)
    })
}

/// What the stack is to be.
pub struct Rule {
    /// The first card.
    pub top: Dyadic,
    step: Dyadic,
    ones: Option<usize>,
    /// The least number of them, if that is left open.
    least: usize,
    terminal: Dyadic,
}

impl Rule {
    /// The stack that was asked for; the paper's, as far as nothing was said.
    pub fn read(asked: &Asked) -> Result<Self, Trouble> {
        let value = |name: &str, default: &Dyadic| match asked.text(name) {
            None => Ok(default.clone()),
            Some(text) => number(name, text),
        };
        let ones = match asked.text("ones") {
            None => None,
            Some(text) => Some(text.parse().map_err(|_| {
                let text = text.escape_debug();
                let message = format!("--ones {text}: expected how many cards of -1 there are");
                Trouble::syntax(message)
            })?),
        };
        let paper = Stack::berlekamp();
        Ok(Rule {
            top: value("top", paper.top())?,
            step: value("step", paper.step())?,
            terminal: value("terminal", paper.terminal())?,
            least: match asked.has("top") || asked.has("step") {
                true => 0,
                false => paper.ones(),
            },
            ones,
        })
    }

    /// The stack for a board on which `moves` moves can be made.
    pub fn stack(&self, run: u64) -> Result<Stack, Trouble> {
        let enough = usize::try_from(run).unwrap_or(usize::MAX).max(self.least);
        let ones = self.ones.unwrap_or(enough);
        Stack::with_terminal(&self.top, &self.step, ones, &self.terminal).map_err(|bad| match bad {
            BadStack::Limit(error) => error.into(),
            bad => Trouble::domain(bad.to_string()),
        })
    }
}

/// What finding the longest run of moves may take.
pub(super) const MOST_BYTES: u64 = 1 << 28;

/// The length of the longest run of moves in a sum.
pub enum Length {
    /// So many moves.
    Exactly(u64),
    /// No more than this; the rest takes too much memory.
    AtMost(u64),
}

impl Length {
    /// Within a budget.
    pub fn of(sum: &Sum, arena: &mut Arena, budget: &Budget) -> Result<Self, Error> {
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

    /// No more than this.
    #[must_use]
    pub fn most(&self) -> u64 {
        let (Length::Exactly(run) | Length::AtMost(run)) = self;
        *run
    }

    pub(super) fn exact(&self) -> Option<u64> {
        match self {
            Length::Exactly(run) => Some(*run),
            Length::AtMost(_) => None,
        }
    }
}
