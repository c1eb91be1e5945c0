//! Games in progress over HTTP: shown, continued step by step, kept in the
//! store. What differs from one kind of game to another is its [`Kind`].

use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use play::{Contestable, Finish, Session};
use rules::Random;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use values::{Budget, Player};

pub use super::body::{fits, read_body};
use super::client::Client;
use super::fault::Fault;
use super::inquiry::Visitor;
use super::keys::{Keys, Place, go_back};
use super::parameters::{Parameters, cut};
use super::reply::{Answer, BeginGame, Reply};
use super::roster::Due;
use super::seat::Side;
use super::server::{Site, nothing};
use super::shelf;
use super::task::Task;
use super::work::{Request, aside};

/// How many seconds a computer player thinks at most, and may be asked to.
pub const SECONDS: u64 = 30;
/// And how long it may take to say what it found before it is given up.
const CLOSING: Duration = Duration::from_secs(5);
/// A game that goes on for ever is ended.
pub const LONGEST_GAME: usize = 2_000;

/// What can be done to every game.
const STEPS: &[&str] = &["move", "reply", "now", "undo", "redo", "resign", "delete"];

/// A game of some kind at which people sit in their browsers.
pub struct Table<K: Kind> {
    pub session: Session<K::Game>,
    /// When it was last changed, in seconds since 1970.
    pub changed: u64,
    /// What only this kind of game has.
    pub kind: K,
}

/// A kind of game over HTTP.
pub trait Kind: Clone + Send + Sync + 'static {
    /// Where its pages and questions are.
    const SHELF: &'static str;
    /// What its keys in the store begin with.
    const KEYS: &'static str;
    /// What can be done to it besides what can be done to every game.
    const STEPS: &'static [&'static str];
    /// How long it may take to begin one.
    const BEGINNING: Duration = Duration::from_secs(SECONDS);
    /// What one turn is called.
    const UNIT: &'static str = "turn";
    /// Whether a page is told a remark after every step.
    const REMARKS: bool = true;
    /// Whether a record tells who has resigned.
    const RESIGNED: bool = false;
    /// Whether a worker that thought about a game knows more of it next time.
    const REMEMBERED: bool = false;

    type Game: Contestable + Send + Sync;
    /// What is sent to begin one.
    type Begin: Serialize + DeserializeOwned + Send;
    type Step: Asked;

    /// Begins a game, within a budget.
    fn begin(begin: Self::Begin, budget: &Budget) -> Result<Table<Self>, Fault>;

    /// Reads a game that was kept.
    fn read(bytes: &[u8]) -> Result<Table<Self>, Fault>;

    /// The game as it is kept.
    fn write(table: &Table<Self>) -> Result<Vec<u8>, Fault>;

    /// What is played in a kept game, and how far it is.
    fn label(bytes: &[u8]) -> Option<(String, String)>;

    /// The game as the page sees it after `ply` turns.
    fn view(
        table: &Table<Self>,
        id: Option<&str>,
        ply: usize,
        budget: &Budget,
    ) -> Result<Value, Fault>;

    /// Makes a move, or does another thing that only this kind of game has.
    fn make(
        table: &mut Table<Self>,
        what: &str,
        step: &Self::Step,
        chance: &mut Random,
    ) -> Result<(), Fault>;

    /// Makes the whole turn of a computer player.
    fn answer(table: &mut Table<Self>, text: &str) -> Result<(), Fault>;

    /// What a computer player does in a game that is not over, or advises: the
    /// move, and what is said to it.
    fn think(table: &Table<Self>, asked: &Reply<Self>, budget: &Budget) -> Result<Answer, Fault>;

    /// How long a computer player may think at most that is to move, or is
    /// asked for a hint.
    fn clock(_: &Table<Self>, _hint: bool) -> Duration {
        Duration::from_secs(SECONDS)
    }

    /// Does what comes before a computer player's turn; whether that is
    /// something that has to be kept.
    fn ready(_: &mut Table<Self>, _hint: bool, _chance: &mut Random) -> Result<bool, Fault> {
        Ok(false)
    }

    /// Refuses a step of a page that does not know how far the game is.
    fn is_at(table: &Table<Self>, step: &Self::Step) -> Result<(), Fault> {
        let (ply, known) = (table.session.ply(), step.common().ply);
        match ply == known {
            true => Ok(()),
            false => Err(conflict(format!(
                "this page is behind: the game is at {} {ply}, not {known}",
                Self::UNIT
            ))),
        }
    }

    /// Whether what only this kind of game has stands as it stood then.
    fn stands_as(_: &Table<Self>, _then: &Table<Self>) -> bool {
        true
    }

    /// Takes turns back until a person is to move again.
    fn undo(table: &mut Table<Self>) -> Result<(), Fault> {
        match table.session.ply() {
            0 => Err(Fault::bad("no move was made yet", "make one")),
            _ => table.take_back(),
        }
    }

    /// Makes turns again that were taken back.
    fn redo(table: &mut Table<Self>) -> Result<(), Fault> {
        match table.session.redo()? {
            true => Ok(()),
            false => Err(Fault::bad("no move was taken back", "make one")),
        }
    }

    /// What is said of a resignation.
    fn resigned(_loser: Player, said: String) -> String {
        said
    }
}

