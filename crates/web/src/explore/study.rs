//! Studies: a start and the moves from it, with variations, names and
//! comments; read, written and kept.

use axum::extract::Path;
use axum::response::Response;
use calc::Calculator;
use play::{Node, Ply, Study};
use positions::{Sum, Term};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Duration;
use values::{Arena, Budget};

use super::super::fault::Fault;
use super::super::inquiry::Visitor;
use super::super::named::{self, Named, named};
use super::super::seat::Side;
use super::super::table::{read_body, reply};
use super::super::task::Task;
use super::subject::{Subject, moves};

/// A study has no more moves.
const MOST_NODES: usize = 1_000;
/// How long its moves may be played.
const PLAYING: Duration = Duration::from_secs(20);

/// A study as a page has it: a record as text, or a start and moves.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub enum Given {
    Text { text: String },
    Moves(Moves),
}

/// A start and the moves from it.
#[derive(Serialize, Deserialize)]
pub struct Moves {
    #[serde(flatten)]
    subject: Subject,
    #[serde(default)]
    misere: bool,
    #[serde(default)]
    comment: String,
    nodes: Vec<Branch>,
}

/// A move of a study.
#[derive(Serialize, Deserialize)]
pub struct Branch {
    /// The move that it follows, from 0; none at the start.
    parent: Option<usize>,
    player: Side,
    #[serde(rename = "move")]
    made: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    comment: String,
    /// Where it leads, found out here.
    #[serde(default)]
    position: String,
}

/// `POST /api/v1/study` with `{"text"}` or with a start and moves: the other of
/// the two, every move played.
pub async fn resolve(visitor: Visitor, body: String) -> Result<Response, Fault> {
    let task = Resolve(read_body(&body)?);
    let (text, moves) = visitor.run(PLAYING, task).await?;
    Ok(reply(&json!({"text": text, "study": moves})))
}

/// A study to be read and played.
#[derive(Serialize, Deserialize)]
pub struct Resolve(Given);

impl Task for Resolve {
    /// The record, and the moves with their positions.
    type Answer = (String, Moves);

    fn run(self, budget: &Budget) -> Result<(String, Moves), Fault> {
        let mut moves = match self.0 {
            Given::Text { text } => Moves::read(&text)?,
            Given::Moves(moves) => moves,
        };
        if moves.nodes.len() > MOST_NODES {
            return Err(Fault::bad(
                format!("the study has {} moves", moves.nodes.len()),
                format!("at most {MOST_NODES} are kept"),
            ));
        }
        let mut calculator = Calculator::new(budget.clone());
        let start = moves.subject.sum(&mut calculator)?;
        let (_, arena) = calculator.workbench();
        moves.play(&start, arena)?;
        let text = moves.study(&start, arena)?.to_string();
        Ok((text, moves))
    }
}

impl Moves {
    /// Reads a record.
    fn read(text: &str) -> Result<Self, Fault> {
        let study = Study::read(text)
            .map_err(|bad| Fault::bad(bad.to_string(), "a record begins with [Legatus \"1\"]"))?;
        let nodes = study.nodes.iter().map(|node| Branch {
            parent: node.parent,
            player: Side::of(node.ply.player),
            made: node.ply.text.clone(),
            name: node.name.clone(),
            comment: node.comment.clone(),
            position: String::new(),
        });
        Ok(Moves {
            subject: subject(&study)?,
            misere: study.header("rules") == Some("misere"),
            nodes: nodes.collect(),
            comment: study.comment,
        })
    }

    /// Makes every move, and notes where it leads.
    fn play(&mut self, start: &Sum, arena: &mut Arena) -> Result<(), Fault> {
        let mut reached: Vec<Sum> = Vec::with_capacity(self.nodes.len());
        // Several moves from one position are listed once.
        let mut listed = HashMap::new();
        for (number, node) in self.nodes.iter_mut().enumerate() {
            let from = match node.parent {
                None => start,
                Some(parent) if parent < number => &reached[parent],
                Some(parent) => {
                    return Err(Fault::bad(
                        format!("move {number} follows move {parent}, which comes later"),
                        "moves come behind those that they follow",
                    ));
                }
            };
            let player = node.player.player();
            let key = (node.parent, player);
            let list = match listed.entry(key) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => place.insert(moves(from, arena, player)?),
            };
            let Some(made) = list.iter().find(|made| made.text == node.made) else {
                let here = from.text(arena)?;
                return Err(Fault::bad(
                    format!("{} cannot move `{}` in {here}", player.name(), node.made),
                    "is it a study of this game and position?",
                ));
            };
            let after = made.after.clone();
            node.position = after.text(arena)?;
            reached.push(after);
        }
        Ok(())
    }

    /// As it is written.
    fn study(&self, start: &Sum, arena: &mut Arena) -> Result<Study, Fault> {
        let mut headers = headers(start, arena)?;
        if self.misere {
            headers.push(("Rules".to_owned(), "misere".to_owned()));
        }
        let nodes = self.nodes.iter().map(|node| Node {
            parent: node.parent,
            ply: Ply::new(node.player.player(), Vec::new(), node.made.clone()),
            name: node.name.clone(),
            comment: node.comment.clone(),
        });
        Ok(Study {
            headers,
            comment: self.comment.clone(),
            nodes: nodes.collect(),
        })
    }
}

