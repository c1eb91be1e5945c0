//! The pages of a game: to begin it, and to play it.

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::Html;
use maud::{Markup, html};
use rules::{Info, Position};
use solve::Convention;
use std::sync::Arc;
use values::Player;

use super::super::api::Parameters;
use super::super::client::Client;
use super::super::fault::{Fault, PageFault};
use super::super::play::{Plain, replayed};
use super::super::server::Site;
use super::super::table::viewed;
use super::form::{self, option};
use super::{Page, encode, latrunculus};

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

/// `GET /game/NAME`: the rules, and a game to begin.
pub async fn game(Path(name): Path<String>, uri: Uri) -> Result<Html<String>, PageFault> {
    let info = rules::find(&name).map_err(Fault::from)?;
    let parameters = Parameters::read(&uri)?;
    if info.kind.chance {
        return latrunculus::begin(&parameters);
    }
    parameters.only(&["position"])?;
    let wanted = parameters.get("position");
    let fields = html! {
        h2 { "New game" }
        (variants(info))
        (starts(info, wanted))
        (seats(info))
        (form::begins(info.first_at(wanted.unwrap_or(info.standard()))))
        label.check {
            input type="checkbox" name="misere";
            " Who cannot move wins (misère)"
        }
    };
    let about = html! {
        @if info.kind.finite {
            p {
                a href={ "/cards?game=" (encode(&rules::example_name(info))) } {
                    "Play it beside a stack of cards"
                }
            }
        }
        (form::rules(info))
    };
    let body = form::begin(
        info.title,
        Some(info.name),
        &fields,
        &form::analyse(),
        &about,
    );
    Ok(Page::new(info.title, body).script("begin.js").html())
}

fn variants(info: &Info) -> Markup {
    let name = info.name;
    html! {
        label {
            "Rules "
            select name="game" {
                @if !positions::needs_variant(info) { (option(name, "as usual", false)) }
                @for variant in info.variants {
                    option value={ (name) ":" (variant.name) } { (variant.name) ": " (variant.about) }
                }
                @if !info.kind.impartial {
                    option value={ (name) ":impartial" } {
                        "impartial: either player may make either player's move"
                    }
                }
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

fn seats(info: &Info) -> Markup {
    let example = play::State::read(&rules::example_name(info), info.example, Convention::Normal);
    let Ok(state) = example else {
        return form::seats(&[], None, true);
    };
    let players = play::players().iter();
    let players: Vec<(&str, &str)> = players
        .filter(|listed| (listed.is_for)(&state))
        .map(|listed| (listed.name, listed.about))
        .collect();
    form::seats(&players, Some(play::default_player(&state).name), true)
}

/// `GET /play/ID`.
pub async fn play(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
) -> Result<Html<String>, PageFault> {
    let (view, _) = viewed::<Plain>(&site, &id).await?;
    table(&view)
}

/// `GET /replay?game=&position=&moves=`: a game that somebody shared.
pub async fn replay(
    State(site): State<Arc<Site>>,
    client: Client,
    uri: Uri,
) -> Result<Html<String>, PageFault> {
    table(&replayed(&site, client, uri).await?)
}

/// The page on which a game is played, or looked at if it is not kept here.
fn table(view: &serde_json::Value) -> Result<Html<String>, PageFault> {
    let info = info(view["game"].as_str().unwrap_or(""))?;
    let id = view["id"].as_str();
    let stage = html! {
        div id="board" {}
        @if id.is_some() {
            (form::typed("Move", true, None, "Play it"))
        }
        @if !view["nim"].is_null() { section id="nim" aria-live="polite" {} }
    };
    let playing = [
        ("undo", "Undo"),
        ("redo", "Redo"),
        ("hint", "Hint"),
        ("resign", "Resign"),
    ];
    let share = [
        ("share-game", "Copy link to game"),
        ("share", "Copy link to position"),
    ];
    let panel = html! {
        div.buttons {
            @match id {
                Some(_) => (form::buttons(&playing)),
                None => button.main id="on" { "Play on from here" },
            }
            (form::buttons(&[("flip", "Flip")]))
        }
        (form::history("Moves", "move", &html! {}))
        (form::facts())
        details {
            summary { "Share and save" }
            div.buttons {
                (form::buttons(&share))
                @if let Some(id) = id { (form::record("play", id, info.name)) }
            }
        }
        (form::onward(&format!("/game/{}", encode(info.name)), &html! {}))
    };
    let body = form::table(info.title, &stage, &panel, view);
    Ok(Page::new(info.title, body).script("play.js").html())
}
