//! The page on which somebody writes rules of a game and plays it at once.

use axum::response::Html;
use maud::html;
use serde_json::json;

use super::super::fault::{Fault, PageFault};
use super::super::own_rules::LONGEST_RULES;
use super::super::parameters::Parameters;
use super::super::work::aside;
use super::form::{message, option};
use super::{Page, data, players};

/// The text of a game that is shipped.
macro_rules! shipped {
    ($name:literal) => {
        include_str!(concat!("../../../../games/", $name, ".game"))
    };
}

/// Games to begin with, and what is to be seen in each.
const EXAMPLES: &[(&str, &str)] = &[
    (
        "Clobber: men that take",
        include_str!("examples/clobber.game"),
    ),
    ("Konane: jumps", include_str!("examples/konane.game")),
    ("Three in a row: a goal", include_str!("examples/row.game")),
    ("Cutcake: pairs of numbers", shipped!("cutcake")),
    ("Wythoff's game: parameters", shipped!("wythoff")),
    (
        "Fibonacci Nim: a heap that remembers",
        shipped!("fibonacci_nim"),
    ),
    ("Node Kayles: a graph", shipped!("node_kayles")),
    ("Fjords: colours on a graph", shipped!("fjords")),
    ("Geography: a token on arrows", shipped!("geography")),
];

/// `GET /rules?game=`: a text to write, with that of a game that is kept or shipped.
pub async fn own_rules(parameters: Parameters) -> Result<Html<String>, PageFault> {
    parameters.only(&["game"])?;
    let kept = match parameters.get("game").map(str::to_owned) {
        None => None,
        Some(name) => Some(aside(move |_| text_of(&name)).await?),
    };
    let text = kept.as_deref().unwrap_or(EXAMPLES[0].1);
    let examples: Vec<&str> = EXAMPLES.iter().map(|(_, text)| *text).collect();
    let body = html! {
        h1 { "Rules of your own" }
        p.lead {
            "Write a game in a few lines. It is read while you type, and played at once."
        }
        div.columns.own {
            section.panel {
                label {
                    "Begin with "
                    select id="example" {
                        @if kept.is_some() { (option("", "the rules that you have opened", true)) }
                        @for (number, (about, _)) in EXAMPLES.iter().enumerate() {
                            (option(&number.to_string(), about, kept.is_none() && number == 0))
                        }
                    }
                }
                label for="text" { "Rules" }
                // The first line break in a field is not part of its text.
                textarea id="text" rows="18" spellcheck="false" autocomplete="off"
                    autocapitalize="off" maxlength=(LONGEST_RULES) aria-describedby="wrong" {
                    "\n" (text)
                }
                div id="wrong" role="status" {}
            }
            section.panel {
                h2 id="title" { "…" }
                div id="board" {}
                (players::strengths())
                div.buttons {
                    button.main id="play" disabled { "Play now" }
                    button id="explore" disabled { "Explore" }
                    button id="choices" disabled { "More choices" }
                    button id="share" disabled { "Share" }
                }
                (message())
                div id="found" {}
            }
        }
        (help())
        (data("state", &json!({"examples": examples})))
    };
    let page = Page::new("Rules of your own", body).at("/rules");
    Ok(page.style("rules.css").script("rules.js").html())
}

/// The text of a game that is kept, or that came with the program.
fn text_of(name: &str) -> Result<String, Fault> {
    let info = rules::find(name).ok();
    let file = info.and_then(rules::rule_file).ok_or_else(|| {
        let error = "the rules of this game are not kept here";
        Fault::missing(error).with_hint("open the link that has the rules in it")
    })?;
    Ok(file.text().to_owned())
}

/// The language in short.
fn help() -> maud::Markup {
    let lines = [
        (
            "game NAME",
            "comes first; title, rules, sides and start say more about it",
        ),
        (
            "cells . B W",
            "a board with these letters; `strip`, `ring`, `heaps n` or `graph` are other places",
        ),
        (
            "left side: B W -> . B",
            "Left's moves: in each of these directions, what is there, and what it becomes",
        ),
        (
            "mirror B W",
            "Right moves as Left does, with the letters exchanged",
        ),
        (
            "left any: B .* . -> . .* B",
            "`.*` is any number of free cells: a queen rides",
        ),
        (
            "both n -> n - k where 1 <= k <= 3",
            "heaps: every k for which this holds is a move",
        ),
        (
            "both vertex . -> gone, neighbours gone",
            "graphs: vertices and edges change or go",
        ),
        (
            "left wins when somewhere any: B B B",
            "a goal ends the game; otherwise who cannot move loses",
        ),
    ];
    html! {
        details id="language" {
            summary { "How rules are written" }
            dl {
                @for (line, about) in lines {
                    dt { code { (line) } }
                    dd { (super::form::code(about)) }
                }
            }
        }
    }
}
