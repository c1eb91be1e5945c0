//! The independent parts of a graph.

use super::facts::Splitting;
use super::letters::{GROUND, letter};
use crate::graph::{Edge, Graph, MAX_SIZE};

impl Splitting {
    /// The parts of a graph, in text order. Nothing happens to the ground and
    /// to inert vertices, so every part has its own copy of them. `None`: the
    /// copies would be too many.
    pub fn parts(&self, graph: &Graph) -> Option<Vec<Graph>> {
        let fixed_edge = |edge: &Edge| self.fixed_edges >> letter(edge.label) & 1 != 0;
        let mut edges = graph.edges.clone();
        // They are sorted, so equal ones are together.
        edges.dedup_by(|a, b| a == b && fixed_edge(a));
        if !self.loops_matter {
            edges.retain(|edge| edge.lower != edge.upper || !fixed_edge(edge));
        }
        let part = self.membership(graph, &edges);
        let mut parts: Vec<Builder> = Vec::new();
        let mut number = vec![None; graph.vertices.len()];
        for (vertex, label) in graph.vertices.iter().enumerate() {
            let Some(root) = part[vertex] else {
                continue;
            };
            if root == vertex {
                number[vertex] = Some(parts.len());
                parts.push(Builder::new(graph));
            }
            let builder = &mut parts[number[root]?];
            builder.place.push((vertex, builder.graph.vertices.len()));
            builder.graph.vertices.push(*label);
        }
        for edge in &edges {
            let [lower, upper] = edge.ends();
            let root = part[lower].or(part[upper]);
            let merged = fixed_edge(edge);
            match root {
                Some(root) => parts[number[root]?].add(graph, edge, merged),
                None if merged => {}
                None => {
                    let mut alone = Builder::new(graph);
                    alone.add(graph, edge, false);
                    parts.push(alone);
                }
            }
        }
        let fits = |part: &Builder| part.graph.vertices.len() <= MAX_SIZE;
        let finished = |mut part: Builder| {
            part.graph.edges.sort_unstable();
            part.graph.in_text_order()
        };
        let all_fit = parts.iter().all(fits);
        all_fit.then(|| parts.into_iter().map(finished).collect())
    }

    fn is_anchor(&self, label: u8) -> bool {
        label == GROUND || self.inert >> label & 1 != 0
    }

    /// For each vertex that something happens to the first of its part.
    fn membership(&self, graph: &Graph, edges: &[Edge]) -> Vec<Option<usize>> {
        let anchor: Vec<bool> = graph.vertices.iter().map(|l| self.is_anchor(*l)).collect();
        let linking = Graph {
            vertices: graph.vertices.clone(),
            edges: edges
                .iter()
                .filter(|edge| edge.ends().iter().all(|end| !anchor[*end]))
                .copied()
                .collect(),
        };
        let near = linking.near();
        let mut part = vec![None; anchor.len()];
        for start in (0..anchor.len()).filter(|start| !anchor[*start]) {
            let mut stack = vec![start];
            while let Some(vertex) = stack.pop() {
                if part[vertex].is_none() {
                    part[vertex] = Some(start);
                    stack.extend(&near[vertex]);
                }
            }
        }
        part
    }
}

/// A part that is being put together.
struct Builder {
    graph: Graph,
    /// The vertices of the whole that it has, ascending, and what they are
    /// here.
    place: Vec<(usize, usize)>,
}

impl Builder {
    /// With the ground, if there is one.
    fn new(whole: &Graph) -> Self {
        let ground = whole.vertices.first().filter(|label| **label == GROUND);
        let vertices: Vec<u8> = ground.copied().into_iter().collect();
        let place = (0..vertices.len()).map(|vertex| (vertex, vertex)).collect();
        Builder {
            graph: Graph {
                vertices,
                edges: Vec::new(),
            },
            place,
        }
    }

    /// An edge, with a copy of an end that is not here; unless there is such
    /// an edge and one is as good as two.
    fn add(&mut self, whole: &Graph, edge: &Edge, merged: bool) {
        let ends = edge.ends();
        let here = ends.map(|end| {
            let found = self.place.binary_search_by_key(&end, |(vertex, _)| *vertex);
            found.ok().map(|found| self.place[found].1)
        });
        let labels = ends.map(|end| whole.vertices[end]);
        if merged && let [Some(_), None] | [None, Some(_)] = here {
            let like = |other: &Edge| {
                let [lower, upper] = other.ends();
                let copy = Edge::new(
                    here[0].unwrap_or(upper),
                    here[1].unwrap_or(upper),
                    edge.label,
                );
                let label = labels[usize::from(here[1].is_none())];
                Some(lower) == here[0].or(here[1])
                    && copy == *other
                    && self.graph.vertices[upper] == label
            };
            if self.graph.edges.iter().any(like) {
                return;
            }
        }
        let [a, b] = [0, 1].map(|end| {
            here[end].unwrap_or_else(|| {
                self.graph.vertices.push(labels[end]);
                self.graph.vertices.len() - 1
            })
        });
        self.graph.edges.push(Edge::new(a, b, edge.label));
    }
}
