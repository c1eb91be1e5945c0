//! The pages of a game: to begin it, to play it, to analyse a position.

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::Html;
use rules::Info;
use serde_json::json;
use solve::Convention;
use std::sync::Arc;

use super::super::api::Parameters;
use super::super::fault::{Fault, PageFault};
use super::super::play as kept;
use super::super::server::Site;
use super::{Page, data, encode, escape};

/// `GET /game/NAME`: the rules, and a game to begin.
pub async fn game(Path(name): Path<String>, uri: Uri) -> Result<Html<String>, PageFault> {
    let info = rules::find(&name).map_err(Fault::from)?;
    let parameters = Parameters::read(&uri)?;
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
        body.push_str(&seat(info, side, name));
    }
    body.push_str(
        "<label>Who begins <select name=\"first\"><option value=\"left\">Left (Black)</option>\
         <option value=\"right\">Right (White)</option></select></label>\n\
         <label class=\"check\"><input type=\"checkbox\" name=\"misere\"> Who cannot move wins \
         (misère)</label>\n\
         <div class=\"buttons\"><button type=\"submit\" class=\"main\">Play</button>\
         <button type=\"button\" id=\"analyse\">Analyse this position</button></div>\n\
         <p id=\"message\" role=\"alert\" class=\"error\"></p>\n</form>\n\
         <section class=\"panel\"><div id=\"preview\"></div>\n",
    );
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
fn code(text: &str) -> String {
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
    let options: String = info
        .starts
        .iter()
        .map(|start| {
            format!(
                "<option value=\"{}\">{}</option>",
                escape(start.name),
                escape(start.about)
            )
        })
        .collect();
    format!(
        "<label>Position <input name=\"position\" list=\"starts\" value=\"{}\" \
         autocomplete=\"off\" spellcheck=\"false\" autocapitalize=\"off\"></label>\
         <datalist id=\"starts\">{options}<option value=\"{}\">a small example</option></datalist>\n",
        escape(wanted.unwrap_or(first)),
        escape(info.example),
    )
}

fn seat(info: &Info, side: &str, name: &str) -> String {
    let example = play::State::read(&rules::example_name(info), info.example, Convention::Normal);
    let mut options = "<option value=\"human\">a person</option>".to_owned();
    if let Ok(state) = example {
        let strongest = play::default_player(&state).name;
        for listed in play::players()
            .iter()
            .filter(|listed| (listed.is_for)(&state))
        {
            let chosen = match side == "right" && listed.name == strongest {
                true => " selected",
                false => "",
            };
            options.push_str(&format!(
                "<option value=\"{}\"{chosen}>{}: {}</option>",
                escape(listed.name),
                escape(listed.name),
                escape(listed.about),
            ));
        }
    }
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
    format!(
        "<fieldset><legend>{name}</legend><label>Player <select name=\"{side}\">{options}</select>\
         </label> <label>Level <select name=\"{side}_level\">{levels}</select></label></fieldset>\n"
    )
}

