//! A sum to look at: its boards and values side by side, and what to click.

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use calc::Calculator;
use positions::{Board, Sum, Term};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use values::{Arena, Budget, Notation, Player};

use super::super::api::Parameters;
use super::super::client::Client;
use super::super::fault::Fault;
use super::super::latrunculus;
use super::super::nim::prediction;
use super::super::picture::seen;
use super::super::server::Site;
use super::super::table::reply;
use super::super::task::{Lane, Task};
use super::super::work::aside;
use super::subject::{Subject, moves};

/// A page shows no more summands.
const MOST_TERMS: usize = 24;

/// `GET /api/v1/explore?game=&position=` or `?expression=`: what a page needs
/// to show a sum and to play in it.
pub async fn view(
    State(site): State<Arc<Site>>,
    client: Client,
    uri: Uri,
) -> Result<Response, Fault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&["game", "position", "expression", "misere", "seconds"])?;
    let request = parameters.request(client, "seconds")?;
    let subject = Subject::read(&parameters)?;
    let misere = parameters.flag("misere")?;
    let view = View { subject, misere };
    // A position is there at once; an expression may ask for much.
    Ok(reply(&match &view.subject {
        Subject::Position { .. } => aside(move |budget| view.run(budget)).await?,
        Subject::Expression { .. } => site.workers.run(request, view).await?,
    }))
}

/// What a page shows of a sum.
#[derive(Serialize, Deserialize)]
pub struct View {
    subject: Subject,
    misere: bool,
}

impl Task for View {
    const NAME: &'static str = "explore";
    const LANE: Lane = Lane::Questions;
    /// What the page sees.
    type Answer = Value;

    fn run(self, budget: &Budget) -> Result<Value, Fault> {
        if let Subject::Position { game, position } = &self.subject
            && let Some(board) = latrunculus::board(game, position)
        {
            return Ok(latrunculus::position(game, &board?));
        }
        let mut calculator = Calculator::new(budget.clone());
        let sum = self.subject.sum(&mut calculator)?;
        if sum.terms.len() > MOST_TERMS {
            return Err(Fault::bad(
                format!("the sum has {} summands", sum.terms.len()),
                format!("at most {MOST_TERMS} are shown"),
            ));
        }
        let (_, arena) = calculator.workbench();
        described(&sum, arena, self.misere)
    }
}

fn described(sum: &Sum, arena: &mut Arena, misere: bool) -> Result<Value, Fault> {
    let mut terms = Vec::with_capacity(sum.terms.len());
    for term in &sum.terms {
        terms.push(match term {
            Term::Board(board, negated) => of_board(board, *negated, misere, arena.budget())?,
            Term::Value(value) => {
                let text = arena.text(*value, Notation::Ascii)?;
                json!({"kind": "value", "value": text, "expression": text, "left": [], "right": []})
            }
        });
    }
    let negated = |term: &Value| term["negated"] == true;
    for player in Player::BOTH {
        // The moves of a negative are those of the other player.
        let side = |term: &Value| match negated(term) {
            true => (-player).name(),
            false => player.name(),
        };
        let mut number = vec![0; terms.len()];
        let mut listed: Vec<Vec<Value>> = vec![Vec::new(); terms.len()];
        for made in moves(sum, arena, player)? {
            let term = &terms[made.place];
            let clicks = &term[side(term)][number[made.place]]["paths"];
            number[made.place] += 1;
            listed[made.place].push(json!({
                "move": made.text,
                "paths": clicks,
                "place": made.place,
                "after": piece(&made.after.terms[made.place]),
                "position": made.after.text(arena)?,
            }));
        }
        for (term, listed) in terms.iter_mut().zip(listed) {
            term[format!("{}_moves", player.name())] = listed.into();
        }
    }
    for term in &mut terms {
        if let Some(object) = term.as_object_mut() {
            for player in Player::BOTH {
                let moves = object.remove(&format!("{}_moves", player.name()));
                object.insert(player.name().to_owned(), moves.unwrap_or_default());
            }
        }
    }
    Ok(json!({
        "text": sum.text(arena)?,
        "expression": sum.expression(arena)?,
        "single": sum.board().is_some(),
        "impartial": sum.is_impartial(arena),
        "loopy": sum.finite().is_err(),
        "terms": terms,
    }))
}

/// The position of a summand; nothing of a value.
fn piece(term: &Term) -> Option<String> {
    match term {
        Term::Board(board, _) => Some(board.text()),
        Term::Value(_) => None,
    }
}

/// A summand that is a board.
fn of_board(board: &Arc<Board>, negated: bool, misere: bool, budget: &Budget) -> Result<Value, Fault> {
    let mut object = seen(board, &board.text(), budget)?;
    let sum = Sum {
        terms: vec![Term::Board(Arc::clone(board), negated)],
    };
    let mut arena = Arena::with_budget(budget.clone());
    object["negated"] = negated.into();
    object["expression"] = sum.expression(&mut arena)?.into();
    object["nim"] = prediction(board.heaps().as_ref(), misere);
    Ok(object)
}
