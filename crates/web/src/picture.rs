//! Positions to look at and to edit, and pictures to keep.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use rules::{Component, Holds, Outline, Position, Scene};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::Duration;
use values::{Budget, Player};

use super::clicks::legal;
use super::explore::Subject;
use super::fault::Fault;
use super::inquiry::Inquiry;
use super::latrunculus;
use super::parameters::Parameters;
use super::play::sides;
use super::seat::Side;
use super::task::{Lane, Task};
use super::work::aside;
use calc::Calculator;
use positions::{Board, Sum};

/// A picture as it is sent.
pub fn svg(picture: String) -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response()
}

/// The moves in a list of a request, parted by semicolons.
pub fn listed(moves: Option<&str>) -> impl Iterator<Item = &str> {
    let moves = moves.unwrap_or("").split(';').map(str::trim);
    moves.filter(|text| !text.is_empty())
}

/// The moves that were made on one of several boards, without its number, which
/// is counted from 1; where there is one board, all.
pub fn made_on<'t>(
    moves: impl Iterator<Item = &'t str>,
    place: usize,
    several: bool,
) -> Vec<&'t str> {
    let number = match several {
        true => format!("{}: ", place + 1),
        false => String::new(),
    };
    moves
        .filter_map(|text| text.strip_prefix(&number))
        .collect()
}

/// What a position looks like: with the dominoes that were laid by moves, where
/// the position alone tells only what they cover.
pub fn laid(component: &Component, moves: &[&str]) -> Scene {
    let traced = component.traced(component, moves);
    match traced.tiles.is_empty() {
        true => component.scene(),
        false => traced,
    }
}

/// `GET /api/v1/board.svg?game=&position=&moves=`: a picture of a position, to
/// which these moves led.
pub async fn board(inquiry: Inquiry) -> Result<Response, Fault> {
    let parameters = inquiry.only(&["game", "position", "moves"])?;
    let moves = listed(parameters.get("moves")).map(str::to_owned).collect();
    let task = Look::read(parameters, Some(moves))?;
    Ok(svg(task.answer(&inquiry).await?))
}

/// A position to look at.
#[derive(Serialize, Deserialize)]
pub struct Look {
    pub game: String,
    pub position: String,
    /// The moves that led there, if it is drawn, and not described.
    pub drawn: Option<Vec<String>>,
}

impl Task for Look {
    const LANE: Lane = Lane::Games;
    /// SVG, or an object in JSON.
    type Answer = String;

    fn game(&self) -> Option<&str> {
        Some(&self.game)
    }

    fn run(self, budget: &Budget) -> Result<String, Fault> {
        match &self.drawn {
            Some(moves) => drawn(&self.game, &self.position, moves),
            None => described(&self.game, &self.position, budget),
        }
    }
}

impl Look {
    fn read(parameters: &Parameters, drawn: Option<Vec<String>>) -> Result<Self, Fault> {
        Ok(Look {
            game: parameters.need("game")?.to_owned(),
            position: parameters.need("position")?.to_owned(),
            drawn,
        })
    }

    /// What is seen of it: here, where the rules are known to be quick; by a
    /// worker, where they are somebody's own and may be slow.
    pub async fn answer(self, inquiry: &Inquiry) -> Result<String, Fault> {
        match self.game.contains('@') {
            true => inquiry.run_within(LOOKING, self).await,
            false => aside(move |budget| self.run(budget)).await,
        }
    }
}

fn drawn(game: &str, position: &str, moves: &[String]) -> Result<String, Fault> {
    if let Some(board) = latrunculus::board(game, position) {
        let scene = latrunculus::scene(&board?);
        return Ok(draw::board(&scene, rules::latrunculus::INFO.title, &[]));
    }
    let board = positions::read(game, position)?;
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let scene = laid(&board.component(), &moves);
    Ok(draw::board(&scene, board.info().title, &[]))
}

/// How long a worker looks at a position.
const LOOKING: Duration = Duration::from_secs(5);

/// `GET /api/v1/thermograph.svg?game=&position=` or `?expression=`; `title=`
/// is written below.
pub async fn thermograph(inquiry: Inquiry) -> Result<Response, Fault> {
    let parameters = inquiry.about(&["title"])?;
    let title = parameters.get("title").map(str::to_owned);
    let task = Thermograph(Subject::read(parameters)?, title);
    Ok(svg(inquiry.run(task).await?))
}

/// The drawing of a thermograph: of what, and what is written below, if not
/// that.
#[derive(Serialize, Deserialize)]
pub struct Thermograph(Subject, Option<String>);

impl Task for Thermograph {
    /// SVG.
    type Answer = String;

    fn run(self, budget: &Budget) -> Result<String, Fault> {
        let mut calculator = Calculator::new(budget.clone());
        let Thermograph(subject, title) = self;
        let graph = match &subject {
            Subject::Expression { expression } => {
                let graph = calculator.thermograph(expression);
                graph.map_err(|failure| Fault::unanswered(&failure))?
            }
            Subject::Position { game, position } => {
                let sum = Sum::from(positions::read(game, position)?);
                sum.finite()?;
                let (solvers, arena) = calculator.workbench();
                sum.thermograph(solvers, arena)?
            }
        };
        let title = title.unwrap_or_else(|| subject.to_string());
        Ok(draw::svg(&[(title, graph)]))
    }
}

/// `GET /api/v1/position?game=&position=`: what a page needs to show and edit
/// a position.
pub async fn position(inquiry: Inquiry) -> Result<Response, Fault> {
    let task = Look::read(inquiry.only(&["game", "position"])?, None)?;
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, task.answer(&inquiry).await?).into_response())
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
    Ok(seen(&board, position, &board.scene(), budget)?.to_string())
}

/// What a page needs to show and edit a position that was written as `text`
/// and looks like this.
pub fn seen(board: &Board, text: &str, scene: &Scene, budget: &Budget) -> Result<Value, Fault> {
    let component = board.component();
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
        "svg": draw::board(scene, board.info().title, &[]),
        "kind": kind(board, scene),
        "grid": scene.grid,
        "scene": shape(scene),
        "bound": bound(board),
        "count": board.board_count().map(|count| count.to_string()),
        "palette": palette,
        "impartial": board.is_impartial(),
        "loopy": board.is_loopy(),
        "left": legal(&component, Player::Left, scene, true, budget)?,
        "right": legal(&component, Player::Right, scene, true, budget)?,
        "parts": parts,
    });
    Ok(body)
}
