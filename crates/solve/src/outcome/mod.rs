//! Who wins: a search, not an evaluation.

mod bands;
mod beside;
mod decide;
mod glance;
mod line;
mod order;
mod packed_table;
mod parallel;
mod question;
mod search;
mod shared_table;
mod small;
mod spare;
mod sum;
mod sum_table;
mod transpositions;

pub use search::Search;

use rules::Position;
use values::{Player, Value};

/// Who wins when there is no move left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// The player who cannot move loses.
    Normal,
    /// The player who cannot move wins.
    Misere,
}

/// A summand of the sum that is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term<P> {
    /// A position.
    Position(P),
    /// A value, played in its canonical form.
    Value(Value),
}

/// What a search did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Sums looked at.
    pub nodes: u64,
    /// Sums remembered now.
    pub table_entries: usize,
    /// The bytes they take.
    pub table_bytes: u64,
    /// Parts evaluated exactly.
    pub values: usize,
}

/// A move in a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<P: Position> {
    /// Which summand, from 0.
    pub term: usize,
    /// Who moves.
    pub player: Player,
    /// What is done.
    pub action: Action<P>,
}

/// What a move does to its summand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action<P: Position> {
    /// A move of the game.
    Move {
        /// The move.
        mv: P::Move,
        /// The summand after it.
        after: P,
    },
    /// To this option of a value.
    Value(Value),
}

impl<P: Position> Step<P> {
    /// The summand after the move.
    #[must_use]
    pub fn after(&self) -> Term<P> {
        match &self.action {
            Action::Move { after, .. } => Term::Position(after.clone()),
            Action::Value(value) => Term::Value(*value),
        }
    }
}
