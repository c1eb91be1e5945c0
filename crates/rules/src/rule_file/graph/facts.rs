//! What holds of all positions by the rules.

use super::letters::{GROUND, Letters, letter};
use super::rule::{Change, Condition, Fact, New, Rule, What, changes, transitions};
use crate::graph::{Edge, Graph, MAX_SIZE, ONE_WAY};
use values::Player;

/// What holds of all positions by the rules.
pub(super) struct Facts {
    pub impartial: bool,
    pub loopy: bool,
    /// What falls with every move, the weightiest first.
    measures: Vec<Measure>,
    pub exchange: Option<Exchange>,
    pub splitting: Splitting,
    /// Every position is connected with the ground.
    pub hanging: bool,
    /// A turn may go on.
    pub again: bool,
    /// For each player, which of the rules write their moves alike.
    pub primes: [Vec<usize>; 2],
}

/// Weights of letters.
struct Measure {
    vertices: Vec<u64>,
    edges: Vec<u64>,
}

/// Letters that change places when the players do.
pub(super) struct Exchange {
    pub vertices: Vec<u8>,
    pub edges: Vec<u8>,
}

/// How positions are parted.
pub(super) struct Splitting {
    /// Why they are not.
    pub whole: Option<&'static str>,
    /// The letters of vertices that nothing happens to: they only bar or
    /// allow what happens beside them.
    pub inert: u64,
    /// The letters of edges that no rule changes: several between the same
    /// vertices are as good as one.
    pub fixed_edges: u64,
    /// Loops of these letters mean nothing either.
    pub loops_matter: bool,
}

impl Facts {
    pub fn new(letters: &Letters, rules: &[Vec<Rule>; 2]) -> Facts {
        let sets = rules.each_ref().map(|rules| set_of(rules.clone()));
        let impartial = sets[0] == sets[1];
        let (measures, loopy) = measures(letters, rules);
        let all = || rules.iter().flatten();
        let unless = Condition {
            wanted: false,
            what: Fact::Loose,
        };
        let hangs = |r: &Rule| !r.takes() || r.loose_gone || r.conditions.contains(&unless);
        let hanging = letters.ground && all().any(Rule::asks_ground) && all().all(hangs);
        let again = all().any(|rule| rule.again);
        Facts {
            impartial,
            loopy,
            measures,
            exchange: Exchange::find(letters, &sets),
            splitting: Splitting::new(letters, rules, hanging, again),
            hanging,
            again,
            primes: rules.each_ref().map(|rules| primes(rules)),
        }
    }

    /// The measures as one number.
    pub fn rank(&self, graph: &Graph) -> u64 {
        let of_all = |measure: &Measure| {
            let weight = |label: &u8| *measure.vertices.get(usize::from(*label)).unwrap_or(&0);
            let vertices: u64 = graph.vertices.iter().map(weight).sum();
            let weight = |edge: &Edge| measure.edges[letter(edge.label)];
            vertices + graph.edges.iter().map(weight).sum::<u64>()
        };
        let measures = self.measures.iter();
        measures.fold(0, |rank, measure| rank * measure.bound() + of_all(measure))
    }

    /// What falls with every move, in words.
    pub fn falls(&self, letters: &Letters) -> String {
        let words = |measure: &Measure| {
            let mut words = Vec::new();
            for (what, weights, known) in [
                ("vertices", &measure.vertices, &letters.vertices),
                ("edges", &measure.edges, &letters.edges),
            ] {
                for (weight, letter) in weights.iter().zip(known) {
                    match weight {
                        0 => {}
                        1 => words.push(format!("{what} {}", letter.symbol)),
                        _ => words.push(format!("{weight} times {what} {}", letter.symbol)),
                    }
                }
            }
            words.join(" and ")
        };
        let all: Vec<String> = self.measures.iter().map(words).collect();
        match self.loopy {
            true => "nothing: play may not end".to_owned(),
            false => format!("the number of {}", all.join(", then of ")),
        }
    }
}

/// Rules without order.
fn set_of(mut rules: Vec<Rule>) -> Vec<Rule> {
    rules.sort_unstable();
    rules.dedup();
    rules
}

impl Measure {
    /// More than any position has.
    fn bound(&self) -> u64 {
        let most = |weights: &[u64]| weights.iter().max().copied().unwrap_or(0);
        MAX_SIZE as u64 * (most(&self.vertices) + most(&self.edges)) + 1
    }

