//! The pages of a game: to begin it, to play it, to analyse a position.

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::Html;
use rules::{Info, Position};
use serde_json::json;
use solve::Convention;
use std::sync::{Arc, OnceLock};
use values::{Budget, Player};

use super::super::api::Parameters;
use super::super::client::Client;
use super::super::fault::{Fault, PageFault};
use super::super::play as kept;
use super::super::server::Site;
use super::super::work::aside;
use super::{Page, data, encode, escape, latrunculus, title};
use crate::calc::Calculator;

/// `GET /game/NAME`: the rules, and a game to begin.
pub async fn game(Path(name): Path<String>, uri: Uri) -> Result<Html<String>, PageFault> {
    let info = rules::find(&name).map_err(Fault::from)?;
    let parameters = Parameters::read(&uri)?;
    if info.kind.chance {
        return latrunculus::begin(&parameters);
    }
    parameters.only(&["position"])?;
    let mut body = format!(
        "<h1>{}</h1>\n<div class=\"columns\">\n<form id=\"begin\" class=\"panel\" data-game=\"{}\">\n\
         <h2>New game</h2>\n",
        escape(info.title),
        escape(info.name),
    );
    body.push_str(&variants(info));
    body.push_str(&starts(info, parameters.get("position")));
    for (side, name) in [("left", "Left (Black)"), ("right", "Right (White)")] {
        body.push_str(&seat_at(info, side, name));
    }
    let position = parameters.get("position").unwrap_or(info.standard());
    body.push_str(&begins(info.first_at(position)));
    body.push_str(
        "<label class=\"check\"><input type=\"checkbox\" name=\"misere\"> Who cannot move wins \
         (misère)</label>\n\
         <div class=\"buttons\"><button type=\"submit\" class=\"main\">Play</button>\
         <button type=\"button\" id=\"analyse\">Analyse this position</button></div>\n\
         <p id=\"message\" role=\"alert\" class=\"error\"></p>\n</form>\n\
         <section class=\"panel\"><div id=\"preview\"></div>\n",
    );
    if info.kind.finite {
        body.push_str(&format!(
            "<p><a href=\"/cards?game={}\">Play it beside a stack of cards</a></p>\n",
            encode(&rules::example_name(info)),
        ));
    }
    body.push_str(&format!(
        "<h2>Rules</h2>\n<p>{}</p>\n<h2>Notation</h2>\n<p>{}</p>\n</section>\n</div>",
        escape(info.rules),
        code(info.notation),
    ));
    let page = Page {
        title: info.title,
        here: "",
        body: &body,
        script: Some("begin.js"),
    };
    Ok(page.html())
}

/// Text with `code` in it.
pub fn code(text: &str) -> String {
    let mut html = String::new();
    for (number, piece) in text.split('`').enumerate() {
        match number % 2 {
            0 => html.push_str(&escape(piece)),
            _ => html.push_str(&format!("<code>{}</code>", escape(piece))),
        }
    }
    html
}

fn variants(info: &Info) -> String {
    let plain = !positions::needs_variant(info);
    let mut options = match plain {
        true => format!("<option value=\"{0}\">as usual</option>", escape(info.name)),
        false => String::new(),
    };
    for variant in info.variants {
        options.push_str(&format!(
            "<option value=\"{}:{}\">{}: {}</option>",
            escape(info.name),
            escape(variant.name),
            escape(variant.name),
            escape(variant.about),
        ));
    }
    if !info.kind.impartial {
        options.push_str(&format!(
            "<option value=\"{}:impartial\">impartial: either player may make either player's \
             move</option>",
            escape(info.name)
        ));
    }
    format!("<label>Rules <select name=\"game\">{options}</select></label>\n")
}

