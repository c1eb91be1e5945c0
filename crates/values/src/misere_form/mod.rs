//! Misère canonical forms of impartial games: who cannot move wins.
//!
//! Sums of misère games have no nim values to add, so games become canonical
//! forms: an option that answers the removal of others makes them reversible,
//! and what is left when all that is reversible is gone is unique. A form has
//! a genus: its nim value, and the misère nim values of its sums with no, one,
//! two … heaps of two.
//!
//! Literature: J. H. Conway, "On Numbers and Games" (1976), chapter 12;
//! E. Berlekamp, J. Conway, R. Guy, "Winning Ways" (1982), chapter 13;
//! A. N. Siegel, "Combinatorial Game Theory" (2013), chapter V.

mod genus;
mod links;
mod order;
mod parts;
mod reading;
mod temper;
#[cfg(test)]
mod tests;
mod text;

pub use genus::Genus;
pub use temper::Temper;

use crate::budget::Budget;
use crate::error::{Error, Result};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Adding forms takes a call for every move that can be made in them.
pub const MAX_BIRTHDAY: u32 = 1000;

const TOO_LONG: Error = Error::TooLarge {
    what: "too long a game for its misère form: more moves",
    bound: MAX_BIRTHDAY as u64,
};

/// A misère canonical form: a number in its [`MisereArena`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MisereForm(u32);

impl MisereForm {
    /// The form of the game without moves.
    pub const ZERO: MisereForm = MisereForm(0);
    /// The form of the heap of one.
    pub const ONE: MisereForm = MisereForm(1);
}

/// All misère canonical forms met so far. Games are equal, in misère play with
/// any impartial game, if and only if their forms are.
///
/// ```
/// use values::{Budget, MisereArena, MisereForm};
/// let (mut arena, budget) = (MisereArena::new(), Budget::unlimited());
/// let two = arena.nim_heap(2, &budget).unwrap();
/// let four = arena.add(two, two, &budget).unwrap();
/// assert_eq!(arena.text(four, &budget).unwrap(), "*[2[2]]");
/// assert_eq!(arena.genus(four).to_string(), "0^0");
/// let one = MisereForm::ONE;
/// assert_eq!(arena.add(one, one, &budget), Ok(MisereForm::ZERO));
/// ```
#[derive(Debug)]
pub struct MisereArena {
    forms: Vec<Entry>,
    numbers: FxHashMap<Arc<[MisereForm]>, MisereForm>,
    sums: FxHashMap<(MisereForm, MisereForm), MisereForm>,
    /// By even form: its options in printing order.
    sorted: FxHashMap<MisereForm, Arc<[MisereForm]>>,
    /// By even form: pairs of parts.
    parts: FxHashMap<MisereForm, Arc<[[MisereForm; 2]]>>,
    tempers: FxHashMap<MisereForm, Temper>,
    distinguishers: FxHashMap<(MisereForm, MisereForm), MisereForm>,
    /// The bytes that forms have elsewhere.
    outside: usize,
}

#[derive(Debug)]
struct Entry {
    /// Ascending by number.
    options: Arc<[MisereForm]>,
    birthday: u32,
    genus: Genus,
}

impl Default for MisereArena {
    fn default() -> Self {
        Self::new()
    }
}

impl MisereArena {
    /// Only 0 and 1 are known yet.
    #[must_use]
    pub fn new() -> Self {
        let mut arena = MisereArena {
            forms: Vec::new(),
            numbers: FxHashMap::default(),
            sums: FxHashMap::default(),
            sorted: FxHashMap::default(),
            parts: FxHashMap::default(),
            tempers: FxHashMap::default(),
            distinguishers: FxHashMap::default(),
            outside: 0,
        };
        arena.keep(&[], 0);
        arena.keep(&[MisereForm::ZERO], 1);
        arena
    }

    /// The form of a heap of Nim.
    pub fn nim_heap(&mut self, heap: u64, budget: &Budget) -> Result<MisereForm> {
        if heap > u64::from(MAX_BIRTHDAY) {
            return Err(TOO_LONG);
        }
        let mut smaller = Vec::new();
        for _ in 0..=heap {
            let next = self.game(smaller.clone(), budget)?;
            smaller.push(next);
        }
        Ok(smaller.pop().unwrap_or(MisereForm::ZERO))
    }

