//! Misère play of impartial games: who cannot move wins.
//!
//! Sums of misère games have no nim values to add, so positions become
//! canonical forms: an option that answers the removal of others makes them
//! reversible, and what is left when all that is reversible is gone is unique.
//! A form has a genus: its nim value, and the misère nim values of its sums
//! with no, one, two … heaps of two.
//!
//! Complexity: every part of a position is expanded once; the number of forms
//! can grow fast with wild games, and is bounded by the memory of the budget.
//!
//! Literature: J. H. Conway, "On Numbers and Games" (1976), chapter 12;
//! E. Berlekamp, J. Conway, R. Guy, "Winning Ways" (1982), chapter 13.

mod genus;

pub use genus::Genus;

use crate::position_table::map_bytes;
use rules::Position;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use values::{Budget, Error, Player, Result};

/// Adding forms takes a call for every move that can be made in them.
const MAX_BIRTHDAY: u32 = 1000;

const TOO_LONG: Error = Error::TooLarge {
    what: "too long a game for its misère form: more moves",
    bound: MAX_BIRTHDAY as u64,
};

/// A heap can have more moves than fit in any memory.
const MAX_PARTS: usize = 1 << 22;

const TOO_MANY: Error = Error::TooLarge {
    what: "too many moves in one position for its misère form",
    bound: MAX_PARTS as u64,
};

/// The number of a canonical form.
type Form = u32;

/// The form of the game without moves.
const ZERO: Form = 0;

/// Misère canonical forms of positions, with a memory of every part met.
///
/// ```
/// use rules::{Game, Kayles};
/// use solve::MisereForms;
/// use values::Budget;
/// let kayles = Kayles::with_variant(None).unwrap();
/// let position = kayles.read("5").unwrap();
/// let genus = MisereForms::new().genus(&[position], &[], &Budget::unlimited()).unwrap();
/// assert_eq!(genus.to_string(), "4^146");
/// assert_eq!((genus.nim_value(), genus.misere_nim_value()), (4, 1));
/// ```
pub struct MisereForms<P> {
    forms: Vec<Entry>,
    numbers: FxHashMap<Arc<[Form]>, Form>,
    sums: FxHashMap<(Form, Form), Form>,
    table: FxHashMap<P, Form>,
    /// The bytes that forms and positions have elsewhere.
    outside: usize,
}

struct Entry {
    /// Ascending.
    options: Arc<[Form]>,
    birthday: u32,
    genus: Genus,
}

/// A position whose options are being found.
struct Frame<P> {
    position: P,
    /// What is still to do, the next at the end.
    queue: Vec<Work<P>>,
    /// The sum of the parts of the option at hand.
    sum: Form,
    /// The options that are finished.
    options: Vec<Form>,
}

enum Work<P> {
    /// Find the form of a part in normal form.
    Part(P),
    /// The parts seen since the last one of these make an option.
    Option,
}

impl<P: Position> Default for MisereForms<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P: Position> MisereForms<P> {
    /// Only the game without moves is known yet.
    #[must_use]
    pub fn new() -> Self {
        let mut forms = MisereForms {
            forms: Vec::new(),
            numbers: FxHashMap::default(),
            sums: FxHashMap::default(),
            table: FxHashMap::default(),
            outside: 0,
        };
        forms.keep(&[], 0);
        forms
    }

    /// The genus of a sum of impartial positions and heaps of Nim.
    pub fn genus(&mut self, positions: &[P], nim: &[u64], budget: &Budget) -> Result<Genus> {
        let mut sum = ZERO;
        for position in positions {
            let form = self.form(position, budget)?;
            sum = self.add(sum, form, budget)?;
        }
        for &heap in nim {
            let form = self.nim_heap(heap, budget)?;
            sum = self.add(sum, form, budget)?;
        }
        Ok(self.entry(sum).genus.clone())
    }

