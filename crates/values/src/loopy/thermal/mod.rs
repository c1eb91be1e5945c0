//! Thermographs of games that may not end.
//!
//! At a temperature t every move costs its player t. In a stopper alternating
//! play ends, and for t > 0 nobody gains by a pass that he pays for, so the
//! walls are those that the walls of the options make, as in games that end;
//! where a loop leads back they are found by going round until nothing
//! changes. Pseudonumbers are masts: on and off at infinity, x over and x
//! under at x. Below t = 0 a pass would be paid for, for ever: nothing is
//! defined there, and walls are drawn straight on.
//!
//! Literature: E. R. Berlekamp, "The economist's view of combinatorial games"
//! (1996); for kos see [`ko`].

mod ko;
#[cfg(test)]
mod tests;
mod wall;

pub use ko::{KoThermograph, Threats};

use super::pseudonumber::Pseudonumber;
use super::stopper::{Loaded, Stopper, Stoppers};
use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::player::Player;
use crate::thermograph::{Thermograph, Trajectory};
use num_traits::Zero;
use wall::{Rational, Wall, rational, settled, whole};

/// Left's wall and Right's.
type Walls = [Wall; 2];

impl Stoppers {
    /// The thermograph of a stopper; for t < 0 its walls go straight on.
    ///
    /// # Complexity
    /// As often as walls still change round a loop, the moves on it times the
    /// corners of their walls.
    ///
    /// ```
    /// use values::{Arena, Stoppers};
    /// let (mut arena, mut stoppers) = (Arena::new(), Stoppers::new());
    /// let game = stoppers.read(&mut arena, "{5over|-1}").unwrap().as_stopper().unwrap();
    /// let graph = stoppers.thermograph(&mut arena, game)?;
    /// assert_eq!((graph.mean().to_string(), graph.temperature().to_string()), ("2".into(), "3".into()));
    /// # Ok::<(), values::Error>(())
    /// ```
    pub fn thermograph(&mut self, arena: &mut Arena, g: Stopper) -> Result<Thermograph> {
        if let Stopper::Short(value) = g {
            return arena.thermograph(value);
        }
        let [left, right] = self.walls(arena, g)?;
        match (drawn(&left), drawn(&right)) {
            (Some(left), Some(right)) => Ok(Thermograph::from_walls(left, right)),
            _ => Err(no_mast()),
        }
    }

    /// The walls of a stopper at temperatures t ≥ 0.
    fn walls(&mut self, arena: &mut Arena, g: Stopper) -> Result<Walls> {
        let mut loaded = Loaded::default();
        let root = loaded.load(self, arena, g)?;
        let mut walls: Vec<Option<Walls>> = vec![None; loaded.graph.len()];
        let mut masts: Vec<Option<Rational>> = vec![None; loaded.graph.len()];
        for component in loaded.graph.components() {
            self.check(arena)?;
            let mut open = Vec::new();
            for &v in &component {
                let stopper = loaded.known[v as usize].expect("only stoppers are loaded");
                let known = self.known_walls(arena, stopper)?;
                if known.is_none() {
                    open.push(v);
                    let stops = Player::BOTH.map(|player| self.stop(arena, stopper, player));
                    let [left, right] = stops;
                    let (left, right) = (left?, right?);
                    masts[v as usize] = number(&left).filter(|_| number(&left) == number(&right));
                    // At t = 0 the stops are right, and whatever is wrong
                    // above is put right at the cost of the moves round.
                    walls[v as usize] = Some([left, right].map(|stop| mast(&stop)));
                } else {
                    walls[v as usize] = known;
                }
            }
            let rounds = 8 * component.len() + 64;
            for round in 0.. {
                let mut changed = false;
                for &v in &open {
                    arena.tick()?;
                    let new = options_walls(&loaded, &walls, v, masts[v as usize].as_ref())?;
                    changed |= walls[v as usize].as_ref() != Some(&new);
                    walls[v as usize] = Some(new);
                }
                if !changed {
                    break;
                }
                if round == rounds {
                    return Err(Error::Undefined(
                        "the walls of that game do not settle: its thermograph is not known".into(),
                    ));
                }
            }
        }
        Ok(walls[root as usize].take().expect("all walls are found"))
    }

