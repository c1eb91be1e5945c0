//! Canonical forms: no dominated and no reversible options.

use crate::arena::{Arena, PROVISIONAL};
use crate::dyadic::Dyadic;
use crate::error::Result;
use crate::intern::{hash_options, orient, oriented};
use crate::player::Player;
use crate::value::Value;
use std::cmp::Ordering;

impl Arena {
    /// The value of {left|right}: its canonical form, found by removing
    /// dominated options and bypassing reversible ones.
    ///
    /// # Complexity
    /// Lists that were met before, numbers and nimbers take time linear in
    /// the number of options. Else O(n²) comparisons of n options, and for
    /// each option a comparison of every answer to it with the game; the
    /// options that a bypass brings in are compared with those present only.
    /// The game itself is not interned before it is canonical.
    ///
    /// # Literature
    /// J. H. Conway, *On Numbers and Games*, chapter 10; A. N. Siegel,
    /// *Combinatorial Game Theory*, chapter II.
    ///
    /// ```
    /// use values::{Arena, Notation, Value};
    /// let mut arena = Arena::new();
    /// let star = arena.game(&[Value::ZERO], &[Value::ZERO]).unwrap();
    /// let up = arena.game(&[Value::ZERO], &[star]).unwrap();
    /// assert_eq!(arena.text(up, Notation::Ascii).unwrap(), "^");
    /// ```
    pub fn game(&mut self, left: &[Value], right: &[Value]) -> Result<Value> {
        let mut sides = std::mem::take(&mut self.sides);
        for (side, options) in sides.iter_mut().zip([left, right]) {
            side.clear();
            side.extend_from_slice(options);
        }
        let value = self.canonicalise(&mut sides);
        self.sides = sides;
        value
    }

    /// [`game`](Self::game) that uses up the option lists.
    pub(crate) fn canonicalise(&mut self, sides: &mut [Vec<Value>; 2]) -> Result<Value> {
        for side in sides.iter_mut() {
            side.sort_unstable();
            side.dedup();
        }
        // Of G and −G, look at the one that would be stored.
        let order = self.orient(sides);
        let flip = order == Ordering::Greater;
        let hash = hash_options(&sides[0], &sides[1]);
        if let Some(index) = self.lookup(hash, &sides[0], &sides[1]) {
            return Ok(oriented(index, order));
        }
        if let Some(seen) = self.option_cache.get(hash, &sides[0], &sides[1]) {
            return Ok(seen.negated_if(flip));
        }
        let mut lists = std::mem::take(&mut self.lists);
        lists.clear();
        lists.extend(sides.iter().flatten());
        let middle = sides[0].len();
        let result = self.canonicalise_new(sides);
        if let Ok(value) = result {
            self.option_cache
                .insert(hash_options, &lists, middle, value);
        }
        self.lists = lists;
        Ok(result?.negated_if(flip))
    }

    fn canonicalise_new(&mut self, sides: &mut [Vec<Value>; 2]) -> Result<Value> {
        if let Some(x) = self.simplest_number(&sides[0], &sides[1]) {
            return self.number(&x);
        }
        if sides[0] == sides[1]
            && let Some(k) = self.mex(&sides[0])
        {
            return self.nimber(k);
        }
        self.update_learnt()?;
        let mut removed = false;
        for player in Player::BOTH {
            let side = &mut sides[player as usize];
            let before = side.len();
            self.remove_dominated(side, player)?;
            if side.len() < before {
                removed = true;
                side.sort_unstable();
            }
        }
        if removed && let Some(found) = self.find_game(&sides[0], &sides[1]) {
            return Ok(found);
        }
        self.lend_provisional(&sides[0], &sides[1])?;
        let bypassed = self.bypass_reversible(sides);
        self.return_provisional();
        bypassed?;
        for side in sides.iter_mut() {
            side.sort_unstable();
        }
        self.intern(&sides[0], &sides[1])
    }

    /// Exchanges the lists for those of the negative if that one is stored:
    /// then the result is Greater. Equal means G = −G.
    fn orient(&mut self, sides: &mut [Vec<Value>; 2]) -> Ordering {
        let mut mirror = std::mem::take(&mut self.scratch);
        let (order, left, _) = orient(&sides[0], &sides[1], &mut mirror);
        if order == Ordering::Greater {
            let middle = left.len();
            sides[1].clear();
            sides[1].extend(mirror.drain(middle..));
            std::mem::swap(&mut sides[0], &mut mirror);
        }
        self.scratch = mirror;
        order
    }

