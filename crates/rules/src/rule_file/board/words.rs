//! How moves on a board are written.

use super::field::Size;
use super::machine::Machine;
use super::syntax::{Class, Item, Rule, Syntax, letters};
use super::text::Text;
use std::collections::HashSet;

/// What the words for a move must say so that no move of the other player has
/// the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Words {
    /// The first cell, and the last of every leg.
    Ends,
    /// Also what is left on the last cell.
    Letter,
    /// All cells that change. Shapes may have their first and last cells in
    /// common without being the same.
    Cells,
}

impl Words {
    pub fn of(syntax: &Syntax) -> Words {
        let [left, right] = &syntax.rules;
        let mut legs = left.iter().chain(right).flat_map(|rule| &rule.legs);
        if legs.any(|leg| !leg.pattern.shape.is_empty()) {
            return Words::Cells;
        }
        let pairs = || {
            left.iter()
                .flat_map(|one| right.iter().map(move |other| (one, other)))
        };
        let mut alike = pairs()
            .filter(|(one, other)| are_alike(one, other))
            .peekable();
        match alike.peek().is_some() {
            false => Words::Ends,
            true if alike.any(|(one, other)| leaves(one) & leaves(other) != 0) => Words::Cells,
            true => Words::Letter,
        }
    }

    /// The words for the move that was made on the machine; others were used
    /// for other moves.
    pub fn spoken(self, text: &Text, machine: &Machine, used: &HashSet<String>) -> String {
        let size = machine.field().size;
        let words = match self {
            Words::Cells => cells(text, size, machine),
            Words::Ends => ends(text, size, machine),
            Words::Letter => lettered(text, &ends(text, size, machine), machine),
        };
        if !used.contains(&words) {
            return words;
        }
        let with_letter = match self {
            Words::Letter => words,
            _ => lettered(text, &words, machine),
        };
        let numbered = (2..).map(|n| format!("{with_letter}.{n}"));
        let mut names = std::iter::once(with_letter.clone()).chain(numbered);
        names
            .find(|name| !used.contains(name))
            .unwrap_or(with_letter)
    }
}

fn ends(text: &Text, size: Size, machine: &Machine) -> String {
    let trace = machine.trace();
    let mut words = text.name(size, usize::from(trace[0]));
    for (leg, &square) in trace[1..].iter().enumerate() {
        if leg == 0 && square == trace[0] {
            continue;
        }
        words.push(if leg == 0 { '-' } else { '/' });
        words.push_str(&text.name(size, usize::from(square)));
    }
    words
}

fn cells(text: &Text, size: Size, machine: &Machine) -> String {
    let mut squares: Vec<u16> = machine
        .changes()
        .iter()
        .map(|(square, _)| *square)
        .collect();
    squares.sort_unstable();
    squares.dedup();
    let names = squares
        .iter()
        .map(|square| text.name(size, usize::from(*square)));
    names.collect::<Vec<_>>().join("-")
}

/// Words with the letter that the move leaves on its last cell.
fn lettered(text: &Text, words: &str, machine: &Machine) -> String {
    let last = machine.trace().last().copied().unwrap_or_default();
    let letter = machine.field().cells[usize::from(last)];
    format!("{words}={}", text.alphabet.letter(letter))
}

/// Whether two rules that differ may begin on the same cell and go the same
/// way.
fn are_alike(one: &Rule, other: &Rule) -> bool {
    let single = |rule: &Rule| rule.legs.len() == 1 && rule.legs[0].pattern.cells().count() == 1;
    let first = |rule: &Rule| match rule.legs[0].pattern.items.first() {
        Some(Item::One(cell)) => cell.class,
        _ => Class::MAX,
    };
    let same_way = || {
        let [one, other] = [one, other].map(|rule| &rule.legs[0].vectors);
        one.iter().any(|vector| other.contains(vector))
    };
    one != other
        && one.legs.len() == other.legs.len()
        && single(one) == single(other)
        && first(one) & first(other) != 0
        && (single(one) || same_way())
}

/// The letters that a rule may leave on the last cell of a move.
fn leaves(rule: &Rule) -> Class {
    let last = rule.legs.last().filter(|leg| leg.pattern.moved.is_none());
    let item = last.and_then(|leg| leg.pattern.items.last());
    let Some(cell) = item.and_then(|item| item.cells().last()) else {
        return Class::MAX;
    };
    let left = letters(cell.class).map(|letter| cell.becomes[usize::from(letter)]);
    left.fold(0, |class, letter| class | 1 << letter)
}
