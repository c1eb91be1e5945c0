//! The two players.

use std::fmt;
use std::ops::Neg;

/// One of the two players. Left is Black and moves to larger values.
///
/// ```
/// use values::Player;
/// assert_eq!(Player::Left.opposite(), Player::Right);
/// assert_eq!(-Player::Right, Player::Left);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Left, or Black, or positive.
    Left,
    /// Right, or White, or negative.
    Right,
}

impl Player {
    /// Both players, Left first.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    /// The other player.
    #[must_use]
    pub fn opposite(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

impl Neg for Player {
    type Output = Player;
    fn neg(self) -> Player {
        self.opposite()
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Left => "Left",
            Player::Right => "Right",
        })
    }
}
