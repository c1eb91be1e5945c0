//! Games with a die and games beside cards that are kept: each kind has a
//! shelf of its own in the store, and every game on it a name.

use axum::http::StatusCode;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cmp::Reverse;

use super::fault::Fault;
use super::play::{MOST_KEPT, full, key_on, now};
use super::server::Site;
use super::{cards, latrunculus};

/// A kind of game that is kept.
pub trait Shelved: Serialize + DeserializeOwned {
    /// The name of the shelf: where its pages and questions are, too.
    const SHELF: &'static str;

    /// When it was last changed, in seconds since 1970. It is the first thing
    /// that is written of it.
    fn changed(&mut self) -> &mut u64;

    /// What is played, and how far it is.
    fn label(&self) -> (String, String);
}

fn prefix<T: Shelved>() -> String {
    format!("{}/", T::SHELF)
}

fn key<T: Shelved>(id: &str) -> Result<String, Fault> {
    key_on(&prefix::<T>(), id)
}

/// The game that is kept under a name.
pub fn find<T: Shelved>(site: &Site, id: &str) -> Result<T, Fault> {
    let found = site.store.get(&key::<T>(id)?)?;
    let bytes = found.ok_or_else(|| Fault::missing("there is no such game"))?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let error = format!("the game is damaged: {error}");
        Fault::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            error,
            "begin another one",
        )
    })
}

/// A game in a list.
pub struct Line {
    pub changed: u64,
    pub shelf: &'static str,
    pub id: String,
    pub title: String,
    pub about: String,
}

/// The games on these shelves that were changed last, and how many there are.
pub fn latest(site: &Site, most: usize) -> Result<(Vec<Line>, usize), Fault> {
    let (mut lines, mut count) = on_shelf::<latrunculus::Kept>(site, most)?;
    let (more, others) = on_shelf::<cards::Kept>(site, most)?;
    lines.extend(more);
    count += others;
    lines.sort_by_key(|line| Reverse(line.changed));
    lines.truncate(most);
    Ok((lines, count))
}

fn on_shelf<T: Shelved>(site: &Site, most: usize) -> Result<(Vec<Line>, usize), Fault> {
    let mut games: Vec<(Reverse<u64>, String)> = Vec::new();
    site.store.each(&prefix::<T>(), |id, bytes| {
        games.push((Reverse(changed(bytes)), id.to_owned()));
    })?;
    let count = games.len();
    games.sort_unstable();
    games.truncate(most);
    let lines = games.into_iter().filter_map(|(Reverse(changed), id)| {
        let (title, about) = find::<T>(site, &id).ok()?.label();
        Some(Line {
            changed,
            shelf: T::SHELF,
            id,
            title,
            about,
        })
    });
    Ok((lines.collect(), count))
}

/// When a kept game was last changed, without reading all of it: the first
/// thing that is written of it.
fn changed(bytes: &[u8]) -> u64 {
    let digits = bytes.iter().skip_while(|byte| !byte.is_ascii_digit());
    let digits = digits.take_while(|byte| byte.is_ascii_digit());
    digits.fold(0, |number: u64, digit| {
        number
            .wrapping_mul(10)
            .wrapping_add(u64::from(digit - b'0'))
    })
}

/// Keeps a new game under a new name, if there is room.
pub async fn begin<T: Shelved>(site: &Site, kept: &mut T) -> Result<String, Fault> {
    if site.store.count()? >= MOST_KEPT {
        return Err(full());
    }
    let id = site.new_id();
    keep(site, &id, kept).await?;
    Ok(id)
}

/// Keeps a game; it is on the disk when this returns.
pub async fn keep<T: Shelved>(site: &Site, id: &str, kept: &mut T) -> Result<(), Fault> {
    *kept.changed() = now();
    let bytes = serde_json::to_vec(kept).map_err(|error| Fault::bad(error.to_string(), ""))?;
    Ok(site.store.put(&key::<T>(id)?, Some(bytes)).await?)
}

/// Keeps a game no longer.
pub async fn remove<T: Shelved>(site: &Site, id: &str) -> Result<(), Fault> {
    Ok(site.store.put(&key::<T>(id)?, None).await?)
}
