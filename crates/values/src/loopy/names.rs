//! Stoppers with a name, but for a number that is added.

use super::draft::Draft;
use super::pseudonumber::Pseudonumber;
use super::sides::Loopy;
use super::stopper::{Stopper, Stoppers};
use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::Result;
use crate::player::Player;
use crate::value::Value;

/// How a stopper with loops is written, if not by its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    /// on, off, x over, x under.
    Pseudonumber(Pseudonumber),
    /// x + ↑[on] or x + ↑^on, or their negatives, perhaps with a star.
    Up {
        number: Dyadic,
        negative: bool,
        /// ↑[on], the sum of all powers of ↑; otherwise ↑^on.
        sum: bool,
        star: bool,
    },
    /// x + Tiny(G), or x + Miny(G).
    Tiny {
        number: Dyadic,
        miny: bool,
        subscript: Stopper,
    },
}

impl Stoppers {
    /// upon = {pass|∗}, which is written `↑[on]`.
    pub fn upon(&mut self, arena: &mut Arena) -> Result<Stopper> {
        let star = arena.nimber(1)?;
        let mut draft = Draft::new();
        let star = draft.leaf(star.into());
        let v = draft.vertex();
        draft.set(v, [vec![v], vec![star]]);
        let upon = self.resolve(arena, &draft, v)?;
        Ok(upon.as_stopper().expect("a pass for one player stops"))
    }

    /// `↑[on]`, the sum of all powers of ↑, or `↑^on` = {0‖0|0,pass}; or their
    /// negatives.
    pub fn endless_up(&mut self, arena: &mut Arena, negative: bool, sum: bool) -> Result<Stopper> {
        let mut up = self.upon(arena)?;
        if !sum {
            let star = arena.nimber(1)?;
            let upon_star = self.add(arena, &up.into(), &star.into())?;
            let negative = self.negative(arena, &upon_star)?;
            let uponth = self.join(arena, &[vec![Stopper::ZERO.into()], vec![negative]])?;
            up = uponth
                .as_stopper()
                .expect("options of stoppers make a stopper");
        }
        match negative {
            true => self.negate(arena, up),
            false => Ok(up),
        }
    }

    /// The four names with ups: whether it is ↑[on], whether it has a star.
    fn ups(&mut self, arena: &mut Arena) -> Result<[(Stopper, bool, bool); 4]> {
        let star = Loopy::from(arena.nimber(1)?);
        let [upon, uponth] = [true, false].map(|sum| self.endless_up(arena, false, sum));
        let (upon, uponth) = (upon?, uponth?);
        let mut with_star = |g: Stopper| -> Result<Stopper> {
            let sum = self.add(arena, &g.into(), &star)?;
            Ok(sum.as_stopper().unwrap_or(g))
        };
        let (upon_star, uponth_star) = (with_star(upon)?, with_star(uponth)?);
        Ok([
            (upon, true, false),
            (upon_star, true, true),
            (uponth, false, false),
            (uponth_star, false, true),
        ])
    }

    /// The name of a stopper with loops.
    pub(crate) fn name(&mut self, arena: &mut Arena, g: Stopper) -> Result<Option<Name>> {
        if let Some(name) = self.names.get(&g) {
            return Ok(name.clone());
        }
        let name = self.find_name(arena, g)?;
        self.names.insert(g, name.clone());
        Ok(name)
    }

    fn find_name(&mut self, arena: &mut Arena, g: Stopper) -> Result<Option<Name>> {
        if let Some(pseudonumber) = self.pseudonumber(arena, g)? {
            return Ok(Some(Name::Pseudonumber(pseudonumber)));
        }
        let [left, right] = Player::BOTH.map(|player| self.stop(arena, g, player));
        let (left, right) = (left?, right?);
        let number = match left {
            Pseudonumber::Near {
                ref number,
                side: 0,
            } if left == right => number.clone(),
            _ => return self.number_tiny(arena, g),
        };
        // A name has few followers besides those of its number.
        let options = Player::BOTH.map(|player| self.unsorted(arena, g, player));
        let [left, right] = options;
        if left?.len() + right?.len() <= 4 {
            let x = arena.number(&-&number)?;
            let shifted = self.add(arena, &g.into(), &x.into())?.as_stopper();
            for (stopper, sum, star) in self.ups(arena)? {
                for negative in [false, true] {
                    let stopper = match negative {
                        true => self.negate(arena, stopper)?,
                        false => stopper,
                    };
                    if shifted == Some(stopper) {
                        return Ok(Some(Name::Up {
                            number,
                            negative,
                            sum,
                            star,
                        }));
                    }
                }
            }
        }
        self.number_tiny(arena, g)
    }

    /// x + Tiny(G) = {x‖x|x−G} where x − G is below x however Left starts in
    /// it, and its mirror image.
    pub(crate) fn number_tiny(&mut self, arena: &mut Arena, g: Stopper) -> Result<Option<Name>> {
        for player in Player::BOTH {
            let Some((x, threat)) = self.tiny_parts(arena, g, player)? else {
                continue;
            };
            let number = arena.as_number(x).unwrap_or_else(Dyadic::zero);
            let (x, threat) = (Loopy::from(x), Loopy::from(threat));
            let difference = match player {
                Player::Left => {
                    let negative = self.negative(arena, &threat)?;
                    self.add(arena, &x, &negative)?
                }
                Player::Right => {
                    let negative = self.negative(arena, &x)?;
                    self.add(arena, &threat, &negative)?
                }
            };
            if let Some(subscript) = difference.as_stopper() {
                return Ok(Some(Name::Tiny {
                    number,
                    miny: player == Player::Right,
                    subscript,
                }));
            }
        }
        Ok(None)
    }

    fn tiny_parts(
        &mut self,
        arena: &mut Arena,
        g: Stopper,
        player: Player,
    ) -> Result<Option<(Value, Stopper)>> {
        let opponent = player.opposite();
        let base = self.unsorted(arena, g, player)?;
        let answer = self.unsorted(arena, g, opponent)?;
        let (&[Stopper::Short(x)], &[answer]) = (&base[..], &answer[..]) else {
            return Ok(None);
        };
        let Some(number) = arena.as_number(x) else {
            return Ok(None);
        };
        if self.is_on_a_loop(arena, g)? || self.unsorted(arena, answer, player)? != base {
            return Ok(None);
        }
        let threat = self.unsorted(arena, answer, opponent)?;
        let &[threat] = &threat[..] else {
            return Ok(None);
        };
        let x_itself = Pseudonumber::Near { number, side: 0 };
        let stop = self.stop(arena, threat, player)?;
        let beyond = match player {
            Player::Left => stop < x_itself,
            Player::Right => stop > x_itself,
        };
        Ok(beyond.then_some((x, threat)))
    }
}
