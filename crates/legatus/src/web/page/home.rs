//! The first page: all games.

use axum::Extension;
use axum::extract::State;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
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
use super::{Page, encode, escape};
use crate::draw;

/// How many games in progress are shown.
const SHOWN: usize = 12;

/// `GET /`.
pub async fn home(
    State(site): State<Arc<Site>>,
    Extension(Trusted(trusted)): Extension<Trusted>,
) -> Result<Html<String>, PageFault> {
    let mut body = String::from(
        "<h1>Combinatorial games</h1>\n<p class=\"lead\">Choose a game to play it, or to see who \
         wins, by which moves, and what a position is worth.</p>\n<ul class=\"cards\">\n",
    );
    body.push_str(cards());
    body.push_str("</ul>\n");
    let (games, count) = aside(move || {
        if !trusted {
            return Ok((Vec::new(), 0));
        }
        let (games, mut count) = play::latest(&site, SHOWN)?;
        let mut lines: Vec<(u64, String)> = Vec::new();
        for (id, kept) in &games {
            lines.push((kept.changed, super::saved::game(id, kept)));
        }
        let (others, more) = shelf::latest(&site, SHOWN)?;
        count += more;
        lines.extend(
            others
                .iter()
                .map(|line| (line.changed, super::saved::line(line))),
        );
        lines.sort_by_key(|line| Reverse(line.0));
        lines.truncate(SHOWN);
        Ok((lines, count))
    })
    .await?;
    if !games.is_empty() {
        body.push_str("<h2>Your games</h2>\n<ul class=\"games\">\n");
        for (_, line) in &games {
            body.push_str(&format!("<li>{line}</li>\n"));
        }
        body.push_str("</ul>\n");
        if count > games.len() {
            body.push_str("<p><a href=\"/saved\">All games</a></p>\n");
        }
    }
    let page = Page {
        title: "Games",
        here: "/",
        body: &body,
        script: None,
    };
    Ok(page.html())
}

/// All games; they are always the same.
fn cards() -> &'static str {
    static CARDS: OnceLock<String> = OnceLock::new();
    CARDS.get_or_init(|| {
        let cards = rules::games().into_iter().map(card);
        let cards = cards.chain(rules::chance_games().into_iter().map(chance_card));
        let cards = cards.chain([beside_cards()]);
        cards.filter_map(Result::ok).collect()
    })
}

fn card(info: &Info) -> Result<String, Fault> {
    let board = positions::read(&rules::example_name(info), info.example)?;
    let address = format!("/game/{}", encode(info.name));
    Ok(card_with(
        &address,
        info.title,
        &board.scene(),
        sentence(info),
    ))
}

fn chance_card(info: &Info) -> Result<String, Fault> {
    let board = rules::latrunculus::Options::default().position(info.example)?;
    let address = format!("/game/{}", encode(info.name));
    let scene = latrunculus::scene(&board);
    Ok(card_with(&address, info.title, &scene, sentence(info)))
}

/// Amazons beside a stack of cards; the page offers the other games, too.
fn beside_cards() -> Result<String, Fault> {
    let info = rules::find("amazons")?;
    let board = positions::read(info.name, info.example)?;
    let about = "A move on the board, or the top card of a stack: any game can be played so.";
    let title = cards_title(info);
    Ok(card_with(
        "/cards?game=amazons",
        &title,
        &board.scene(),
        about,
    ))
}

/// The first sentence of the rules.
fn sentence(info: &Info) -> &'static str {
    info.rules.split(". ").next().unwrap_or(info.rules)
}

fn card_with(address: &str, title: &str, scene: &Scene, about: &str) -> String {
    let picture = draw::board(scene, title, &[]);
    format!(
        "<li class=\"card\"><a href=\"{}\"><span class=\"picture\" aria-hidden=\"true\">{picture}\
         </span><strong>{}</strong></a><p>{}.</p></li>\n",
        escape(address),
        escape(title),
        escape(about.trim_end_matches('.')),
    )
}

/// `GET /api/v1/games`: what every game says about itself.
pub async fn games() -> Response {
    let games: Vec<_> = rules::games()
        .into_iter()
        .chain(rules::chance_games())
        .map(|info| {
            let starts = info
                .starts
                .iter()
                .map(|s| json!({"name": s.name, "about": s.about}));
            let variants = info
                .variants
                .iter()
                .map(|v| json!({"name": v.name, "about": v.about}));
            json!({
                "name": info.name,
                "title": info.title,
                "rules": info.rules,
                "notation": info.notation,
                "example": info.example,
                "starts": starts.collect::<Vec<_>>(),
                "variants": variants.collect::<Vec<_>>(),
            })
        })
        .collect();
    let body = json!(games).to_string();
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}