/// `GET /play/ID`.
pub async fn play(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
) -> Result<Html<String>, PageFault> {
    let game = kept::find(&site, &id)?;
    let view = game.view(&id, game.ply)?;
    let info = rules::find(game.game.split(':').next().unwrap_or("")).map_err(Fault::from)?;
    let body = format!(
        "<h1>{title}</h1>\n<div class=\"columns table\">\n<section class=\"stage\">\
         <p id=\"status\" role=\"status\" aria-live=\"polite\"></p>\
         <div id=\"board\"></div>\
         <form id=\"typed\" class=\"row\"><label>Move <input name=\"move\" autocomplete=\"off\" \
         spellcheck=\"false\" autocapitalize=\"off\"></label><button type=\"submit\">Play it\
         </button></form>\
         <p id=\"message\" role=\"alert\" class=\"error\"></p></section>\n\
         <aside class=\"panel\">\
         <div class=\"buttons\">\
         <button id=\"undo\">Undo</button><button id=\"redo\">Redo</button>\
         <button id=\"hint\">Hint</button><button id=\"flip\">Flip</button>\
         <button id=\"resign\">Resign</button></div>\
         <h2>Moves</h2><ol id=\"moves\" class=\"moves\"></ol>\
         <div class=\"buttons\"><button id=\"first\" aria-label=\"First position\">⏮</button>\
         <button id=\"back\" aria-label=\"One move back\">◀</button>\
         <button id=\"forward\" aria-label=\"One move on\">▶</button>\
         <button id=\"last\" aria-label=\"Last position\">⏭</button></div>\
         <details id=\"analysis\"><summary>Analysis</summary><div id=\"facts\"></div></details>\
         <div class=\"buttons\"><a class=\"button\" href=\"/game/{name}\">New game</a>\
         <a class=\"button\" id=\"edit\" href=\"/analyse\">Edit this position</a>\
         <button id=\"share\">Copy link to position</button></div>\
         </aside>\n</div>\n{state}",
        title = escape(info.title),
        name = encode(info.name),
        state = data("state", &view),
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
    let options: String = rules::games()
        .into_iter()
        .flat_map(|listed| {
            let plain = (!positions::needs_variant(listed)).then(|| listed.name.to_owned());
            let variants = listed
                .variants
                .iter()
                .map(|v| format!("{}:{}", listed.name, v.name));
            plain.into_iter().chain(variants).collect::<Vec<_>>()
        })
        .map(|name| {
            let chosen = if name == game { " selected" } else { "" };
            format!("<option{chosen}>{}</option>", escape(&name))
        })
        .collect();
    let extra = match options.contains(" selected") {
        true => String::new(),
        false => format!("<option selected>{}</option>", escape(game)),
    };
    let body = format!(
        "<h1>Analyse</h1>\n<div class=\"columns table\">\n<section class=\"stage\">\
         <form id=\"subject\" class=\"row\"><label>Game <select name=\"game\">{extra}{options}</select></label>\
         <label class=\"wide\">Position <input name=\"position\" value=\"{position}\" \
         autocomplete=\"off\" spellcheck=\"false\" autocapitalize=\"off\"></label>\
         <button type=\"submit\">Show</button></form>\
         <p id=\"message\" role=\"alert\" class=\"error\"></p>\
         <div id=\"palette\" class=\"palette\" role=\"radiogroup\" aria-label=\"Paint with\"></div>\
         <div id=\"board\"></div>\
         <div class=\"buttons\" id=\"size\"><button data-size=\"rows+\">Add row</button>\
         <button data-size=\"rows-\">Remove row</button><button data-size=\"cols+\">Add column\
         </button><button data-size=\"cols-\">Remove column</button></div>\
         <div class=\"buttons\"><a class=\"button\" id=\"begin\" href=\"/\">Play from here</a>\
         <button id=\"share\">Copy link</button>\
         <button data-save=\"board.svg\">Board as SVG</button>\
         <button data-save=\"board.png\">Board as PNG</button>\
         <button data-save=\"thermograph.svg\">Thermograph as SVG</button>\
         <button data-save=\"thermograph.png\">Thermograph as PNG</button>\
         <button data-save=\"value.tex\">Value as LaTeX</button>\
         <button data-save=\"value.txt\">Value as text</button>\
         <button data-save=\"analysis.json\">JSON</button></div>\
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

/// `GET /calculator?expression=`.
pub async fn calculator(uri: Uri) -> Result<Html<String>, PageFault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&["expression"])?;
    let functions: String = crate::calc::Calculator::summaries()
        .map(|(name, about)| {
            format!(
                "<dt><code>{}</code></dt><dd>{}</dd>",
                escape(&name),
                code(&about)
            )
        })
        .collect();
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
         <details><summary>Functions</summary><dl class=\"functions\">{functions}</dl></details></aside>\n</div>",
        escape(parameters.get("expression").unwrap_or("")),
    );
    let page = Page {
        title: "Calculator",
        here: "/calculator",
        body: &body,
        script: Some("calculator.js"),
    };
    Ok(page.html())
}
