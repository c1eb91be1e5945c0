//! Games in progress over HTTP: begun, continued, kept in the store, shared.

use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use play::{Effort, find_player};
use rules::Random;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use values::Budget;

use super::api::{Parameters, cut};
use super::client::Client;
use super::fault::Fault;
use super::kept::{self, Begin, Kept, Seat, Side};
use super::server::Site;
use super::task::{Lane, Task};
use super::work::{Request, aside};

/// How many seconds a computer player thinks at most, and may be asked to.
pub const SECONDS: u64 = 30;
/// And how long it may take to say what it found.
pub const CLOSING: Duration = Duration::from_secs(5);
/// How long a game may take that is begun with many moves, or only shown.
const REPLAYING: Duration = Duration::from_secs(10);
/// How many games and positions are kept.
pub const MOST_KEPT: u64 = 10_000;

/// The time, in seconds since 1970.
pub fn now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs())
}

/// The keys of games in the store.
const PREFIX: &str = "game/";

fn key(id: &str) -> Result<String, Fault> {
    key_on(PREFIX, id)
}

/// The key of a game with a name, if that is one.
pub fn key_on(prefix: &str, id: &str) -> Result<String, Fault> {
    let fine = id.len() == 16 && id.bytes().all(|b| b.is_ascii_hexdigit());
    match fine {
        true => Ok(format!("{prefix}{id}")),
        false => Err(Fault::missing("there is no such game")),
    }
}

/// The game that is kept under a name.
pub fn find(site: &Site, id: &str) -> Result<Kept, Fault> {
    let found = site.store.get(&key(id)?)?;
    let bytes = found.ok_or_else(|| Fault::missing("there is no such game"))?;
    Kept::read(&String::from_utf8_lossy(&bytes)).map_err(|fault| {
        let error = format!("the game is damaged: {}", fault.error);
        Fault::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            error,
            "begin another one",
        )
    })
}

/// The games that were changed last, and how many there are.
pub fn latest(site: &Site, most: usize) -> Result<(Vec<(String, Kept)>, usize), Fault> {
    let mut games: Vec<(Reverse<u64>, String)> = Vec::new();
    site.store.each(PREFIX, |id, bytes| {
        games.push((Reverse(kept::changed(bytes)), id.to_owned()));
    })?;
    let count = games.len();
    games.sort_unstable();
    games.truncate(most);
    let shown = games.into_iter().filter_map(|(_, id)| {
        let game = find(site, &id).ok()?;
        Some((id, game))
    });
    Ok((shown.collect(), count))
}

/// Keeps a game; when this returns, it is on the disk.
async fn keep(site: &Site, id: &str, kept: &mut Kept) -> Result<(), Fault> {
    kept.changed = now();
    let text = kept.record(true)?.to_string();
    Ok(site.store.put(&key(id)?, Some(text.into_bytes())).await?)
}

/// An answer in JSON.
pub fn reply(value: &Value) -> Response {
    (
        [(header::CONTENT_TYPE, "application/json")],
        value.to_string(),
    )
        .into_response()
}

/// `POST /api/v1/play`: begins a game.
pub async fn begin(
    State(site): State<Arc<Site>>,
    client: Client,
    body: String,
) -> Result<Response, Fault> {
    let begin: Begin = read_body(&body)?;
    if site.store.count()? >= MOST_KEPT {
        return Err(full());
    }
    let request = within(REPLAYING, client);
    let record = site.workers.run(request, BeginGame(begin)).await?;
    let mut kept = aside(move || Kept::read(&record)).await?;
    let id = site.new_id();
    keep(&site, &id, &mut kept).await?;
    Ok(reply(&view(id, kept).await?))
}

/// A game to begin, perhaps with moves that were made already.
#[derive(Serialize, Deserialize)]
pub struct BeginGame(Begin);

impl Task for BeginGame {
    const NAME: &'static str = "begin";
    const LANE: Lane = Lane::Games;
    /// The record of the game.
    type Answer = String;

    fn run(self, budget: &Budget) -> Result<String, Fault> {
        Ok(Kept::begin(self.0, budget)?.record(true)?.to_string())
    }
}

/// A request of a client that takes at most so long.
pub fn within(time: Duration, client: Client) -> Request {
    Request {
        client,
        time,
        watch: None,
    }
}

/// No more can be kept.
pub fn full() -> Fault {
    Fault::new(
        StatusCode::CONFLICT,
        format!("{MOST_KEPT} games and positions are kept"),
        "delete some of them at /saved",
    )
}

async fn view(id: String, kept: Kept) -> Result<Value, Fault> {
    aside(move || kept.view(Some(&id), kept.ply)).await
}

/// `GET /api/v1/play/ID`: the game, as it is or as it was after `ply` moves.
pub async fn show(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Fault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&["ply"])?;
    let kept = find(&site, &id)?;
    let ply = ply(parameters.get("ply"), &kept)?;
    Ok(reply(&aside(move || kept.view(Some(&id), ply)).await?))
}

