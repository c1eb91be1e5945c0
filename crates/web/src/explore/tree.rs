//! Game trees as pictures.

use axum::response::Response;
use calc::Calculator;
use serde::{Deserialize, Serialize};
use values::Budget;

use super::super::fault::Fault;
use super::super::inquiry::Inquiry;
use super::super::picture::svg;
use super::super::task::Task;
use super::subject::Subject;

/// A page shows no more boards.
const MOST: u16 = 400;
/// And not deeper than this.
const DEEPEST: u32 = 40;

/// `GET /api/v1/tree.svg?game=&position=&depth=&folded=`: the game tree as a
/// picture; what is below the nodes in `folded` is left out.
pub async fn tree(inquiry: Inquiry) -> Result<Response, Fault> {
    let parameters = inquiry.only(&["game", "position", "depth", "folded", "seconds", "watch"])?;
    let depth = parameters.get("depth").unwrap_or("2").parse().ok();
    let depth = depth.filter(|depth| *depth <= DEEPEST).ok_or_else(|| {
        Fault::bad(
            "depth is no number of moves",
            format!("ask for 0 to {DEEPEST}"),
        )
    })?;
    let folded = parameters.get("folded").unwrap_or("").split(',');
    let folded = folded.filter(|word| !word.is_empty()).map(str::parse);
    let folded = folded.collect::<Result<_, _>>();
    let task = DrawTree {
        subject: Subject::read(parameters)?,
        depth,
        folded: folded.map_err(|_| Fault::bad("folded is a list of numbers", "write 1,4"))?,
    };
    Ok(svg(inquiry.run(task).await?))
}

/// The drawing of a tree.
#[derive(Serialize, Deserialize)]
pub struct DrawTree {
    subject: Subject,
    depth: u32,
    /// The nodes, in the order of the tree, whose options are not shown.
    folded: Vec<usize>,
}

impl Task for DrawTree {
    /// SVG.
    type Answer = String;

    fn run(self, budget: &Budget) -> Result<String, Fault> {
        let mut calculator = Calculator::new(budget.clone());
        let sum = self.subject.sum(&mut calculator)?;
        let mut desk = ask::Desk::new(budget.clone());
        let options = ask::TreeOptions {
            depth: self.depth,
            most: MOST,
            notation: values::Notation::Unicode,
        };
        let tree = ask::tree(&mut desk, &sum, &options);
        let tree = tree.map_err(|trouble| Fault::unanswered(&trouble.into_failure()))?;
        Ok(draw::tree(&self.unfolded(&tree.nodes)))
    }
}

impl DrawTree {
    /// What is shown: nothing below a node that is folded.
    fn unfolded(&self, nodes: &[ask::TreeNode]) -> Vec<draw::TreeNode> {
        let mut shown = Vec::with_capacity(nodes.len());
        let mut hidden_below: Option<u32> = None;
        for (number, node) in nodes.iter().enumerate() {
            match hidden_below {
                Some(depth) if node.depth > depth => continue,
                _ => hidden_below = None,
            }
            let folded = self.folded.contains(&number);
            if folded {
                hidden_below = Some(node.depth);
            }
            let more = nodes
                .get(number + 1)
                .is_some_and(|next| next.depth > node.depth);
            shown.push(draw::TreeNode {
                fold: more.then_some((number, folded)),
                ..draw::TreeNode::new(node.depth, node.player, &node.text, node.label())
            });
        }
        shown
    }
}
