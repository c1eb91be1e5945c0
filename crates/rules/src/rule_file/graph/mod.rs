//! Games on graphs.

mod facts;
mod letters;
mod packing;
mod parts;
mod picture;
mod play;
mod reader;
mod rule;
mod slow;
#[cfg(test)]
mod tests;

use super::cursor::Statement;
use super::header::Header;
use super::{FileRules, Findings};
use crate::bad_input::BadInput;
use crate::game::Info;
use crate::graph::{Edge, Graph};
use crate::interner::Interner;
use crate::key::Key;
use crate::position::allocated;
use crate::ruleset::{EachMove, Ruleset};
use crate::scene::Scene;
use facts::Facts;
use letters::{GROUND, Letters, quoted};
use packing::Packing;
use play::Play;
use reader::NOTHING;
use rule::Rule;
use std::borrow::Cow;
use std::ops::ControlFlow;
use values::Player;

/// The most vertices, the ground not counted, where a turn may go on: the
/// courses of a turn are no more than the sets of vertices that went.
const MOST_AGAIN: usize = 16;

/// Rules on graphs from a file.
pub(super) struct GraphRules {
    info: &'static Info,
    letters: Letters,
    rules: [Vec<Rule>; 2],
    facts: Facts,
    packing: Packing,
    interned: Interner<Graph>,
}

/// The rules that statements make.
pub(crate) fn compile(
    header: &Header,
    statements: &[Statement],
    _variant: Option<&str>,
) -> Result<Box<dyn FileRules>, BadInput> {
    if !header.parameters.is_empty() {
        return Err(BadInput::new(
            "a game on graphs has no parameters",
            "leave out the statement `parameters`",
        ));
    }
    let (letters, rules) = reader::read(statements)?;
    Ok(Box::new(GraphRules {
        info: &Info::BLANK,
        facts: Facts::new(&letters, &rules),
        packing: Packing::new(&letters),
        letters,
        rules,
        interned: Interner::new(),
    }))
}

/// The bytes that a kept graph takes.
fn bytes(graph: &Graph) -> usize {
    allocated(size_of::<Graph>() + 2 * size_of::<usize>())
        + allocated(graph.vertices.capacity())
        + allocated(graph.edges.capacity() * size_of::<Edge>())
}

impl GraphRules {
    fn key(&self, graph: Graph) -> Key {
        self.packing.pack(&graph).unwrap_or_else(|| Key {
            words: [u64::from(self.interned.number(graph, bytes)), 0, 0, 0],
            shape: Key::INTERNED,
        })
    }

