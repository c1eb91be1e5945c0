//! What somebody gave a name and keeps: positions, notebooks, studies.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Arc;

use super::fault::Fault;
use super::server::Site;
use super::shelf;
use super::table::reply;

/// The longest name, in characters.
const LONGEST_NAME: usize = 80;

/// A kind of things that are kept under names.
pub trait Named: Serialize + DeserializeOwned {
    /// What one of them is called, also in the store.
    const ONE: &'static str;
    /// What many of them are called, also in addresses.
    const MANY: &'static str;

    /// The name that somebody gave it.
    fn name(&self) -> &str;

    /// What a list tells of it.
    fn line(&self) -> Value;
}

/// Keeps a kind under names: what one and what many of them are called, the
/// field that is the name, and the fields that a list tells.
macro_rules! named {
    ($kind:ty, $one:literal, $many:literal, $name:ident, [$($told:ident),+]) => {
        impl $crate::named::Named for $kind {
            const ONE: &'static str = $one;
            const MANY: &'static str = $many;

            fn name(&self) -> &str {
                &self.$name
            }

            fn line(&self) -> serde_json::Value {
                serde_json::json!({$(stringify!($told): self.$told),+})
            }
        }
    };
}
pub(crate) use named;

/// A name under which something can be kept.
pub fn name(name: &str) -> Result<String, Fault> {
    let name = name.trim();
    match (1..=LONGEST_NAME).contains(&name.chars().count()) {
        true => Ok(name.to_owned()),
        false => Err(Fault::bad(
            format!("a name has 1 to {LONGEST_NAME} characters"),
            "write a name such as `my opening`",
        )),
    }
}

/// Where it is in the store.
pub fn key<T: Named>(id: &str) -> String {
    format!("{}/{id}", T::ONE)
}

/// All of a kind, by name.
pub fn all<T: Named>(site: &Site) -> Result<Vec<(String, T)>, Fault> {
    let mut found: Vec<(String, T)> = Vec::new();
    site.store.each(&key::<T>(""), |id, bytes| {
        if let Ok(kept) = serde_json::from_slice(bytes) {
            found.push((id.to_owned(), kept));
        }
    })?;
    found.sort_by(|(a, one), (b, other)| (one.name(), a).cmp(&(other.name(), b)));
    Ok(found)
}

/// The one with this id.
pub fn find<T: Named>(site: &Site, id: &str) -> Result<T, Fault> {
    let kept = match shelf::is_id(id) {
        true => site.store.get(&key::<T>(id))?,
        false => None,
    };
    let found = kept.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    found.ok_or_else(|| {
        Fault::new(
            StatusCode::NOT_FOUND,
            format!("there is no such {}", T::ONE),
            format!("GET /api/v1/{} lists them", T::MANY),
        )
    })
}

/// Keeps it; it is on the disk when this returns.
pub async fn put<T: Named>(site: &Site, id: &str, kept: &T) -> Result<(), Fault> {
    let bytes = shelf::to_json(kept)?;
    Ok(site.store.put(&key::<T>(id), Some(bytes)).await?)
}

/// Keeps it under a new id, if there is room.
pub async fn keep<T: Named>(site: &Site, kept: &T) -> Result<String, Fault> {
    shelf::room(site)?;
    let id = site.new_id();
    put(site, &id, kept).await?;
    Ok(id)
}

/// What is told of something with an id.
pub fn told(id: String, mut object: Value) -> Response {
    object["id"] = id.into();
    reply(&object)
}

/// `GET /api/v1/KIND`: what is kept, in short.
pub async fn list<T: Named>(State(site): State<Arc<Site>>) -> Result<Response, Fault> {
    let lines = all::<T>(&site)?.into_iter().map(|(id, kept)| {
        let mut line = kept.line();
        line["id"] = id.into();
        line
    });
    Ok(reply(&lines.collect()))
}

/// `DELETE /api/v1/KIND/ID`.
pub async fn delete<T: Named>(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let _alone = site.alone(&id).await;
    find::<T>(&site, &id)?;
    site.store.put(&key::<T>(&id), None).await?;
    Ok(reply(&json!({"deleted": id})))
}
