//! Where a table is computed.

use super::{Answers, Printed, Table};
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
    answers: Option<&'b mut (dyn Answers + 'b)>,
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
            answers: None,
            counts: HashMap::new(),
        }
    }

    /// With what earlier runs have found, where this one keeps what it finds.
    #[must_use]
    pub fn with_answers(mut self, answers: &'b mut (dyn Answers + 'b)) -> Self {
        self.answers = Some(answers);
        self
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

    /// The answer to a question that takes long, in parts: what an earlier run
    /// has kept, or what is computed now and kept for later ones. The key names
    /// the question, and its command if it has one; parts have no tabs and no
    /// line ends.
    pub fn answer<const PARTS: usize>(
        &mut self,
        key: &str,
        compute: impl FnOnce(&mut Self) -> Result<[String; PARTS], Trouble>,
    ) -> Result<[String; PARTS], Trouble> {
        let kept = self.answers.as_deref();
        if let Some(kept) = kept.and_then(|answers| answers.kept(key)) {
            let parts: Vec<String> = kept.split('\t').map(str::to_owned).collect();
            let unlike = |_| Trouble::Data(format!("`{key}` is kept with another kind of answer"));
            return parts.try_into().map_err(unlike);
        }
        let answer = compute(self)?;
        if let Some(answers) = self.answers.as_deref_mut() {
            let kept = answers.keep(key, &answer.join("\t"));
            kept.map_err(Trouble::Data)?;
        }
        Ok(answer)
    }

    /// The value that a command answers. What is kept is ASCII, so that it can
    /// be read again whatever notation is printed.
    pub fn answered_value(
        &mut self,
        command: &str,
        compute: impl FnOnce(&mut Self) -> Result<Value, Trouble>,
    ) -> Result<Value, Trouble> {
        if self.answers.is_none() {
            return compute(self);
        }
        let [text] = self.answer(command, |context| {
            let value = compute(context)?;
            Ok([context.arena.text(value, Notation::Ascii)?])
        })?;
        Ok(self.arena.read(&text)?)
    }

    /// How many threads may work at one question: as many as there are
    /// processors.
    #[must_use]
    pub fn threads(&self) -> usize {
        std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
    }

    /// How many positions and option edges can be reached.
    pub fn count(&mut self, game: &str, text: &str) -> Result<Count, Trouble> {
        let name = format!("{game} {text}");
        if let Some(count) = self.counts.get(&name) {
            return Ok(count.clone());
        }
        let board = self.position(game, text)?;
        let how = Counting {
            threads: self.threads(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// A place where nothing can be kept.
    struct Full;

    impl Answers for Full {
        fn kept(&self, _: &str) -> Option<&str> {
            None
        }

        fn keep(&mut self, _: &str, _: &str) -> Result<(), String> {
            Err("no space left".into())
        }
    }

    fn never<T>(_: &mut Context<'_>) -> Result<T, Trouble> {
        panic!("what is kept is not computed")
    }

    #[test]
    fn answers_are_computed_once() {
        let (budget, mut memory) = (Budget::unlimited(), BTreeMap::new());
        let both = ["one", ""].map(str::to_owned);
        for first in [true, false] {
            let context = Context::new(&budget, false, Notation::Ascii);
            let mut context = context.with_answers(&mut memory);
            let parts = match first {
                true => context.answer("parts", |_| Ok(both.clone())),
                false => context.answer("parts", never),
            };
            assert_eq!(parts.unwrap(), both);
            let value = match first {
                true => context.answered_value("value", |c| c.value("clobber", "BBW")),
                false => context.answered_value("value", never),
            };
            let known = context.value("clobber", "BBW").unwrap();
            assert_eq!(value.unwrap(), known);
        }
        assert_eq!(memory["value"], "^");
        assert_eq!(memory["parts"], "one\t");
    }

    #[test]
    fn answers_that_are_no_answers_are_refused() {
        let (budget, mut memory) = (Budget::unlimited(), BTreeMap::new());
        memory.keep("odd", "1\t2").unwrap();
        memory.keep("stopped", "{").unwrap();
        let mut context = Context::new(&budget, false, Notation::Ascii).with_answers(&mut memory);
        let odd = context.answer::<1>("odd", never).unwrap_err();
        assert_eq!(odd.to_string(), "`odd` is kept with another kind of answer");
        assert!(context.answered_value("stopped", never).is_err());
        let mut full = Full;
        let mut context = Context::new(&budget, false, Notation::Ascii).with_answers(&mut full);
        let full = context.answer("new", |_| Ok(["1".to_owned()]));
        assert_eq!(full.unwrap_err().to_string(), "no space left");
    }

    #[test]
    fn without_a_place_nothing_is_kept() {
        let budget = Budget::unlimited();
        let mut context = Context::new(&budget, false, Notation::Ascii);
        for answer in ["1", "2"] {
            let found = context.answer("key", |_| Ok([answer.to_owned()]));
            assert_eq!(found.unwrap(), [answer]);
        }
    }
}
