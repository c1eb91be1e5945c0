//! Moves on a graph.

use super::letters::{GONE, GROUND, Letters, letter};
use super::rule::{Change, Condition, Fact, New, Rule, What};
use crate::Flow;
use crate::graph::{DOWN, Edge, Graph, ONE_WAY};
use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;

/// A position in the course of a turn: what went is still there, marked as
/// [`GONE`], so that everything keeps its number.
type Course = Graph;

/// Where a rule is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Site {
    Vertex(usize),
    Edge(usize),
    Along { edge: usize, ends: [usize; 2] },
}

/// A rule applied: a part of a turn.
#[derive(Clone, Debug)]
pub(super) struct Step {
    rule: usize,
    site: Site,
}

/// Who has a move, and where it leads.
pub(super) struct Play<'r> {
    letters: &'r Letters,
    rules: &'r [Rule],
    /// For each rule, what is written behind a move that another rule writes
    /// alike.
    primes: &'r [usize],
}

/// The position after a turn.
pub(super) struct Reached {
    course: Course,
}

impl Reached {
    /// The position, and for each of its vertices the number it had.
    pub fn position(&self) -> (Graph, Vec<usize>) {
        let vertices = &self.course.vertices;
        let alive: Vec<usize> = (0..vertices.len())
            .filter(|v| vertices[*v] != GONE)
            .collect();
        let there = |edge: &&Edge| edge.label != GONE;
        let kept = Graph {
            vertices: vertices.clone(),
            edges: self.course.edges.iter().filter(there).copied().collect(),
        }
        .renumbered(&alive);
        let order = kept.text_order();
        let from = order.iter().map(|place| alive[*place]).collect();
        (kept.renumbered(&order), from)
    }
}

impl<'r> Play<'r> {
    pub fn new(letters: &'r Letters, rules: &'r [Rule], primes: &'r [usize]) -> Self {
        Play {
            letters,
            rules,
            primes,
        }
    }

    /// Calls `each` with every turn and where it leads.
    pub fn turns(&self, graph: &Graph, each: &mut dyn FnMut(&[Step], &Reached) -> Flow) -> Flow {
        self.go_on(graph, &mut Vec::new(), &mut HashSet::new(), each)
    }

