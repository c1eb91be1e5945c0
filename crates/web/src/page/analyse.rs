//! The page on which positions and sums are explored.

use axum::response::Html;
use maud::{Markup, html};
use serde_json::json;

use super::super::fault::PageFault;
use super::super::glossary::term;
use super::super::parameters::Parameters;
use super::form::{buttons, message, option, written};
use super::game::{info, names};
use super::{Page, data, title};

/// What can be saved as a file.
const FILES: [(&str, &str); 8] = [
    ("study.txt", "Record with variations"),
    ("board.svg", "Board as SVG"),
    ("board.png", "Board as PNG"),
    ("thermograph.svg", "Thermograph as SVG"),
    ("thermograph.png", "Thermograph as PNG"),
    ("value.tex", "Value as LaTeX"),
    ("value.txt", "Value as text"),
    ("analysis.json", "JSON"),
];

/// The steps through a line, with what they are called.
const STEPS: [(&str, &str, &str); 4] = [
    ("start", "«", "To the start"),
    ("back", "‹", "One move back"),
    ("forward", "›", "One move forward"),
    ("end", "»", "To the end of the line"),
];

/// `GET /analyse?game=&position=&moves=`, or with `expression=` or `study=`.
pub async fn analyse(parameters: Parameters) -> Result<Html<String>, PageFault> {
    parameters.only(&[
        "game",
        "position",
        "expression",
        "moves",
        "side",
        "misere",
        "study",
    ])?;
    let expression = parameters.get("expression");
    let game = parameters.get("game").unwrap_or("legionnaires");
    let position = parameters.get("position").unwrap_or(info(game)?.example);
    let body = html! {
        h1 { "Explore" }
        div.explore {
            section.stage {
                (subject(game, position, expression))
                (message())
                div.side id="side" role="radiogroup" aria-label="Who is to move" {}
                (edit())
                div id="board" {}
                div.buttons.steps role="group" aria-label="Moves" {
                    @for (id, sign, about) in STEPS {
                        button id=(id) aria-label=(about) title=(about) { (sign) }
                    }
                    button id="flip" { "Flip" }
                }
            }
            aside.panel { div id="facts" {} }
            section.tools {
                div.panel { (variations()) }
                (more())
            }
        }
        (data("state", &json!({"game": game, "position": position, "expression": expression})))
    };
    let page = Page::new("Explore", body)
        .at("/analyse")
        .style("explore.css");
    Ok(page.script("analyse.js").html())
}

/// The choice of a game and a position, or of a sum.
fn subject(game: &str, position: &str, expression: Option<&str>) -> Markup {
    let games = rules::games().into_iter().chain(rules::chance_games());
    let is = |name: &str| expression.is_none() && name == game;
    html! {
        form.row id="subject" {
            label {
                "Game "
                select name="game" {
                    @for name in &names(games, game) { (option(name, &title(name), is(name))) }
                    (option("", "A sum or a value", expression.is_some()))
                }
            }
            label.wide { "Position " (written("position", Some(expression.unwrap_or(position)), None)) }
            button type="submit" { "Show" }
        }
    }
}

/// What changes the position without a move.
fn edit() -> Markup {
    html! {
        div.openings {
            details id="edit" {
                summary { "Edit" }
                div.palette id="palette" role="radiogroup" aria-label="Paint with" {}
                div.buttons id="size" {}
            }
            details id="adding" {
                summary { "Add beside it" }
                form.row id="add" {
                    label {
                        "What "
                        select name="what" {
                            (option("nim", "a heap", true))
                            (option("", "a value", false))
                            @for name in &names(rules::games(), "nim") {
                                @if name != "nim" { (option(name, &title(name), false)) }
                            }
                        }
                    }
                    label.wide { "Which " (written("which", Some("3"), None)) }
                    button type="submit" { "Add" }
                }
            }
        }
    }
}

/// The tree of moves, what is said of it, and where it is kept.
fn variations() -> Markup {
    html! {
        h2 { "Line and variations" }
        div id="variations" {}
        form.row id="remark" {
            label.wide { "Call this line " input name="name" maxlength="80" autocomplete="off"; }
            label.wide { "Comment " textarea name="comment" rows="2" maxlength="2000" {} }
        }
        div.buttons {
            (buttons(&[("remove", "Delete from here"), ("share", "Copy link")]))
            a.button.main id="begin" href="/" { "Play from here" }
        }
        form.row id="keep" {
            label.wide { "Name " input name="name" maxlength="80" autocomplete="off"; }
            button type="submit" { "Save study" }
            button type="submit" name="only" value="position" { "Save position" }
        }
        p id="kept" role="status" {}
    }
}

/// What fewer people want.
fn more() -> Markup {
    html! {
        details.panel id="tree" {
            summary { "Game tree" }
            div.row {
                label { "Moves deep " input type="number" name="depth" min="1" max="12" value="2"; }
                label.wide { "Size " input type="range" name="zoom" min="30" max="300" value="100"; }
            }
            div.scroll id="tree-picture" {}
        }
        details.panel id="certificate" {
            summary { "Certificate" }
            p {
                "A " (term("certificate", "certificate")) " is a proof of who wins, as a file. Anybody can "
                "check it by the rules alone."
            }
            div.buttons { (buttons(&[("prove", "Prove")])) }
            label { "Check a file " input type="file" id="proof-file"; }
            div id="proof" role="status" {}
        }
        details.panel {
            summary { "Export and import" }
            div.buttons {
                @for (file, about) in FILES { button data-save=(file) { (about) } }
            }
            label { "Read a record " input type="file" id="record-file" accept=".txt,text/plain"; }
        }
    }
}