impl<K: Kind> Table<K> {
    pub fn new(session: Session<K::Game>, kind: K) -> Self {
        Table {
            session,
            changed: 0,
            kind,
        }
    }

    /// The game as text that is kept.
    pub fn text(&self) -> Result<String, Fault> {
        let text = String::from_utf8(K::write(self)?);
        text.map_err(|error| Fault::broken(error.to_string()))
    }

    /// What is kept of a game that was changed just now.
    pub fn kept_now(&mut self) -> Result<Vec<u8>, Fault> {
        self.changed = shelf::now();
        K::write(self)
    }

    /// How the game has ended after `ply` turns.
    pub fn ending(&self, ply: usize) -> Result<Option<Finish>, Fault> {
        let finish = self.session.finish_at(ply)?;
        let loser = self.session.resigned;
        Ok(match loser.filter(|_| ply == self.session.ply()) {
            Some(loser) => finish.map(|finish| Finish {
                reason: K::resigned(loser, finish.reason),
                ..finish
            }),
            None => finish,
        })
    }

    /// Refuses to do anything in a game that is over.
    pub fn going_on(&self) -> Result<(), Fault> {
        match self.ending(self.session.ply())? {
            None => Ok(()),
            Some(finish) => Err(Fault::bad(
                format!("the game is over: {}", finish.reason),
                "undo a move, or begin another game",
            )),
        }
    }

    fn resign(&mut self, side: Option<Side>) -> Result<(), Fault> {
        self.going_on()?;
        let side = side.map_or(self.session.mover(), Side::player);
        self.session.resigned = Some(side);
        Ok(())
    }

    pub fn undo(&mut self) -> Result<(), Fault> {
        match self.session.resigned.take() {
            Some(_) => Ok(()),
            None => K::undo(self),
        }
    }

    /// Takes turns back until a person is to move again, or to the start.
    pub fn take_back(&mut self) -> Result<(), Fault> {
        match self.session.undo()? {
            true => Ok(()),
            false => Ok(self.session.go_to(0)?),
        }
    }

    /// Whether what stands of the game is what stood of it then.
    pub fn stands_as(&self, then: &Self) -> bool {
        self.session.stands_as(&then.session) && K::stands_as(self, then)
    }

    /// What a page is told of the end after `ply` turns.
    pub fn over(&self, ply: usize) -> Result<Value, Fault> {
        let resigned = self.session.resigned.filter(|_| ply == self.session.ply());
        let over = self.ending(ply)?.map(|finish| {
            let how = match (resigned, finish.winner) {
                (Some(_), _) => "resigned",
                (None, Some(_)) => "played",
                (None, None) => "draw",
            };
            let winner = finish.winner.map(Side::of);
            json!({"winner": winner, "reason": finish.reason, "how": how})
        });
        Ok(over.into())
    }
}