    fn graph(&self, key: &Key) -> Cow<'_, Graph> {
        match key.is_interned() {
            true => Cow::Borrowed(self.interned.get(key.words[0] as u32)),
            false => Cow::Owned(self.packing.unpack(key)),
        }
    }

    fn play(&self, player: Player) -> Play<'_> {
        let side = player as usize;
        Play::new(&self.letters, &self.rules[side], &self.facts.primes[side])
    }

    fn can_play(&self, graph: &Graph, player: Player) -> bool {
        let turns = self.play(player);
        turns
            .turns(graph, &mut |_, _| ControlFlow::Break(()))
            .is_break()
    }

    /// The graph in a text.
    fn read_graph(&self, text: &str) -> Result<Graph, BadInput> {
        let text = text.trim();
        if text.is_empty() {
            let hint = crate::graph::Alphabet::expected(&self.letters);
            return Err(BadInput::new("nothing is there", hint));
        }
        if text == NOTHING && !self.letters.ground {
            return Ok(Graph::default());
        }
        let mut graph = Graph::read(text, &self.letters)?;
        if self.letters.ground {
            if graph.vertices[0] != 0 {
                return Err(BadInput::new(
                    "the first vertex is the ground, which has no letter",
                    "leave its letter out",
                )
                .at(1));
            }
            graph.vertices[0] = GROUND;
        }
        if self.facts.hanging && graph.reached(0, |_| true).len() < graph.vertices.len() {
            return Err(BadInput::new(
                "something is not connected with the ground",
                "write what stands side by side on the ground as `(…;…)`",
            ));
        }
        let free = graph.vertices.len() - usize::from(self.letters.ground);
        if self.facts.again && free > MOST_AGAIN {
            return Err(BadInput::new(
                format!("the graph has more than {MOST_AGAIN} vertices"),
                "a turn may go on here, and has too many ways; ask for a smaller one",
            ));
        }
        Ok(graph)
    }

    /// The least of the ways to number a graph and to exchange the players.
    fn normal(&self, graph: &Graph) -> (Graph, bool) {
        let root = self.letters.ground.then_some(0);
        let plain = graph.canonical(root);
        match &self.facts.exchange {
            Some(exchange) if !self.facts.impartial => {
                let exchanged = exchange.of(graph).canonical(root);
                match exchanged < plain {
                    true => (exchanged, true),
                    false => (plain, false),
                }
            }
            _ => (plain, false),
        }
    }

    /// The graph that moves make of a start, and the numbers that its vertices
    /// had there.
    fn replayed(&self, start: &Graph, moves: &[&str]) -> Option<(Graph, Vec<usize>)> {
        let mut graph = start.clone();
        let mut from: Vec<usize> = (0..graph.vertices.len()).collect();
        for text in moves {
            let mut next = None;
            for player in Player::BOTH {
                let play = self.play(player);
                let _ = play.turns(&graph, &mut |steps, reached| {
                    if play.words(&graph, steps).to_string() != *text {
                        return ControlFlow::Continue(());
                    }
                    next = Some(reached.position());
                    ControlFlow::Break(())
                });
            }
            let (after, order) = next?;
            from = order.into_iter().map(|old| from[old]).collect();
            graph = after;
        }
        Some((graph, from))
    }

    /// A graph of about as many edges, mostly a tree, with letters at random.
    fn random_graph(&self, like: &Graph, random: &mut dyn FnMut(u64) -> u64) -> Graph {
        let [vertex_letters, edge_letters] =
            [&self.letters.vertices, &self.letters.edges].map(|all| all.len() as u64);
        let mut graph = Graph {
            vertices: vec![match self.letters.ground {
                true => GROUND,
                false => random(vertex_letters) as u8,
            }],
            edges: Vec::new(),
        };
        let most = match self.facts.again {
            true => MOST_AGAIN,
            false => like.vertices.len().max(2) + 2,
        };
        for _ in 0..like.edges.len() {
            let n = graph.vertices.len();
            let from = random(n as u64) as usize;
            let to = match random(5) > 0 && n < most {
                true => {
                    graph.vertices.push(random(vertex_letters) as u8);
                    n
                }
                false => random(n as u64) as usize,
            };
            let label = self.letters.edge_label(random(edge_letters) as u8);
            let [from, to] = if random(2) > 0 {
                [from, to]
            } else {
                [to, from]
            };
            graph.edges.push(Edge::new(from, to, label));
        }
        graph.edges.sort_unstable();
        graph.in_text_order()
    }
}

impl FileRules for GraphRules {
    fn describe(&mut self, info: &'static Info) {
        self.info = info;
    }