fn starts(info: &Info, wanted: Option<&str>) -> String {
    let first = info.starts.first().map_or(info.example, |start| start.name);
    let position = wanted.unwrap_or(first);
    let mut options: String = info
        .starts
        .iter()
        .map(|start| (start.name, format!("{}: {}", start.name, start.about)))
        .chain([(info.example, "a small example".to_owned())])
        .map(|(name, about)| {
            let chosen = if name == position { " selected" } else { "" };
            format!(
                "<option value=\"{}\"{chosen}>{}</option>",
                escape(name),
                escape(&about)
            )
        })
        .collect();
    let other = match options.contains(" selected") {
        true => "",
        false => " selected",
    };
    options.push_str(&format!(
        "<option value=\"\"{other}>as written below</option>"
    ));
    let mut html = format!(
        "<label>Begin with <select name=\"start\">{options}</select></label>\n\
         <label>Position <input name=\"position\" value=\"{}\" autocomplete=\"off\" \
         spellcheck=\"false\" autocapitalize=\"off\"></label>\n",
        escape(position),
    );
    // Where a size is enough to play, it can be chosen.
    let sized = positions::read(&rules::example_name(info), "5x6");
    let mut players = Player::BOTH.into_iter();
    if sized.is_ok_and(|board| players.any(|player| board.component().can_move(player))) {
        html.push_str(
            "<div class=\"row\"><label>Rows <input type=\"number\" name=\"rows\" min=\"1\" \
             max=\"16\"></label><label>Columns <input type=\"number\" name=\"columns\" min=\"1\" \
             max=\"16\"></label></div>\n",
        );
    }
    html
}

/// Who begins, this player unless another is chosen.
pub fn begins(first: Player) -> String {
    let chosen = |player| if player == first { " selected" } else { "" };
    format!(
        "<label>Who begins <select name=\"first\">\
         <option value=\"left\"{}>Left (Black)</option>\
         <option value=\"right\"{}>Right (White)</option></select></label>\n",
        chosen(Player::Left),
        chosen(Player::Right),
    )
}

fn seat_at(info: &Info, side: &str, name: &str) -> String {
    let example = play::State::read(&rules::example_name(info), info.example, Convention::Normal);
    let Ok(state) = example else {
        return seat(side, name, [].into_iter(), None, true);
    };
    let players = play::players()
        .iter()
        .filter(|listed| (listed.is_for)(&state))
        .map(|listed| (listed.name, listed.about));
    let strongest = play::default_player(&state).name;
    seat(
        side,
        name,
        players,
        Some(strongest).filter(|_| side == "right"),
        true,
    )
}

/// A seat for a person or one of these players, who may have levels.
pub fn seat<'p>(
    side: &str,
    name: &str,
    players: impl Iterator<Item = (&'p str, &'p str)>,
    chosen: Option<&str>,
    levels: bool,
) -> String {
    let mut options = "<option value=\"human\">a person</option>".to_owned();
    for (player, about) in players {
        let selected = match chosen == Some(player) {
            true => " selected",
            false => "",
        };
        options.push_str(&format!(
            "<option value=\"{0}\"{selected}>{0}: {1}</option>",
            escape(player),
            escape(about),
        ));
    }
    let level = match levels {
        true => level(side),
        false => String::new(),
    };
    format!(
        "<fieldset><legend>{name}</legend><label>Player <select name=\"{side}\">{options}</select>\
         </label>{level}</fieldset>\n"
    )
}

fn level(side: &str) -> String {
    let levels: String = play::LEVELS
        .map(|level| {
            let chosen = if level == play::DEFAULT_LEVEL {
                " selected"
            } else {
                ""
            };
            format!("<option{chosen}>{level}</option>")
        })
        .collect();
    format!(" <label>Level <select name=\"{side}_level\">{levels}</select></label>")
}

/// `GET /play/ID`.
pub async fn play(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
) -> Result<Html<String>, PageFault> {
    let kept = kept::find(&site, &id)?;
    let view = aside(move || kept.view(Some(&id), kept.ply)).await?;
    table(&view)
}

/// `GET /replay?game=&position=&moves=`: a game that somebody shared.
pub async fn replay(
    State(site): State<Arc<Site>>,
    client: Client,
    uri: Uri,
) -> Result<Html<String>, PageFault> {
    table(&kept::replayed(&site, client, uri).await?)
}

