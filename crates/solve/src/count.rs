//! How many positions can be reached.

mod clusters;
mod sets;

use rules::Position;
use values::{Budget, Player, Result};

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
    /// The same by rank, from the start down.
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

/// Counts the positions that can be reached from `start`. Positions that a
/// symmetry makes equal, or each other's negatives, count once if `merge`
/// says so.
///
/// Goes from rank to rank: when all positions of higher rank have been
/// expanded, a level is complete, and it is forgotten after its expansion.
/// `progress` is told every level when it is done. Takes time proportional
/// to the number of edges. Games that can number the positions of a board
/// take a few bits or bytes per position, the others the whole position.
///
/// ```
/// use rules::{Game, Legionnaires};
/// use values::Budget;
/// let game = Legionnaires::<u64>::with_variant(None).unwrap();
/// let start = game.read("4x4").unwrap();
/// let count = solve::count(&start, false, &Budget::unlimited(), &mut |_| {}).unwrap();
/// assert_eq!((count.positions, count.edges), (982, 3616));
/// ```
pub fn count<P: Position>(
    start: &P,
    merge: bool,
    budget: &Budget,
    progress: &mut dyn FnMut(&Level),
) -> Result<Count> {
    let place = if merge { None } else { start.board_place() };
    match place {
        Some(place) => clusters::count(start, &place, budget, progress),
        None => sets::count(start, merge, budget, progress),
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

/// How many different items there are in a list with hashes.
fn distinct<T: PartialEq>(items: &[T], hashes: &[u64]) -> u64 {
    // Almost all lists are short and without repetition.
    let short = hashes.len() <= 64;
    let repeats = |i: usize| short && hashes[..i].contains(&hashes[i]);
    if short && !(0..hashes.len()).any(repeats) {
        return items.len() as u64;
    }
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_unstable_by_key(|&i| hashes[i]);
    let mut count = 0;
    for run in order.chunk_by(|&i, &j| hashes[i] == hashes[j]) {
        let is_new = |k: &usize| run[..*k].iter().all(|&i| items[i] != items[run[*k]]);
        count += (0..run.len()).filter(is_new).count() as u64;
    }
    count
}
