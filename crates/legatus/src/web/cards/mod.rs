//! Games beside a stack of cards in the browser.

mod accountants;
mod accounts;
mod kept;

pub use accounts::{FindAccounts, FindHint, accounts, hint};
pub use kept::Kept;

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::Response;
use play::{CardPlayer, Turn};
use rules::Random;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use values::Budget;

use accountants::accountants;

use super::api::{Parameters, cut};
use super::client::Client;
use super::fault::Fault;
use super::kept::Side;
use super::play::{CLOSING, SECONDS, conflict, read_body, reply, thinking as time_for, within};
use super::server::{Site, nothing};
use super::shelf::{self, find, keep, remove};
use super::task::{Lane, Task};
use super::work::{Request, aside};

/// What an accountant may keep of thermographs, and of values: enough for a
/// board of 12x2.
const MOST_BYTES: u64 = 1 << 28;

/// `POST /api/v1/cards`: begins a game.
pub async fn begin(
    State(site): State<Arc<Site>>,
    client: Client,
    body: String,
) -> Result<Response, Fault> {
    let task = BeginGame(read_body(&body)?);
    let mut kept = site.workers.run(thinking(client), task).await?;
    let id = shelf::begin(&site, &mut kept).await?;
    Ok(reply(&view(id, kept).await?))
}

/// A game to begin: how many cards of -1 are enough may take a while to find.
#[derive(Serialize, Deserialize)]
pub struct BeginGame(kept::Begin);

impl Task for BeginGame {
    const NAME: &'static str = "begin beside cards";
    const LANE: Lane = Lane::Games;
    type Answer = Kept;

    fn run(self, budget: &Budget) -> Result<Kept, Fault> {
        Kept::begin(self.0, budget)
    }
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

fn thinking(client: Client) -> Request {
    within(Duration::from_secs(SECONDS), client)
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
    /// How long the computer may think.
    seconds: Option<u64>,
}

/// `POST /api/v1/cards/ID/move` and its like.
pub async fn step(
    State(site): State<Arc<Site>>,
    Path((id, what)): Path<(String, String)>,
    uri: Uri,
    client: Client,
    body: String,
) -> Result<Response, Fault> {
    const STEPS: [&str; 6] = ["move", "reply", "undo", "redo", "resign", "delete"];
    if !STEPS.contains(&&*what) {
        return Err(nothing(&uri));
    }
    let step: Step = read_body(&body)?;
    if what == "reply" {
        return think(&site, &id, &step, client).await;
    }
    let alone = site.alone(&id).await;
    let kept = at(find(&site, &id)?, step.ply)?;
    if what == "delete" {
        remove::<Kept>(&site, &id).await?;
        return Ok(reply(&json!({"deleted": id})));
    }
    let mut kept = aside(move || changed(kept, &what, &step)).await?;
    keep(&site, &id, &mut kept).await?;
    drop(alone);
    let mut view = view(id, kept).await?;
    view["remark"] = "".into();
    Ok(reply(&view))
}

/// The game, if it has as many turns as the page knows of.
fn at(kept: Kept, ply: usize) -> Result<Kept, Fault> {
    match ply == kept.ply {
        true => Ok(kept),
        false => Err(conflict(format!(
            "the game has {} turns, not {ply}",
            kept.ply
        ))),
    }
}

/// The game after what a person does to it.
fn changed(mut kept: Kept, what: &str, step: &Step) -> Result<Kept, Fault> {
    let missing = || Fault::bad("move is missing", "send {\"ply\":0,\"move\":\"card\"}");
    match what {
        "undo" => kept.undo()?,
        "redo" => kept.redo()?,
        "resign" => kept.resign(step.side)?,
        _ => kept.play(step.text.as_deref().ok_or_else(missing)?)?,
    }
    Ok(kept)
}

/// What a computer player does. Nobody waits while it thinks: the turn counts
/// if the game is still the same then.
async fn think(site: &Site, id: &str, step: &Step, client: Client) -> Result<Response, Fault> {
    let time = time_for(step.seconds)?;
    let kept = at(find(site, id)?, step.ply)?;
    let task = Reply {
        id: id.to_owned(),
        kept: kept.clone(),
        millis: time.as_millis() as u64,
    };
    let request = within(time + CLOSING, client);
    let (text, remark) = site.workers.run(request, task).await?;
    let alone = site.alone(id).await;
    let mut now: Kept = find(site, id)?;
    if !now.stands_as(&kept) {
        return Err(conflict("the game went on meanwhile"));
    }
    let mut now = aside(move || now.play(&text).map(|()| now)).await?;
    keep(site, id, &mut now).await?;
    drop(alone);
    let mut view = view(id.to_owned(), now).await?;
    view["remark"] = remark.into();
    Ok(reply(&view))
}

/// The turn of the computer player whose turn it is.
#[derive(Serialize, Deserialize)]
pub struct Reply {
    id: String,
    kept: Kept,
    /// How long it may think.
    millis: u64,
}

impl Task for Reply {
    const NAME: &'static str = "turn beside cards";
    const LANE: Lane = Lane::Games;
    /// The turn, and what is said to it.
    type Answer = (String, String);

    fn run(self, budget: &Budget) -> Result<(String, String), Fault> {
        let kept = self.kept;
        kept.going_on()?;
        let game = kept.game(kept.ply)?;
        let name = &kept.seat(game.turn()).player;
        if name == "human" {
            return Err(Fault::bad("a person is to move", "make a move"));
        }
        // Who does not find a turn in half of the time leaves the rest to
        // simpler players.
        let mut time = Duration::from_millis(self.millis);
        let mut too_hard = "";
        for name in [name, "orthodox", "random"] {
            time /= 2;
            let budget = budget.clone().with_deadline(Instant::now() + time);
            let random = Random::new(kept.changed ^ kept.ply as u64);
            let mut player = CardPlayer::find(name, random)?;
            let choice = accountants().with(&self.id, &budget, |accountant| {
                player.choose(&game, accountant)
            });
            let choice = match choice {
                Err(error) if error.is_limit() => {
                    too_hard = "too hard for more: ";
                    continue;
                }
                choice => choice?,
            };
            let text = match &choice.turn {
                Turn::Card => kept::CARD.to_owned(),
                Turn::Board(mv) => game.state().text(mv)?,
            };
            return Ok((text, format!("{too_hard}{}", choice.remark)));
        }
        Err(values::Error::Deadline.into())
    }
}

/// What an accountant may keep of a budget, of thermographs and again of
/// values; there are a few of them.
fn bytes(budget: &Budget) -> u64 {
    (budget.bytes().unwrap_or(u64::MAX) / 8).min(MOST_BYTES)
}
