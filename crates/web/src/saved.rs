//! Positions that somebody gave a name and keeps.

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::Arc;

use super::fault::Fault;
use super::inquiry::Inquiry;
use super::latrunculus;
use super::named::{self, named, told};
use super::picture::Look;
use super::server::Site;
use super::table::{fits, read_body};

/// A position with a name.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    pub name: String,
    pub game: String,
    pub position: String,
}

named!(Saved, "position", "positions", name, [name, game, position]);

/// `POST /api/v1/positions`: keeps a position under a name.
pub async fn save(
    State(site): State<Arc<Site>>,
    inquiry: Inquiry,
    body: String,
) -> Result<Response, Fault> {
    let asked: Saved = read_body(&body)?;
    let name = named::name(&asked.name)?;
    fits(&asked.position, "the position is too long")?;
    let (game, position) = match latrunculus::board(&asked.game, &asked.position) {
        Some(board) => (asked.game, board?.write()),
        None => {
            if asked.game.contains('@') {
                // A worker finds out whether it can be read in time.
                let look = Look {
                    game: asked.game.clone(),
                    position: asked.position.clone(),
                    drawn: None,
                };
                look.answer(&inquiry).await?;
            }
            let board = positions::read(&asked.game, &asked.position)?;
            (board.game().to_string(), board.text())
        }
    };
    let saved = Saved {
        name,
        game,
        position,
    };
    let id = named::keep(&site, &saved).await?;
    Ok(told(id, json!(saved)))
}
