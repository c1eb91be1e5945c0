//! What is kept: games, and positions and notebooks with a name.

use axum::extract::State;
use axum::response::Html;
use maud::{Markup, html};
use std::sync::Arc;

use super::super::explore::study;
use super::super::fault::PageFault;
use super::super::named::Named;
use super::super::notebooks::Notebook;
use super::super::own_rules::OwnRules;
use super::super::saved::Saved;
use super::super::server::Site;
use super::super::shelf::Line;
use super::super::work::aside;
use super::super::{named, play, shelf};
use super::form::message;
use super::{Page, analysis, encode, title};

/// How many games are listed.
const SHOWN: usize = 200;

/// `GET /saved`.
pub async fn saved(State(site): State<Arc<Site>>) -> Result<Html<String>, PageFault> {
    let body = aside(move |_| {
        let positions = named::all::<Saved>(&site)?;
        let notebooks = named::all::<Notebook>(&site)?;
        let studies = named::all::<study::Kept>(&site)?;
        let own = named::all::<OwnRules>(&site)?;
        let (games, count) = shelf::on_shelf::<play::Plain>(&site, SHOWN)?;
        let (others, more) = shelf::latest(&site, SHOWN)?;
        let (shown, count) = (games.len() + others.len(), count + more);
        Ok(html! {
            h1 { "Saved" }
            (message())
            h2 { "Positions" }
            (list(&positions, |_, saved| html! {
                a href=(analysis(&saved.game, &saved.position)) { (saved.name) }
                " " (title(&saved.game)) " " code { (saved.position) }
            }))
            @if positions.is_empty() {
                p { "None yet. " a href="/analyse" { "Explore" } " one and save it." }
            }
            h2 { "Notebooks" }
            (list(&notebooks, |id, notebook| html! {
                a href={ "/calculator?notebook=" (id) } { (notebook.name) }
            }))
            @if notebooks.is_empty() {
                p { "None yet. " a href="/calculator" { "Calculate" } " and save your cells." }
            }
            @if !studies.is_empty() {
                h2 { "Studies" }
                (list(&studies, |id, kept| html! {
                    a href={ "/analyse?study=" (id) } { (kept.name) } " " code { (kept.about) }
                }))
            }
            @if !own.is_empty() {
                h2 { "Rules" }
                (list(&own, |_, kept| html! {
                    a href={ "/rules?game=" (encode(&kept.game)) } { (kept.title) }
                    " " code { (kept.game) }
                }))
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

/// What is kept under names, each told by `line`.
fn list<T: Named>(all: &[(String, T)], line: impl Fn(&str, &T) -> Markup) -> Markup {
    html! {
        ul.kept {
            @for (id, one) in all { (kept(T::ONE, id, one.name(), &line(id, one))) }
        }
    }
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
