//! Certificates made of lemmas: "this position has this value", by the values
//! of its options.
//!
//! A value is an explicit form: lists of options that were declared before it.
//! That one form is at most another follows from such facts about their
//! options, by Conway's definition; sums likewise. Lemmas are read one after
//! the other and dropped when the file says so: memory is for what is still
//! needed.

mod book;
mod notes;
mod number;
mod period;
mod shelf;
mod strategy;
mod theorem;

pub use book::{Book, MOST_OPTIONS, Ref, Used, ascending};
pub use notes::Notes;
pub use period::{HeapTable, MOST_HEAPS, Octal};
pub use shelf::{Shelf, SignedPart, normal, options, parts};
pub use strategy::{Answers, Strategy, Terms, moves};
pub(crate) use theorem::MAGIC;
pub use theorem::{About, HeapPeriod, Theorem};

use crate::{Claim, Reader, Rejection, carried};
use rules::{Component, Position, Rules};
use rustc_hash::{FxHashMap, FxHashSet};
use std::io::Read;
use values::{Budget, Error, Player};

/// What begins a step of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Tag {
    /// Nothing more is proved.
    End = 0,
    /// A form: the number of its Left options, these, and the same of Right.
    Value = 1,
    /// x ≤ y.
    Compare = 2,
    /// a + b: the form that has their options, and the sum.
    Sum = 3,
    /// A position: the form that has its options, and the value.
    Position = 4,
    /// A position and its nim value.
    NimValue = 5,
    /// A value is not needed any more.
    ForgetValue = 6,
    /// Nor is a comparison.
    ForgetFact = 7,
    /// Nor is a sum.
    ForgetSum = 8,
    /// Nor is a position.
    ForgetPosition = 9,
}

const TAGS: [Tag; 10] = [
    Tag::End,
    Tag::Value,
    Tag::Compare,
    Tag::Sum,
    Tag::Position,
    Tag::NimValue,
    Tag::ForgetValue,
    Tag::ForgetFact,
    Tag::ForgetSum,
    Tag::ForgetPosition,
];

/// A position in a lemma is written with no more bytes.
const LONGEST_POSITION: u64 = 1 << 16;
/// Work that may be done in any case, and for each byte read, in look-ups: a
/// few bytes must not keep anybody busy.
const WORK_ANYHOW: u64 = 1 << 22;
const WORK_PER_BYTE: u64 = 1 << 10;
/// A value is shown if it has no more distinct followers: to write it in the
/// usual notation takes arithmetic that is not bounded by the file.
const MOST_SHOWN: usize = 1 << 12;

/// What a certificate of lemmas proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Established {
    /// The positions as their games write them, and what is said of them.
    pub theorem: Theorem,
    /// The value, if that is what is proved and it is not too large.
    pub value: Option<Explicit>,
    /// How many positions have lemmas, or how many heaps are in the table.
    pub lemmas: u64,
    /// How many comparisons were proved, and moves answered.
    pub steps: u64,
}

/// A value as a list of forms: each has options, by their place before it and
/// whether they are negated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explicit {
    /// Left's and Right's options of each.
    pub forms: Vec<[Vec<(usize, bool)>; 2]>,
    /// Whether the last form is negated.
    pub negated: bool,
}

/// The parts of a sum in normal form, with signs.
pub fn sum_parts(positions: &[Component]) -> Vec<SignedPart> {
    positions.iter().flat_map(parts).collect()
}

pub(crate) fn verify<R: Read>(
    reader: Reader<R>,
    mut theorem: Theorem,
    budget: &Budget,
) -> Result<Established, Rejection> {
    let positions = carried::positions(&theorem.rules, theorem.about.summands_mut())?;
    let checker = Checker {
        games: rules_of(&positions),
        reader,
        book: Book::new(),
        values: Shelf::default(),
        nim_values: Shelf::default(),
        facts: 0,
        work: 0,
        budget,
    };
    checker.finish(theorem, &positions)
}

/// The rules of positions, each once, in the order of the header.
#[must_use]
pub fn rules_of(positions: &[Component]) -> Vec<Rules> {
    let mut rules: Vec<Rules> = Vec::new();
    for position in positions {
        if !rules.contains(position.rules()) {
            rules.push(position.rules().clone());
        }
    }
    rules
}

