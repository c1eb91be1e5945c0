//! Why squares that a person typed are no move of a legionnaire.

use super::Rule;
use crate::grid::DIRECTIONS;
use crate::objection::TypedSquares;
use crate::picture::{Place, on};

/// How Left's pawns and Right's are written.
pub(super) const PAWNS: [char; 2] = ['B', 'W'];

pub(super) fn objection(rule: Rule, typed: &TypedSquares) -> Option<String> {
    if rule == Rule::Centurion {
        return None;
    }
    let [mine, theirs] = typed.pieces(PAWNS);
    if let Some(reason) = typed.not_mine([mine, theirs], "pawn") {
        return Some(reason);
    }
    let [(first, from), .., (last, to)] = typed.named() else {
        return None;
    };
    match typed.at(*to) {
        _ if rule == Rule::Mace => return None,
        Some(c) if c == theirs => {}
        Some(c) if c == mine => {
            return Some(format!("{last} holds a pawn of {}'s own", typed.mover()));
        }
        _ => {
            return Some(format!(
                "there is no enemy on {last}: a pawn slides and takes one beside where it stops"
            ));
        }
    }
    // The slide has to end next to the pawn that is taken.
    let beside = DIRECTIONS.iter().map(|&step| on(*to, step, 1));
    let lines = beside.filter_map(|stop| typed.line(*from, stop, &DIRECTIONS[4..]));
    let blocked: Option<Place> = lines
        .filter_map(|line| line.into_iter().find(|&p| typed.at(p) != Some('.')))
        .min_by_key(|place| (place.0.abs_diff(from.0), *place));
    Some(match blocked {
        Some(place) => format!(
            "{} is in the way: no free diagonal from {first} comes next to {last}",
            typed.name(place)
        ),
        None => format!("no diagonal from {first} comes next to {last}"),
    })
}
