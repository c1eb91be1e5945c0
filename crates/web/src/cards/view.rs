//! What a page sees of a game beside cards.

use play::{CARD, CardGame};
use rules::{Component, Position};
use serde_json::{Value, json};
use values::{Budget, Player};

use super::super::clicks::legal;
use super::super::fault::Fault;
use super::super::opponent::{seen, you};
use super::super::picture::made_on;
use super::super::seat::Side;
use super::game::{Game, known_cost};
use super::stack::Rule;
use super::strength::{clock, player};

/// How many cards are told beforehand.
const SEEN: usize = 12;

/// The game as the page sees it after `ply` turns.
pub fn view(table: &Game, id: Option<&str>, ply: usize, budget: &Budget) -> Result<Value, Fault> {
    let session = &table.session;
    let (start, game) = (session.start(), session.position(ply)?);
    let (turn, over) = (game.turn(), table.over(ply)?);
    let asks = match ply == session.ply() && over.is_null() {
        true => table.asks(),
        false => None,
    };
    let open = over.is_null() && asks.is_none();
    let boards = boards(table, ply, open, budget)?;
    let first = boards[0].clone();
    let [left, right] = &session.seats;
    let names: Vec<&str> = start.state().names().iter().map(|name| &**name).collect();
    let cards = game.cards().take(SEEN).map(|card| card.to_string());
    let bidding =
        asks.is_some_and(|(question, _)| question != super::auction::Question::Temperature);
    let impartial = game.board().iter().all(Component::is_impartial);
    Ok(json!({
        "id": id,
        "game": names[0],
        "title": super::title(&names),
        "start": start.board()[0].text(),
        "first": Side::of(start.turn()),
        "left": seen(left, (player(left), 0)),
        "right": seen(right, (player(right), 0)),
        "you": you(&session.seats),
        "sides": sides(game),
        "clock": thinking(table, turn, over.is_null()),
        "rule": Rule::of(start.stack()),
        "stack": (!bidding).then(|| game.stack().to_string()),
        "komi": table.kind.komi.to_string(),
        "referee": table.kind.referee,
        "challenge": challenge(table, ply)?,
        "auction": table.kind.auction.as_ref().map(|auction| auction.seen()),
        "asks": asks.map(|asked| question(table, asked)),
        "turns": turns(table)?,
        "skipped": skipped(table, ply)?,
        "ply": ply,
        "plies": session.all_plies().len(),
        "current": session.ply(),
        "turn": Side::of(turn),
        "impartial": impartial,
        "cards": match bidding {
            true => Vec::new(),
            false => cards.collect::<Vec<_>>(),
        },
        "cards_left": game.cards().len(),
        "scores": {
            "left": game.score(Player::Left).to_string(),
            "right": game.score(Player::Right).to_string(),
        },
        "net": game.net().to_string(),
        "over": over,
        "position": first["position"],
        "svg": first["svg"],
        "legal": first["legal"],
        "boards": boards,
    }))
}

/// What the sides are called: as on all boards if they agree, and Left and Right
/// if not; nothing where both players have the same moves.
fn sides(game: &CardGame) -> Value {
    let name = |player: Player| {
        let mut names = game.board().iter().map(|board| board.game().side(player));
        let first = names.next().flatten();
        match names.all(|name| name == first) {
            true => first,
            false if player == Player::Left => Some("Left"),
            false => Some("Right"),
        }
    };
    json!({"left": name(Player::Left), "right": name(Player::Right)})
}

/// How many seconds the computer may think now.
fn thinking(table: &Game, turn: Player, going: bool) -> Option<f64> {
    let seat = table.session.seat(turn);
    (going && !seat.is_human()).then(|| clock(seat).as_secs_f64())
}