/// What is done to a game, of whatever kind.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// How many turns the page knew of.
    pub ply: usize,
    /// The move, if one is made.
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// Who resigns.
    pub side: Option<Side>,
    /// How long the computer may think.
    pub seconds: Option<u64>,
}

/// A step that may have more to it.
pub trait Asked: DeserializeOwned + Send + 'static {
    fn common(&self) -> &Step;
}

impl Asked for Step {
    fn common(&self) -> &Step {
        self
    }
}

impl Step {
    /// The move; this one is an example of it.
    pub fn needed(&self, example: &str) -> Result<&str, Fault> {
        let hint = || format!("send {{\"ply\":0,\"move\":\"{example}\"}}");
        let text = self.text.as_deref();
        text.ok_or_else(|| Fault::bad("move is missing", hint()))
    }
}

/// An answer in JSON.
pub fn reply(value: &Value) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (kind, value.to_string()).into_response()
}

/// Somebody else was faster.
pub fn conflict(error: impl Into<String>) -> Fault {
    Fault::new(StatusCode::CONFLICT, error, "load the game again")
}

/// A request of a client that takes at most so long.
pub fn within(time: Duration, client: Client) -> Request {
    Request {
        client,
        time,
        watch: None,
    }
}

/// What nobody can foresee.
fn chance(site: &Site) -> Random {
    Random::new(u64::from_str_radix(&site.new_id(), 16).unwrap_or(0))
}

/// `POST /api/v1/KIND`: begins a game and keeps it under a new name, if there
/// is room.
pub async fn begin<K: Kind>(visitor: Visitor, body: String) -> Result<Response, Fault> {
    let task = BeginGame::<K>(read_body(&body)?);
    let here = Arc::clone(&visitor.site);
    aside(move |_| shelf::room(&here)).await?;
    let game = visitor.run(K::BEGINNING, task).await?;
    let id = visitor.site.new_id();
    let name = id.clone();
    let begun = aside(move |budget| seen(K::read(game.as_bytes())?, &name, budget));
    let (bytes, view) = begun.await?;
    shelf::put::<K>(&visitor.site, &id, Some(bytes)).await?;
    Ok(reply(&view?))
}

/// What is kept of a game that was changed just now, and what the page sees;
/// the change stands also where that takes too long.
fn seen<K: Kind>(
    mut table: Table<K>,
    id: &str,
    budget: &Budget,
) -> Result<(Vec<u8>, Result<Value, Fault>), Fault> {
    let view = K::view(&table, Some(id), table.session.ply(), budget);
    Ok((table.kept_now()?, view))
}

/// Changes a game while nobody else does; gives what the page sees.
pub async fn change<K: Kind>(
    site: &Arc<Site>,
    id: &str,
    change: impl FnOnce(&mut Table<K>) -> Result<(), Fault> + Send + 'static,
) -> Result<Value, Fault> {
    let _alone = site.alone(id).await;
    change_alone(site, id, change).await
}

/// Changes a game that nobody else can change now.
pub async fn change_alone<K: Kind>(
    site: &Arc<Site>,
    id: &str,
    change: impl FnOnce(&mut Table<K>) -> Result<(), Fault> + Send + 'static,
) -> Result<Value, Fault> {
    let changed = at_table(site, id, |mut table, id, budget| {
        change(&mut table)?;
        seen(table, id, budget)
    });
    let (bytes, view) = changed.await?;
    shelf::put::<K>(site, id, Some(bytes)).await?;
    site.hub.tell(id);
    view
}

/// Does something with a kept game where it holds up no other request.
pub async fn at_table<K: Kind, T: Send + 'static>(
    site: &Arc<Site>,
    id: &str,
    work: impl FnOnce(Table<K>, &str, &Budget) -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    let (site, id) = (Arc::clone(site), id.to_owned());
    aside(move |budget| work(shelf::find(&site, &id)?, &id, budget)).await
}