    fn findings(&self) -> Findings {
        let Letters {
            directed,
            ground,
            vertices,
            edges,
            ..
        } = &self.letters;
        let arrows = match (directed, edges.len()) {
            (false, _) => format!("edges {}", quoted(edges)),
            (true, 1) => "edges `>` that go on and `<` that go back".to_owned(),
            (true, _) => format!(
                "edges {} with `>` behind if they go on and `<` if they go back",
                quoted(edges)
            ),
        };
        let [v, e] = [vertices[0].symbol, edges[0].symbol];
        let e = if *directed { '>' } else { e };
        let notation = format!(
            "A graph in a line: vertices {}, of which `{v}` may be left out, and {arrows}. `{v}{e}{v}{e}{v}` \
             is a path, `{v}({e}{v};{e}{v}{e}{v})` has branches, `{v}:A{e}{v}{e}{v}{e}:A` is a cycle by named \
             vertices, `;` begins another graph{}. A move names vertices by their numbers in the \
             text, and edges by e and their numbers, or by their letter instead of e if it is a \
             small one.",
            quoted(vertices),
            match ground {
                true => "; the first vertex is the ground".to_owned(),
                false => format!(", `{NOTHING}` is what has no vertices"),
            }
        );
        let pairs = |by: &[u8], known: &[letters::Letter]| -> Vec<String> {
            let all = by.iter().enumerate();
            all.filter(|(x, y)| *x < usize::from(**y))
                .map(|(x, y)| format!("{} and {}", known[x].symbol, known[usize::from(*y)].symbol))
                .collect()
        };
        let negative = match &self.facts.exchange {
            _ if self.facts.impartial => "the position itself: both have the same moves".to_owned(),
            None => "not seen: no letters make the rules of one the other's".to_owned(),
            Some(exchange) => {
                let mut all = pairs(&exchange.vertices, vertices);
                all.extend(pairs(&exchange.edges, edges));
                format!("by exchanging {}", all.join(", "))
            }
        };
        let parts = match self.facts.splitting.whole {
            Some(why) => why.to_owned(),
            None if *ground => "what is connected through the ground only".to_owned(),
            None if self.facts.splitting.inert != 0 => {
                let inert =
                    (0..vertices.len()).filter(|x| self.facts.splitting.inert >> x & 1 != 0);
                let inert: Vec<String> = inert.map(|x| vertices[x].symbol.to_string()).collect();
                format!(
                    "what is connected over other vertices than {}",
                    inert.join(" ")
                )
            }
            None => "what is connected".to_owned(),
        };
        Findings {
            impartial: self.facts.impartial,
            loopy: self.facts.loopy,
            drawn: false,
            notation,
            others: vec![
                ("falls with every move", self.facts.falls(&self.letters)),
                ("parts", parts),
                ("negative", negative),
            ],
        }
    }
}

