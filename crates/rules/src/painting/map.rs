//! What is painted, and how it fits in a key.

use crate::bits::Bits;
use crate::graph::{Edge, Graph};
use crate::grid::Geometry;
use crate::key::Key;

/// What is painted: the vertices of a grid or a graph.
#[derive(Debug)]
pub(super) struct Map {
    /// The neighbours of each vertex.
    pub(super) near: Vec<u128>,
    pub(super) kind: Kind,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Grid(&'static Geometry),
    Graph(Graph),
}

impl Map {
    pub(super) fn grid(geometry: &'static Geometry) -> Self {
        Map {
            near: geometry.beside.clone(),
            kind: Kind::Grid(geometry),
        }
    }

    /// A graph without labels.
    pub(super) fn graph(mut graph: Graph) -> Self {
        graph.vertices.fill(0);
        let mut near = vec![0; graph.vertices.len()];
        for edge in &graph.edges {
            let [a, b] = edge.ends();
            near[a] |= 1 << b;
            near[b] |= 1 << a;
        }
        Map {
            near,
            kind: Kind::Graph(graph),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.near.len()
    }

    /// All vertices; there is at least one.
    pub(super) fn vertices(&self) -> u128 {
        u128::MAX >> (128 - self.len())
    }

    pub(super) fn near(&self, set: u128) -> u128 {
        set.squares().fold(0, |near, v| near | self.near[v])
    }

    /// Four sets of vertices of this map, and which map it is, if they fit.
    pub(super) fn pack(&self, sets: [u128; 4]) -> Option<Key> {
        match &self.kind {
            Kind::Grid(geometry) => {
                let narrow = geometry.squares() <= 64;
                narrow.then(|| Key {
                    words: sets.map(|set| set as u64),
                    shape: (geometry.rows << 8 | geometry.cols) as u64,
                })
            }
            Kind::Graph(_) => {
                let n = self.len();
                let mut bits = Packing::new(n)?;
                sets.iter().for_each(|set| bits.put(*set, n));
                // The neighbours with lower numbers.
                (1..n).for_each(|v| bits.put(self.near[v], v));
                let words = bits.words;
                let shape = GRAPHS | n as u64;
                Some(Key { words, shape })
            }
        }
    }

    /// The map and the sets that have a key.
    pub(super) fn unpack(key: &Key) -> Option<(Map, [u128; 4])> {
        if key.shape < GRAPHS {
            return Some((Map::grid(key.geometry()?), key.words.map(u128::from)));
        }
        let n = (key.shape - GRAPHS) as usize;
        let mut bits = Packing {
            words: key.words,
            place: 0,
        };
        let sets = std::array::from_fn(|_| bits.take(n));
        let mut graph = Graph {
            vertices: vec![0; n],
            edges: Vec::new(),
        };
        for v in 1..n {
            let near = bits.take(v);
            let edges = near.squares().map(|w| Edge::new(v, w, 0));
            graph.edges.extend(edges);
        }
        Some((Map::graph(graph), sets))
    }

    pub(super) fn name(&self, vertex: usize) -> String {
        match &self.kind {
            Kind::Grid(geometry) => geometry.name(vertex),
            Kind::Graph(_) => (vertex + 1).to_string(),
        }
    }
}

/// The shapes of the keys of graphs; those of grids are smaller.
const GRAPHS: u64 = 0x8000;

/// The bits of a key one after the other.
struct Packing {
    words: [u64; 4],
    place: usize,
}

impl Packing {
    /// For four sets of vertices and all edges of a graph, if they fit.
    fn new(vertices: usize) -> Option<Self> {
        let bits = 4 * vertices + vertices * vertices.saturating_sub(1) / 2;
        let (words, place) = ([0; 4], 0);
        (bits <= 4 * 64).then_some(Packing { words, place })
    }

    /// The lowest bits of a set, fewer than 64.
    fn put(&mut self, set: u128, bits: usize) {
        let set = set as u64 & !(u64::MAX << bits);
        let (word, by) = (self.place / 64, self.place % 64);
        self.words[word] |= set << by;
        if by + bits > 64 {
            self.words[word + 1] |= set >> (64 - by);
        }
        self.place += bits;
    }

    fn take(&mut self, bits: usize) -> u128 {
        let (word, by) = (self.place / 64, self.place % 64);
        let mut set = u128::from(self.words[word]) >> by;
        if by + bits > 64 {
            set |= u128::from(self.words[word + 1]) << (64 - by);
        }
        self.place += bits;
        set & !(u128::MAX << bits)
    }
}
