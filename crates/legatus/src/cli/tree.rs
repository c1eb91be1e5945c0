//! `legatus tree`: the game tree of a small position.

use clap::Args;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::sync::Arc;
use values::{Arena, Budget, Player};

use super::question::{Desk, Subject, plain};
use super::{Exit, Limits, Printing, Stop, json};
use crate::calc::FailureKind;
use crate::draw;
use positions::{Board, Solvers, Sum};

/// Show the game tree of a small position
///
/// Each node is a board with its value; the options of both players are
/// below it, Left's first. Values are found from the smallest positions up,
/// as far as 100000 positions lead; a larger one has `?` in its place.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus tree clobber XXO
  legatus tree legionnaires 2x3 --svg tree.svg
  legatus tree domineering 4x4 --depth 1 --notation unicode
  legatus tree clobber XO --json")]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,

    /// Draw into a file; `-` is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,

    /// Show so many moves deep
    #[arg(long, value_name = "MOVES", default_value_t = u32::MAX, hide_default_value = true)]
    depth: u32,

    /// Stop with an error if there are more nodes than this, at most 5000
    #[arg(long, value_name = "NODES", default_value_t = 500, value_parser = clap::value_parser!(u16).range(1..=5000))]
    most: u16,

    /// Print a JSON object: position, value (null if it was not found), left
    /// and right (lists of the same; null where --depth ends)
    #[arg(long, conflicts_with = "svg")]
    json: bool,

    #[command(flatten)]
    printing: Printing,

    #[command(flatten)]
    pub(super) limits: Limits,
}

/// Values of positions that take more than so many others are left out.
const MOST_POSITIONS: u64 = 100_000;

/// A node: how it was reached, its board, its value and its options.
pub struct Node {
    board: Arc<dyn Board>,
    pub player: Option<Player>,
    pub text: String,
    /// Nothing if it takes too long to find.
    pub value: Option<String>,
    pub depth: u32,
    /// Nothing if it was not looked at.
    pub children: Option<Vec<Node>>,
}

