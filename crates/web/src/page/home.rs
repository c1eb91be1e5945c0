//! The first page: all games.

use axum::extract::State;
use axum::response::{Html, IntoResponse, Response};
use axum::{Extension, Json};
use maud::{Markup, PreEscaped, html};
use rules::{Info, Scene};
use serde_json::json;
use std::cmp::Reverse;
use std::sync::{Arc, OnceLock};

use super::super::admission::Trusted;
use super::super::fault::{Fault, PageFault};
use super::super::server::Site;
use super::super::work::aside;
use super::super::{latrunculus, play, shelf};
use super::cards::title as cards_title;
use super::{Page, encode, saved};

/// How many games in progress are shown.
const SHOWN: usize = 12;

/// `GET /`.
pub async fn home(
    State(site): State<Arc<Site>>,
    Extension(Trusted(trusted)): Extension<Trusted>,
) -> Result<Html<String>, PageFault> {
    let (games, count) = match trusted {
        true => aside(move |_| latest(&site)).await?,
        false => (Vec::new(), 0),
    };
    let body = html! {
        h1 { "Combinatorial games" }
        p.lead {
            "Choose a game to play it, or to see who wins, by which moves, and what a position is worth."
        }
        ul.cards { (cards()) }
        @if !games.is_empty() {
            h2 { "Your games" }
            ul.games { @for game in &games { li { (game) } } }
            @if count > games.len() { p { a href="/saved" { "All games" } } }
        }
    };
    Ok(Page::new("Games", body).at("/").html())
}

/// The games that were changed last, and how many there are.
fn latest(site: &Site) -> Result<(Vec<Markup>, usize), Fault> {
    let (mut games, count) = shelf::on_shelf::<play::Plain>(site, SHOWN)?;
    let (others, more) = shelf::latest(site, SHOWN)?;
    games.extend(others);
    games.sort_by_key(|game| Reverse(game.changed));
    games.truncate(SHOWN);
    Ok((games.iter().map(saved::line).collect(), count + more))
}

/// All games; they are always the same.
fn cards() -> &'static Markup {
    static CARDS: OnceLock<Markup> = OnceLock::new();
    CARDS.get_or_init(|| {
        let cards = rules::games().into_iter().map(card);
        let cards = cards.chain(rules::chance_games().into_iter().map(chance_card));
        let cards = cards.chain([beside_cards()]);
        html! { @for card in cards.filter_map(Result::ok) { (card) } }
    })
}

fn card(info: &Info) -> Result<Markup, Fault> {
    let board = positions::read(&rules::example_name(info), info.example)?;
    Ok(game_card(info, &board.scene()))
}

fn chance_card(info: &Info) -> Result<Markup, Fault> {
    let board = rules::latrunculus::Options::default().position(info.example)?;
    Ok(game_card(info, &latrunculus::scene(&board)))
}

/// A game, with the first sentence of its rules.
fn game_card(info: &Info, scene: &Scene) -> Markup {
    let address = format!("/game/{}", encode(info.name));
    let sentence = info.rules.split(". ").next().unwrap_or(info.rules);
    card_with(&address, info.title, scene, sentence)
}

/// Amazons beside a stack of cards; the page offers the other games, too.
fn beside_cards() -> Result<Markup, Fault> {
    let info = rules::find("amazons")?;
    let scene = positions::read(info.name, info.example)?.scene();
    let about = "A move on the board, or the top card of a stack: any game can be played so.";
    let title = cards_title(info);
    Ok(card_with("/cards?game=amazons", &title, &scene, about))
}

fn card_with(address: &str, title: &str, scene: &Scene, about: &str) -> Markup {
    let picture = PreEscaped(draw::board(scene, title, &[]));
    html! {
        li.card {
            a href=(address) {
                span.picture aria-hidden="true" { (picture) }
                strong { (title) }
            }
            p { (about.trim_end_matches('.')) "." }
        }
    }
}

/// `GET /api/v1/games`: what every game says about itself.
pub async fn games() -> Response {
    let games = rules::games().into_iter().chain(rules::chance_games());
    let named = |name: &str, about: &str| json!({"name": name, "about": about});
    let games = games.map(|info| {
        let starts = info
            .starts
            .iter()
            .map(|start| named(start.name, start.about));
        let variants = info
            .variants
            .iter()
            .map(|variant| named(variant.name, variant.about));
        json!({
            "name": info.name,
            "title": info.title,
            "sides": play::sides(info),
            "rules": info.rules,
            "notation": info.notation,
            "example": info.example,
            "starts": starts.collect::<Vec<_>>(),
            "variants": variants.collect::<Vec<_>>(),
        })
    });
    Json(games.collect::<Vec<_>>()).into_response()
}
