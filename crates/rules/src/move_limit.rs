//! How many moves a list of them may have.

use crate::Flow;
use std::ops::ControlFlow;
use values::{Budget, Error, Result};

/// A position with more moves is not looked at: a heap can have more than fit
/// in any memory.
pub const MOST_MOVES: usize = 1 << 20;

/// Why a position with more than [`MOST_MOVES`] moves has no answer.
pub const TOO_MANY_MOVES: Error = Error::TooLarge {
    what: "too many moves in one position",
    bound: MOST_MOVES as u64,
};

/// Ends a list of moves that is being made when it has too many, or when the
/// budget does not allow more.
///
/// ```
/// use rules::{Game, MoveLimit, Nim, Position};
/// use values::{Budget, Player};
/// let heaps = Nim::with_variant(None)?.read("3,1000000000000")?;
/// let budget = Budget::unlimited();
/// let mut limit = MoveLimit::new(&budget);
/// let mut moves = Vec::new();
/// let _ = heaps.moves(Player::Left, &mut |mv| {
///     moves.push(mv);
///     limit.go_on(moves.len(), 8)
/// });
/// assert_eq!(limit.finish(), Err(rules::TOO_MANY_MOVES));
/// # Ok::<(), rules::BadInput>(())
/// ```
pub struct MoveLimit<'b> {
    budget: &'b Budget,
    looked: Result<()>,
    /// What the list takes, and what was in use before.
    bytes: u64,
}

impl<'b> MoveLimit<'b> {
    /// No moves yet.
    #[must_use]
    pub fn new(budget: &'b Budget) -> Self {
        MoveLimit {
            budget,
            looked: Ok(()),
            bytes: 0,
        }
    }

    /// A list beside other things that take this number of bytes.
    #[must_use]
    pub fn beside(self, bytes: u64) -> Self {
        MoveLimit { bytes, ..self }
    }

    /// Whether there may be another move after this number of them, the last
    /// of which takes this number of bytes.
    #[inline]
    pub fn go_on(&mut self, moves: usize, bytes: usize) -> Flow {
        self.bytes = self.bytes.saturating_add(bytes as u64);
        if moves >= MOST_MOVES {
            self.looked = Err(TOO_MANY_MOVES);
        } else if let Err(error) = self.budget.check_bytes(self.bytes) {
            self.looked = Err(error);
        } else {
            return self.budget.go_on(&mut self.looked);
        }
        ControlFlow::Break(())
    }

    /// The bytes of the list and of what is beside it, if all moves are there.
    pub fn finish(self) -> Result<u64> {
        self.looked.map(|()| self.bytes)
    }
}
