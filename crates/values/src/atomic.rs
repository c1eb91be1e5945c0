//! Atomic weights: how many ups an infinitesimal game is worth.

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::player::Player;
use crate::recursion::{Mirror, Sides};
use crate::value::Value;
use num_bigint::BigInt;

/// The largest nimber and the largest multiple of ↑ among the followers.
#[derive(Clone, Copy, Default)]
struct Reach {
    nimber: u64,
    ups: u64,
}

impl Mirror for Reach {}

/// Weights stay below half of this unless there are more ups than that: a
/// level changes them by at most 2, and an arena has fewer than 2²⁸ levels.
const BEYOND: i64 = 1 << 31;

impl Arena {
    /// The atomic weight of G, itself a game.
    ///
    /// Every all-small game has one. Other infinitesimals may, like Tiny(1)
    /// with weight 0; the error says why when there is none. The weight is
    /// {w(Gᴸ) − 2 | w(Gᴿ) + 2} unless that is an integer; then it is an
    /// integer that a comparison of G with a remote star chooses.
    ///
    /// # Complexity
    /// A canonical form and a comparison for each follower of G; for a game
    /// that is not all-small also two comparisons of G with multiples of ↑.
    ///
    /// # Literature
    /// E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways*, chapter
    /// 8; A. N. Siegel, *Combinatorial Game Theory*, chapter II.
    ///
    /// ```
    /// use values::{Arena, Value};
    /// let mut arena = Arena::new();
    /// let g = arena.read("{^3|vv}").unwrap();
    /// assert_eq!(arena.atomic_weight(g).unwrap(), arena.read("{1|0}").unwrap());
    /// let tiny = arena.read("{0||0|-1}").unwrap();
    /// assert_eq!(arena.atomic_weight(tiny).unwrap(), Value::ZERO);
    /// let hot = arena.read("{1|-1}").unwrap();
    /// let error = arena.atomic_weight(hot).unwrap_err().to_string();
    /// assert!(error.contains("stops are 1 and -1"));
    /// ```
    pub fn atomic_weight(&mut self, g: Value) -> Result<Value> {
        if !self.is_infinitesimal(g) {
            let [left, right] = Player::BOTH.map(|player| self.stop(g, player));
            return Err(Error::NotAtomic(format!(
                "its stops are {left} and {right}, and an infinitesimal has both at 0"
            )));
        }
        if let Some((_, ups, _)) = self.as_up_star(g) {
            return self.integer(ups);
        }
        let reach = self.reach(g)?;
        let far_star = reach.nimber + 1;
        let weight = self.naive_weight(g, far_star, reach.ups)?;
        if !self.is_all_small(g) && !self.is_weight(g, weight, far_star)? {
            return Err(Error::NotAtomic(
                "no multiple of ^ comes so close to it that a remote star outweighs the difference"
                    .into(),
            ));
        }
        Ok(weight)
    }

