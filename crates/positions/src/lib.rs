//! Positions whose game is known only at run time. The registry is asked
//! once, when a position is read; every question then runs in the game's own
//! type, if that is one of the hot ones, or in the one for all games.

mod board;
mod play;
mod sum;
mod words;

pub use board::{Board, Moved, Wanted};
pub use play::{Detail, Play, PlayMove, Searching, Started};
pub use sum::{Sum, SumMove, Term, misere_arena};
pub use words::{example_call, paragraph};

use rules::{BadInput, Component, Game, HeapRules, Info, Rules};
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Arc;

/// Reads a position of the game with this name.
pub fn read(name: &str, text: &str) -> Result<Arc<Board>, BadInput> {
    let name = full_name(name)?;
    let component = Component::read(&name, text)?;
    Ok(Arc::new(Board::new(name, component)))
}

/// Reads a position of rules that no registry has; `name` is what they are
/// called.
pub fn read_with(rules: &Rules, name: &Arc<str>, text: &str) -> Result<Arc<Board>, BadInput> {
    let component = Game::read(rules, text)?;
    Ok(Arc::new(Board::new(Arc::clone(name), component)))
}

/// The name of a game as the registry has it, with the variant that was asked for.
pub fn full_name(name: &str) -> Result<Arc<str>, BadInput> {
    Ok(rules::canonical_name(name)?.into())
}

/// The rules of a heap game; `None` for other games.
pub fn heap_rules(name: &str) -> Result<Option<Arc<HeapRules>>, BadInput> {
    Ok(Rules::find(name)?.heap_rules().cloned())
}

/// Whether a game has no rules without a variant, as take-and-break games
/// have none without their code.
pub fn needs_variant(info: &Info) -> bool {
    rules::example_name(info) != info.name
}

/// What solvers remember from one question to the next, each in its own type.
#[derive(Default)]
pub struct Solvers {
    memories: HashMap<TypeId, Box<dyn Any + Send>>,
}

impl Solvers {
    /// The memory of this type.
    pub fn memory<T: Any + Send>(&mut self, new: impl FnOnce() -> T) -> &mut T {
        let memory = self
            .memories
            .entry(TypeId::of::<T>())
            .or_insert_with(|| Box::new(new()));
        memory.downcast_mut().expect("a memory is kept by its type")
    }
}