struct Checker<'b, R> {
    reader: Reader<R>,
    games: Vec<Rules>,
    book: Book,
    values: Shelf<Ref>,
    nim_values: Shelf<u64>,
    facts: u64,
    work: u64,
    budget: &'b Budget,
}

impl<R: Read> Checker<'_, R> {
    fn finish(
        mut self,
        theorem: Theorem,
        positions: &[Component],
    ) -> Result<Established, Rejection> {
        let mut established = Established {
            theorem,
            value: None,
            lemmas: 0,
            steps: 0,
        };
        if let About::Period(found) = &established.theorem.about {
            established.lemmas = period::verify(&mut self.reader, found, self.budget)? + 1;
            self.reader.finish()?;
            return Ok(established);
        }
        let nim = matches!(established.theorem.about, About::NimValue(..));
        while self.step(nim)? {}
        let sum = sum_parts(positions);
        let mut answers = 0;
        match &established.theorem.about {
            About::NimValue(_, value) => {
                if positions.iter().any(|position| !position.is_impartial()) {
                    return Err(Rejection::new("nim values are of impartial positions"));
                }
                if self.nim_values.nim_sum(&sum)? != *value {
                    return Err(Rejection::new("the sum has another nim value"));
                }
            }
            About::Winners(_, claims) => {
                let terms = self.values.terms(&self.book, &sum)?;
                answers = self.winners(&terms, claims)?;
            }
            _ => {
                let value = self.reference()?;
                let terms = self.values.terms(&self.book, &sum)?;
                if self.book.total(terms)? != value {
                    return Err(Rejection::new("the sum has another value"));
                }
                established.value = explicit(&self.book, value)?;
            }
        }
        established.lemmas = self.values.count() + self.nim_values.count();
        established.steps = self.facts + answers;
        for found in [established.lemmas, established.steps] {
            if self.reader.exact_number()? != found {
                return Err(Rejection::new("the totals at the end are wrong"));
            }
        }
        self.reader.finish()?;
        Ok(established)
    }

    /// One step; whether more follow.
    fn step(&mut self, nim: bool) -> Result<bool, Rejection> {
        let tag = self.reader.exact_number()?;
        let tag = usize::try_from(tag).ok().and_then(|tag| TAGS.get(tag));
        let tag = *tag.ok_or_else(|| Rejection::new("a step in it is of no known kind"))?;
        // The two kinds of lemmas do not mix.
        let fits = match tag {
            Tag::End | Tag::ForgetPosition => true,
            Tag::NimValue => nim,
            _ => !nim,
        };
        if !fits {
            return Err(Rejection::new("a step in it proves nothing of the kind"));
        }
        match tag {
            Tag::End => return Ok(false),
            Tag::Value => {
                let options = [self.side()?, self.side()?];
                self.book.declare(options)?;
                self.spend(0)?;
            }
            Tag::Compare => {
                let [x, y] = [self.reference()?, self.reference()?];
                let most = self.allowed().saturating_sub(self.work);
                let work = self.book.compare(x, y, most)?;
                self.facts += 1;
                self.spend(work)?;
            }
            Tag::Sum => {
                let [a, b] = [self.reference()?, self.reference()?];
                let [form, sum] = [self.reference()?, self.reference()?];
                for name in [a, b, form] {
                    for player in Player::BOTH {
                        self.spend(self.book.width(name, player)? as u64)?;
                    }
                }
                self.book.add(a, b, form, sum)?;
            }
            Tag::Position => {
                let position = self.position()?;
                let [form, value] = [self.reference()?, self.reference()?];
                let work = self.values.prove(&self.book, &position, form, value)?;
                self.spend(work)?;
            }
            Tag::NimValue => {
                let position = self.position()?;
                let value = self.reader.exact_number()?;
                let work = self.nim_values.prove_nim(&position, value)?;
                self.spend(work)?;
            }
            Tag::ForgetValue => {
                let id = self.reader.exact_number()?;
                self.book
                    .forget_value(u32::try_from(id).unwrap_or(u32::MAX))?;
            }
            Tag::ForgetFact => {
                let [x, y] = [self.reference()?, self.reference()?];
                self.book.forget_fact(x, y)?;
            }
            Tag::ForgetSum => {
                let [a, b] = [self.reference()?, self.reference()?];
                self.book.forget_sum(a, b)?;
            }
            Tag::ForgetPosition => {
                let number = self.reader.exact_number()?;
                match nim {
                    true => self.nim_values.forget(number)?,
                    false => self.values.forget(number)?,
                }
            }
        }
        Ok(true)
    }

    /// Counts work that was done.
    fn spend(&mut self, work: u64) -> Result<(), Rejection> {
        self.budget.look()?;
        self.work += work;
        let kept = self.book.bytes() + self.values.bytes() + self.nim_values.bytes();
        self.budget.check_bytes(kept)?;
        let allowed = self.allowed();
        match self.work > allowed {
            false => Ok(()),
            true => Err(Error::TooLarge {
                what: "too much work for the few bytes of a certificate",
                bound: allowed,
            }
            .into()),
        }
    }

    fn allowed(&self) -> u64 {
        WORK_ANYHOW + WORK_PER_BYTE.saturating_mul(self.reader.bytes())
    }

    fn reference(&mut self) -> Result<Ref, Rejection> {
        let code = self.reader.exact_number()?;
        let name = Ref::from_code(code)?;
        match self.book.known(name)? == name {
            true => Ok(name),
            false => Err(Rejection::new("a value has another name")),
        }
    }

    fn side(&mut self) -> Result<Vec<Ref>, Rejection> {
        let count = self.reader.exact_number()?;
        if count > MOST_OPTIONS as u64 {
            return Err(Rejection::new("a value has too many options"));
        }
        (0..count).map(|_| self.reference()).collect()
    }

    fn position(&mut self) -> Result<Component, Rejection> {
        let game = self.reader.exact_number()?;
        let game = usize::try_from(game)
            .ok()
            .and_then(|game| self.games.get(game));
        let rules = game.cloned();
        let rules =
            rules.ok_or_else(|| Rejection::new("a position is of no game of the header"))?;
        let length = self.reader.exact_number()?;
        if length > LONGEST_POSITION {
            return Err(Rejection::new("a position in it is too long"));
        }
        let text = self.reader.text(length as usize)?;
        let key = rules
            .read(&text)
            .map_err(|bad| Rejection::new(bad.message))?;
        let position = Component::new(rules, key);
        match position.text() == text {
            true => Ok(position),
            false => Err(Rejection::new("a position is not written as its game does")),
        }
    }

    fn winners(&mut self, terms: &[Ref], claims: &[Claim]) -> Result<u64, Rejection> {
        let mut strategy = Strategy::default();
        let book = std::mem::take(&mut self.book);
        let budget = self.budget;
        for &claim in claims {
            strategy.prove(&book, terms, claim, &mut Written(self), budget)?;
        }
        Ok(strategy.answers)
    }
}

