//! Where a table is computed.

use super::{Printed, Table};
use positions::{Board, Solvers};
use rules::BadInput;
use solve::{Count, CountError, Counting};
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use values::{Arena, Budget, Notation, ReadError, Value};

/// What the computation of one exhibit uses. It is dropped with the exhibit,
/// so that the next has all the memory again.
pub struct Context<'b> {
    /// The solvers' memories.
    pub solvers: Solvers,
    /// The values.
    pub arena: Arena,
    /// Whether the slow parts are asked for.
    pub full: bool,
    /// How values are written.
    pub notation: Notation,
    budget: &'b Budget,
    /// A table and its figures count the same positions.
    counts: HashMap<String, Count>,
}

/// Why there is no table.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// A limit was met, or the user stopped it.
    #[error(transparent)]
    Stopped(#[from] values::Error),
    /// The data of a table cannot be read.
    #[error("{0}")]
    Data(String),
}

impl From<BadInput> for Trouble {
    fn from(bad: BadInput) -> Self {
        Trouble::Data(bad.to_string())
    }
}

impl From<ReadError> for Trouble {
    fn from(error: ReadError) -> Self {
        Trouble::Data(error.to_string())
    }
}

impl<'b> Context<'b> {
    /// A context within a budget, which also counts the steps for those who
    /// wait.
    #[must_use]
    pub fn new(budget: &'b Budget, full: bool, notation: Notation) -> Self {
        Context {
            solvers: Solvers::default(),
            arena: Arena::with_budget(budget.clone()),
            full,
            notation,
            budget,
            counts: HashMap::new(),
        }
    }

    /// The limits and the stop flag.
    #[must_use]
    pub fn budget(&self) -> &'b Budget {
        self.budget
    }

    /// So many positions more are done.
    pub fn step(&self, positions: u64) {
        self.budget.advance(positions);
    }

    /// A position of a game.
    pub fn position(&self, game: &str, text: &str) -> Result<Arc<Board>, Trouble> {
        Ok(positions::read(game, text)?)
    }

    /// The value of a position.
    pub fn value(&mut self, game: &str, text: &str) -> Result<Value, Trouble> {
        let board = self.position(game, text)?;
        Ok(board.value(&mut self.solvers, &mut self.arena)?)
    }

    /// How many positions and option edges can be reached.
    pub fn count(&mut self, game: &str, text: &str) -> Result<Count, Trouble> {
        let name = format!("{game} {text}");
        if let Some(count) = self.counts.get(&name) {
            return Ok(count.clone());
        }
        let board = self.position(game, text)?;
        let how = Counting {
            threads: std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
            ..Counting::default()
        };
        let count = board.count(&how, self.budget, &mut |_| {});
        let count = count.map_err(|error| match error {
            CountError::Stopped(stopped) => Trouble::from(stopped),
            other => Trouble::Data(other.to_string()),
        })?;
        self.counts.insert(name, count.clone());
        Ok(count)
    }

    /// A value as text.
    pub fn text(&mut self, value: Value) -> Result<String, Trouble> {
        Ok(self.arena.text(value, self.notation)?)
    }

    /// Adds a row that compares values, however they are written. Printed
    /// cells are in the notation that [`Arena::read`] accepts.
    pub fn row(
        &mut self,
        table: &mut Table,
        keys: &[&str],
        printed: &Printed<'_>,
        computed: Value,
    ) -> Result<(), Trouble> {
        let mut says = Vec::new();
        let known = printed.known.and_then(|known| known.computed);
        let legible = printed.cell.filter(|_| !printed.garbled);
        for cell in legible.into_iter().chain(known) {
            if self.arena.read(cell)? == computed {
                says.push(cell);
            }
        }
        let agreement = printed.judge(|cell| says.contains(&cell));
        let text = self.text(computed)?;
        table.push(keys, printed, Some(text), agreement);
        Ok(())
    }
}
