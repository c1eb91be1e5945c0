//! Backtracking for one player: a list of moves that solves a puzzle.

use hashbrown::HashSet;
use rules::Puzzle;
use rustc_hash::FxBuildHasher;
use values::{Budget, Result};

/// What a search has found, and how much it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solving<M> {
    /// What was found.
    pub found: Found<M>,
    /// How many states were looked at, those that were met again included.
    pub positions: u64,
}

/// What is known of a puzzle after a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found<M> {
    /// These moves solve it.
    Solution(Vec<M>),
    /// It has no solution, as a look at the start tells.
    Obstacle(String),
    /// It has no solution: everything was tried.
    Exhausted,
}

/// A state on the way, and its moves that were not yet tried.
struct Frame<S> {
    state: S,
    /// The next of its moves in the list of all moves on the way.
    next: usize,
    /// Where its moves end there.
    end: usize,
}

/// States that are tried before the budget is looked at again.
const CHECK: u64 = 1 << 10;

/// Finds moves that solve a puzzle, or proves that there are none: tries every
/// move in turn, solves what is left, and takes the move back if that fails.
/// States that were tried are remembered, up to symmetry, so that each is
/// entered once; no machine stack is used for depth.
///
/// Time and memory: at most one entry for each state that can be reached, up
/// to symmetry, and a look at each of their moves. Fails only at a limit of the
/// budget, which counts the states looked at as steps.
///
/// ```
/// use rules::PegSolitaire;
/// use solve::{Found, find_solution};
/// use values::Budget;
/// let row = PegSolitaire::read("oo.o", None).unwrap();
/// let solving = find_solution(&row, &Budget::unlimited()).unwrap();
/// assert!(matches!(solving.found, Found::Solution(jumps) if jumps.len() == 2));
/// ```
pub fn find_solution<P: Puzzle>(puzzle: &P, budget: &Budget) -> Result<Solving<P::Move>> {
    if let Some(reason) = puzzle.obstacle() {
        let (found, positions) = (Found::Obstacle(reason), 0);
        return Ok(Solving { found, positions });
    }
    search(puzzle, budget)
}

fn search<P: Puzzle>(puzzle: &P, budget: &Budget) -> Result<Solving<P::Move>> {
    let mut seen: HashSet<P::State, FxBuildHasher> = HashSet::default();
    let mut moves: Vec<P::Move> = Vec::new();
    let mut frames: Vec<Frame<P::State>> = Vec::new();
    let mut entering = Some(puzzle.start());
    let mut positions = 0;
    loop {
        if let Some(state) = entering.take() {
            positions += 1;
            budget.advance(1);
            if u64::is_multiple_of(positions, CHECK) {
                budget.check()?;
            }
            if puzzle.is_solved(&state) {
                let tried = frames.iter().map(|frame| moves[frame.next - 1]);
                let found = Found::Solution(tried.collect());
                return Ok(Solving { found, positions });
            }
            if !puzzle.is_hopeless(&state) && enter(&mut seen, puzzle.normal(&state), budget)? {
                let next = moves.len();
                puzzle.moves(&state, &mut moves);
                let end = moves.len();
                frames.push(Frame { state, next, end });
            }
        }
        let Some(frame) = frames.last_mut() else {
            let found = Found::Exhausted;
            return Ok(Solving { found, positions });
        };
        if frame.next < frame.end {
            let mv = moves[frame.next];
            frame.next += 1;
            entering = Some(puzzle.play(&frame.state, mv));
        } else {
            frames.pop();
            // The moves of the state before, which is gone on with.
            moves.truncate(frames.last().map_or(0, |frame| frame.end));
        }
    }
}

/// Whether a state is new; then it is remembered.
fn enter<S: Eq + std::hash::Hash>(
    seen: &mut HashSet<S, FxBuildHasher>,
    state: S,
    budget: &Budget,
) -> Result<bool> {
    if seen.len() == seen.capacity() {
        // Old and new table are there together while it grows to twice its size.
        let entry = size_of::<S>() as u64 + 1;
        let most = (seen.capacity() as u64 + 1).saturating_mul(4);
        budget.check_bytes(most.saturating_mul(entry))?;
    }
    Ok(seen.insert(state))
}
