//! Canonical forms and sums of loopy games: large graphs without a peer.

use values::{Arena, Draft, Graph, Random, Stoppers, Value};

/// A work on a graph of a size.
pub struct Work {
    /// What is done.
    pub name: &'static str,
    /// The number of vertices, for a sum of pairs.
    pub size: u64,
    /// Whether it takes seconds.
    pub slow: bool,
    build: fn(u64) -> Graph,
}

/// What came out: vertices and moves of the graph, and stored stoppers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Result {
    /// Vertices of the graph.
    pub vertices: usize,
    /// Moves in the graph.
    pub edges: usize,
    /// Vertices of the canonical forms.
    pub stoppers: usize,
}

pub const WORKS: [Work; 6] = [
    Work::new("loopy canonical form", 1_000, false, ladder),
    Work::new("loopy canonical form", 3_000, true, ladder),
    Work::new("loopy canonical form", 10_000, true, ladder),
    Work::new("loopy sum", 1_024, false, sum),
    Work::new("loopy sum", 2_916, true, sum),
    Work::new("loopy sum", 10_000, true, sum),
];

impl Work {
    const fn new(name: &'static str, size: u64, slow: bool, build: fn(u64) -> Graph) -> Self {
        Work {
            name,
            size,
            slow,
            build,
        }
    }

    /// Builds the graph and resolves it.
    pub fn run(&self) -> Result {
        let graph = (self.build)(self.size);
        let (vertices, edges) = (graph.len(), graph.edges());
        let (mut arena, mut stoppers) = (Arena::new(), Stoppers::new());
        let root = graph.len() as u32 - 1;
        let game = stoppers
            .resolve(&mut arena, &Draft::from(graph), root)
            .expect("there is no limit");
        assert!(game.as_short() != Some(Value::ZERO), "the graph is no 0");
        Result {
            vertices,
            edges,
            stoppers: stoppers.len(),
        }
    }
}

/// One strongly connected component in which only Right can go back: Left's
/// moves go down, so alternating play ends.
fn ladder(size: u64) -> Graph {
    let mut random = Random::new(7);
    let mut graph = Graph::new();
    for _ in 0..size {
        graph.vertex();
    }
    for v in 1..size {
        let down = |random: &mut Random| random.below(v) as u32;
        let left = vec![down(&mut random), down(&mut random), v as u32 - 1];
        // A pass of Right, and now and then the way back up.
        let right = match random.below(4) {
            0 => vec![down(&mut random)],
            1 => vec![v as u32],
            _ => vec![down(&mut random), v as u32],
        };
        graph.set(v as u32, [left, right]);
    }
    graph
}

/// The sum of two ladders.
fn sum(size: u64) -> Graph {
    let side = size.isqrt();
    let part = ladder(side);
    let at = |i: u32, j: u32| i * side as u32 + j;
    let mut graph = Graph::new();
    for i in 0..side as u32 {
        for j in 0..side as u32 {
            graph.push(values::Player::BOTH.map(|player| {
                let first = part.options(i, player).iter().map(|&o| at(o, j));
                let second = part.options(j, player).iter().map(|&o| at(i, o));
                first.chain(second).collect()
            }));
        }
    }
    graph
}
