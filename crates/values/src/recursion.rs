//! Recursion over the followers of a value, with an explicit stack and a
//! memo: the one way in which the operators of this crate recurse.

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::Result;
use crate::player::Player;
use crate::value::Value;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// The answers of a recursion so far.
pub(crate) type Memo<K, T> = FxHashMap<K, T>;

/// An answer about G from which the answer about −G follows. By default it is
/// the same.
pub(crate) trait Mirror: Clone {
    fn mirrored_if(self, _negate: bool) -> Self {
        self
    }
}

impl Mirror for BigUint {}

impl Mirror for Value {
    fn mirrored_if(self, negate: bool) -> Self {
        self.negated_if(negate)
    }
}

/// The answers for Left's and for Right's options.
pub(crate) type Sides<T> = [Vec<T>; 2];

impl Arena {
    /// Does `root` by calling `step` on it and on whatever has to be done
    /// before: `step` pushes that and is called again, or does its key, if
    /// that is not done yet.
    pub(crate) fn in_turn<K: Copy>(
        &mut self,
        root: K,
        mut step: impl FnMut(&mut Arena, K, &mut Vec<K>) -> Result<()>,
    ) -> Result<()> {
        let mut stack = vec![root];
        while let Some(&key) = stack.last() {
            self.tick()?;
            let waiting = stack.len();
            step(self, key, &mut stack)?;
            if stack.len() == waiting {
                stack.pop();
            }
        }
        Ok(())
    }

    /// Answers `root` by calling `step` on it and on whatever it asks for.
    ///
    /// `step` sees the answers so far. It either answers its key or pushes
    /// the keys that it misses, and is called again once they are answered.
    pub(crate) fn memoised<K: Clone + Eq + Hash, T>(
        &mut self,
        root: K,
        mut step: impl FnMut(&mut Arena, &K, &Memo<K, T>, &mut Vec<K>) -> Result<Option<T>>,
    ) -> Result<T> {
        let mut memo: Memo<K, T> = FxHashMap::default();
        let mut stack = vec![root];
        loop {
            self.tick()?;
            let key = stack.last().expect("the root is answered last").clone();
            if memo.contains_key(&key) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            let Some(answer) = step(self, &key, &memo, &mut stack)? else {
                debug_assert!(stack.len() > waiting, "a step asks or answers");
                continue;
            };
            stack.pop();
            if stack.is_empty() {
                return Ok(answer);
            }
            memo.insert(key, answer);
            if memo.len().is_multiple_of(4096) {
                let entry = size_of::<(K, T)>() + 1;
                let bytes = memo.capacity() * entry + stack.capacity() * size_of::<K>();
                self.budget().check_bytes(self.bytes() + bytes as u64)?;
            }
        }
    }

    /// Answers `g` from the answers about its options, down to where `leaf`
    /// has one. G and −G share the work.
    pub(crate) fn fold<T: Mirror>(
        &mut self,
        g: Value,
        mut leaf: impl FnMut(&mut Arena, Value) -> Result<Option<T>>,
        mut combine: impl FnMut(&mut Arena, Value, Sides<T>) -> Result<T>,
    ) -> Result<T> {
        let answer = self.memoised(g.unsigned(), |arena, &v, memo, missing| {
            if let Some(answer) = leaf(arena, v)? {
                return Ok(Some(answer));
            }
            arena.list(v)?;
            let waiting = missing.len();
            for player in Player::BOTH {
                let options = arena.listed(v, player).map(Value::unsigned);
                missing.extend(options.filter(|o| !memo.contains_key(o)));
            }
            if missing.len() > waiting {
                return Ok(None);
            }
            let known = |o: Value| memo[&o.unsigned()].clone().mirrored_if(o.is_flipped());
            let sides = Player::BOTH.map(|player| arena.listed(v, player).map(known).collect());
            combine(arena, v, sides).map(Some)
        })?;
        Ok(answer.mirrored_if(g.is_flipped()))
    }

