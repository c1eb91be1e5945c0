//! The steps of a certificate until they are written, and where each lemma is
//! used last.

use super::text_of;
use crate::Unproved;
use check::lemmas::{self, Book, Ref, Shelf, Tag, Used};
use check::{Rejection, Writer};
use rules::{Component, Rules};
use rustc_hash::{FxHashMap, FxHashSet};
use std::io::{self, Write};
use values::Player;

/// What a certificate can forget.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Entity {
    Value(u32),
    Fact(Ref, Ref),
    Sum(Ref, Ref),
    Position(u64),
}

/// Steps, each verified by the book and the shelf of the checker.
pub struct Ledger<V> {
    pub book: Book,
    pub shelf: Shelf<V>,
    /// How many comparisons there are.
    pub facts: u64,
    games: Vec<Rules>,
    numbers: FxHashMap<Component, u64>,
    /// The steps as they are written.
    bytes: Vec<u8>,
    /// Where each step ends.
    ends: Vec<usize>,
    /// The step that uses each last.
    last: FxHashMap<Entity, usize>,
}

/// The step after all others.
const END: usize = usize::MAX;

impl<V: Copy> Ledger<V> {
    pub fn new(positions: &[Component]) -> Self {
        let (mut book, mut shelf) = (Book::new(), Shelf::default());
        book.used.start();
        shelf.used.start();
        Ledger {
            book,
            shelf,
            facts: 0,
            games: lemmas::rules_of(positions),
            numbers: FxHashMap::default(),
            bytes: Vec::new(),
            ends: Vec::new(),
            last: FxHashMap::default(),
        }
    }

    /// About the bytes in use.
    pub fn bytes(&self) -> u64 {
        let last = self.last.capacity() * 2 * size_of::<(Entity, usize)>();
        let kept = self.bytes.capacity() + last + 8 * self.ends.capacity();
        kept as u64 + self.book.bytes() + 2 * self.shelf.bytes()
    }

    /// The parts of options of a position that have no lemma, each once.
    pub fn missing(&self, position: &Component) -> Result<Vec<Component>, Rejection> {
        let mut missing = Vec::new();
        let mut seen = FxHashSet::default();
        for player in Player::BOTH {
            lemmas::options(position, player, &mut |parts| {
                for (part, _) in parts {
                    if self.shelf.get(&part).is_none() && seen.insert(part.clone()) {
                        missing.push(part);
                    }
                }
                Ok(())
            })?;
        }
        Ok(missing)
    }

    /// A step that was verified.
    pub fn step(&mut self, tag: Tag, numbers: &[u64]) {
        number(&mut self.bytes, tag as u64);
        for &n in numbers {
            number(&mut self.bytes, n);
        }
        self.close();
    }

    /// A step about a position, which was put on the shelf.
    pub fn position(
        &mut self,
        tag: Tag,
        position: &Component,
        numbers: &[u64],
    ) -> Result<(), Unproved> {
        let text = text_of(position)?;
        let game = self
            .games
            .iter()
            .position(|rules| rules == position.rules());
        let game = game.unwrap_or(usize::MAX);
        for n in [tag as u64, game as u64, text.len() as u64] {
            number(&mut self.bytes, n);
        }
        self.bytes.extend(text.as_bytes());
        for &n in numbers {
            number(&mut self.bytes, n);
        }
        let lemma = self.shelf.count() - 1;
        self.numbers.insert(lemmas::normal(position).0, lemma);
        self.last.insert(Entity::Position(lemma), self.ends.len());
        self.close();
        Ok(())
    }

    /// What was looked up since the last step was for this one.
    fn close(&mut self) {
        let step = self.ends.len();
        self.ends.push(self.bytes.len());
        self.note(step);
    }

    fn note(&mut self, step: usize) {
        for used in self.book.used.take() {
            let entity = match used {
                Used::Value(id) => Entity::Value(id),
                Used::Fact(x, y) => Entity::Fact(x, y),
                Used::Sum(a, b) => Entity::Sum(a, b),
            };
            self.last.insert(entity, step);
        }
        for part in self.shelf.used.take() {
            if let Some(&lemma) = self.numbers.get(&part) {
                self.last.insert(Entity::Position(lemma), step);
            }
        }
    }

    /// Whatever is looked up from now on is needed at the end.
    pub fn end(&mut self) {
        self.book.used.take();
        self.shelf.used.take();
    }

    /// All that is needed at the end was looked up.
    pub fn seal(&mut self) {
        self.note(END);
        self.book.used.stop();
    }

    /// A value is needed at the end, with all its followers.
    pub fn keep(&mut self, value: Ref) -> Result<(), Rejection> {
        let mut open = vec![value];
        let mut seen = FxHashSet::default();
        while let Some(name) = open.pop() {
            if seen.insert(name.id()) {
                for player in Player::BOTH {
                    open.extend(self.book.options(name, player)?);
                }
            }
        }
        Ok(())
    }

