//! Monte Carlo tree search.
//!
//! A tree grows from the position by one node at each visit: down the moves
//! that are best or not yet known well (PUCT, with progressive widening), to a
//! position whose moves are estimated, and back up with the best estimate. No
//! random games are played out.
//!
//! # Complexity
//! A visit estimates all moves of one position and takes time linear in its
//! depth. Memory is linear in the nodes, of which the effort's bytes and nodes
//! limit the number; of the moves of a node at most [`WIDEST`] are kept.
//!
//! # Literature
//! R. Coulom, "Efficient selectivity and backup operators in Monte-Carlo tree
//! search", 2006; C. D. Rosin, "Multi-armed bandits with episode context",
//! 2011; R. J. Lorentz, "Amazons discover Monte-Carlo", 2008, on estimates in
//! place of random games.

use super::judge::{Halt, Judge, LOST, SEEN};
use super::solver::Endgame;
use crate::effort::Effort;
use crate::player::{Choice, Engine, Listed};
use crate::state::State;
use crate::thought::{Ground, Thought};
use rules::{Component, Position, Random};
use values::{Player, Result};

/// On the list.
pub(crate) const MCTS: Listed = Listed {
    name: "mcts",
    about: "grows a tree where play seems best (Monte Carlo tree search), with estimates in \
            place of random games; strong where there are hundreds of moves",
    suits: "games that end, in which the players' moves differ",
    is_for: |state| !state.is_impartial() && !state.is_loopy(),
    fresh: || Box::new(Mcts(Endgame::new(SHARE))),
};

struct Mcts(Endgame);

/// The sums that the solver looks at for each node of the effort.
const SHARE: u64 = 8;
/// The most moves of a position that are kept, the best ones.
const WIDEST: usize = 80;
/// The estimate, in tenths of a move, that is a clear advantage.
const CLEAR: f64 = 100.0;
/// How much a move is worth that was hardly looked at, as a part of a win.
const CURIOSITY: f64 = 0.3;

impl Engine for Mcts {
    fn choose(&mut self, state: &State, effort: &Effort, random: &mut Random) -> Result<Choice> {
        self.0.choose(state, effort, random, |moves, random| {
            let mut tree = GrownTree {
                judge: Judge::new(state.convention(), effort),
                nodes: vec![Node::new(state.components().to_vec(), state.turn())],
                bytes: 0,
                most_bytes: effort.bytes(),
            };
            tree.grow()?;
            let Some(best) = tree.best() else {
                // There was not even time to look at all moves once.
                return Ok(Choice::silent(random.pick(&moves).clone()));
            };
            let thought = tree.end_at_once().unwrap_or_else(|| {
                Thought::guess(Ground::Tried {
                    lines: best.visits,
                    percent: (50.0 + 50.0 * best.mean()).round() as u32,
                })
            });
            let mv = moves[best.number as usize].clone();
            Ok(Choice::thinking(mv, thought))
        })
    }
}

/// A position in the tree.
struct Node {
    sum: Vec<Component>,
    turn: Player,
    /// The best moves first, once it was looked at.
    edges: Option<Vec<Edge>>,
}

/// A move, seen by the player who makes it. What is expected is between -1,
/// lost, and 1, won.
#[derive(Clone)]
struct Edge {
    number: u32,
    sum: Option<Vec<Component>>,
    /// Where it leads in the list of nodes, once it was tried.
    to: Option<usize>,
    estimate: f64,
    visits: u32,
    total: f64,
    /// Whether the end is seen: then the estimate is -1 or 1 for certain.
    over: bool,
}

/// What was looked at, the root first.
struct GrownTree<'e> {
    judge: Judge<'e>,
    nodes: Vec<Node>,
    /// The bytes of the nodes.
    bytes: u64,
    most_bytes: u64,
}

impl Node {
    fn new(sum: Vec<Component>, turn: Player) -> Self {
        Node {
            sum,
            turn,
            edges: None,
        }
    }

    fn is_clear(&self) -> bool {
        match self.edges.as_deref() {
            Some([_]) => true,
            Some([first, ..]) if first.over && first.estimate > 0.0 => true,
            Some(edges) => !edges.is_empty() && edges.iter().all(|edge| edge.over),
            _ => false,
        }
    }
}

impl Edge {
    fn mean(&self) -> f64 {
        (self.total + self.estimate) / f64::from(self.visits + 1)
    }
}