    /// The form of a heap of Nim.
    fn nim_heap(&mut self, heap: u64, budget: &Budget) -> Result<Form> {
        let mut smaller = Vec::new();
        for _ in 0..=heap {
            let next = self.canonical(smaller.clone(), budget)?;
            smaller.push(next);
        }
        Ok(smaller.pop().unwrap_or(ZERO))
    }

    /// The form of a position, depth first with an explicit stack.
    fn form(&mut self, position: &P, budget: &Budget) -> Result<Form> {
        let mut bottom = Frame::new(position.clone());
        bottom.push_parts(position);
        let mut stack = vec![bottom];
        loop {
            let frame = stack.last_mut().expect("a frame to finish");
            let Some(work) = frame.queue.pop() else {
                let frame = stack.pop().expect("a finished frame");
                if stack.is_empty() {
                    return Ok(frame.sum);
                }
                let form = self.canonical(frame.options, budget)?;
                self.outside += frame.position.outside_bytes();
                self.table.insert(frame.position, form);
                continue;
            };
            match work {
                Work::Option => {
                    frame.options.push(frame.sum);
                    frame.sum = ZERO;
                }
                Work::Part(part) => match self.table.get(&part) {
                    Some(&form) => frame.sum = self.add(frame.sum, form, budget)?,
                    None => {
                        let below = Frame::for_options(&part, budget)?;
                        frame.queue.push(Work::Part(part));
                        if stack.len() > MAX_BIRTHDAY as usize {
                            return Err(TOO_LONG);
                        }
                        stack.push(below);
                    }
                },
            }
        }
    }

    /// The sum of two forms.
    fn add(&mut self, g: Form, h: Form, budget: &Budget) -> Result<Form> {
        let (g, h) = (g.min(h), g.max(h));
        if g == ZERO {
            return Ok(h);
        }
        if let Some(&sum) = self.sums.get(&(g, h)) {
            return Ok(sum);
        }
        if self.entry(g).birthday + self.entry(h).birthday > MAX_BIRTHDAY {
            return Err(TOO_LONG);
        }
        let mut options = Vec::new();
        for (moved, other) in [(g, h), (h, g)] {
            let moves = Arc::clone(&self.entry(moved).options);
            for &option in moves.iter() {
                options.push(self.add(option, other, budget)?);
            }
        }
        let sum = self.canonical(options, budget)?;
        self.sums.insert((g, h), sum);
        Ok(sum)
    }

    /// The form with these options, some of which may be reversible.
    fn canonical(&mut self, mut options: Vec<Form>, budget: &Budget) -> Result<Form> {
        options.sort_unstable();
        options.dedup();
        if let Some(&known) = self.numbers.get(&options[..]) {
            return Ok(known);
        }
        if let Some(simpler) = self.simpler(&options) {
            return Ok(simpler);
        }
        let birthdays = options.iter().map(|&option| self.entry(option).birthday);
        let birthday = birthdays.max().map_or(0, |last| last + 1);
        if birthday > MAX_BIRTHDAY {
            return Err(TOO_LONG);
        }
        if self.forms.len().is_multiple_of(256) {
            budget.check()?;
            budget.check_bytes(self.bytes() + rules::kept_bytes() as u64)?;
        }
        Ok(self.keep(&options, birthday))
    }

    /// The form H to which options reduce: all that H has are among them, and
    /// each of the others can be answered by a move to H. If H has no moves,
    /// it is not lost to move first there, nor may it be with these options.
    fn simpler(&self, options: &[Form]) -> Option<Form> {
        let answered = |to: Form| {
            let kept = &self.entry(to).options;
            let mut others = options.iter().filter(|option| !has(kept, **option));
            others.all(|&option| has(&self.entry(option).options, to))
        };
        let wins = |&option: &Form| self.entry(option).genus.misere_nim_value() == 0;
        if options.iter().any(wins) && answered(ZERO) {
            return Some(ZERO);
        }
        // Whatever H keeps is born before H, and what it does not keep after.
        let last = options.iter().max_by_key(|&&o| self.entry(o).birthday)?;
        let mut candidates = self.entry(*last).options.iter().copied();
        candidates.find(|&to| {
            let kept = &self.entry(to).options;
            to != ZERO && kept.iter().all(|option| has(options, *option)) && answered(to)
        })
    }

