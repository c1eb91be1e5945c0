//! What a position seems to be worth, and how many may be looked at.

use crate::effort::Effort;
use rules::{Component, MOST_MOVES, Position, TOO_MANY_MOVES};
use solve::Convention;
use std::ops::ControlFlow;
use std::time::Instant;
use values::{Budget, Error, Player};

/// What a position is worth that is won at once; a win in n moves is worth n
/// less.
pub(super) const WON: i32 = 1_000_000_000;
/// Estimates stay below this; what is above is a win that is seen.
pub(super) const SEEN: i32 = WON - 100_000;
/// And what is below this is a loss that is seen.
pub(super) const LOST: i32 = -SEEN;

/// Estimates positions until its effort is spent.
pub(super) struct Judge<'e> {
    convention: Convention,
    nodes: u64,
    most: u64,
    deadline: Option<Instant>,
    budget: &'e Budget,
}

/// A move and the sum after it.
pub(super) struct Child {
    pub sum: Vec<Component>,
    /// What the player who moved expects of it.
    pub estimate: i32,
    /// Which move.
    pub number: u32,
}

/// Why a search ended before its time.
pub(super) enum Halt {
    /// It has done what it may.
    Spent,
    Failed(Error),
}

impl<'e> Judge<'e> {
    pub fn new(convention: Convention, effort: &'e Effort) -> Self {
        Judge {
            convention,
            nodes: 0,
            most: effort.nodes(),
            deadline: effort.deadline(),
            budget: effort.budget(),
        }
    }

    /// The sums after all moves, and what is expected of them.
    pub fn children(
        &mut self,
        sum: &[Component],
        turn: Player,
    ) -> std::result::Result<Vec<Child>, Halt> {
        let mut children = Vec::new();
        let mut looked = Ok(());
        for (place, component) in sum.iter().enumerate() {
            let all = component.options(turn, &mut |after| {
                let mut next = sum.to_vec();
                next[place] = after;
                children.push(Child {
                    sum: next,
                    estimate: 0,
                    number: children.len() as u32,
                });
                match children.len() < MOST_MOVES {
                    true => self.budget.go_on(&mut looked),
                    false => ControlFlow::Break(()),
                }
            });
            if all.is_break() {
                looked.map_err(|error| self.halt(error))?;
                return Err(Halt::Failed(TOO_MANY_MOVES));
            }
        }
        for child in &mut children {
            child.estimate = later(-self.estimate(&child.sum, -turn)?);
        }
        Ok(children)
    }

    /// What a sum seems to be worth to the player to move.
    pub fn estimate(&mut self, sum: &[Component], turn: Player) -> std::result::Result<i32, Halt> {
        self.count()?;
        let over = !sum.iter().any(|component| component.can_move(turn));
        if over {
            return Ok(self.over());
        }
        Ok(standing(sum, turn, self.convention))
    }

    /// Counts one step of the effort.
    pub fn count(&mut self) -> std::result::Result<(), Halt> {
        self.nodes += 1;
        self.budget.look().map_err(|error| self.halt(error))?;
        match self.nodes.is_multiple_of(64) {
            true => self.check(),
            false => Ok(()),
        }
    }

    /// What it is worth to the player to move that he cannot.
    pub fn over(&self) -> i32 {
        match self.convention {
            Convention::Normal => -WON,
            Convention::Misere => WON,
        }
    }

    fn check(&self) -> std::result::Result<(), Halt> {
        match self.budget.check() {
            Err(error) => Err(self.halt(error)),
            Ok(()) if self.is_late() || self.nodes >= self.most => Err(Halt::Spent),
            Ok(()) => Ok(()),
        }
    }

    fn is_late(&self) -> bool {
        self.budget.is_hurried() || self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// The end of the time for a move is no failure.
    fn halt(&self, error: Error) -> Halt {
        match error {
            Error::Deadline if self.is_late() => Halt::Spent,
            error => Halt::Failed(error),
        }
    }
}

/// What a sum that is not over seems to be worth to the player to move.
pub(super) fn standing(sum: &[Component], turn: Player, convention: Convention) -> i32 {
    let standings = sum.iter().map(|part| i64::from(part.standing(turn)));
    let left = standings.sum::<i64>().clamp(-1_000_000, 1_000_000) as i32;
    // Who wants to be out of moves is glad of few.
    match convention {
        Convention::Normal => left * turn.sign(),
        Convention::Misere => -left * turn.sign(),
    }
}

/// A win or loss that is one move further away.
pub(super) fn later(score: i32) -> i32 {
    match score {
        SEEN.. => score - 1,
        ..=LOST => score + 1,
        _ => score,
    }
}
