//! Why squares that a person typed are no move of an amazon.

use crate::grid::DIRECTIONS;
use crate::objection::TypedSquares;
use crate::picture::Place;

pub(super) fn objection(typed: &TypedSquares) -> Option<String> {
    if let Some(reason) = typed.not_mine(typed.pieces(['L', 'R']), "amazon") {
        return Some(reason);
    }
    match typed.named() {
        [(from, start), (to, end)] => way(typed, *start, *end, None, "an amazon")
            .or_else(|| Some(format!("where does she shoot? write {from}-{to}/SQUARE"))),
        [(_, from), (_, to), (_, arrow), ..] => way(typed, *from, *to, None, "an amazon")
            .or_else(|| way(typed, *to, *arrow, Some(*from), "the arrow"))
            .or_else(|| Some("a move has two squares and one for the arrow".to_owned())),
        _ => None,
    }
}

/// Why there is no way between two squares. The amazon has `left` her square
/// when she shoots.
fn way(
    typed: &TypedSquares,
    from: Place,
    to: Place,
    left: Option<Place>,
    what: &str,
) -> Option<String> {
    let Some(line) = typed.line(from, to, &DIRECTIONS) else {
        return Some(format!(
            "{what} goes straight or diagonally: no line from {} to {}",
            typed.name(from),
            typed.name(to)
        ));
    };
    let blocks = |place: &Place| typed.at(*place) != Some('.') && Some(*place) != left;
    let blocked = line.into_iter().find(blocks)?;
    let name = typed.name(blocked);
    Some(match typed.at(blocked) {
        Some('#') => format!("{name} is burned, and {what} cannot pass it"),
        _ => format!("an amazon on {name} is in the way of {what}"),
    })
}
