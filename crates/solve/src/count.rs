//! How many positions can be reached.

#[cfg(feature = "system")]
mod bundles;
mod clusters;
#[cfg(feature = "system")]
mod disk;
mod levels;
#[cfg(feature = "system")]
mod members;
mod pool;
mod sets;

#[cfg(feature = "system")]
pub use bundles::{Answered, Answers, BUCKETS, Bundle, Bundles, RowKey, bits_of};
use clusters::{BoardOf, ClusterPool};
#[cfg(feature = "system")]
use disk::{Question, in_directory};
use levels::{Means, in_memory};
#[cfg(feature = "system")]
pub use members::{number_among, size as member_count, union as member_union};
use pool::Pool;
use rules::{Game, Position};
use sets::{Form, SetPool};
#[cfg(feature = "system")]
use std::path::PathBuf;
use values::{Budget, Error, Player};

/// Distinct positions and options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How many positions can be reached, the start included, when both
    /// players may move at every turn.
    pub positions: u64,
    /// The sum over these positions of the numbers of different options of
    /// both players; in an impartial position, which they share, of the
    /// options.
    pub edges: u64,
    /// Positions and edges by rank, from the start down.
    pub levels: Vec<Level>,
}

/// The positions of one rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The rank: pieces, free squares, or what else every move lowers.
    pub rank: u64,
    /// How many positions.
    pub positions: u64,
    /// How many options they have.
    pub edges: u64,
}

/// What counts once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Merge {
    /// Every position.
    #[default]
    Nothing,
    /// A position and its negative, through the first symmetry of the board
    /// that makes the start its own negative; if there is none, in place.
    Negatives,
    /// Positions that a symmetry makes equal, or each other's negatives.
    Symmetries,
}

/// How to count.
#[derive(Clone, Debug)]
pub struct Counting {
    /// What counts once.
    pub merge: Merge,
    /// How many threads work; one without the feature `system`. The answer
    /// does not depend on it.
    pub threads: usize,
    /// Where to keep the levels, so that they need not fit in memory and the
    /// same count can go on when it was stopped; and the name of the game with
    /// its variant, by which the directory knows its count.
    #[cfg(feature = "system")]
    pub keep: Option<(PathBuf, String)>,
}

impl Counting {
    /// The bytes that a position's text takes if it will be written to a file:
    /// the text, and where it begins and ends.
    fn text_bytes(&self, text: impl FnOnce() -> String) -> u64 {
        #[cfg(feature = "system")]
        if self.keep.is_some() {
            return text().len() as u64 + 16;
        }
        let _ = text;
        0
    }
}

impl Default for Counting {
    /// Every position, in one thread, in memory.
    fn default() -> Self {
        Counting {
            merge: Merge::Nothing,
            threads: 1,
            #[cfg(feature = "system")]
            keep: None,
        }
    }
}

/// What is told about a count under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'e> {
    /// Files of an earlier run were found, and are going to be verified.
    Resumed {
        /// The levels that are done.
        levels: &'e [Level],
        /// Positions of the next level that are done.
        done: u64,
        /// Positions in the files.
        kept: u64,
    },
    /// A level is going to be expanded.
    Begun {
        /// Its number; the start is level 0.
        level: usize,
        /// How many positions it has, not merged with negatives.
        positions: u64,
        /// How many of them are done.
        done: u64,
    },
    /// A level is done.
    Done(&'e Level),
}

/// Why there is no count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    /// A limit was reached, or it was interrupted.
    #[error(transparent)]
    Stopped(Error),
    /// The directory cannot be used; the text says why.
    #[error("{0}")]
    Directory(String),
    /// The game does not say what a position's negative is.
    #[error(
        "the game does not say what the negative of a position is; \
         merge all symmetries instead"
    )]
    NoNegatives,
}