    /// A new form.
    fn keep(&mut self, options: &[Form], birthday: u32) -> Form {
        let number = Form::try_from(self.forms.len()).expect("fewer forms than memory has words");
        let options: Arc<[Form]> = options.into();
        let genera: Vec<&Genus> = options.iter().map(|&o| &self.entry(o).genus).collect();
        let answers = |option: usize| {
            let answers = self.entry(options[option]).options.iter();
            answers.map(|&answer| &self.entry(answer).genus).collect()
        };
        let genus = Genus::of(&genera, &answers);
        self.outside += options.len() * size_of::<Form>() + genus.bytes();
        self.numbers.insert(Arc::clone(&options), number);
        self.forms.push(Entry {
            options,
            birthday,
            genus,
        });
        number
    }

    fn entry(&self, form: Form) -> &Entry {
        &self.forms[form as usize]
    }

    /// The bytes in use.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let tables = map_bytes(&self.table) + map_bytes(&self.numbers) + map_bytes(&self.sums);
        (tables + self.forms.capacity() * size_of::<Entry>() + self.outside) as u64
    }
}

/// Whether a form is among some in ascending order.
fn has(forms: &[Form], form: Form) -> bool {
    forms.binary_search(&form).is_ok()
}

impl<P: Position> Frame<P> {
    fn new(position: P) -> Self {
        Frame {
            position,
            queue: Vec::new(),
            sum: ZERO,
            options: Vec::new(),
        }
    }

    fn for_options(position: &P, budget: &Budget) -> Result<Self> {
        let mut frame = Frame::new(position.clone());
        let mut looked = Ok(());
        let _ = position.options(Player::Left, &mut |option| {
            frame.queue.push(Work::Option);
            frame.push_parts(&option);
            if frame.queue.len() > MAX_PARTS {
                looked = Err(TOO_MANY);
            }
            match looked {
                Ok(()) => budget.go_on(&mut looked),
                Err(_) => ControlFlow::Break(()),
            }
        });
        looked.map(|()| frame)
    }

    fn push_parts(&mut self, position: &P) {
        position.parts(&mut |part| self.queue.push(Work::Part(part.normal_form().0)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Game, Heaps, Nim};

    fn genus(heaps: &str) -> Genus {
        let nim = Nim::with_variant(None).unwrap();
        let position = nim.read(heaps).unwrap();
        MisereForms::new()
            .genus(&[position], &[], &Budget::unlimited())
            .unwrap()
    }

    #[test]
    fn misere_nim_is_won_by_the_rule_of_bouton() {
        for a in 0..6 {
            for b in 0..=a {
                for c in 0..=b {
                    let heaps = format!("{a},{b},{c}");
                    let lost = match a {
                        0 | 1 => (a + b + c) % 2 == 1,
                        _ => a ^ b ^ c == 0,
                    };
                    assert_eq!(genus(&heaps).misere_nim_value() == 0, lost, "{heaps}");
                }
            }
        }
    }

    #[test]
    fn one_is_its_own_inverse_and_two_is_not() {
        assert_eq!(genus("1,1").to_string(), "0");
        assert_eq!(genus("1,5").to_string(), "4");
        assert_eq!(genus("2,2").to_string(), "0^0");
        assert_eq!(genus("2,3").to_string(), "1^1");
    }

    #[test]
    fn long_games_are_refused() {
        let mut forms = MisereForms::<Heaps>::new();
        let failed = forms.genus(&[], &[5000], &Budget::unlimited());
        assert_eq!(failed, Err(TOO_LONG));
        let nim = Nim::with_variant(None).unwrap();
        let huge = nim.read("9223372036854775808").unwrap();
        let failed = forms.genus(&[huge], &[], &Budget::unlimited());
        assert_eq!(failed, Err(TOO_MANY));
    }
}
