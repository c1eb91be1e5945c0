//! What is played, and by whom, on the command line.

use clap::Args;
use play::{DEFAULT_LEVEL, Effort, LEVELS, Listed, Seat, State, default_player};
use positions::{Sum, Term};
use rules::BadInput;
use solve::Convention;
use std::sync::Arc;
use std::time::Duration;
use values::{Budget, Player};

use super::known;
use ask::settings::seconds;
use ask::{Desk, Trouble, is_game, joined};

/// What is played.
#[derive(Args)]
pub struct Table {
    /// A game and a position, which may be left out; or one expression: a sum
    /// of positions
    #[arg(value_name = "GAME [POSITION]", required = true, num_args = 1..)]
    #[arg(value_parser = known::subject(), hide_possible_values = true)]
    subject: Vec<String>,

    /// The player who cannot move wins
    #[arg(long)]
    misere: bool,
}

impl Table {
    /// The start of play, with the player to move who begins by the rules.
    pub fn start(&self, desk: &mut Desk) -> Result<State, Trouble> {
        let (sum, first) = match self.words().as_slice() {
            [game, position] => at(game, position)?,
            [game] if is_game(game) => {
                let (base, _) = rules::name_and_variant(game);
                at(game, rules::find(base)?.standard())?
            }
            [text] => {
                let sum = desk.sum(text)?;
                let first = first_of(&sum);
                (sum, first)
            }
            words => {
                let message = format!("{} words are no expression", words.len());
                return Err(BadInput::new(message, "quote it: 'nim(3) + cram(\"2x3\")'").into());
            }
        };
        let convention = match self.misere {
            true => Convention::Misere,
            false => Convention::Normal,
        };
        let mut summands = Vec::with_capacity(sum.terms.len());
        for term in &sum.terms {
            let Term::Board(board, negated) = term else {
                let bad =
                    BadInput::new("players play positions, not values", "write nim(2) for *2");
                return Err(bad.into());
            };
            let component = board.component();
            summands.push(match negated {
                true => (Arc::clone(board.game()), component.negated()),
                false => (Arc::clone(board.game()), component),
            });
        }
        if summands.is_empty() {
            let message = "there is nothing to play: the sum has no positions";
            return Err(Trouble::domain(message));
        }
        Ok(State::new(summands, convention).with_turn(first))
    }

    /// A game and a position, or an expression.
    pub fn words(&self) -> Vec<String> {
        joined(&self.subject)
    }

    /// What is played, in words.
    pub fn title(&self) -> String {
        self.subject.join(" ")
    }
}

/// A position, and who begins there by the rules.
fn at(game: &str, position: &str) -> Result<(Sum, Player), BadInput> {
    let board = positions::read(game, position)?;
    let first = board.info().first_at(position);
    Ok((board.into(), first))
}

/// Who begins in a sum: who begins in all its games, or Left.
fn first_of(sum: &Sum) -> Player {
    let mut firsts = sum.terms.iter().map(|term| match term {
        Term::Board(board, false) => board.info().first,
        Term::Board(board, true) => -board.info().first,
        _ => Player::Left,
    });
    let first = firsts.next().unwrap_or(Player::Left);
    match firsts.all(|other| other == first) {
        true => first,
        false => Player::Left,
    }
}

/// How much players think.
#[derive(Args)]
pub struct Thinking {
    /// How strong players are, from 1 to 10: how many positions they look at,
    /// four times as many at each level
    #[arg(long, value_name = "LEVEL", default_value_t = DEFAULT_LEVEL)]
    #[arg(value_parser = clap::value_parser!(u32).range(i64::from(*LEVELS.start())..=i64::from(*LEVELS.end())))]
    pub level: u32,

    /// Let players think for so many seconds a move instead, or at most so
    /// long where their names have levels; such games cannot be repeated
    #[arg(long, value_name = "SECONDS", visible_alias = "time")]
    #[arg(value_parser = seconds, conflicts_with = "level")]
    pub seconds: Option<Duration>,
}

impl Thinking {
    /// A player's seat, with a level of its own, or without.
    pub fn seat(&self, name: &str, level: Option<u32>) -> Seat {
        Seat {
            clock: self.seconds,
            ..Seat::computer(name, level)
        }
    }

    /// The effort of a player with a level of its own, or without.
    pub fn effort(&self, level: Option<u32>, budget: &Budget) -> Effort {
        self.seat("", level).effort(self.level, budget)
    }
}

/// A computer player's seat by name; `search:3` has a level of its own, and
/// `hard` is whoever plays so. Without a name it is the strongest's.
pub fn seat(name: Option<&str>, start: &State, thinking: &Thinking) -> Result<Seat, BadInput> {
    let name = name.unwrap_or(default_player(start).name);
    let mut seat = Seat::read(name)?;
    if let Some(strength) = seat.strength {
        seat.clock = Some(
            thinking
                .seconds
                .map_or(strength.clock(), |own| own.min(strength.clock())),
        );
    } else {
        seat.clock = thinking.seconds;
    }
    seat.who(start, start)?;
    Ok(seat)
}

/// A player for a whole match, and how much it thinks.
pub fn contestant(
    name: Option<&str>,
    start: &State,
    thinking: &Thinking,
    budget: &Budget,
) -> Result<(&'static Listed, Effort), BadInput> {
    let seat = seat(name, start, thinking)?;
    let (listed, level) = seat.who(start, start)?;
    let effort = Seat { level, ..seat }.effort(thinking.level, budget);
    Ok((listed, effort))
}