/// `GET /api/v1/KIND/ID`: the game, as it is or as it was after `ply` turns.
pub async fn show<K: Kind>(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    parameters: Parameters,
) -> Result<Response, Fault> {
    parameters.only(&["ply", "seat"])?;
    let place = Place::find(&site, &id, parameters.get("seat"))?;
    let view = at_table(&site, &id, move |table: Table<K>, id, budget| {
        let ply = ply(parameters.get("ply"), &table)?;
        K::view(&table, Some(id), ply, budget)
    });
    Ok(reply(&place.seen(&site, &id, view.await?)))
}

/// A game, and what its page sees of it.
pub async fn viewed<K: Kind>(site: &Arc<Site>, id: &str) -> Result<(Value, Table<K>), Fault> {
    at_table(site, id, |table, id, budget| {
        let view = K::view(&table, Some(id), table.session.ply(), budget)?;
        Ok((view, table))
    })
    .await
}

/// The `ply` that was asked for, or the last that stands.
pub fn ply<K: Kind>(asked: Option<&str>, table: &Table<K>) -> Result<usize, Fault> {
    let Some(text) = asked else {
        return Ok(table.session.ply());
    };
    let plies = table.session.all_plies().len();
    let found = text.parse().ok().filter(|ply| *ply <= plies);
    found.ok_or_else(|| {
        let hint = format!("the game has {plies} {}s", K::UNIT);
        Fault::bad(format!("there is no {} {}", K::UNIT, cut(text)), hint)
    })
}

/// `GET /api/v1/KIND/ID/record`: the game as a text for other programs.
pub async fn record<K: Kind>(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let text = at_table(&site, &id, |table: Table<K>, _, _| {
        let mut record = table.session.record()?;
        if let Some(loser) = table.session.resigned.filter(|_| K::RESIGNED) {
            record.set("Resigned", loser.name());
        }
        Ok(record.to_string())
    });
    let kind = "text/plain; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], text.await?).into_response())
}

/// `POST /api/v1/KIND/ID/move` and its like.
pub async fn step<K: Kind>(
    State(site): State<Arc<Site>>,
    Path((id, what)): Path<(String, String)>,
    uri: Uri,
    client: Client,
    body: String,
) -> Result<Response, Fault> {
    if ![STEPS, K::STEPS].concat().contains(&&*what) {
        return Err(nothing(&uri));
    }
    let step: K::Step = read_body(&body)?;
    let parameters = Parameters::read(&uri)?;
    let key = parameters.get("seat");
    let place = Place::find(&site, &id, key)?;
    match &*what {
        "reply" | "hint" => return think::<K>(&site, &id, &what, step, (client, place)).await,
        "now" => return hurry::<K>(&site, &id, step).await,
        "delete" => return delete::<K>(&site, &id, step).await,
        "undo" if place.is_locked() => return go_back::<K>(&site, &id, step, key).await,
        _ => {}
    }
    let mut chance = chance(&site);
    let seated = place.clone();
    let view = change(&site, &id, move |table: &mut Table<K>| {
        K::is_at(table, &step)?;
        seated.allow(&what, table)?;
        match &*what {
            "undo" => table.undo(),
            "redo" => K::redo(table),
            "resign" => table.resign(seated.player().map(Side::of).or(step.common().side)),
            _ => K::make(table, &what, &step, &mut chance),
        }
    });
    let mut view = place.seen(&site, &id, view.await?);
    if K::REMARKS {
        view["remark"] = "".into();
    }
    Ok(reply(&view))
}

async fn delete<K: Kind>(site: &Arc<Site>, id: &str, step: K::Step) -> Result<Response, Fault> {
    let _alone = site.alone(id).await;
    at_table(site, id, move |table: Table<K>, _, _| {
        K::is_at(&table, &step)
    })
    .await?;
    shelf::put::<K>(site, id, None).await?;
    Keys::forget(site, id).await?;
    site.hub.tell(id);
    Ok(reply(&json!({"deleted": id})))
}

