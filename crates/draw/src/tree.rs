//! Game trees as an SVG picture.

use super::svg::framed;
use super::text::{coordinate, elide, text, width};
use std::fmt::Write;
use values::Player;

/// A node of a tree to draw. In a list every node comes before its options,
/// which are one deeper, Left's first.
pub struct TreeNode {
    /// How many moves below the root.
    pub depth: usize,
    /// Whose move led here.
    pub side: Option<Player>,
    /// The board, row by row.
    pub lines: Vec<String>,
    /// What is written under it.
    pub label: String,
    /// For pages: its number in the whole tree, and whether what is below it is
    /// left out.
    pub fold: Option<(usize, bool)>,
}

const CELL: f64 = 13.0;
const LABEL: f64 = 13.0;
const WIDEST_LABEL: f64 = 160.0;
/// Between boards, across and down.
const GAP: [f64; 2] = [16.0, 44.0];
const MARGIN: f64 = 12.0;

impl TreeNode {
    /// So many moves below the root, after a move of this player: a board, whose
    /// rows are parted by `/`, and what is written under it.
    #[must_use]
    pub fn new(depth: u32, side: Option<Player>, board: &str, label: &str) -> Self {
        TreeNode {
            depth: depth as usize,
            side,
            lines: board.split('/').map(str::to_owned).collect(),
            label: label.to_owned(),
            fold: None,
        }
    }

    fn columns(&self) -> usize {
        let lengths = self.lines.iter().map(|line| line.chars().count());
        lengths.max().unwrap_or(0)
    }

    fn width(&self) -> f64 {
        let label = width(&elide(&self.label, LABEL, WIDEST_LABEL), LABEL);
        (self.columns() as f64 * CELL).max(label)
    }

    fn height(&self) -> f64 {
        self.lines.len() as f64 * CELL + 1.5 * LABEL
    }
}

/// Where the nodes are.
struct Plan<'t> {
    nodes: &'t [TreeNode],
    children: Vec<Vec<usize>>,
    /// How wide each node is with all below it.
    spreads: Vec<f64>,
    middles: Vec<f64>,
    /// From the top of a node to that of its options.
    step: f64,
}

impl<'t> Plan<'t> {
    fn new(nodes: &'t [TreeNode]) -> Self {
        let mut children = vec![Vec::new(); nodes.len()];
        let mut above: Vec<usize> = Vec::new();
        for (place, node) in nodes.iter().enumerate() {
            above.truncate(node.depth);
            if let Some(&parent) = above.last() {
                children[parent].push(place);
            }
            above.push(place);
        }
        let mut plan = Plan {
            nodes,
            children,
            spreads: vec![0.0; nodes.len()],
            middles: vec![0.0; nodes.len()],
            step: nodes.iter().map(TreeNode::height).fold(0.0, f64::max) + GAP[1],
        };
        for place in (0..nodes.len()).rev() {
            let below = plan.below(place);
            plan.spreads[place] = nodes[place].width().max(below - GAP[0]);
        }
        if let Some(spread) = plan.spreads.first() {
            plan.middles[0] = MARGIN + spread / 2.0;
        }
        for place in 0..nodes.len() {
            let mut x = plan.middles[place] - (plan.below(place) - GAP[0]) / 2.0;
            for &child in &plan.children[place] {
                plan.middles[child] = x + plan.spreads[child] / 2.0;
                x += plan.spreads[child] + GAP[0];
            }
        }
        plan
    }

    /// How wide the options are, with a gap behind each.
    fn below(&self, place: usize) -> f64 {
        let children = self.children[place].iter();
        children.map(|&child| self.spreads[child] + GAP[0]).sum()
    }

    fn top(&self, place: usize) -> f64 {
        MARGIN + self.step * self.nodes[place].depth as f64
    }

    /// The line from a node to an option.
    fn line(&self, parent: usize, child: usize, out: &mut String) {
        let dashes = match self.nodes[child].side {
            Some(Player::Right) => r#" stroke-dasharray="4 3""#,
            _ => "",
        };
        let _ = writeln!(
            out,
            r##"<path d="M{} {}L{} {}" stroke="#555" stroke-width="0.8"{dashes}/>"##,
            coordinate(self.middles[parent]),
            coordinate(self.top(parent) + self.nodes[parent].height() + 2.0),
            coordinate(self.middles[child]),
            coordinate(self.top(child) - 3.0),
        );
    }

