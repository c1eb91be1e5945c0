//! `legatus tree`: the game tree of a small position.

use clap::Args;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::sync::Arc;
use values::{Arena, Budget, Notation, Player};

use super::question::{Desk, Subject, plain};
use super::{Exit, Limits, Stop, json};
use crate::calc::FailureKind;
use crate::draw;
use positions::{Board, Solvers, Sum};

/// Show the game tree of a small position
///
/// Each node is a board with its value; the options of both players are
/// below it, Left's first.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus tree clobber XXO
  legatus tree legionnaires 2x3 --svg tree.svg
  legatus tree domineering 4x4 --depth 1
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

    /// Print a JSON object: position, value, left and right (lists of the
    /// same; null where --depth ends)
    #[arg(long, conflicts_with = "svg")]
    json: bool,

    #[command(flatten)]
    pub(super) limits: Limits,
}

/// A node: how it was reached, its board, its value and its options.
pub struct Node {
    board: Arc<dyn Board>,
    pub player: Option<Player>,
    pub text: String,
    pub value: String,
    pub depth: u32,
    /// Nothing if it was not looked at.
    pub children: Option<Vec<Node>>,
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
            let mut nodes = 0;
            let grown = desk.working(|_, arena| {
                self.grow(board, None, 0, &mut nodes, arena.budget())
            })?;
            let Some(mut tree) = grown else {
                let message = format!(
                    "the tree has more than {} nodes; see --depth and --most",
                    self.most
                );
                return Err(plain(FailureKind::Limit, message).into());
            };
            desk.working(|solvers, arena| self.evaluate(solvers, arena, &mut tree))?;
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

    fn notation(&self) -> Notation {
        match self.json {
            true => Notation::Ascii,
            false => Notation::Unicode,
        }
    }

    /// The tree from here, without values; nothing if it is too large. The
    /// recursion is as deep as the tree, which has at most `most` nodes.
    fn grow(
        &self,
        board: &Arc<dyn Board>,
        player: Option<Player>,
        depth: u32,
        nodes: &mut u16,
        budget: &Budget,
    ) -> values::Result<Option<Node>> {
        if *nodes == self.most {
            return Ok(None);
        }
        *nodes += 1;
        let mut node = Node {
            board: Arc::clone(board),
            player,
            text: board.text(),
            value: String::new(),
            depth,
            children: None,
        };
        if depth >= self.depth {
            return Ok(Some(node));
        }
        let mut children = Vec::new();
        for player in Player::BOTH {
            let mut seen: Vec<String> = Vec::new();
            for (_, after) in board.moves(player, budget)? {
                let text = after.text();
                if seen.contains(&text) {
                    continue;
                }
                seen.push(text);
                match self.grow(&after, Some(player), depth + 1, nodes, budget)? {
                    Some(child) => children.push(child),
                    None => return Ok(None),
                }
            }
        }
        node.children = Some(children);
        Ok(Some(node))
    }

    /// Adds the values.
    fn evaluate(
        &self,
        solvers: &mut Solvers,
        arena: &mut Arena,
        node: &mut Node,
    ) -> values::Result<()> {
        let value = Sum::from(Arc::clone(&node.board)).value(solvers, arena)?;
        node.value = arena.text(value, self.notation())?;
        for child in node.children.iter_mut().flatten() {
            self.evaluate(solvers, arena, child)?;
        }
        Ok(())
    }
}

impl Node {
    fn children(&self) -> impl DoubleEndedIterator<Item = &Node> {
        self.children.iter().flatten()
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
            json::string(&self.value),
            options(Player::Left),
            options(Player::Right),
        )
    }

    fn picture(&self) -> draw::Tree {
        draw::Tree {
            side: self.player,
            lines: self.text.split('/').map(str::to_owned).collect(),
            label: self.value.clone(),
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
        let _ = writeln!(text, "{indent}{side}{}  = {}", node.text, node.value);
        stack.extend(node.children().rev());
    }
    text
}
