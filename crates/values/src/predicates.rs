//! What kind of value it is.

use crate::arena::{Arena, NOT_UP_STAR};
use crate::error::Result;
use crate::player::Player;
use crate::value::Value;

impl Arena {
    /// Whether the value is an integer.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let g = arena.read("{2|}").unwrap();
    /// assert!(arena.is_integer(g));
    /// ```
    #[must_use]
    pub fn is_integer(&self, g: Value) -> bool {
        self.as_number(g).is_some_and(|x| x.is_integer())
    }

    /// Whether the value is a nimber ∗k, 0 included.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let g = arena.read("{0,*|*,0}").unwrap();
    /// assert!(arena.is_nimber(g));
    /// ```
    #[must_use]
    pub fn is_nimber(&self, g: Value) -> bool {
        self.as_nimber(g).is_some()
    }

    /// Whether G = −G, as CGSuite has it: G = ±{…}. Nimbers are switches in
    /// this sense, {3|1} is not.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let (g, h) = (arena.read("{2|-2}").unwrap(), arena.read("{3|1}").unwrap());
    /// assert!(arena.is_switch(g));
    /// assert!(!arena.is_switch(h));
    /// ```
    #[must_use]
    pub fn is_switch(&self, g: Value) -> bool {
        g.is_symmetric()
    }

    /// Whether G lies between all positive and all negative numbers: both
    /// stops are 0.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let g = arena.read("{0||0|-2}").unwrap();
    /// assert!(arena.is_infinitesimal(g));
    /// ```
    #[must_use]
    pub fn is_infinitesimal(&self, g: Value) -> bool {
        Player::BOTH
            .iter()
            .all(|&player| self.stop(g, player).is_zero())
    }

    /// Whether G is a number plus an infinitesimal: the stops are equal.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let g = arena.read("3^*").unwrap();
    /// assert!(arena.is_numberish(g));
    /// ```
    #[must_use]
    pub fn is_numberish(&self, g: Value) -> bool {
        self.stop(g, Player::Left) == self.stop(g, Player::Right)
    }

    /// Whether G is a number plus a tiny or a miny, that is {x ‖ x | y} with
    /// the mean of y below x, or the mirror image. Numbers count: with
    /// nothing added they are the plainest case, as in CGSuite.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let g = arena.read("{3||3|1}").unwrap();
    /// assert!(arena.is_number_tiny(g).unwrap());
    /// ```
    pub fn is_number_tiny(&mut self, g: Value) -> Result<bool> {
        if self.is_number_up_star(g) {
            return Ok(self.is_number(g));
        }
        Ok(self.number_tiny(g)?.is_some())
    }

    /// Whether G is number + c₁·↑ + c₂·↑² + … + ∗k.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let g = arena.read("{0||0|v*}").unwrap();
    /// assert!(arena.is_uptimal(g));
    /// ```
    #[must_use]
    pub fn is_uptimal(&self, g: Value) -> bool {
        self.uptimal_expansion(g).is_some()
    }

    /// Whether G is number + n·↑ + ∗k.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let (g, h) = (arena.read("1/2^3*").unwrap(), arena.read("^<2>").unwrap());
    /// assert!(arena.is_number_up_star(g));
    /// assert!(!arena.is_number_up_star(h));
    /// ```
    #[must_use]
    pub fn is_number_up_star(&self, g: Value) -> bool {
        self.nodes[g.index()].up_star != NOT_UP_STAR
    }
}