/// What a computer player does, or advises. Nobody waits while it thinks: the
/// move counts if the game is still the same then.
async fn think<K: Kind>(
    site: &Arc<Site>,
    id: &str,
    what: &str,
    step: K::Step,
    (client, place): (Client, Place),
) -> Result<Response, Fault> {
    if place.is_locked() {
        let what = what.to_owned();
        at_table(site, id, move |table: Table<K>, _, _| {
            place.allow(&what, &table)
        })
        .await?;
    }
    let (most, hint) = (thinking(step.common().seconds)?, what == "hint");
    let (then, mut task) = ready::<K>(site, id, step, (hint, most)).await?;
    let time = Duration::from_millis(task.millis);
    let due = Due {
        clock: Some(time),
        name: (!hint).then(|| id.to_owned()),
    };
    let request = within(time + CLOSING, client);
    let answer = match site.workers.run_due(request, &due, task.clone()).await {
        // Whatever became of the worker, a move is made.
        Err(fault) if !is_refusal(fault.status) => {
            task.hasty = true;
            aside(move |budget| task.run(budget)).await
        }
        answer => answer,
    };
    let Answer { text, remark, wins } = answer?;
    if hint {
        return Ok(reply(
            &json!({"move": text, "remark": remark, "wins": wins}),
        ));
    }
    let view = change(site, id, move |now: &mut Table<K>| {
        match now.stands_as(&then) {
            true => K::answer(now, &text),
            false => Err(conflict("the game went on meanwhile")),
        }
    });
    let mut view = view.await?;
    view["remark"] = remark.into();
    Ok(reply(&view))
}

/// Whether the request was wrong, and not what came of it.
fn is_refusal(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::BAD_REQUEST | StatusCode::CONFLICT | StatusCode::NOT_FOUND
    )
}

/// Has a computer that thinks move at once, with the best move that it has
/// found; what it played is told to who asked it to think.
async fn hurry<K: Kind>(site: &Arc<Site>, id: &str, step: K::Step) -> Result<Response, Fault> {
    at_table(site, id, move |table: Table<K>, _, _| {
        K::is_at(&table, &step)?;
        table.going_on()
    })
    .await?;
    Ok(reply(&json!({"hurried": site.workers.hurry(id)})))
}

/// The game about which a computer player is to think, and what it is asked.
/// What comes before that stands, also when nobody waits for the move.
async fn ready<K: Kind>(
    site: &Arc<Site>,
    id: &str,
    step: K::Step,
    (hint, most): (bool, Option<Duration>),
) -> Result<(Table<K>, Reply<K>), Fault> {
    let _alone = site.alone(id).await;
    let mut chance = chance(site);
    let ready = at_table(site, id, move |mut table: Table<K>, id, _| {
        K::is_at(&table, &step)?;
        table.going_on()?;
        if hint && !table.session.seat(table.session.mover()).is_human() {
            let error = "the computer is to move";
            return Err(Fault::new(
                StatusCode::CONFLICT,
                error,
                "wait for its move, then ask",
            ));
        }
        let bytes = match K::ready(&mut table, hint, &mut chance)? {
            true => Some(table.kept_now()?),
            false => None,
        };
        let clock = K::clock(&table, hint);
        let time = most.map_or(clock, |most| most.min(clock));
        let task = Reply::at(&table, id, hint, time, chance.bits())?;
        Ok((table, task, bytes))
    });
    let (table, task, bytes) = ready.await?;
    if bytes.is_some() {
        shelf::put::<K>(site, id, bytes).await?;
    }
    Ok((table, task))
}

/// How long a computer player may think, if that can be.
fn thinking(seconds: Option<u64>) -> Result<Option<Duration>, Fault> {
    match seconds {
        None => Ok(None),
        Some(seconds @ 1..=SECONDS) => Ok(Some(Duration::from_secs(seconds))),
        Some(seconds) => Err(Fault::bad(
            format!("nobody thinks for {seconds} seconds"),
            format!("ask for 1 to {SECONDS}"),
        )),
    }
}
