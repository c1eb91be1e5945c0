//! A sum to look at: its boards and values side by side, and what to click.

use axum::response::Response;
use calc::Calculator;
use positions::{Sum, Term};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use values::{Arena, Budget, Notation, Player};

use super::super::fault::Fault;
use super::super::inquiry::Inquiry;
use super::super::latrunculus;
use super::super::nim::prediction;
use super::super::picture::{laid, listed, made_on, seen};
use super::super::table::reply;
use super::super::task::Task;
use super::super::work::aside;
use super::subject::{Explored, Subject, moves};

/// A page shows no more summands.
const MOST_TERMS: usize = 24;

/// `GET /api/v1/explore?game=&position=` or `?expression=`: what a page needs
/// to show a sum, to which `moves=` led, and to play in it.
pub async fn view(inquiry: Inquiry) -> Result<Response, Fault> {
    let names = [
        "game",
        "position",
        "expression",
        "misere",
        "moves",
        "seconds",
    ];
    let parameters = inquiry.only(&names)?;
    let view = View {
        explored: Explored::read(parameters)?,
        moves: listed(parameters.get("moves")).map(str::to_owned).collect(),
    };
    // A position is there at once; an expression may ask for much.
    Ok(reply(&match &view.explored.subject {
        Subject::Position { .. } => aside(move |budget| view.run(budget)).await?,
        Subject::Expression { .. } => inquiry.run(view).await?,
    }))
}

/// What a page shows of a sum.
#[derive(Serialize, Deserialize)]
pub struct View {
    explored: Explored,
    /// The moves that led there.
    moves: Vec<String>,
}

impl Task for View {
    /// What the page sees.
    type Answer = Value;

    fn run(self, budget: &Budget) -> Result<Value, Fault> {
        if let Subject::Position { game, position } = &self.explored.subject
            && let Some(board) = latrunculus::board(game, position)
        {
            return Ok(latrunculus::position(game, &board?));
        }
        let mut calculator = Calculator::new(budget.clone());
        let sum = self.explored.subject.sum(&mut calculator)?;
        if sum.terms.len() > MOST_TERMS {
            return Err(Fault::bad(
                format!("the sum has {} summands", sum.terms.len()),
                format!("at most {MOST_TERMS} are shown"),
            ));
        }
        let (_, arena) = calculator.workbench();
        self.described(&sum, arena)
    }
}

impl View {
    fn described(&self, sum: &Sum, arena: &mut Arena) -> Result<Value, Fault> {
        let several = sum.terms.len() > 1;
        let mut terms = Vec::with_capacity(sum.terms.len());
        for (place, term) in sum.terms.iter().enumerate() {
            terms.push(match term {
            Term::Board(board, negated) => {
                let made = made_on(self.moves.iter().map(String::as_str), place, several);
                let scene = laid(&board.component(), &made);
                let mut object = seen(board, &board.text(), &scene, arena.budget())?;
                object["negated"] = (*negated).into();
                object["expression"] = Sum { terms: vec![term.clone()] }.expression(arena)?.into();
                object["nim"] = prediction(board.heaps().as_ref(), self.explored.misere);
                object
            }
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
}

/// The position of a summand; nothing of a value.
fn piece(term: &Term) -> Option<String> {
    match term {
        Term::Board(board, _) => Some(board.text()),
        Term::Value(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(subject: Subject, moves: &[&str]) -> Vec<usize> {
        let explored = Explored {
            subject,
            misere: false,
        };
        let moves = moves.iter().map(|&text| text.to_owned()).collect();
        let view = View { explored, moves }.run(&Budget::unlimited()).unwrap();
        let terms = view["terms"].as_array().unwrap().iter();
        let pictures = terms.map(|term| term["svg"].as_str().unwrap_or_default());
        pictures
            .map(|svg| svg.matches("<g class=\"tile ").count())
            .collect()
    }

    /// Where moves are known dominoes lie; what is covered otherwise is only
    /// covered, and moves that cannot have led there change nothing.
    #[test]
    fn dominoes_are_seen_where_they_were_laid() {
        let board = |position: &str| Subject::Position {
            game: "domineering".to_owned(),
            position: position.to_owned(),
        };
        assert_eq!(tiles(board("#.#/#.#"), &["a1a2", "c1c2"]), [2]);
        assert_eq!(tiles(board("#.#/#.#"), &[]), [0]);
        assert_eq!(tiles(board("#.#/#.#"), &["b1b2", "no move"]), [0]);
        let sum = Subject::Expression {
            expression: "domineering(\"#./#.\") + 1 + domineering(\"##/..\")".to_owned(),
        };
        assert_eq!(tiles(sum, &["1: a1a2", "3: a2b2"]), [1, 0, 1]);
    }
}
