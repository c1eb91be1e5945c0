//! Latrunculus in the browser: games with a die, kept action by action.

mod kept;
mod view;

pub use kept::Kept;
pub use view::{board, position, scene};

use axum::extract::{Path, State};
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use play::latrunculus::{COMMANDERS, find_commander};
use rules::Random;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use values::Budget;

use super::api::{Parameters, cut};
use super::client::Client;
use super::fault::Fault;
use super::kept::Side;
use super::play::{CLOSING, conflict, effort, read_body, reply, thinking, within};
use super::server::{Site, nothing};
use super::shelf::{self, find, keep, remove};
use super::task::{Lane, Task};
use super::work::aside;

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
    /// How long the computer may think.
    seconds: Option<u64>,
}

/// `POST /api/v1/latrunculus/ID/roll` and its like.
pub async fn step(
    State(site): State<Arc<Site>>,
    Path((id, what)): Path<(String, String)>,
    uri: Uri,
    client: Client,
    body: String,
) -> Result<Response, Fault> {
    const STEPS: [&str; 9] = [
        "roll", "move", "end", "reply", "undo", "redo", "resign", "hint", "delete",
    ];
    if !STEPS.contains(&&*what) {
        return Err(nothing(&uri));
    }
    let step: Step = read_body(&body)?;
    if matches!(&*what, "reply" | "hint") {
        return think(&site, &id, &step, what == "hint", client).await;
    }
    let _alone = site.alone(&id).await;
    let mut kept = at(find(&site, &id)?, &step)?;
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
        _ => {
            remove::<Kept>(&site, &id).await?;
            return Ok(reply(&json!({"deleted": id})));
        }
    }
    keep(&site, &id, &mut kept).await?;
    Ok(reply(&view(id, kept).await?))
}

/// The game, if it is as far as the page knows.
fn at(kept: Kept, step: &Step) -> Result<Kept, Fault> {
    match (step.ply, step.spent) == (kept.ply, kept.spent) {
        true => Ok(kept),
        false => Err(conflict(format!(
            "the game has {} turns and {} actions of the next, not {} and {}",
            kept.ply, kept.spent, step.ply, step.spent
        ))),
    }
}

/// What nobody can foresee.
fn chance(site: &Site) -> Random {
    Random::new(u64::from_str_radix(&site.new_id(), 16).unwrap_or(0))
}

/// What a computer player does with its throw, or advises. Nobody waits while
/// it thinks: the turn counts if the game is still the same then.
async fn think(
    site: &Site,
    id: &str,
    step: &Step,
    hint: bool,
    client: Client,
) -> Result<Response, Fault> {
    let time = thinking(step.seconds)?;
    let kept = thrown(site, id, step, hint).await?;
    let task = Reply {
        kept: kept.clone(),
        hint,
        seed: chance(site).bits(),
        millis: time.as_millis() as u64,
    };
    let request = within(time + CLOSING, client);
    let (text, remark) = site.workers.run(request, task).await?;
    if hint {
        return Ok(reply(&json!({"move": text, "remark": remark})));
    }
    let alone = site.alone(id).await;
    let mut now: Kept = find(site, id)?;
    if !now.stands_as(&kept) {
        return Err(conflict("the game went on meanwhile"));
    }
    now.whole_turn(&text)?;
    keep(site, id, &mut now).await?;
    drop(alone);
    let mut view = view(id.to_owned(), now).await?;
    view["remark"] = remark.into();
    Ok(reply(&view))
}

/// The game with the die thrown, if a computer player is to move: the throw
/// stands, also when nobody waits for the turn any more.
async fn thrown(site: &Site, id: &str, step: &Step, hint: bool) -> Result<Kept, Fault> {
    let _alone = site.alone(id).await;
    let mut kept = at(find::<Kept>(site, id)?, step)?;
    if !hint && !kept.is_thrown() && !kept.seat(kept.mover(kept.ply)).is_human() {
        kept.throw(None, &mut chance(site))?;
        keep(site, id, &mut kept).await?;
    }
    Ok(kept)
}

/// The turn of the computer player whose throw it is, or of the strongest one
/// for a hint.
#[derive(Serialize, Deserialize)]
pub struct Reply {
    kept: Kept,
    hint: bool,
    seed: u64,
    /// How long it may think.
    millis: u64,
}

impl Task for Reply {
    const NAME: &'static str = "turn with a die";
    const LANE: Lane = Lane::Games;
    /// The turn, and what is said to it.
    type Answer = (String, String);

    fn run(self, budget: &Budget) -> Result<(String, String), Fault> {
        let kept = self.kept;
        kept.going_on()?;
        let state = kept.state(kept.ply)?;
        let seat = kept.seat(state.player);
        let (commander, level) = match (self.hint, seat.player.as_str()) {
            (true, _) => (&COMMANDERS[0], play::DEFAULT_LEVEL),
            (false, "human") => return Err(Fault::bad("a person is to move", "spend the pips")),
            (false, name) => (find_commander(name)?, seat.level),
        };
        let Some(throw) = kept.thrown() else {
            return Err(Fault::bad(
                "the die is not thrown yet",
                "throw it, then ask",
            ));
        };
        let effort = effort(level, self.millis, budget);
        let mut random = Random::new(self.seed);
        let chosen = commander.choose(&state, throw, &effort, &mut random)?;
        let remark = match effort.is_cut_short() {
            true => "the best found so far",
            false => "",
        };
        Ok((chosen.text(), remark.to_owned()))
    }
}
