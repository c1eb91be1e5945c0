//! Two people at one game on two devices: each seat has a key, which is in
//! the address that its player was given. Who has no key looks on.

use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use play::{Contestable, Session};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use values::Player;

use super::admission::is_equal;
use super::fault::Fault;
use super::parameters::Parameters;
use super::seat::Side;
use super::server::Site;
use super::shelf;
use super::table::{
    Asked, Kind, Table, at_table, change_alone, conflict, read_body, reply, viewed,
};

/// What the keys of seats begin with in the store.
const PREFIX: &str = "keys/";

/// The keys of the seats of one game, and what the two have agreed.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keys {
    left: String,
    right: String,
    /// Who has invited the other.
    host: Side,
    /// Who wants to take moves back, and after how many turns.
    wish: Option<(Side, usize)>,
    /// The game that they play after this one.
    next: Option<String>,
}

/// Who asks for a game, or for a change of it.
#[derive(Clone)]
pub enum Place {
    /// The game has no keys: everybody may do everything.
    Open,
    /// A player of a game with keys.
    Seat(Box<Keys>, Player),
    /// Somebody else.
    Watcher(Box<Keys>),
}

impl Keys {
    fn new(site: &Site, host: Side) -> Self {
        // Two names that nobody guesses are as good as one of their length.
        let key = || format!("{}{}", site.new_id(), site.new_id());
        Keys {
            left: key(),
            right: key(),
            host,
            wish: None,
            next: None,
        }
    }

    fn of(&self, player: Player) -> &str {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// Whose key this is.
    fn whose(&self, key: &str) -> Option<Player> {
        let mut players = Player::BOTH.into_iter();
        players.find(|&player| is_equal(self.of(player), key))
    }

    fn read(site: &Site, id: &str) -> Result<Option<Self>, Fault> {
        match site.store.get(&format!("{PREFIX}{id}"))? {
            None => Ok(None),
            Some(bytes) => shelf::from_json(&bytes).map(Some),
        }
    }

    async fn keep(&self, site: &Site, id: &str) -> Result<(), Fault> {
        let bytes = shelf::to_json(self)?;
        Ok(site
            .store
            .put(&format!("{PREFIX}{id}"), Some(bytes))
            .await?)
    }

    /// The keys of a game that is kept no longer.
    pub async fn forget(site: &Site, id: &str) -> Result<(), Fault> {
        match Self::read(site, id)? {
            None => Ok(()),
            Some(_) => Ok(site.store.put(&format!("{PREFIX}{id}"), None).await?),
        }
    }
}

fn forbidden(error: &str, hint: &str) -> Fault {
    Fault::new(StatusCode::FORBIDDEN, error, hint)
}

impl Place {
    /// Where somebody sits who asks with this key, or without one.
    pub fn find(site: &Site, id: &str, key: Option<&str>) -> Result<Self, Fault> {
        let Some(keys) = Keys::read(site, id)? else {
            return Ok(Place::Open);
        };
        let Some(key) = key else {
            return Ok(Place::Watcher(Box::new(keys)));
        };
        match keys.whose(key) {
            Some(player) => Ok(Place::Seat(Box::new(keys), player)),
            None => Err(forbidden(
                "this link has no seat at the game",
                "ask for the link again, or look on without ?seat=",
            )),
        }
    }

    /// The key in the query of an address.
    pub fn asked(site: &Site, id: &str, uri: &Uri) -> Result<Self, Fault> {
        Place::find(site, id, Parameters::read(uri)?.get("seat"))
    }

    /// Whether the game has keys.
    pub fn is_locked(&self) -> bool {
        !matches!(self, Place::Open)
    }

    /// The seat, if there is one to sit on.
    pub fn player(&self) -> Option<Player> {
        match self {
            Place::Seat(_, player) => Some(*player),
            _ => None,
        }
    }

    /// The seat of somebody who may play.
    fn seat(&self) -> Result<(&Keys, Player), Fault> {
        match self {
            Place::Seat(keys, player) => Ok((keys, *player)),
            _ => Err(forbidden(
                "only the two players can do that",
                "open the link that was sent to you",
            )),
        }
    }

