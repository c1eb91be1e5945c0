//! Positions to look at and to edit, and pictures to keep.

use axum::extract::State;
use axum::http::{HeaderMap, Uri, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::sync::Arc;
use values::{Budget, Player};

use super::api::Parameters;
use super::fault::Fault;
use super::play::legal;
use super::server::{Site, client};
use crate::calc::Calculator;
use crate::draw;
use positions::Sum;

fn svg(picture: String) -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response()
}

/// `GET /api/v1/board.svg?game=&position=`: a picture of a position.
pub async fn board(uri: Uri) -> Result<Response, Fault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&["game", "position"])?;
    let board = positions::read(parameters.need("game")?, parameters.need("position")?)?;
    Ok(svg(draw::board(&board.scene(), board.info().title, &[])))
}

/// `GET /api/v1/thermograph.svg?game=&position=` or `?expression=`.
pub async fn thermograph(
    State(site): State<Arc<Site>>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&["game", "position", "expression", "seconds", "watch"])?;
    let request = parameters.request(client(&headers), "seconds")?;
    let subject = match parameters.get("expression") {
        Some(text) => (None, text.to_owned()),
        None => (
            Some(parameters.need("game")?.to_owned()),
            parameters.need("position")?.to_owned(),
        ),
    };
    let work = move |budget: Budget| {
        let mut calculator = Calculator::new(budget);
        let (title, graph) = match subject {
            (None, text) => {
                let graph = calculator.thermograph(&text);
                (text, graph.map_err(|failure| unanswered(&failure))?)
            }
            (Some(game), position) => {
                let sum = Sum::from(positions::read(&game, &position)?);
                sum.finite()?;
                let (solvers, arena) = calculator.workbench();
                (
                    format!("{game} {position}"),
                    sum.thermograph(solvers, arena)?,
                )
            }
        };
        Ok::<_, Fault>(draw::svg(&[(title, graph)]))
    };
    Ok(svg(site.workers.run(request, work).await??))
}

fn unanswered(failure: &crate::calc::Failure) -> Fault {
    let object = crate::cli::json::failure(failure);
    Fault::unanswered(crate::cli::Exit::of(failure), object.as_bytes())
}

/// `GET /api/v1/position?game=&position=`: what a page needs to show and edit
/// a position.
pub async fn position(uri: Uri) -> Result<Response, Fault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&["game", "position"])?;
    let board = positions::read(parameters.need("game")?, parameters.need("position")?)?;
    let scene = board.scene();
    let mut parts = Vec::new();
    for part in board.parts() {
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
        "position": board.text(),
        "svg": draw::board(&scene, board.info().title, &[]),
        "grid": scene.grid,
        "palette": palette,
        "impartial": board.is_impartial(),
        "loopy": board.is_loopy(),
        "left": legal(&*board, Player::Left, &scene)?,
        "right": legal(&*board, Player::Right, &scene)?,
        "parts": parts,
    });
    Ok((
        [(header::CONTENT_TYPE, "application/json")],
        body.to_string(),
    )
        .into_response())
}
