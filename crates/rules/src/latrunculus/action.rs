//! What pips are spent on.

use super::square::Square;

/// A step of a Soldier or King, or a King's walk over his own Soldiers: the
/// squares from the first to the last, of which only the last is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Walk {
    squares: [Square; Walk::MOST],
    length: u8,
}

impl Walk {
    /// A throw of six crosses five squares.
    const MOST: usize = 7;

    /// The walk along these squares; `None` if there are fewer than two or
    /// more than a throw can pay for.
    #[must_use]
    pub fn along(squares: &[Square]) -> Option<Walk> {
        let (&first, rest) = squares.split_first()?;
        if rest.is_empty() || squares.len() > Walk::MOST {
            return None;
        }
        let mut walk = Walk {
            squares: [first; Walk::MOST],
            length: squares.len() as u8,
        };
        walk.squares[..squares.len()].copy_from_slice(squares);
        Some(walk)
    }

    /// A step.
    #[must_use]
    pub fn step(from: Square, to: Square) -> Walk {
        let mut squares = [to; Walk::MOST];
        squares[0] = from;
        Walk { squares, length: 2 }
    }

    /// The squares, the first and the last included.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.squares[..usize::from(self.length)]
    }

    /// Where it begins.
    #[must_use]
    pub fn from(&self) -> Square {
        self.squares[0]
    }

    /// Where it ends.
    #[must_use]
    pub fn to(&self) -> Square {
        self.squares[usize::from(self.length) - 1]
    }

    /// The squares between.
    pub(super) fn crossed(&self) -> u64 {
        let between = &self.squares()[1..usize::from(self.length) - 1];
        between.iter().fold(0, |set, square| set | square.bit())
    }

    /// The pips it costs.
    #[must_use]
    pub fn pips(&self) -> u8 {
        self.length - 1
    }
}

/// What pips are spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A piece goes somewhere.
    Walk(Walk),
    /// The enemy piece on this square is killed; nobody moves.
    Kill(Square),
}

/// A turn as text: `e3-e4-f5 x g6`. Steps of one piece that follow each other
/// are one chain.
#[must_use]
pub fn write_actions(actions: &[Action]) -> String {
    let mut text = String::new();
    let mut at = None;
    for action in actions {
        let space = if text.is_empty() { "" } else { " " };
        match action {
            Action::Kill(victim) => {
                text.push_str(&format!("{space}x {victim}"));
                at = None;
            }
            Action::Walk(walk) => {
                let squares = walk.squares();
                if at != Some(walk.from()) {
                    text.push_str(&format!("{space}{}", walk.from()));
                }
                for square in &squares[1..] {
                    text.push_str(&format!("-{square}"));
                }
                at = Some(walk.to());
            }
        }
    }
    text
}
