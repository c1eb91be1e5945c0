//! The pages, rendered here. Scripts bring them to life.

mod cards;
mod described;
mod game;
mod help;
mod home;
mod latrunculus;
mod openapi;
mod papers;
mod saved;

pub use cards::{begin_cards, cards};
pub use game::{analyse, calculator, game, play, replay};
pub use help::help;
pub use home::{games, home};
pub use latrunculus::latrunculus;
pub use openapi::openapi;
pub use papers::{PaperTable, paper, papers};
pub use saved::saved;

use axum::extract::Path;
use axum::http::{StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};

use super::fault::PageFault;
use super::server::nothing;
use crate::draw::escape;

/// The files that pages need, by name.
const ASSETS: [(&str, &str, &str); 18] = [
    ("style.css", "text/css", include_str!("../assets/style.css")),
    (
        "common.js",
        "text/javascript",
        include_str!("../assets/common.js"),
    ),
    (
        "board.js",
        "text/javascript",
        include_str!("../assets/board.js"),
    ),
    (
        "facts.js",
        "text/javascript",
        include_str!("../assets/facts.js"),
    ),
    (
        "nim.js",
        "text/javascript",
        include_str!("../assets/nim.js"),
    ),
    (
        "begin.js",
        "text/javascript",
        include_str!("../assets/begin.js"),
    ),
    (
        "play.js",
        "text/javascript",
        include_str!("../assets/play.js"),
    ),
    (
        "analyse.js",
        "text/javascript",
        include_str!("../assets/analyse.js"),
    ),
    (
        "calculator.js",
        "text/javascript",
        include_str!("../assets/calculator.js"),
    ),
    (
        "edit.js",
        "text/javascript",
        include_str!("../assets/edit.js"),
    ),
    (
        "saved.js",
        "text/javascript",
        include_str!("../assets/saved.js"),
    ),
    (
        "table.js",
        "text/javascript",
        include_str!("../assets/table.js"),
    ),
    (
        "cards.js",
        "text/javascript",
        include_str!("../assets/cards.js"),
    ),
    (
        "cards-begin.js",
        "text/javascript",
        include_str!("../assets/cards-begin.js"),
    ),
    (
        "dice.js",
        "text/javascript",
        include_str!("../assets/dice.js"),
    ),
    (
        "latrunculus.js",
        "text/javascript",
        include_str!("../assets/latrunculus.js"),
    ),
    (
        "latrunculus-begin.js",
        "text/javascript",
        include_str!("../assets/latrunculus-begin.js"),
    ),
    (
        "icon.svg",
        "image/svg+xml",
        include_str!("../assets/icon.svg"),
    ),
];

/// `GET /assets/NAME`.
pub async fn asset(Path(name): Path<String>, uri: Uri) -> Result<Response, PageFault> {
    let found = ASSETS.iter().find(|(file, ..)| *file == name);
    let (_, kind, text) = found.ok_or_else(|| PageFault(nothing(&uri)))?;
    let kind = format!("{kind}; charset=utf-8");
    Ok(([(header::CONTENT_TYPE, kind)], *text).into_response())
}

/// A page.
pub struct Page<'a> {
    pub title: &'a str,
    /// Which of the links at the top leads here.
    pub here: &'a str,
    pub body: &'a str,
    /// The script that brings it to life.
    pub script: Option<&'a str>,
}

const LINKS: [(&str, &str); 6] = [
    ("/", "Games"),
    ("/analyse", "Analyse"),
    ("/calculator", "Calculator"),
    ("/papers", "Papers"),
    ("/saved", "Saved"),
    ("/help", "Help"),
];

impl Page<'_> {
    pub fn html(&self) -> Html<String> {
        let links: String = LINKS
            .iter()
            .map(|(address, name)| {
                let here = if *address == self.here {
                    " aria-current=\"page\""
                } else {
                    ""
                };
                format!("<a href=\"{address}\"{here}>{name}</a>")
            })
            .collect();
        let script = match self.script {
            Some(name) => format!("<script type=\"module\" src=\"/assets/{name}\"></script>"),
            None => String::new(),
        };
        Html(format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{} · Legatus</title>\n\
             <link rel=\"icon\" href=\"/assets/icon.svg\">\n\
             <link rel=\"stylesheet\" href=\"/assets/style.css\">\n{script}\n</head>\n<body>\n\
             <a class=\"skip\" href=\"#main\">Skip to the content</a>\n\
             <header><a class=\"name\" href=\"/\">Legatus</a><nav aria-label=\"Main\">{links}</nav></header>\n\
             <main id=\"main\">\n{}\n</main>\n</body>\n</html>\n",
            escape(self.title),
            self.body,
        ))
    }
}

/// The page that says why there is no other.
pub fn fault(status: StatusCode, error: &str, hint: &str) -> Html<String> {
    let title = status.canonical_reason().unwrap_or("Not possible");
    let body = format!(
        "<h1>{}</h1>\n<p class=\"error\">{}</p>\n<p>{}</p>\n<p><a href=\"/\">All games</a></p>",
        escape(title),
        escape(error),
        escape(hint),
    );
    Page {
        title,
        here: "",
        body: &body,
        script: None,
    }
    .html()
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

/// Data for a script, in a page.
pub fn data(id: &str, value: &serde_json::Value) -> String {
    // Nothing in it can end the element.
    let text = value.to_string().replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"{id}\">{text}</script>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_leave_their_place() {
        let page = fault(StatusCode::NOT_FOUND, "<script>alert(1)</script>", "\"'>");
        assert!(!page.0.contains("<script>alert"));
        let data = data("x", &serde_json::json!("</script><b>"));
        assert_eq!(data.matches('<').count(), 2, "{data}");
        assert_eq!(encode("X.O/#|%"), "X.O/%23%7C%25");
    }
}
