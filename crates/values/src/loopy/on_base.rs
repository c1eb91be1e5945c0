//! Operators that follow the moves of a loopy game: ordinal sums, powers and
//! companions.

use super::algebra::Spread;
use super::draft::Draft;
use super::sides::{Loopy, Side};
use super::stopper::{Stopper, Stoppers};
use crate::arena::Arena;
use crate::error::{Error, Result};
use crate::player::Player;
use crate::value::Value;

/// The options that every vertex has besides its own.
pub type Base = [Vec<Loopy>; 2];

impl Stoppers {
    /// The operator op with op(H) = {A, op(Hᴸ) | B, op(Hᴿ)}, A and B given as
    /// `base`, down to where `leaf` knows op(H).
    fn on_base(
        &mut self,
        arena: &mut Arena,
        h: &Loopy,
        base: &Base,
        leaf: impl Fn(&mut Arena, Stopper) -> Result<Option<Stopper>>,
    ) -> Result<Loopy> {
        let on = self.spread(arena, &h.on)?;
        let (draft, root) = drafted(arena, &on, base, &leaf)?;
        if h.on == h.off {
            return self.resolve(arena, &draft, root);
        }
        let onside = self.onside(arena, &draft, root)?.0;
        let off = self.spread(arena, &h.off)?;
        let (draft, root) = drafted(arena, &off, base, &leaf)?;
        let off = self.offside(arena, &draft, root)?;
        Ok(Loopy { on: onside, off })
    }

    /// G:H, the ordinal sum, for a G with these options: a move in it ends H.
    ///
    /// ```
    /// use values::{Arena, Player, Stopper, Stoppers};
    /// let (mut arena, mut stoppers) = (Arena::new(), Stoppers::new());
    /// let on = stoppers.pass(&mut arena, Player::Left)?;
    /// let one = [vec![Stopper::ZERO.into()], vec![]];
    /// assert_eq!(stoppers.ordinal_sum(&mut arena, &one, &on.into())?, on.into());
    /// # Ok::<(), values::Error>(())
    /// ```
    pub fn ordinal_sum(&mut self, arena: &mut Arena, g: &Base, h: &Loopy) -> Result<Loopy> {
        self.on_base(arena, h, g, |_, _| Ok(None))
    }

    /// The options of a game by which it can be a base, if it is a stopper.
    pub fn base(&self, arena: &mut Arena, g: Stopper) -> Result<Base> {
        let [left, right] = Player::BOTH.map(|player| self.unsorted(arena, g, player));
        let games = |options: Vec<Stopper>| options.into_iter().map(Loopy::from).collect();
        Ok([games(left?), games(right?)])
    }

    /// The H with G = B:H for a base B with these options, if there is one:
    /// what is left of G without the base's options, whatever follows. It is
    /// checked.
    pub fn subordinate(
        &mut self,
        arena: &mut Arena,
        g: Stopper,
        base: &Base,
    ) -> Result<Option<Loopy>> {
        let spread = self.spread(arena, &Side::Stopper(g))?;
        let mut draft = Draft::new();
        for _ in 0..spread.graph.len() {
            draft.vertex();
        }
        for v in 0..spread.graph.len() as u32 {
            let own = Player::BOTH.map(|player| {
                let options = spread.graph.options(v, player).iter().copied();
                let of_base = |o: &u32| {
                    let stopper = spread.known[*o as usize];
                    base[player as usize]
                        .iter()
                        .any(|game| game.as_stopper() == stopper)
                };
                options.filter(|o| !of_base(o)).collect()
            });
            draft.set(v, own);
        }
        let h = self.resolve(arena, &draft, spread.root)?;
        let again = self.ordinal_sum(arena, base, &h)?;
        Ok((again.as_stopper() == Some(g)).then_some(h))
    }

    /// The H of G = {0|H}.
    fn power_base(&self, arena: &mut Arena, g: Stopper) -> Result<Stopper> {
        let left = self.unsorted(arena, g, Player::Left)?;
        let right = self.unsorted(arena, g, Player::Right)?;
        match (&left[..], &right[..]) {
            ([Stopper::ZERO], &[base]) => Ok(base),
            _ => Err(Error::InvalidExponent(
                "only a game of the form {0|H} has powers".into(),
            )),
        }
    }

