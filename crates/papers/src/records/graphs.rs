//! Small graphs, one of each.

use std::collections::HashSet;
use values::Budget;

/// A graph on at most 64 vertices: the neighbours of each, as a set.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Graph {
    near: Vec<u64>,
}

impl Graph {
    /// One vertex.
    pub fn point() -> Self {
        Graph { near: vec![0] }
    }

    /// With one more vertex, next to these.
    pub fn with_vertex(&self, near: u64) -> Self {
        let mut grown = self.clone();
        let new = grown.near.len();
        assert!(
            new < u64::BITS as usize,
            "a graph of {new} vertices is full"
        );
        for (vertex, of) in grown.near.iter_mut().enumerate() {
            *of |= (near >> vertex & 1) << new;
        }
        grown.near.push(near);
        grown
    }

    /// With so many more vertices, each next to this one only.
    pub fn with_leaves(&self, vertex: usize, leaves: usize) -> Self {
        (0..leaves).fold(self.clone(), |graph, _| graph.with_vertex(1 << vertex))
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.near.len()
    }

    /// The most neighbours of a vertex.
    pub fn degree(&self) -> u32 {
        let degrees = self.near.iter().map(|near| near.count_ones());
        degrees.max().unwrap_or(0)
    }

    /// Every edge as two named vertices, as graphs are written in positions;
    /// one vertex as it stands alone.
    pub fn text(&self) -> String {
        let edges = self.near.iter().enumerate().flat_map(|(vertex, near)| {
            let lower = (0..vertex).filter(move |other| near >> other & 1 == 1);
            lower.map(move |other| format!(":{{{other}}}-:{{{vertex}}}"))
        });
        let text = edges.collect::<Vec<_>>().join(";");
        if text.is_empty() { ":A".into() } else { text }
    }

    /// The graph with its vertices in an order that isomorphic graphs agree
    /// on: that of the least rows among those that refinement leaves.
    fn canonical(&self) -> Self {
        let all = (1 << self.len()) - 1;
        let mut least = None;
        self.search(vec![all], &mut least);
        least.expect("some order")
    }

    /// Looks at all orders that agree with these cells and that refinement
    /// cannot tell apart.
    fn search(&self, mut cells: Vec<u64>, least: &mut Option<Graph>) {
        self.refine(&mut cells);
        let Some(at) = cells.iter().position(|cell| !cell.is_power_of_two()) else {
            let ordered = self.ordered(&cells);
            if least.as_ref().is_none_or(|least| ordered < *least) {
                *least = Some(ordered);
            }
            return;
        };
        let mut tried = Vec::new();
        for vertex in members(cells[at]) {
            // Exchanging twins changes nothing.
            if tried.iter().any(|&other| self.are_twins(vertex, other)) {
                continue;
            }
            tried.push(vertex);
            let mut finer = cells.clone();
            finer[at] &= !(1 << vertex);
            finer.insert(at, 1 << vertex);
            self.search(finer, least);
        }
    }

    /// Splits cells until all vertices of one have as many neighbours in each
    /// other.
    fn refine(&self, cells: &mut Vec<u64>) {
        let mut by = 0;
        while by < cells.len() {
            let towards = cells[by];
            let before = cells.len();
            let mut split = Vec::with_capacity(self.len());
            for &cell in cells.iter() {
                if cell.is_power_of_two() {
                    split.push(cell);
                    continue;
                }
                let mut parts = [0; u64::BITS as usize + 1];
                for vertex in members(cell) {
                    parts[(self.near[vertex] & towards).count_ones() as usize] |= 1 << vertex;
                }
                split.extend(parts.into_iter().filter(|part| *part != 0));
            }
            *cells = split;
            by = if cells.len() > before { 0 } else { by + 1 };
        }
    }

    /// Whether the graph stays as it is if the two are exchanged.
    fn are_twins(&self, one: usize, other: usize) -> bool {
        let rest = !(1 << one | 1 << other);
        self.near[one] & rest == self.near[other] & rest
    }

    /// The pairs of twins, the lower one first.
    fn twins(&self) -> Vec<[usize; 2]> {
        let pairs = (0..self.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
        pairs.filter(|&[a, b]| self.are_twins(a, b)).collect()
    }

    /// The vertices in the order of cells of one each.
    fn ordered(&self, cells: &[u64]) -> Self {
        let mut place = [0; u64::BITS as usize];
        for (new, cell) in cells.iter().enumerate() {
            place[cell.trailing_zeros() as usize] = new;
        }
        let row = |cell: &u64| {
            let near = self.near[cell.trailing_zeros() as usize];
            members(near).fold(0, |row, vertex| row | 1 << place[vertex])
        };
        Graph {
            near: cells.iter().map(row).collect(),
        }
    }
}

/// The numbers in a set.
fn members(set: u64) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let first = rest.trailing_zeros();
        rest &= rest.checked_sub(1)?;
        Some(first as usize)
    })
}

/// The graphs that come of these by one more vertex next to one of the sets
/// that `near` allows, one of each up to isomorphism, in a fixed order.
fn grown(
    graphs: &[Graph],
    budget: &Budget,
    near: impl Fn(u64) -> bool,
) -> values::Result<Vec<Graph>> {
    let mut found = HashSet::new();
    for graph in graphs {
        let twins = graph.twins();
        // Of a set and the same with a twin in the other's place, one is
        // enough.
        let is_least = |set: u64| twins.iter().all(|&[a, b]| set >> a & 1 >= set >> b & 1);
        for set in (1..1 << graph.len()).filter(|set| near(*set) && is_least(*set)) {
            budget.look()?;
            found.insert(graph.with_vertex(set).canonical());
        }
        let each = size_of::<Graph>() + (graph.len() + 1) * size_of::<u64>();
        budget.check_bytes((found.capacity() * each) as u64)?;
    }
    let mut found: Vec<Graph> = found.into_iter().collect();
    found.sort_unstable();
    Ok(found)
}

/// The connected graphs with one more vertex: every one of them stays
/// connected without some vertex.
pub fn more_connected(graphs: &[Graph], budget: &Budget) -> values::Result<Vec<Graph>> {
    grown(graphs, budget, |_| true)
}

/// The trees with one more vertex.
pub fn more_trees(trees: &[Graph], budget: &Budget) -> values::Result<Vec<Graph>> {
    grown(trees, budget, u64::is_power_of_two)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OEIS A001349 and A000055.
    #[test]
    fn there_are_as_many_as_is_known() {
        let budget = Budget::unlimited();
        let mut graphs = vec![Graph::point()];
        for known in [1, 2, 6, 21, 112, 853] {
            graphs = more_connected(&graphs, &budget).unwrap();
            assert_eq!(graphs.len(), known);
        }
        let mut trees = vec![Graph::point()];
        for known in [1, 1, 2, 3, 6, 11, 23, 47, 106] {
            trees = more_trees(&trees, &budget).unwrap();
            assert_eq!(trees.len(), known);
        }
    }

    /// Regular graphs are those that refinement does not tell apart.
    #[test]
    fn the_numbering_of_vertices_means_nothing() {
        let cycle = |step: u64| {
            let near =
                |vertex: u64| (1 << ((vertex + step) % 7)) | (1 << ((vertex + 7 - step) % 7));
            Graph {
                near: (0..7).map(near).collect(),
            }
        };
        assert_eq!(cycle(1).canonical(), cycle(2).canonical());
        assert_eq!(cycle(1).canonical(), cycle(3).canonical());
        assert_eq!(cycle(1).degree(), 2);
    }
}