/// The `ply` that was asked for, or the last.
fn ply(asked: Option<&str>, kept: &Kept) -> Result<usize, Fault> {
    let Some(text) = asked else {
        return Ok(kept.ply);
    };
    match text.parse() {
        Ok(ply) if ply <= kept.plies() => Ok(ply),
        _ => {
            let hint = format!("the game has {} moves", kept.plies());
            Err(Fault::bad(format!("there is no move {}", cut(text)), hint))
        }
    }
}

/// `GET /api/v1/play/ID/record`: the game as a text for other programs.
pub async fn record(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let kept = find(&site, &id)?;
    let text = kept.record(false)?.to_string();
    let kind = "text/plain; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

/// `GET /api/v1/replay?game=&position=&moves=`: a game that is in its address
/// and nowhere else.
pub async fn replay(
    State(site): State<Arc<Site>>,
    client: Client,
    uri: Uri,
) -> Result<Response, Fault> {
    Ok(reply(&replayed(&site, client, uri).await?))
}

/// The same as a view.
pub async fn replayed(site: &Site, client: Client, uri: Uri) -> Result<Value, Fault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&["game", "position", "first", "misere", "moves", "ply"])?;
    let first = match parameters.get("first") {
        None | Some("left") => Some(Side::Left),
        Some("right") => Some(Side::Right),
        Some(_) => {
            return Err(Fault::bad(
                "first is left or right",
                "leave it out for left",
            ));
        }
    };
    let moves = parameters.get("moves").unwrap_or("").split(';');
    let begin = Begin {
        game: parameters.need("game")?.to_owned(),
        position: parameters.need("position")?.to_owned(),
        misere: parameters.flag("misere")?,
        first,
        left: Seat::human(),
        right: Seat::human(),
        moves: moves
            .map(str::trim)
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
            .collect(),
    };
    let task = Replay {
        begin,
        ply: parameters.get("ply").map(str::to_owned),
    };
    site.workers.run(within(REPLAYING, client), task).await
}

/// A game to look at after so many moves.
#[derive(Serialize, Deserialize)]
pub struct Replay {
    begin: Begin,
    ply: Option<String>,
}

impl Task for Replay {
    const NAME: &'static str = "replay";
    const LANE: Lane = Lane::Games;
    /// What the page sees.
    type Answer = Value;

    fn run(self, budget: &Budget) -> Result<Value, Fault> {
        let kept = Kept::begin(self.begin, budget)?;
        kept.view(None, ply(self.ply.as_deref(), &kept)?)
    }
}

/// What is done to a game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    /// How many moves the page knew of.
    ply: usize,
    /// The move, if one is made.
    #[serde(rename = "move")]
    text: Option<String>,
    /// Who resigns.
    side: Option<Side>,
    /// How long the computer may think.
    seconds: Option<u64>,
}

/// `POST /api/v1/play/ID/move` and its like.
pub async fn step(
    State(site): State<Arc<Site>>,
    Path((id, what)): Path<(String, String)>,
    uri: Uri,
    client: Client,
    body: String,
) -> Result<Response, Fault> {
    let step: Step = match &*what {
        "move" | "reply" | "undo" | "redo" | "resign" | "hint" | "delete" => read_body(&body)?,
        _ => return Err(super::server::nothing(&uri)),
    };
    if matches!(&*what, "reply" | "hint") {
        return think(&site, &id, &step, what == "hint", client).await;
    }
    let alone = site.alone(&id).await;
    let kept = at(find(&site, &id)?, step.ply)?;
    if what == "delete" {
        site.store.put(&key(&id)?, None).await?;
        return Ok(reply(&json!({"deleted": id})));
    }
    let mut kept = aside(move || changed(kept, &what, &step)).await?;
    keep(&site, &id, &mut kept).await?;
    drop(alone);
    let mut view = view(id, kept).await?;
    view["remark"] = "".into();
    Ok(reply(&view))
}

/// The game, if it has as many moves as the page knows of.
fn at(kept: Kept, ply: usize) -> Result<Kept, Fault> {
    match ply == kept.ply {
        true => Ok(kept),
        false => Err(conflict(format!(
            "the game has {} moves, not {ply}",
            kept.ply
        ))),
    }
}

/// Somebody else was faster.
pub fn conflict(error: impl Into<String>) -> Fault {
    Fault::new(StatusCode::CONFLICT, error, "load the game again")
}

/// The game after what a person does to it.
fn changed(mut kept: Kept, what: &str, step: &Step) -> Result<Kept, Fault> {
    let missing = || Fault::bad("move is missing", "send {\"ply\":0,\"move\":\"a1-a2\"}");
    match what {
        "undo" => kept.undo()?,
        "redo" => kept.redo()?,
        "resign" => {
            let side = step.side.map(Side::player);
            kept.resigned = Some(side.unwrap_or(kept.turn(kept.ply)));
        }
        _ => kept.play(step.text.as_deref().ok_or_else(missing)?)?,
    }
    Ok(kept)
}

