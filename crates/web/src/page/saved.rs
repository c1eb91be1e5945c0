//! What is kept: games, and positions and notebooks with a name.

use axum::extract::State;
use axum::response::Html;
use maud::{Markup, html};
use std::sync::Arc;

use super::super::fault::PageFault;
use super::super::server::Site;
use super::super::shelf::Line;
use super::super::work::aside;
use super::super::{notebooks, play, saved, shelf};
use super::form::message;
use super::{Page, analysis, title};

/// How many games are listed.
const SHOWN: usize = 200;

/// `GET /saved`.
pub async fn saved(State(site): State<Arc<Site>>) -> Result<Html<String>, PageFault> {
    let body = aside(move |_| {
        let positions = saved::all(&site)?;
        let notebooks = notebooks::all(&site)?;
        let (games, count) = shelf::on_shelf::<play::Plain>(&site, SHOWN)?;
        let (others, more) = shelf::latest(&site, SHOWN)?;
        let (shown, count) = (games.len() + others.len(), count + more);
        Ok(html! {
            h1 { "Saved" }
            (message())
            h2 { "Positions" }
            @if positions.is_empty() {
                p { "None yet. " a href="/analyse" { "Analyse" } " one and save it." }
            }
            ul.kept {
                @for (id, saved) in &positions {
                    (kept("position", id, &saved.name, &html! {
                        a href=(analysis(&saved.game, &saved.position)) { (saved.name) }
                        " " (title(&saved.game)) " " code { (saved.position) }
                    }))
                }
            }
            h2 { "Notebooks" }
            @if notebooks.is_empty() {
                p { "None yet. " a href="/calculator" { "Calculate" } " and save your cells." }
            }
            ul.kept {
                @for (id, notebook) in &notebooks {
                    (kept("notebook", id, &notebook.name, &html! {
                        a href={ "/calculator?notebook=" (id) } { (notebook.name) }
                    }))
                }
            }
            h2 { "Games" }
            @if shown == 0 {
                p { "None yet. " a href="/" { "Choose a game" } " and play." }
            }
            ul.kept {
                @for game in games.iter().chain(&others) {
                    (kept(game.shelf, &game.id, &game.title, &line(game)))
                }
            }
            @if count > shown {
                p { "The last " (shown) " of " (count) " games." }
            }
        })
    });
    let page = Page::new("Saved", body.await?);
    Ok(page.at("/saved").script("saved.js").html())
}

/// What is kept, with a button that deletes it.
fn kept(what: &str, id: &str, name: &str, about: &Markup) -> Markup {
    html! {
        li {
            span { (about) }
            button data-delete=(what) data-id=(id) aria-label={ "Delete " (name) } { "Delete" }
        }
    }
}

/// A game in a list.
pub fn line(line: &Line) -> Markup {
    html! { a href={ "/" (line.shelf) "/" (line.id) } { (line.title) } " " (line.about) }
}
