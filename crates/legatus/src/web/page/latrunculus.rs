//! The pages of Latrunculus: to begin a game, and to play it.

use axum::extract::{Path, State};
use axum::response::Html;
use play::latrunculus::COMMANDERS;
use rules::latrunculus::INFO;
use serde_json::json;
use std::sync::Arc;

use super::super::api::Parameters;
use super::super::fault::PageFault;
use super::super::latrunculus::{Kept, board};
use super::super::server::Site;
use super::super::shelf;
use super::game::{begins, code, seat};
use super::{Page, data, encode, escape};

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
    let layouts: String = INFO
        .starts
        .iter()
        .skip(1)
        .map(|start| {
            let chosen = match rules.split(',').any(|word| word == start.name) {
                true => " selected",
                false => "",
            };
            format!(
                "<option value=\"{}\"{chosen}>{}: {}</option>",
                escape(start.name),
                escape(start.name),
                escape(start.about)
            )
        })
        .collect();
    let players = || COMMANDERS.iter().map(|c| (c.name, c.about));
    let checked = |name, value| match word(name) == Some(value) {
        true => " checked",
        false => "",
    };
    let (free, far) = (checked("revisit", "free"), checked("attack", "far"));
    let body = format!(
        "<h1>{title}</h1>\n<div class=\"columns\">\n<form id=\"begin\" class=\"panel\">\n\
         <h2>New game</h2>\n\
         <label>Layout <select name=\"layout\">{layouts}</select></label>\n\
         <label>Position <input name=\"position\" value=\"{position}\" autocomplete=\"off\" \
         spellcheck=\"false\" autocapitalize=\"off\"></label>\n\
         {left}{right}{begins}\
         <label>Die <select name=\"die\"><option value=\"server\">thrown by the computer</option>\
         <option value=\"own\">I throw my own and say what it shows</option></select></label>\n\
         <details><summary>More rules</summary>\
         <label>A lead of so many Soldiers wins, or off <input name=\"lead\" value=\"{lead}\" \
         autocomplete=\"off\"></label>\
         <label>Turns without a kill that end the game, or off <input name=\"stall\" \
         value=\"{stall}\" autocomplete=\"off\"></label>\
         <label class=\"check\"><input type=\"checkbox\" name=\"revisit\"{free}> A piece may come \
         again to a square where it was in the turn</label>\
         <label class=\"check\"><input type=\"checkbox\" name=\"attack\"{far}> A kill needs no \
         attacker next to the victim</label></details>\n\
         <div class=\"buttons\"><button type=\"submit\" class=\"main\">Play</button>\
         <button type=\"button\" id=\"analyse\">Analyse this position</button></div>\n\
         <p id=\"message\" role=\"alert\" class=\"error\"></p>\n</form>\n\
         <section class=\"panel\"><div id=\"preview\"></div>\n\
         <h2>Rules</h2>\n<p>{rules}</p>\n<h2>Notation</h2>\n<p>{notation}</p>\n</section>\n</div>",
        title = escape(INFO.title),
        position = escape(position),
        left = seat("left", "Left (Black)", players(), None, true),
        right = seat(
            "right",
            "Right (White)",
            players(),
            Some(COMMANDERS[0].name),
            true
        ),
        begins = begins(
            parameters
                .get("first")
                .and_then(play::read_side)
                .unwrap_or(INFO.first)
        ),
        lead = escape(word("lead").unwrap_or("6")),
        stall = escape(word("stall").unwrap_or("80")),
        rules = escape(INFO.rules),
        notation = code(INFO.notation),
    );
    let page = Page {
        title: INFO.title,
        here: "",
        body: &body,
        script: Some("latrunculus-begin.js"),
    };
    Ok(page.html())
}

/// `GET /latrunculus/ID`.
pub async fn latrunculus(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
) -> Result<Html<String>, PageFault> {
    let game: Kept = shelf::find(&site, &id)?;
    let view = game.view(&id, game.ply)?;
    let body = format!(
        "<h1>{title}</h1>\n<div class=\"columns table\">\n<section class=\"stage\">\
         <p id=\"status\" role=\"status\" aria-live=\"polite\"></p>\
         <div id=\"tray\" class=\"tray\"></div>\
         <div id=\"board\"></div>\
         <form id=\"typed\" class=\"row\"><label>Steps and kills <input name=\"move\" \
         autocomplete=\"off\" spellcheck=\"false\" autocapitalize=\"off\" \
         placeholder=\"e3-e4-f5 x g6\"></label><button type=\"submit\">Do it</button></form>\
         <p id=\"message\" role=\"alert\" class=\"error\"></p></section>\n\
         <aside class=\"panel\">\
         <p id=\"score\"></p>\
         <div class=\"buttons\">\
         <button id=\"undo\">Undo</button><button id=\"redo\">Redo</button>\
         <button id=\"hint\">Hint</button><button id=\"flip\">Flip</button>\
         <button id=\"resign\">Resign</button></div>\
         <label class=\"check\"><input type=\"checkbox\" id=\"chances\"> Show the chance of each \
         piece to be killed</label>\
         <h2>Turns</h2><ol id=\"moves\" class=\"moves\"></ol>\
         <div class=\"buttons\"><button id=\"first\" aria-label=\"First position\">|◀</button>\
         <button id=\"back\" aria-label=\"One turn back\">◀</button>\
         <button id=\"forward\" aria-label=\"One turn on\">▶</button>\
         <button id=\"last\" aria-label=\"Last position\">▶|</button>\
         <button id=\"again\">Show the turn again</button></div>\
         <details id=\"analysis\"><summary>Analysis</summary><div id=\"facts\"></div></details>\
         <details><summary>The board in words</summary><p id=\"words\"></p></details>\
         <div class=\"buttons\"><a class=\"button\" href=\"/game/{name}\">New game</a>\
         <a class=\"button\" id=\"edit\" href=\"/analyse\">Edit this position</a>\
         <button id=\"share\">Copy link to position</button>\
         <a class=\"button\" href=\"/api/v1/latrunculus/{id}/record\" download=\"{name}.txt\">Game as \
         text</a></div>\
         </aside>\n</div>\n{state}",
        title = escape(INFO.title),
        name = INFO.name,
        id = encode(&id),
        state = data("state", &json!(view)),
    );
    let page = Page {
        title: INFO.title,
        here: "",
        body: &body,
        script: Some("latrunculus.js"),
    };
    Ok(page.html())
}