/// What a record is about: one position, or a sum of several.
fn subject(study: &Study) -> Result<Subject, Fault> {
    if let Some(expression) = study.header("expression") {
        return Ok(Subject::Expression {
            expression: expression.to_owned(),
        });
    }
    let named = |wanted: &str| {
        let headers = study.headers.iter();
        let same = headers.filter(move |(name, _)| name.eq_ignore_ascii_case(wanted));
        same.map(|(_, value)| value.clone()).collect::<Vec<_>>()
    };
    let (games, positions) = (named("game"), named("position"));
    match (games.as_slice(), positions.as_slice()) {
        ([game], [position]) if !game.starts_with('-') => Ok(Subject::Position {
            game: game.clone(),
            position: position.clone(),
        }),
        (games, positions) if games.len() == positions.len() && !games.is_empty() => {
            let mut terms = Vec::with_capacity(games.len());
            for (game, position) in games.iter().zip(positions) {
                let (game, negated) = match game.strip_prefix('-') {
                    Some(game) => (game, true),
                    None => (&**game, false),
                };
                terms.push(Term::Board(positions::read(game, position)?, negated));
            }
            Ok(Subject::Expression {
                expression: Sum { terms }.expression(&mut Arena::new())?,
            })
        }
        _ => Err(Fault::bad(
            "the record does not say what is played",
            "write [Game \"nim\"] and [Position \"3,4,5\"]",
        )),
    }
}

/// A pair of headers for each board, as in records of games; an expression
/// where a value is among them.
fn headers(start: &Sum, arena: &mut Arena) -> Result<Vec<(String, String)>, Fault> {
    let mut headers = Vec::new();
    for term in &start.terms {
        let Term::Board(board, negated) = term else {
            let expression = start.expression(arena)?;
            return Ok(vec![("Expression".to_owned(), expression)]);
        };
        let sign = if *negated { "-" } else { "" };
        headers.push(("Game".to_owned(), format!("{sign}{}", board.game())));
        headers.push(("Position".to_owned(), board.text()));
    }
    Ok(headers)
}

/// A study that is kept.
#[derive(Serialize, Deserialize)]
pub struct Kept {
    pub name: String,
    /// What is studied, for a list.
    pub about: String,
    text: String,
}

named!(Kept, "study", "studies", name, [name, about]);

/// What is sent to keep a study.
#[derive(Deserialize)]
struct Keep {
    name: String,
    #[serde(flatten)]
    given: Given,
}

/// `POST /api/v1/studies`: keeps a study under a name.
pub async fn save(visitor: Visitor, body: String) -> Result<Response, Fault> {
    let Keep { name, given } = read_body(&body)?;
    let name = named::name(&name)?;
    let (text, moves) = visitor.run(PLAYING, Resolve(given)).await?;
    let about = moves.subject.to_string();
    let kept = Kept { name, about, text };
    let id = named::keep(&visitor.site, &kept).await?;
    Ok(named::told(id, kept.line()))
}

/// `GET /api/v1/studies/ID`: a study, every move played.
pub async fn show(visitor: Visitor, Path(id): Path<String>) -> Result<Response, Fault> {
    let Kept { name, text, .. } = named::find(&visitor.site, &id)?;
    let task = Resolve(Given::Text { text });
    let (text, moves) = visitor.run(PLAYING, task).await?;
    let object = json!({"name": name, "text": text, "study": moves});
    Ok(named::told(id, object))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn resolved(given: Value) -> Result<(String, Moves), Fault> {
        Resolve(serde_json::from_value(given).unwrap()).run(&Budget::unlimited())
    }

    #[test]
    fn a_study_is_the_same_as_text_and_as_moves() {
        let given = json!({"game": "nim", "position": "1,2", "comment": "two heaps", "nodes": [
            {"parent": null, "player": "left", "move": "take 1 from heap 2", "name": "even"},
            {"parent": null, "player": "left", "move": "take 1 from heap 1", "comment": "loses"},
            {"parent": 1, "player": "right", "move": "take 2 from heap 2"},
            {"parent": 0, "player": "right", "move": "take 1 from heap 1"},
        ]});
        let (text, moves) = resolved(given).unwrap();
        let positions: Vec<_> = moves.nodes.iter().map(|node| &*node.position).collect();
        assert_eq!(positions, ["1,1", "0,2", "0,0", "0,1"]);
        let (again, read) = resolved(json!({"text": text})).unwrap();
        assert_eq!(again, text);
        assert_eq!(read.comment, "two heaps");
        assert_eq!(read.nodes[0].name, "even");
    }

    #[test]
    fn sums_are_studied_too() {
        let given = json!({"expression": "nim(1) + clobber(\"XO\") + 1", "nodes": [
            {"parent": null, "player": "right", "move": "2: b1xa1"},
            {"parent": 0, "player": "left", "move": "3: to 0"},
        ]});
        let (text, _) = resolved(given).unwrap();
        assert!(
            text.contains("[Expression \"nim(\\\"1\\\") + clobber"),
            "{text}"
        );
        let (_, read) = resolved(json!({"text": text})).unwrap();
        assert_eq!(read.nodes.len(), 2);
        let boards = json!({"expression": "nim(1) - nim(2)", "nodes": []});
        let (text, _) = resolved(boards).unwrap();
        assert!(text.contains("[Game \"-nim\"]\n[Position \"2\"]"), "{text}");
        let (again, _) = resolved(json!({"text": text})).unwrap();
        assert_eq!(again, text);
    }

    #[test]
    fn moves_that_nobody_can_make_are_refused() {
        for (nodes, reason) in [
            (
                json!([{"parent": null, "player": "left", "move": "take 9 from heap 1"}]),
                "cannot move",
            ),
            (
                json!([{"parent": 3, "player": "left", "move": "take 1 from heap 1"}]),
                "comes later",
            ),
        ] {
            let given = json!({"game": "nim", "position": "1,2", "nodes": nodes});
            let fault = resolved(given).err().unwrap();
            assert_eq!(fault.status, axum::http::StatusCode::BAD_REQUEST);
            assert!(fault.error.contains(reason), "{}", fault.error);
        }
        assert!(resolved(json!({"text": "1. left a"})).is_err());
    }
}