    /// The walls of what needs no look at its options.
    fn known_walls(&self, arena: &mut Arena, g: Stopper) -> Result<Option<Walls>> {
        if let Stopper::Short(value) = g {
            let graph = arena.thermograph(value)?;
            return Ok(Some([above_zero(&graph.left), above_zero(&graph.right)]));
        }
        let pseudonumber = self.pseudonumber(arena, g)?;
        Ok(pseudonumber.map(|p| [mast(&p), mast(&p)]))
    }
}

fn no_mast() -> Error {
    Error::Undefined(
        "that game has no mast: a threat in it is greater than any temperature, so it has no mean"
            .to_owned(),
    )
}

fn number(p: &Pseudonumber) -> Option<Rational> {
    match p {
        Pseudonumber::Near { number, .. } => Some(rational(number)),
        Pseudonumber::On | Pseudonumber::Off => None,
    }
}

fn mast(p: &Pseudonumber) -> Wall {
    match p {
        Pseudonumber::On => Wall::All(Player::Left),
        Pseudonumber::Off => Wall::All(Player::Right),
        Pseudonumber::Near { number, .. } => Wall::straight(rational(number), Rational::zero()),
    }
}

/// The walls that the options' walls make.
fn options_walls(
    loaded: &Loaded,
    walls: &[Option<Walls>],
    v: u32,
    mast: Option<&Rational>,
) -> Result<Walls> {
    let [left, right] = Player::BOTH.map(|player| {
        let tax = whole(-i64::from(player.sign()));
        let options = loaded.graph.options(v, player).iter();
        let taxed = options.filter_map(|&o| {
            let opposing = &walls[o as usize].as_ref()?[player.opposite() as usize];
            Some(opposing.tilted(&tax))
        });
        let best = taxed.reduce(|a, b| a.best(&b, player));
        best.unwrap_or_else(|| Wall::nothing(player))
    });
    settled(left, right, mast).ok_or_else(no_mast)
}

/// A wall at temperatures t ≥ 0.
fn above_zero(wall: &Trajectory) -> Wall {
    let zero = Dyadic::zero();
    let mut corners = vec![(Rational::zero(), rational(&wall.at(&zero)))];
    let above = wall.corners().iter().filter(|(t, _)| t.signum() > 0);
    corners.extend(above.map(|(t, v)| (rational(t), rational(v))));
    let top = whole(wall.top_slope().into());
    Wall::Finite(wall::Line { corners, top }.simplified())
}

/// A wall with slopes −1, 0 and 1 as those of values are drawn, straight on
/// below t = 0.
fn drawn(wall: &Wall) -> Option<Trajectory> {
    let Wall::Finite(line) = wall else {
        return None;
    };
    let first = line.slope(0);
    let mut corners = vec![(whole(-1), &line.corners[0].1 - &first)];
    // A mast that begins at 0 says so.
    let from = usize::from(!first.is_zero());
    corners.extend(line.corners[from..].iter().cloned());
    let corners = corners.iter().map(|(t, v)| Some((dyadic(t)?, dyadic(v)?)));
    let corners: Vec<_> = corners.collect::<Option<_>>()?;
    line.top.is_zero().then(|| Trajectory::new(corners, 0))
}

/// The dyadic number that a fraction is.
fn dyadic(x: &Rational) -> Option<Dyadic> {
    let exponent = x.denom().trailing_zeros()?;
    let is_power = *x.denom() == num_bigint::BigInt::from(1) << exponent;
    let exponent = u32::try_from(exponent).ok().filter(|_| is_power)?;
    Some(Dyadic::new(x.numer().clone(), exponent))
}
