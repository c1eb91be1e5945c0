//! The moves by the words of the rules, slowly: a second opinion for tests.

use super::letters::{GROUND, Letters, letter};
use super::rule::{Change, Fact, New, Rule, What};
use crate::graph::{DOWN, Edge, Graph, ONE_WAY, turned};
use std::collections::{BTreeMap, BTreeSet};

/// Vertices by number, and links with numbers: where from, where to, label as
/// it looks from there.
#[derive(Clone, PartialEq, Eq)]
struct Map {
    vertices: BTreeMap<usize, u8>,
    links: BTreeMap<usize, (usize, usize, u8)>,
}

/// The positions after the moves by some rules.
pub(super) fn options(graph: &Graph, letters: &Letters, rules: &[Rule]) -> Vec<Graph> {
    let map = Map {
        vertices: graph.vertices.iter().copied().enumerate().collect(),
        links: graph
            .edges
            .iter()
            .map(|edge| (usize::from(edge.lower), usize::from(edge.upper), edge.label))
            .enumerate()
            .collect(),
    };
    let mut options = Vec::new();
    map.turns(letters, rules, &mut options);
    options.iter().map(Map::graph).collect()
}

impl Map {
    fn turns(&self, letters: &Letters, rules: &[Rule], options: &mut Vec<Map>) {
        for rule in rules {
            for after in self.after(letters, rule) {
                let fewer = after.vertices.len() < self.vertices.len();
                match rule.again && fewer {
                    true => after.turns(letters, rules, options),
                    false => options.push(after),
                }
            }
        }
    }

    fn after(&self, letters: &Letters, rule: &Rule) -> Vec<Map> {
        let mut all = Vec::new();
        match &rule.what {
            What::Vertex(change) => {
                for &vertex in self.vertices.keys() {
                    let mut after = self.clone();
                    if after.set_vertex(vertex, change) && self.allows(rule, vertex) {
                        for other in self.beside(vertex) {
                            after.set_vertex(other, &rule.around);
                        }
                        all.push(after);
                    }
                }
            }
            What::Edge(change) => {
                for (&number, &(from, to, _)) in &self.links {
                    let mut after = self.clone();
                    if after.set_link(number, change) {
                        for end in BTreeSet::from([from, to]) {
                            after.set_vertex(end, &rule.around);
                        }
                        all.push(after);
                    }
                }
            }
            What::Along { edge, tail, head } => {
                for (&number, &(a, b, label)) in &self.links {
                    for (from, to, label) in [(a, b, label), (b, a, turned(label))] {
                        let mut after = self.clone();
                        let open = from != to && !(letters.directed && label & DOWN != 0);
                        if open
                            && after.set_vertex(from, tail)
                            && after.set_vertex(to, head)
                            && self.clone().set_link(number, edge)
                        {
                            after.set_link(number, edge);
                            all.push(after);
                        }
                    }
                }
            }
        }
        all.retain_mut(|after| {
            if rule.alone_gone {
                let alone =
                    |map: &Map, v: usize| !map.links.values().any(|&(a, b, _)| a == v || b == v);
                let now: Vec<usize> = after.vertices.keys().copied().collect();
                for vertex in now {
                    let stays = vertex == 0 && letters.ground;
                    if alone(after, vertex) && !alone(self, vertex) && !stays {
                        after.vertices.remove(&vertex);
                    }
                }
            }
            let loose = after.loose();
            if rule.loose_gone {
                after.vertices.retain(|vertex, _| !loose.contains(vertex));
                after.links.retain(|_, (a, _, _)| !loose.contains(a));
            }
            let is_loose = letters.ground && !after.loose().is_empty();
            let asked = |fact: &Fact| *fact == Fact::Loose;
            let mut conditions = rule.conditions.iter().filter(|c| asked(&c.what));
            conditions.all(|condition| condition.wanted == is_loose) && after != self
        });
        all
    }

    fn beside(&self, vertex: usize) -> BTreeSet<usize> {
        let other = |&(a, b, _): &(usize, usize, u8)| match (a == vertex, b == vertex) {
            (true, false) => Some(b),
            (false, true) => Some(a),
            _ => None,
        };
        self.links.values().filter_map(other).collect()
    }

    fn allows(&self, rule: &Rule, vertex: usize) -> bool {
        let beside = self.beside(vertex);
        rule.conditions
            .iter()
            .all(|condition| match condition.what {
                Fact::Loose => true,
                Fact::Alone => condition.wanted == beside.is_empty(),
                Fact::Beside(set) => {
                    let labels = beside.iter().map(|other| self.vertices[other]);
                    let found = labels.filter(|l| *l != GROUND).any(|l| set & 1 << l != 0);
                    condition.wanted == found
                }
            })
    }

    /// Whether a change is about the vertex.
    fn set_vertex(&mut self, vertex: usize, change: &Change) -> bool {
        let Some(&label) = self.vertices.get(&vertex) else {
            return false;
        };
        match change.get(usize::from(label)).copied().flatten() {
            Some(New::Letter(to)) => drop(self.vertices.insert(vertex, to)),
            Some(New::Gone) => {
                self.vertices.remove(&vertex);
                self.links
                    .retain(|_, (a, b, _)| *a != vertex && *b != vertex);
            }
            None => return false,
        }
        true
    }

    /// Whether a change is about the link.
    fn set_link(&mut self, number: usize, change: &Change) -> bool {
        let Some((_, _, label)) = self.links.get_mut(&number) else {
            return false;
        };
        match change[letter(*label)] {
            Some(New::Letter(to)) => *label = to | *label & (ONE_WAY | DOWN),
            Some(New::Gone) => drop(self.links.remove(&number)),
            None => return false,
        }
        true
    }

    /// What no chain of links connects with the first vertex.
    fn loose(&self) -> BTreeSet<usize> {
        let mut held = BTreeSet::from([0]);
        loop {
            let more = self.links.values().flat_map(|&(a, b, _)| {
                let known = held.contains(&a) || held.contains(&b);
                [a, b].into_iter().filter(move |_| known)
            });
            let next: BTreeSet<usize> = more.chain(held.iter().copied()).collect();
            if next == held {
                break;
            }
            held = next;
        }
        let all = self.vertices.keys().copied();
        all.filter(|vertex| !held.contains(vertex)).collect()
    }

    fn graph(&self) -> Graph {
        let numbers: Vec<usize> = self.vertices.keys().copied().collect();
        let place = |vertex: usize| numbers.iter().position(|v| *v == vertex).unwrap_or(0);
        let link = |&(a, b, label): &(usize, usize, u8)| Edge::new(place(a), place(b), label);
        let mut edges: Vec<Edge> = self.links.values().map(link).collect();
        edges.sort_unstable();
        let vertices = self.vertices.values().copied().collect();
        Graph { vertices, edges }.in_text_order()
    }
}
