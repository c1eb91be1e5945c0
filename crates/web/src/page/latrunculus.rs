//! The pages of Latrunculus: to begin a game, and to play it.

use axum::extract::{Path, State};
use axum::response::Html;
use maud::html;
use play::latrunculus::COMMANDERS;
use rules::latrunculus::INFO;
use std::sync::Arc;

use super::super::fault::PageFault;
use super::super::latrunculus::{Die, board};
use super::super::parameters::Parameters;
use super::super::server::Site;
use super::super::table::viewed;
use super::form::{self, option};
use super::{Page, beside, data, encode, players as sides};

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
    let choices = html! {
        (beside::strengths_with_die())
        (sides::sides(&INFO, false))
        p.note { "No side is known to be better: Best is the one that begins." }
    };
    let more = html! {
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
        (beside::begins(&INFO, first.unwrap_or(INFO.first)))
        label {
            "Die "
            select name="die" {
                (option("server", "thrown by the computer", false))
                (option("own", "I throw my own and say what it shows", false))
            }
        }
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
        (sides::seats(&INFO, &players, true))
        div.buttons { (form::analyse()) }
    };
    let asked = parameters.get("position").is_some() || !rules.is_empty();
    let summary = "More: layout, die, rules, players";
    let about = form::rules(&INFO);
    let body = beside::begin(INFO.title, &choices, (summary, asked, &more), &about);
    let page = Page::new(INFO.title, body).at("/");
    Ok(page
        .style("latrunculus.css")
        .script("latrunculus-begin.js")
        .html())
}

/// `GET /latrunculus/ID`.
pub async fn latrunculus(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
) -> Result<Html<String>, PageFault> {
    let (view, game) = viewed::<Die>(&site, &id).await?;
    let rules = game.rules();
    let tags = rules.split(',').filter(|word| !word.is_empty());
    let mut tags: Vec<String> = tags.map(|word| word.replace('=', " ")).collect();
    if game.kind.own {
        tags.push("own die".to_owned());
    }
    let tray = html! { div.tray id="tray" {} };
    let board = html! { div id="board" {} div.way id="way" {} };
    let panel = html! {
        (beside::steps())
        p id="score" {}
        label.check {
            input type="checkbox" id="chances";
            " Show the chance of each piece to be killed"
        }
        (form::history("Turns", "turn", &form::buttons(&[("replay", "Show the turn again")])))
        (form::rules_at_hand(INFO.rules, None))
        (form::facts())
        details {
            summary { "Type a turn, the board in words, copy" }
            (form::typed("Steps and kills", true, Some("e3-e4-f5 x g6"), "Do it"))
            p id="words" {}
            div.buttons {
                (form::buttons(&[("share", "Copy link to position")]))
                (form::record("latrunculus", &id, INFO.name))
            }
        }
        (form::onward(&format!("/game/{}", encode(INFO.name)), &html! {}))
    };
    let body = html! {
        div.columns.table.game {
            (beside::stage(INFO.title, &tags, &tray, &board))
            aside.panel { (panel) }
        }
        (data("state", &view))
    };
    let page = Page::new(INFO.title, body).at("/");
    Ok(page
        .style("latrunculus.css")
        .script("latrunculus.js")
        .html())
}