    /// The sum of two forms.
    pub fn add(&mut self, g: MisereForm, h: MisereForm, budget: &Budget) -> Result<MisereForm> {
        let (g, h) = (g.min(h), g.max(h));
        if g == MisereForm::ZERO {
            return Ok(h);
        }
        if let Some(&sum) = self.sums.get(&(g, h)) {
            return Ok(sum);
        }
        if self.birthday(g) + self.birthday(h) > MAX_BIRTHDAY {
            return Err(TOO_LONG);
        }
        let mut options = Vec::new();
        for (moved, other) in [(g, h), (h, g)] {
            let moves = Arc::clone(&self.entry(moved).options);
            for &option in moves.iter() {
                options.push(self.add(option, other, budget)?);
            }
        }
        let sum = self.game(options, budget)?;
        self.sums.insert((g, h), sum);
        Ok(sum)
    }

    /// The form with these options, some of which may be reversible.
    pub fn game(&mut self, mut options: Vec<MisereForm>, budget: &Budget) -> Result<MisereForm> {
        options.sort_unstable();
        options.dedup();
        if let Some(&known) = self.numbers.get(&options[..]) {
            return Ok(known);
        }
        if let Some(simpler) = self.simpler(&options) {
            return Ok(simpler);
        }
        let birthdays = options.iter().map(|&option| self.birthday(option));
        let birthday = birthdays.max().map_or(0, |last| last + 1);
        if birthday > MAX_BIRTHDAY {
            return Err(TOO_LONG);
        }
        budget.look()?;
        if self.forms.len().is_multiple_of(256) {
            budget.check_bytes(self.bytes())?;
        }
        Ok(self.keep(&options, birthday))
    }

    /// The form H to which options reduce: all that H has are among them, and
    /// each of the others can be answered by a move to H. If H has no moves,
    /// it is not lost to move first there, nor may it be with these options.
    fn simpler(&self, options: &[MisereForm]) -> Option<MisereForm> {
        let answered = |to: MisereForm| {
            let kept = &self.entry(to).options;
            let mut others = options.iter().filter(|option| !has(kept, **option));
            others.all(|&option| has(&self.entry(option).options, to))
        };
        let wins = |&option: &MisereForm| self.is_lost(option);
        if options.iter().any(wins) && answered(MisereForm::ZERO) {
            return Some(MisereForm::ZERO);
        }
        // Whatever H keeps is born before H, and what it does not keep after.
        let last = options.iter().max_by_key(|&&o| self.birthday(o))?;
        let mut candidates = self.entry(*last).options.iter().copied();
        candidates.find(|&to| {
            let kept = &self.entry(to).options;
            to != MisereForm::ZERO
                && kept.iter().all(|option| has(options, *option))
                && answered(to)
        })
    }

    /// A new form.
    fn keep(&mut self, options: &[MisereForm], birthday: u32) -> MisereForm {
        let number = u32::try_from(self.forms.len()).expect("fewer forms than memory has words");
        let number = MisereForm(number);
        let options: Arc<[MisereForm]> = options.into();
        let genera: Vec<&Genus> = options.iter().map(|&o| &self.entry(o).genus).collect();
        let answers = |option: usize| {
            let answers = self.entry(options[option]).options.iter();
            answers.map(|&answer| &self.entry(answer).genus).collect()
        };
        let genus = Genus::of(&genera, &answers);
        self.outside += options.len() * size_of::<MisereForm>() + genus.bytes();
        self.numbers.insert(Arc::clone(&options), number);
        self.forms.push(Entry {
            options,
            birthday,
            genus,
        });
        number
    }

    /// The most moves that can be made in it.
    #[must_use]
    pub fn birthday(&self, g: MisereForm) -> u32 {
        self.entry(g).birthday
    }

    /// Its genus.
    #[must_use]
    pub fn genus(&self, g: MisereForm) -> &Genus {
        &self.entry(g).genus
    }

    /// Whether the player to move loses in misère play.
    #[must_use]
    pub fn is_lost(&self, g: MisereForm) -> bool {
        self.genus(g).misere_nim_value() == 0
    }

    /// Whether it is the form of a heap of Nim.
    pub fn is_nim_heap(&mut self, g: MisereForm, budget: &Budget) -> Result<bool> {
        let birthday = self.birthday(g);
        Ok(self.nim_heap(birthday.into(), budget)? == g)
    }

    /// Whether h is an option of g.
    #[must_use]
    pub fn has_option(&self, g: MisereForm, h: MisereForm) -> bool {
        has(&self.entry(g).options, h)
    }

    fn entry(&self, form: MisereForm) -> &Entry {
        &self.forms[form.0 as usize]
    }

    /// The bytes in use, without those of small tables.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let form = size_of::<Entry>() + size_of::<Arc<[MisereForm]>>() + 16;
        let sums = self.sums.capacity() * 16;
        (self.forms.capacity() * form + sums + self.outside) as u64
    }
}

/// Whether a form is among some in ascending order.
fn has(forms: &[MisereForm], form: MisereForm) -> bool {
    forms.binary_search(&form).is_ok()
}
