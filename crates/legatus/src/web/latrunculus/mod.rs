//! Latrunculus in the browser: games with a die, kept action by action.

mod kept;
mod view;

pub use kept::Kept;
pub use view::{board, position, scene};

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use play::Effort;
use play::latrunculus::{COMMANDERS, find_commander};
use rules::Random;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

use super::api::{Parameters, cut};
use super::fault::Fault;
use super::kept::Side;
use super::play::{THINKING, read_body, reply};
use super::server::{Site, client, nothing};
use super::shelf::{self, find, keep, remove};
use super::work::{Request, aside};

/// `POST /api/v1/latrunculus`: begins a game.
pub async fn begin(State(site): State<Arc<Site>>, body: String) -> Result<Response, Fault> {
    let mut kept = Kept::begin(read_body(&body)?)?;
    let id = shelf::begin(&site, &mut kept).await?;
    Ok(reply(&view(id, kept).await?))
}

/// `GET /api/v1/latrunculus/ID`: the game, as it is or as it was after `ply`
/// turns.
pub async fn show(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Fault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&["ply"])?;
    let kept: Kept = find(&site, &id)?;
    let ply = match parameters.get("ply") {
        None => kept.ply,
        Some(text) => text
            .parse()
            .ok()
            .filter(|ply| *ply <= kept.turns.len())
            .ok_or_else(|| {
                let hint = format!("the game has {} turns", kept.turns.len());
                Fault::bad(format!("there is no turn {}", cut(text)), hint)
            })?,
    };
    Ok(reply(&aside(move || kept.view(&id, ply)).await?))
}

/// `GET /api/v1/latrunculus/ID/record`: the game as a text for other programs.
pub async fn record(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let kept: Kept = find(&site, &id)?;
    let kind = "text/plain; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], kept.record()?.to_string()).into_response())
}

async fn view(id: String, kept: Kept) -> Result<Value, Fault> {
    aside(move || kept.view(&id, kept.ply)).await
}

/// What is done to a game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    /// How many turns the page knew of, and how many actions of the turn
    /// under way.
    ply: usize,
    #[serde(default)]
    spent: usize,
    /// Steps and kills: all of a turn or a part of it.
    #[serde(rename = "move")]
    text: Option<String>,
    /// Whether the turn ends with them.
    #[serde(default)]
    end: bool,
    /// What a die of one's own shows.
    roll: Option<u8>,
    /// Who resigns.
    side: Option<Side>,
}

/// `POST /api/v1/latrunculus/ID/roll` and its like.
pub async fn step(
    State(site): State<Arc<Site>>,
    Path((id, what)): Path<(String, String)>,
    uri: Uri,
    headers: HeaderMap,
    body: String,
) -> Result<Response, Fault> {
    const STEPS: [&str; 9] = [
        "roll", "move", "end", "reply", "undo", "redo", "resign", "hint", "delete",
    ];
    if !STEPS.contains(&&*what) {
        return Err(nothing(&uri));
    }
    let step: Step = read_body(&body)?;
    let _alone = site.alone(&id).await;
    let mut kept: Kept = find(&site, &id)?;
    if (step.ply, step.spent) != (kept.ply, kept.spent) {
        let error = format!(
            "the game has {} turns and {} actions of the next, not {} and {}",
            kept.ply, kept.spent, step.ply, step.spent
        );
        return Err(Fault::new(
            StatusCode::CONFLICT,
            error,
            "load the game again",
        ));
    }
    match &*what {
        "roll" => kept.throw(step.roll, &mut chance(&site))?,
        "move" => {
            let missing = || Fault::bad("move is missing", "send {\"ply\":0,\"move\":\"e3-e4\"}");
            kept.act(step.text.as_deref().ok_or_else(missing)?)?;
            if step.end {
                kept.end()?;
            }
        }
        "end" => kept.end()?,
        "undo" => kept.undo()?,
        "redo" => kept.redo()?,
        "resign" => kept.resign(step.side)?,
        "delete" => {
            remove::<Kept>(&site, &id).await?;
            return Ok(reply(&json!({"deleted": id})));
        }
        other => {
            let hint = other == "hint";
            if !hint && !kept.is_thrown() {
                kept.throw(None, &mut chance(&site))?;
            }
            let text = think(&site, &kept, hint, client(&headers)).await?;
            if hint {
                return Ok(reply(&json!({"move": text})));
            }
            kept.whole_turn(&text)?;
        }
    }
    keep(&site, &id, &mut kept).await?;
    Ok(reply(&view(id, kept).await?))
}

/// What nobody can foresee.
fn chance(site: &Site) -> Random {
    Random::new(u64::from_str_radix(&site.new_id(), 16).unwrap_or(0))
}

/// The turn of the computer player whose throw it is, or of the strongest one
/// for a hint.
async fn think(site: &Site, kept: &Kept, hint: bool, client: String) -> Result<String, Fault> {
    kept.going_on()?;
    let state = kept.state(kept.ply)?;
    let Some(throw) = kept.thrown() else {
        return Err(Fault::bad(
            "the die is not thrown yet",
            "throw it, then ask",
        ));
    };
    let seat = kept.seat(state.player);
    let (commander, level) = match (hint, seat.player.as_str()) {
        (true, _) => (&COMMANDERS[0], play::DEFAULT_LEVEL),
        (false, "human") => return Err(Fault::bad("a person is to move", "spend the pips")),
        (false, name) => (find_commander(name)?, seat.level),
    };
    let request = Request {
        client,
        time: THINKING,
        watch: None,
    };
    let mut random = chance(site);
    let work = move |budget| {
        let effort = Effort::level(level).with_budget(budget);
        let chosen = commander.choose(&state, throw, &effort, &mut random)?;
        Ok::<_, values::Error>(chosen.text())
    };
    Ok(site.workers.run(request, work).await??)
}