impl Ruleset for GraphRules {
    fn about(&self) -> &'static Info {
        self.info
    }

    fn read(&self, text: &str) -> Result<Key, BadInput> {
        let text = self.info.start(text.trim()).unwrap_or(text);
        Ok(self.key(self.read_graph(text)?))
    }

    fn write(&self, key: &Key) -> String {
        let graph = self.graph(key);
        match graph.vertices.is_empty() {
            true => NOTHING.to_owned(),
            false => graph.write(&self.letters),
        }
    }

    fn moves(&self, key: &Key, player: Player, each: &mut EachMove<'_>) -> ControlFlow<()> {
        let graph = self.graph(key);
        let play = self.play(player);
        play.turns(&graph, &mut |steps, reached| {
            each(&play.words(&graph, steps), self.key(reached.position().0))
        })
    }

    /// Without making the positions after the moves.
    fn move_text(&self, key: &Key, player: Player, number: usize) -> Option<String> {
        let graph = self.graph(key);
        let play = self.play(player);
        let (mut text, mut seen) = (None, 0);
        let _ = play.turns(&graph, &mut |steps, _| {
            if seen == number {
                text = Some(play.words(&graph, steps).to_string());
                return ControlFlow::Break(());
            }
            seen += 1;
            ControlFlow::Continue(())
        });
        text
    }

    fn can_move(&self, key: &Key, player: Player) -> bool {
        self.can_play(&self.graph(key), player)
    }

    fn mobility(&self, key: &Key, player: Player) -> usize {
        let mut count = 0;
        let _ = self.play(player).turns(&self.graph(key), &mut |_, _| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    fn rank(&self, key: &Key) -> u64 {
        self.facts.rank(&self.graph(key))
    }

    /// Parts in which nobody can move are left out.
    fn parts(&self, key: &Key, into: &mut Vec<Key>) {
        let graph = self.graph(key);
        let split = match self.facts.splitting.whole {
            Some(_) => None,
            None => self.facts.splitting.parts(&graph),
        };
        let Some(parts) = split else {
            into.push(*key);
            return;
        };
        for part in parts {
            if Player::BOTH
                .iter()
                .any(|player| self.can_play(&part, *player))
            {
                into.push(self.key(part));
            }
        }
    }

    fn normal_form(&self, key: &Key) -> (Key, bool) {
        let (normal, negated) = self.normal(&self.graph(key));
        (self.key(normal), negated)
    }

    fn negative(&self, key: &Key, symmetry: usize) -> Option<Key> {
        let exchange = self.facts.exchange.as_ref();
        match (symmetry, self.facts.impartial) {
            (0, true) => Some(*key),
            (0, false) => Some(self.key(exchange?.of(&self.graph(key)))),
            _ => None,
        }
    }

    fn is_own_negative(&self, key: &Key) -> bool {
        let Some(exchange) = &self.facts.exchange else {
            return self.facts.impartial;
        };
        let root = self.letters.ground.then_some(0);
        let graph = self.graph(key);
        let counts = |graph: &Graph| {
            let mut labels = graph.vertices.clone();
            labels.sort_unstable();
            labels
        };
        let exchanged = exchange.of(&graph);
        self.facts.impartial
            || counts(&graph) == counts(&exchanged)
                && graph.canonical(root) == exchanged.canonical(root)
    }

    fn outside_bytes(&self, key: &Key) -> usize {
        match key.is_interned() {
            true => bytes(&self.graph(key)),
            false => 0,
        }
    }

    fn is_loopy(&self) -> bool {
        self.facts.loopy
    }

    fn is_impartial(&self) -> bool {
        self.facts.impartial
    }

    fn draw(&self, key: &Key) -> String {
        self.drawn(&self.graph(key))
    }

    fn scene(&self, key: &Key) -> Scene {
        let graph = self.graph(key);
        let from: Vec<usize> = (0..graph.vertices.len()).collect();
        self.picture(&graph, &self.plan(&graph), &from)
    }

    /// What is left of the start stays where it was.
    fn traced(&self, key: &Key, start: &Key, moves: &[&str]) -> Scene {
        let start = self.graph(start);
        match self.replayed(&start, moves) {
            Some((graph, from)) if graph == *self.graph(key) => {
                self.picture(&graph, &self.plan(&start), &from)
            }
            _ => self.scene(key),
        }
    }

    /// The vertices and edges that a move names, without what they become.
    fn paths(&self, _key: &Key, scene: &Scene, text: &str) -> Vec<Vec<usize>> {
        let named = text.split(", ").flat_map(|step| {
            let pointed = step.split('=').next().unwrap_or_default();
            scene.named_in(pointed)
        });
        vec![named.collect()]
    }

    /// Some moves after another, or a graph at random.
    fn scatter(&self, like: &Key, random: &mut dyn FnMut(u64) -> u64) -> Key {
        let mut here = match random(3) {
            0 => *like,
            _ => self.key(self.random_graph(&self.graph(like), random)),
        };
        let mut options = Vec::new();
        for _ in 0..random(4) {
            let player = Player::BOTH[random(2) as usize];
            options.clear();
            let _ = self.moves(&here, player, &mut |_, after| {
                options.push(after);
                ControlFlow::Continue(())
            });
            if !options.is_empty() {
                here = options[random(options.len() as u64) as usize];
            }
        }
        here
    }

    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>> {
        let graph = self.read_graph(text).ok()?;
        let options = slow::options(&graph, &self.letters, &self.rules[player as usize]);
        Some(
            options
                .into_iter()
                .map(|after| self.write(&self.key(after)))
                .collect(),
        )
    }
}
