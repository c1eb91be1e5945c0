//! Games beside a stack of cards in the browser.

mod accountants;
mod accounts;
mod kept;

pub use accountants::Accountants;
pub use accounts::{accounts, hint};
pub use kept::Kept;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
use play::{CardPlayer, Turn};
use rules::Random;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use values::Budget;

use super::api::{Parameters, cut};
use super::fault::Fault;
use super::kept::Side;
use super::play::{THINKING, read_body, reply};
use super::server::{Site, client, nothing};
use super::shelf::{self, find, keep, remove};
use super::work::{Request, aside};

/// What an accountant may keep of thermographs, and of values: enough for a
/// board of 12x2.
const MOST_BYTES: u64 = 1 << 28;

/// `POST /api/v1/cards`: begins a game.
pub async fn begin(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    body: String,
) -> Result<Response, Fault> {
    let begin: kept::Begin = read_body(&body)?;
    // How many cards of -1 are enough may take a while to find.
    let work = move |budget: Budget| Kept::begin(begin, &budget);
    let mut kept = site.workers.run(thinking(&headers), work).await??;
    let id = shelf::begin(&site, &mut kept).await?;
    Ok(reply(&view(id, kept).await?))
}

/// `GET /api/v1/cards/ID`: the game, as it is or as it was after `ply` turns.
pub async fn show(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Fault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&["ply"])?;
    let kept: Kept = find(&site, &id)?;
    let ply = ply(&parameters, &kept)?;
    Ok(reply(&aside(move || kept.view(&id, ply)).await?))
}

/// After how many turns the game is asked about.
fn ply(parameters: &Parameters, kept: &Kept) -> Result<usize, Fault> {
    let Some(text) = parameters.get("ply") else {
        return Ok(kept.ply);
    };
    let ply = text.parse().ok().filter(|ply| *ply <= kept.turns.len());
    ply.ok_or_else(|| {
        let hint = format!("the game has {} turns", kept.turns.len());
        Fault::bad(format!("there is no turn {}", cut(text)), hint)
    })
}

fn thinking(headers: &HeaderMap) -> Request {
    Request {
        client: client(headers),
        time: THINKING,
        watch: None,
    }
}

async fn view(id: String, kept: Kept) -> Result<Value, Fault> {
    aside(move || kept.view(&id, kept.ply)).await
}

/// What is done to a game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    /// How many turns the page knew of.
    ply: usize,
    /// A move, or `card`.
    #[serde(rename = "move")]
    text: Option<String>,
    /// Who resigns.
    side: Option<Side>,
}

/// `POST /api/v1/cards/ID/move` and its like.
pub async fn step(
    State(site): State<Arc<Site>>,
    Path((id, what)): Path<(String, String)>,
    uri: Uri,
    headers: HeaderMap,
    body: String,
) -> Result<Response, Fault> {
    const STEPS: [&str; 6] = ["move", "reply", "undo", "redo", "resign", "delete"];
    if !STEPS.contains(&&*what) {
        return Err(nothing(&uri));
    }
    let step: Step = read_body(&body)?;
    let _alone = site.alone(&id).await;
    let mut kept: Kept = find(&site, &id)?;
    if step.ply != kept.ply {
        return Err(Fault::new(
            StatusCode::CONFLICT,
            format!("the game has {} turns, not {}", kept.ply, step.ply),
            "load the game again",
        ));
    }
    let mut remark = String::new();
    match &*what {
        "move" => {
            let missing = || Fault::bad("move is missing", "send {\"ply\":0,\"move\":\"card\"}");
            kept.play(step.text.as_deref().ok_or_else(missing)?)?;
        }
        "undo" => kept.undo()?,
        "redo" => kept.redo()?,
        "resign" => kept.resign(step.side)?,
        "delete" => {
            remove::<Kept>(&site, &id).await?;
            return Ok(reply(&json!({"deleted": id})));
        }
        _ => {
            let (text, said) = think(&site, &id, &kept, &headers).await?;
            kept.play(&text)?;
            remark = said;
        }
    }
    keep(&site, &id, &mut kept).await?;
    let mut view = view(id, kept).await?;
    view["remark"] = remark.into();
    Ok(reply(&view))
}

/// The turn of the computer player whose turn it is, and what it says to it.
async fn think(
    site: &Arc<Site>,
    id: &str,
    kept: &Kept,
    headers: &HeaderMap,
) -> Result<(String, String), Fault> {
    kept.going_on()?;
    let game = kept.game(kept.ply)?;
    let name = kept.seat(game.turn()).player.clone();
    if name == "human" {
        return Err(Fault::bad("a person is to move", "make a move"));
    }
    let seed = kept.changed ^ kept.ply as u64;
    let (id, here) = (id.to_owned(), Arc::clone(site));
    let work = move |budget: Budget| {
        let mut player = CardPlayer::find(&name, Random::new(seed))?;
        let choice = here
            .accountants
            .with(&id, &budget, |accountant| player.choose(&game, accountant));
        let choice = choice?;
        let text = match &choice.turn {
            Turn::Card => kept::CARD.to_owned(),
            Turn::Board(mv) => game.state().text(mv)?,
        };
        Ok::<_, Fault>((text, choice.remark))
    };
    site.workers.run(thinking(headers), work).await?
}

/// What an accountant may keep of a budget, of thermographs and again of
/// values; there are a few of them.
fn bytes(budget: &Budget) -> u64 {
    (budget.bytes().unwrap_or(u64::MAX) / 8).min(MOST_BYTES)
}