/// The page on which a game is played, or looked at if it is not kept here.
fn table(view: &serde_json::Value) -> Result<Html<String>, PageFault> {
    let game = view["game"].as_str().unwrap_or("");
    let info = rules::find(game.split(':').next().unwrap_or("")).map_err(Fault::from)?;
    let typed = "<form id=\"typed\" class=\"row\"><label class=\"wide\">Move \
         <input name=\"move\" autocomplete=\"off\" spellcheck=\"false\" autocapitalize=\"off\">\
         </label><button type=\"submit\">Play it</button></form>";
    let playing = "<button id=\"undo\">Undo</button><button id=\"redo\">Redo</button>\
         <button id=\"hint\">Hint</button><button id=\"resign\">Resign</button>";
    let looking = "<button id=\"on\" class=\"main\">Play on from here</button>";
    let (typed, buttons, record) = match view["id"].as_str() {
        Some(id) => {
            let record = format!(
                "<a class=\"button\" href=\"/api/v1/play/{}/record\" download=\"{}.txt\">\
                 Game as text</a>",
                encode(id),
                encode(info.name)
            );
            (typed, playing, record)
        }
        None => ("", looking, String::new()),
    };
    let body = format!(
        "<h1>{title}</h1>\n<div class=\"columns table\">\n<section class=\"stage\">\
         <p id=\"status\" role=\"status\" aria-live=\"polite\"></p>\
         <div id=\"board\"></div>{typed}{nim}\
         <p id=\"message\" role=\"alert\" class=\"error\"></p></section>\n\
         <aside class=\"panel\">\
         <div class=\"buttons\">{buttons}<button id=\"flip\">Flip</button></div>\
         <h2>Moves</h2><ol id=\"moves\" class=\"moves\"></ol>\
         <div class=\"buttons\"><button id=\"first\" aria-label=\"First position\">|◀</button>\
         <button id=\"back\" aria-label=\"One move back\">◀</button>\
         <button id=\"forward\" aria-label=\"One move on\">▶</button>\
         <button id=\"last\" aria-label=\"Last position\">▶|</button></div>\
         <details id=\"analysis\"><summary>Analysis</summary><div id=\"facts\"></div></details>\
         <details><summary>Share and save</summary><div class=\"buttons\">\
         <button id=\"share-game\">Copy link to game</button>\
         <button id=\"share\">Copy link to position</button>{record}</div></details>\
         <div class=\"buttons\"><a class=\"button\" href=\"/game/{name}\">New game</a>\
         <a class=\"button\" id=\"edit\" href=\"/analyse\">Edit this position</a></div>\
         </aside>\n</div>\n{state}",
        title = escape(info.title),
        name = encode(info.name),
        nim = match view["nim"].is_null() {
            true => "",
            false => "<section id=\"nim\" aria-live=\"polite\"></section>",
        },
        state = data("state", view),
    );
    let page = Page {
        title: info.title,
        here: "",
        body: &body,
        script: Some("play.js"),
    };
    Ok(page.html())
}

/// `GET /analyse?game=&position=`.
pub async fn analyse(uri: Uri) -> Result<Html<String>, PageFault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&["game", "position"])?;
    let game = parameters.get("game").unwrap_or("legionnaires");
    let info = rules::find(game.split(':').next().unwrap_or("")).map_err(Fault::from)?;
    let position = parameters.get("position").unwrap_or(info.example);
    let mut options = String::new();
    for listed in rules::games().into_iter().chain(rules::chance_games()) {
        let plain = (!positions::needs_variant(listed)).then(|| listed.name.to_owned());
        let variants = listed.variants.iter();
        let variants = variants.map(|variant| format!("{}:{}", listed.name, variant.name));
        for name in plain.into_iter().chain(variants) {
            options.push_str(&choice(&name, name == game));
        }
    }
    if !options.contains(" selected") {
        options.push_str(&choice(game, true));
    }
    let body = format!(
        "<h1>Analyse</h1>\n<div class=\"columns table\">\n<section class=\"stage\">\
         <form id=\"subject\" class=\"row\"><label>Game <select name=\"game\">{options}</select></label>\
         <label class=\"wide\">Position <input name=\"position\" value=\"{position}\" \
         autocomplete=\"off\" spellcheck=\"false\" autocapitalize=\"off\"></label>\
         <button type=\"submit\">Show</button></form>\
         <p id=\"message\" role=\"alert\" class=\"error\"></p>\
         <div id=\"palette\" class=\"palette\" role=\"radiogroup\" aria-label=\"Paint with\"></div>\
         <div id=\"board\"></div>\
         <div class=\"buttons\" id=\"size\"></div>\
         <div class=\"buttons\"><a class=\"button main\" id=\"begin\" href=\"/\">Play from here</a>\
         <button id=\"share\">Copy link</button></div>\
         <form id=\"keep\" class=\"row\"><label class=\"wide\">Name <input name=\"name\" \
         maxlength=\"80\" autocomplete=\"off\"></label><button type=\"submit\">Save position</button>\
         </form><p id=\"kept\" role=\"status\"></p>\
         <details><summary>Export</summary><div class=\"buttons\">\
         <button data-save=\"board.svg\">Board as SVG</button>\
         <button data-save=\"board.png\">Board as PNG</button>\
         <button data-save=\"thermograph.svg\">Thermograph as SVG</button>\
         <button data-save=\"thermograph.png\">Thermograph as PNG</button>\
         <button data-save=\"value.tex\">Value as LaTeX</button>\
         <button data-save=\"value.txt\">Value as text</button>\
         <button data-save=\"analysis.json\">JSON</button></div></details>\
         </section>\n<aside class=\"panel\"><div id=\"facts\" aria-live=\"polite\"></div></aside>\n</div>\n{state}",
        position = escape(position),
        state = data("state", &json!({"game": game, "position": position})),
    );
    let page = Page {
        title: "Analyse",
        here: "/analyse",
        body: &body,
        script: Some("analyse.js"),
    };
    Ok(page.html())
}

