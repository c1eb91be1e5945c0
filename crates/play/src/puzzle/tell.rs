//! What would give a puzzle's answer away to somebody who does not think.

use crate::effort::Effort;
use crate::players::fewest_by;
use crate::state::{Move, State};
use rules::Position;
use values::{Budget, Result};

/// So many losing moves are of the answer's kind.
const FELLOWS: usize = 2;

/// Whether the answer stands out: it alone leaves the opponent the fewest
/// moves, or takes more than any other, or is one of few of its kind.
pub fn is_told(state: &State, moves: &[Move], answer: &Move, budget: &Budget) -> Result<bool> {
    let effort = Effort::default().with_budget(budget.clone());
    if fewest_by(state, moves, &effort, |_| 0)? == [answer] {
        return Ok(true);
    }
    // In most games the rank tells what is left on the board.
    let left = |mv: &Move| mv.after.rank();
    let mut others = moves.iter().filter(|mv| *mv != answer);
    if others.clone().all(|mv| left(mv) > left(answer)) {
        return Ok(true);
    }
    let kind = kind(&state.text(answer)?);
    let mut fellows = 0;
    let enough = others.try_for_each(|mv| {
        let text = state.text(mv).ok()?;
        fellows += usize::from(self::kind(&text) == kind);
        (fellows < FELLOWS).then_some(())
    });
    Ok(enough.is_some())
}

/// What is left of a move without its squares and numbers: whether something
/// is taken, which words are said.
fn kind(text: &str) -> String {
    let mut kind = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let square = c.is_ascii_lowercase() && chars.peek().is_some_and(char::is_ascii_digit);
        if square || c.is_ascii_digit() {
            while chars.next_if(char::is_ascii_digit).is_some() {}
            if !kind.ends_with('.') {
                kind.push('.');
            }
        } else {
            kind.push(c);
        }
    }
    kind
}

#[cfg(test)]
mod tests {
    use super::kind;

    #[test]
    fn a_kind_is_what_is_done() {
        assert_eq!(kind("a1-b2"), kind("c12-d3"));
        assert_ne!(kind("a1-b2"), kind("a1xb2"));
        assert_eq!(kind("take 1 from heap 3"), kind("take 10 from heap 12"));
        assert_eq!(kind("a1b1"), kind("d4c4"));
    }
}