    /// G→x for G = {0|H} and x ≥ 0: {G→xᴸ | H, G→xᴿ}, with G→0 = 0.
    pub fn pow_to(&mut self, arena: &mut Arena, g: Stopper, x: &Loopy) -> Result<Loopy> {
        let base = self.power_base(arena, g)?;
        if !self.is_le(arena, &Stopper::ZERO.into(), x)? {
            return Err(Error::InvalidExponent("it is not at least 0".into()));
        }
        self.on_base(arena, x, &[vec![], vec![base.into()]], |_, x| {
            Ok((x == Stopper::ZERO).then_some(x))
        })
    }

    /// Gˣ for G = {0|H} and x ≥ 1: {0 | H − G→(x−1)}.
    pub fn pow(&mut self, arena: &mut Arena, g: Stopper, x: &Loopy) -> Result<Loopy> {
        let base = self.power_base(arena, g)?;
        let one = arena.integer(-1)?;
        let less = self.add(arena, x, &one.into())?;
        let sum = self.pow_to(arena, g, &less)?;
        let negative = self.negative(arena, &sum)?;
        let right = self.add(arena, &base.into(), &negative)?;
        self.join(arena, &[vec![Stopper::ZERO.into()], vec![right]])
    }

    /// The companion: that of every option, and 0 as an option of Left where
    /// G ≥ 0 and of Right where G ≤ 0.
    pub fn companion(&mut self, arena: &mut Arena, g: Stopper) -> Result<Loopy> {
        let spread = self.spread(arena, &Side::Stopper(g))?;
        let mut draft = Draft::new();
        for known in &spread.known {
            match known {
                Some(Stopper::Short(value)) => draft.leaf(arena.companion(*value)?.into()),
                _ => draft.vertex(),
            };
        }
        let zero = draft.leaf(Value::ZERO.into());
        for v in 0..spread.graph.len() as u32 {
            let Some(stopper @ Stopper::Loopy(_)) = spread.known[v as usize] else {
                continue;
            };
            let mut sides = Player::BOTH.map(|player| spread.graph.options(v, player).to_vec());
            if self.le(arena, Stopper::ZERO, stopper)? {
                sides[0].push(zero);
            }
            if self.le(arena, stopper, Stopper::ZERO)? {
                sides[1].push(zero);
            }
            draft.set(v, sides);
        }
        self.resolve(arena, &draft, spread.root)
    }

    /// {left | right} of any games.
    pub fn join(&mut self, arena: &mut Arena, options: &Base) -> Result<Loopy> {
        let mut draft = Draft::new();
        let sides = options
            .each_ref()
            .map(|side| side.iter().map(|game| draft.leaf(game.clone())).collect());
        let v = draft.vertex();
        draft.set(v, sides);
        self.resolve(arena, &draft, v)
    }
}

/// A vertex for each follower, with the base's options added.
fn drafted(
    arena: &mut Arena,
    spread: &Spread,
    base: &Base,
    leaf: impl Fn(&mut Arena, Stopper) -> Result<Option<Stopper>>,
) -> Result<(Draft, u32)> {
    let mut draft = Draft::new();
    let mut known = Vec::with_capacity(spread.known.len());
    for stopper in &spread.known {
        let found = match stopper {
            Some(stopper) => leaf(arena, *stopper)?,
            None => None,
        };
        known.push(found.is_some());
        match found {
            Some(stopper) => draft.leaf(stopper.into()),
            None => draft.vertex(),
        };
    }
    let added = base.each_ref().map(|side| {
        side.iter()
            .map(|game| draft.leaf(game.clone()))
            .collect::<Vec<_>>()
    });
    for v in 0..spread.graph.len() as u32 {
        if !known[v as usize] {
            let sides = Player::BOTH.map(|player| {
                let mut options = spread.graph.options(v, player).to_vec();
                options.extend(&added[player as usize]);
                options
            });
            draft.set(v, sides);
        }
    }
    Ok((draft, spread.root))
}