/// A game in a list.
fn choice(name: &str, chosen: bool) -> String {
    format!(
        "<option value=\"{}\"{}>{}</option>",
        escape(name),
        if chosen { " selected" } else { "" },
        escape(&title(name))
    )
}

/// `GET /calculator?expression=`.
pub async fn calculator(uri: Uri) -> Result<Html<String>, PageFault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&["expression"])?;
    let body = format!(
        "<h1>Calculator</h1>\n<p class=\"lead\">Expressions over values and positions, as CGSuite \
         reads them.</p>\n<div class=\"columns\">\n<section class=\"panel\">\
         <ol id=\"history\" class=\"history\" aria-live=\"polite\"></ol>\
         <form id=\"ask\" class=\"row\"><label class=\"wide\">Expression \
         <input name=\"expression\" value=\"{}\" autocomplete=\"off\" spellcheck=\"false\" \
         autocapitalize=\"off\" placeholder=\"{{3||1|-1}} + *2\"></label>\
         <button type=\"submit\" class=\"main\">=</button></form>\
         <p id=\"message\" role=\"alert\" class=\"error\"></p>\
         <p>Try <button class=\"link\" data-try=\"{{1|-1}} + ^*\">{{1|-1}} + ^*</button>, \
         <button class=\"link\" data-try=\"domineering(&quot;3x3&quot;)\">domineering(\"3x3\")</button>, \
         <button class=\"link\" data-try=\"temperature({{3||1|-1}})\">temperature({{3||1|-1}})</button>.</p>\
         </section>\n<aside class=\"panel\"><h2>Thermograph</h2><div id=\"thermograph\"></div>\
         <h2>Functions</h2><div class=\"functions\">{}</div></aside>\n</div>",
        escape(parameters.get("expression").unwrap_or("")),
        functions(),
    );
    let page = Page {
        title: "Calculator",
        here: "/calculator",
        body: &body,
        script: Some("calculator.js"),
    };
    Ok(page.html())
}

/// The help on every function, with an example to try.
fn functions() -> &'static str {
    static FUNCTIONS: OnceLock<String> = OnceLock::new();
    FUNCTIONS.get_or_init(|| {
        let calculator = Calculator::new(Budget::new(None));
        let mut html = String::new();
        for (call, about) in Calculator::summaries() {
            let name = call.split('(').next().unwrap_or(&call);
            let help = calculator.help(Some(name)).unwrap_or_default();
            let example = help
                .lines()
                .find_map(|line| line.trim_start().strip_prefix("> "));
            let attempt = example.map_or(String::new(), |input| {
                format!(
                    "<button class=\"link\" data-try=\"{0}\">{0}</button>",
                    escape(input)
                )
            });
            html.push_str(&format!(
                "<details><summary><code>{}</code> {}</summary><pre>{}</pre>{attempt}</details>\n",
                escape(&call),
                code(&about),
                escape(help.trim_end()),
            ));
        }
        html
    })
}