    /// Draws every node behind what is below it.
    fn draw(&self, out: &mut String) {
        // A node, and how many of its options are drawn.
        let mut stack = vec![(0, 0)];
        while let Some((place, drawn)) = stack.last_mut() {
            let parent = *place;
            if let Some(&child) = self.children[parent].get(*drawn) {
                *drawn += 1;
                stack.push((child, 0));
                continue;
            }
            board(
                &self.nodes[parent],
                self.middles[parent],
                self.top(parent),
                out,
            );
            stack.pop();
            if let Some(&(above, _)) = stack.last() {
                self.line(above, parent, out);
            }
        }
    }
}

/// Draws a tree from the top down: Left's moves are solid lines, Right's are
/// dashed. The result depends on nothing but the tree.
#[must_use]
pub fn tree(nodes: &[TreeNode]) -> String {
    let Some(root) = nodes.first() else {
        return String::new();
    };
    let plan = Plan::new(nodes);
    let mut body = String::new();
    plan.draw(&mut body);
    let deepest = nodes.iter().map(|node| node.depth).max().unwrap_or(0);
    let height = plan.step * (deepest + 1) as f64 - GAP[1] + 2.0 * MARGIN;
    let title = format!("The game tree of {}", root.lines.join("/"));
    let about = "Left's moves are solid lines, Right's are dashed.";
    framed(&title, about, plan.spreads[0] + 2.0 * MARGIN, height, &body)
}

/// A node; for pages as one thing that can be clicked.
fn board(node: &TreeNode, middle: f64, top: f64, out: &mut String) {
    let Some((number, folded)) = node.fold else {
        return squares(node, middle, top, out);
    };
    let _ = writeln!(
        out,
        r#"<g class="node" data-node="{number}" data-folded="{folded}">"#
    );
    // Wide enough for a finger, and seen under what is drawn on it.
    let width = node.width() + 8.0;
    let _ = writeln!(
        out,
        r#"<rect class="fold" x="{}" y="{}" width="{}" height="{}" rx="4" fill="{}"/>"#,
        coordinate(middle - width / 2.0),
        coordinate(top - 3.0),
        coordinate(width),
        coordinate(node.height() + 5.0),
        if folded { "#fbe3b5" } else { "#fff" },
    );
    squares(node, middle, top, out);
    out.push_str("</g>\n");
}

fn squares(node: &TreeNode, middle: f64, top: f64, out: &mut String) {
    let corner = middle - node.columns() as f64 * CELL / 2.0;
    for (row, line) in node.lines.iter().enumerate() {
        for (column, piece) in line.chars().enumerate() {
            let (x, y) = (corner + column as f64 * CELL, top + row as f64 * CELL);
            let fill = if piece == '#' { "#999" } else { "none" };
            let _ = writeln!(
                out,
                r##"<rect x="{}" y="{}" width="{CELL}" height="{CELL}" stroke="#aaa" stroke-width="0.6" fill="{fill}"/>"##,
                coordinate(x),
                coordinate(y),
            );
            if !matches!(piece, '.' | '#') {
                let at = (x + CELL / 2.0, y + 0.8 * CELL);
                text(&piece.to_string(), at, 0.8 * CELL, "#000", out);
            }
        }
    }
    let at = (middle, top + node.lines.len() as f64 * CELL + 1.1 * LABEL);
    text(
        &elide(&node.label, LABEL, WIDEST_LABEL),
        at,
        LABEL,
        "#000",
        out,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_has_its_boards_and_labels() {
        let leaf = |side| TreeNode::new(1, Some(side), ".#", "0");
        let root = TreeNode::new(0, None, "BW", "∗");
        let picture = tree(&[root, leaf(Player::Left), leaf(Player::Right)]);
        assert!(picture.starts_with("<?xml") && picture.ends_with("</svg>\n"));
        assert_eq!(picture.matches("<path").count(), 2);
        assert_eq!(picture.matches("stroke-dasharray").count(), 1);
        assert_eq!(picture.matches("<rect").count(), 1 + 6);
    }

    #[test]
    fn nodes_of_a_page_can_be_clicked() {
        let mut root = TreeNode::new(0, None, "BW", "∗");
        root.fold = Some((3, true));
        let picture = tree(&[root]);
        assert!(picture.contains(r#"data-node="3" data-folded="true""#));
        assert_eq!(picture.matches("<g class=\"node\"").count(), 1);
    }

    /// As deep as no machine stack is.
    #[test]
    fn deep_trees_are_drawn() {
        let chain = (0..50_000).map(|depth| TreeNode::new(depth, Some(Player::Left), "", "0"));
        let picture = tree(&chain.collect::<Vec<_>>());
        assert_eq!(picture.matches("<path").count(), 49_999);
    }
}
