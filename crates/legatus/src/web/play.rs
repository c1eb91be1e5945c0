//! Games in progress over HTTP: begun, continued, kept in the store, shared.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use play::{Effort, find_player};
use rules::Random;
use serde::Deserialize;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::api::{Parameters, cut};
use super::fault::Fault;
use super::kept::{self, Begin, Kept, Seat, Side};
use super::server::{Site, client};
use super::work::{Request, aside};

/// How long a computer player may think.
pub const THINKING: Duration = Duration::from_secs(30);
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
pub async fn begin(State(site): State<Arc<Site>>, body: String) -> Result<Response, Fault> {
    let begin: Begin = read_body(&body)?;
    if site.store.count()? >= MOST_KEPT {
        return Err(full());
    }
    let mut kept = aside(move || Kept::begin(begin)).await?;
    let id = site.new_id();
    keep(&site, &id, &mut kept).await?;
    Ok(reply(&view(id, kept).await?))
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
    let ply = ply(&parameters, &kept)?.unwrap_or(kept.ply);
    Ok(reply(&aside(move || kept.view(Some(&id), ply)).await?))
}

/// The `ply` that was asked for.
fn ply(parameters: &Parameters, kept: &Kept) -> Result<Option<usize>, Fault> {
    let Some(text) = parameters.get("ply") else {
        return Ok(None);
    };
    match text.parse() {
        Ok(ply) if ply <= kept.plies() => Ok(Some(ply)),
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
pub async fn replay(uri: Uri) -> Result<Response, Fault> {
    Ok(reply(&replayed(uri).await?))
}

/// The same as a view.
pub async fn replayed(uri: Uri) -> Result<Value, Fault> {
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
    aside(move || {
        let kept = Kept::begin(begin)?;
        let ply = ply(&parameters, &kept)?.unwrap_or(kept.ply);
        kept.view(None, ply)
    })
    .await
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
}

/// `POST /api/v1/play/ID/move` and its like.
pub async fn step(
    State(site): State<Arc<Site>>,
    Path((id, what)): Path<(String, String)>,
    uri: Uri,
    headers: HeaderMap,
    body: String,
) -> Result<Response, Fault> {
    if !matches!(
        &*what,
        "move" | "reply" | "undo" | "redo" | "resign" | "hint" | "delete"
    ) {
        return Err(super::server::nothing(&uri));
    }
    let step: Step = read_body(&body)?;
    let _alone = site.alone(&id).await;
    let mut kept = find(&site, &id)?;
    if step.ply != kept.ply {
        return Err(Fault::new(
            StatusCode::CONFLICT,
            format!("the game has {} moves, not {}", kept.ply, step.ply),
            "load the game again",
        ));
    }
    let mut remark = String::new();
    match &*what {
        "move" => match &step.text {
            Some(text) => kept.play(text)?,
            None => {
                return Err(Fault::bad(
                    "move is missing",
                    "send {\"ply\":0,\"move\":\"a1-a2\"}",
                ));
            }
        },
        "undo" => kept.undo()?,
        "redo" => kept.redo()?,
        "resign" => {
            let side = step.side.map(Side::player);
            kept.resigned = Some(side.unwrap_or(kept.turn(kept.ply)));
        }
        "delete" => {
            site.store.put(&key(&id)?, None).await?;
            return Ok(reply(&json!({"deleted": id})));
        }
        other => {
            let hint = other == "hint";
            let (text, said) = think(&site, &kept, hint, client(&headers)).await?;
            if hint {
                return Ok(reply(&json!({"move": text, "remark": said})));
            }
            kept.play(&text)?;
            remark = said;
        }
    }
    keep(&site, &id, &mut kept).await?;
    let mut view = view(id, kept).await?;
    view["remark"] = remark.into();
    Ok(reply(&view))
}

/// What a computer player would do: the one whose turn it is, or the
/// strongest one for a hint.
async fn think(
    site: &Site,
    kept: &Kept,
    hint: bool,
    client: String,
) -> Result<(String, String), Fault> {
    let state = kept.state(kept.ply)?;
    if let Some((_, reason)) = kept.ending(kept.ply)? {
        return Err(kept::over(&reason));
    }
    let seat = kept.seat(kept.turn(kept.ply));
    let (listed, level) = match (hint, seat.player.as_str()) {
        (true, _) => (play::default_player(&state), play::DEFAULT_LEVEL),
        (false, "human") => {
            return Err(Fault::bad("a person is to move", "make a move"));
        }
        (false, name) => (find_player(name, &state)?, seat.level),
    };
    let request = Request {
        client,
        time: THINKING,
        watch: None,
    };
    let seed = kept.changed ^ kept.ply as u64;
    let work = move |budget| {
        let effort = Effort::level(level).with_budget(budget);
        let mut player = (listed.fresh)();
        let choice = player.choose(&state, &effort, &mut Random::new(seed))?;
        Ok::<_, values::Error>((state.text(&choice.mv)?, choice.remark))
    };
    Ok(site.workers.run(request, work).await??)
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
