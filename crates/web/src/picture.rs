//! Positions to look at and to edit, and pictures to keep.

use axum::extract::State;
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use rules::{Holds, Outline, Position, Scene};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use values::{Budget, Player};

use super::api::Parameters;
use super::clicks::legal;
use super::client::Client;
use super::fault::Fault;
use super::latrunculus;
use super::play::sides;
use super::seat::Side;
use super::server::Site;
use super::task::{Lane, Task};
use super::work::aside;
use calc::Calculator;
use positions::{Board, Sum};

fn svg(picture: String) -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response()
}

/// `GET /api/v1/board.svg?game=&position=`: a picture of a position.
pub async fn board(uri: Uri) -> Result<Response, Fault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&["game", "position"])?;
    let picture = aside(move |_| {
        let (game, position) = (parameters.need("game")?, parameters.need("position")?);
        if let Some(board) = latrunculus::board(game, position) {
            let scene = latrunculus::scene(&board?);
            return Ok(draw::board(&scene, rules::latrunculus::INFO.title, &[]));
        }
        let board = positions::read(game, position)?;
        Ok(draw::board(&board.scene(), board.info().title, &[]))
    });
    Ok(svg(picture.await?))
}

/// `GET /api/v1/thermograph.svg?game=&position=` or `?expression=`; `title=`
/// is written below.
pub async fn thermograph(
    State(site): State<Arc<Site>>,
    uri: Uri,
    client: Client,
) -> Result<Response, Fault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&[
        "game",
        "position",
        "expression",
        "title",
        "seconds",
        "watch",
    ])?;
    let request = parameters.request(client, "seconds")?;
    let title = parameters.get("title").map(str::to_owned);
    let (game, text) = match parameters.get("expression") {
        Some(text) => (None, text),
        None => (Some(parameters.need("game")?), parameters.need("position")?),
    };
    let task = Thermograph {
        game: game.map(str::to_owned),
        text: text.to_owned(),
        title,
    };
    Ok(svg(site.workers.run(request, task).await?))
}

/// The drawing of a thermograph: of a position of a game, or of an expression.
#[derive(Serialize, Deserialize)]
pub struct Thermograph {
    game: Option<String>,
    text: String,
    /// What is written below, if not the text.
    title: Option<String>,
}

impl Task for Thermograph {
    const NAME: &'static str = "thermograph";
    const LANE: Lane = Lane::Questions;
    /// SVG.
    type Answer = String;

    fn run(self, budget: &Budget) -> Result<String, Fault> {
        let mut calculator = Calculator::new(budget.clone());
        let (title, graph) = match self.game {
            None => {
                let graph = calculator.thermograph(&self.text);
                (
                    self.text,
                    graph.map_err(|failure| Fault::unanswered(&failure))?,
                )
            }
            Some(game) => {
                let sum = Sum::from(positions::read(&game, &self.text)?);
                sum.finite()?;
                let (solvers, arena) = calculator.workbench();
                let graph = sum.thermograph(solvers, arena)?;
                (format!("{game} {}", self.text), graph)
            }
        };
        Ok(draw::svg(&[(self.title.unwrap_or(title), graph)]))
    }
}

/// `GET /api/v1/position?game=&position=`: what a page needs to show and edit
/// a position.
pub async fn position(uri: Uri) -> Result<Response, Fault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&["game", "position"])?;
    let body = aside(move |budget| {
        let (game, position) = (parameters.need("game")?, parameters.need("position")?);
        described(game, position, budget)
    });
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, body.await?).into_response())
}

/// How the position is edited.
fn kind(board: &Board, scene: &Scene) -> &'static str {
    match (scene.grid, board.heaps()) {
        (Some(_), _) => "board",
        (None, Some(_)) => "heaps",
        (None, None) if board.palette().is_empty() => "bush",
        (None, None) => "graph",
    }
}

/// Where the spots of a graph are, and what they hold; its lines.
fn shape(scene: &Scene) -> Value {
    if scene.grid.is_some() {
        return Value::Null;
    }
    let spots = scene.spots.iter().map(|spot| {
        let to = match spot.outline {
            Outline::Edge { to, .. } => Some(to),
            _ => None,
        };
        let symbol = match spot.holds {
            Holds::Left => "B",
            Holds::Right => "W",
            Holds::OnlyLeft => "<",
            Holds::OnlyRight => ">",
            _ => ".",
        };
        json!({"name": spot.name, "at": spot.at, "to": to, "symbol": symbol})
    });
    json!({"spots": spots.collect::<Vec<_>>(), "lines": scene.lines})
}

/// The value lies between this and its negative: every move lowers the rank,
/// so neither player makes more moves than that.
fn bound(board: &Board) -> Option<u64> {
    (!board.is_loopy()).then(|| board.component().rank())
}

fn described(game: &str, position: &str, budget: &Budget) -> Result<String, Fault> {
    if let Some(board) = latrunculus::board(game, position) {
        return Ok(latrunculus::position(game, &board?).to_string());
    }
    let board = positions::read(game, position)?;
    Ok(seen(&board, position, budget)?.to_string())
}

/// What a page needs to show and edit a position that was written as `text`.
pub fn seen(board: &Board, text: &str, budget: &Budget) -> Result<Value, Fault> {
    let (component, scene) = (board.component(), board.scene());
    let mut parts = Vec::new();
    for part in board.parts() {
        budget.look()?;
        let title = board.info().title;
        parts.push(json!({
            "position": part.text(),
            "svg": draw::board(&part.scene(), title, &[]),
        }));
    }
    let palette: Vec<_> = board
        .palette()
        .iter()
        .map(|(symbol, about)| json!({"symbol": symbol.to_string(), "about": about}))
        .collect();
    let body = json!({
        "game": &**board.game(),
        "title": board.info().title,
        "sides": sides(board.info()),
        "first": Side::of(board.info().first_at(text)),
        "position": board.text(),
        "svg": draw::board(&scene, board.info().title, &[]),
        "kind": kind(board, &scene),
        "grid": scene.grid,
        "scene": shape(&scene),
        "bound": bound(board),
        "count": board.board_count().map(|count| count.to_string()),
        "palette": palette,
        "impartial": board.is_impartial(),
        "loopy": board.is_loopy(),
        "left": legal(&component, Player::Left, &scene, true, budget)?,
        "right": legal(&component, Player::Right, &scene, true, budget)?,
        "parts": parts,
    });
    Ok(body)
}
