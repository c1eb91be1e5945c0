//! How much work a quotient may take: the budget, and steps that do not
//! depend on the machine.

use std::cell::Cell;
use std::ops::ControlFlow;
use values::{Budget, Error, Result};

/// Who wants a quotient soon gives it so many steps at most.
const TOO_HARD: Error = Error::TooLarge {
    what: "a misère quotient that takes more steps",
    bound: super::sums::STEPS,
};

/// A budget with a number of steps: sums that are looked at.
pub(super) struct Effort<'b> {
    budget: &'b Budget,
    left: Cell<u64>,
}

impl<'b> Effort<'b> {
    /// As many steps as the budget lasts.
    pub fn all(budget: &'b Budget) -> Self {
        Effort::new(budget, u64::MAX)
    }

    pub fn new(budget: &'b Budget, steps: u64) -> Self {
        Effort {
            budget,
            left: Cell::new(steps),
        }
    }

    /// One step more.
    pub fn look(&self) -> Result<()> {
        self.spend(1)?;
        self.budget.look()
    }

    /// So many steps more.
    pub fn spend(&self, steps: u64) -> Result<()> {
        let left = self.left.get().checked_sub(steps).ok_or(TOO_HARD)?;
        self.left.set(left);
        Ok(())
    }

    /// [`Budget::go_on`].
    pub fn go_on(&self, looked: &mut Result<()>) -> ControlFlow<()> {
        self.budget.go_on(looked)
    }

    /// [`Budget::check_bytes`].
    pub fn check_bytes(&self, used: u64) -> Result<()> {
        self.budget.check_bytes(used)
    }

    /// A heap is done.
    pub fn heap(&self, bytes: u64) -> Result<()> {
        self.budget.check()?;
        self.budget.check_bytes(bytes)?;
        self.budget.advance(1);
        Ok(())
    }
}
