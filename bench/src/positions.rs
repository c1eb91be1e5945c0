//! The works that both libraries do, on the followers of one position.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::graphs::{self, Graph};
use crate::library::{Fingerprint, Library};

/// A position whose followers are evaluated.
pub struct Case {
    /// What it is called in the table.
    pub name: &'static str,
    /// Whether it is small enough for a quick run.
    pub quick: bool,
    /// Builds its option graph.
    pub graph: fn() -> Graph,
    /// What is known of its value.
    pub known: Known,
}

/// What is known of the value of a start position.
pub enum Known {
    /// It is this integer.
    Integer(i64),
    /// Half a turn of the board exchanges the players.
    OwnNegative,
}

/// The positions. Domineering 5x5 is a second-player win (D. M. Breuker,
/// J. W. H. M. Uiterwijk, H. J. van den Herik, Solving 8×8 Domineering, 2000),
/// so it is 0.
pub const CASES: [Case; 5] = [
    Case {
        name: "Amazons 5x2",
        quick: true,
        graph: || graphs::amazons(5),
        known: Known::OwnNegative,
    },
    Case {
        name: "Amazons 6x2",
        quick: true,
        graph: || graphs::amazons(6),
        known: Known::OwnNegative,
    },
    Case {
        name: "Amazons 7x2",
        quick: false,
        graph: || graphs::amazons(7),
        known: Known::OwnNegative,
    },
    Case {
        name: "Domineering 4x5",
        quick: true,
        graph: || graphs::domineering(4, 5),
        known: Known::Integer(1),
    },
    Case {
        name: "Domineering 5x5",
        quick: false,
        graph: || graphs::domineering(5, 5),
        known: Known::Integer(0),
    },
];

/// The works, in the order of [`run`].
pub const WORKS: [&str; 6] = [
    "canonical forms",
    "thermographs",
    "comparisons",
    "G - G",
    "G + H",
    "G + H, typical",
];

/// How one library did one work.
pub struct Done {
    /// The best time.
    pub time: Duration,
    /// How many values, or pairs of values, were computed.
    pub size: usize,
    /// A digest of each result, the same for every library.
    pub answer: Vec<u64>,
}

/// How often and how long to repeat a work.
#[derive(Clone, Copy)]
pub struct Repeat {
    /// At most so often.
    pub times: u32,
    /// No more once so much time has been spent.
    pub spent: Duration,
}

impl Repeat {
    /// The shortest time of a work and its last result. Neither preparing nor
    /// freeing counts.
    pub fn best<S, T>(
        self,
        mut prepare: impl FnMut() -> S,
        mut work: impl FnMut(S) -> T,
    ) -> (Duration, T) {
        let mut best = Duration::MAX;
        let mut spent = Duration::ZERO;
        for time in 1.. {
            let input = prepare();
            let start = Instant::now();
            let result = black_box(work(black_box(input)));
            let taken = start.elapsed();
            best = best.min(taken);
            spent += taken;
            if time >= self.times || spent >= self.spent {
                return (best, result);
            }
        }
        unreachable!("the loop is endless")
    }
}

/// A sample for the comparisons: so many values, all pairs of them.
const COMPARED: usize = 1000;
/// No sums of values whose trees have more nodes: they would take `cgt`
/// minutes.
const SUMMED_NODES: u64 = 80;
/// A sample for the sums of big values: so many of the largest tenth.
const BIG: usize = 16;
/// A sample for the sums of typical values: so many of all.
const TYPICAL: usize = 200;