    /// Refuses a step that is not this player's to make.
    pub fn allow<K: Kind>(&self, what: &str, table: &Table<K>) -> Result<(), Fault> {
        if !self.is_locked() {
            return Ok(());
        }
        let (_, player) = self.seat()?;
        match what {
            "resign" => Ok(()),
            "redo" | "hint" => Err(forbidden(
                "that is not possible in a game by link",
                "play on without it",
            )),
            _ if table.session.mover() == player => Ok(()),
            _ => Err(forbidden("it is not your turn", "wait for your opponent")),
        }
    }

    /// What a page is told beside the game: whose page it is, who is there,
    /// and what the other wants.
    pub fn seen(&self, site: &Site, id: &str, mut view: Value) -> Value {
        let (keys, player) = match self {
            Place::Open => return view,
            Place::Seat(keys, player) => (keys, Some(*player)),
            Place::Watcher(keys) => (keys, None),
        };
        let hosts = player.is_some_and(|player| player == keys.host.player());
        let other = player.filter(|_| hosts).map(|player| keys.of(-player));
        let wish = keys.wish.filter(|(_, ply)| view["current"] == *ply);
        view["you"] = json!(player.map(Side::of));
        view["link"] = json!({
            "you": player.map(Side::of),
            "invitation": other.map(|key| site.admission.link(&format!("/play/{id}?seat={key}"))),
            "others": site.admission.is_for_others(),
            "there": site.hub.there(id),
            "wish": wish.map(|(side, _)| side),
            "next": player.and(keys.next.as_ref()),
        });
        view
    }
}

/// The page of a game for those to whom the server belongs: the one who has
/// invited the other sits on the host's seat.
pub fn host_page<K: Kind>(site: &Site, id: &str) -> Result<String, Fault> {
    let page = format!("/{}/{id}", K::SHELF);
    Ok(match Keys::read(site, id)? {
        None => page,
        Some(keys) => format!("{page}?seat={}", keys.of(keys.host.player())),
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Invite {
    /// Where the one sits who invites.
    side: Option<Side>,
}

/// `POST /api/v1/KIND/ID/invite`: gives each seat of a game between two people
/// a key; from now on nobody plays without.
pub async fn invite<K: Kind>(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    body: String,
) -> Result<Response, Fault> {
    let Invite { side } = read_body(&body)?;
    let _alone = site.alone(&id).await;
    if Keys::read(&site, &id)?.is_some() {
        return Err(conflict("the game has its links already"));
    }
    at_table(&site, &id, |table: Table<K>, _, _| {
        match table.session.seats.iter().all(play::Seat::is_human) {
            true => table.going_on(),
            false => Err(Fault::bad(
                "a computer plays in this game",
                "begin one for two people",
            )),
        }
    })
    .await?;
    let host = side.unwrap_or(Side::Left);
    let keys = Keys::new(&site, host);
    keys.keep(&site, &id).await?;
    site.hub.tell(&id);
    let mine = keys.of(host.player());
    let other = keys.of(-host.player());
    let link = |key: &str| format!("/{}/{id}?seat={key}", K::SHELF);
    Ok(reply(&json!({
        "id": id,
        "page": link(mine),
        "invitation": site.admission.link(&link(other)),
    })))
}

/// `POST /api/v1/KIND/ID/undo` by a player of such a game: goes back to the
/// turn of the one who asked first, if the other agrees.
pub async fn go_back<K: Kind>(
    site: &Arc<Site>,
    id: &str,
    step: K::Step,
    key: Option<&str>,
) -> Result<Response, Fault> {
    let _alone = site.alone(id).await;
    let place = Place::find(site, id, key)?;
    let (keys, player) = place.seat()?;
    let ply = step.common().ply;
    let asker = keys.wish.filter(|&(_, at)| at == ply);
    let asker = asker.map_or(player, |(side, _)| side.player());
    at_table(site, id, move |table: Table<K>, _, _| {
        K::is_at(&table, &step)?;
        let moved = table.session.last_turn_of(|mover| mover == asker).is_some();
        match moved || table.session.resigned.is_some() {
            true => Ok(()),
            false => Err(Fault::bad("you have made no move yet", "make one")),
        }
    })
    .await?;
    let mut keys = keys.clone();
    keys.wish = (asker == player).then(|| (Side::of(player), ply));
    keys.keep(site, id).await?;
    let view = match keys.wish {
        None => {
            change_alone(site, id, move |table: &mut Table<K>| {
                table.go_back_to(asker)
            })
            .await?
        }
        Some(_) => {
            site.hub.tell(id);
            viewed::<K>(site, id).await?.0
        }
    };
    Ok(reply(&Place::find(site, id, key)?.seen(site, id, view)))
}

impl<K: Kind> Table<K> {
    /// Goes back to the last turn of a player, or to the game before somebody
    /// resigned.
    fn go_back_to(&mut self, player: Player) -> Result<(), Fault> {
        if self.session.resigned.take().is_some() {
            return Ok(());
        }
        let turn = self.session.last_turn_of(|other| other == player);
        Ok(self.session.go_to(turn.unwrap_or(0))?)
    }
}

/// `POST /api/v1/KIND/ID/refuse`: nobody wants to take moves back any more.
pub async fn refuse<K: Kind>(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Fault> {
    let _alone = site.alone(&id).await;
    let place = Place::asked(&site, &id, &uri)?;
    let mut keys = place.seat()?.0.clone();
    keys.wish = None;
    keys.keep(&site, &id).await?;
    site.hub.tell(&id);
    Ok(reply(&json!({"refused": id})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rematch {
    /// Whether the two change sides.
    #[serde(default)]
    swap: bool,
}

/// `POST /api/v1/KIND/ID/rematch`: the same two play again; each of them with
/// the key they have.
pub async fn rematch<K: Kind>(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    uri: Uri,
    body: String,
) -> Result<Response, Fault> {
    let Rematch { swap } = read_body(&body)?;
    let _alone = site.alone(&id).await;
    let place = Place::asked(&site, &id, &uri)?;
    let (keys, player) = place.seat()?;
    let mut keys = keys.clone();
    let next = match &keys.next {
        Some(next) => next.clone(),
        None => {
            shelf::room(&site)?;
            let bytes = at_table(&site, &id, |table, _, _| again::<K>(&table)).await?;
            let next = site.new_id();
            let mut seats = Keys {
                wish: None,
                next: None,
                ..keys.clone()
            };
            if swap {
                std::mem::swap(&mut seats.left, &mut seats.right);
                seats.host = Side::of(-seats.host.player());
            }
            // A game without its keys would be open to everybody.
            seats.keep(&site, &next).await?;
            shelf::put::<K>(&site, &next, Some(bytes)).await?;
            keys.next = Some(next.clone());
            keys.keep(&site, &id).await?;
            site.hub.tell(&id);
            next
        }
    };
    let page = format!("/{}/{next}?seat={}", K::SHELF, keys.of(player));
    Ok(reply(&json!({"id": next, "page": page})))
}

/// The same game from its start.
fn again<K: Kind>(table: &Table<K>) -> Result<Vec<u8>, Fault>
where
    K::Game: Contestable,
{
    if table.ending(table.session.ply())?.is_none() {
        return Err(Fault::bad("the game is not over", "play on, or resign"));
    }
    let mut session = Session::new(table.session.start().clone(), table.session.seats.clone());
    session.longest = table.session.longest;
    Table::new(session, table.kind.clone()).kept_now()
}

/// `GET /api/v1/KIND/ID/events`: a line whenever the game has changed, or
/// somebody comes or goes.
pub async fn events<K: Kind>(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Fault> {
    // There has to be such a game.
    at_table(&site, &id, |_: Table<K>, _, _| Ok(())).await?;
    let place = Place::asked(&site, &id, &uri)?;
    site.hub.listen(&id, place.player())
}