    /// Letters have weights such that what they become is lighter, if it
    /// never becomes the letter again, and as heavy if it does.
    fn of(letters: &Letters, rules: &[&Rule]) -> Measure {
        let vertices = letters.vertices.len();
        let gone = vertices + letters.edges.len();
        let mut reaches = vec![vec![false; gone + 1]; gone + 1];
        for rule in rules {
            let of_vertices = rule.vertex_changes().map(|change| (change, 0));
            let of_edge = rule.edge_change().map(|change| (change, vertices));
            for (change, offset) in of_vertices.chain(of_edge) {
                for (from, new) in transitions(change) {
                    let to = match new {
                        New::Gone => gone,
                        New::Letter(to) => offset + usize::from(to),
                    };
                    reaches[offset + from][to] = true;
                }
            }
        }
        for via in 0..=gone {
            let row = reaches[via].clone();
            for from in reaches.iter_mut().filter(|from| from[via]) {
                from.iter_mut().zip(&row).for_each(|(to, more)| *to |= more);
            }
        }
        let mut weights = vec![0; gone + 1];
        // As many times as there are letters: the longest chain is no longer.
        for _ in 0..=gone {
            for from in 0..gone {
                let below = (0..=gone).filter(|&to| reaches[from][to] && !reaches[to][from]);
                weights[from] = below.map(|to| weights[to] + 1).max().unwrap_or(0);
            }
        }
        Measure {
            edges: weights[vertices..gone].to_vec(),
            vertices: weights[..vertices].to_vec(),
        }
    }

    fn falls(&self, rule: &Rule, ground: bool) -> bool {
        let lighter = |change: &Change, weights: &[u64]| {
            let mut all = transitions(change);
            all.all(|(from, new)| match new {
                New::Gone => weights[from] > 0,
                New::Letter(to) => weights[usize::from(to)] < weights[from],
            })
        };
        match &rule.what {
            What::Vertex(change) => lighter(change, &self.vertices),
            What::Edge(change) => {
                let every = !ground && rule.around.iter().all(Option::is_some);
                lighter(change, &self.edges) || every && lighter(&rule.around, &self.vertices)
            }
            What::Along { edge, tail, head } => {
                let ends = [tail, head].into_iter();
                lighter(edge, &self.edges)
                    || ends.into_iter().any(|end| lighter(end, &self.vertices))
            }
        }
    }
}

/// Measures such that every rule lowers one and raises none before it, and
/// whether there are none.
fn measures(letters: &Letters, rules: &[Vec<Rule>; 2]) -> (Vec<Measure>, bool) {
    let mut left: Vec<&Rule> = rules.iter().flatten().collect();
    let mut measures: Vec<Measure> = Vec::new();
    while !left.is_empty() {
        let measure = Measure::of(letters, &left);
        let before = left.len();
        left.retain(|rule| !measure.falls(rule, letters.ground));
        let fits = measures
            .iter()
            .chain([&measure])
            .try_fold(1_u64, |all, measure| all.checked_mul(measure.bound()));
        if left.len() == before || fits.is_none() {
            return (measures, true);
        }
        measures.push(measure);
    }
    (measures, false)
}

impl Exchange {
    /// The most ways to exchange letters that are tried.
    const MOST_TRIED: usize = 20_000;

    /// Letters in pairs such that exchanging them makes each player's rules
    /// the other's.
    fn find(letters: &Letters, sets: &[Vec<Rule>; 2]) -> Option<Exchange> {
        let uses = |edges: bool, x: usize| sets.each_ref().map(|rules| uses(rules, edges, x));
        let of = |edges: bool, count: usize| -> Vec<[[usize; 4]; 2]> {
            (0..count).map(|x| uses(edges, x)).collect()
        };
        let uses = [
            of(false, letters.vertices.len()),
            of(true, letters.edges.len()),
        ];
        let mut tried = 0;
        let mut found = None;
        pairings(&uses[0], &mut Vec::new(), &mut |vertices| {
            pairings(&uses[1], &mut Vec::new(), &mut |edges| {
                tried += 1;
                let exchange = |rule: &Rule| rule.exchanged(vertices, edges);
                let fits = set_of(sets[0].iter().map(exchange).collect()) == sets[1];
                if fits {
                    let [vertices, edges] = [vertices, edges].map(<[u8]>::to_vec);
                    found = Some(Exchange { vertices, edges });
                }
                fits || tried == Self::MOST_TRIED
            })
        });
        found
    }

    /// A position with the letters exchanged.
    pub fn of(&self, graph: &Graph) -> Graph {
        let vertex = |label: &u8| match *label {
            GROUND => GROUND,
            label => self.vertices[usize::from(label)],
        };
        let edge = |edge: &Edge| Edge {
            label: self.edges[letter(edge.label)] | edge.label & !(ONE_WAY - 1),
            ..*edge
        };
        let mut edges: Vec<Edge> = graph.edges.iter().map(edge).collect();
        edges.sort_unstable();
        Graph {
            vertices: graph.vertices.iter().map(vertex).collect(),
            edges,
        }
    }
}

