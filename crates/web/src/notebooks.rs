//! Notebooks of the calculator that somebody gave a name and keeps.
//!
//! A notebook is a text: its cells are parted by blank lines, and what follows
//! `//` in a line is a remark.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::Arc;

use super::fault::Fault;
use super::saved::named;
use super::server::Site;
use super::shelf;
use super::table::{read_body, reply};

/// The keys of notebooks in the store.
const PREFIX: &str = "notebook/";
/// The longest notebook, in bytes.
pub const LONGEST: usize = 32 << 10;

/// A notebook with a name.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notebook {
    pub name: String,
    pub text: String,
}

/// All notebooks, by name.
pub fn all(site: &Site) -> Result<Vec<(String, Notebook)>, Fault> {
    let mut found: Vec<(String, Notebook)> = Vec::new();
    site.store.each(PREFIX, |id, bytes| {
        if let Ok(notebook) = serde_json::from_slice(bytes) {
            found.push((id.to_owned(), notebook));
        }
    })?;
    found.sort_by(|(a, one), (b, other)| (&one.name, a).cmp(&(&other.name, b)));
    Ok(found)
}

fn missing() -> Fault {
    Fault::new(
        StatusCode::NOT_FOUND,
        "there is no such notebook",
        "GET /api/v1/notebooks lists them",
    )
}

/// The notebook of that id.
pub fn find(site: &Site, id: &str) -> Result<Notebook, Fault> {
    let fine = id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    let kept = match fine {
        true => site.store.get(&format!("{PREFIX}{id}"))?,
        false => None,
    };
    let bytes = kept.ok_or_else(missing)?;
    serde_json::from_slice(&bytes).map_err(|_| missing())
}

/// A notebook as it is asked for, if it can be kept.
fn checked(body: &str) -> Result<Notebook, Fault> {
    let asked: Notebook = read_body(body)?;
    if asked.text.len() > LONGEST {
        return Err(Fault::bad(
            "the notebook is too long",
            format!("at most {LONGEST} bytes are kept"),
        ));
    }
    let name = named(&asked.name)?.to_owned();
    Ok(Notebook { name, ..asked })
}

async fn put(site: &Site, id: &str, notebook: &Notebook) -> Result<Response, Fault> {
    let mut object = json!(notebook);
    let bytes = object.to_string().into_bytes();
    let key = format!("{PREFIX}{id}");
    site.store.put(&key, Some(bytes)).await?;
    object["id"] = id.into();
    Ok(reply(&object))
}

/// `GET /api/v1/notebooks`: the names of all notebooks that are kept.
pub async fn list(State(site): State<Arc<Site>>) -> Result<Response, Fault> {
    let list = all(&site)?.into_iter();
    let list = list.map(|(id, notebook)| json!({"id": id, "name": notebook.name}));
    Ok(reply(&list.collect()))
}

/// `GET /api/v1/notebooks/ID`.
pub async fn show(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let mut object = json!(find(&site, &id)?);
    object["id"] = id.into();
    Ok(reply(&object))
}

/// `POST /api/v1/notebooks`: keeps a notebook under a name.
pub async fn save(State(site): State<Arc<Site>>, body: String) -> Result<Response, Fault> {
    let notebook = checked(&body)?;
    shelf::room(&site)?;
    put(&site, &site.new_id(), &notebook).await
}

/// `PUT /api/v1/notebooks/ID`: keeps it as it is now.
pub async fn replace(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    body: String,
) -> Result<Response, Fault> {
    let notebook = checked(&body)?;
    let _alone = site.alone(&id).await;
    find(&site, &id)?;
    put(&site, &id, &notebook).await
}

/// `DELETE /api/v1/notebooks/ID`.
pub async fn delete(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let _alone = site.alone(&id).await;
    find(&site, &id)?;
    site.store.put(&format!("{PREFIX}{id}"), None).await?;
    Ok(reply(&json!({"deleted": id})))
}
