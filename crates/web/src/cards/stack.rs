//! Stacks as requests ask for them and as games keep them.

use play::{Accountant, BadStack, CardGame, Stack, State, longest_run};
use rules::Position;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use values::{Budget, Dyadic};

use super::super::fault::Fault;
use super::super::parameters::cut;
use super::super::table::LONGEST_GAME;

/// How many options are looked at to find how long play can last.
const MOST_OPTIONS: u64 = 1 << 20;
/// How long is looked for the temperatures of the boards.
const LOOKING: Duration = Duration::from_secs(3);

/// A stack that somebody wants.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Wanted {
    Named(Name),
    Rule(Wish),
}

/// A stack by its name.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Name {
    /// The 52 cards of the paper.
    Paper,
    /// A short one that begins a little below the hottest board.
    Fitting,
}

/// A stack by rule.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    pub top: String,
    step: String,
    /// As many as moves can be made on the board unless said.
    ones: Option<usize>,
    terminal: Option<String>,
}

impl Wanted {
    /// The stack beside a board.
    pub fn stack(self, board: &State, budget: &Budget) -> Result<Stack, Fault> {
        match self {
            Wanted::Named(Name::Paper) => Ok(Stack::berlekamp()),
            Wanted::Named(Name::Fitting) => fitting(board, budget),
            Wanted::Rule(wish) => {
                let terminal = wish.terminal.unwrap_or_else(|| "-1/2".to_owned());
                let mut rule = Rule {
                    top: wish.top,
                    step: wish.step,
                    ones: wish.ones.unwrap_or(0),
                    terminal,
                };
                rule.stack()?;
                if wish.ones.is_none() {
                    rule.ones = enough(board, budget)?;
                }
                rule.stack()
            }
        }
    }
}

/// A stack in steps of ½ from a little below the temperature of the hottest
/// board, so that the first turn is on the board and the next ones have to be
/// thought about.
fn fitting(board: &State, budget: &Budget) -> Result<Stack, Fault> {
    let top = &fitting_top(board, budget)? - &Dyadic::new(1, 1);
    let top = top.max(1.into());
    let rule = Rule {
        top: top.to_string(),
        step: "1/2".to_owned(),
        ones: enough(board, budget)?,
        terminal: "-1/2".to_owned(),
    };
    rule.stack()
}

/// The temperature of the hottest board in whole halves, at most 20.
pub fn fitting_top(board: &State, budget: &Budget) -> Result<Dyadic, Fault> {
    let brief = budget.clone().with_deadline(Instant::now() + LOOKING);
    let mut accountant = Accountant::new(&brief, super::bytes(budget));
    let start = CardGame::new(board.clone(), Stack::berlekamp());
    let warmths = accountant.warmths(&start)?;
    let hottest = warmths.into_iter().map(|warmth| warmth.temperature).max();
    let hottest = hottest.unwrap_or(Dyadic::from(1)).min(20.into());
    Ok(Dyadic::new((&hottest + &hottest).floor(), 1))
}

/// How many cards of −1 are enough: as many as moves can be made.
pub fn enough(board: &State, budget: &Budget) -> Result<usize, Fault> {
    let mut all = 0u64;
    for component in board.components() {
        let brief = budget
            .clone()
            .with_bytes(super::bytes(budget))
            .with_steps(MOST_OPTIONS);
        let run = match longest_run(component, &brief) {
            Err(error) if error.is_limit() => component.rank(),
            run => run?,
        };
        all = all.saturating_add(run);
    }
    Ok(usize::try_from(all).unwrap_or(usize::MAX))
}

/// What a stack is made from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rule {
    top: String,
    step: String,
    ones: usize,
    terminal: String,
}

impl Rule {
    pub fn of(stack: &Stack) -> Rule {
        Rule {
            top: stack.top().to_string(),
            step: stack.step().to_string(),
            ones: stack.ones(),
            terminal: stack.terminal().to_string(),
        }
    }

    pub fn stack(&self) -> Result<Stack, Fault> {
        let [top, step, terminal] = [
            number("top", &self.top)?,
            number("step", &self.step)?,
            number("terminal", &self.terminal)?,
        ];
        // Refused before the cards are made.
        let few = Dyadic::from(LONGEST_GAME as i64);
        let height = &top + &Dyadic::from(1);
        if self.ones > LONGEST_GAME || (step.signum() > 0 && &step * &few < height) {
            return Err(too_many_cards());
        }
        Stack::with_terminal(&top, &step, self.ones, &terminal).map_err(|bad| match bad {
            BadStack::Limit(error) => error.into(),
            bad => Fault::bad(
                bad.to_string(),
                "the top card is at least -1, the step above 0",
            ),
        })
    }
}

pub fn too_many_cards() -> Fault {
    Fault::bad(
        "the stack has too many cards",
        format!("play with at most {LONGEST_GAME}"),
    )
}

/// A number with a name.
pub fn number(name: &str, text: &str) -> Result<Dyadic, Fault> {
    let text = text.trim();
    if text.len() > 40 {
        return Err(Fault::bad(
            format!("{name} is too long a number"),
            "such as 79/8",
        ));
    }
    text.parse()
        .map_err(|why| Fault::bad(format!("{name} {}: {why}", cut(text)), "such as 79/8"))
}
