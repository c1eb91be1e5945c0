//! Why a move on a board is illegal.

use super::squares;
use crate::state::State;
use rules::TypedSquares;
use std::ops::ControlFlow;

/// Why what was typed is no move in a summand, as far as squares tell: what
/// the game says, else the moves from the first square.
pub(super) fn reason(state: &State, place: usize, typed: &str) -> Option<String> {
    let component = &state.components()[place];
    let mover = state.turn();
    let owner = match component.is_negated() {
        true => -mover,
        false => mover,
    };
    let named = squares(typed);
    match TypedSquares::read(&component.text(), &named, mover, owner)? {
        Err(reason) => Some(reason),
        Ok(squares) => component
            .objection(&squares)
            .or_else(|| from_there(state, place, &named[0])),
    }
}

/// The moves that begin on a square.
fn from_there(state: &State, place: usize, first: &str) -> Option<String> {
    const SHOWN: usize = 8;
    let mut found = Vec::new();
    let _ = state.components()[place].spoken_moves(state.turn(), &mut |mv, _| {
        let text = mv.to_string();
        if squares(&text).first().is_some_and(|square| square == first) {
            found.push(text);
        }
        match found.len() <= SHOWN {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    let dots = if found.len() > SHOWN { ", …" } else { "" };
    found.truncate(SHOWN);
    Some(match found.is_empty() {
        true => format!(
            "{} has no move from {first}; `moves` lists all",
            state.turn()
        ),
        false => format!(
            "that is no move; from {first} there are {}{dots}",
            found.join(", ")
        ),
    })
}