/// Lets one library do the wanted works. Each work but the first starts from
/// the distinct values, in a library that knows nothing of them but their
/// canonical forms.
///
/// # Errors
/// What is known of the start is not what was found.
pub fn run<L: Library>(
    case: &Case,
    graph: &Graph,
    wanted: &[bool; WORKS.len()],
    repeat: Repeat,
) -> Result<[Option<Done>; WORKS.len()], String> {
    let repeat_forms = if wanted[0] {
        repeat
    } else {
        Repeat { times: 1, ..repeat }
    };
    let (time, (mut library, values)) =
        repeat_forms.best(L::new, |library| canonical_forms(library, graph));
    let prints: Vec<Fingerprint> = values.iter().map(|g| library.fingerprint(g)).collect();
    check_start(case, &mut library, &values)?;
    let forms = Done {
        time,
        size: graph.nodes.len(),
        answer: prints.iter().map(|print| print.hash).collect(),
    };

    let mut seen = HashSet::new();
    let distinct: Vec<usize> = (0..values.len())
        .filter(|&node| seen.insert(prints[node].hash))
        .collect();
    let mut summed: Vec<usize> = distinct
        .iter()
        .copied()
        .filter(|&node| prints[node].size <= SUMMED_NODES)
        .collect();
    let typical = sample(&summed, TYPICAL);
    summed.sort_by_key(|&node| prints[node].size);
    let big = sample(&summed[summed.len() * 9 / 10..], BIG);
    let pick = |nodes: &[usize]| -> Vec<L::Value> {
        nodes.iter().map(|&node| values[node].clone()).collect()
    };
    let all = pick(&distinct);
    let compared = pick(&sample(&distinct, COMPARED));
    let [big, typical] = [pick(&big), pick(&typical)];

    Ok([
        wanted[0].then_some(forms),
        wanted[1].then(|| thermographs(&mut library, &all, repeat)),
        wanted[2].then(|| comparisons(&mut library, &compared, repeat)),
        wanted[3].then(|| sums(&mut library, &big, 0, repeat)),
        wanted[4].then(|| sums(&mut library, &big, 1, repeat)),
        wanted[5].then(|| sums(&mut library, &typical, 1, repeat)),
    ])
}

#[inline(never)] // so that a profiler can tell it from the rest
fn canonical_forms<L: Library>(mut library: L, graph: &Graph) -> (L, Vec<L::Value>) {
    let mut values = Vec::with_capacity(graph.nodes.len());
    for options in &graph.nodes {
        let value = library.game(&values, options);
        values.push(value);
    }
    (library, values)
}

fn check_start<L: Library>(
    case: &Case,
    library: &mut L,
    values: &[L::Value],
) -> Result<(), String> {
    let start = values.last().expect("a graph has its start");
    let (as_known, what) = match case.known {
        Known::Integer(n) => (
            library.up_star(start) == Some(format!("{n}, 0, 0")),
            format!("{n}"),
        ),
        Known::OwnNegative => {
            let negative = library.negative(start);
            (
                library.fingerprint(start) == library.fingerprint(&negative),
                "its own negative".to_string(),
            )
        }
    };
    if as_known {
        Ok(())
    } else {
        Err(format!("{} should be {what}", case.name))
    }
}

/// Evenly spaced elements, at most `size` of them.
fn sample(nodes: &[usize], size: usize) -> Vec<usize> {
    let size = size.min(nodes.len());
    (0..size).map(|i| nodes[i * nodes.len() / size]).collect()
}

fn thermographs<L: Library>(library: &mut L, values: &[L::Value], repeat: Repeat) -> Done {
    let (time, results) = repeat.best(
        || library.copy(values),
        |(mut library, values)| {
            let results: Vec<L::Thermograph> =
                values.iter().map(|g| library.thermograph(g)).collect();
            (library, values, results)
        },
    );
    let digest = |thermograph| {
        let mut hasher = DefaultHasher::new();
        L::walls(thermograph).hash(&mut hasher);
        hasher.finish()
    };
    Done {
        time,
        size: values.len(),
        answer: results.2.iter().map(digest).collect(),
    }
}

fn comparisons<L: Library>(library: &mut L, values: &[L::Value], repeat: Repeat) -> Done {
    let (time, (_, _, answer)) = repeat.best(
        || library.copy(values),
        |(mut library, values)| {
            let mut answer = Vec::with_capacity(values.len() * values.len());
            for g in &values {
                answer.extend(values.iter().map(|h| u64::from(library.le(g, h))));
            }
            (library, values, answer)
        },
    );
    Done {
        time,
        size: answer.len(),
        answer,
    }
}

/// G − G if the distance is 0, else each value plus the one so many places
/// further.
fn sums<L: Library>(library: &mut L, values: &[L::Value], distance: usize, repeat: Repeat) -> Done {
    let (time, (mut library, results)) = repeat.best(
        || library.copy(values),
        |(mut library, values)| {
            let pairs = values.iter().zip(values.iter().skip(distance));
            let results: Vec<L::Value> = pairs
                .map(|(g, h)| {
                    if distance == 0 {
                        library.sub(g, h)
                    } else {
                        library.add(g, h)
                    }
                })
                .collect();
            (library, results)
        },
    );
    Done {
        time,
        size: results.len(),
        answer: results
            .iter()
            .map(|sum| library.fingerprint(sum).hash)
            .collect(),
    }
}
