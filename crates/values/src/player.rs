//! The two players.

use std::cmp::Ordering;
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

    /// The name in lower case, as files, forms and JSON have it.
    ///
    /// ```
    /// assert_eq!(values::Player::BOTH.map(|player| player.name()), ["left", "right"]);
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Player::Left => "left",
            Player::Right => "right",
        }
    }

    /// 1 for Left, who likes large numbers, −1 for Right.
    #[must_use]
    pub fn sign(self) -> i32 {
        match self {
            Player::Left => 1,
            Player::Right => -1,
        }
    }

    /// How a number that the player likes better compares with another.
    pub(crate) fn better(self) -> Ordering {
        self.sign().cmp(&0)
    }

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
