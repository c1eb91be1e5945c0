//! Games as sums: parts, differences, primes.
//!
//! x is a part of G if x + y = G for some y. A game is 1 or 0 more than an
//! even one, and only even parts are listed. Every even part of G but 0 and G
//! is a part of the even part of some option, unless G has none; a game with
//! 0 or 1 among its options is prime, and so is one with three prime options,
//! H and H + 1 counting once.
//!
//! Literature: J. H. Conway, "On Numbers and Games" (1976), chapter 12;
//! A. N. Siegel, "Combinatorial Game Theory" (2013), section V.3.

use super::{MisereArena, MisereForm};
use crate::budget::Budget;
use crate::error::Result;
use std::sync::Arc;

/// Two forms whose sum is the one they belong to.
type Pair = [MisereForm; 2];

impl MisereArena {
    /// The pairs of even forms whose sum is the even part of g, 0 and itself
    /// first.
    pub fn pairs(&mut self, g: MisereForm, budget: &Budget) -> Result<Arc<[Pair]>> {
        let (g, _) = self.even_part(g, budget)?;
        if let Some(known) = self.parts.get(&g) {
            return Ok(Arc::clone(known));
        }
        let mut pairs = vec![[MisereForm::ZERO, g]];
        if let Some(candidates) = self.candidates(g, budget)? {
            for &x in &candidates {
                if pairs.iter().any(|pair| pair.contains(&x)) {
                    continue;
                }
                if let Some(y) = self.counterpart(g, x, &candidates, &pairs, budget)? {
                    pairs.push([x, y]);
                }
            }
        }
        let pairs: Arc<[Pair]> = pairs.into();
        self.parts.insert(g, Arc::clone(&pairs));
        Ok(pairs)
    }

    /// The even parts of the options of an even form in printing order; `None`
    /// if they show that it is prime, or 0.
    fn candidates(&mut self, g: MisereForm, budget: &Budget) -> Result<Option<Vec<MisereForm>>> {
        let options = self.options(g, budget)?;
        let mut primes = 0;
        let mut parts = Vec::new();
        for &option in options.iter() {
            let (even, odd) = self.even_part(option, budget)?;
            if even == MisereForm::ZERO {
                return Ok(None);
            }
            let pairs = self.pairs(even, budget)?;
            let again = odd && options.contains(&even);
            primes += usize::from(pairs.len() == 1 && !again);
            if primes > 2 {
                return Ok(None);
            }
            parts.extend(pairs.iter().flatten());
        }
        parts.sort_unstable();
        parts.dedup();
        parts.retain(|&part| part != MisereForm::ZERO);
        self.sort(&mut parts, budget)?;
        Ok(Some(parts))
    }

    /// The y with x + y = g, if there is one.
    fn counterpart(
        &mut self,
        g: MisereForm,
        x: MisereForm,
        candidates: &[MisereForm],
        pairs: &[Pair],
        budget: &Budget,
    ) -> Result<Option<MisereForm>> {
        if let Some(options) = self.difference_options(g, x, pairs, budget)? {
            let y = self.game(options, budget)?;
            let (even, _) = self.even_part(y, budget)?;
            if self.add(x, even, budget)? == g {
                return Ok(Some(even));
            }
        }
        // Otherwise y is a part of an option too.
        for &y in candidates {
            let nim = |arena: &MisereArena, form| arena.genus(form).nim_value();
            let fits = nim(self, x) ^ nim(self, y) == nim(self, g)
                && self.birthday(x) + self.birthday(y) >= self.birthday(g);
            if fits && self.add(x, y, budget)? == g {
                return Ok(Some(y));
            }
        }
        Ok(None)
    }

