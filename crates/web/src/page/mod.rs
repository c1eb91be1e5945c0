//! The pages, rendered here. Scripts bring them to life.

mod analyse;
mod beside;
mod calculator;
mod cards;
mod described;
mod form;
mod game;
mod glossary;
mod help;
mod home;
mod latrunculus;
mod learn;
mod lesson;
mod museum;
mod openapi;
mod own_rules;
mod papers;
mod players;
mod puzzles;
mod review;
mod saved;

pub use analyse::analyse;
pub use calculator::calculator;
pub use cards::{begin_cards, cards};
pub use game::{game, play, replay};
pub use glossary::glossary;
pub use help::help;
pub use home::{cards as drawn_games, games, home};
pub use latrunculus::latrunculus;
pub use learn::learn;
pub use lesson::lesson;
#[cfg(test)]
pub use lesson::lesson_body;
pub use museum::museum;
pub use openapi::openapi;
pub use own_rules::own_rules;
pub use papers::{PaperTable, paper, papers};
pub use puzzles::{puzzle, puzzles};
pub use review::review;
pub use saved::saved;

use axum::extract::Path;
use axum::http::{StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use std::borrow::Cow;

use maud::{Markup, PreEscaped, html};

use super::fault::PageFault;
use super::server::nothing;

/// Files of the folder `assets`, by name.
macro_rules! assets {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../assets/", $name)))),*]
    };
}

/// The files that pages need.
const ASSETS: &[(&str, &str)] = assets! {
    "board.css" "cards.css" "explore.css" "facts.css" "latrunculus.css" "learn-puzzles.css"
    "learn.css" "museum.css" "notebook.css" "play.css" "rules.css" "style.css" "value.css" "analyse.js"
    "begin.js" "board.js" "cards-begin.js" "cards-bids.js" "cards-words.js" "cards.js" "cell.js"
    "common.js" "completion.js" "dice.js" "edit.js" "end.js" "estimate.js" "evaluation.js"
    "facts.js" "form.js" "fraction.js" "friend.js" "game-tree.js" "graphs.js" "home.js"
    "latrunculus-begin.js" "latrunculus-king.js" "latrunculus.js" "learn.js" "lesson.js"
    "marks.js" "motion.js" "moves.js" "nim.js" "notation.js" "notebook.js" "opponent.js"
    "people.js" "play.js" "position.js" "progress.js" "proof.js" "puzzles.js" "review.js"
    "rules.js"    "saved.js" "seated.js" "solution.js" "source.js" "standing.js" "study.js" "summands.js"
    "sure.js" "table.js" "term.js" "value.js" "variations.js" "why.js" "icon.svg"
};

/// `GET /assets/NAME`.
pub async fn asset(Path(name): Path<String>, uri: Uri) -> Result<Response, PageFault> {
    let found = ASSETS.iter().find(|(file, _)| *file == name);
    let (file, text) = found.ok_or_else(|| PageFault(nothing(&uri)))?;
    let kind = match file.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml; charset=utf-8",
        _ => "text/javascript; charset=utf-8",
    };
    Ok(([(header::CONTENT_TYPE, kind)], current(file, text)).into_response())
}

/// A file as it was when the program was built, or, in builds for development,
/// as it is now: scripts and styles change without a build.
fn current(file: &str, built: &'static str) -> Cow<'static, str> {
    if cfg!(debug_assertions) {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/assets/");
        if let Ok(text) = std::fs::read_to_string(format!("{path}{file}")) {
            return text.into();
        }
    }
    built.into()
}

/// A page.
pub struct Page<'a> {
    title: &'a str,
    body: Markup,
    here: &'a str,
    script: Option<&'a str>,
    style: Option<&'a str>,
}

