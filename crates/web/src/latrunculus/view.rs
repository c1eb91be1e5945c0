//! What a page sees of Latrunculus.

use rules::latrunculus::{Action, Board, INFO, Options, Square, Turn, colour, write_actions};
use rules::{BadInput, Figure, Holds, Scene};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use values::Player;

use super::super::fault::Fault;
use super::super::opponent::{seen, you};
use super::super::seat::Side;
use super::game::Game;
use super::strength::{clock, player};

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
        "left": seen(&session.seats[0], player(&session.seats[0])),
        "right": seen(&session.seats[1], player(&session.seats[1])),
        "you": you(&session.seats),
        "sides": {"left": colour(Player::Left), "right": colour(Player::Right)},
        "clock": thinking(game, state.player, over.is_null()),
        "layout": layout(&start.options),
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
        "king": turn.as_ref().map(king),
        "safe": turn.as_ref().map_or(Vec::new(), dear),
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

/// How many seconds the computer may think now.
fn thinking(game: &Game, mover: Player, going: bool) -> Option<f64> {
    let seat = game.session.seat(mover);
    (going && !seat.is_human()).then(|| clock(seat).as_secs_f64())
}

/// The squares of the King's walks: where he is, the Soldiers that he may step
/// over, and where he may stay. Every way from one to the next of them that
/// visits no square twice and takes no more pips than are left may be gone, and
/// no other.
fn king(turn: &Turn) -> Value {
    let Some(king) = turn.board().king(turn.player()) else {
        return Value::Null;
    };
    let (mut over, mut onto) = (BTreeSet::new(), BTreeSet::new());
    for action in turn.actions() {
        if let Action::Walk(walk) = action
            && walk.from() == king
            && let [_, crossed @ .., last] = walk.squares()
        {
            over.extend(crossed.iter().map(Square::to_string));
            onto.insert(last.to_string());
        }
    }
    json!({"at": king.to_string(), "over": over, "onto": onto, "pips": turn.pips()})
}

/// The enemies beside one's pieces that the pips left do not kill, and what
/// they cost.
fn dear(turn: &Turn) -> Vec<Value> {
    let enemies = Square::all().filter(|&square| {
        let owner = turn.board().piece(square).map(|(_, owner)| owner);
        owner == Some(-turn.player())
    });
    let costs = enemies.filter_map(|square| Some((square, turn.kill_cost(square)?)));
    let dear = costs.filter(|(_, cost)| *cost > turn.pips());
    dear.map(|(square, cost)| json!({"square": square.to_string(), "pips": cost}))
        .collect()
}

/// The rules that are not the usual ones, in words.
fn layout(options: &Options) -> Vec<String> {
    let written = options.write().unwrap_or_default();
    let words = written.split(',').filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// What may be done now and what to click for it: a piece and where it goes,
/// or the victim. Of the King's walks to a square the shortest is offered; the
/// page finds the others from [`king`].
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

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Random;
    use rules::latrunculus::State;

    /// The ways over some squares as the page finds them.
    fn ways(path: &mut Vec<Square>, over: &[Square], onto: &[Square], pips: usize, all: &mut Vec<String>) {
        let last = path[path.len() - 1];
        let near = |square: &&Square| last.distance(**square) == 1 && !path.contains(square);
        let ends: Vec<Square> = onto.iter().filter(near).copied().collect();
        let on: Vec<Square> = over.iter().filter(near).copied().collect();
        for end in ends {
            let names: Vec<String> = path.iter().chain([&end]).map(Square::to_string).collect();
            all.push(names.join("-"));
        }
        if path.len() < pips {
            for next in on {
                path.push(next);
                ways(path, over, onto, pips, all);
                path.pop();
            }
        }
    }

    /// What the page offers the King is what the rules let him do, in the
    /// middle of turns, too.
    #[test]
    fn the_king_walks_every_way_he_may() {
        let mut random = Random::new(3);
        let (mut compared, mut detours) = (0, 0);
        for number in 0..60 {
            let options = Options::default();
            let board = options.position(["start", "behind"][number % 2]).unwrap();
            let mut state = State::new(options, board, Player::BOTH[number / 2 % 2]).unwrap();
            for _ in 0..12 {
                let mut turn = state.turn(random.below(6) as u8 + 1);
                loop {
                    let found = king(&turn);
                    let squares = |name: &str| -> Vec<Square> {
                        let list = found[name].as_array().unwrap().iter();
                        list.map(|s| Square::read(s.as_str().unwrap()).unwrap()).collect()
                    };
                    let at = Square::read(found["at"].as_str().unwrap()).unwrap();
                    let mut offered = Vec::new();
                    let pips = usize::from(turn.pips());
                    ways(&mut vec![at], &squares("over"), &squares("onto"), pips, &mut offered);
                    let actions = turn.actions();
                    let walks = actions.iter().filter_map(|action| match action {
                        Action::Walk(walk) if walk.from() == at => Some(write_actions(&[*action])),
                        _ => None,
                    });
                    let mut allowed: Vec<String> = walks.collect();
                    detours += allowed.iter().filter(|text| text.len() > 5).count();
                    allowed.sort();
                    offered.sort();
                    assert_eq!(offered, allowed, "{}", turn.board().write());
                    compared += 1;
                    // Half of the time the King goes on.
                    let his: Vec<&Action> = actions
                        .iter()
                        .filter(|a| matches!(a, Action::Walk(walk) if walk.from() == at))
                        .collect();
                    let next = match (random.below(2) == 0 && !his.is_empty(), actions.is_empty()) {
                        (true, _) => *his[random.below(his.len() as u64) as usize],
                        (false, false) => actions[random.below(actions.len() as u64) as usize],
                        (false, true) => break,
                    };
                    turn.act(next).unwrap();
                }
                state = state.after(turn.board());
                if state.verdict.is_some() {
                    break;
                }
            }
        }
        assert!(compared > 1000 && detours > 1000, "{compared} {detours}");
    }
}
