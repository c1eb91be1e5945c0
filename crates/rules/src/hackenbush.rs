//! Hackenbush: cut an edge, and what no longer hangs on the ground is gone.

mod drawing;

use crate::Flow;
use crate::bad_input::BadInput;
use crate::capabilities::Capabilities;
use crate::game::{Game, Info, Start, Variant};
use crate::graph::{Alphabet, Edge, Graph};
use crate::key::Key;
use crate::position::{Known, Position, allocated};
use crate::scene::Scene;
use drawing::Drawing;
use std::fmt;
use std::ops::ControlFlow;
use values::{Dyadic, Player};

/// The ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Hackenbush {
    childish: bool,
}

/// A position: a connected graph whose vertex 0 is the ground, in text order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bush {
    graph: Graph,
    childish: bool,
}

/// The colours of edges: bit 0 if Left may cut it, bit 1 if Right may.
const BLUE: u8 = 1;
const RED: u8 = 2;
const GREEN: u8 = 3;

/// The ground's mark while vertices are put in order.
const GROUND: usize = 0;

/// An edge cut, by its number from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    edge: u16,
    colour: u8,
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letter(self.colour), self.edge + 1)
    }
}

impl Bush {
    /// What hangs on the ground when only the given edges are there.
    fn grown(&self, edges: impl Iterator<Item = Edge>) -> Bush {
        let graph = Graph {
            vertices: self.graph.vertices.clone(),
            edges: edges.collect(),
        };
        let mut hanging: Vec<usize> = graph.reached(GROUND, |_| true);
        hanging.sort_unstable();
        Bush {
            graph: graph.renumbered(&hanging).in_text_order(),
            childish: self.childish,
        }
    }

    fn without(&self, cut: usize) -> Bush {
        let edges = self.graph.edges.iter().enumerate();
        self.grown(edges.filter(|&(i, _)| i != cut).map(|(_, edge)| *edge))
    }

    fn is_tree(&self) -> bool {
        self.graph.edges.len() + 1 == self.graph.vertices.len()
    }

    /// Whether all edges are of colours in `mask`.
    fn only(&self, allowed: impl Fn(u8) -> bool) -> bool {
        self.graph.edges.iter().all(|edge| allowed(edge.label))
    }

    /// The value of a red-blue tree: an edge with value x above it is ±(1:±x)
    /// (Berlekamp's rule, Winning Ways ch. 3 and 6).
    fn number(&self) -> Dyadic {
        // In text order a vertex comes after the one it hangs on, so from the
        // last vertex down everything above a vertex is known.
        let mut above = vec![Dyadic::zero(); self.graph.vertices.len()];
        for edge in self.graph.edges.iter().rev() {
            let [lower, upper] = edge.ends();
            let top = above[upper].clone();
            let stalk = match edge.label {
                BLUE => one_then(&top),
                _ => -&one_then(&-&top),
            };
            above[lower] = &above[lower] + &stalk;
        }
        above.swap_remove(GROUND)
    }

    /// The nim value of a green graph: vertices on a common cycle may be
    /// fused (Winning Ways ch. 7), which makes the cycle's edges loops, each
    /// ∗; what hangs on an edge that is on no cycle counts one more.
    fn nimber(&self) -> u64 {
        let n = self.graph.vertices.len();
        // In text order edges that close cycles go back to earlier vertices
        // that the later ones hang on. `low` is the earliest vertex that the
        // part above a vertex goes back to.
        let mut low: Vec<usize> = (0..n).collect();
        let mut value = vec![0u64; n];
        let mut edges = self.graph.edges.iter().rev().peekable();
        for vertex in (1..n).rev() {
            let mut parent = None;
            while let Some(edge) = edges.next_if(|edge| usize::from(edge.upper) == vertex) {
                let [lower, upper] = edge.ends();
                if lower == upper {
                    value[vertex] ^= 1;
                } else if parent.is_none() {
                    // The last neighbour before a vertex is what it hangs on.
                    parent = Some(lower);
                } else {
                    low[vertex] = low[vertex].min(lower);
                    value[vertex] ^= 1;
                }
            }
            let parent = parent.unwrap_or(GROUND);
            value[parent] ^= if low[vertex] < vertex {
                // On a cycle: fused with what it hangs on, the edge a loop.
                value[vertex] ^ 1
            } else {
                value[vertex] + 1
            };
            low[parent] = low[parent].min(low[vertex]);
        }
        // Loops at the ground are left.
        value[GROUND] ^ (edges.count() as u64 & 1)
    }

