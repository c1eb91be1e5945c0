//! The first page: all games.

use ::play::State as Played;
use axum::extract::State;
use axum::response::{Html, IntoResponse, Response};
use axum::{Extension, Json};
use maud::{Markup, PreEscaped, html};
use rules::{Info, Random, Scene};
use serde_json::{Value, json};
use solve::Convention;
use std::cmp::Reverse;
use std::sync::{Arc, OnceLock};

use super::super::admission::Trusted;
use super::super::fault::{Fault, PageFault};
use super::super::server::Site;
use super::super::shelf::Line;
use super::super::work::aside;
use super::super::{keys, latrunculus, play, shelf};
use super::cards::title as cards_title;
use super::{Page, encode, form, players};

/// How many games in progress are shown.
const SHOWN: usize = 4;
/// How many of the latest games are looked at for them.
const LOOKED_AT: usize = 12;
/// How many moves were made on the pictures of games.
const MOVES: usize = 5;
/// How many moves are tried for that.
const TRIES: usize = 40;

/// What there is to do beside playing.
const ENTRIES: [(&str, &str, &str); 4] = [
    (
        "/analyse",
        "Explore",
        "Set up a position and see who wins, by which moves, and why.",
    ),
    (
        "/calculator",
        "Calculate",
        "Add games, compare them, cool them, and draw their thermographs.",
    ),
    (
        "/learn",
        "Learn",
        "Lessons with boards to play on, puzzles, and the papers behind them.",
    ),
    (
        "/rules",
        "Rules of your own",
        "Write a game in a few lines, and play and explore it at once.",
    ),
];

/// `GET /`.
pub async fn home(
    State(site): State<Arc<Site>>,
    Extension(Trusted(trusted)): Extension<Trusted>,
) -> Result<Html<String>, PageFault> {
    // The first who asks may have to wait until all games are drawn.
    let ((going, more), cards) = aside(move |_| {
        let going = match trusted {
            true => going(&site)?,
            false => (Vec::new(), false),
        };
        Ok((going, cards()))
    })
    .await?;
    let body = html! {
        section.welcome {
            div {
                h1 { "Play, and know who wins" }
                p.lead {
                    "Choose a game and play it against the computer, or with somebody else. "
                    "Afterwards see who could have won, and how."
                }
            }
            (players::strengths())
        }
        (form::message())
        @if !going.is_empty() {
            section {
                h2 { "Continue" }
                ul.cards.going { @for game in &going { (game) } }
                @if more { p { a href="/saved" { "All your games" } } }
            }
        }
        (cards)
        section {
            h2 { "More than playing" }
            ul.entries {
                @for (address, name, about) in ENTRIES {
                    li { a href=(address) { strong { (name) } span { (about) } } }
                }
            }
        }
    };
    let page = Page::new("Play", body).at("/");
    Ok(page.style("play.css").script("home.js").html())
}

/// The games in progress that were changed last, and whether there are more.
fn going(site: &Site) -> Result<(Vec<Markup>, bool), Fault> {
    let (lines, mut count) = shelf::on_shelf::<play::Plain>(site, LOOKED_AT)?;
    let mut games: Vec<(u64, Markup)> = Vec::new();
    for line in lines {
        // What cannot be read any more is listed with everything that is kept.
        if let Ok(Some(card)) = going_card(site, &line) {
            games.push((line.changed, card));
        }
    }
    let (others, more) = shelf::latest(site, SHOWN)?;
    count += more;
    games.extend(others.iter().map(|line| (line.changed, line_card(line))));
    games.sort_by_key(|(changed, _)| Reverse(*changed));
    games.truncate(SHOWN);
    let more = count > games.len();
    Ok((games.into_iter().map(|(_, card)| card).collect(), more))
}

/// A game in progress with its board; nothing if it is over.
fn going_card(site: &Site, line: &Line) -> Result<Option<Markup>, Fault> {
    let table = shelf::find::<play::Plain>(site, &line.id)?;
    let session = &table.session;
    if table.ending(session.ply())?.is_some() {
        return Ok(None);
    }
    let moves = match session.ply() {
        0 => "just begun".to_owned(),
        1 => "1 move".to_owned(),
        ply => format!("{ply} moves"),
    };
    let people = session.seats.iter().filter(|seat| seat.is_human()).count();
    let turn = match (people, session.seat(session.mover()).is_human()) {
        (0, _) => "two computers",
        (1, true) => "your move",
        (1, false) => "the computer is to move",
        _ => "two people",
    };
    let address = keys::host_page::<play::Plain>(site, &line.id)?;
    let picture = draw::board(&table.scene(session.ply())?, "", &[]);
    let about = format!("{moves}, {turn}");
    Ok(Some(framed(
        &address,
        &line.title,
        Some(picture),
        &about,
        &html! {},
    )))
}

/// A game with a die or beside cards.
fn line_card(line: &Line) -> Markup {
    let address = format!("/{}/{}", line.shelf, line.id);
    framed(&address, &line.title, None, &line.about, &html! {})
}

/// A card: a picture and a name that lead to a page, what is said of it, and
/// what can be done at once.
fn framed(
    address: &str,
    title: &str,
    picture: Option<String>,
    about: &str,
    buttons: &Markup,
) -> Markup {
    html! {
        li.card {
            @if let Some(picture) = picture {
                a.picture href=(address) aria-hidden="true" tabindex="-1" { (PreEscaped(picture)) }
            }
            div {
                a href=(address) { strong { (title) } }
                p { (about) }
                (buttons)
            }
        }
    }
}

