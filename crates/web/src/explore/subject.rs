//! What is explored: a position of a game, or a sum.

use calc::Calculator;
use positions::{Sum, SumMove, Term};
use serde::{Deserialize, Serialize};
use solve::Convention;
use std::fmt;
use std::sync::Arc;
use values::{Arena, Player};

use super::super::fault::Fault;
use super::super::parameters::Parameters;

/// A position of a game, or an expression of the calculator.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Subject {
    Position { game: String, position: String },
    Expression { expression: String },
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
            Subject::Position { game, position } => Ok(Sum::from(positions::read(game, position)?)),
            Subject::Expression { expression } => {
                let sum = calculator.sum(expression);
                sum.map_err(|failure| Fault::unanswered(&failure))
            }
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Position { game, position } => write!(f, "{game} {position}"),
            Subject::Expression { expression } => f.write_str(expression),
        }
    }
}

/// What is explored, and who wins when there is no move left.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Explored {
    pub subject: Subject,
    pub misere: bool,
}

impl Explored {
    /// What a request is about.
    pub fn read(parameters: &Parameters) -> Result<Self, Fault> {
        Ok(Explored {
            subject: Subject::read(parameters)?,
            misere: parameters.flag("misere")?,
        })
    }

    pub const fn convention(&self) -> Convention {
        match self.misere {
            true => Convention::Misere,
            false => Convention::Normal,
        }
    }
}

/// The moves of a player in a sum; in a sum of several the number of the
/// summand and a colon come first, from 1.
pub fn moves(sum: &Sum, arena: &mut Arena, player: Player) -> values::Result<Vec<SumMove>> {
    let mut moves = sum.moves_by_place(arena, player)?;
    if sum.terms.len() > 1 {
        for made in &mut moves {
            made.text = format!("{}: {}", made.place + 1, made.text);
        }
    }
    Ok(moves)
}

/// The names and positions of a sum of boards; nothing if a value is in it.
pub fn summands(sum: &Sum) -> Option<Vec<(Arc<str>, rules::Component)>> {
    let terms = sum.terms.iter().zip(sum.search_terms());
    let parts = terms.map(|pair| match pair {
        (Term::Board(board, _), solve::Term::Position(component)) => {
            Some((Arc::clone(board.game()), component))
        }
        _ => None,
    });
    parts.collect()
}
