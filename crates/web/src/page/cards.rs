//! The pages of games beside a stack of cards: to begin one, and to play it.

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::Html;
use maud::{Markup, html};
use play::{CARD_PLAYERS, Stack};
use rules::Info;
use std::sync::Arc;
use values::Player;

use super::super::api::Parameters;
use super::super::cards::Cards;
use super::super::fault::{Fault, PageFault};
use super::super::server::Site;
use super::super::table::viewed;
use super::form::{self, option};
use super::game::{info, names};
use super::{Page, encode};

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
    let info = info(game)?;
    if info.kind.chance {
        return Err(Fault::bad(
            format!("{} is not played beside cards", info.title),
            "choose a game without a die",
        )
        .into());
    }
    let position = parameters.get("position").unwrap_or(info.example);
    let names = names(rules::games(), game);
    let fields = html! {
        h2 { "New game beside cards" }
        label {
            "Game "
            select name="game" { @for name in &names { option selected[name == game] { (name) } } }
        }
        (form::position(position))
        (form::seats(&CARD_PLAYERS, Some("exact"), false))
        (form::begins(Player::Left))
        (stack())
        label { "Komi of the second player (empty: what the cards alone come to) " input name="komi"; }
    };
    let about = html! {
        h2 { "Rules" }
        p { (RULES) }
        p { "E. R. Berlekamp, “Sums of N × 2 Amazons”." }
        h2 { "Players" }
        dl { @for (name, about) in CARD_PLAYERS { dt { (name) } dd { (about) } } }
    };
    let title = title(info);
    let body = form::begin(&title, None, &fields, &html! {}, &about);
    Ok(Page::new(&title, body)
        .style("cards.css")
        .script("cards-begin.js")
        .html())
}

/// The choice of a stack.
fn stack() -> Markup {
    let paper = Stack::berlekamp();
    let paper = format!("the 52 cards of the paper: komi {}, {paper}", paper.komi());
    html! {
        label {
            "Stack "
            select name="stack" {
                (option("paper", &paper, false))
                (option("rule", "by rule", false))
            }
        }
        div id="rule" hidden {
            label { "Top card " input name="top" value="4"; }
            label { "Step " input name="step" value="1/4"; }
            label {
                "How many cards of −1 (empty: one for every move that can be made) "
                input name="ones" inputmode="numeric";
            }
            label { "Last card, the terminal komi " input name="terminal" value="-1/2"; }
        }
    }
}

/// `GET /cards/ID`.
pub async fn cards(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
) -> Result<Html<String>, PageFault> {
    let (view, game) = viewed::<Cards>(&site, &id).await?;
    let game = game.name();
    let title = title(info(&game)?);
    let stage = html! {
        div.beside { div id="board" {} div id="stack" {} }
        (form::typed("Move, or card", false, None, "Play it"))
    };
    let panel = html! {
        table.scores {
            thead {
                tr {
                    td {}
                    @for player in Player::BOTH { th scope="col" { (form::side(player).1) } }
                }
            }
            tbody id="scores" {}
        }
        div id="accounts" aria-live="polite" {}
        (form::turn_buttons())
        div id="advice" aria-live="polite" {}
        (form::history("Turns", "turn", &html! {}))
        (form::onward(
            &format!("/cards?game={}", encode(&game)),
            &form::buttons(&[("share", "Copy link to position")]),
        ))
    };
    let body = form::table(&title, &stage, &panel, &view);
    Ok(Page::new(&title, body)
        .style("cards.css")
        .script("cards.js")
        .html())
}
