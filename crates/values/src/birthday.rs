//! Birthdays: how deep a value is.

use crate::arena::Arena;
use crate::atomic::largest_nimber;
use crate::dyadic::Dyadic;
use crate::error::Result;
use crate::player::Player;
use crate::recursion::{Mirror, Sides};
use crate::value::Value;
use num_bigint::BigUint;
use num_traits::One;

/// Which values are there on day 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Only 0, the game born of nothing.
    #[default]
    Nothing,
    /// All integers.
    Integers,
    /// All numbers: the numerical birthday.
    Numbers,
}

/// Through which options a value is younger than its followers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Through {
    /// All canonical options.
    #[default]
    Canonical,
    /// Those that attain the scaffold at some temperature from −1 to that of
    /// the game.
    Orthodox,
}

/// A kind of birthday; by default the usual one.
///
/// ```
/// use values::{Arena, Birthday, Origin};
/// let mut arena = Arena::new();
/// let g = arena.read("9/8*").unwrap();
/// assert_eq!(arena.birthday(g, Birthday::default()).unwrap(), 6u32.into());
/// let numerical = Birthday { from: Origin::Numbers, ..Birthday::default() };
/// assert_eq!(arena.birthday(g, numerical).unwrap(), 1u32.into());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Birthday {
    /// What is born on day 0.
    pub from: Origin,
    /// Which options count.
    pub through: Through,
}

/// A birthday and whose it is, so that unorthodox options can be left out.
#[derive(Clone)]
struct Born {
    value: Value,
    day: BigUint,
}

impl Mirror for Born {
    fn mirrored_if(self, negate: bool) -> Self {
        Born {
            value: self.value.negated_if(negate),
            day: self.day,
        }
    }
}

impl Arena {
    /// The birthday of G: one more than that of its youngest option.
    ///
    /// ```
    /// use values::{Arena, Birthday, Origin, Through};
    /// let mut arena = Arena::new();
    /// let g = arena.read("{0,{9|-3/2}|-2}").unwrap();
    /// let mut day = |through| {
    ///     let kind = Birthday { from: Origin::Numbers, through };
    ///     arena.birthday(g, kind).unwrap()
    /// };
    /// assert_eq!(day(Through::Canonical), 2u32.into());
    /// assert_eq!(day(Through::Orthodox), 1u32.into());
    /// ```
    pub fn birthday(&mut self, g: Value, kind: Birthday) -> Result<BigUint> {
        let leaf = |arena: &mut Arena, value| {
            Ok(arena.as_up_star(value).map(|(x, ups, nimber)| Born {
                value,
                // All options of x + n·↑ + ∗k are orthodox at temperature 0.
                day: number_birthday(&x, kind.from)
                    + ups.unsigned_abs()
                    + largest_nimber(ups, nimber),
            }))
        };
        let born = self.fold(g, leaf, |arena, value, sides: Sides<Born>| {
            let mut youngest = BigUint::default();
            for player in Player::BOTH {
                let options = &sides[player as usize];
                let orthodox = match kind.through {
                    Through::Canonical => None,
                    Through::Orthodox => Some(arena.orthodox_at_some_temperature(value, player)?),
                };
                for option in options {
                    let counts = orthodox.as_ref().is_none_or(|o| o.contains(&option.value));
                    if counts && option.day > youngest {
                        youngest = option.day.clone();
                    }
                }
            }
            Ok(Born {
                value,
                day: youngest + 1u32,
            })
        })?;
        Ok(born.day)
    }

    /// The options of `player` that attain the scaffold at some temperature
    /// from −1 to that of the game. An option that attains it anywhere does so
    /// where its wall or the scaffold bends, or at an end.
    fn orthodox_at_some_temperature(&mut self, g: Value, player: Player) -> Result<Vec<Value>> {
        let top = self.temperature(g)?;
        let Some(scaffold) = self.scaffold(g, player)? else {
            return Ok(vec![]);
        };
        let mut orthodox = Vec::new();
        for option in self.unsorted_options(g, player)? {
            let walls = self.thermograph(option)?;
            let wall = walls.wall(player.opposite()).tilted(-player.sign());
            let bends = wall.corners().iter().chain(scaffold.corners());
            let attains = bends
                .map(|(t, _)| t)
                .chain([&top])
                .filter(|t| **t <= top)
                .any(|t| wall.at(t) == scaffold.at(t));
            if attains {
                orthodox.push(option);
            }
        }
        Ok(orthodox)
    }
}

/// The birthday of a number: |n| for an integer; a fraction with denominator
/// 2ᵉ comes e days after the later one of its integer neighbours.
fn number_birthday(x: &Dyadic, from: Origin) -> BigUint {
    let halvings = || BigUint::one() * x.exponent();
    match from {
        Origin::Numbers => BigUint::default(),
        Origin::Integers => halvings(),
        Origin::Nothing => halvings() + x.abs().ceil().into_parts().1,
    }
}