/// All games; they are always the same, and drawn once.
pub fn cards() -> &'static Markup {
    static CARDS: OnceLock<Markup> = OnceLock::new();
    CARDS.get_or_init(|| {
        let kind = |impartial| {
            let games = rules::games().into_iter();
            let games = games.filter(|info| rules::rule_file(info).is_none());
            let games = games.filter(move |info| info.kind.impartial == impartial);
            games.filter_map(|info| card(info).ok()).collect()
        };
        let files = rules::games().into_iter();
        let files = files.filter(|info| rules::rule_file(info).is_some());
        let files = files.filter_map(|info| card(info).ok());
        let chance = rules::chance_games().into_iter().map(chance_card);
        let chance = chance.chain([beside_cards()]).filter_map(Result::ok);
        let groups: [(&str, &str, Vec<Markup>); 4] = [
            ("Two armies", "Each side has moves of its own.", kind(false)),
            (
                "Same moves for both",
                "Heaps, rows and tiles: only the turn decides.",
                kind(true),
            ),
            (
                "Dice and cards",
                "With chance, or with a price on every move.",
                chance.collect(),
            ),
            (
                "More games",
                "Each is a short file of rules, which its page shows.",
                files.collect(),
            ),
        ];
        html! {
            @for (heading, about, cards) in &groups {
                section {
                    h2 { (heading) }
                    p.note { (about) }
                    ul.cards { @for card in cards { (card) } }
                }
            }
        }
    })
}

fn card(info: &Info) -> Result<Markup, Fault> {
    let game = rules::example_name(info);
    let begin = json!({"path": "play", "body": {"game": game}});
    Ok(game_card(info, &pictured(info)?, &begin))
}

/// A position some moves into a game, another one for each: at the start many
/// boards look the same.
fn pictured(info: &Info) -> Result<Scene, Fault> {
    let game = rules::example_name(info);
    let mut state = Played::read(&game, info.standard(), Convention::Normal)?;
    let letters = info.name.bytes().map(u64::from);
    let mut chance =
        Random::new(letters.fold(7, |seed, letter| seed.wrapping_mul(31).wrapping_add(letter)));
    let enough = state.moves()?.len() * 2 / 3;
    let start = state.clone();
    let mut made: Vec<String> = Vec::new();
    for _ in 0..TRIES {
        let moves = state.spoken_moves()?;
        if made.len() == MOVES || moves.is_empty() {
            break;
        }
        let (text, mv) = chance.pick(&moves);
        let mut after = state.clone();
        after.play(mv);
        // Much is still to be done in the game that is shown.
        if after.moves()?.len() >= enough {
            made.push(text.clone());
            state = after;
        }
    }
    let made: Vec<&str> = made.iter().map(String::as_str).collect();
    Ok(play::only(&state).traced(play::only(&start), &made))
}

fn chance_card(info: &Info) -> Result<Markup, Fault> {
    let board = rules::latrunculus::Options::default().position(info.example)?;
    let begin = json!({"path": info.name, "body": {}});
    Ok(game_card(info, &latrunculus::scene(&board), &begin))
}

/// A game, with the first sentence of its rules.
fn game_card(info: &Info, scene: &Scene, begin: &Value) -> Markup {
    let address = format!("/game/{}", encode(info.name));
    let sentence = info.rules.split(". ").next().unwrap_or(info.rules);
    card_with(&address, info.title, scene, sentence, begin)
}

/// Amazons beside a stack of cards; the page offers the other games, too.
fn beside_cards() -> Result<Markup, Fault> {
    let info = rules::find("amazons")?;
    let scene = positions::read(info.name, info.example)?.scene();
    let about = "A move on the board, or the top card of a stack: any game can be played so.";
    let title = cards_title(info);
    let begin = json!({"path": "cards", "body": {}});
    Ok(card_with(
        "/cards?game=amazons",
        &title,
        &scene,
        about,
        &begin,
    ))
}

/// A card with a button that begins a game at once: what is sent where,
/// beside the choices of a person.
fn card_with(address: &str, title: &str, scene: &Scene, about: &str, begin: &Value) -> Markup {
    let buttons = html! {
        div.buttons {
            button.main data-begin=(begin) aria-label={ "Play now: " (title) } { "Play now" }
            a.button href=(address) aria-label={ (title) ": rules and choices" } { "Rules" }
        }
    };
    let about = format!("{}.", about.trim_end_matches('.'));
    let picture = draw::board(scene, title, &[]);
    framed(address, title, Some(picture), &about, &buttons)
}

/// `GET /api/v1/games`: what every game says about itself.
pub async fn games() -> Response {
    let games = rules::games().into_iter().chain(rules::chance_games());
    let named = |name: &str, about: &str| json!({"name": name, "about": about});
    let games = games.map(|info| {
        let starts = info
            .starts
            .iter()
            .map(|start| named(start.name, start.about));
        let variants = info
            .variants
            .iter()
            .map(|variant| named(variant.name, variant.about));
        json!({
            "name": info.name,
            "title": info.title,
            "sides": play::sides(info),
            "rules": info.rules,
            "notation": info.notation,
            "example": info.example,
            "starts": starts.collect::<Vec<_>>(),
            "variants": variants.collect::<Vec<_>>(),
        })
    });
    Json(games.collect::<Vec<_>>()).into_response()
}