/// A node, and the options that are not below it yet, the next at the end.
struct Open {
    node: Node,
    todo: Vec<(Player, Arc<dyn Board>)>,
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let desk = Desk::new(&self.limits, self.json)?;
        desk.ask(&self.subject, out, &mut |desk, sum, _, out| {
            let Some(board) = sum.board() else {
                let message = "a tree needs a game and a position".to_owned();
                return Err(plain(FailureKind::Domain, message).into());
            };
            sum.finite()?;
            let grown = desk.working(|_, arena| self.grow(board, arena.budget()))?;
            let Some(mut tree) = grown else {
                let message = format!(
                    "the tree has more than {} nodes; see --depth and --most",
                    self.most
                );
                return Err(plain(FailureKind::Limit, message).into());
            };
            desk.working(|_, arena| {
                // A count of its own, and values that no other question needs.
                let budget = arena.budget().clone().with_steps(MOST_POSITIONS);
                let mut arena = Arena::with_budget(budget);
                self.evaluate(&mut Solvers::default(), &mut arena, &mut tree)
            })?;
            match self.svg.as_deref() {
                None if self.json => writeln!(out, "{}", tree.object())?,
                None => out.write_all(text(&tree).as_bytes())?,
                Some("-") => out.write_all(draw::tree(&tree.picture()).as_bytes())?,
                Some(file) => fs::write(file, draw::tree(&tree.picture()))
                    .map_err(|error| Stop::file(file, &error))?,
            }
            Ok(Exit::Answered)
        })
    }

    /// The tree from here, without values; nothing if it is too large. Depth
    /// first with an explicit stack: a tree may be as deep as it is large.
    fn grow(&self, root: &Arc<dyn Board>, budget: &Budget) -> values::Result<Option<Node>> {
        let mut nodes = 1;
        let mut stack = vec![self.open(root, None, 0, budget)?];
        loop {
            let open = stack.last_mut().expect("a node to finish");
            if let Some((player, board)) = open.todo.pop() {
                if nodes == self.most {
                    return Ok(None);
                }
                nodes += 1;
                let depth = open.node.depth + 1;
                stack.push(self.open(&board, Some(player), depth, budget)?);
                continue;
            }
            let done = stack.pop().expect("the node at hand").node;
            match stack.last_mut() {
                Some(parent) => parent.node.children.get_or_insert_default().push(done),
                None => return Ok(Some(done)),
            }
        }
    }

    /// A node whose options are to be looked at, unless it is too deep.
    fn open(
        &self,
        board: &Arc<dyn Board>,
        player: Option<Player>,
        depth: u32,
        budget: &Budget,
    ) -> values::Result<Open> {
        let mut todo = Vec::new();
        for player in Player::BOTH.into_iter().filter(|_| depth < self.depth) {
            let mut seen = HashSet::new();
            for (_, after) in board.moves(player, budget)? {
                if seen.insert(after.text()) {
                    todo.push((player, after));
                }
            }
        }
        todo.reverse();
        let node = Node {
            board: Arc::clone(board),
            player,
            text: board.text(),
            value: None,
            depth,
            children: (depth < self.depth).then(Vec::new),
        };
        Ok(Open { node, todo })
    }

    /// Adds the values, those of options before those of the positions they
    /// are options of; none after the limits are met.
    fn evaluate(
        &self,
        solvers: &mut Solvers,
        arena: &mut Arena,
        root: &mut Node,
    ) -> values::Result<()> {
        // Every node comes before its children here.
        let mut boards = Vec::new();
        let mut stack = vec![&*root];
        while let Some(node) = stack.pop() {
            boards.push(Arc::clone(&node.board));
            stack.extend(node.children().rev());
        }
        let mut values = Vec::with_capacity(boards.len());
        for board in boards.into_iter().rev() {
            let value = Sum::from(board).value(solvers, arena);
            let text = value.and_then(|value| arena.text(value, self.printing.notation));
            values.push(match text {
                Ok(text) => Some(text),
                Err(error) if error.is_limit() => None,
                Err(error) => return Err(error),
            });
        }
        let mut stack = vec![root];
        while let Some(node) = stack.pop() {
            node.value = values.pop().flatten();
            stack.extend(node.children.iter_mut().flatten().rev());
        }
        Ok(())
    }
}

impl Node {
    fn children(&self) -> impl DoubleEndedIterator<Item = &Node> {
        self.children.iter().flatten()
    }

    fn label(&self) -> &str {
        self.value.as_deref().unwrap_or("?")
    }

    fn object(&self) -> String {
        let options = |player| match &self.children {
            Some(children) => {
                let side = children.iter().filter(|child| child.player == Some(player));
                let objects: Vec<String> = side.map(Node::object).collect();
                format!("[{}]", objects.join(","))
            }
            None => "null".to_owned(),
        };
        format!(
            "{{\"position\":{},\"value\":{},\"left\":{},\"right\":{}}}",
            json::string(&self.text),
            self.value.as_deref().map_or("null".into(), json::string),
            options(Player::Left),
            options(Player::Right),
        )
    }

    fn picture(&self) -> draw::Tree {
        draw::Tree {
            side: self.player,
            lines: self.text.split('/').map(str::to_owned).collect(),
            label: self.label().to_owned(),
            children: self.children().map(Node::picture).collect(),
        }
    }
}

fn text(tree: &Node) -> String {
    let mut text = String::new();
    let mut stack = vec![tree];
    while let Some(node) = stack.pop() {
        let indent = "  ".repeat(node.depth as usize);
        let side = node
            .player
            .map_or(String::new(), |player| format!("{player}: "));
        // Writing to memory does not fail.
        let _ = writeln!(text, "{indent}{side}{}  = {}", node.text, node.label());
        stack.extend(node.children().rev());
    }
    text
}
