//! The pages of Latrunculus: to begin a game, and to play it.

use axum::extract::{Path, State};
use axum::response::Html;
use maud::html;
use play::latrunculus::COMMANDERS;
use rules::latrunculus::INFO;
use serde_json::json;
use std::sync::Arc;

use super::super::api::Parameters;
use super::super::fault::PageFault;
use super::super::latrunculus::{Die, board};
use super::super::server::Site;
use super::super::table::viewed;
use super::form::{self, option};
use super::{Page, encode};

/// `GET /game/latrunculus?game=&position=&first=`.
pub fn begin(parameters: &Parameters) -> Result<Html<String>, PageFault> {
    parameters.only(&["game", "position", "first"])?;
    let game = parameters.get("game").unwrap_or(INFO.name);
    let position = parameters.get("position").unwrap_or("start");
    // A bad link is refused here, not when the form is sent.
    if let Some(bad) = board(game, position) {
        bad?;
    }
    let rules = game.split_once(':').map_or("", |(_, rules)| rules);
    let word = |name: &str| {
        let mut words = rules.split(',');
        words.find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
    };
    let is = |name, value| word(name) == Some(value);
    let first = parameters.get("first").and_then(play::read_side);
    let players = COMMANDERS
        .each_ref()
        .map(|commander| (commander.name, commander.about));
    let fields = html! {
        h2 { "New game" }
        label {
            "Layout "
            select name="layout" {
                @for start in INFO.starts.iter().skip(1) {
                    @let chosen = rules.split(',').any(|word| word == start.name);
                    (option(start.name, &format!("{}: {}", start.name, start.about), chosen))
                }
            }
        }
        (form::position(position))
        (form::seats(&players, Some(COMMANDERS[0].name), true))
        (form::begins(first.unwrap_or(INFO.first)))
        label {
            "Die "
            select name="die" {
                (option("server", "thrown by the computer", false))
                (option("own", "I throw my own and say what it shows", false))
            }
        }
        details {
            summary { "More rules" }
            label {
                "A lead of so many Soldiers wins, or off "
                input name="lead" value=(word("lead").unwrap_or("6")) autocomplete="off";
            }
            label {
                "Turns without a kill that end the game, or off "
                input name="stall" value=(word("stall").unwrap_or("80")) autocomplete="off";
            }
            label.check {
                input type="checkbox" name="revisit" checked[is("revisit", "free")];
                " A piece may come again to a square where it was in the turn"
            }
            label.check {
                input type="checkbox" name="attack" checked[is("attack", "far")];
                " A kill needs no attacker next to the victim"
            }
        }
    };
    let about = form::rules(&INFO);
    let body = form::begin(INFO.title, None, &fields, &form::analyse(), &about);
    let page = Page::new(INFO.title, body);
    Ok(page.script("latrunculus-begin.js").html())
}

/// `GET /latrunculus/ID`.
pub async fn latrunculus(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
) -> Result<Html<String>, PageFault> {
    let (view, _) = viewed::<Die>(&site, &id).await?;
    let stage = html! {
        div.tray id="tray" {}
        div id="board" {}
        (form::typed("Steps and kills", false, Some("e3-e4-f5 x g6"), "Do it"))
    };
    let panel = html! {
        p id="score" {}
        (form::turn_buttons())
        label.check {
            input type="checkbox" id="chances";
            " Show the chance of each piece to be killed"
        }
        (form::history("Turns", "turn", &form::buttons(&[("again", "Show the turn again")])))
        (form::facts())
        details {
            summary { "The board in words" }
            p id="words" {}
        }
        (form::onward(&format!("/game/{}", encode(INFO.name)), &html! {
            (form::buttons(&[("share", "Copy link to position")]))
            (form::record("latrunculus", &id, INFO.name))
        }))
    };
    let body = form::table(INFO.title, &stage, &panel, &json!(view));
    Ok(Page::new(INFO.title, body).script("latrunculus.js").html())
}
