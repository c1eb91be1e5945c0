//! A museum of values: for each value the smallest known position of every
//! game that has it, which Boardman's paper wishes for Legionnaires.
//!
//! The positions were found by `examples/museum.rs`, which searches boards
//! from small to large; a test computes every value anew.

use std::sync::OnceLock;
use values::{Arena, Player, Result, Value};

/// A position in the museum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The game, with its variant.
    pub game: &'static str,
    /// The text of its value.
    pub value: &'static str,
    /// The position.
    pub position: &'static str,
}

/// Every position in the museum, game by game.
pub fn pieces() -> &'static [Piece] {
    static PIECES: OnceLock<Vec<Piece>> = OnceLock::new();
    PIECES.get_or_init(|| {
        let rows = include_str!("../data/museum.tsv").lines().skip(1);
        let piece = |row: &'static str| {
            let mut cells = row.split('\t');
            let mut cell = || cells.next().unwrap_or_default();
            Piece {
                game: cell(),
                value: cell(),
                position: cell(),
            }
        };
        rows.map(piece).collect()
    })
}

/// What sort of value it is. A value can be of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// 0, 1/2, −3.
    Number,
    /// ∗, ∗2.
    Nimber,
    /// ↑, ⇓∗, ↑².
    Up,
    /// Tiny and miny.
    Tiny,
    /// {x|y} with numbers x > y, and ±G that is no nimber.
    Switch,
    /// A temperature above 0.
    Hot,
    /// Between all positive and all negative numbers.
    Infinitesimal,
    /// A number and an infinitesimal.
    Numberish,
}

impl Kind {
    /// All kinds; the first that fits says most.
    pub const ALL: [Kind; 8] = [
        Kind::Number,
        Kind::Nimber,
        Kind::Up,
        Kind::Tiny,
        Kind::Switch,
        Kind::Hot,
        Kind::Infinitesimal,
        Kind::Numberish,
    ];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Number => "number",
            Kind::Nimber => "nimber",
            Kind::Up => "up",
            Kind::Tiny => "tiny",
            Kind::Switch => "switch",
            Kind::Hot => "hot",
            Kind::Infinitesimal => "infinitesimal",
            Kind::Numberish => "numberish",
        }
    }

    /// What that is, in a few words.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Kind::Number => "so many free moves, also a half or a quarter of one",
            Kind::Nimber => "as a heap of Nim",
            Kind::Up => "smaller than every positive number, yet not nothing",
            Kind::Tiny => "tiny and miny: smaller than every up",
            Kind::Switch => "who moves first gains as much as the other would",
            Kind::Hot => "both want to move first",
            Kind::Infinitesimal => "between all positive and all negative numbers",
            Kind::Numberish => "a number and an infinitesimal",
        }
    }

    /// The kind of that name.
    #[must_use]
    pub fn find(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether a value, which prints as `text`, is of this kind.
    pub fn holds(self, arena: &mut Arena, value: Value, text: &str) -> Result<bool> {
        let number = arena.as_number(value);
        Ok(match self {
            Kind::Number => number.is_some(),
            Kind::Nimber => arena.as_nimber(value).is_some_and(|k| k > 0),
            Kind::Up => arena
                .uptimal_expansion(value)
                .is_some_and(|e| e.number().is_zero() && !e.coefficients().is_empty()),
            Kind::Tiny => {
                let rest =
                    text.trim_start_matches(|c: char| "-/".contains(c) || c.is_ascii_digit());
                rest.starts_with("Tiny(") || rest.starts_with("Miny(")
            }
            Kind::Switch => {
                number.is_none()
                    && arena.as_nimber(value).is_none()
                    && (arena.is_switch(value) || is_plain_switch(arena, value)?)
            }
            Kind::Hot => arena.temperature(value)?.signum() > 0,
            Kind::Infinitesimal => arena.is_infinitesimal(value) && number.is_none(),
            Kind::Numberish => {
                arena.is_numberish(value) && number.is_none() && !arena.is_infinitesimal(value)
            }
        })
    }

    /// All that a value is, what says most first.
    pub fn of(arena: &mut Arena, value: Value, text: &str) -> Result<Vec<Kind>> {
        let mut kinds = Vec::new();
        for kind in Kind::ALL {
            if kind.holds(arena, value, text)? {
                kinds.push(kind);
            }
        }
        Ok(kinds)
    }
}

/// {x|y} with numbers x > y.
fn is_plain_switch(arena: &mut Arena, value: Value) -> Result<bool> {
    let mut ends = Vec::new();
    for player in Player::BOTH {
        match arena.options(value, player)?.as_slice() {
            [only] => ends.extend(arena.as_number(*only)),
            _ => return Ok(false),
        }
    }
    Ok(matches!(&ends[..], [left, right] if left > right))
}

#[cfg(test)]
mod tests {
    use super::*;
    use positions::Solvers;
    use std::collections::{BTreeSet, HashSet};
    use values::Notation;

    #[test]
    fn every_position_has_the_value_at_its_label() {
        let mut arena = Arena::new();
        let mut solvers = Solvers::default();
        let mut seen = HashSet::new();
        for piece in pieces() {
            let board = positions::read(piece.game, piece.position).unwrap();
            let value = board.value(&mut solvers, &mut arena).unwrap();
            let text = arena.text(value, Notation::Ascii).unwrap();
            assert_eq!(text, piece.value, "{} {}", piece.game, piece.position);
            assert_eq!(board.text(), piece.position, "{}", piece.game);
            assert!(seen.insert((piece.game, value)), "{piece:?} again");
        }
        let games: BTreeSet<&str> = pieces().iter().map(|piece| piece.game).collect();
        assert!(pieces().len() >= 300 && games.len() >= 10, "{games:?}");
    }

    #[test]
    fn kinds_are_those_of_the_literature() {
        let mut arena = Arena::new();
        for (text, names) in [
            ("0", "number"),
            ("-3/8", "number"),
            ("*", "nimber infinitesimal"),
            ("*2", "nimber infinitesimal"),
            ("^", "up infinitesimal"),
            ("vv*", "up infinitesimal"),
            ("Tiny(1)", "tiny infinitesimal"),
            ("1Tiny(2)", "tiny numberish"),
            ("+-1", "switch hot"),
            ("{2|0}", "switch hot"),
            ("{2||1|0}", "hot"),
            ("1*", "numberish"),
            ("+-{*,^}", "switch infinitesimal"),
        ] {
            let value = arena.read(text).unwrap();
            let kinds = Kind::of(&mut arena, value, text).unwrap();
            let found: Vec<&str> = kinds.into_iter().map(Kind::name).collect();
            assert_eq!(found.join(" "), names, "{text}");
        }
    }
}