    /// The operator op with op(H) = {A, op(Hᴸ) | B, op(Hᴿ)}, A and B given
    /// as `base`, down to where `leaf` knows op(H).
    pub(crate) fn on_base(
        &mut self,
        h: Value,
        base: &Sides<Value>,
        mut leaf: impl FnMut(&mut Arena, Value) -> Result<Option<Value>>,
    ) -> Result<Value> {
        self.memoised(h, |arena, &h, memo, missing| {
            if let Some(known) = leaf(arena, h)? {
                return Ok(Some(known));
            }
            arena.list(h)?;
            let waiting = missing.len();
            let mut sides = base.clone();
            for player in Player::BOTH {
                for option in arena.listed(h, player) {
                    match memo.get(&option) {
                        Some(&known) => sides[player as usize].push(known),
                        None => missing.push(option),
                    }
                }
            }
            if missing.len() > waiting {
                return Ok(None);
            }
            arena.canonicalise(&mut sides).map(Some)
        })
    }

    /// The operator op with op(G) = {op(Gᴸ) + t | op(Gᴿ) − t}, t running
    /// through `taxes`, down to where `leaf` knows op(G). Where that is a
    /// number, `settle` may choose another one, given G, the number and the
    /// options.
    ///
    /// By number translation op(G) + x has the options of op(G), shifted by
    /// x, unless it is a number. So the number parts of the taxes are added
    /// up on the way down, which spares a sum as deep as the game at each
    /// level.
    pub(crate) fn taxed(
        &mut self,
        g: Value,
        taxes: &[Value],
        mut leaf: impl FnMut(&mut Arena, Value) -> Result<Option<Value>>,
        mut settle: impl FnMut(&mut Arena, Value, Value, &Sides<Value>) -> Result<Value>,
    ) -> Result<Value> {
        let mut parts = Vec::with_capacity(taxes.len());
        for &tax in taxes {
            parts.push(match self.as_up_star(tax) {
                Some((x, ups, nimber)) => (x, self.up_star(&Dyadic::zero(), ups, nimber)?),
                None => (Dyadic::zero(), tax),
            });
        }
        // The key (G, x) asks for op(G) + x.
        let root = (g.unsigned(), Dyadic::zero());
        let answer = self.memoised(root, |arena, (v, shift), memo, missing| {
            let v = *v;
            let unshifted = (v, Dyadic::zero());
            let known = match memo.get(&unshifted) {
                Some(&base) if arena.is_number(base) => Some(base),
                _ => leaf(arena, v)?,
            };
            if let Some(base) = known {
                let shift = arena.number(shift)?;
                return arena.add(base, shift).map(Some);
            }
            arena.list(v)?;
            let waiting = missing.len();
            let mut sides: Sides<(Value, Value)> = [Vec::new(), Vec::new()];
            for player in Player::BOTH {
                let right = player == Player::Right;
                for option in arena.listed(v, player) {
                    for (x, rest) in &parts {
                        let shift = if right { shift - x } else { shift + x };
                        let key = if option.is_flipped() {
                            (option.unsigned(), -shift)
                        } else {
                            (option, shift)
                        };
                        match memo.get(&key) {
                            Some(known) => sides[player as usize].push((
                                known.negated_if(option.is_flipped()),
                                rest.negated_if(right),
                            )),
                            None => missing.push(key),
                        }
                    }
                }
            }
            if missing.len() > waiting {
                return Ok(None);
            }
            let mut taxed: Sides<Value> = [Vec::new(), Vec::new()];
            for (from, to) in sides.iter().zip(&mut taxed) {
                for &(option, rest) in from {
                    to.push(arena.add(option, rest)?);
                }
            }
            let value = arena.game(&taxed[0], &taxed[1])?;
            if !arena.is_number(value) {
                return Ok(Some(value));
            }
            if shift.is_zero() {
                return settle(arena, v, value, &taxed).map(Some);
            }
            missing.push(unshifted);
            Ok(None)
        })?;
        Ok(answer.negated_if(g.is_flipped()))
    }
}
