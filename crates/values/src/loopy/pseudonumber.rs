//! Numbers with their loopy neighbours, and the stops of stoppers.

use super::stopper::{Loaded, Stopper, Stoppers};
use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::Result;
use crate::player::Player;

/// A pseudonumber, in increasing order: off, x under, x, x over, on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pseudonumber {
    /// {|pass}, below everything.
    Off,
    /// A number x, or {x|pass} or {pass|x}.
    Near {
        /// The number.
        number: Dyadic,
        /// −1 for x under, 1 for x over.
        side: i8,
    },
    /// {pass|}, above everything.
    On,
}

impl Pseudonumber {
    /// The number without over and under.
    #[must_use]
    pub fn without_side(self) -> Self {
        match self {
            Pseudonumber::Near { number, .. } => Pseudonumber::Near { number, side: 0 },
            infinite => infinite,
        }
    }
}

impl Stoppers {
    /// The pseudonumber that a stopper is.
    pub fn pseudonumber(&self, arena: &mut Arena, g: Stopper) -> Result<Option<Pseudonumber>> {
        if let Stopper::Short(value) = g {
            let number = arena.as_number(value);
            return Ok(number.map(|number| Pseudonumber::Near { number, side: 0 }));
        }
        let left = self.unsorted(arena, g, Player::Left)?;
        let right = self.unsorted(arena, g, Player::Right)?;
        let near =
            |number: Option<Dyadic>, side| number.map(|number| Pseudonumber::Near { number, side });
        Ok(match (&left[..], &right[..]) {
            ([pass], []) if *pass == g => Some(Pseudonumber::On),
            ([], [pass]) if *pass == g => Some(Pseudonumber::Off),
            ([Stopper::Short(x)], [pass]) if *pass == g => near(arena.as_number(*x), 1),
            ([pass], [Stopper::Short(x)]) if *pass == g => near(arena.as_number(*x), -1),
            _ => None,
        })
    }

    /// The stopper of a pseudonumber.
    pub fn from_pseudonumber(&mut self, arena: &mut Arena, p: &Pseudonumber) -> Result<Stopper> {
        let (number, side) = match p {
            Pseudonumber::On => return self.pass(arena, Player::Left),
            Pseudonumber::Off => return self.pass(arena, Player::Right),
            Pseudonumber::Near { number, side } => (number, *side),
        };
        let number = arena.number(number)?;
        if side == 0 {
            return Ok(number.into());
        }
        let mut loaded = Loaded::default();
        let x = loaded.load(self, arena, number.into())?;
        let v = loaded.vertex();
        let mut sides = [vec![x], vec![v]];
        if side < 0 {
            sides.swap(0, 1);
        }
        loaded.graph.set(v, sides);
        let stoppers = self.intern(arena, &loaded.graph, &loaded.known)?;
        Ok(stoppers[v as usize])
    }

    /// Where play stops when `player` starts: the first pseudonumber that is
    /// reached with best play. Alternating play ends in a stopper, so there
    /// is one.
    pub fn stop(&self, arena: &mut Arena, g: Stopper, player: Player) -> Result<Pseudonumber> {
        if let Stopper::Short(value) = g {
            let number = arena.stop(value, player);
            return Ok(Pseudonumber::Near { number, side: 0 });
        }
        let mut loaded = Loaded::default();
        let root = loaded.load(self, arena, g)?;
        let mut stops: Vec<[Option<Pseudonumber>; 2]> = vec![[None, None]; loaded.graph.len()];
        let mut stack = vec![(root, player)];
        while let Some(&(v, player)) = stack.last() {
            arena.tick()?;
            if stops[v as usize][player as usize].is_some() {
                stack.pop();
                continue;
            }
            let stopper = loaded.known[v as usize].expect("only stoppers are loaded");
            let end = match stopper {
                Stopper::Short(value) => Some(Pseudonumber::Near {
                    number: arena.stop(value, player),
                    side: 0,
                }),
                Stopper::Loopy(_) => self.pseudonumber(arena, stopper)?,
            };
            if end.is_some() {
                stops[v as usize][player as usize] = end;
                continue;
            }
            let opponent = player.opposite();
            let options = loaded.graph.options(v, player);
            let waiting = stack.len();
            stack.extend(
                options
                    .iter()
                    .filter(|&&o| stops[o as usize][opponent as usize].is_none())
                    .map(|&o| (o, opponent)),
            );
            if stack.len() > waiting {
                continue;
            }
            let reached = options
                .iter()
                .filter_map(|&o| stops[o as usize][opponent as usize].clone());
            let best = match player {
                Player::Left => reached.max().unwrap_or(Pseudonumber::Off),
                Player::Right => reached.min().unwrap_or(Pseudonumber::On),
            };
            stops[v as usize][player as usize] = Some(best);
        }
        let stop = stops[root as usize][player as usize].take();
        Ok(stop.expect("the start is answered last"))
    }
}