/// The answers that a certificate gives.
struct Written<'c, 'b, R>(&'c mut Checker<'b, R>);

impl<R: Read> Answers for Written<'_, '_, R> {
    type Error = Rejection;

    fn answer(
        &mut self,
        book: &Book,
        terms: &[Ref],
        _: &FxHashSet<Terms>,
    ) -> Result<usize, Rejection> {
        let number = self.0.reader.exact_number()?;
        for player in Player::BOTH {
            for &term in terms {
                let moves = book.width(term, player)? as u64;
                self.0.spend(moves.saturating_mul(terms.len() as u64))?;
            }
        }
        Ok(usize::try_from(number).unwrap_or(usize::MAX))
    }
}

/// A value with all its followers, if they are not too many.
fn explicit(book: &Book, value: Ref) -> Result<Option<Explicit>, Rejection> {
    let mut ids = FxHashSet::default();
    let mut open = vec![value];
    while let Some(name) = open.pop() {
        if !ids.insert(name.id()) {
            continue;
        }
        if ids.len() > MOST_SHOWN {
            return Ok(None);
        }
        for player in Player::BOTH {
            open.extend(book.options(name, player)?);
        }
    }
    // Options have smaller numbers than their values.
    let mut ids: Vec<u32> = ids.into_iter().collect();
    ids.sort_unstable();
    let places: FxHashMap<u32, usize> = ids.iter().copied().zip(0..).collect();
    let mut forms = Vec::with_capacity(ids.len());
    for &id in &ids {
        let name = Ref::from_code(2 * u64::from(id))?;
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            let options = book.options(name, player)?.into_iter();
            sides[player as usize] = options
                .map(|option| (places[&option.id()], option.code() % 2 == 1))
                .collect();
        }
        forms.push(sides);
    }
    Ok(Some(Explicit {
        forms,
        negated: value.code() % 2 == 1,
    }))
}