    /// Writes all steps, and after each what is not needed any more.
    pub fn write(mut self, writer: &mut Writer<impl Write>) -> io::Result<()> {
        self.seal();
        let mut gone: Vec<(usize, Entity)> = Vec::with_capacity(self.last.len());
        let last = std::mem::take(&mut self.last).into_iter();
        gone.extend(last.filter_map(|(what, step)| (step != END).then_some((step, what))));
        // Comparisons and sums are named by values, which go after them.
        gone.sort_unstable_by_key(|&(step, what)| (step, order(what)));
        let mut gone = gone.into_iter().peekable();
        let mut start = 0;
        for (step, &end) in self.ends.iter().enumerate() {
            writer.put(&self.bytes[start..end])?;
            start = end;
            while let Some((_, what)) = gone.next_if(|&(last, _)| last == step) {
                let numbers = match what {
                    Entity::Value(0) => continue,
                    Entity::Position(lemma) => vec![Tag::ForgetPosition as u64, lemma],
                    Entity::Fact(x, y) => vec![Tag::ForgetFact as u64, x.code(), y.code()],
                    Entity::Sum(a, b) => vec![Tag::ForgetSum as u64, a.code(), b.code()],
                    Entity::Value(id) => vec![Tag::ForgetValue as u64, u64::from(id)],
                };
                numbers.into_iter().try_for_each(|n| writer.number(n))?;
            }
        }
        Ok(())
    }
}

impl Ledger<Ref> {
    /// A value stays as long as anything that names it: a checker may look at
    /// it in whatever order it likes.
    pub fn prolong(&mut self) -> Result<(), Rejection> {
        self.seal();
        let mut lasts = vec![0; self.book.count() as usize];
        let mut bump = |name: Ref, step: usize| {
            let last: &mut usize = &mut lasts[name.id() as usize];
            *last = step.max(*last);
        };
        for (what, &step) in &self.last {
            match *what {
                Entity::Value(id) => bump(Ref::from_code(2 * u64::from(id))?, step),
                Entity::Fact(x, y) => [x, y].into_iter().for_each(|name| bump(name, step)),
                Entity::Sum(a, b) => {
                    let sum = self.book.sum(a, b)?;
                    [Some(a), Some(b), sum]
                        .into_iter()
                        .flatten()
                        .for_each(|name| bump(name, step));
                }
                Entity::Position(_) => {}
            }
        }
        for (part, lemma) in &self.numbers {
            if let (Some(value), Some(&step)) = (
                self.shelf.get(part),
                self.last.get(&Entity::Position(*lemma)),
            ) {
                bump(value, step);
            }
        }
        // Options have smaller numbers than their values.
        for id in (1..self.book.count()).rev() {
            let name = Ref::from_code(2 * u64::from(id))?;
            let step = lasts[id as usize];
            for player in Player::BOTH {
                for option in self.book.options(name, player)? {
                    let last = &mut lasts[option.id() as usize];
                    *last = step.max(*last);
                }
            }
        }
        let entities = lasts.into_iter().zip(0..).skip(1);
        self.last
            .extend(entities.map(|(step, id)| (Entity::Value(id), step)));
        Ok(())
    }

    /// A value that was declared is forgotten, however little it is used.
    pub fn born(&mut self, form: Ref) {
        let step = self.ends.len() - 1;
        self.last.entry(Entity::Value(form.id())).or_insert(step);
    }

    /// x ≤ y, from what is known.
    pub fn compare(&mut self, x: Ref, y: Ref) -> Result<(), Rejection> {
        self.book.compare(x, y, u64::MAX)?;
        self.facts += 1;
        let fact = self.book.fact(x, y)?;
        let step = self.ends.len();
        self.last.insert(Entity::Fact(fact.0, fact.1), step);
        self.step(Tag::Compare, &[x.code(), y.code()]);
        Ok(())
    }

    /// a + b, from what is known.
    pub fn add(&mut self, a: Ref, b: Ref, form: Ref, sum: Ref) -> Result<(), Rejection> {
        self.book.add(a, b, form, sum)?;
        let pair = self.book.pair(a, b)?.0;
        let step = self.ends.len();
        self.last.insert(Entity::Sum(pair.0, pair.1), step);
        let numbers = [a, b, form, sum].map(Ref::code);
        self.step(Tag::Sum, &numbers);
        Ok(())
    }
}

/// The order in which things are forgotten: the same in every run.
fn order(what: Entity) -> (u8, u64, u64) {
    match what {
        Entity::Position(lemma) => (0, lemma, 0),
        Entity::Fact(x, y) => (1, x.code(), y.code()),
        Entity::Sum(a, b) => (2, a.code(), b.code()),
        Entity::Value(id) => (3, u64::from(id), 0),
    }
}

/// A number as a certificate has it.
fn number(bytes: &mut Vec<u8>, mut n: u64) {
    while n > 0x7f {
        bytes.push((n & 0x7f) as u8 | 0x80);
        n >>= 7;
    }
    bytes.push(n as u8);
}