fn boards(table: &Game, ply: usize, open: bool, budget: &Budget) -> Result<Vec<Value>, Fault> {
    let session = &table.session;
    let game = session.position(ply)?;
    let last = ply.checked_sub(1).map(|last| &session.all_plies()[last]);
    let touched = game.last().map(|(place, _)| place);
    let many = game.board().len() > 1;
    let mut boards = Vec::with_capacity(game.board().len());
    for (place, component) in game.board().iter().enumerate() {
        let texts = session.all_plies()[..ply].iter().map(|ply| &*ply.text);
        let made = made_on(texts.filter(|text| *text != CARD), place, many);
        let scene = component.traced(&session.start().board()[place], &made);
        let marked = match last.filter(|_| touched == Some(place)) {
            Some(last) => scene.named_in(bare(&last.text)),
            None => Vec::new(),
        };
        let mut rows = match open {
            false => Vec::new(),
            true => legal(component, game.turn(), &scene, false, budget)?,
        };
        if many {
            for row in &mut rows {
                let text = row["move"].as_str().unwrap_or_default();
                row["move"] = format!("{}: {text}", place + 1).into();
            }
        }
        let info = component.game();
        let title = match many {
            true => format!("Board {}, {}", place + 1, info.title),
            false => info.title.to_owned(),
        };
        let (name, start) = (&game.state().names()[place], &table.kind.boards[place]);
        boards.push(json!({
            "game": &**name,
            "title": info.title,
            "sides": super::super::play::sides(info),
            "start": start.position,
            "position": component.text(),
            "svg": draw::board(&scene, &title, &marked),
            "legal": rows,
        }));
    }
    Ok(boards)
}

/// A move without the number of its board.
fn bare(text: &str) -> &str {
    text.split_once(": ").map_or(text, |(_, bare)| bare)
}

/// The turns, with the cards that were taken and what the referee did before.
fn turns(table: &Game) -> Result<Vec<Value>, Fault> {
    let session = &table.session;
    let mut turns = Vec::with_capacity(session.all_plies().len());
    for (place, ply) in session.all_plies().iter().enumerate() {
        let card = match ply.text == CARD {
            true => session.position(place)?.card().map(|card| card.to_string()),
            false => None,
        };
        turns.push(json!({
            "player": Side::of(ply.player),
            "move": ply.text,
            "card": card,
            "cost": known_cost(ply),
            "skipped": skipped(table, place)?,
        }));
    }
    Ok(turns)
}

/// What the referee did after `ply` turns: how many cards went, and what the
/// player to move was given for them.
fn skipped(table: &Game, ply: usize) -> Result<Value, Fault> {
    let session = &table.session;
    let now = session.position(ply)?;
    let (Some(_), Some(last)) = (now.bids(), ply.checked_sub(1)) else {
        return Ok(Value::Null);
    };
    let before = session.position(last)?;
    // In the last turn the other player took a card.
    let removed = now.taken() - before.taken() - 1;
    let mover = now.turn();
    let given = now.score(mover) - before.score(mover);
    Ok(json!({
        "cards": removed,
        "given": given.to_string(),
        "player": Side::of(mover),
        "to": now.card().map(|card| card.to_string()),
    }))
}

fn question(table: &Game, (question, side): (super::auction::Question, Player)) -> Value {
    let bidding = table.kind.auction.as_ref().and_then(|all| all.bidding());
    json!({
        "what": question.name(),
        "side": Side::of(side),
        "below": bidding.as_ref().map(|bidding| bidding.delta_below().to_string()),
        "above": bidding.as_ref().map(|bidding| bidding.ones_above()),
    })
}

/// The challenge, and at the end whether it succeeds.
fn challenge(table: &Game, ply: usize) -> Result<Value, Fault> {
    let Some(claim) = &table.kind.claim else {
        return Ok(Value::Null);
    };
    let challenge = claim.challenge()?;
    let game = table.session.position(ply)?;
    let over = game.is_over();
    Ok(json!({
        "challenger": claim.challenger,
        "appraisal": claim.appraisal,
        "epsilon": claim.epsilon,
        "needed": challenge.needed().to_string(),
        "succeeds": over.then(|| challenge.succeeds(&game.net())),
    }))
}
