//! A rule: where a player may do something, and what it does.

/// What becomes of a vertex or an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum New {
    Gone,
    Letter(u8),
}

/// What becomes of each letter; `None`: it is not concerned.
pub(super) type Change = Vec<Option<New>>;

/// What a player may do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rule {
    pub what: What,
    /// What becomes of the neighbours of the vertex, or of the ends of the
    /// edge.
    pub around: Change,
    /// Vertices go that lose their last edge.
    pub alone_gone: bool,
    /// What is not connected with the ground goes.
    pub loose_gone: bool,
    /// The player goes on if a vertex went.
    pub again: bool,
    pub conditions: Vec<Condition>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum What {
    Vertex(Change),
    Edge(Change),
    Along {
        edge: Change,
        tail: Change,
        head: Change,
    },
}

/// What must hold, or must not hold (`wanted` is false).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Condition {
    pub wanted: bool,
    pub what: Fact,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fact {
    /// The vertex has a neighbour with a letter of this set.
    Beside(u64),
    /// The vertex has no neighbour.
    Alone,
    /// After the move something is not connected with the ground.
    Loose,
}

impl Rule {
    /// The changes of vertices.
    pub fn vertex_changes(&self) -> impl Iterator<Item = &Change> {
        let main = match &self.what {
            What::Vertex(change) => [Some(change), None],
            What::Edge(_) => [None, None],
            What::Along { tail, head, .. } => [Some(tail), Some(head)],
        };
        main.into_iter().flatten().chain([&self.around])
    }

    /// The change of the edge, if there is one.
    pub fn edge_change(&self) -> Option<&Change> {
        match &self.what {
            What::Vertex(_) => None,
            What::Edge(edge) | What::Along { edge, .. } => Some(edge),
        }
    }

    /// The changes that every move by the rule makes.
    pub fn sure_changes(&self) -> Vec<&Change> {
        match &self.what {
            What::Vertex(change) | What::Edge(change) => vec![change],
            What::Along { edge, tail, head } => vec![edge, tail, head],
        }
    }

    /// Whether a letter may change, or something may go.
    pub fn changes_anything(&self) -> bool {
        let vertices = self.vertex_changes().any(changes);
        vertices || self.edge_change().is_some_and(changes) || self.alone_gone || self.loose_gone
    }

    /// Whether something may go.
    pub fn takes(&self) -> bool {
        let gone = |change: &Change| change.contains(&Some(New::Gone));
        self.vertex_changes().any(gone) || self.edge_change().is_some_and(gone)
    }

    /// Whether nothing is left behind with another letter.
    pub fn only_takes(&self) -> bool {
        let other = |change: &Change| {
            transitions(change)
                .any(|(from, new)| matches!(new, New::Letter(to) if usize::from(to) != from))
        };
        !self.vertex_changes().any(other) && !self.edge_change().is_some_and(other)
    }

    /// Whether the rule asks what is connected with the ground.
    pub fn asks_ground(&self) -> bool {
        let loose = |condition: &Condition| condition.what == Fact::Loose;
        self.loose_gone || self.conditions.iter().any(loose)
    }

    /// The rule with other letters, by their numbers.
    pub fn exchanged(&self, vertices: &[u8], edges: &[u8]) -> Rule {
        let mut rule = self.clone();
        match &mut rule.what {
            What::Vertex(change) => *change = exchanged(change, vertices),
            What::Edge(change) => *change = exchanged(change, edges),
            What::Along { edge, tail, head } => {
                *edge = exchanged(edge, edges);
                *tail = exchanged(tail, vertices);
                *head = exchanged(head, vertices);
            }
        }
        rule.around = exchanged(&self.around, vertices);
        for condition in &mut rule.conditions {
            if let Fact::Beside(set) = &mut condition.what {
                let old = *set;
                let has = |x: usize| old >> x & 1 != 0;
                *set = (0..vertices.len())
                    .filter(|x| has(*x))
                    .fold(0, |set, x| set | 1 << vertices[x]);
            }
        }
        rule.conditions.sort_unstable();
        rule
    }
}

/// The letters that are concerned, and what becomes of them.
pub(super) fn transitions(change: &Change) -> impl Iterator<Item = (usize, New)> {
    let all = change.iter().enumerate();
    all.filter_map(|(from, new)| Some((from, (*new)?)))
}

/// Whether some letter becomes another or goes.
pub(super) fn changes(change: &Change) -> bool {
    transitions(change).any(|(from, new)| new != New::Letter(from as u8))
}

fn exchanged(change: &Change, by: &[u8]) -> Change {
    let mut into = vec![None; change.len()];
    for (from, new) in transitions(change) {
        into[usize::from(by[from])] = Some(match new {
            New::Gone => New::Gone,
            New::Letter(to) => New::Letter(by[usize::from(to)]),
        });
    }
    into
}
