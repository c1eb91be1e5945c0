//! Game trees as an SVG picture.

use super::svg::framed;
use super::text::{coordinate, elide, text, width};
use std::fmt::Write;
use values::Player;

/// A node of a tree to draw.
pub struct Tree {
    /// Whose move led here.
    pub side: Option<Player>,
    /// The board, row by row.
    pub lines: Vec<String>,
    /// What is written under it.
    pub label: String,
    /// The options, Left's first.
    pub children: Vec<Tree>,
}

const CELL: f64 = 13.0;
const LABEL: f64 = 13.0;
const WIDEST_LABEL: f64 = 160.0;
const GAP: f64 = 16.0;
const DROP: f64 = 44.0;
const MARGIN: f64 = 12.0;

impl Tree {
    fn columns(&self) -> usize {
        let lengths = self.lines.iter().map(|line| line.chars().count());
        lengths.max().unwrap_or(0)
    }

    fn own_width(&self) -> f64 {
        let label = width(&elide(&self.label, LABEL, WIDEST_LABEL), LABEL);
        (self.columns() as f64 * CELL).max(label)
    }

    fn height(&self) -> f64 {
        self.lines.len() as f64 * CELL + 1.5 * LABEL
    }

    fn spread(&self) -> f64 {
        let children: f64 = self.children.iter().map(|c| c.spread() + GAP).sum();
        self.own_width().max(children - GAP)
    }

    fn depth(&self) -> usize {
        1 + self.children.iter().map(Tree::depth).max().unwrap_or(0)
    }

    fn tallest(&self) -> f64 {
        let below = self.children.iter().map(Tree::tallest);
        below.fold(self.height(), f64::max)
    }
}

/// Draws a tree from the top down: Left's moves are solid lines, Right's are
/// dashed. The result depends on nothing but the tree.
#[must_use]
pub fn tree(root: &Tree) -> String {
    let step = root.tallest() + DROP;
    let mut body = String::new();
    place(root, MARGIN, MARGIN, step, &mut body);
    let height = step * root.depth() as f64 - DROP + 2.0 * MARGIN;
    let title = format!("The game tree of {}", root.lines.join("/"));
    let about = "Left's moves are solid lines, Right's are dashed.";
    framed(&title, about, root.spread() + 2.0 * MARGIN, height, &body)
}

/// Draws what is below `node`, from `left` on, and gives the middle of the node.
fn place(node: &Tree, left: f64, top: f64, step: f64, out: &mut String) -> f64 {
    let middle = left + node.spread() / 2.0;
    let below: f64 = node.children.iter().map(|c| c.spread() + GAP).sum();
    let mut x = middle - (below - GAP) / 2.0;
    for child in &node.children {
        let to = place(child, x, top + step, step, out);
        let dashes = match child.side {
            Some(Player::Right) => r#" stroke-dasharray="4 3""#,
            _ => "",
        };
        let _ = writeln!(
            out,
            r##"<path d="M{} {}L{} {}" stroke="#555" stroke-width="0.8"{dashes}/>"##,
            coordinate(middle),
            coordinate(top + node.height() + 2.0),
            coordinate(to),
            coordinate(top + step - 3.0),
        );
        x += child.spread() + GAP;
    }
    board(node, middle, top, out);
    middle
}

fn board(node: &Tree, middle: f64, top: f64, out: &mut String) {
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
        let leaf = |side| Tree {
            side: Some(side),
            lines: vec![".#".into()],
            label: "0".into(),
            children: Vec::new(),
        };
        let picture = tree(&Tree {
            side: None,
            lines: vec!["BW".into()],
            label: "∗".into(),
            children: vec![leaf(Player::Left), leaf(Player::Right)],
        });
        assert!(picture.starts_with("<?xml") && picture.ends_with("</svg>\n"));
        assert_eq!(picture.matches("<path").count(), 2);
        assert_eq!(picture.matches("stroke-dasharray").count(), 1);
        assert_eq!(picture.matches("<rect").count(), 1 + 6);
    }
}
