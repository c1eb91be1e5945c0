//! What a graph looks like.

use super::GraphRules;
use super::facts::owners;
use super::letters::{GROUND, letter};
use super::play::{edge_name, vertex_name};
use super::rule::What;
use crate::arrange;
use crate::graph::{Alphabet, DOWN, Graph, turned};
use crate::scene::{Figure, Holds, Label, Outline, SIDE, Scene, Spot};
use std::collections::HashMap;

/// Where the vertices of a graph are drawn, and how much room they take.
pub(super) struct Plan {
    places: Vec<[i32; 2]>,
    size: [i32; 2],
    /// The height of the ground, if there is one.
    ground: Option<i32>,
}

impl Plan {
    /// What stands on the ground grows upward, trees grow to the right, and
    /// anything else stands in a circle. With `roomy` the edges of trees are
    /// long enough to be pointed at between the discs of their ends.
    fn new(graph: &Graph, ground: bool, roomy: bool) -> Plan {
        let half = |halves: i32| (halves + 1) * SIDE / 2;
        let layers = || arrange::layers(graph).into_iter();
        if ground {
            let high = layers().map(|at| at[1]).max().unwrap_or(0).max(2);
            let level = high * SIDE / 2 + SIDE / 2;
            let places: Vec<[i32; 2]> = layers()
                .map(|[column, layer]| [half(column), level - layer * SIDE / 2])
                .collect();
            let wide = places.iter().map(|at| at[0]).max().unwrap_or(0) + SIDE / 2;
            return Plan {
                places,
                size: [wide, level + SIDE / 4],
                ground: Some(level),
            };
        }
        let places: Vec<[i32; 2]> = match graph.edges.len() < graph.vertices.len() {
            true => layers()
                .map(|[column, layer]| [half((1 + i32::from(roomy)) * layer), half(column)])
                .collect(),
            false => arrange::circle(graph.vertices.len()),
        };
        let far = |axis: usize| places.iter().map(|at| at[axis]).max().unwrap_or(0) + SIDE / 2;
        Plan {
            size: [far(0), far(1)],
            places,
            ground: None,
        }
    }
}

impl GraphRules {
    /// Where the vertices of a graph are drawn.
    pub(super) fn plan(&self, graph: &Graph) -> Plan {
        let roomy = self.edges_move() && self.vertices_show();
        Plan::new(graph, self.letters.ground, roomy)
    }

    /// A graph in the places of a plan, its vertices in those of `from`.
    pub(super) fn picture(&self, graph: &Graph, plan: &Plan, from: &[usize]) -> Scene {
        let point = |vertex: usize| plan.places[from[vertex]];
        let takes = self.rules.iter().flatten().any(|rule| rule.takes());
        let figure = if takes { Figure::Edge } else { Figure::Paint };
        let mut scene = Scene::blank(plan.size, figure);
        if let Some(level) = plan.ground {
            scene.lines.push([[0, level], [plan.size[0], level]]);
        }
        let mut bows: HashMap<[usize; 2], i32> = HashMap::new();
        for (number, edge) in graph.edges.iter().enumerate() {
            let times = bows.entry(edge.ends()).or_default();
            // To the left and to the right in turn, ever further.
            let bow = (*times + 1) / 2 * if *times % 2 == 0 { 1 } else { -1 } * SIDE / 4;
            *times += 1;
            // As the edge was drawn at first, whichever end comes first now.
            let mut ends = edge.ends();
            ends.sort_by_key(|end| from[*end]);
            let [first, second] = ends;
            let to = point(second);
            let at = match (graph.vertices[first], plan.ground) {
                // The ground is wide: what stands on it stands upright.
                (GROUND, Some(level)) => [to[0], level],
                _ => point(first),
            };
            if self.letters.directed && first != second {
                let [tail, head] = match (edge.label & DOWN == 0) == (ends == edge.ends()) {
                    true => [at, to],
                    false => [to, at],
                };
                scene.lines.extend(arrow_head(tail, head));
            }
            match self.edges_move() {
                false => scene.lines.push([at, to]),
                true => scene.spots.push(Spot {
                    name: edge_name(&self.letters, edge.label, number),
                    at,
                    outline: Outline::Edge { to, bow },
                    holds: self.look_of_edge(edge.label),
                }),
            }
        }
        if self.vertices_show() {
            for (vertex, label) in graph.vertices.iter().enumerate() {
                if *label != GROUND {
                    scene.spots.push(Spot {
                        name: vertex_name(&self.letters, vertex).to_string(),
                        at: point(vertex),
                        outline: Outline::Disc,
                        holds: self.look_of_vertex(*label),
                    });
                    scene.labels.extend(self.label(*label, point(vertex)));
                }
            }
        }
        scene
    }

