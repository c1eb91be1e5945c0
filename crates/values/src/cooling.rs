//! Cooling and its relatives: heating, overheating, Norton multiplication.
//!
//! See Berlekamp, Conway and Guy, *Winning Ways*, chapters 6 and 8.

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::value::Value;

/// Nothing to choose: a number stays what it is.
fn keep(_: &mut Arena, _: Value, number: Value, _: &[Vec<Value>; 2]) -> Result<Value> {
    Ok(number)
}

impl Arena {
    /// G cooled by t > −1: every move costs t, until the mean is reached.
    ///
    /// Games colder than t become their means, the others
    /// {cool(Gᴸ) − t | cool(Gᴿ) + t}. The stops of the cooled game are the
    /// walls of the thermograph at t.
    ///
    /// # Complexity
    /// A canonical form for each follower and each sum of taxes that may be
    /// paid on the way to it.
    ///
    /// # Literature
    /// J. H. Conway, *On Numbers and Games*, chapter 9.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let g = arena.read("{2|1||-2}").unwrap();
    /// let cooled = arena.cool(g, &"1/2".parse().unwrap()).unwrap();
    /// assert_eq!(cooled, arena.read("{1*|-3/2}").unwrap());
    /// ```
    pub fn cool(&mut self, g: Value, t: &Dyadic) -> Result<Value> {
        if *t <= Dyadic::from(-1) {
            return Err(Error::InvalidTemperature(t.to_string()));
        }
        if t.is_zero() {
            return Ok(g);
        }
        let tax = self.number(&-t)?;
        let leaf = |arena: &mut Arena, v| {
            if arena.temperature(v)? < *t {
                let mean = arena.mean(v)?;
                return arena.number(&mean).map(Some);
            }
            Ok(None)
        };
        self.taxed(g, &[tax], leaf, keep)
    }

    /// G cooled by its temperature: its mean and an infinitesimal. Numbers
    /// stay as they are.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let g = arena.read("{3||2*|1*}").unwrap();
    /// assert_eq!(arena.freeze(g).unwrap(), arena.read("9/4*").unwrap());
    /// ```
    pub fn freeze(&mut self, g: Value) -> Result<Value> {
        if self.is_number(g) {
            return Ok(g);
        }
        let temperature = self.temperature(g)?;
        self.cool(g, &temperature)
    }

    /// G heated by t: numbers stay, everything else is
    /// {heat(Gᴸ) + t | heat(Gᴿ) − t}.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let g = arena.read("{3||2*|1*}").unwrap();
    /// let star = arena.nimber(1).unwrap();
    /// assert_eq!(arena.heat(g, star).unwrap(), arena.read("{3*||2|1}").unwrap());
    /// ```
    pub fn heat(&mut self, g: Value, t: Value) -> Result<Value> {
        let leaf = |arena: &mut Arena, v| Ok(arena.is_number(v).then_some(v));
        self.taxed(g, &[t], leaf, keep)
    }

    /// G overheated from s to t: an integer n becomes n·s, everything else
    /// {overheat(Gᴸ) + t | overheat(Gᴿ) − t}.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let g = arena.read("{0|-2}").unwrap();
    /// let (one, hot) = (arena.integer(1).unwrap(), arena.read("1*").unwrap());
    /// assert_eq!(arena.overheat(g, one, hot).unwrap(), arena.read("{1*|-3*}").unwrap());
    /// ```
    pub fn overheat(&mut self, g: Value, s: Value, t: Value) -> Result<Value> {
        let leaf = |arena: &mut Arena, v| arena.multiple_if_integer(v, s);
        self.taxed(g, &[t], leaf, keep)
    }

    /// The Norton product G·U: an integer n becomes n·U, everything else
    /// {Gᴸ·U + (U + I) | Gᴿ·U − (U + I)}, I running through the incentives
    /// of U.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let (g, up) = (arena.read("{1|0}").unwrap(), arena.read("^").unwrap());
    /// let product = arena.norton_product(g, up).unwrap();
    /// assert_eq!(product, arena.read("{^3*|vv*}").unwrap());
    /// ```
    pub fn norton_product(&mut self, g: Value, u: Value) -> Result<Value> {
        let leaf = |arena: &mut Arena, v| arena.multiple_if_integer(v, u);
        if let Some(product) = leaf(self, g)? {
            return Ok(product);
        }
        let mut taxes = self.incentives(u, None)?;
        for tax in &mut taxes {
            *tax = self.add(u, *tax)?;
        }
        self.taxed(g, &taxes, leaf, keep)
    }

    fn multiple_if_integer(&mut self, v: Value, of: Value) -> Result<Option<Value>> {
        match self.as_number(v) {
            Some(x) if x.is_integer() => self.multiple(&x.numerator(), of).map(Some),
            _ => Ok(None),
        }
    }
}
