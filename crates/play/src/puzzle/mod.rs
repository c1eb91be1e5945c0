//! Puzzles: find the only winning move.

mod ground;
mod kept;
mod maker;
mod panel;
mod proof;
mod tell;

pub use kept::KeptPuzzle;
pub use maker::PuzzleMaker;
pub use proof::{NoProof, PuzzleProof};

use crate::adjudicator::EndTable;
use crate::state::{Move, State};
use rules::{BadInput, Component, Position};
use solve::{Convention, Fate, Search, Term};
use values::{Arena, Budget, Player, Result};

/// A position in which the player to move has one winning move and several
/// others that look as good.
///
/// Moves that lead to the same position are one move. A move into a mirror
/// image is another: where both win there are two winning moves, and no
/// puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The game with its variant.
    pub game: String,
    /// The position as the game writes it.
    pub position: String,
    /// Who is to move.
    pub turn: Player,
    /// Whether the player who cannot move wins.
    pub misere: bool,
    /// The winning move.
    pub answer: String,
    /// How many moves there are.
    pub moves: u32,
    /// How many moves ahead the win is, when the winner hurries and the loser
    /// puts it off: a search that looks at every move sees it no sooner.
    pub depth: u32,
    /// The most moves that it takes to refute another move.
    pub refutation: u32,
    /// How hard it is, on the scale of chess players' ratings.
    pub rating: u32,
}

/// What follows from a puzzle is at most so many positions, with a player to
/// move in each, so that it can be searched as a whole.
pub const MOST_POSITIONS: usize = 12_000;
/// Puzzles have so many moves,
const FEWEST_MOVES: usize = 4;
/// at most so many,
const MOST_MOVES: usize = 40;
/// are as deep as this,
const LEAST_DEPTH: u32 = 5;
/// and have so many losing moves
const TEMPTING: usize = 3;
/// whose refutation takes as long as this.
const LEAST_REFUTATION: u32 = 3;

/// How far the quick search looks that comes before the whole one.
const SCOUT_NODES: u64 = 150;
const SCOUT_BYTES: u64 = 1 << 20;
/// With more moves of both players a position on a board is large.
const LARGE: usize = 24;

impl Puzzle {
    /// The state in which it begins.
    pub fn state(&self) -> std::result::Result<State, BadInput> {
        let convention = match self.misere {
            true => Convention::Misere,
            false => Convention::Normal,
        };
        let state = State::read(&self.game, &self.position, convention)?;
        Ok(state.with_turn(self.turn))
    }

    /// The puzzle that a state of one position is, if it is one: all that can
    /// follow is looked at.
    pub fn find(state: &State, budget: &Budget) -> Result<Option<Puzzle>> {
        let [position] = state.components() else {
            return Ok(None);
        };
        let moves = different_moves(state, budget)?;
        // All that follows is listed only where it is worth it.
        if !is_candidate(state, &moves) || !is_promising(state, &moves, budget)? {
            return Ok(None);
        }
        let (turn, convention) = (state.turn(), state.convention());
        let table = EndTable::explore(position, turn, convention, MOST_POSITIONS, budget)?;
        let Some(table) = table else {
            return Ok(None);
        };
        let fates: Vec<Fate> = moves
            .iter()
            .filter_map(|mv| Some(table.fate(&mv.after, -turn)?.before()))
            .collect();
        let mut winning = fates
            .iter()
            .zip(&moves)
            .filter_map(|(fate, mv)| match fate {
                Fate::Wins(depth) => Some((*depth, mv)),
                _ => None,
            });
        let (Some((depth, answer)), None) = (winning.next(), winning.next()) else {
            return Ok(None);
        };
        // How long the opponent takes to win after each of the others.
        let refutations = fates.iter().filter_map(|fate| match fate {
            Fate::Loses(moves) => Some(moves - 1),
            _ => None,
        });
        let tempting = refutations.clone().filter(|&r| r >= LEAST_REFUTATION);
        if depth < LEAST_DEPTH || tempting.count() < TEMPTING {
            return Ok(None);
        }
        if tell::is_told(state, &moves, answer, budget)? {
            return Ok(None);
        }
        let failed = panel::failing(state, answer, moves.len(), budget)?;
        Ok(Some(Puzzle {
            game: state.names()[0].to_string(),
            position: position.text(),
            turn,
            misere: convention == Convention::Misere,
            answer: state.text(answer)?,
            moves: moves.len() as u32,
            depth,
            refutation: refutations.max().unwrap_or(0),
            rating: rating(depth, moves.len() as u32, failed),
        }))
    }
}

/// The moves; those that lead to the same position are one.
fn different_moves(state: &State, budget: &Budget) -> Result<Vec<Move>> {
    let mut different: Vec<Move> = Vec::new();
    for mv in state.moves_within(budget)? {
        if !different.contains(&mv) {
            different.push(mv);
        }
    }
    Ok(different)
}

/// Whether a position has the right size for a puzzle.
fn is_candidate(state: &State, moves: &[Move]) -> bool {
    let fits = (FEWEST_MOVES..=MOST_MOVES).contains(&moves.len());
    fits && !state.is_loopy() && state.components().iter().all(|part| !is_large(part))
}

/// Whether more follows than is worth to look at. Heaps are never large.
fn is_large(position: &Component) -> bool {
    let players = if position.is_impartial() { 1 } else { 2 };
    let moves = Player::BOTH[..players].iter();
    let moves: usize = moves.map(|&player| position.mobility(player)).sum();
    moves > LARGE && position.heap_sum().is_none()
}

/// Whether a quick search finds one winning move.
fn is_promising(state: &State, moves: &[Move], budget: &Budget) -> Result<bool> {
    let mut arena = Arena::with_budget(budget.clone());
    let mut search = Search::new(state.convention()).with_table_bytes(SCOUT_BYTES);
    let mut winning = 0;
    for mv in moves {
        let after = [Term::Position(mv.after.clone())];
        match search.wins_within(&mut arena, &after, -state.turn(), SCOUT_NODES)? {
            Some(false) => winning += 1,
            Some(true) => {}
            None => return Ok(false),
        }
        if winning > 1 {
            return Ok(false);
        }
    }
    Ok(winning == 1)
}

/// A rating from the depth, the number of moves, and how many of a hundred
/// tries of the [panel](panel::failing) fail.
fn rating(depth: u32, moves: u32, failed: u32) -> u32 {
    500 + 50 * depth.min(14) + 10 * moves.min(40) + 8 * failed
}
