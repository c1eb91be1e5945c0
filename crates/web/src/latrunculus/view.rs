//! What a page sees of Latrunculus.

use rules::latrunculus::{Action, Board, INFO, Options, Square, Turn, colour, write_actions};
use rules::{BadInput, Figure, Holds, Scene};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use values::Player;

use super::super::fault::Fault;
use super::super::seat::{Seat, Side};
use super::game::Game;

/// What a board looks like.
pub fn scene(board: &Board) -> Scene {
    let mut scene = Scene::board(&board.write(), Figure::Soldier);
    for (player, holds) in [
        (Player::Left, Holds::LeftKing),
        (Player::Right, Holds::RightKing),
    ] {
        let king = board.king(player).map(|square| square.to_string());
        if let Some(spot) = king.and_then(|name| scene.spot(&name)) {
            scene.spots[spot].holds = holds;
        }
    }
    scene
}

/// The board of a position of `latrunculus:RULES`, if that is the game.
pub fn board(game: &str, position: &str) -> Option<Result<Board, BadInput>> {
    let (base, rules) = match game.split_once(':') {
        Some((base, rules)) => (base, Some(rules)),
        None => (game, None),
    };
    let here = rules::find(base).is_ok_and(|info| info.name == INFO.name);
    here.then(|| Options::read(rules)?.position(position))
}

/// A position to look at and to edit.
pub fn position(game: &str, board: &Board) -> Value {
    let palette = [
        ('.', "empty"),
        ('b', "Black's Soldier"),
        ('B', "Black's King"),
        ('w', "White's Soldier"),
        ('W', "White's King"),
    ];
    let palette =
        palette.map(|(symbol, about)| json!({"symbol": symbol.to_string(), "about": about}));
    let scene = scene(board);
    json!({
        "game": game,
        "title": INFO.title,
        "position": board.write(),
        "svg": draw::board(&scene, INFO.title, &[]),
        "grid": scene.grid,
        "palette": palette,
        "kind": "dice",
        "dice": true,
        "left": [],
        "right": [],
        "parts": [],
    })
}

/// The game as the page sees it after `ply` turns.
pub fn view(game: &Game, id: Option<&str>, ply: usize) -> Result<Value, Fault> {
    let session = &game.session;
    let (start, state) = (session.start(), session.position(ply)?);
    let over = game.over(ply)?;
    let turn = match ply == session.ply() && over.is_null() {
        true => game.turn()?,
        false => None,
    };
    let board = turn.as_ref().map_or(state.board, |turn| *turn.board());
    let scene = scene(&board);
    let done = turn.as_ref().map_or(&[][..], |turn| turn.done());
    let last = last(game, ply)?;
    let recent = if done.is_empty() { &last[..] } else { done };
    let marked: Vec<usize> = recent
        .iter()
        .flat_map(|action| scene.named_in(&write_actions(&[*action])))
        .collect();
    let who = colour(state.player);
    let title = format!("{}, {who} to move", INFO.title);
    let name = match game.rules().as_str() {
        "" => INFO.name.to_owned(),
        rules => format!("{}:{rules}", INFO.name),
    };
    let turns = session.all_plies().iter().enumerate().map(|(ply, made)| {
        let player = Side::of(made.player);
        json!({"player": player, "roll": game.throw_of(ply), "move": made.text})
    });
    let legal = turn.as_ref().map_or(Vec::new(), |turn| legal(turn, &scene));
    let [left, right] = Player::BOTH.map(|player| board.strength(player));
    Ok(json!({
        "id": id,
        "game": name,
        "title": INFO.title,
        "start": start.board.write(),
        "first": Side::of(start.player),
        "left": Seat::of(&session.seats[0]),
        "right": Seat::of(&session.seats[1]),
        "own_die": game.kind.own,
        "turns": turns.collect::<Vec<_>>(),
        "ply": ply,
        "plies": session.all_plies().len(),
        "current": session.ply(),
        "turn": Side::of(state.player),
        "roll": turn.as_ref().map(Turn::throw),
        "pips": turn.as_ref().map(Turn::pips),
        "done": done.iter().map(|action| write_actions(&[*action])).collect::<Vec<_>>(),
        "spent": game.kind.spent,
        "undone": game.kind.done.len() - game.kind.spent.min(game.kind.done.len()),
        "may_end": turn.as_ref().is_some_and(|turn| turn.end().is_ok()),
        "stuck": turn.as_ref().and_then(Turn::stuck).map(|stuck| stuck.text()),
        "over": over,
        "quiet": state.quiet,
        "soldiers": {"left": left, "right": right},
        "position": board.write(),
        "before": state.board.write(),
        "words": words(&board),
        "svg": draw::board(&scene, &title, &marked),
        "legal": legal,
        "last": last.iter().map(action).collect::<Vec<_>>(),
    }))
}

/// What was done in the last of the first `ply` turns.
fn last(game: &Game, ply: usize) -> Result<Vec<Action>, Fault> {
    let Some(before) = ply.checked_sub(1) else {
        return Ok(Vec::new());
    };
    let Some(throw) = game.throw_of(before) else {
        return Ok(Vec::new());
    };
    let mut turn = game.session.position(before)?.turn(throw);
    turn.read(&game.session.all_plies()[before].text)?;
    Ok(turn.done().to_vec())
}

fn action(action: &Action) -> Value {
    match action {
        Action::Walk(walk) => {
            let squares: Vec<String> = walk.squares().iter().map(Square::to_string).collect();
            json!({"walk": squares})
        }
        Action::Kill(victim) => json!({"kill": victim.to_string()}),
    }
}

/// What may be done now and what to click for it: a piece and where it goes,
/// or the victim. Of the King's walks to a square the shortest is offered;
/// others can be typed.
fn legal(turn: &Turn, scene: &Scene) -> Vec<Value> {
    let mut cheapest: BTreeMap<(Square, Option<Square>), (u8, Action)> = BTreeMap::new();
    for action in turn.actions() {
        let (key, pips) = match action {
            Action::Walk(walk) => ((walk.from(), Some(walk.to())), walk.pips()),
            Action::Kill(victim) => {
                let cost = turn.kill_cost(victim).unwrap_or(0);
                ((victim, None), cost)
            }
        };
        let known = cheapest.entry(key).or_insert((pips, action));
        if pips < known.0 {
            *known = (pips, action);
        }
    }
    let rows = cheapest.into_iter().map(|((from, to), (pips, action))| {
        let squares = [Some(from), to].into_iter().flatten();
        let path: Vec<usize> = squares
            .filter_map(|square| scene.spot(&square.to_string()))
            .collect();
        json!({
            "move": write_actions(&[action]),
            "paths": [path],
            "pips": pips,
            "kill": to.is_none().then(|| from.to_string()),
        })
    });
    rows.collect()
}

/// The board for those who cannot see it.
fn words(board: &Board) -> String {
    let sides = Player::BOTH.map(|player| {
        let king = match board.king(player) {
            Some(square) => format!("King {square}"),
            None => "no King".to_owned(),
        };
        let soldiers = Square::all().filter(|s| board.soldiers(player) >> s.index() & 1 == 1);
        let soldiers: Vec<String> = soldiers.map(|square| square.to_string()).collect();
        format!(
            "{}: {king}, {} Soldiers {}.",
            colour(player),
            soldiers.len(),
            soldiers.join(" ")
        )
    });
    sides.join(" ")
}
