//! Ordinal sum and Conway product of canonical forms.

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::nim::nim_product;
use crate::player::Player;
use crate::recursion::Sides;
use crate::up_star::{MAX_LISTED, NIMBER_BOUND};
use crate::value::Value;
use num_traits::{Signed, ToPrimitive};

impl Arena {
    /// The ordinal sum G:H of the canonical forms: a move in G destroys H.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let (g, h) = (arena.read("*2").unwrap(), arena.read("*3").unwrap());
    /// assert_eq!(arena.ordinal_sum(g, h).unwrap(), arena.nimber(5).unwrap());
    /// let (g, one) = (arena.read("{^^|-3/2}").unwrap(), arena.integer(1).unwrap());
    /// let sum = arena.ordinal_sum(g, one).unwrap();
    /// assert_eq!(sum, arena.read("{^^,{^^|-3/2}|-3/2}").unwrap());
    /// ```
    pub fn ordinal_sum(&mut self, g: Value, h: Value) -> Result<Value> {
        if let Some(sum) = self.ordinal_sum_at_once(g, h)? {
            return Ok(sum);
        }
        let base: Sides<Value> = [
            self.unsorted_options(g, Player::Left)?,
            self.unsorted_options(g, Player::Right)?,
        ];
        self.on_base(h, &base, |arena, h| arena.ordinal_sum_at_once(g, h))
    }

    fn ordinal_sum_at_once(&mut self, g: Value, h: Value) -> Result<Option<Value>> {
        if h == Value::ZERO {
            return Ok(Some(g));
        }
        if g == Value::ZERO {
            return Ok(Some(h));
        }
        let Some((y, 0, k)) = self.as_up_star(h) else {
            return Ok(None);
        };
        if y.is_zero() {
            // x + ∗j has the options x + ∗i, i < j, and x itself when j > 0.
            let Some((x, 0, j)) = self.as_up_star(g) else {
                return Ok(None);
            };
            let nimber = j.checked_add(k).ok_or(NIMBER_BOUND)?;
            return self.up_star(&x, 0, nimber).map(Some);
        }
        if k > 0 || !y.is_integer() {
            return Ok(None);
        }
        let bound = Error::TooLarge {
            what: "too large a number in an ordinal sum",
            bound: MAX_LISTED,
        };
        let Some(x) = self.as_number(g) else {
            let small = y.to_i64().is_some_and(|n| n.unsigned_abs() <= MAX_LISTED);
            return if small { Ok(None) } else { Err(bound) };
        };
        if x.is_integer() && x.signum() == y.signum() {
            return self.number(&(&x + &y)).map(Some);
        }
        // x:n halves the distance d from x to its option on that side n
        // times: x:n = x ± d(1 − 2⁻ⁿ).
        let steps = y.numerator().abs().to_u64().filter(|&n| n <= MAX_LISTED);
        let steps = steps.ok_or(bound)? as u32;
        let distance = |exponent| Dyadic::new(y.signum(), exponent);
        let far = &x + &distance(x.exponent());
        self.number(&(&far - &distance(x.exponent() + steps)))
            .map(Some)
    }

    /// The Conway product of the canonical forms, with Left options
    /// GᴸH + GHᴸ − GᴸHᴸ and GᴿH + GHᴿ − GᴿHᴿ, and Right options alike with
    /// one Left and one Right.
    ///
    /// Of numbers it is the product, of nimbers the nim product, and n times
    /// G is the sum of n copies.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let (g, h) = (arena.read("{3|1}").unwrap(), arena.read("^^").unwrap());
    /// assert_eq!(arena.product(g, h).unwrap(), arena.read("{^6|^^}").unwrap());
    /// let (a, b) = (arena.nimber(2).unwrap(), arena.nimber(4).unwrap());
    /// assert_eq!(arena.product(a, b).unwrap(), arena.nimber(8).unwrap());
    /// ```
    pub fn product(&mut self, g: Value, h: Value) -> Result<Value> {
        let (root, flip) = product_key(g, h);
        let product = self.memoised(root, |arena, &(g, h), memo, missing| {
            if let Some(product) = arena.product_at_once(g, h)? {
                return Ok(Some(product));
            }
            let waiting = missing.len();
            let mut known = |a, b| {
                let (key, flip) = product_key(a, b);
                match memo.get(&key) {
                    Some(product) => product.negated_if(flip),
                    None => {
                        missing.push(key);
                        Value::ZERO
                    }
                }
            };
            let mut terms = [Vec::new(), Vec::new()];
            for (in_g, in_h) in pairs(Player::BOTH, Player::BOTH) {
                let side = if in_g == in_h { 0 } else { 1 };
                let moves_in_h = arena.unsorted_options(h, in_h)?;
                for a in arena.unsorted_options(g, in_g)? {
                    let left = known(a, h);
                    for &b in &moves_in_h {
                        terms[side].push((left, known(g, b), known(a, b)));
                    }
                }
            }
            if missing.len() > waiting {
                return Ok(None);
            }
            let mut sides: Sides<Value> = [Vec::new(), Vec::new()];
            for (terms, side) in terms.iter().zip(&mut sides) {
                for &(x, y, z) in terms {
                    let sum = arena.add(x, y)?;
                    side.push(arena.sub(sum, z)?);
                }
            }
            arena.canonicalise(&mut sides).map(Some)
        })?;
        Ok(product.negated_if(flip))
    }

    fn product_at_once(&mut self, g: Value, h: Value) -> Result<Option<Value>> {
        let (x, y) = (self.as_number(g), self.as_number(h));
        match (&x, &y) {
            (Some(x), Some(y)) => return self.number(&(x * y)).map(Some),
            (Some(n), _) if n.is_integer() => return self.multiple(&n.numerator(), h).map(Some),
            (_, Some(n)) if n.is_integer() => return self.multiple(&n.numerator(), g).map(Some),
            _ => {}
        }
        match (self.as_nimber(g), self.as_nimber(h)) {
            (Some(j), Some(k)) => self.nimber(nim_product(j, k)).map(Some),
            _ => Ok(None),
        }
    }
}

fn pairs(a: [Player; 2], b: [Player; 2]) -> impl Iterator<Item = (Player, Player)> {
    a.into_iter().flat_map(move |x| b.map(|y| (x, y)))
}

/// GH, HG and −((−G)H) share a key; the flag says that the product under the
/// key is the negative.
fn product_key(g: Value, h: Value) -> ((Value, Value), bool) {
    let flip = g.is_flipped() != h.is_flipped();
    let (g, h) = (g.unsigned(), h.unsigned());
    ((g.min(h), g.max(h)), flip)
}
