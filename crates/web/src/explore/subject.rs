//! What is explored: a position of a game, or a sum.

use calc::Calculator;
use positions::{Sum, Term};
use serde::{Deserialize, Serialize};
use solve::Convention;
use std::sync::Arc;
use values::{Arena, Notation, Player};

use super::super::api::Parameters;
use super::super::fault::Fault;

/// A position of a game, or an expression of the calculator.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Subject {
    Position { game: String, position: String },
    Expression { expression: String },
}

/// A move in a sum.
pub struct Made {
    /// In notation; in a sum of several the number of the summand and a colon
    /// come first, from 1.
    pub text: String,
    /// Which summand, from 0.
    pub place: usize,
    /// The sum after it.
    pub after: Sum,
}

impl Subject {
    /// What a request is about.
    pub fn read(parameters: &Parameters) -> Result<Self, Fault> {
        Ok(match parameters.get("expression") {
            Some(text) => Subject::Expression {
                expression: text.to_owned(),
            },
            None => Subject::Position {
                game: parameters.need("game")?.to_owned(),
                position: parameters.need("position")?.to_owned(),
            },
        })
    }

    /// The sum that it is.
    pub fn sum(&self, calculator: &mut Calculator) -> Result<Sum, Fault> {
        match self {
            Subject::Position { game, position } => {
                Ok(Sum::from(positions::read(game, position)?))
            }
            Subject::Expression { expression } => {
                let sum = calculator.sum(expression);
                sum.map_err(|failure| Fault::unanswered(&failure))
            }
        }
    }
}

/// Who wins when there is no move left.
pub const fn convention(misere: bool) -> Convention {
    match misere {
        true => Convention::Misere,
        false => Convention::Normal,
    }
}

/// The moves of a player in a sum.
pub fn moves(sum: &Sum, arena: &mut Arena, player: Player) -> values::Result<Vec<Made>> {
    let mut moves = Vec::new();
    for (place, term) in sum.terms.iter().enumerate() {
        let mut push = |text: String, after: Term| {
            let text = match sum.terms.len() {
                1 => text,
                _ => format!("{}: {text}", place + 1),
            };
            let mut terms = sum.terms.clone();
            terms[place] = after;
            let after = Sum { terms };
            moves.push(Made { text, place, after });
        };
        match term {
            Term::Board(board, negated) => {
                let inside = if *negated { -player } else { player };
                for (text, after) in board.moves(inside, arena.budget())? {
                    push(text, Term::Board(after, *negated));
                }
            }
            Term::Value(value) => {
                for option in arena.options(*value, player)? {
                    let text = arena.text(option, Notation::Ascii)?;
                    push(format!("to {text}"), Term::Value(option));
                }
            }
        }
    }
    Ok(moves)
}

/// The sum as the search takes it.
pub fn terms(sum: &Sum) -> Vec<solve::Term<rules::Component>> {
    let terms = sum.terms.iter().map(|term| match term {
        Term::Board(board, negated) => {
            let component = board.component();
            solve::Term::Position(match negated {
                true => component.negated(),
                false => component,
            })
        }
        Term::Value(value) => solve::Term::Value(*value),
    });
    terms.collect()
}

/// The names and positions of a sum of boards; nothing if a value is in it.
pub fn summands(sum: &Sum) -> Option<Vec<(Arc<str>, rules::Component)>> {
    let names = sum.terms.iter().map(|term| match term {
        Term::Board(board, _) => Some(Arc::clone(board.game())),
        Term::Value(_) => None,
    });
    let parts = terms(sum).into_iter().filter_map(|term| match term {
        solve::Term::Position(component) => Some(component),
        solve::Term::Value(_) => None,
    });
    Some(names.collect::<Option<Vec<_>>>()?.into_iter().zip(parts).collect())
}
