//! The pages of games beside a stack of cards: to begin one, and to play it.

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::Html;
use play::{CARD_PLAYERS, Stack};
use rules::Info;
use std::sync::Arc;
use values::Player;

use super::super::api::Parameters;
use super::super::cards::Kept;
use super::super::fault::{Fault, PageFault};
use super::super::server::Site;
use super::super::shelf;
use super::game::{begins, seat};
use super::{Page, data, encode, escape};

/// What a game is called beside cards.
pub fn title(info: &Info) -> String {
    match info.name {
        "amazons" => "Environmental Amazons".to_owned(),
        _ => format!("{} beside cards", info.title),
    }
}

/// How it is played.
const RULES: &str = "A stack of cards lies beside the board. At each turn a player either moves \
on the board or takes the top card, which scores its value. Who takes the bottom card, the \
terminal komi, ends the game; the board is then of no account, and who has more is paid the \
difference. The second player is given a komi beforehand: what the first would win with cards \
alone. The top card is the temperature of the stack: a move on the board is worth it while the \
board is hotter.";

/// `GET /cards?game=&position=`: a game to begin.
pub async fn begin_cards(uri: Uri) -> Result<Html<String>, PageFault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&["game", "position"])?;
    let game = parameters.get("game").unwrap_or("amazons");
    let info = rules::find(game.split(':').next().unwrap_or("")).map_err(Fault::from)?;
    if info.kind.chance {
        return Err(Fault::bad(
            format!("{} is not played beside cards", info.title),
            "choose a game without a die",
        )
        .into());
    }
    let position = parameters.get("position").unwrap_or(info.example);
    let names = rules::games().into_iter().flat_map(|listed| {
        let plain = (!positions::needs_variant(listed)).then(|| listed.name.to_owned());
        let variants = listed.variants.iter();
        let variants = variants.map(|v| format!("{}:{}", listed.name, v.name));
        plain.into_iter().chain(variants).collect::<Vec<_>>()
    });
    let mut options: String = names
        .map(|name| {
            let chosen = if name == game { " selected" } else { "" };
            format!("<option{chosen}>{}</option>", escape(&name))
        })
        .collect();
    if !options.contains(" selected") {
        options.push_str(&format!("<option selected>{}</option>", escape(game)));
    }
    let paper = Stack::berlekamp();
    let players = || CARD_PLAYERS.into_iter();
    let title = title(info);
    let body = format!(
        "<h1>{title}</h1>\n<div class=\"columns\">\n<form id=\"begin\" class=\"panel\">\n\
         <h2>New game beside cards</h2>\n\
         <label>Game <select name=\"game\">{options}</select></label>\n\
         <label>Position <input name=\"position\" value=\"{position}\" autocomplete=\"off\" \
         spellcheck=\"false\" autocapitalize=\"off\"></label>\n\
         {left}{right}{begins}\
         <label>Stack <select name=\"stack\">\
         <option value=\"paper\">the 52 cards of the paper: komi {komi}, {paper}</option>\
         <option value=\"rule\">by rule</option></select></label>\n\
         <div id=\"rule\" hidden><label>Top card <input name=\"top\" value=\"4\"></label>\
         <label>Step <input name=\"step\" value=\"1/4\"></label>\
         <label>How many cards of −1 (empty: one for every move that can be made) \
         <input name=\"ones\" inputmode=\"numeric\"></label>\
         <label>Last card, the terminal komi <input name=\"terminal\" value=\"-1/2\"></label></div>\n\
         <label>Komi of the second player (empty: what the cards alone come to) \
         <input name=\"komi\"></label>\n\
         <div class=\"buttons\"><button type=\"submit\" class=\"main\">Play</button></div>\n\
         <p id=\"message\" role=\"alert\" class=\"error\"></p>\n</form>\n\
         <section class=\"panel\"><div id=\"preview\"></div>\n\
         <h2>Rules</h2>\n<p>{RULES}</p>\n<p>E. R. Berlekamp, “Sums of N × 2 Amazons”.</p>\
         <h2>Players</h2>\n<dl>{about}</dl></section>\n</div>",
        title = escape(&title),
        position = escape(position),
        left = seat("left", "Left (Black)", players(), None, false),
        right = seat("right", "Right (White)", players(), Some("exact"), false),
        begins = begins(Player::Left),
        komi = paper.komi(),
        about = CARD_PLAYERS
            .map(|(name, about)| format!("<dt>{}</dt><dd>{}</dd>", escape(name), escape(about)))
            .concat(),
    );
    let page = Page {
        title: &title,
        here: "",
        body: &body,
        script: Some("cards-begin.js"),
    };
    Ok(page.html())
}

/// `GET /cards/ID`.
pub async fn cards(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
) -> Result<Html<String>, PageFault> {
    let game: Kept = shelf::find(&site, &id)?;
    let view = game.view(&id, game.ply)?;
    let info = rules::find(game.game.split(':').next().unwrap_or("")).map_err(Fault::from)?;
    let title = title(info);
    let body = format!(
        "<h1>{heading}</h1>\n<div class=\"columns table\">\n<section class=\"stage\">\
         <p id=\"status\" role=\"status\" aria-live=\"polite\"></p>\
         <div class=\"beside\"><div id=\"board\"></div><div id=\"stack\"></div></div>\
         <form id=\"typed\" class=\"row\"><label>Move, or card <input name=\"move\" \
         autocomplete=\"off\" spellcheck=\"false\" autocapitalize=\"off\"></label>\
         <button type=\"submit\">Play it</button></form>\
         <p id=\"message\" role=\"alert\" class=\"error\"></p></section>\n\
         <aside class=\"panel\">\
         <table class=\"scores\"><thead><tr><td></td><th scope=\"col\">Left (Black)</th>\
         <th scope=\"col\">Right (White)</th></tr></thead><tbody id=\"scores\"></tbody></table>\
         <div id=\"accounts\" aria-live=\"polite\"></div>\
         <div class=\"buttons\">\
         <button id=\"undo\">Undo</button><button id=\"redo\">Redo</button>\
         <button id=\"hint\">Hint</button><button id=\"flip\">Flip</button>\
         <button id=\"resign\">Resign</button></div>\
         <div id=\"advice\" aria-live=\"polite\"></div>\
         <h2>Turns</h2><ol id=\"moves\" class=\"moves\"></ol>\
         <div class=\"buttons\"><button id=\"first\" aria-label=\"First position\">|◀</button>\
         <button id=\"back\" aria-label=\"One turn back\">◀</button>\
         <button id=\"forward\" aria-label=\"One turn on\">▶</button>\
         <button id=\"last\" aria-label=\"Last position\">▶|</button></div>\
         <div class=\"buttons\"><a class=\"button\" href=\"/cards?game={name}\">New game</a>\
         <a class=\"button\" id=\"edit\" href=\"/analyse\">Edit this position</a>\
         <button id=\"share\">Copy link to position</button></div>\
         </aside>\n</div>\n{state}",
        heading = escape(&title),
        name = encode(&game.game),
        state = data("state", &view),
    );
    let page = Page {
        title: &title,
        here: "",
        body: &body,
        script: Some("cards.js"),
    };
    Ok(page.html())
}
