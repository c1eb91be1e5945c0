//! Followers and incentives.

use crate::arena::Arena;
use crate::atomic::largest_nimber;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::player::Player;
use crate::value::Value;
use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::{FxHashMap, FxHashSet};

/// Longer lists of followers are refused.
const MAX_FOLLOWERS: u64 = 1 << 24;

/// The followers of closed forms, counted without listing them.
#[derive(Default)]
struct ClosedFollowers {
    fractions: FxHashSet<Dyadic>,
    /// The largest integer on either side of 0.
    integers: [BigUint; 2],
    /// Of x + ∗j, for each x, the largest j.
    nimbers: FxHashMap<Dyadic, u64>,
    /// n·↑ + ∗k leads through (n−1)·↑ + ∗(k⊕1) and so on: one chain for each
    /// number, sign and nimber at the end, with the largest n.
    ups: FxHashMap<(Dyadic, bool, u64), u64>,
}

impl ClosedFollowers {
    fn insert(&mut self, number: Dyadic, ups: i64, nimber: u64) {
        if ups != 0 {
            let end = nimber ^ (ups.unsigned_abs() & 1);
            let chain = (number.clone(), ups > 0, end);
            let longest = self.ups.entry(chain).or_default();
            *longest = ups.unsigned_abs().max(*longest);
        }
        let nimber = largest_nimber(ups, nimber);
        if nimber > 0 {
            let largest = self.nimbers.entry(number.clone()).or_default();
            *largest = nimber.max(*largest);
        }
        self.insert_number(number);
    }

    /// Of the two options of a fraction, one has the next smaller
    /// denominator and the other one is an option of that one.
    fn insert_number(&mut self, mut x: Dyadic) {
        while !x.is_integer() {
            if !self.fractions.insert(x.clone()) {
                return;
            }
            let step = Dyadic::new(1, x.exponent());
            let (below, above) = (&x - &step, &x + &step);
            x = if below.is_integer() && above.is_integer() {
                // The one farther from 0 leads through the other.
                if x.signum() > 0 { above } else { below }
            } else if below.exponent() > above.exponent() {
                below
            } else {
                above
            };
        }
        let side = &mut self.integers[usize::from(x.signum() < 0)];
        let magnitude = x.numerator().into_parts().1;
        if *side < magnitude {
            *side = magnitude;
        }
    }

    fn count(&self) -> BigUint {
        let mut count = BigUint::one() + self.fractions.len();
        count += &self.integers[0];
        count += &self.integers[1];
        for n in self.nimbers.values().chain(self.ups.values()) {
            count += *n;
        }
        count
    }
}

impl Arena {
    /// All followers of G, itself included, each once, in listing order.
    ///
    /// ```
    /// use values::{Arena, Notation};
    /// let mut arena = Arena::new();
    /// let g = arena.read("^").unwrap();
    /// let followers = arena.followers(g).unwrap();
    /// assert_eq!(followers.len(), 3);
    /// assert_eq!(followers[2], g);
    /// ```
    pub fn followers(&mut self, g: Value) -> Result<Vec<Value>> {
        if self.follower_count(g)? > MAX_FOLLOWERS.into() {
            return Err(Error::TooLarge {
                what: "too many followers to list",
                bound: MAX_FOLLOWERS,
            });
        }
        let mut followers = self.walk(g, |_, _| true)?;
        self.sort(&mut followers)?;
        Ok(followers)
    }

    /// The number of followers of G, itself included.
    ///
    /// The followers of number + n·↑ + ∗k are counted without listing them,
    /// so this works for 10¹⁰⁰ too.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let g = arena.read("73/16v9*8").unwrap();
    /// assert_eq!(arena.follower_count(g).unwrap(), 28u32.into());
    /// ```
    pub fn follower_count(&mut self, g: Value) -> Result<BigUint> {
        let mut closed = ClosedFollowers::default();
        let open = self.walk(g, |arena, v| {
            let form = arena.as_up_star(v);
            let is_open = form.is_none();
            if let Some((number, ups, nimber)) = form {
                closed.insert(number, ups, nimber);
            }
            is_open
        })?;
        let open = open.iter().filter(|&&v| !self.is_number_up_star(v)).count();
        Ok(closed.count() + open)
    }

    /// The values met from G on, each once, not looking beyond those that
    /// are not to be entered.
    fn walk(
        &mut self,
        g: Value,
        mut enter: impl FnMut(&Arena, Value) -> bool,
    ) -> Result<Vec<Value>> {
        let mut seen: FxHashSet<Value> = FxHashSet::default();
        seen.insert(g);
        let mut found = vec![g];
        let mut next = 0;
        while let Some(&v) = found.get(next) {
            next += 1;
            self.tick()?;
            if !enter(self, v) {
                continue;
            }
            self.list(v)?;
            for player in Player::BOTH {
                found.extend(self.listed(v, player).filter(|&o| seen.insert(o)));
            }
        }
        Ok(found)
    }

    /// What moves gain: Gᴸ − G for Left and G − Gᴿ for Right, of one player
    /// or of both together, without those that are dominated.
    ///
    /// ```
    /// use values::{Arena, Player};
    /// let mut arena = Arena::new();
    /// let g = arena.read("6^*").unwrap();
    /// let left = arena.incentives(g, Some(Player::Left)).unwrap();
    /// assert_eq!(left, [arena.read("v").unwrap(), arena.read("v*").unwrap()]);
    /// let both = arena.incentives(g, None).unwrap();
    /// assert_eq!(both, [arena.read("^*").unwrap()]);
    /// ```
    pub fn incentives(&mut self, g: Value, player: Option<Player>) -> Result<Vec<Value>> {
        let mut incentives = Vec::new();
        for mover in Player::BOTH {
            if player.is_some_and(|p| p != mover) {
                continue;
            }
            for option in self.unsorted_options(g, mover)? {
                incentives.push(match mover {
                    Player::Left => self.sub(option, g)?,
                    Player::Right => self.sub(g, option)?,
                });
            }
        }
        self.remove_dominated(&mut incentives, Player::Left)?;
        self.sort(&mut incentives)?;
        Ok(incentives)
    }
}
