//! The page on which a game is looked at again.

use axum::extract::{Path, State};
use axum::response::Html;
use maud::html;
use std::sync::Arc;

use super::super::fault::PageFault;
use super::super::play::Plain;
use super::super::server::Site;
use super::super::table::viewed;
use super::{Page, data, encode, form};

/// `GET /play/ID/review`.
pub async fn review(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
) -> Result<Html<String>, PageFault> {
    let (view, _) = viewed::<Plain>(&site, &id).await?;
    let title = view["title"].as_str().unwrap_or("");
    let heading = format!("Review: {title}");
    let panel = html! {
        (form::history("Moves", "move", &html! {}))
        section id="points" aria-live="polite" {}
        div.buttons {
            button id="longer" hidden { "Look longer" }
            a.button href={ "/play/" (encode(&id)) } { "Back to the game" }
        }
    };
    let body = html! {
        div.columns.table {
            section.stage {
                h1 { (heading) }
                p id="status" role="status" aria-live="polite" {}
                div id="board" {}
                p.soft id="verdict" role="status" aria-live="polite" {}
                (form::message())
            }
            aside.panel { (panel) }
        }
        (data("state", &view))
    };
    let page = Page::new(&heading, body).at("/");
    Ok(page.style("learn-puzzles.css").script("review.js").html())
}
