//! A partial order as layers joined by lines.

use std::fmt::Write;

use super::svg::framed;
use super::text::{coordinate, text, width};

const SIZE: f64 = 12.0;
const LAYER: f64 = 64.0;
const GAP: f64 = 18.0;

/// Draws nodes from top to bottom, each below those that cover it; a line
/// joins the pairs of places in `covers`, the first of which is above. No node
/// may be above one before it.
///
/// ```
/// let nodes = ["1".to_owned(), "a".to_owned()];
/// let svg = draw::order("A chain of two", &nodes, &[(0, 1)]);
/// assert!(svg.contains("<title>A chain of two</title>"));
/// ```
#[must_use]
pub fn order(title: &str, nodes: &[String], covers: &[(usize, usize)]) -> String {
    let mut layers = vec![0; nodes.len()];
    for node in 0..nodes.len() {
        let above = covers.iter().filter(|(_, below)| *below == node);
        layers[node] = above
            .map(|(above, _)| layers[*above] + 1)
            .max()
            .unwrap_or(0);
    }
    let rows = layers.iter().max().map_or(0, |last| last + 1);
    let rank = &layers;
    let row = |layer: usize| (0..nodes.len()).filter(move |&node| rank[node] == layer);
    let widths: Vec<f64> = nodes.iter().map(|node| width(node, SIZE) + GAP).collect();
    let length = |layer: usize| row(layer).map(|node| widths[node]).sum::<f64>();
    let widest = (0..rows).map(length).fold(120.0, f64::max) + 2.0 * GAP;
    let mut places = vec![(0.0, 0.0); nodes.len()];
    for layer in 0..rows {
        let mut x = (widest - length(layer)) / 2.0;
        for node in row(layer) {
            places[node] = (x + widths[node] / 2.0, LAYER * (layer as f64 + 0.6));
            x += widths[node];
        }
    }
    let mut body = String::new();
    for &(above, below) in covers {
        let ((x1, y1), (x2, y2)) = (places[above], places[below]);
        let _ = writeln!(
            body,
            r##"<path d="M{} {}L{} {}" stroke="#777"/>"##,
            coordinate(x1),
            coordinate(y1 + 6.0),
            coordinate(x2),
            coordinate(y2 - 14.0),
        );
    }
    for (node, &place) in nodes.iter().zip(&places) {
        text(node, place, SIZE, "#000", &mut body);
    }
    let about = "What stands higher divides what it is joined with below.";
    framed(title, about, widest, LAYER * (rows as f64 + 0.4), &body)
}
