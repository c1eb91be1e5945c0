//! Puzzles: games for one player, in which a solution is a list of moves.

mod knights_tour;
mod peg_solitaire;

pub use knights_tour::KnightsTour;
pub use peg_solitaire::PegSolitaire;

use crate::bad_input::BadInput;
use crate::game::{Start, Variant};
use std::hash::Hash;
use strsim::levenshtein;

/// A puzzle: where it begins, what may be done, and when it is solved. The
/// board and the goal stay; a state is what the moves change.
pub trait Puzzle {
    /// What the moves change, a few words.
    type State: Copy + Eq + Hash;
    /// A move.
    type Move: Copy;

    /// Where it begins.
    fn start(&self) -> Self::State;

    /// Whether nothing more has to be done.
    fn is_solved(&self, state: &Self::State) -> bool;

    /// Adds every move, the most promising first. The order decides how soon
    /// a solution is found, never whether.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// The state after a move.
    fn play(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    /// Whether a state plainly leads to no solution. Law: no solution leads
    /// through a state of which this is true.
    fn is_hopeless(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// A state that has a solution exactly if this one has: the same for all
    /// that symmetry makes alike.
    fn normal(&self, state: &Self::State) -> Self::State {
        *state
    }

    /// Why there cannot be a solution, if a look at the start tells.
    fn obstacle(&self) -> Option<String> {
        None
    }

    /// A state as text.
    fn write(&self, state: &Self::State) -> String;

    /// A move as text.
    fn write_move(&self, mv: Self::Move) -> String;

    /// A solution for people: the moves, each with what it leaves.
    fn show(&self, line: &[Self::Move]) -> String {
        let mut state = self.start();
        let mut text = String::new();
        let width = line.len().to_string().len();
        for (number, &mv) in line.iter().enumerate() {
            state = self.play(&state, mv);
            text.push_str(&format!(
                "{:>width$}.  {}  {}\n",
                number + 1,
                self.write_move(mv),
                self.write(&state)
            ));
        }
        text
    }
}

/// What `legatus solve` tells about a puzzle.
#[derive(Debug)]
pub struct PuzzleInfo {
    /// The name on the command line and in JSON.
    pub name: &'static str,
    /// The name people say.
    pub title: &'static str,
    /// The rules, and when it is solved.
    pub rules: &'static str,
    /// How positions and moves are written.
    pub notation: &'static str,
    /// Other goals.
    pub variants: &'static [Variant],
    /// The named positions.
    pub starts: &'static [Start],
    /// A name, perhaps with a variant, and a position.
    pub example: [&'static str; 2],
}

/// All puzzles.
pub static PUZZLES: [&PuzzleInfo; 2] = [&peg_solitaire::INFO, &knights_tour::INFO];

/// The puzzle with this name.
pub fn find_puzzle(name: &str) -> Result<&'static PuzzleInfo, BadInput> {
    let plain = |name: &str| name.trim().to_lowercase().replace(['-', '_'], "");
    let wanted = plain(name);
    if let Some(info) = PUZZLES.iter().find(|info| plain(info.name) == wanted) {
        return Ok(info);
    }
    let nearest = PUZZLES
        .iter()
        .min_by_key(|info| levenshtein(&plain(info.name), &wanted))
        .map_or("", |info| info.name);
    Err(BadInput::new(
        format!("there is no puzzle `{}`", name.escape_debug()),
        format!("did you mean `{nearest}`? `legatus solve` lists them"),
    ))
}

/// Something that can be done with a puzzle of any type.
pub trait PuzzleVisitor {
    /// What comes of it.
    type Output;

    /// Uses the puzzle, whose type is known here.
    fn visit<P: Puzzle>(self, puzzle: &P) -> Self::Output;
}

/// Reads a position of a puzzle (`peg_solitaire`, `peg_solitaire:d4`) and
/// visits it.
pub fn visit_puzzle<V: PuzzleVisitor>(
    name: &str,
    position: &str,
    visitor: V,
) -> Result<V::Output, BadInput> {
    let (base, variant) = match name.split_once(':') {
        Some((base, variant)) => (base, Some(variant)),
        None => (name, None),
    };
    let info = find_puzzle(base)?;
    let mut starts = info.starts.iter();
    let start = starts.find(|start| start.name == position.trim());
    let position = start.map_or(position, |start| start.text);
    Ok(if info.name == peg_solitaire::INFO.name {
        visitor.visit(&PegSolitaire::read(position, variant)?)
    } else {
        visitor.visit(&KnightsTour::read(position, variant)?)
    })
}