/// What a person comes to do.
const LINKS: [(&str, &str); 4] = [
    ("/", "Play"),
    ("/analyse", "Explore"),
    ("/calculator", "Calculate"),
    ("/learn", "Learn"),
];
/// What else there is.
const MORE: [(&str, &str); 4] = [
    ("/rules", "Your rules"),
    ("/papers", "Papers"),
    ("/saved", "Saved"),
    ("/help", "Help"),
];

impl<'a> Page<'a> {
    pub const fn new(title: &'a str, body: Markup) -> Self {
        Page {
            title,
            body,
            here: "",
            script: None,
            style: None,
        }
    }

    /// Which of the links at the top leads here.
    pub const fn at(mut self, here: &'a str) -> Self {
        self.here = here;
        self
    }

    /// The asset that brings the page to life.
    pub const fn script(mut self, name: &'a str) -> Self {
        self.script = Some(name);
        self
    }

    /// The asset with what only this page and its like look like.
    pub const fn style(mut self, name: &'a str) -> Self {
        self.style = Some(name);
        self
    }

    fn link(&self, (address, name): (&str, &str)) -> Markup {
        let here = (address == self.here).then_some("page");
        html! { a href=(address) aria-current=[here] { (name) } }
    }

    pub fn html(self) -> Html<String> {
        let page = html! {
            (PreEscaped("<!doctype html>"))
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (self.title) " · Legatus" }
                    link rel="icon" href="/assets/icon.svg";
                    link rel="stylesheet" href="/assets/style.css";
                    link rel="stylesheet" href="/assets/board.css";
                    link rel="stylesheet" href="/assets/value.css";
                    link rel="stylesheet" href="/assets/facts.css";
                    @if let Some(name) = self.style {
                        link rel="stylesheet" href={ "/assets/" (name) };
                    }
                    @if let Some(name) = self.script {
                        script type="module" src={ "/assets/" (name) } {}
                    }
                }
                body {
                    a.skip href="#main" { "Skip to the content" }
                    header {
                        a.name href="/" { "Legatus" }
                        nav aria-label="Main" {
                            @for link in LINKS { (self.link(link)) }
                            details.more {
                                summary aria-label="More pages" { "⋯" }
                                div { @for link in MORE { (self.link(link)) } }
                            }
                        }
                    }
                    main id="main" { (self.body) }
                }
            }
        };
        Html(page.into_string())
    }
}

/// The page that says why there is no other.
pub fn fault(status: StatusCode, error: &str, hint: &str) -> Html<String> {
    let title = status.canonical_reason().unwrap_or("Not possible");
    let body = html! {
        h1 { (title) }
        p.error { (error) }
        p { (hint) }
        p { a href="/" { "All games" } }
    };
    Page::new(title, body).html()
}

/// The name of a game that people know it by, with its variant.
pub fn title(game: &str) -> String {
    let (name, variant) = game.split_once(':').unwrap_or((game, ""));
    let title = rules::find(name).map_or(name, |info| info.title);
    match variant {
        "" => title.to_owned(),
        _ => format!("{title} ({variant})"),
    }
}

/// A text in a query.
pub fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b':' => {
                encoded.push(char::from(byte));
            }
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

/// The address of a position's analysis.
pub fn analysis(game: &str, position: &str) -> String {
    let (game, position) = (encode(game), encode(position));
    format!("/analyse?game={game}&position={position}")
}

/// Data for a script, in a page.
pub fn data(id: &str, value: &serde_json::Value) -> Markup {
    // Nothing in it can end the element.
    let text = value.to_string().replace('<', "\\u003c");
    html! { script type="application/json" id=(id) { (PreEscaped(text)) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_leave_their_place() {
        let page = fault(StatusCode::NOT_FOUND, "<script>alert(1)</script>", "\"'>");
        assert!(!page.0.contains("<script>alert"));
        let data = data("x", &serde_json::json!("</script><b>"));
        assert_eq!(data.0.matches('<').count(), 2, "{}", data.0);
        assert_eq!(encode("X.O/#|%"), "X.O/%23%7C%25");
    }
}
