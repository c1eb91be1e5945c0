//! Positions that somebody gave a name and keeps.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::Arc;

use super::fault::Fault;
use super::latrunculus;
use super::server::Site;
use super::shelf;
use super::table::{fits, read_body, reply};

/// The keys of positions in the store.
const PREFIX: &str = "position/";
/// The longest name, in characters.
const LONGEST_NAME: usize = 80;

/// A position with a name.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    pub name: String,
    pub game: String,
    pub position: String,
}

/// A name under which something is kept.
pub fn named(name: &str) -> Result<&str, Fault> {
    let name = name.trim();
    match (1..=LONGEST_NAME).contains(&name.chars().count()) {
        true => Ok(name),
        false => Err(Fault::bad(
            format!("a name has 1 to {LONGEST_NAME} characters"),
            "write a name such as `my opening`",
        )),
    }
}

/// All positions, by name.
pub fn all(site: &Site) -> Result<Vec<(String, Saved)>, Fault> {
    let mut found: Vec<(String, Saved)> = Vec::new();
    site.store.each(PREFIX, |id, bytes| {
        if let Ok(saved) = serde_json::from_slice(bytes) {
            found.push((id.to_owned(), saved));
        }
    })?;
    found.sort_by(|(a, one), (b, other)| (&one.name, a).cmp(&(&other.name, b)));
    Ok(found)
}

/// `GET /api/v1/positions`: all positions that are kept.
pub async fn list(State(site): State<Arc<Site>>) -> Result<Response, Fault> {
    let list = all(&site)?.into_iter().map(|(id, saved)| {
        json!({"id": id, "name": saved.name, "game": saved.game, "position": saved.position})
    });
    Ok(reply(&list.collect()))
}

/// `POST /api/v1/positions`: keeps a position under a name.
pub async fn save(State(site): State<Arc<Site>>, body: String) -> Result<Response, Fault> {
    let asked: Saved = read_body(&body)?;
    let name = named(&asked.name)?;
    fits(&asked.position, "the position is too long")?;
    let (game, position) = match latrunculus::board(&asked.game, &asked.position) {
        Some(board) => (asked.game, board?.write()),
        None => {
            let board = positions::read(&asked.game, &asked.position)?;
            (board.game().to_string(), board.text())
        }
    };
    shelf::room(&site)?;
    let saved = Saved {
        name: name.to_owned(),
        game,
        position,
    };
    let id = site.new_id();
    let mut object = json!(saved);
    let bytes = object.to_string().into_bytes();
    site.store
        .put(&format!("{PREFIX}{id}"), Some(bytes))
        .await?;
    object["id"] = id.into();
    Ok(reply(&object))
}

/// `DELETE /api/v1/positions/ID`.
pub async fn delete(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let key = format!("{PREFIX}{id}");
    if id.len() > 16 || site.store.get(&key)?.is_none() {
        let missing = Fault::new(
            StatusCode::NOT_FOUND,
            "there is no such position",
            "GET /api/v1/positions lists them",
        );
        return Err(missing);
    }
    site.store.put(&key, None).await?;
    Ok(reply(&json!({"deleted": id})))
}
