//! The pages of a game: to begin it, and to play it.

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::Html;
use maud::{Markup, html};
use rules::{Info, Position};
use serde_json::Value;
use std::sync::Arc;
use values::Player;

use super::super::fault::{Fault, PageFault};
use super::super::inquiry::Inquiry;
use super::super::keys::Place;
use super::super::parameters::Parameters;
use super::super::picture::Look;
use super::super::play::{Plain, replayed};
use super::super::server::Site;
use super::super::table::viewed;
use super::form::{self, option};
use super::{Page, data, encode, latrunculus, players, title};

/// The game of a name, whatever its variant.
pub fn info(game: &str) -> Result<&'static Info, Fault> {
    Ok(rules::find(game.split(':').next().unwrap_or(""))?)
}

/// The names under which these games can be played, with their variants; and the
/// name of the game that is shown, whatever its variant.
pub fn names(games: impl IntoIterator<Item = &'static Info>, shown: &str) -> Vec<String> {
    let mut names = Vec::new();
    for info in games {
        if !positions::needs_variant(info) {
            names.push(info.name.to_owned());
        }
        let variants = info.variants.iter();
        names.extend(variants.map(|variant| format!("{}:{}", info.name, variant.name)));
    }
    if names.iter().all(|name| name != shown) {
        names.push(shown.to_owned());
    }
    names
}

/// `GET /game/NAME?game=&position=`: a game to begin, and its rules. `game` may
/// name a variant.
pub async fn game(
    Path(name): Path<String>,
    uri: Uri,
    inquiry: Inquiry,
) -> Result<Html<String>, PageFault> {
    let info = rules::find(&name).map_err(Fault::from)?;
    let parameters = Parameters::read(&uri)?;
    if info.kind.chance {
        return latrunculus::begin(&parameters);
    }
    parameters.only(&["game", "position"])?;
    let asked = parameters.get("game");
    let wanted = parameters.get("position");
    let chosen = asked.map_or_else(|| rules::example_name(info), str::to_owned);
    if self::info(&chosen)?.name != info.name {
        let error = format!("{} is another game", title(&chosen));
        return Err(Fault::bad(error, "open the page of that game").into());
    }
    // A bad link is refused here, not when the form is sent.
    let position = wanted.unwrap_or(info.standard()).to_owned();
    if chosen.contains('@') {
        let game = chosen.clone();
        let look = Look {
            game,
            position,
            drawn: None,
        };
        look.answer(&inquiry).await?;
    } else {
        positions::read(&chosen, &position).map_err(Fault::from)?;
    }
    let more = html! {
        (variants(info, &chosen))
        (starts(info, wanted))
        @if !info.kind.impartial { (players::begins(info)) }
        label.check {
            input type="checkbox" name="misere";
            " Misère: who cannot move wins"
        }
        (players::named(info))
    };
    let body = html! {
        h1 { (info.title) }
        div.columns.begin {
            form.panel id="begin" data-game=(info.name) {
                (players::strengths())
                (players::sides(info, false))
                p.note id="first" {}
                button.main.large type="submit" { "Play now" }
                (form::message())
                (players::friends())
                details id="more" open[asked.is_some() || wanted.is_some()] {
                    summary { "More: rules, start, players" }
                    (more)
                }
                div.buttons { (form::analyse()) }
            }
            section.panel {
                div id="preview" {}
                (form::rules(info))
                @if let Some(file) = rules::rule_file(info) {
                    details {
                        summary { "The file of its rules" }
                        pre { (file.text()) }
                    }
                    p { a href={ "/rules?game=" (encode(info.name)) } { "Change these rules" } }
                }
                @if info.kind.finite {
                    p {
                        a href={ "/cards?game=" (encode(&rules::example_name(info))) } {
                            "Play it beside a stack of cards"
                        }
                    }
                }
            }
        }
    };
    let page = Page::new(info.title, body).at("/");
    Ok(page.style("play.css").script("begin.js").html())
}

fn variants(info: &Info, chosen: &str) -> Markup {
    let name = info.name;
    let variants = info.variants.iter();
    let mut known: Vec<(String, String)> = variants
        .map(|variant| {
            let about = format!("{}: {}", variant.name, variant.about);
            (format!("{name}:{}", variant.name), about)
        })
        .collect();
    if !positions::needs_variant(info) {
        known.insert(0, (name.to_owned(), "as usual".to_owned()));
    }
    if !info.kind.impartial {
        let about = "impartial: either player may make either player's move";
        known.push((format!("{name}:impartial"), about.to_owned()));
    }
    if known.iter().all(|(game, _)| game != chosen) {
        known.push((chosen.to_owned(), chosen.to_owned()));
    }
    html! {
        label {
            "Rules "
            select name="game" {
                @for (game, about) in &known { (option(game, about, game == chosen)) }
            }
        }
    }
}

