//! The page on which positions are edited and analysed.

use axum::http::Uri;
use axum::response::Html;
use maud::{Markup, html};
use serde_json::json;

use super::super::api::Parameters;
use super::super::fault::PageFault;
use super::form::{buttons, message, option, written};
use super::game::{info, names};
use super::{Page, data, title};

/// What can be saved as a file.
const FILES: [(&str, &str); 7] = [
    ("board.svg", "Board as SVG"),
    ("board.png", "Board as PNG"),
    ("thermograph.svg", "Thermograph as SVG"),
    ("thermograph.png", "Thermograph as PNG"),
    ("value.tex", "Value as LaTeX"),
    ("value.txt", "Value as text"),
    ("analysis.json", "JSON"),
];

/// `GET /analyse?game=&position=`.
pub async fn analyse(uri: Uri) -> Result<Html<String>, PageFault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&["game", "position"])?;
    let game = parameters.get("game").unwrap_or("legionnaires");
    let position = parameters.get("position").unwrap_or(info(game)?.example);
    let body = html! {
        h1 { "Analyse" }
        div.columns.table {
            section.stage {
                (subject(game, position))
                (message())
                div.palette id="palette" role="radiogroup" aria-label="Paint with" {}
                div id="board" {}
                div.buttons id="size" {}
                div.buttons {
                    a.button.main id="begin" href="/" { "Play from here" }
                    (buttons(&[("share", "Copy link")]))
                }
                form.row id="keep" {
                    label.wide { "Name " input name="name" maxlength="80" autocomplete="off"; }
                    button type="submit" { "Save position" }
                }
                p id="kept" role="status" {}
                details {
                    summary { "Export" }
                    div.buttons {
                        @for (file, about) in FILES { button data-save=(file) { (about) } }
                    }
                }
            }
            aside.panel { div id="facts" aria-live="polite" {} }
        }
        (data("state", &json!({"game": game, "position": position})))
    };
    let page = Page::new("Analyse", body).at("/analyse");
    Ok(page.script("analyse.js").html())
}

/// The choice of a game and a position.
fn subject(game: &str, position: &str) -> Markup {
    let games = rules::games().into_iter().chain(rules::chance_games());
    html! {
        form.row id="subject" {
            label {
                "Game "
                select name="game" {
                    @for name in &names(games, game) { (option(name, &title(name), name == game)) }
                }
            }
            label.wide { "Position " (written("position", Some(position), None)) }
            button type="submit" { "Show" }
        }
    }
}
