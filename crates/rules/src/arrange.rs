//! Where the vertices of a graph are drawn.

use crate::graph::Graph;
use crate::scene::SIDE;
use std::collections::VecDeque;

/// Vertices in columns and layers: the distance from the roots, and side by
/// side so that what hangs on one vertex stays together. In halves of a
/// square's side, columns first.
pub(crate) fn layers(graph: &Graph) -> Vec<[i32; 2]> {
    let n = graph.vertices.len();
    let mut near = vec![Vec::new(); n];
    for edge in &graph.edges {
        let [a, b] = edge.ends();
        near[a].push(b);
        near[b].push(a);
    }
    let mut depth = vec![None; n];
    let mut children = vec![Vec::new(); n];
    let mut order = Vec::with_capacity(n);
    let mut roots = Vec::new();
    for root in 0..n {
        if depth[root].is_some() {
            continue;
        }
        roots.push(root);
        depth[root] = Some(0);
        let mut queue = VecDeque::from([root]);
        while let Some(vertex) = queue.pop_front() {
            order.push(vertex);
            for &next in &near[vertex] {
                if depth[next].is_none() {
                    depth[next] = depth[vertex].map(|depth| depth + 1);
                    children[vertex].push(next);
                    queue.push_back(next);
                }
            }
        }
    }
    let mut columns = vec![0; n];
    let mut used = 0;
    let mut stack: Vec<usize> = roots.into_iter().rev().collect();
    while let Some(vertex) = stack.pop() {
        if children[vertex].is_empty() {
            columns[vertex] = used;
            used += 2;
        }
        stack.extend(children[vertex].iter().rev());
    }
    // Breadth first backwards: children before what they hang on.
    for &vertex in order.iter().rev() {
        if let (Some(&first), Some(&last)) = (children[vertex].first(), children[vertex].last()) {
            columns[vertex] = (columns[first] + columns[last]) / 2;
        }
    }
    (0..n)
        .map(|vertex| [columns[vertex], 2 * depth[vertex].unwrap_or(0)])
        .collect()
}

/// Points on a circle that touches the axes, about two sides apart.
pub(crate) fn circle(n: usize) -> Vec<[i32; 2]> {
    use std::f64::consts::TAU;
    let radius = (n as f64 * 1.6 / TAU).max(1.0) * f64::from(SIDE);
    (0..n)
        .map(|i| {
            let angle = TAU * i as f64 / n as f64 - TAU / 4.0;
            let on = |part: f64| (radius * (1.0 + part)).round() as i32 + SIDE / 2;
            [on(angle.cos()), on(angle.sin())]
        })
        .collect()
}
