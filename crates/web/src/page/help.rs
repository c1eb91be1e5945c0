//! `/help`: how to use the pages, the games' notation, and the API.

use axum::response::Html;
use maud::{Markup, html};

use super::super::api::questions;
use super::{Page, encode};

const KEYS: [(&str, &str); 9] = [
    ("arrow keys", "go over the board"),
    ("Enter, Space", "choose the spot"),
    ("Escape", "forget what was chosen"),
    ("letters and digits", "type a move and press Enter"),
    ("Ctrl-Z, Ctrl-Y", "undo, redo"),
    ("?", "hint"),
    ("T, 1 to 6", "throw the die, say what your own shows"),
    (
        ". (full stop)",
        "with a die, end the turn; beside cards, take the card",
    ),
    ("[ and ]", "look one move back, one move on"),
];

fn playing() -> Markup {
    html! {
        h2 { "Playing" }
        p {
            "Click what you want to move, then where it goes; what can be clicked next is marked. A \
             piece can also be dragged. An amazon's move has three clicks: the amazon, where she \
             goes, where her arrow lands. A legionnaire's has two: the pawn, and the enemy it takes; \
             or three, with the end of its slide between them. A click on a stone of a heap takes it \
             with the stones above it. If a click can mean several moves, you are asked which."
        }
        h2 { "A die" }
        p {
            "In Latrunculus a turn begins with a throw of the die; or throw your own and say what it \
             shows. Then spend the pips one by one: click a piece, then a marked square; the King may \
             go over his own Soldiers. A piece with a ✕ and a number can be killed for so many pips: \
             click it. What was done in the turn can be undone; “End turn” ends it. A turn can also \
             be typed, at once or in parts: "
            code { "e3-e4-f5 x g6" }
            "; Enter in the empty field ends it. Who takes a turn back keeps its throw."
        }
        h2 { "Cards" }
        p {
            "Any game that ends can be played beside a stack of cards, as Environmental Amazons is: \
             at each turn move on the board, or click the top card to take it. After every turn the \
             forecast is shown: the net score so far, the mean of the board, and half the temperature \
             of the stack for the player to move. An unorthodox turn has a cost, which is what it \
             lowers the forecast by."
        }
    }
}

fn keys_and_words() -> Markup {
    html! {
        h2 { "Keys" }
        table.keys { @for (key, about) in KEYS { tr { td { (key) } td { (about) } } } }
        h2 { "Words" }
        p {
            "Left is Black and Right is White. P: who moved last wins, that is the second player. N: \
             the next player wins. L: Left wins, R: Right wins, whoever begins. The mean of a \
             position is what it is worth on the average of many copies, its temperature how urgent \
             it is to move. A move is canonical if it is neither dominated nor reversible."
        }
    }
}

/// `GET /help`.
pub async fn help() -> Html<String> {
    let body = html! {
        h1 { "Help" }
        (playing())
        (keys_and_words())
        h2 { "Games" }
        dl {
            @for info in rules::games().into_iter().chain(rules::chance_games()) {
                dt { a href={ "/game/" (encode(info.name)) } { (info.title) } }
                dd { (info.rules) " " (info.notation.replace('`', "")) }
            }
        }
        h2 { "For programs" }
        p {
            "Every question is a URL that answers with the command line's JSON object; "
            a href="/api/v1/openapi.json" { "/api/v1/openapi.json" }
            " describes them all."
        }
        ul {
            @for (question, web) in questions() {
                @let example = format!("/api/v1/{}?{}", question.name, web.example);
                li { a href=(example) { (example) } ": " (web.about) }
            }
        }
    };
    Page::new("Help", body).at("/help").html()
}
