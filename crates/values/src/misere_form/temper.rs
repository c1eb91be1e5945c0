//! How games behave in sums: tame, restive, restless, wild.
//!
//! A tame game acts like heaps of Nim among tame games. A restive game has a
//! nim value of 0 or 1 and acts like two different heaps in normal and in
//! misère play; a restless game is the same with the two kinds of play
//! exchanged. Options that can be answered by moves that restore the genus do
//! not matter.
//!
//! Literature: E. Berlekamp, J. Conway, R. Guy, "Winning Ways" (1982),
//! chapter 13.

use super::{MisereArena, MisereForm};
use crate::budget::Budget;
use crate::error::Result;
use std::collections::BTreeSet;

/// How a game behaves in sums, from the mildest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Temper {
    /// A heap of Nim.
    NimHeap,
    /// Tame, and so are all its options, and theirs.
    HereditarilyTame,
    /// Tame by answers to its other options.
    Tame,
    /// Its genus in sums with tame games is that of a tame game.
    Tameable,
    /// Restive, with hereditarily tame options.
    HereditarilyRestive,
    /// Restive with tame options, or by answers to its other options.
    Restive,
    /// Not tame, with tame options and a misère nim value of 0 or 1.
    Restless,
    /// Nothing of all that.
    Wild,
}

impl Temper {
    /// Whether it acts like a heap of Nim among such games.
    #[must_use]
    pub fn is_tame(self) -> bool {
        self <= Temper::Tame
    }

    /// Whether it is restive, perhaps by answers.
    #[must_use]
    pub fn is_restive(self) -> bool {
        matches!(self, Temper::HereditarilyRestive | Temper::Restive)
    }
}

/// A nim value and a misère nim value.
type Pair = (u64, u64);

/// What a pair allows at best.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Tame,
    Restive,
    Restless,
    Wild,
}

impl Sort {
    fn of((normal, misere): Pair) -> Self {
        match (normal < 2, misere < 2) {
            (true, true) => Sort::Tame,
            _ if normal == misere => Sort::Tame,
            (true, false) => Sort::Restive,
            (false, true) => Sort::Restless,
            (false, false) => Sort::Wild,
        }
    }
}

/// Pairs of options, their nim values and their misère nim values apart.
#[derive(Clone, Default)]
struct Seen(BTreeSet<u64>, BTreeSet<u64>);

impl Seen {
    fn insert(&mut self, (normal, misere): Pair) {
        self.0.insert(normal);
        self.1.insert(misere);
    }

    fn mex(&self) -> Pair {
        let mex = |set: &BTreeSet<u64>| (0..).find(|n| !set.contains(n)).unwrap_or(0);
        (mex(&self.0), mex(&self.1))
    }
}

impl MisereArena {
    /// How its even part behaves in sums; 1 changes nothing.
    pub fn temper(&mut self, g: MisereForm, budget: &Budget) -> Result<Temper> {
        let (g, _) = self.even_part(g, budget)?;
        if let Some(&known) = self.tempers.get(&g) {
            return Ok(known);
        }
        let options = self.options(g, budget)?;
        let mut wildest = Temper::NimHeap;
        for &option in options.iter() {
            wildest = wildest.max(self.temper(option, budget)?);
        }
        let pair = self.pair(g);
        let temper = match (Sort::of(pair), wildest) {
            (Sort::Tame, Temper::NimHeap) if pair.0 > 1 || pair.0 != pair.1 => Temper::NimHeap,
            (Sort::Tame, Temper::NimHeap | Temper::HereditarilyTame) => Temper::HereditarilyTame,
            (Sort::Restive, Temper::NimHeap | Temper::HereditarilyTame) => {
                Temper::HereditarilyRestive
            }
            (Sort::Tame, Temper::Tame) => Temper::Tame,
            (Sort::Restive, Temper::Tame) => Temper::Restive,
            (Sort::Restless, wildest) if wildest.is_tame() => Temper::Restless,
            (Sort::Tame, _) => self.tamed(g, &options, budget)?,
            (Sort::Restive, _) => self.calmed(g, &options, budget)?,
            _ => Temper::Wild,
        };
        self.tempers.insert(g, temper);
        Ok(temper)
    }

    fn pair(&self, g: MisereForm) -> Pair {
        let genus = self.genus(g);
        (genus.nim_value(), genus.misere_nim_value())
    }

    /// Of a form with the genus of a tame one: tame or tameable if options
    /// that are not can be answered by tame, or tameable, moves that restore
    /// the two values, and the others alone give its genus.
    fn tamed(&mut self, g: MisereForm, options: &[MisereForm], budget: &Budget) -> Result<Temper> {
        let pair = self.pair(g);
        let (mut tame, mut tameable) = (Seen::default(), Seen::default());
        let mut possible = [true, true];
        for &option in options {
            let temper = self.temper(option, budget)?;
            if temper.is_tame() {
                tame.insert(self.pair(option));
                continue;
            }
            let mut restored = [[false; 2], [temper == Temper::Tameable; 2]];
            if temper == Temper::Tameable {
                let (even, _) = self.even_part(option, budget)?;
                tameable.insert(self.pair(even));
            }
            for &answer in self.options(option, budget)?.iter() {
                let by = match self.temper(answer, budget)? {
                    temper if temper.is_tame() => 0,
                    Temper::Tameable => 1,
                    _ => continue,
                };
                let (normal, misere) = self.pair(answer);
                restored[by][0] |= normal == pair.0;
                restored[by][1] |= misere == pair.1;
            }
            if restored[0] != [true; 2] {
                possible[0] = false;
                possible[1] &= restored[1] == [true; 2];
            }
        }
        possible[0] &= tame.mex() == pair;
        if possible[0] {
            return Ok(Temper::Tame);
        }
        let nothing = tame.0.is_empty() && tameable.0.is_empty() && pair.0 == 0;
        tame.0.extend(&tameable.0);
        tame.1.extend(&tameable.1);
        Ok(match possible[1] && (tame.mex() == pair || nothing) {
            true => Temper::Tameable,
            false => Temper::Wild,
        })
    }

    /// Of a form with the genus of a restive one: restive if options that are
    /// not tame can be answered by restive or tame moves that restore the two
    /// values, and the others alone give its genus.
    fn calmed(&mut self, g: MisereForm, options: &[MisereForm], budget: &Budget) -> Result<Temper> {
        let pair = self.pair(g);
        let near = |a: u64| a < 2 || a ^ pair.1 < 2;
        let mut tame = Seen::default();
        for &option in options {
            if self.temper(option, budget)?.is_tame() {
                tame.insert(self.pair(option));
                continue;
            }
            let mut restored = [false; 2];
            for &answer in self.options(option, budget)?.iter() {
                let temper = self.temper(answer, budget)?;
                if temper.is_tame() || temper.is_restive() {
                    let (normal, misere) = self.pair(answer);
                    restored[0] |= normal == pair.0 && near(misere);
                    restored[1] |= misere == pair.1 && near(normal);
                }
            }
            if restored != [true; 2] {
                return Ok(Temper::Wild);
            }
        }
        Ok(match tame.mex() == pair {
            true => Temper::Restive,
            false => Temper::Wild,
        })
    }

    /// Whether it is not tame but its sum with itself is, of genus 0^0.
    pub fn is_half_tame(&mut self, g: MisereForm, budget: &Budget) -> Result<bool> {
        if self.temper(g, budget)?.is_tame() {
            return Ok(false);
        }
        let double = self.add(g, g, budget)?;
        Ok(self.temper(double, budget)?.is_tame() && self.pair(double) == (0, 0))
    }
}