    /// The colon principle: what stands on a single edge on the ground is an
    /// ordinal sum.
    fn ordinal_sum(&self) -> Option<(Known, Self)> {
        let mut grounded = self.graph.edges.iter().filter(|edge| edge.lower == 0);
        let (base, None) = (grounded.next()?, grounded.next()) else {
            return None;
        };
        if self.childish || base.upper == 0 {
            return None;
        }
        let known = match base.label {
            BLUE => Known::number(Dyadic::from(1)),
            RED => Known::number(Dyadic::from(-1)),
            _ => Known::nimber(1),
        };
        // In text order the vertex on the edge is the next after the ground.
        let order: Vec<usize> = (1..self.graph.vertices.len()).collect();
        let graph = self.graph.renumbered(&order);
        let childish = self.childish;
        Some((known, Bush { graph, childish }))
    }
}

/// The colour with the players exchanged.
fn exchanged_colour(colour: u8) -> u8 {
    match colour {
        BLUE => RED,
        RED => BLUE,
        colour => colour,
    }
}

/// 1:x for a number x: with the least n ≥ 1 such that x + n > 1, it is
/// (x + n) / 2^(n−1).
fn one_then(x: &Dyadic) -> Dyadic {
    let one = Dyadic::from(1);
    let mut sum = x + &one;
    let mut halvings = 0;
    while sum <= one {
        sum = &sum + &one;
        halvings += 1;
    }
    (0..halvings).fold(sum, |sum, _| sum.halve())
}

impl Position for Bush {
    type Move = Cut;

    const CAPABILITIES: Capabilities<Self> = Capabilities {
        ordinal_sum: Self::ordinal_sum,
        ..Capabilities::NONE
    };

    fn moves(&self, player: Player, each: &mut impl FnMut(Cut) -> Flow) -> Flow {
        for (number, edge) in self.graph.edges.iter().enumerate() {
            if edge.label >> (player as u8) & 1 == 0 {
                continue;
            }
            if self.childish && edge.label != GREEN {
                let left = self.without(number).graph.edges.len();
                if left + 1 < self.graph.edges.len() {
                    continue;
                }
            }
            each(Cut {
                edge: number as u16,
                colour: edge.label,
            })?;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, _player: Player, mv: &Cut) -> Self {
        self.without(usize::from(mv.edge))
    }

    /// What is connected only through the ground is independent.
    fn parts(&self, each: &mut impl FnMut(Self)) {
        let mut part = vec![0; self.graph.vertices.len()];
        for start in 1..part.len() {
            if part[start] == 0 {
                for vertex in self.graph.reached(start, |v| v != GROUND) {
                    part[vertex] = start;
                }
            }
        }
        // A vertex next to the ground names its part; a loop is one alone.
        for start in (1..part.len()).filter(|&start| part[start] == start) {
            let edges = self.graph.edges.iter().copied();
            each(self.grown(edges.filter(|edge| part[usize::from(edge.upper)] == start)));
        }
        for edge in self.graph.edges.iter().filter(|edge| edge.upper == 0) {
            each(self.grown(std::iter::once(*edge)));
        }
    }

    /// The numbering of the vertices means nothing; exchanging blue and red
    /// negates.
    fn normal_form(&self) -> (Self, bool) {
        let mut plain = self.graph.clone();
        plain.vertices[GROUND] = 1;
        let mut exchanged = plain.clone();
        for edge in &mut exchanged.edges {
            edge.label = exchanged_colour(edge.label);
        }
        let [plain, exchanged] = [plain, exchanged].map(|graph| {
            let mut graph = graph.canonical(Some(GROUND));
            graph.vertices[GROUND] = 0;
            graph
        });
        let (graph, negated) = if exchanged < plain {
            (exchanged, true)
        } else {
            (plain, false)
        };
        let childish = self.childish;
        (Bush { graph, childish }, negated)
    }

    fn negative(&self, symmetry: usize) -> Option<Self> {
        let edges = self.graph.edges.iter().map(|edge| {
            let label = exchanged_colour(edge.label);
            Edge { label, ..*edge }
        });
        (symmetry == 0).then(|| self.grown(edges))
    }

    fn outside_bytes(&self) -> usize {
        let Graph { vertices, edges } = &self.graph;
        allocated(vertices.capacity()) + allocated(edges.capacity() * size_of::<Edge>())
    }

    /// A byte for each edge: its colour, its lower end, and whether its upper
    /// end is the next vertex.
    fn pack(&self) -> Option<Key> {
        let mut bytes = [0; 32];
        let mut last = 0;
        for (place, edge) in self.graph.edges.iter().enumerate() {
            let lower = u8::try_from(edge.lower).ok().filter(|lower| *lower < 32)?;
            let next = edge.upper.checked_sub(last).filter(|by| *by < 2)? as u8;
            *bytes.get_mut(place)? = edge.label | lower << 2 | next << 7;
            last = edge.upper;
        }
        let (words, _) = bytes.as_chunks::<8>();
        Some(Key {
            words: std::array::from_fn(|word| u64::from_le_bytes(words[word])),
            shape: self.graph.edges.len() as u64,
        })
    }

    fn rank(&self) -> u64 {
        self.graph.edges.len() as u64
    }

    fn known_value(&self) -> Option<Known> {
        if self.childish {
            None
        } else if self.only(|colour| colour == GREEN) {
            Some(Known::nimber(self.nimber()))
        } else if self.is_tree() && self.only(|colour| colour != GREEN) {
            Some(Known::number(self.number()))
        } else {
            None
        }
    }
}

/// How bushes are written.
struct Colours;

impl Alphabet for Colours {
    fn vertex(&self, symbol: char) -> Option<u8> {
        (symbol == '.').then_some(0)
    }

