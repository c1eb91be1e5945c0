//! What the board of Latrunculus looks like, and what is said about it.

use play::latrunculus::describe as words_of;
use rules::latrunculus::{Square, State, THROWS, Turn, colour, shots};
use values::{Budget, Player, Result};

use super::super::play::{Left, adorn, named};

/// The board with coordinates, the squares of a turn marked, and the score.
pub fn picture(state: &State, last: &str, colour: bool) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        text.push_str(&format!("{} ", rank + 1));
        for square in (0..8).filter_map(|file| Square::at(file, rank)) {
            text.push(' ');
            text.push(state.board.symbol(square));
        }
        text.push('\n');
    }
    text.push_str("   a b c d e f g h");
    let owner = |cell: &str| match cell {
        "b" | "B" => Some(Player::Left),
        "w" | "W" => Some(Player::Right),
        _ => None,
    };
    let board = adorn(&text, &named(last), colour, &owner);
    let [black, white] = Player::BOTH.map(|player| state.board.strength(player));
    let quiet = match state.quiet {
        0 => String::new(),
        1 => "; 1 turn without a kill".to_owned(),
        turns => format!("; {turns} turns without a kill"),
    };
    format!("{board}Black {black} Soldiers, White {white}{quiet}")
}

/// A game that was left, in words and as it stands.
pub fn describe(left: &Left<State>, drawn_in_colour: bool) -> String {
    let Left { record, session } = left;
    let now = session.now();
    let turns = match session.ply() {
        1 => "1 turn".to_owned(),
        count => format!("{count} turns"),
    };
    let last = session.plies().last().map_or("", |ply| ply.text.as_str());
    let [left, right] = ["Left", "Right"].map(|side| record.header(side).unwrap_or("?"));
    let (picture, who) = (picture(now, last, drawn_in_colour), colour(now.player));
    format!(
        "A game of {} was left after {turns}, Black (Left) {left}, White (Right) {right}:\n\n\
         {picture}\n\n{who} is to move.",
        record.header("game").unwrap_or("latrunculus")
    )
}

/// The pips that kills cost as the pieces stand.
pub fn threats(turn: &Turn) -> String {
    let board = turn.board();
    let costs = board.squares().filter_map(|square| {
        let cost = turn.kill_cost(square);
        let cost = cost.filter(|cost| THROWS.contains(cost))?;
        Some(format!("{} {square} {cost}", board.symbol(square)))
    });
    let costs: Vec<String> = costs.collect();
    match costs.is_empty() {
        true => "nobody can be killed as the pieces stand".to_owned(),
        false => format!("pips to kill: {}", costs.join(", ")),
    }
}

/// What the best turn is worth, and which pieces can be killed in one turn.
pub fn reasons(state: &State, turn: &str, value: Option<i32>, budget: &Budget) -> Result<String> {
    let mut lines = vec![match value {
        Some(value) => format!("best seems {turn}: {}", words_of(value)),
        None => turn.to_owned(),
    }];
    for player in [state.player, -state.player] {
        let shots = shots(&state.board, player, &state.options, budget)?;
        let killed = Square::all().filter_map(|square| {
            let pips = shots[square.index()]?;
            Some(format!("{square} with {pips}"))
        });
        let killed: Vec<String> = killed.collect();
        let who = colour(player);
        lines.push(match killed.is_empty() {
            true => format!("{who} can kill nobody with one throw"),
            false => format!("{who} can kill {}", killed.join(", ")),
        });
    }
    Ok(lines.join("\n"))
}