/// How long a computer player may think, if that can be.
pub fn thinking(seconds: Option<u64>) -> Result<Duration, Fault> {
    match seconds.unwrap_or(SECONDS) {
        seconds @ 1..=SECONDS => Ok(Duration::from_secs(seconds)),
        seconds => Err(Fault::bad(
            format!("nobody thinks for {seconds} seconds"),
            format!("ask for 1 to {SECONDS}"),
        )),
    }
}

/// What a computer player does, or advises. Nobody waits while it thinks: the
/// move counts if the game is still the same then.
async fn think(
    site: &Site,
    id: &str,
    step: &Step,
    hint: bool,
    client: Client,
) -> Result<Response, Fault> {
    let time = thinking(step.seconds)?;
    let kept = at(find(site, id)?, step.ply)?;
    let mut task = Reply {
        record: kept.record(true)?.to_string(),
        hint,
        hasty: false,
        millis: time.as_millis() as u64,
    };
    let request = || within(time + CLOSING, client.clone());
    let answer = match site.workers.run(request(), task.clone()).await {
        Err(fault) if fault.status == StatusCode::UNPROCESSABLE_ENTITY => {
            task.hasty = true;
            site.workers.run(request(), task).await
        }
        answer => answer,
    };
    let (text, remark) = answer?;
    if hint {
        return Ok(reply(&json!({"move": text, "remark": remark})));
    }
    let alone = site.alone(id).await;
    let mut now = find(site, id)?;
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

/// What a computer player would do: the one whose turn it is, or the
/// strongest one for a hint.
#[derive(Clone, Serialize, Deserialize)]
pub struct Reply {
    record: String,
    hint: bool,
    /// Whether it was too much to think, so that any sensible move will do.
    hasty: bool,
    /// How long it may think.
    millis: u64,
}

impl Task for Reply {
    const NAME: &'static str = "reply";
    const LANE: Lane = Lane::Games;
    /// The move, and what is said to it.
    type Answer = (String, String);

    fn run(self, budget: &Budget) -> Result<(String, String), Fault> {
        let kept = Kept::read(&self.record)?;
        let state = kept.state(kept.ply)?;
        if let Some((_, reason)) = kept.ending(kept.ply)? {
            return Err(kept::over(&reason));
        }
        let seat = kept.seat(kept.turn(kept.ply));
        let (listed, level) = match (self.hint, seat.player.as_str()) {
            (true, _) => (play::default_player(&state), play::DEFAULT_LEVEL),
            (false, "human") => {
                return Err(Fault::bad("a person is to move", "make a move"));
            }
            (false, name) => (find_player(name, &state)?, seat.level),
        };
        let (listed, level) = match self.hasty {
            true => (find_player("mobility", &state)?, 1),
            false => (listed, level),
        };
        let effort = effort(level, self.millis, budget);
        let mut random = Random::new(kept.changed ^ kept.ply as u64);
        let choice = listed.reply(&state, &effort, &mut random)?;
        Ok((state.text(&choice.mv)?, choice.remark))
    }
}

/// What a player at a level may do in so many milliseconds. It has several
/// memories, each of which may become as large as this.
pub fn effort(level: u32, millis: u64, budget: &Budget) -> Effort {
    let effort = Effort::level(level);
    let bytes = budget.bytes().unwrap_or(u64::MAX) / 4;
    let bytes = bytes.min(effort.bytes());
    effort
        .with_bytes(bytes)
        .with_budget(budget.clone())
        .until(Instant::now() + Duration::from_millis(millis))
}

/// Reads a JSON body.
pub fn read_body<T: for<'de> Deserialize<'de>>(body: &str) -> Result<T, Fault> {
    serde_json::from_str(body).map_err(|error| {
        let mut error = error.to_string();
        error.truncate(
            error
                .char_indices()
                .nth(200)
                .map_or(error.len(), |(end, _)| end),
        );
        Fault::bad(
            format!("the body is not what was expected: {error}"),
            "/api/v1/openapi.json describes it",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A move is made even where a player's thinking ended its process.
    #[test]
    fn haste_finds_a_move() {
        let seat = json!({"player": "exact", "level": 10});
        let begin = json!({"game": "amazons", "position": "10x10", "right": seat});
        let budget = Budget::unlimited();
        let kept = Kept::begin(serde_json::from_value(begin).unwrap(), &budget).unwrap();
        let task = Reply {
            record: kept.record(true).unwrap().to_string(),
            hint: false,
            hasty: true,
            millis: 10_000,
        };
        let begun = Instant::now();
        let (text, _) = task.run(&budget).unwrap();
        assert!(begun.elapsed() < Duration::from_secs(5));
        let mut kept = kept;
        kept.play(&text).unwrap();
        assert_eq!(kept.ply, 1);
    }
}