    /// Whether a move may point at an edge: some rule changes one.
    fn edges_move(&self) -> bool {
        let fixed = self.facts.splitting.fixed_edges;
        (fixed.count_ones() as usize) < self.letters.edges.len()
    }

    /// Whether there is something to see at vertices.
    fn vertices_show(&self) -> bool {
        let rules = self.rules.iter().flatten();
        let mut vertices = rules.map(|rule| &rule.what);
        self.letters.vertices.len() > 1 || vertices.any(|what| !matches!(what, What::Edge(_)))
    }

    fn look_of_edge(&self, label: u8) -> Holds {
        let x = letter(label);
        let derived = || match owners(&self.rules, x) {
            [true, true] => Holds::Both,
            [true, false] => Holds::Left,
            [false, true] => Holds::Right,
            [false, false] => Holds::Nothing,
        };
        self.letters.edges[x].holds.unwrap_or_else(derived)
    }

    fn look_of_vertex(&self, label: u8) -> Holds {
        let letter = &self.letters.vertices[usize::from(label)];
        letter.holds.unwrap_or_else(|| Holds::of(letter.symbol))
    }

    /// The letter of a vertex whose look does not tell it.
    fn label(&self, label: u8, at: [i32; 2]) -> Option<Label> {
        let untold = label > 0 && self.look_of_vertex(label) == Holds::Nothing;
        untold.then(|| Label {
            at,
            text: self.letters.vertices[usize::from(label)].symbol.to_string(),
        })
    }

    /// A vertex a line, with its edges and where they lead.
    pub(super) fn drawn(&self, graph: &Graph) -> String {
        if graph.vertices.is_empty() {
            return "nothing is left\n".to_owned();
        }
        let name = |vertex: usize| match graph.vertices[vertex] {
            GROUND => "ground".to_owned(),
            _ => vertex_name(&self.letters, vertex).to_string(),
        };
        let mut lines: Vec<String> = Vec::new();
        for (vertex, label) in graph.vertices.iter().enumerate() {
            let symbol = match *label {
                GROUND => String::new(),
                label => format!(" {}", self.letters.lone_text(label)),
            };
            lines.push(format!("{:>6}{symbol} ", name(vertex)));
        }
        for (number, edge) in graph.edges.iter().enumerate() {
            let [lower, upper] = edge.ends();
            let called = match self.edges_move() {
                true => format!("{} ", edge_name(&self.letters, edge.label, number)),
                false => String::new(),
            };
            let mut link = |from: usize, label: u8, to: usize| {
                let text = self.letters.edge_text(label);
                lines[from] += &format!(" {called}{text}{}", name(to));
            };
            link(lower, edge.label, upper);
            if lower != upper {
                link(upper, turned(edge.label), lower);
            }
        }
        let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
        lines.join("\n") + "\n"
    }
}

/// Two short lines at the end that an edge leads to.
fn arrow_head(tail: [i32; 2], head: [i32; 2]) -> [[[i32; 2]; 2]; 2] {
    let along = [0, 1].map(|axis| f64::from(head[axis] - tail[axis]));
    let length = along[0].hypot(along[1]).max(1.0);
    let unit = along.map(|part| part / length);
    // The disc of a vertex reaches 36 from its middle.
    let tip = [0, 1].map(|axis| f64::from(head[axis]) - 40.0 * unit[axis]);
    let point = |at: [f64; 2]| at.map(|part| part.round() as i32);
    [1.0, -1.0].map(|side| {
        let barb = [
            tip[0] - 18.0 * unit[0] - side * 11.0 * unit[1],
            tip[1] - 18.0 * unit[1] + side * 11.0 * unit[0],
        ];
        [point(barb), point(tip)]
    })
}