/// Counts the positions that can be reached from `start`.
///
/// Goes from rank to rank: when all positions of higher rank have been
/// expanded, a level is complete. It is forgotten after its expansion, or
/// kept as a file of sorted keys.
///
/// # Complexity
///
/// Time proportional to the number of edges; in a directory every key is also
/// sorted and merged. Memory for the levels that are not complete: games that
/// can number the positions of a board take a few bits or bytes per position,
/// the others the whole position.
///
/// # Literature
///
/// R. Korf, "Delayed Duplicate Detection" (IJCAI 2003), for levels that are
/// sorted on a disk.
///
/// # In a directory
///
/// The memory of the budget bounds what is not yet written;
/// what is written when the program ends, in whatever way, is where the same
/// question in the same directory goes on.
///
/// ```
/// use rules::{Game, Legionnaires};
/// use solve::Counting;
/// use values::Budget;
/// let game = Legionnaires::<u64>::with_variant(None).unwrap();
/// let start = game.read("4x4").unwrap();
/// let how = Counting::default();
/// let count = solve::count(&game, &start, &how, &Budget::unlimited(), &mut |_| {}).unwrap();
/// assert_eq!((count.positions, count.edges), (982, 3616));
/// ```
pub fn count<G: Game>(
    game: &G,
    start: &G::Position,
    how: &Counting,
    budget: &Budget,
    progress: &mut dyn FnMut(&Event<'_>),
) -> Result<Count, CountError> {
    let form = match how.merge {
        Merge::Nothing => Form::Itself,
        Merge::Symmetries => Form::Normal,
        Merge::Negatives => Form::OrNegative(negating(start)?),
    };
    // A symmetry that keeps the start keeps what can be reached.
    let symmetry = match form {
        Form::OrNegative(symmetry) => Some(symmetry),
        _ => None,
    };
    let closed = symmetry.is_none_or(|s| start.negative(s).as_ref() == Some(start));
    let numbered = G::Position::CAPABILITIES
        .clusters
        .filter(|_| form != Form::Normal && closed)
        .and_then(|numbering| {
            let place = (numbering.place)(start)?;
            Some((numbering, place))
        });
    let asked = Asked {
        #[cfg(feature = "system")]
        question: how.keep.as_ref().map(|(_, name)| Question {
            game: name.clone(),
            start: game.write(start),
            counted: match how.merge {
                Merge::Nothing => "every position",
                Merge::Negatives => "negatives once",
                Merge::Symmetries => "symmetric positions once",
            },
        }),
        how,
        halved: symmetry.is_some() && numbered.is_some(),
        budget,
    };
    match numbered {
        Some((numbering, place)) => {
            let board = BoardOf {
                start,
                numbering,
                symmetry,
            };
            let pool = ClusterPool::new(&board);
            let begin = || pool.insert(&place, &[place.index]);
            asked.run(&pool, &begin, progress)
        }
        None => {
            let pool = SetPool::new(game, form, how.text_bytes(|| game.write(start)));
            asked.run(&pool, &|| pool.insert(start.clone()), progress)
        }
    }
}

/// The symmetry through which negatives are merged.
fn negating<P: Position>(start: &P) -> Result<usize, CountError> {
    let mut symmetry = 0;
    while let Some(negative) = start.negative(symmetry) {
        if negative == *start {
            return Ok(symmetry);
        }
        symmetry += 1;
    }
    if symmetry == 0 {
        return Err(CountError::NoNegatives);
    }
    Ok(0)
}

/// What does not depend on the type of the positions.
struct Asked<'a> {
    #[cfg(feature = "system")]
    question: Option<Question>,
    how: &'a Counting,
    halved: bool,
    budget: &'a Budget,
}

impl Asked<'_> {
    /// Counts; `begin` puts the start into the pool.
    fn run(
        self,
        pool: &dyn Pool,
        begin: &dyn Fn(),
        progress: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Count, CountError> {
        let means = Means {
            threads: self.how.threads,
            budget: self.budget,
            progress,
            halved: self.halved,
        };
        #[cfg(feature = "system")]
        if let Some(((path, _), question)) = self.how.keep.as_ref().zip(self.question) {
            return in_directory(pool, begin, path, question, means);
        }
        begin();
        in_memory(pool, means)
    }
}

impl Count {
    fn push(&mut self, level: Level) {
        self.positions += level.positions;
        self.edges += level.edges;
        self.levels.push(level);
    }
}

/// Whose options count: an impartial position has them once.
fn players<P: Position>(position: &P) -> &'static [Player] {
    if position.is_impartial() {
        &[Player::Left]
    } else {
        &Player::BOTH
    }
}

/// The places of hashes in their order.
fn by_hash(hashes: &[u64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..hashes.len()).collect();
    order.sort_unstable_by_key(|&i| hashes[i]);
    order
}

/// How many different items there are in a list with hashes.
fn distinct<T: PartialEq>(items: &[T], hashes: &[u64]) -> u64 {
    // Almost all lists are short and without repetition.
    let short = hashes.len() <= 64;
    let repeats = |i: usize| short && hashes[..i].contains(&hashes[i]);
    if short && !(0..hashes.len()).any(repeats) {
        return items.len() as u64;
    }
    let mut count = 0;
    for run in by_hash(hashes).chunk_by(|&i, &j| hashes[i] == hashes[j]) {
        let is_new = |k: &usize| run[..*k].iter().all(|&i| items[i] != items[run[*k]]);
        count += (0..run.len()).filter(is_new).count() as u64;
    }
    count
}