    /// Whether G has an atomic weight.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let (g, h) = (arena.read("{1|^^||^}").unwrap(), arena.read("{1|^3||^}").unwrap());
    /// assert!(arena.is_atomic(g).unwrap());
    /// assert!(!arena.is_atomic(h).unwrap());
    /// ```
    pub fn is_atomic(&mut self, g: Value) -> Result<bool> {
        if self.is_all_small(g) {
            return Ok(true);
        }
        match self.atomic_weight(g) {
            Ok(_) => Ok(true),
            Err(Error::NotAtomic(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn reach(&mut self, g: Value) -> Result<Reach> {
        let leaf = |arena: &mut Arena, v| {
            Ok(arena.as_up_star(v).map(|(x, ups, nimber)| Reach {
                nimber: if x.is_zero() {
                    largest_nimber(ups, nimber)
                } else {
                    0
                },
                ups: ups.unsigned_abs(),
            }))
        };
        self.fold(g, leaf, |_, _, sides: Sides<Reach>| {
            let options = sides.concat().into_iter();
            Ok(options.fold(Reach::default(), |a, b| Reach {
                nimber: a.nimber.max(b.nimber),
                ups: a.ups.max(b.ups),
            }))
        })
    }

    /// What the atomic weight is if there is one: w(G) = {w(Gᴸ) − 2 |
    /// w(Gᴿ) + 2}, and when that is an integer, the comparison with a far
    /// star says which integer between the options it is.
    fn naive_weight(&mut self, g: Value, far_star: u64, ups: u64) -> Result<Value> {
        let far_star = self.nimber(far_star)?;
        let beyond = Dyadic::from(BigInt::from(BEYOND) + 4 * BigInt::from(ups));
        let minus_two = self.integer(-2)?;
        let leaf = |arena: &mut Arena, v| {
            // A game that is not infinitesimally small weighs more than any
            // number of ups.
            let right = arena.stop(v, Player::Right);
            if right.signum() > 0 {
                return arena.number(&beyond).map(Some);
            }
            if arena.stop(v, Player::Left).signum() < 0 {
                return arena.number(&-&beyond).map(Some);
            }
            match arena.as_up_star(v) {
                Some((_, ups, _)) => arena.integer(ups).map(Some),
                None => Ok(None),
            }
        };
        self.taxed(g, &[minus_two], leaf, |arena, v, number, sides| {
            let integer = arena.as_number(number).is_some_and(|x| x.is_integer());
            if !integer {
                return Ok(number);
            }
            if arena.le(far_star, v)? {
                arena.last_integer_before(&sides[1], number)
            } else if arena.le(v, far_star)? {
                let mirrored: Vec<_> = sides[0].iter().map(|&o| -o).collect();
                Ok(-arena.last_integer_before(&mirrored, -number)?)
            } else {
                Ok(number)
            }
        })
    }

    /// The greatest integer n with n ⊲| every one of the games.
    fn last_integer_before(&mut self, games: &[Value], default: Value) -> Result<Value> {
        let last = |game: &Value| {
            let stop = self.stop(*game, Player::Left);
            // n ⊲| H unless H ≤ n.
            let excluded = stop.is_integer() && self.is_at_stop(*game, Player::Left);
            stop.floor() - i32::from(excluded)
        };
        match games.iter().map(last).min() {
            Some(n) => self.number(&n.into()),
            None => Ok(default),
        }
    }

    /// Whether G − w·↑ lies between ±(↑∗ + (∗N : −1)), N remote.
    fn is_weight(&mut self, g: Value, weight: Value, far_star: u64) -> Result<bool> {
        let bound = Dyadic::from(BEYOND / 2);
        let huge = |arena: &mut Arena, v| {
            let stops = Player::BOTH.map(|player| arena.stop(v, player).abs());
            Ok(arena.is_number(v).then(|| Huge(stops[0] > bound)))
        };
        let any =
            |_: &mut Arena, _, sides: Sides<Huge>| Ok(Huge(sides.concat().contains(&Huge(true))));
        if self.fold(weight, huge, any)? == Huge(true) {
            return Ok(false);
        }
        let up = self.up_star(&Dyadic::zero(), 1, 0)?;
        let ups = self.norton_product(weight, up)?;
        let remote = self.nimber(far_star.max(2).next_power_of_two())?;
        let minus_one = self.integer(-1)?;
        let kite = self.ordinal_sum(remote, minus_one)?;
        let up_star = self.up_star(&Dyadic::zero(), 1, 1)?;
        let slack = self.add(up_star, kite)?;
        // Comparing needs no sum as large as G.
        let (low, high) = (self.sub(ups, slack)?, self.add(ups, slack)?);
        Ok(self.le(low, g)? && self.le(g, high)?)
    }
}

/// Whether some weight is beyond all that ups can have.
#[derive(Clone, Copy, PartialEq)]
struct Huge(bool);

impl Mirror for Huge {}

/// The largest k for which ∗k is a follower of n·↑ + ∗nimber: the followers
/// lead to ∗(nimber ⊕ n) with n taken mod 2, and past ∗ when that is 0.
pub(crate) fn largest_nimber(ups: i64, nimber: u64) -> u64 {
    match (ups, nimber) {
        (0, k) => k,
        (_, 0 | 1) => 1,
        (n, k) => k ^ (n.unsigned_abs() & 1),
    }
}
