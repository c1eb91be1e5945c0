//! Games that are kept: each kind has a shelf of its own in the store, and
//! every game on it a name.

use axum::http::StatusCode;
use play::{Contestable, Ply, Session};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};
use values::Player;

use super::fault::Fault;
use super::seat::{Seat, Side};
use super::server::Site;
use super::table::{Kind, Table};
use super::{cards, latrunculus};

/// How many games and positions are kept.
const MOST_KEPT: u64 = 10_000;

/// The time, in seconds since 1970.
pub fn now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs())
}

/// Refuses to keep more than there is room for.
pub fn room(site: &Site) -> Result<(), Fault> {
    match site.store.count()? < MOST_KEPT {
        true => Ok(()),
        false => Err(Fault::new(
            StatusCode::CONFLICT,
            format!("{MOST_KEPT} games and positions are kept"),
            "delete some of them at /saved",
        )),
    }
}

fn missing() -> Fault {
    Fault::missing("there is no such game")
}

/// Whether something can be kept under this id.
pub fn is_id(id: &str) -> bool {
    id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The key of a game with a name, if that is one.
fn key<K: Kind>(id: &str) -> Result<String, Fault> {
    match is_id(id) {
        true => Ok(format!("{}{id}", K::KEYS)),
        false => Err(missing()),
    }
}

/// A game that cannot be understood any more.
fn damaged(why: impl fmt::Display) -> Fault {
    Fault::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        format!("the game is damaged: {why}"),
        "begin another one",
    )
}

impl From<play::BadRecord> for Fault {
    fn from(bad: play::BadRecord) -> Fault {
        damaged(bad)
    }
}

/// The game that is kept under a name.
pub fn find<K: Kind>(site: &Site, id: &str) -> Result<Table<K>, Fault> {
    let bytes = site.store.get(&key::<K>(id)?)?.ok_or_else(missing)?;
    K::read(&bytes).map_err(|fault| match fault.status {
        StatusCode::INTERNAL_SERVER_ERROR => fault,
        _ => damaged(fault.error),
    })
}

/// Keeps what was written of a game, or the game no longer; it is on the disk
/// when this returns.
pub async fn put<K: Kind>(site: &Site, id: &str, bytes: Option<Vec<u8>>) -> Result<(), Fault> {
    Ok(site.store.put(&key::<K>(id)?, bytes).await?)
}

/// Reads what is kept as JSON.
pub fn from_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Fault> {
    serde_json::from_slice(bytes).map_err(|error| Fault::broken(error.to_string()))
}

/// Writes what is kept as JSON.
pub fn to_json<T: Serialize>(kept: &T) -> Result<Vec<u8>, Fault> {
    serde_json::to_vec(kept).map_err(|error| Fault::broken(error.to_string()))
}

/// The turns of a kept game, who alternate: their notes and texts.
pub fn turns(
    first: Player,
    turns: impl Iterator<Item = (Vec<(&'static str, String)>, String)>,
) -> Vec<Ply> {
    let mut mover = -first;
    let plies = turns.map(|(notes, text)| {
        mover = -mover;
        let notes = notes.into_iter();
        let notes = notes.map(|(name, value)| (name.to_owned(), value));
        Ply::new(mover, notes.collect(), text)
    });
    plies.collect()
}

/// How a game began, as it is kept.
#[derive(Serialize, Deserialize)]
pub struct Opening {
    pub start: String,
    pub first: Side,
    left: Seat,
    right: Seat,
}

impl Opening {
    /// The opening of a game with this position.
    pub fn of<G: Contestable>(session: &Session<G>, start: String) -> Self {
        Opening {
            start,
            first: Side::of(session.start().mover()),
            left: Seat::of(&session.seats[0]),
            right: Seat::of(&session.seats[1]),
        }
    }

    pub fn seats(&self) -> [play::Seat; 2] {
        [self.left.taken(), self.right.taken()]
    }

    /// Who plays, and how many turns stand, in a list.
    pub fn about(&self, turns: usize) -> String {
        let (left, right) = (&self.left.player, &self.right.player);
        format!("{turns} turns; {left} against {right}")
    }
}

/// A game in a list.
pub struct Line {
    pub changed: u64,
    pub shelf: &'static str,
    pub id: String,
    pub title: String,
    pub about: String,
}

/// The games with a die and beside cards that were changed last, and how many
/// there are.
pub fn latest(site: &Site, most: usize) -> Result<(Vec<Line>, usize), Fault> {
    let (mut lines, mut count) = on_shelf::<latrunculus::Die>(site, most)?;
    let (more, others) = on_shelf::<cards::Cards>(site, most)?;
    lines.extend(more);
    count += others;
    lines.sort_by_key(|line| Reverse(line.changed));
    lines.truncate(most);
    Ok((lines, count))
}

/// The games of a kind that were changed last, and how many there are.
pub fn on_shelf<K: Kind>(site: &Site, most: usize) -> Result<(Vec<Line>, usize), Fault> {
    let mut games: Vec<(Reverse<u64>, String)> = Vec::new();
    site.store.each(K::KEYS, |id, bytes| {
        games.push((Reverse(changed(bytes)), id.to_owned()));
    })?;
    let count = games.len();
    games.sort_unstable();
    games.truncate(most);
    let lines = games.into_iter().filter_map(|(Reverse(changed), id)| {
        let bytes = site.store.get(&key::<K>(&id).ok()?).ok()??;
        let (title, about) = K::label(&bytes)?;
        Some(Line {
            changed,
            shelf: K::SHELF,
            id,
            title,
            about,
        })
    });
    Ok((lines.collect(), count))
}

/// When a kept game was last changed, without reading all of it: the first
/// thing that is written of it, as `[Changed "…"]` or `"changed":…`.
fn changed(bytes: &[u8]) -> u64 {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(60)]);
    let rest = head.split_once("hanged\"").or(head.split_once("hanged \""));
    let rest = rest.map_or("", |(_, rest)| rest.trim_start_matches([':', ' ']));
    let end = rest.find(|c: char| !c.is_ascii_digit());
    rest[..end.unwrap_or(rest.len())].parse().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::changed;

    #[test]
    fn the_time_of_the_last_change_comes_first() {
        assert_eq!(changed(b"[Legatus \"1\"]\n[Changed \"17\"]\n"), 17);
        assert_eq!(changed(b"{\"changed\":18,\"game\":\"nim\"}"), 18);
        assert_eq!(changed(b"[Legatus \"1\"]\n[Game \"nim\"]\n"), 0);
        assert_eq!(changed(b""), 0);
    }
}
