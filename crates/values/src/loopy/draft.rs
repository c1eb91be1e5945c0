//! Graphs of games whose values are to be found.

use super::graph::Graph;
use super::sides::Loopy;
use rustc_hash::FxHashMap;

/// A graph with games at some of its vertices.
///
/// ```
/// use values::{Arena, Draft, Stopper, Stoppers, Value};
/// let (mut arena, mut stoppers) = (Arena::new(), Stoppers::new());
/// let mut draft = Draft::new();
/// let zero = draft.leaf(Value::ZERO.into());
/// let over = draft.vertex();
/// draft.set(over, [vec![zero], vec![over]]);
/// let over = stoppers.resolve(&mut arena, &draft, over)?;
/// assert!(over.as_stopper().is_some());
/// # Ok::<(), values::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Draft {
    graph: Graph,
    leaves: FxHashMap<u32, Loopy>,
}

impl Draft {
    /// No vertices.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A vertex whose options are to be given.
    pub fn vertex(&mut self) -> u32 {
        self.graph.vertex()
    }

    /// Gives a vertex its options of Left and of Right.
    pub fn set(&mut self, vertex: u32, options: [Vec<u32>; 2]) {
        self.graph.set(vertex, options);
    }

    /// A vertex that is a known game.
    pub fn leaf(&mut self, game: Loopy) -> u32 {
        let vertex = self.graph.vertex();
        self.leaves.insert(vertex, game);
        vertex
    }

    /// Makes a vertex a known game.
    pub(super) fn put(&mut self, vertex: u32, game: Loopy) {
        self.leaves.insert(vertex, game);
    }

    /// The vertices that are known games.
    pub(super) fn leaves(&self) -> &FxHashMap<u32, Loopy> {
        &self.leaves
    }

    /// The vertices and their options.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }
}

impl From<Graph> for Draft {
    fn from(graph: Graph) -> Self {
        Draft {
            graph,
            leaves: FxHashMap::default(),
        }
    }
}
