//! The first page: all games.

use axum::extract::State;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use rules::Info;
use serde_json::json;
use std::sync::{Arc, OnceLock};

use super::super::fault::{Fault, PageFault};
use super::super::play;
use super::super::server::Site;
use super::super::work::aside;
use super::{Page, encode, escape};
use crate::draw;

/// How many games in progress are shown.
const SHOWN: usize = 12;

/// `GET /`.
pub async fn home(State(site): State<Arc<Site>>) -> Result<Html<String>, PageFault> {
    let mut body = String::from(
        "<h1>Combinatorial games</h1>\n<p class=\"lead\">Choose a game to play it, or to see who \
         wins, by which moves, and what a position is worth.</p>\n<ul class=\"cards\">\n",
    );
    body.push_str(cards());
    body.push_str("</ul>\n");
    let (games, count) = aside(move || play::latest(&site, SHOWN)).await?;
    if !games.is_empty() {
        body.push_str("<h2>Your games</h2>\n<ul class=\"games\">\n");
        for (id, kept) in &games {
            body.push_str(&format!("<li>{}</li>\n", super::saved::game(id, kept)));
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
        cards.filter_map(Result::ok).collect()
    })
}

fn card(info: &Info) -> Result<String, Fault> {
    let board = positions::read(&rules::example_name(info), info.example)?;
    let picture = draw::board(&board.scene(), info.title, &[]);
    let rules = info.rules.split(". ").next().unwrap_or(info.rules);
    Ok(format!(
        "<li class=\"card\"><a href=\"/game/{}\"><span class=\"picture\" aria-hidden=\"true\">{picture}\
         </span><strong>{}</strong></a><p>{}.</p></li>\n",
        encode(info.name),
        escape(info.title),
        escape(rules.trim_end_matches('.')),
    ))
}

/// `GET /api/v1/games`: what every game says about itself.
pub async fn games() -> Response {
    let games: Vec<_> = rules::games()
        .into_iter()
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
