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

    /// The upsum variety of G relative to D, or with the players exchanged the
    /// downsum variety: the onside of G + T, where T is the offside of −G − D.
    /// `None` where a side that is needed is no stopper.
    pub fn variety_by(
        &mut self,
        arena: &mut Arena,
        g: Stopper,
        degree: Stopper,
        of: Player,
    ) -> Result<Option<Stopper>> {
        if of == Player::Right {
            // G ⊖ (−G ⊕ D) is the negative of (−G) ⊕ (G ⊖ −D).
            let negative = self.negate(arena, g)?;
            let variety = self.variety_by(arena, negative, degree, Player::Left)?;
            return variety.map(|v| self.negate(arena, v)).transpose();
        }
        let Side::Stopper(more) = self.upsum(arena, &g.into(), &degree.into())? else {
            return Ok(None);
        };
        let less = self.negate(arena, more)?;
        Ok(match self.upsum(arena, &g.into(), &less.into())? {
            Side::Stopper(variety) => Some(variety),
            Side::Graph(_) => None,
        })
    }

    /// The variety of a stopper: its upsum variety and its downsum variety
    /// relative to its degree of loopiness, where these are the same. It is
    /// conjectured, in CGSuite's words the Stability Conjecture, that they
    /// always are; `None` where the two differ, or the degree is not its own
    /// double and there is no variety relative to it.
    ///
    /// # Literature
    /// *Winning Ways* chapter 11; A. N. Siegel, *Combinatorial Game Theory*
    /// section VI.5.
    pub fn variety(&mut self, arena: &mut Arena, g: Stopper) -> Result<Option<Stopper>> {
        let Side::Stopper(degree) = self.degree(arena, g)? else {
            return Ok(None);
        };
        if !self.is_idempotent(arena, &degree.into())? {
            return Ok(None);
        }
        let [upsum, downsum] = Player::BOTH.map(|player| self.variety_by(arena, g, degree, player));
        let (upsum, downsum) = (upsum?, downsum?);
        Ok(upsum.filter(|_| upsum == downsum))
    }

    /// Whether a stopper is stable: whether it has a variety.
    pub fn is_stable(&mut self, arena: &mut Arena, g: Stopper) -> Result<bool> {
        Ok(self.variety(arena, g)?.is_some())
    }

    /// Whether G + G = G.
    pub fn is_idempotent(&mut self, arena: &mut Arena, g: &Loopy) -> Result<bool> {
        let sum = self.add(arena, g, g)?;
        Ok(self.is_le(arena, &sum, g)? && self.is_le(arena, g, &sum)?)
    }
}
