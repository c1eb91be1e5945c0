//! The thermograph of a position, without its canonical form.

mod duels;
mod outcome_beside;
mod solver;

use crate::scalar::{Fixed, Overflow};
use rules::Position;
use solver::Solver;
use values::{Budget, Dyadic, Error, Player, Result, Thermograph, Trajectory};

/// Finds thermographs of positions of one game and remembers every part it
/// met, by normal form.
///
/// A position's scaffolds come from its options' walls, from t = −1 up. If a
/// side has no move or the scaffolds do not cross, the position is the
/// integer nearest 0 between them; otherwise they are the walls up to where
/// they meet, and the mast stands there (Berlekamp, "Sums of N × 2 Amazons",
/// section 3; the rule for integers is what canonical forms do not need).
/// In a sum, numbers only move the walls; two or more parts that are not
/// numbers are looked at together.
///
/// # Complexity
///
/// Every normal form of a part is expanded once, and every multiset of parts
/// that are not numbers; an option costs as much as its walls have corners,
/// of which most have few, and walls that occur again are stored once. All n²
/// duels of two pieces on a ground of n posts are solved in one sweep.
///
/// # Literature
///
/// *Winning Ways*, chapter 6; E. Berlekamp, "The Economist's View of
/// Combinatorial Games" (Games of No Chance, 1996), for walls below t = 0 and
/// the environment that they describe.
///
/// ```
/// use rules::{Amazons, Game};
/// use solve::Thermographer;
/// use values::Player;
/// let game = Amazons::<u64>::with_variant(None).unwrap();
/// let mut thermographer = Thermographer::new();
/// let position = game.read("R..L...R").unwrap();
/// let thermograph = thermographer.thermograph(&position).unwrap();
/// assert_eq!(thermograph.mean().to_string(), "1");
/// assert_eq!(thermograph.temperature().to_string(), "3");
/// let moves = thermographer.orthodox_moves(&position, Player::Left, &3.into());
/// // Next to either opponent, with the arrow next to the other one.
/// assert_eq!(moves.unwrap().len(), 2);
/// ```
pub struct Thermographer<P> {
    fast: Solver<P, Fixed>,
    /// Takes over for good when a number does not fit.
    exact: Option<Solver<P, Dyadic>>,
}

impl<P: Position> Default for Thermographer<P> {
    fn default() -> Self {
        Self::new()
    }
}

/// Asks the fast solver, and the exact one once a number did not fit.
macro_rules! ask {
    ($self:ident, $solver:ident => $question:expr) => {{
        if $self.exact.is_none() {
            let $solver = &mut $self.fast;
            match $question {
                Ok(answer) => return Ok(answer),
                Err(Stop::Error(error)) => return Err(error),
                Err(Stop::Overflow) => {
                    let budget = $self.fast.budget.clone();
                    $self.fast = Solver::new(budget.clone());
                    $self.exact = Some(Solver::new(budget));
                }
            }
        }
        let $solver = $self.exact.as_mut().expect("just made");
        match $question {
            Ok(answer) => Ok(answer),
            Err(Stop::Error(error)) => Err(error),
            Err(Stop::Overflow) => unreachable!("exact numbers have no bounds"),
        }
    }};
}

impl<P: Position> Thermographer<P> {
    /// One that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::with_budget(Budget::unlimited())
    }

    /// One that stops when the budget does.
    #[must_use]
    pub fn with_budget(budget: Budget) -> Self {
        Thermographer {
            fast: Solver::new(budget),
            exact: None,
        }
    }

    /// Works within another budget from now on; what is remembered is kept.
    pub fn set_budget(&mut self, budget: Budget) {
        if let Some(exact) = &mut self.exact {
            exact.budget = budget.clone();
        }
        self.fast.budget = budget;
    }

    /// How many positions are remembered.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.exact {
            Some(exact) => exact.len(),
            None => self.fast.len(),
        }
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// About how many bytes that takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.fast.bytes() + self.exact.as_ref().map_or(0, Solver::bytes)
    }

    /// The thermograph of a position; corner for corner that of its value.
    pub fn thermograph(&mut self, position: &P) -> Result<Thermograph> {
        self.sum(&[(position.clone(), false)])
    }

    /// The thermograph of a sum of positions, those marked negated.
    pub fn sum(&mut self, summands: &[(P, bool)]) -> Result<Thermograph> {
        ask!(self, solver => solver.graph_of_sum(summands).map(|graph| solver.walls.thermograph(graph)))
    }

    /// What `player` gets by moving first, as a function of the temperature;
    /// `None` if the player has no move.
    pub fn scaffold(&mut self, position: &P, player: Player) -> Result<Option<Trajectory>> {
        ask!(self, solver => solver.scaffold(position, player))
    }

    /// The moves of `player` that attain the scaffold at temperature `t`;
    /// none above the temperature of the position.
    pub fn orthodox_moves(
        &mut self,
        position: &P,
        player: Player,
        t: &Dyadic,
    ) -> Result<Vec<P::Move>> {
        ask!(self, solver => solver.orthodox_moves(position, player, t))
    }
}

/// Why a solver did not answer.
enum Stop {
    Overflow,
    Error(Error),
}

impl From<Overflow> for Stop {
    fn from(_: Overflow) -> Self {
        Stop::Overflow
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Stop::Error(error)
    }
}