    fn edge(&self, symbol: char) -> Option<u8> {
        match symbol {
            'B' | 'b' | 'L' | 'l' | 'X' | 'x' => Some(BLUE),
            'W' | 'w' | 'R' | 'r' | 'O' | 'o' => Some(RED),
            'E' | 'e' | 'G' | 'g' => Some(GREEN),
            _ => None,
        }
    }

    fn vertex_text(&self, _label: u8) -> &str {
        ""
    }

    fn edge_text(&self, label: u8) -> &str {
        letter(label)
    }

    fn expected(&self) -> &str {
        EXPECTED
    }
}

const EXPECTED: &str = "write edges `l` (blue), `r` (red), `e` (green), branches as `(l;r)`";

fn letter(colour: u8) -> &'static str {
    match colour {
        BLUE => "l",
        RED => "r",
        _ => "e",
    }
}

impl Game for Hackenbush {
    type Position = Bush;

    fn info() -> &'static Info {
        &INFO
    }

    fn with_variant(variant: Option<&str>) -> Result<Self, BadInput> {
        let childish = match variant {
            None => false,
            Some("childish") => true,
            Some(other) => return Err(INFO.no_variant(other)),
        };
        Ok(Hackenbush { childish })
    }

    fn unpack(&self, key: &Key) -> Option<Bush> {
        let mut upper = 0;
        let bytes = key.words.iter().flat_map(|word| word.to_le_bytes());
        let edges = bytes.take(key.shape as usize).map(|byte| {
            upper += u16::from(byte >> 7);
            Edge {
                upper,
                lower: u16::from(byte >> 2 & 31),
                label: byte & 3,
            }
        });
        let edges: Vec<Edge> = edges.collect();
        Some(Bush {
            graph: Graph {
                vertices: vec![0; usize::from(upper) + 1],
                edges,
            },
            childish: self.childish,
        })
    }

    fn read(&self, text: &str) -> Result<Bush, BadInput> {
        let text = INFO.start(text).unwrap_or(text);
        if text.trim().is_empty() {
            return Err(BadInput::new("nothing is there", EXPECTED));
        }
        let graph = Graph::read(text, &Colours)?;
        let hanging = graph.reached(GROUND, |_| true).len();
        if hanging < graph.vertices.len() {
            return Err(BadInput::new(
                "something does not hang on the ground",
                "write stalks side by side as `(lr;rl)`",
            ));
        }
        Ok(Bush {
            graph,
            childish: self.childish,
        })
    }

    fn write(&self, position: &Bush) -> String {
        if position.graph.edges.is_empty() {
            return ".".into();
        }
        position.graph.write(&Colours)
    }

    /// One edge a line, under the one it stands on.
    fn draw(&self, position: &Bush) -> String {
        let graph = &position.graph;
        let mut depth = vec![0; graph.vertices.len()];
        let mut text = String::from("ground\n");
        for (number, edge) in graph.edges.iter().enumerate() {
            let [lower, upper] = edge.ends();
            let colour = letter(edge.label);
            // In text order the last of a vertex's edges downward carries it.
            let next = graph.edges.get(number + 1);
            let carries = lower < upper && next.is_none_or(|next| next.upper != edge.upper);
            if carries {
                depth[upper] = depth[lower] + 1;
            }
            let indent = "  ".repeat(depth[lower]);
            text += &format!("{indent}+-{colour}{}", number + 1);
            if !carries {
                text += &format!(" between vertices {} and {}", lower + 1, upper + 1);
            }
            text.push('\n');
        }
        text
    }

    fn scene(&self, position: &Bush) -> Scene {
        Drawing::new(&position.graph).of(&position.graph, |vertex| vertex)
    }

    /// What is left of the start stays where it was.
    fn traced(&self, position: &Bush, start: &Bush, moves: &[&str]) -> Scene {
        // The vertices' labels, which mean nothing here, tell where they came
        // from.
        let Ok(last) = u8::try_from(start.graph.vertices.len() - 1) else {
            return self.scene(position);
        };
        let mut bush = start.clone();
        bush.graph.vertices = (0..=last).collect();
        for text in moves {
            let number = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            match number.parse::<usize>() {
                Ok(number @ 1..) if number <= bush.graph.edges.len() => {
                    bush = bush.without(number - 1);
                }
                _ => return self.scene(position),
            }
        }
        let from = &bush.graph.vertices;
        match bush.graph.edges == position.graph.edges {
            true => Drawing::new(&start.graph).of(&bush.graph, |v| usize::from(from[v])),
            false => self.scene(position),
        }
    }

    fn scatter(&self, like: &Bush, random: &mut dyn FnMut(u64) -> u64) -> Bush {
        let mut graph = Graph {
            vertices: vec![0],
            edges: Vec::new(),
        };
        for _ in 0..like.graph.edges.len() {
            let colour = 1 + random(3) as u8;
            let n = graph.vertices.len();
            let from = random(n as u64) as usize;
            // Mostly trees, now and then a cycle or a loop.
            let to = if random(5) > 0 {
                graph.vertices.push(0);
                n
            } else {
                random(n as u64) as usize
            };
            graph.edges.push(Edge::new(from, to, colour));
        }
        graph.edges.sort_unstable();
        Bush {
            graph: graph.in_text_order(),
            childish: self.childish,
        }
    }

    /// On trees only.
    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>> {
        if text.contains(':') {
            return None;
        }
        let tree = Tree::read(&mut text.chars().filter(|c| *c != '.').peekable());
        let mine = if player == Player::Left { "le" } else { "re" };
        let mut options = Vec::new();
        for pruned in tree.prunings(mine, self.childish) {
            let text = pruned.text();
            options.push(if text.is_empty() { ".".into() } else { text });
        }
        Some(options)
    }
}