    /// The turns that begin with some steps; `seen` are the courses that were
    /// gone on from.
    fn go_on(
        &self,
        course: &Course,
        steps: &mut Vec<Step>,
        seen: &mut HashSet<Course>,
        each: &mut dyn FnMut(&[Step], &Reached) -> Flow,
    ) -> Flow {
        let near = Neighbours::of(course);
        for (number, rule) in self.rules.iter().enumerate() {
            self.sites(rule, course, &mut |site| {
                let Some(after) = self.applied(rule, course, &near, site) else {
                    return ControlFlow::Continue(());
                };
                steps.push(Step { rule: number, site });
                let flow = match rule.again && vertices(&after) < vertices(course) {
                    true if seen.insert(after.clone()) => self.go_on(&after, steps, seen, each),
                    true => ControlFlow::Continue(()),
                    false => each(steps, &Reached { course: after }),
                };
                steps.pop();
                flow
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Where a rule may be applied, conditions apart.
    fn sites(&self, rule: &Rule, course: &Course, each: &mut dyn FnMut(Site) -> Flow) -> Flow {
        match &rule.what {
            What::Vertex(change) => {
                for (vertex, label) in course.vertices.iter().enumerate() {
                    if new_of(change, *label).is_some() {
                        each(Site::Vertex(vertex))?;
                    }
                }
            }
            What::Edge(change) => {
                for (number, edge) in course.edges.iter().enumerate() {
                    if new_of(change, edge.label).is_some() {
                        each(Site::Edge(number))?;
                    }
                }
            }
            What::Along { edge, tail, head } => {
                for (number, link) in course.edges.iter().enumerate() {
                    if new_of(edge, link.label).is_none() || link.upper == link.lower {
                        continue;
                    }
                    let [lower, upper] = link.ends();
                    let up = !self.letters.directed || link.label & DOWN == 0;
                    let down = !self.letters.directed || link.label & DOWN != 0;
                    for (way, ends) in [(up, [lower, upper]), (down, [upper, lower])] {
                        let [from, to] = ends.map(|end| course.vertices[end]);
                        let fits = new_of(tail, from).is_some() && new_of(head, to).is_some();
                        // The same from both ends is told once.
                        let told = up && ends == [upper, lower] && tail == head;
                        if way && fits && !told {
                            each(Site::Along { edge: number, ends })?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// What a rule makes of a course, if its conditions hold and it changes
    /// something.
    fn applied(
        &self,
        rule: &Rule,
        course: &Course,
        near: &Neighbours,
        site: Site,
    ) -> Option<Course> {
        let (before, behind): (Vec<&Condition>, Vec<&Condition>) = rule
            .conditions
            .iter()
            .partition(|condition| condition.what != Fact::Loose);
        if let Site::Vertex(vertex) = site {
            let beside = |set: u64| {
                let labels = near.of[vertex].iter().map(|v| course.vertices[*v]);
                labels
                    .into_iter()
                    .any(|label| label != GROUND && set >> label & 1 != 0)
            };
            let holds = |condition: &&&Condition| {
                condition.wanted
                    == match condition.what {
                        Fact::Beside(set) => beside(set),
                        _ => near.of[vertex].is_empty(),
                    }
            };
            if !before.iter().all(|condition| holds(&condition)) {
                return None;
            }
        }
        let mut after = course.clone();
        match (&rule.what, site) {
            (What::Vertex(change), Site::Vertex(vertex)) => {
                change_vertex(&mut after, vertex, change);
                for &neighbour in &near.of[vertex] {
                    change_vertex(&mut after, neighbour, &rule.around);
                }
            }
            (What::Edge(change), Site::Edge(number)) => {
                change_edge(&mut after, number, change);
                let [lower, upper] = course.edges[number].ends();
                change_vertex(&mut after, lower, &rule.around);
                if lower != upper {
                    change_vertex(&mut after, upper, &rule.around);
                }
            }
            (What::Along { edge, tail, head }, Site::Along { edge: number, ends }) => {
                change_edge(&mut after, number, edge);
                change_vertex(&mut after, ends[0], tail);
                change_vertex(&mut after, ends[1], head);
            }
            _ => return None,
        }
        if rule.alone_gone {
            take_alone(course, &mut after);
        }
        if rule.loose_gone {
            for vertex in loose(&after) {
                take_vertex(&mut after, vertex);
            }
        }
        let is_loose = !behind.is_empty() && !loose(&after).is_empty();
        let allowed = behind.iter().all(|condition| condition.wanted == is_loose);
        (allowed && after != *course).then_some(after)
    }

    /// The words for a turn that begins at a position.
    pub fn words<'a>(&'a self, graph: &'a Graph, steps: &'a [Step]) -> Words<'a> {
        Words {
            play: self,
            graph,
            steps,
        }
    }
}

/// A turn in words: what is pointed at, and what becomes of it.
pub(super) struct Words<'a> {
    play: &'a Play<'a>,
    graph: &'a Graph,
    steps: &'a [Step],
}

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.play.letters;
        for (place, step) in self.steps.iter().enumerate() {
            if place > 0 {
                f.write_str(", ")?;
            }
            let rule = &self.play.rules[step.rule];
            match (&rule.what, step.site) {
                (What::Vertex(change), Site::Vertex(vertex)) => {
                    write!(f, "{}", vertex_name(letters, vertex))?;
                    if let Some(New::Letter(to)) = new_of(change, self.graph.vertices[vertex]) {
                        write!(f, "={}", letters.vertices[usize::from(to)].symbol)?;
                    }
                }
                (What::Edge(change), Site::Edge(number)) => {
                    let label = self.graph.edges[number].label;
                    f.write_str(&edge_name(letters, label, number))?;
                    if let Some(New::Letter(to)) = new_of(change, label) {
                        write!(f, "={}", letters.edges[usize::from(to)].symbol)?;
                    }
                }
                (What::Along { edge, .. }, Site::Along { edge: number, ends }) => {
                    let [from, to] = ends.map(|end| vertex_name(letters, end));
                    write!(f, "{from}-{to}")?;
                    let label = self.graph.edges[number].label;
                    if new_of(edge, label) != Some(New::Letter(letter(label) as u8)) {
                        write!(f, " {}", edge_name(letters, label, number))?;
                    }
                }
                _ => {}
            }
            f.write_str(&"'".repeat(self.play.primes[step.rule]))?;
        }
        Ok(())
    }
}

/// A vertex by its number in the text, from 1; the ground is not counted.
pub(super) fn vertex_name(letters: &Letters, vertex: usize) -> usize {
    vertex + usize::from(!letters.ground)
}

/// An edge by its letter, if that is a small one, and its number.
pub(super) fn edge_name(letters: &Letters, label: u8, number: usize) -> String {
    let symbol = letters.edges[letter(label)].symbol;
    let symbol = if symbol.is_ascii_lowercase() {
        symbol
    } else {
        'e'
    };
    format!("{symbol}{}", number + 1)
}

/// What becomes of a label, if a change is about it.
pub(super) fn new_of(change: &Change, label: u8) -> Option<New> {
    match label {
        GONE => None,
        label => *change.get(letter(label))?,
    }
}

fn vertices(course: &Course) -> usize {
    course
        .vertices
        .iter()
        .filter(|label| **label != GONE)
        .count()
}

fn change_vertex(course: &mut Course, vertex: usize, change: &Change) {
    match new_of(change, course.vertices[vertex]) {
        Some(New::Letter(to)) => course.vertices[vertex] = to,
        Some(New::Gone) => take_vertex(course, vertex),
        None => {}
    }
}

/// A vertex goes with its edges.
fn take_vertex(course: &mut Course, vertex: usize) {
    course.vertices[vertex] = GONE;
    for edge in &mut course.edges {
        if edge.ends().contains(&vertex) {
            edge.label = GONE;
        }
    }
}

fn change_edge(course: &mut Course, number: usize, change: &Change) {
    let label = course.edges[number].label;
    course.edges[number].label = match new_of(change, label) {
        Some(New::Letter(to)) => to | label & (ONE_WAY | DOWN),
        Some(New::Gone) => GONE,
        None => label,
    };
}

/// Vertices go that lost their last edge.
fn take_alone(before: &Course, after: &mut Course) {
    let mut edges = vec![0; after.vertices.len()];
    for edge in after.edges.iter().filter(|edge| edge.label != GONE) {
        for end in edge.ends() {
            edges[end] += 1;
        }
    }
    for (old, new) in before.edges.iter().zip(after.edges.clone()) {
        if new.label == GONE && old.label != GONE {
            for end in old.ends() {
                if edges[end] == 0 && after.vertices[end] != GROUND {
                    after.vertices[end] = GONE;
                }
            }
        }
    }
}

/// The vertices that are not connected with the ground.
fn loose(course: &Course) -> Vec<usize> {
    let near = Neighbours::of(course);
    let mut held = vec![false; course.vertices.len()];
    let mut stack = vec![0];
    held[0] = true;
    while let Some(vertex) = stack.pop() {
        for &next in &near.of[vertex] {
            if !held[next] {
                held[next] = true;
                stack.push(next);
            }
        }
    }
    let all = 0..held.len();
    all.filter(|v| !held[*v] && course.vertices[*v] != GONE)
        .collect()
}

/// The other vertices that each vertex has edges with.
struct Neighbours {
    of: Vec<Vec<usize>>,
}

impl Neighbours {
    fn of(course: &Course) -> Self {
        let mut of = vec![Vec::new(); course.vertices.len()];
        for edge in course.edges.iter().filter(|edge| edge.label != GONE) {
            let [lower, upper] = edge.ends();
            if lower != upper {
                of[lower].push(upper);
                of[upper].push(lower);
            }
        }
        for list in &mut of {
            list.sort_unstable();
            list.dedup();
        }
        Neighbours { of }
    }
}
