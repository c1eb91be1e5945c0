//! Questions about loopy games, and how loopy they are.

use super::names::Name;
use super::pseudonumber::Pseudonumber;
use super::sides::{Loopy, Side};
use super::stopper::{Loaded, Stopper, Stoppers};
use crate::arena::Arena;
use crate::error::Result;
use crate::player::Player;

impl Stoppers {
    /// Whether every loop of a stopper is a pass.
    pub fn is_plumtree(&self, arena: &mut Arena, g: Stopper) -> Result<bool> {
        let mut loaded = Loaded::default();
        loaded.load(self, arena, g)?;
        Ok(loaded.graph.components().iter().all(|c| c.len() == 1))
    }

    /// Whether both stops are one number, or one number but for over or under.
    pub fn is_numberish(&self, arena: &mut Arena, g: Stopper) -> Result<bool> {
        Ok(self.near(arena, g)?.is_some())
    }

    /// Whether it lies between all negative and all positive numbers.
    pub fn is_infinitesimal(&self, arena: &mut Arena, g: Stopper) -> Result<bool> {
        let near = self.near(arena, g)?;
        Ok(matches!(near, Some(Pseudonumber::Near { number, .. }) if number.is_zero()))
    }

    /// The one finite stop, if both are the same.
    fn near(&self, arena: &mut Arena, g: Stopper) -> Result<Option<Pseudonumber>> {
        let left = self.stop(arena, g, Player::Left)?;
        let right = self.stop(arena, g, Player::Right)?;
        let finite = matches!(left, Pseudonumber::Near { .. });
        Ok((finite && left == right).then_some(left))
    }

    /// Whether it is a number plus a tiny or a miny.
    pub fn is_number_tiny(&mut self, arena: &mut Arena, g: Stopper) -> Result<bool> {
        match g {
            Stopper::Short(value) => arena.is_number_tiny(value),
            Stopper::Loopy(_) => Ok(matches!(self.name(arena, g)?, Some(Name::Tiny { .. }))),
        }
    }

    /// The degree of loopiness of a stopper: the onside of G − G.
    ///
    /// # Literature
    /// *Winning Ways* chapter 11.
    pub fn degree(&mut self, arena: &mut Arena, g: Stopper) -> Result<Side> {
        let negative = self.negate(arena, g)?;
        self.upsum(arena, &g.into(), &negative.into())
    }

    /// Whether a stopper is stable: plumtrees are taken to be, as in every
    /// example of CGSuite's that was at hand; of others it is not known here:
    /// `None`.
    pub fn is_stable(&self, arena: &mut Arena, g: Stopper) -> Result<Option<bool>> {
        Ok(self.is_plumtree(arena, g)?.then_some(true))
    }

    /// The variety of a plumtree: what is left of G, on the onside, when G
    /// with its degree added is taken from it. `None` of other stoppers.
    pub fn variety(&mut self, arena: &mut Arena, g: Stopper) -> Result<Option<Side>> {
        if !self.is_plumtree(arena, g)? {
            return Ok(None);
        }
        let Side::Stopper(degree) = self.degree(arena, g)? else {
            return Ok(None);
        };
        let Side::Stopper(more) = self.upsum(arena, &g.into(), &degree.into())? else {
            return Ok(None);
        };
        let less = self.negate(arena, more)?;
        Ok(Some(self.upsum(arena, &g.into(), &less.into())?))
    }

    /// Whether G + G = G.
    pub fn is_idempotent(&mut self, arena: &mut Arena, g: &Loopy) -> Result<bool> {
        let sum = self.add(arena, g, g)?;
        Ok(self.is_le(arena, &sum, g)? && self.is_le(arena, g, &sum)?)
    }
}