/// A tree as written: the edges upward, each with what stands on it.
#[derive(Clone)]
struct Tree(Vec<(char, Tree)>);

impl Tree {
    fn read(text: &mut std::iter::Peekable<impl Iterator<Item = char>>) -> Tree {
        let mut edges = Vec::new();
        let branches = text.next_if_eq(&'(').is_some();
        while let Some(edge) = text.next_if(|c| c.is_alphabetic()) {
            edges.push((edge, Tree::read(text)));
            if !branches || text.next_if_eq(&';').is_none() {
                break;
            }
        }
        if branches {
            text.next();
        }
        Tree(edges)
    }

    fn text(&self) -> String {
        let branches: Vec<String> = self
            .0
            .iter()
            .map(|(edge, tree)| format!("{edge}{}", tree.text()))
            .collect();
        match branches.len() {
            0 | 1 => branches.concat(),
            _ => format!("({})", branches.join(";")),
        }
    }

    /// The tree with one edge of the colours cut.
    fn prunings(&self, colours: &str, childish: bool) -> Vec<Tree> {
        let mut prunings = Vec::new();
        for (number, (edge, tree)) in self.0.iter().enumerate() {
            let falls = !tree.0.is_empty();
            if colours.contains(*edge) && !(childish && falls && *edge != 'e') {
                let mut rest = self.clone();
                rest.0.remove(number);
                prunings.push(rest);
            }
            for pruned in tree.prunings(colours, childish) {
                let mut rest = self.clone();
                rest.0[number].1 = pruned;
                prunings.push(rest);
            }
        }
        prunings
    }
}

static INFO: Info = Info {
    name: "hackenbush",
    title: "Hackenbush",
    cgsuite: &["game.graph.Hackenbush", "Hackenbush"],
    rules: "Left cuts a blue edge, Right a red one, both may cut green ones. Everything that no \
            longer hangs together with the ground is gone. Who cannot move loses.",
    notation: "From the ground up: `l` a blue edge (Left's), `r` a red one (Right's), `e` a green \
               one. `lrl` is a stalk, `l(ll;rr)` branches on top of the first edge, `(lr;rl)` two \
               stalks on the ground; vertices of one name are the same, so `e(l:A;r:A)` and \
               `:Allr:A` have cycles, names longer than a letter in braces, `:{ground}`. `.` is \
               the bare ground. A move names an edge by colour and number, l1, in the order of the \
               drawing.",
    variants: &[Variant::new(
        "childish",
        "a blue or red edge may be cut only if nothing else falls",
    )],
    starts: &[
        Start::new(
            "garden",
            "(l(rl;lr);r(lr;r(l;r));lr)",
            "three red and blue plants, worth 0 together",
        ),
        Start::new(
            "girl",
            "e(ee:{waist};ee:{waist}e(ee;e(e:{head};e:{head}e)))",
            "a green girl (Winning Ways, ch. 7)",
        ),
    ],
    example: "lr(le;l)",
    sides: ["Blue", "Red"],
    ..Info::BLANK
};