impl GrownTree<'_> {
    /// Visits the root until the effort is spent or the choice is clear.
    fn grow(&mut self) -> Result<()> {
        // A position with one move, or with a win in sight, is clear.
        while !self.nodes[0].is_clear() {
            // A line to an end that is known costs effort, too.
            let visited = self.judge.count().and_then(|()| self.visit(0));
            match visited {
                Ok(_) => {}
                Err(Halt::Spent) => break,
                Err(Halt::Failed(error)) => return Err(error),
            }
        }
        Ok(())
    }

    /// Follows the most interesting moves to a new position, and says what
    /// the player to move may expect.
    fn visit(&mut self, node: usize) -> std::result::Result<f64, Halt> {
        let Some(edges) = &self.nodes[node].edges else {
            return self.expand(node);
        };
        let Some(chosen) = choose(edges) else {
            return Ok(expectation(self.judge.over()));
        };
        let edge = &edges[chosen];
        let result = match edge.to {
            _ if edge.over => edge.estimate,
            Some(to) => -self.visit(to)?,
            None => {
                let turn = -self.nodes[node].turn;
                let to = self.nodes.len();
                let edge = self.edge(node, chosen);
                edge.to = Some(to);
                let sum = edge.sum.take().unwrap_or_default();
                self.nodes.push(Node::new(sum, turn));
                -self.visit(to)?
            }
        };
        let edge = self.edge(node, chosen);
        edge.visits += 1;
        edge.total += result;
        Ok(result)
    }

    fn edge(&mut self, node: usize, edge: usize) -> &mut Edge {
        let edges = self.nodes[node].edges.as_mut();
        &mut edges.expect("only nodes that were looked at have edges")[edge]
    }

    /// Looks at all moves, and says what the best promises.
    fn expand(&mut self, node: usize) -> std::result::Result<f64, Halt> {
        if self.bytes > self.most_bytes {
            return Err(Halt::Spent);
        }
        let Node { sum, turn, .. } = &self.nodes[node];
        let mut children = self.judge.children(sum, *turn)?;
        children.sort_by_key(|child| (std::cmp::Reverse(child.estimate), child.number));
        children.truncate(WIDEST);
        let edges: Vec<Edge> = children
            .into_iter()
            .map(|child| Edge {
                number: child.number,
                sum: Some(child.sum),
                to: None,
                estimate: expectation(child.estimate),
                visits: 0,
                total: 0.0,
                over: child.estimate >= SEEN || child.estimate <= LOST,
            })
            .collect();
        let sums = edges.iter().flat_map(|edge| &edge.sum).flatten();
        let parts = sums.map(|part| size_of::<Component>() + part.outside_bytes());
        let lists = size_of::<Node>() + edges.len() * size_of::<Edge>();
        self.bytes += (lists + parts.sum::<usize>()) as u64;
        let best = match edges.first() {
            Some(edge) => edge.estimate,
            None => expectation(self.judge.over()),
        };
        self.nodes[node].edges = Some(edges);
        Ok(best)
    }

    /// What is certain because the game ends with the next move.
    fn end_at_once(&self) -> Option<Thought> {
        let edges = self.nodes[0].edges.as_ref()?;
        let ends = |win: bool| move |edge: &Edge| edge.over && (edge.estimate > 0.0) == win;
        if edges.iter().any(ends(true)) {
            return Some(Thought::sees(true, 1));
        }
        edges
            .iter()
            .all(ends(false))
            .then(|| Thought::sees(false, 1))
    }

    /// The move that ends the game with a win, else the one that was tried
    /// most, at the root; one that loses at once is the last choice.
    fn best(&self) -> Option<&Edge> {
        let edges = self.nodes[0].edges.as_ref()?;
        let wins = |edge: &&Edge| edge.over && edge.estimate > 0.0;
        let loses = |edge: &&Edge| edge.over && edge.estimate < 0.0;
        if let Some(winning) = edges.iter().find(wins) {
            return Some(winning);
        }
        let open = edges.iter().filter(|edge| !loses(edge)).count();
        let edges = edges.iter().filter(|edge| open == 0 || !loses(edge));
        edges.rev().max_by(|one, other| {
            let visits = one.visits.cmp(&other.visits);
            visits.then(one.mean().total_cmp(&other.mean()))
        })
    }
}

/// The move that is best, or not yet known well; more of them are looked at
/// the more often the position was visited.
fn choose(edges: &[Edge]) -> Option<usize> {
    let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
    let wide = 2 + f64::from(visits).sqrt() as usize;
    let root = f64::from(visits + 1).sqrt();
    let score = |edge: &Edge| edge.mean() + CURIOSITY * root / f64::from(edge.visits + 1);
    let scores = edges.iter().take(wide).map(score).enumerate();
    scores
        .rev()
        .max_by(|(_, one), (_, other)| one.total_cmp(other))
        .map(|(number, _)| number)
}

/// An estimate between -1 and 1.
fn expectation(estimate: i32) -> f64 {
    match estimate {
        SEEN.. => 1.0,
        ..=LOST => -1.0,
        _ => (f64::from(estimate) / CLEAR).tanh() * 0.99,
    }
}
