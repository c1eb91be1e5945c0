//! `legatus tree`: the game tree of a small position.

use clap::Args;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::sync::Arc;
use values::{Arena, Notation, Player};

use super::question::{Desk, Subject, plain};
use super::{Exit, Limits, Stop};
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
  legatus tree domineering 4x4 --depth 1")]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,

    /// Draw into a file; `-` is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,

    /// Show so many moves deep
    #[arg(long, value_name = "MOVES", default_value_t = u32::MAX, hide_default_value = true)]
    depth: u32,

    /// Stop with an error if there are more nodes than this
    #[arg(long, value_name = "NODES", default_value_t = 500)]
    most: usize,

    #[command(flatten)]
    limits: Limits,
}

/// A node: how it was reached, its board, its value and its options.
pub struct Node {
    pub player: Option<Player>,
    pub text: String,
    pub value: String,
    pub depth: u32,
    pub children: Vec<Node>,
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let desk = Desk::new(&self.limits, false)?;
        desk.ask(&self.subject, out, &mut |desk, sum, _, out| {
            let Some(board) = sum.board() else {
                let message = "a tree needs a game and a position".to_owned();
                return Err(plain(FailureKind::Domain, message).into());
            };
            sum.finite()?;
            let mut nodes = 0;
            let tree = desk
                .working(|solvers, arena| self.grow(solvers, arena, board, None, 0, &mut nodes))?;
            let Some(tree) = tree else {
                let message = format!(
                    "the tree has more than {} nodes; see --depth and --most",
                    self.most
                );
                return Err(plain(FailureKind::Limit, message).into());
            };
            match self.svg.as_deref() {
                None => out.write_all(text(&tree).as_bytes())?,
                Some("-") => out.write_all(draw::tree(&tree.picture()).as_bytes())?,
                Some(file) => fs::write(file, draw::tree(&tree.picture()))
                    .map_err(|error| Stop::file(file, &error))?,
            }
            Ok(Exit::Answered)
        })
    }

    /// The tree from here; nothing if it is too large. The recursion is as
    /// deep as the tree, which has at most `most` nodes.
    fn grow(
        &self,
        solvers: &mut Solvers,
        arena: &mut Arena,
        board: &Arc<dyn Board>,
        player: Option<Player>,
        depth: u32,
        nodes: &mut usize,
    ) -> values::Result<Option<Node>> {
        *nodes += 1;
        if *nodes > self.most.min(MOST) {
            return Ok(None);
        }
        let value = Sum::from(Arc::clone(board)).value(solvers, arena)?;
        let mut node = Node {
            player,
            text: board.text(),
            value: arena.text(value, Notation::Unicode)?,
            depth,
            children: Vec::new(),
        };
        if depth >= self.depth {
            return Ok(Some(node));
        }
        for player in Player::BOTH {
            let mut seen: Vec<String> = Vec::new();
            for (_, after) in board.moves(player) {
                let text = after.text();
                if seen.contains(&text) {
                    continue;
                }
                seen.push(text);
                match self.grow(solvers, arena, &after, Some(player), depth + 1, nodes)? {
                    Some(child) => node.children.push(child),
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(node))
    }
}

/// Bounds the recursion.
const MOST: usize = 5000;

impl Node {
    fn picture(&self) -> draw::Tree {
        draw::Tree {
            side: self.player,
            lines: self.text.split('/').map(str::to_owned).collect(),
            label: self.value.clone(),
            children: self.children.iter().map(Node::picture).collect(),
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
        stack.extend(node.children.iter().rev());
    }
    text
}
