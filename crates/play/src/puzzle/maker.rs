//! Makes puzzles by chance that can be repeated.

use super::ground::Ground;
use super::{Puzzle, different_moves, is_candidate};
use rules::{BadInput, Position, Random};
use rustc_hash::FxHashSet;
use solve::Convention;
use values::{Budget, Player, Result};

/// Makes puzzles, each from the numbers of a seed: the same seed and games
/// give the same puzzles.
///
/// ```
/// use play::PuzzleMaker;
/// use values::Budget;
/// let mut maker = PuzzleMaker::new(Some("nim"), 7).unwrap();
/// let puzzle = maker.make(&Budget::unlimited()).unwrap().unwrap();
/// assert_eq!(puzzle.game, "nim");
/// ```
pub struct PuzzleMaker {
    grounds: Vec<Ground>,
    random: Random,
    /// How many were begun.
    begun: u64,
    /// What has come up, mirror images and negatives too.
    seen: FxHashSet<(String, String, Player, bool)>,
}

/// How many positions are tried for one puzzle of a game.
const TRIES: usize = 60_000;
/// And how many of them, those of the right size, are searched.
const LOOKS: usize = 2500;
/// And how often that is done before there is none.
const ROUNDS: usize = 4;
/// One puzzle in so many is for misère play.
const MISERE: u64 = 4;
/// The larger positions that a try goes through.
const STRIDES: usize = 8;

impl PuzzleMaker {
    /// For one game, or for all in turns.
    pub fn new(game: Option<&str>, seed: u64) -> std::result::Result<Self, BadInput> {
        let grounds = match game {
            Some(game) => vec![Ground::new(game)?],
            None => Ground::all(),
        };
        Ok(PuzzleMaker {
            grounds,
            random: Random::new(seed),
            begun: 0,
            seen: FxHashSet::default(),
        })
    }

    /// The next puzzle; `None` if no game has another one after many tries.
    pub fn make(&mut self, budget: &Budget) -> Result<Option<Puzzle>> {
        for _ in 0..self.grounds.len().max(ROUNDS) {
            let number = self.begun;
            self.begun += 1;
            let mut random = self.random.fork(number);
            // After a round of all games, another quarter is misère.
            let round = number / self.grounds.len() as u64 + number % self.grounds.len() as u64;
            let convention = match round % MISERE {
                3 => Convention::Misere,
                _ => Convention::Normal,
            };
            let ground = &self.grounds[number as usize % self.grounds.len()];
            let mut looks = LOOKS;
            for _ in 0..TRIES {
                if looks == 0 {
                    break;
                }
                let made = attempt(ground, convention, &mut random, &mut looks, budget)?;
                if let Some((puzzle, mark)) = made
                    && self.seen.insert(mark)
                {
                    return Ok(Some(puzzle));
                }
            }
        }
        Ok(None)
    }
}

type Mark = (String, String, Player, bool);

/// Tries one position, and some that follow from it.
fn attempt(
    ground: &Ground,
    convention: Convention,
    random: &mut Random,
    looks: &mut usize,
    budget: &Budget,
) -> Result<Option<(Puzzle, Mark)>> {
    let mut state = ground.draw(convention, random);
    for _ in 0..STRIDES {
        budget.check()?;
        let tidied = ground.tidied(&state);
        if is_candidate(&tidied, &different_moves(&tidied, budget)?) {
            *looks = looks.saturating_sub(1);
        }
        if let Some(puzzle) = Puzzle::find(&tidied, budget)? {
            let (normal, negated) = tidied.components()[0].normal_form();
            let turn = if negated { -state.turn() } else { state.turn() };
            let mark = (
                ground.name().to_string(),
                normal.text(),
                turn,
                puzzle.misere,
            );
            return Ok(Some((puzzle, mark)));
        }
        if !ground.stride(&mut state, random)? {
            break;
        }
    }
    Ok(None)
}
