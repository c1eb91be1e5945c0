//! What is kept: games and positions with a name.

use axum::extract::State;
use axum::response::Html;
use std::sync::Arc;

use super::super::fault::PageFault;
use super::super::kept::Kept;
use super::super::server::Site;
use super::super::shelf::Line;
use super::super::work::aside;
use super::super::{play, saved, shelf};
use super::{Page, encode, escape, title};

/// How many games are listed.
const SHOWN: usize = 200;

/// `GET /saved`.
pub async fn saved(State(site): State<Arc<Site>>) -> Result<Html<String>, PageFault> {
    let body = aside(move || {
        let positions = saved::all(&site)?;
        let (games, count) = play::latest(&site, SHOWN)?;
        let (others, more) = shelf::latest(&site, SHOWN)?;
        let mut body = String::from(
            "<h1>Saved</h1>\n<p id=\"message\" role=\"alert\" class=\"error\"></p>\n\
             <h2>Positions</h2>\n",
        );
        if positions.is_empty() {
            body.push_str("<p>None yet. <a href=\"/analyse\">Analyse</a> one and save it.</p>\n");
        }
        body.push_str("<ul class=\"kept\">\n");
        for (id, saved) in &positions {
            body.push_str(&format!(
                "<li><span><a href=\"/analyse?game={}&amp;position={}\">{}</a> {} \
                 <code>{}</code></span>{}</li>\n",
                encode(&saved.game),
                encode(&saved.position),
                escape(&saved.name),
                escape(&title(&saved.game)),
                escape(&saved.position),
                delete("position", id, &saved.name),
            ));
        }
        body.push_str("</ul>\n<h2>Games</h2>\n");
        if games.is_empty() && others.is_empty() {
            body.push_str("<p>None yet. <a href=\"/\">Choose a game</a> and play.</p>\n");
        }
        body.push_str("<ul class=\"kept\">\n");
        for (id, kept) in &games {
            let line = game(id, kept);
            let name = title(&kept.game);
            body.push_str(&format!(
                "<li><span>{line}</span>{}</li>\n",
                delete("play", id, &name)
            ));
        }
        for line in &others {
            body.push_str(&format!(
                "<li><span>{}</span>{}</li>\n",
                self::line(line),
                delete(line.shelf, &line.id, &line.title)
            ));
        }
        body.push_str("</ul>\n");
        let (shown, count) = (games.len() + others.len(), count + more);
        if count > shown {
            body.push_str(&format!("<p>The last {shown} of {count} games.</p>\n"));
        }
        Ok(body)
    });
    let page = Page {
        title: "Saved",
        here: "/saved",
        body: &body.await?,
        script: Some("saved.js"),
    };
    Ok(page.html())
}

fn delete(what: &str, id: &str, name: &str) -> String {
    format!(
        "<button data-delete=\"{what}\" data-id=\"{}\" aria-label=\"Delete {}\">Delete</button>",
        escape(id),
        escape(name)
    )
}

/// A game in a list.
pub fn game(id: &str, kept: &Kept) -> String {
    let moves = match kept.ply {
        1 => "1 move".to_owned(),
        ply => format!("{ply} moves"),
    };
    format!(
        "<a href=\"/play/{}\">{}</a> {moves}; {} against {}",
        escape(id),
        escape(&title(&kept.game)),
        escape(&kept.left.player),
        escape(&kept.right.player),
    )
}

/// A game with a die or beside cards in a list.
pub fn line(line: &Line) -> String {
    format!(
        "<a href=\"/{}/{}\">{}</a> {}",
        escape(line.shelf),
        escape(&line.id),
        escape(&line.title),
        escape(&line.about),
    )
}