/// How often rules name a letter: as what is changed, as what comes of it,
/// around that, and in conditions.
fn uses(rules: &[Rule], edges: bool, x: usize) -> [usize; 4] {
    let mut uses = [0; 4];
    for rule in rules {
        let sure = rule.sure_changes().into_iter().enumerate();
        for (place, change) in sure {
            let of_edge = matches!(rule.what, What::Edge(_))
                || matches!(rule.what, What::Along { .. }) && place == 0;
            if of_edge == edges {
                uses[0] += usize::from(change[x].is_some());
                let comes = |(_, new)| new == New::Letter(x as u8);
                uses[1] += transitions(change).filter(|t| comes(*t)).count();
            }
        }
        if !edges {
            uses[2] += usize::from(rule.around[x].is_some());
            let beside = |c: &&Condition| matches!(c.what, Fact::Beside(set) if set >> x & 1 != 0);
            uses[3] += rule.conditions.iter().filter(beside).count();
        }
    }
    uses
}

/// Calls `each` with the pairings of letters, a letter with itself or with one
/// that Right's rules use as Left's use this one and the other way round,
/// until it says stop (`true`).
fn pairings(
    uses: &[[[usize; 4]; 2]],
    paired: &mut Vec<Option<u8>>,
    each: &mut dyn FnMut(&[u8]) -> bool,
) -> bool {
    paired.resize(uses.len(), None);
    let Some(first) = paired.iter().position(Option::is_none) else {
        let all: Vec<u8> = paired.iter().flatten().copied().collect();
        return each(&all);
    };
    for other in first..uses.len() {
        let [left, right] = uses[other];
        if paired[other].is_some() || uses[first] != [right, left] {
            continue;
        }
        paired[first] = Some(other as u8);
        paired[other] = Some(first as u8);
        if pairings(uses, paired, each) {
            return true;
        }
        paired[other] = None;
        paired[first] = None;
    }
    false
}

impl Splitting {
    fn new(letters: &Letters, rules: &[Vec<Rule>; 2], hanging: bool, again: bool) -> Splitting {
        let all = || rules.iter().flatten();
        let asks_ground = all().any(Rule::asks_ground);
        let whole = match (again, asks_ground && !hanging) {
            (true, _) => Some("none: a turn may go on elsewhere"),
            (_, true) => Some("none: the rules ask what is loose anywhere"),
            _ => None,
        };
        let alone = |c: &Condition| c.what == Fact::Alone;
        let loops_matter = all().any(|r| r.alone_gone || r.conditions.iter().any(alone));
        let mut inert = 0;
        if !asks_ground && !all().any(|rule| rule.alone_gone) {
            let idle = |x: &usize| {
                all().all(|rule| {
                    let main = match &rule.what {
                        What::Vertex(change) => change[*x].is_some(),
                        What::Edge(_) => false,
                        What::Along { tail, head, .. } => tail[*x].is_some() || head[*x].is_some(),
                    };
                    let same = Some(New::Letter(*x as u8));
                    !main && (rule.around[*x].is_none() || rule.around[*x] == same)
                })
            };
            inert = (0..letters.vertices.len())
                .filter(idle)
                .fold(0, |set, x| set | 1 << x);
        }
        let fixed = |x: &usize| {
            all().all(|rule| match &rule.what {
                What::Vertex(_) => true,
                What::Edge(change) => change[*x].is_none(),
                What::Along { edge, .. } => !changes(edge),
            })
        };
        Splitting {
            whole,
            inert,
            fixed_edges: (0..letters.edges.len())
                .filter(fixed)
                .fold(0, |set, x| set | 1 << x),
            loops_matter,
        }
    }
}

/// How many rules before each write a move like it.
fn primes(rules: &[Rule]) -> Vec<usize> {
    let meet = |a: &Change, b: &Change| a.iter().zip(b).any(|(a, b)| a.is_some() && b.is_some());
    let same = |a: &Change, b: &Change| a.iter().zip(b).any(|(a, b)| a.is_some() && a == b);
    let alike = |a: &Rule, b: &Rule| match (&a.what, &b.what) {
        (What::Vertex(a), What::Vertex(b)) | (What::Edge(a), What::Edge(b)) => same(a, b),
        (
            What::Along { tail, head, .. },
            What::Along {
                tail: other_tail,
                head: other_head,
                ..
            },
        ) => meet(tail, other_tail) && meet(head, other_head),
        _ => false,
    };
    let before = |(place, rule): (usize, &Rule)| {
        rules[..place]
            .iter()
            .filter(|other| alike(other, rule))
            .count()
    };
    rules.iter().enumerate().map(before).collect()
}

/// Who may do something to an edge with a letter.
pub(super) fn owners(rules: &[Vec<Rule>; 2], x: usize) -> [bool; 2] {
    Player::BOTH.map(|player| {
        let concerns = |rule: &Rule| rule.edge_change().is_some_and(|c| c[x].is_some());
        rules[player as usize].iter().any(concerns)
    })
}