    /// The options of g − x if x is a part of all options of g and all options
    /// of x are parts of g: those of g less x, and g less those of x.
    fn difference_options(
        &mut self,
        g: MisereForm,
        x: MisereForm,
        pairs: &[Pair],
        budget: &Budget,
    ) -> Result<Option<Vec<MisereForm>>> {
        let mut options = Vec::new();
        for &option in self.options(x, budget)?.iter() {
            let (even, odd) = self.even_part(option, budget)?;
            let Some(rest) = other(pairs, even) else {
                return Ok(None);
            };
            options.push(self.with_parity(rest, odd, budget)?);
        }
        for &option in self.options(g, budget)?.iter() {
            let (even, odd) = self.even_part(option, budget)?;
            let known = self.pairs(even, budget)?;
            let Some(rest) = other(&known, x) else {
                return Ok(None);
            };
            options.push(self.with_parity(rest, odd, budget)?);
        }
        Ok(Some(options))
    }

    fn with_parity(&mut self, even: MisereForm, odd: bool, budget: &Budget) -> Result<MisereForm> {
        match odd {
            true => self.add(even, MisereForm::ONE, budget),
            false => Ok(even),
        }
    }

    /// The form y with h + y = g, if there is one.
    pub fn difference(
        &mut self,
        g: MisereForm,
        h: MisereForm,
        budget: &Budget,
    ) -> Result<Option<MisereForm>> {
        let pairs = self.pairs(g, budget)?;
        let (_, g_odd) = self.even_part(g, budget)?;
        let (even, h_odd) = self.even_part(h, budget)?;
        match other(&pairs, even) {
            Some(rest) => self.with_parity(rest, g_odd != h_odd, budget).map(Some),
            None => Ok(None),
        }
    }

    /// The even parts of g but 0 and its even part.
    pub fn proper_parts(&mut self, g: MisereForm, budget: &Budget) -> Result<Vec<MisereForm>> {
        let pairs = self.pairs(g, budget)?;
        let mut parts = Vec::new();
        for &[x, y] in &pairs[1..] {
            parts.push(x);
            if x != y {
                parts.push(y);
            }
        }
        Ok(parts)
    }

    /// Whether its only even parts are 0 and one more.
    pub fn is_prime(&mut self, g: MisereForm, budget: &Budget) -> Result<bool> {
        let (even, _) = self.even_part(g, budget)?;
        Ok(even != MisereForm::ZERO && self.pairs(even, budget)?.len() == 1)
    }

    /// All lists of even primes, and of 1 if g is odd, whose sum is g.
    pub fn partitions(&mut self, g: MisereForm, budget: &Budget) -> Result<Vec<Vec<MisereForm>>> {
        let mut found = Vec::new();
        let mut open = vec![(g, Vec::new())];
        while let Some((rest, taken)) = open.pop() {
            budget.look()?;
            let (even, odd) = self.even_part(rest, budget)?;
            if even == MisereForm::ZERO {
                let mut taken = taken;
                taken.extend(odd.then_some(MisereForm::ONE));
                found.push(taken);
                continue;
            }
            let mut next = Vec::new();
            for part in self.parts_and_itself(even, budget)? {
                let last = taken.last().copied();
                let in_order = match last {
                    Some(last) => self.compare(last, part, budget)?.is_le(),
                    None => true,
                };
                if in_order && self.is_prime(part, budget)? {
                    let rest = self.difference(rest, part, budget)?.unwrap_or(part);
                    let mut longer: Vec<MisereForm> = taken.clone();
                    longer.push(part);
                    next.push((rest, longer));
                }
            }
            open.extend(next.into_iter().rev());
        }
        Ok(found)
    }

    fn parts_and_itself(&mut self, g: MisereForm, budget: &Budget) -> Result<Vec<MisereForm>> {
        let mut parts = vec![g];
        parts.extend(self.proper_parts(g, budget)?);
        Ok(parts)
    }

    /// Whether every option is a part of it; equally, whether it is a part of
    /// the game with it as the only option.
    pub fn is_extraverted(&mut self, g: MisereForm, budget: &Budget) -> Result<bool> {
        let above = self.game(vec![g], budget)?;
        Ok(self.difference(above, g, budget)?.is_some())
    }
}

/// The form that makes a pair with x.
fn other(pairs: &[Pair], x: MisereForm) -> Option<MisereForm> {
    pairs.iter().find_map(|&[a, b]| match x {
        x if x == a => Some(b),
        x if x == b => Some(a),
        _ => None,
    })
}
