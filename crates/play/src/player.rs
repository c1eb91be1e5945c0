//! Who plays: the players by name.

use crate::effort::{Effort, LEVELS};
use crate::players::{ALL, MOBILITY, STRONGEST, fewest_by};
use crate::state::{Move, State};
use crate::thought::{Ground, Thought};
use rules::{BadInput, Random};
use std::time::{Duration, Instant};
use values::Result;

/// A program that chooses moves. It may remember what it found out from one
/// move to the next; for another game take a fresh one.
///
/// ```
/// use play::{Choice, Effort, Engine, State};
/// use rules::Random;
///
/// /// Plays the first move on the list.
/// struct First;
/// impl Engine for First {
///     fn choose(&mut self, state: &State, _: &Effort, _: &mut Random) -> values::Result<Choice> {
///         Ok(Choice::silent(state.moves()?.swap_remove(0)))
///     }
/// }
///
/// let mut state = State::read("nim", "2,3", solve::Convention::Normal).unwrap();
/// let choice = First.choose(&state, &Effort::default(), &mut Random::new(1)).unwrap();
/// state.play(&choice.mv);
/// ```
pub trait Engine: Send {
    /// A move of the player to move, who has one.
    fn choose(&mut self, state: &State, effort: &Effort, random: &mut Random) -> Result<Choice>;

    /// A move in any case: where its effort ends before the player has one,
    /// the one that leaves the opponent the fewest moves, as far as a glance
    /// tells. Its clock, if it has one, starts now.
    fn reply(&mut self, state: &State, effort: &Effort, random: &mut Random) -> Result<Choice> {
        let effort = effort.begun();
        let mut choice = match self.choose(state, &effort, random) {
            Err(error) if error.is_limit() => hasty(state, &effort, random)?,
            choice => choice?,
        };
        choice.thought.cut_short |= effort.is_cut_short();
        Ok(choice)
    }
}

/// A move, and what the player thinks of it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Whether it wins, and why it was chosen.
    pub thought: Thought,
}

impl Choice {
    /// A move without a word.
    #[must_use]
    pub fn silent(mv: Move) -> Self {
        Choice::thinking(mv, Thought::default())
    }

    /// A move and what is thought of it.
    #[must_use]
    pub fn thinking(mv: Move, thought: Thought) -> Self {
        Choice { mv, thought }
    }
}

/// A player on the list.
#[derive(Debug)]
pub struct Listed {
    /// What to type.
    pub name: &'static str,
    /// How it plays.
    pub about: &'static str,
    /// For what it makes sense, if not for everything.
    pub suits: &'static str,
    /// Whether it makes sense for a sum.
    pub is_for: fn(&State) -> bool,
    /// A fresh one.
    pub fresh: fn() -> Box<dyn Engine>,
}

/// How long a player who had no time to find a move looks for any.
const HASTE: Duration = Duration::from_millis(200);
/// And among how many moves.
const GLANCE: usize = 5_000;

/// A move that is found at once.
pub fn hasty(state: &State, effort: &Effort, random: &mut Random) -> Result<Choice> {
    let moves = state.some_moves(GLANCE);
    let end = Instant::now() + HASTE;
    let effort = effort.clone().in_haste(end);
    let best = fewest_by(state, &moves, &effort, |_| 0)?;
    let mv = (*random.pick(&best)).clone();
    Ok(Choice::thinking(mv, Thought::guess(Ground::Haste)))
}

impl Listed {
    /// One that makes sense for every sum.
    pub(crate) const fn for_everything(
        name: &'static str,
        about: &'static str,
        fresh: fn() -> Box<dyn Engine>,
    ) -> Self {
        Listed {
            name,
            about,
            suits: "everything",
            is_for: |_| true,
            fresh,
        }
    }

    /// A move of a fresh player, in any case, as [`Engine::reply`].
    pub fn reply(&self, state: &State, effort: &Effort, random: &mut Random) -> Result<Choice> {
        (self.fresh)().reply(state, effort, random)
    }
}

/// All players.
#[must_use]
pub fn players() -> &'static [&'static Listed] {
    ALL
}

/// The player with this name, if it makes sense for a sum.
pub fn find_player(name: &str, state: &State) -> std::result::Result<&'static Listed, BadInput> {
    let wanted = name.trim().to_lowercase();
    let offered = || {
        let names = players().iter().filter(|listed| (listed.is_for)(state));
        let names: Vec<&str> = names.map(|listed| listed.name).collect();
        format!("players here: {}", names.join(", "))
    };
    match players().iter().find(|listed| listed.name == wanted) {
        None => Err(BadInput::new(
            format!("there is no player `{}`", name.escape_debug()),
            offered(),
        )),
        Some(listed) if !(listed.is_for)(state) => Err(BadInput::new(
            format!("`{}` plays {} only", listed.name, listed.suits),
            offered(),
        )),
        Some(listed) => Ok(listed),
    }
}

/// The strongest player that makes sense for a sum.
#[must_use]
pub fn default_player(state: &State) -> &'static Listed {
    let strongest = STRONGEST.iter();
    let mut strongest = strongest.filter(|listed| (listed.is_for)(state));
    strongest.next().unwrap_or(&&MOBILITY)
}

/// A player's name, and the level that may stand behind it.
pub fn levelled(name: &str) -> std::result::Result<(&str, Option<u32>), BadInput> {
    let Some((base, level)) = name.split_once(':') else {
        return Ok((name, None));
    };
    match level.parse() {
        Ok(level) if LEVELS.contains(&level) => Ok((base, Some(level))),
        _ => Err(BadInput::new(
            format!("`{}` is no level", level.escape_debug()),
            format!(
                "levels are {} to {}, as in {base}:3",
                LEVELS.start(),
                LEVELS.end(),
            ),
        )),
    }
}
