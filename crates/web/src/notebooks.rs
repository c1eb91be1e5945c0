//! Notebooks of the calculator that somebody gave a name and keeps.
//!
//! A notebook is a text: its cells are parted by blank lines, and what follows
//! `//` in a line is a remark.

use axum::extract::{Path, State};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::Arc;

use super::fault::Fault;
use super::named::{self, named, told};
use super::server::Site;
use super::table::read_body;

/// The longest notebook, in bytes.
pub const LONGEST: usize = 32 << 10;

/// A notebook with a name.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notebook {
    pub name: String,
    pub text: String,
}

named!(Notebook, "notebook", "notebooks", name, [name]);

/// A notebook as it is asked for, if it can be kept.
fn checked(body: &str) -> Result<Notebook, Fault> {
    let asked: Notebook = read_body(body)?;
    if asked.text.len() > LONGEST {
        return Err(Fault::bad(
            "the notebook is too long",
            format!("at most {LONGEST} bytes are kept"),
        ));
    }
    let name = named::name(&asked.name)?;
    Ok(Notebook { name, ..asked })
}

/// `GET /api/v1/notebooks/ID`.
pub async fn show(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let notebook: Notebook = named::find(&site, &id)?;
    Ok(told(id, json!(notebook)))
}

/// `POST /api/v1/notebooks`: keeps a notebook under a name.
pub async fn save(State(site): State<Arc<Site>>, body: String) -> Result<Response, Fault> {
    let notebook = checked(&body)?;
    let id = named::keep(&site, &notebook).await?;
    Ok(told(id, json!(notebook)))
}

/// `PUT /api/v1/notebooks/ID`: keeps it as it is now.
pub async fn replace(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    body: String,
) -> Result<Response, Fault> {
    let notebook = checked(&body)?;
    let _alone = site.alone(&id).await;
    named::find::<Notebook>(&site, &id)?;
    named::put(&site, &id, &notebook).await?;
    Ok(told(id, json!(notebook)))
}
