//! How strong an opponent is, in a word that everybody understands.

use crate::player::{Listed, find_player};
use crate::players::{MOBILITY, NOVICE};
use crate::state::State;
use rules::BadInput;
use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

/// How strong an opponent is: a word for a listed player, its level and its
/// clock, which depend on what is played.
///
/// ```
/// use play::{State, Strength};
/// use solve::Convention;
/// let nim = State::read("nim", "3,4,5", Convention::Normal).unwrap();
/// assert_eq!(Strength::Perfect.player(&nim).0.name, "nim");
/// let loopy = State::read("legionnaires:centurion", "4x4", Convention::Normal).unwrap();
/// assert_eq!(Strength::Perfect.player(&loopy).0.name, "search");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// Sees what happens next, and errs: for those who play it the first time.
    Easy,
    /// Looks a few moves ahead.
    Medium,
    /// Solves the end of the game, and all of it where that is short.
    Hard,
    /// Thinks until it has solved the game, within reason.
    Perfect,
}

/// Where there are more moves than this, a tree that grows where play seems
/// best finds more than a search of all moves.
const MANY_MOVES: usize = 100;

impl Strength {
    /// All, the weakest first.
    pub const ALL: [Strength; 4] = [
        Strength::Easy,
        Strength::Medium,
        Strength::Hard,
        Strength::Perfect,
    ];

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Strength::Easy => "easy",
            Strength::Medium => "medium",
            Strength::Hard => "hard",
            Strength::Perfect => "perfect",
        }
    }

    /// The strength with this name.
    pub fn read(text: &str) -> Result<Self, BadInput> {
        let wanted = text.trim().to_lowercase();
        let mut all = Strength::ALL.into_iter();
        all.find(|strength| strength.name() == wanted)
            .ok_or_else(|| {
                let message = format!("`{}` is no strength", text.escape_debug());
                BadInput::new(message, "write easy, medium, hard or perfect")
            })
    }

    /// How long it thinks about a move at most.
    #[must_use]
    pub fn clock(self) -> Duration {
        Duration::from_millis(match self {
            Strength::Easy => 200,
            Strength::Medium => 1_000,
            Strength::Hard => 5_000,
            Strength::Perfect => 60_000,
        })
    }

    /// Who plays so in a state, and at which level.
    #[must_use]
    pub fn player(self, state: &State) -> (&'static Listed, u32) {
        let first = |names: &[&str]| {
            let mut found = names
                .iter()
                .filter_map(|name| find_player(name, state).ok());
            found.next().unwrap_or(&MOBILITY)
        };
        let many = has_many_moves(state);
        match self {
            Strength::Easy => (&NOVICE, 1),
            // Where a search soon sees all, the person would only see losses.
            Strength::Medium if state.is_impartial() => (&NOVICE, 3),
            Strength::Medium if many => (first(&["mcts", "search"]), 5),
            Strength::Medium => (first(&["search"]), 4),
            Strength::Hard if many => (first(&["nim", "mcts", "exact", "search"]), 8),
            Strength::Hard => (first(&["nim", "exact", "search"]), 8),
            Strength::Perfect if many => (first(&["nim", "mcts", "exact", "search"]), 10),
            Strength::Perfect => (first(&["nim", "exact", "search"]), 10),
        }
    }
}

fn has_many_moves(state: &State) -> bool {
    use rules::Position;
    let mut moves = 0;
    let mut components = state.components().iter();
    components.any(|component| {
        let all = component.options(state.turn(), &mut |_| {
            moves += 1;
            match moves > MANY_MOVES {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        all.is_break()
    })
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
