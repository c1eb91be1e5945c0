//! The pages of games beside a stack of cards: to begin one, and to play it.

use axum::extract::{Path, State};
use axum::response::Html;
use maud::{Markup, html};
use play::{CARD_PLAYERS, Stack};
use rules::Info;
use std::sync::Arc;
use values::Player;

use super::super::cards::{Cards, STANDARD};
use super::super::fault::{Fault, PageFault};
use super::super::parameters::Parameters;
use super::super::server::Site;
use super::super::table::viewed;
use super::form::{self, option};
use super::game::{info, names};
use super::{Page, beside, data, encode, players};

/// What a game is called beside cards.
pub fn title(info: &Info) -> String {
    super::super::cards::title(&[info.name])
}

/// How it is played.
const RULES: &str = "A stack of cards lies beside the board. At each turn a player either moves \
on the board or takes the top card, which scores its value. Who takes the bottom card, the \
terminal komi, ends the game; the board is then of no account, and who has more is paid the \
difference. The second player is given a komi beforehand: what the first would win with cards \
alone. The top card is the temperature of the stack: a move on the board is worth it while the \
board is hotter.";

/// `GET /cards?game=&position=`: a game to begin.
pub async fn begin_cards(parameters: Parameters) -> Result<Html<String>, PageFault> {
    parameters.only(&["game", "position"])?;
    let game = parameters.get("game").unwrap_or("amazons");
    let info = info(game)?;
    if info.kind.chance || !info.kind.finite {
        return Err(Fault::bad(
            format!("{} is not played beside cards", info.title),
            "choose a game that ends and has no die",
        )
        .into());
    }
    let asked = parameters.get("position");
    // A bad link is refused here, not when the form is sent.
    positions::read(game, asked.unwrap_or(info.example)).map_err(Fault::from)?;
    let boards: Vec<(&str, &str)> = match asked {
        None if game == "amazons" => STANDARD.to_vec(),
        _ => vec![(game, asked.unwrap_or(info.example))],
    };
    let choices = html! {
        (players::strengths())
        (players::sides(info, false))
        p.note { (players::side_name(info, Player::Left)) " begins, unless you choose otherwise below." }
    };
    let more = html! {
        (board_rows(&boards))
        (stack(asked.is_none()))
        (komi(info))
        label.check {
            input type="checkbox" name="referee";
            " A referee skips cards that both would take"
        }
        (challenge(info))
        (players::seats(info, &CARD_PLAYERS, false))
    };
    let about = html! {
        h2 { "Rules" }
        p { (RULES) }
        p { "E. R. Berlekamp, “Sums of N × 2 Amazons”." }
        details {
            summary { "Players" }
            dl { @for (name, about) in CARD_PLAYERS { dt { (name) } dd { (about) } } }
        }
    };
    let title = title(info);
    let summary = "More: boards, cards, bids, challenge, players";
    let body = beside::begin(&title, &choices, (summary, asked.is_some(), &more), &about);
    let page = Page::new(&title, body).at("/");
    Ok(page.style("cards.css").script("cards-begin.js").html())
}

/// The boards that lie side by side. The script adds others.
fn board_rows(boards: &[(&str, &str)]) -> Markup {
    let finite = || rules::games().into_iter().filter(|info| info.kind.finite);
    html! {
        fieldset.boards id="boards" {
            legend { "Boards, side by side" }
            @for (game, position) in boards {
                div.row {
                    label {
                        "Game "
                        select name="game" {
                            @for name in names(finite(), game) { option selected[name == *game] { (name) } }
                        }
                    }
                    label.wide { "Position " (form::written("position", Some(position), None)) }
                    button type="button" class="remove" aria-label="Remove this board" { "✕" }
                }
            }
            button type="button" id="add" { "Add a board" }
        }
    }
}

/// The choice of a stack.
fn stack(fitting: bool) -> Markup {
    let paper = Stack::berlekamp();
    let paper = format!("the 52 cards of the paper: komi {}, {paper}", paper.komi());
    html! {
        label {
            "Cards "
            select name="stack" {
                (option("fitting", "a short stack that fits the boards", fitting))
                (option("paper", &paper, !fitting))
                (option("rule", "by rule", false))
                (option("bid", "by bids: both bid for the step and the cards of −1", false))
            }
        }
        div id="rule" hidden {
            label { "Top card " input name="top" value="4"; }
            label.ruled { "Step " input name="step" value="1/4"; }
            label.ruled {
                "How many cards of −1 (empty: one for every move that can be made) "
                input name="ones" inputmode="numeric";
            }
            label.ruled { "Last card, the terminal komi " input name="terminal" value="-1/2"; }
        }
    }
}

/// Who begins, and what the other is given for it.
fn komi(info: &Info) -> Markup {
    html! {
        label {
            "First move and komi "
            select name="komi" {
                (option("cards", "the second player is given what the cards alone come to", true))
                (option("number", "the second player is given this number", false))
                (option("bid", "by bids: who bids more begins and gives the bid", false))
            }
        }
        label id="komi" hidden { "Komi of the second player " input name="given" value="0"; }
        div id="begins" { (beside::begins(info, Player::Left)) }
    }
}

/// A claim that a person contests.
fn challenge(info: &Info) -> Markup {
    let left = players::side_name(info, Player::Left);
    html! {
        label.check {
            input type="checkbox" name="challenging";
            " I challenge a claim about the score"
        }
        div id="challenge" hidden {
            label { "Somebody claims that " (left) "'s net score is " input name="appraisal" value="0"; }
            label {
                "That is "
                select name="challenger" {
                    (option("left", &format!("too low: I play {left}"), true))
                    (option("right", &format!("too high: I play {}", players::side_name(info, Player::Right)), false))
                }
            }
            label { "by at least " input name="epsilon" value="1/4"; }
        }
    }
}

/// `GET /cards/ID`.
pub async fn cards(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
) -> Result<Html<String>, PageFault> {
    let (view, game) = viewed::<Cards>(&site, &id).await?;
    let title = view["title"].as_str().unwrap_or("").to_owned();
    let mut tags = Vec::new();
    if game.kind.boards.len() > 1 {
        tags.push(format!("{} boards", game.kind.boards.len()));
    }
    if game.kind.auction.is_some() {
        tags.push("bids".to_owned());
    }
    if game.kind.referee {
        tags.push("referee".to_owned());
    }
    if game.kind.claim.is_some() {
        tags.push("challenge".to_owned());
    }
    let board = html! {
        section id="bid" aria-live="polite" hidden {}
        div.beside { div id="board" {} div id="stack" {} }
    };
    let typed = form::typed("Move, or card", true, None, "Play it");
    let panel = html! {
        (beside::steps())
        table.scores {
            thead { tr id="who" {} }
            tbody id="scores" {}
        }
        p id="claim" hidden {}
        div id="accounts" aria-live="polite" {}
        (form::history("Turns", "turn", &html! {}))
        (form::rules_at_hand(RULES, None))
        details {
            summary { "Type a move, copy a link" }
            (typed)
            div.buttons { (form::buttons(&[("share", "Copy link to position")])) }
        }
        (form::onward(&format!("/cards?game={}", encode(&game.name())), &html! {}))
    };
    let body = html! {
        div.columns.table.game {
            (beside::stage(&title, &tags, &html! {}, &board))
            aside.panel { (panel) }
        }
        (data("state", &view))
    };
    let page = Page::new(&title, body).at("/");
    Ok(page.style("cards.css").script("cards.js").html())
}
