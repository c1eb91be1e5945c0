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

    /// When it was last changed, in seconds since 1970.
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

/// All games on these shelves, those changed last first.
pub fn lines(site: &Site) -> Result<Vec<Line>, Fault> {
    let mut lines = on_shelf::<latrunculus::Kept>(site)?;
    lines.extend(on_shelf::<cards::Kept>(site)?);
    lines.sort_by_key(|line| (Reverse(line.changed), line.id.clone()));
    Ok(lines)
}

fn on_shelf<T: Shelved>(site: &Site) -> Result<Vec<Line>, Fault> {
    let mut lines = Vec::new();
    for (key, bytes) in site.store.all(&prefix::<T>())? {
        if let Ok(mut kept) = serde_json::from_slice::<T>(&bytes) {
            let (title, about) = kept.label();
            lines.push(Line {
                changed: *kept.changed(),
                shelf: T::SHELF,
                id: key.trim_start_matches(&prefix::<T>()).to_owned(),
                title,
                about,
            });
        }
    }
    Ok(lines)
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