fn starts(info: &Info, wanted: Option<&str>) -> Markup {
    let first = info.starts.first().map_or(info.example, |start| start.name);
    let position = wanted.unwrap_or(first);
    let starts = info.starts.iter();
    let starts = starts.map(|start| (start.name, format!("{}: {}", start.name, start.about)));
    let starts: Vec<(&str, String)> = starts
        .chain([(info.example, "a small example".to_owned())])
        .collect();
    let other = starts.iter().all(|(name, _)| *name != position);
    // Where a size is enough to play, it can be chosen.
    let sized = positions::read(&rules::example_name(info), "5x6").is_ok_and(|board| {
        let mut players = Player::BOTH.into_iter();
        players.any(|player| board.component().can_move(player))
    });
    html! {
        label {
            "Begin with "
            select name="start" {
                @for (name, about) in &starts { (option(name, about, *name == position)) }
                (option("", "as written below", other))
            }
        }
        (form::position(position))
        @if sized {
            div.row {
                @for (name, about) in [("rows", "Rows "), ("columns", "Columns ")] {
                    label { (about) input type="number" name=(name) min="1" max="16"; }
                }
            }
        }
    }
}

/// `GET /play/ID`, for a player of a game by link with the key of the seat.
pub async fn play(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Html<String>, PageFault> {
    let place = Place::asked(&site, &id, &uri)?;
    let (view, _) = viewed::<Plain>(&site, &id).await?;
    table(&place.seen(&site, &id, view))
}

/// `GET /replay?game=&position=&moves=`: a game that somebody shared.
pub async fn replay(inquiry: Inquiry) -> Result<Html<String>, PageFault> {
    table(&replayed(&inquiry).await?)
}

/// Which rules differ from the usual ones.
fn badges(view: &Value) -> Markup {
    let game = view["game"].as_str().unwrap_or("");
    let variant = game.split_once(':').map(|(_, variant)| variant);
    let misere = view["misere"] == true;
    html! {
        @if let Some(variant) = variant { span.tag { (variant) } }
        @if misere { span.tag title="Who cannot move wins" { "misère" } }
        @if view["link"].is_object() { span.tag { "by link" } }
        @if view["id"].is_null() { span.tag { "a shared game" } }
    }
}

/// What is said of the variant that is played, and of misère play.
fn variant(info: &Info, view: &Value) -> Option<String> {
    let name = view["game"].as_str()?.split_once(':').map(|(_, name)| name);
    let known = info.variants.iter().find(|known| Some(known.name) == name);
    let known = known.map(|known| format!("Here, {}: {}.", known.name, known.about));
    let misere = "Misère: who cannot move wins.";
    let misere = (view["misere"] == true).then(|| misere.to_owned());
    let said: Vec<String> = known.into_iter().chain(misere).collect();
    (!said.is_empty()).then(|| said.join(" "))
}

/// The board and what is around it: one line that says whose turn it is, one
/// player above the board, the other below. Nothing above the board changes its
/// height.
fn stage(view: &Value) -> Markup {
    let kept = view["id"].is_string();
    html! {
        div.turn {
            p id="status" tabindex="0" role="status" aria-live="polite" {}
            span id="clock" aria-hidden="true" {}
            button id="now" hidden { "Move now" }
        }
        div.player id="above" {}
        div id="board" {}
        div.player id="below" {}
        p id="remark" aria-live="polite" {}
        (form::message())
        div.buttons id="rescue" hidden {}
        @if kept { (form::typed("Move", true, None, "Play it")) }
        @if !view["nim"].is_null() {
            details id="why" {
                summary { "Who wins, and why" }
                section id="nim" aria-live="polite" {}
            }
        }
    }
}

/// Who plays when a game goes on that was shared.
fn play_on(info: &Info) -> Markup {
    html! {
        dialog id="play-on" aria-label="Play on from here" {
            form method="dialog" {
                h2 { "Play on from here" }
                (players::strengths())
                (players::sides(info, true))
                div.buttons {
                    button.main value="computer" { "Play the computer" }
                    button value="people" { "Two people" }
                    button value="cancel" { "Cancel" }
                }
            }
        }
    }
}

/// The page on which a game is played, or looked at if it is not kept here.
fn table(view: &Value) -> Result<Html<String>, PageFault> {
    let game = view["game"].as_str().unwrap_or("");
    let info = info(game)?;
    let id = view["id"].as_str();
    let again = format!("/game/{}", encode(info.name));
    let share = [
        ("share-game", "Copy link to game"),
        ("share", "Copy link to position"),
    ];
    let panel = html! {
        section.end id="end" role="status" tabindex="-1" hidden {}
        section id="friend" hidden {}
        @match id {
            Some(_) => (form::steps()),
            None => div.buttons {
                button.main id="on" { "Play on from here" }
                (form::buttons(&[("flip", "Flip")]))
            },
        }
        (form::history("Moves", "move", &html! {}))
        (form::rules_at_hand(info.rules, variant(info, view).as_deref()))
        (form::facts())
        details {
            summary { "Share and save" }
            div.buttons {
                (form::buttons(&share))
                @if let Some(id) = id { (form::record("play", id, info.name)) }
            }
        }
        (form::onward(&again, &html! {}))
    };
    let body = html! {
        div.columns.table.game {
            section.stage {
                h1 { (info.title) " " (badges(view)) }
                (stage(view))
            }
            aside.panel { (panel) }
        }
        @if id.is_none() { (play_on(info)) }
        (data("state", view))
    };
    let page = Page::new(info.title, body).at("/");
    Ok(page.style("play.css").script("play.js").html())
}