    /// The number that {left|right} equals, if it does: it is one exactly
    /// when some number lies strictly between the options, and this can be
    /// read off their stops.
    fn simplest_number(&self, left: &[Value], right: &[Value]) -> Option<Dyadic> {
        // A number x fits above Gᴸ when x is above its Right stop, or equal
        // to it and not ≤ Gᴸ.
        let end = |options: &[Value], player| {
            (!options.is_empty()).then(|| self.best_stop(options, player))
        };
        let (low, high) = (end(left, Player::Left), end(right, Player::Right));
        if let (Some((low, low_held)), Some((high, high_held))) = (low, high) {
            match self.compare_stops(low, high) {
                Ordering::Less => {}
                Ordering::Equal if !low_held && !high_held => {}
                _ => return None,
            }
        }
        let bound = |end: Option<(_, bool)>| end.map(|(key, held)| (self.stop_number(key), !held));
        let (low, high) = (bound(low), bound(high));
        Some(Dyadic::simplest(
            low.as_ref().map(|(x, closed)| (x, *closed)),
            high.as_ref().map(|(x, closed)| (x, *closed)),
        ))
    }

    /// The least nimber that is not an option, if all options are nimbers:
    /// the value of the impartial game (Sprague, Grundy).
    fn mex(&self, options: &[Value]) -> Option<u64> {
        let nimbers: Option<Vec<u64>> = options.iter().map(|&v| self.as_nimber(v)).collect();
        let mut nimbers = nimbers?;
        nimbers.sort_unstable();
        let gap = nimbers.iter().zip(0..).find(|(k, i)| *k != i);
        Some(gap.map_or(nimbers.len() as u64, |(_, i)| i))
    }

    /// Whether `a` is at least as good as `b` for `player`.
    fn is_as_good(&mut self, a: Value, b: Value, player: Player) -> Result<bool> {
        match player {
            Player::Left => self.le(b, a),
            Player::Right => self.le(a, b),
        }
    }

    /// Removes the options that another one dominates.
    pub(crate) fn remove_dominated(
        &mut self,
        options: &mut Vec<Value>,
        player: Player,
    ) -> Result<()> {
        let mut kept = 0;
        'candidates: for next in 0..options.len() {
            let candidate = options[next];
            for &other in &options[..kept] {
                self.tick()?;
                if self.is_as_good(other, candidate, player)? {
                    continue 'candidates;
                }
            }
            let mut write = 0;
            for i in 0..kept {
                if !self.is_as_good(candidate, options[i], player)? {
                    options[write] = options[i];
                    write += 1;
                }
            }
            options[write] = candidate;
            kept = write + 1;
        }
        options.truncate(kept);
        Ok(())
    }

    /// Replaces each option that is reversible in the provisional game by
    /// what it reverses to, until none is left. The provisional game keeps
    /// its first options all the while: its value does not change.
    fn bypass_reversible(&mut self, sides: &mut [Vec<Value>; 2]) -> Result<()> {
        for player in Player::BOTH {
            let mut pending = std::mem::take(&mut sides[player as usize]);
            let settled = &mut sides[player as usize];
            while let Some(option) = pending.pop() {
                match self.reversal(option, player)? {
                    None => settled.push(option),
                    Some(answer) => {
                        for newcomer in self.unsorted_options(answer, player)? {
                            self.offer(newcomer, player, settled, &mut pending)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds `newcomer` to the pending options unless it is dominated, and
    /// drops what it dominates.
    fn offer(
        &mut self,
        newcomer: Value,
        player: Player,
        settled: &mut Vec<Value>,
        pending: &mut Vec<Value>,
    ) -> Result<()> {
        for i in 0..settled.len() + pending.len() {
            let other = if i < settled.len() {
                settled[i]
            } else {
                pending[i - settled.len()]
            };
            if self.is_as_good(other, newcomer, player)? {
                return Ok(());
            }
        }
        for list in [settled, pending] {
            let mut write = 0;
            for i in 0..list.len() {
                if !self.is_as_good(newcomer, list[i], player)? {
                    list[write] = list[i];
                    write += 1;
                }
            }
            list.truncate(write);
        }
        pending.push(newcomer);
        Ok(())
    }

    /// The opponent's answer through which `option` reverses, if there is one.
    fn reversal(&mut self, option: Value, player: Player) -> Result<Option<Value>> {
        self.list(option)?;
        let count = self.listed(option, player.opposite()).len();
        for i in 0..count {
            let (slice, flip) = self.stored(option, player.opposite());
            let answer = slice[i].negated_if(flip);
            let reverses = match player {
                Player::Left => self.le(answer, PROVISIONAL)?,
                Player::Right => self.le(PROVISIONAL, answer)?,
            };
            if reverses {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }
}
