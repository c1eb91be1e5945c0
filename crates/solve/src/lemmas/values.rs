//! Lemmas about values: chosen with the arena's help, proved by the book.

use super::ledger::Ledger;
use crate::Unproved;
use check::lemmas::{self, Ref, Tag, ascending};
use rules::Component;
use rustc_hash::FxHashMap;
use values::{Arena, Player, Value};

/// Makes the steps of a certificate.
pub struct Prover<'a> {
    pub arena: &'a mut Arena,
    pub ledger: Ledger<Ref>,
    /// The value of each form, by its number.
    pub meanings: Vec<Value>,
    /// The canonical forms that are declared.
    names: FxHashMap<Value, Ref>,
    /// All forms that are declared.
    forms: FxHashMap<[Vec<Ref>; 2], Ref>,
}

/// The value that a name stands for.
pub fn signed(meanings: &[Value], name: Ref) -> Value {
    let value = meanings[name.id() as usize];
    if name.code() % 2 == 1 { -value } else { value }
}

/// What is to do for x ≤ y.
enum Goal {
    /// Find out what it needs.
    Enter(Ref, Ref),
    /// Write it down.
    Leave(Ref, Ref),
}

impl<'a> Prover<'a> {
    pub fn new(arena: &'a mut Arena, positions: &[Component]) -> Self {
        Prover {
            arena,
            ledger: Ledger::new(positions),
            meanings: vec![Value::ZERO],
            names: [(Value::ZERO, Ref::ZERO)].into_iter().collect(),
            forms: [([Vec::new(), Vec::new()], Ref::ZERO)]
                .into_iter()
                .collect(),
        }
    }

    pub fn meaning(&self, name: Ref) -> Value {
        signed(&self.meanings, name)
    }

    /// Lemmas for all parts of positions; their values.
    pub fn terms(&mut self, positions: &[Component]) -> Result<Vec<Ref>, Unproved> {
        let sum = lemmas::sum_parts(positions);
        let mut stack: Vec<Component> = sum.iter().rev().map(|(part, _)| part.clone()).collect();
        while let Some(part) = stack.last() {
            self.arena.budget().check()?;
            let used = self.arena.bytes() + self.ledger.bytes() + rules::kept_bytes() as u64;
            self.arena.budget().check_bytes(used)?;
            if self.ledger.shelf.get(part).is_some() {
                stack.pop();
                continue;
            }
            let part = part.clone();
            let missing = self.ledger.missing(&part)?;
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            self.position(&part)?;
            self.arena.budget().advance(1);
            stack.pop();
        }
        Ok(self.ledger.shelf.terms(&self.ledger.book, &sum)?)
    }

    /// A lemma for a position whose options have lemmas.
    fn position(&mut self, position: &Component) -> Result<(), Unproved> {
        // The sums of the parts of options come first.
        for player in Player::BOTH {
            let mut sums = Vec::new();
            lemmas::options(position, player, &mut |parts| {
                sums.push(self.ledger.shelf.terms(&self.ledger.book, &parts)?);
                Ok(())
            })?;
            for terms in sums {
                self.total(terms)?;
            }
        }
        let (sides, _) = self.ledger.shelf.form(&self.ledger.book, position)?;
        let (form, value) = self.evaluated(sides)?;
        let Ledger { shelf, book, .. } = &mut self.ledger;
        shelf.prove(book, position, form, value)?;
        self.ledger
            .position(Tag::Position, position, &[form.code(), value.code()])
    }

    /// The form with these options, and its canonical form, which is proved to
    /// be equal.
    fn evaluated(&mut self, sides: [Vec<Ref>; 2]) -> Result<(Ref, Ref), Unproved> {
        let options = |player: Player| -> Vec<Value> {
            let side = sides[player as usize].iter();
            side.map(|&option| signed(&self.meanings, option)).collect()
        };
        let [left, right] = Player::BOTH.map(options);
        let value = self.arena.game(&left, &right)?;
        let canonical = self.name(value)?;
        let form = self.declared(sides, value)?;
        for (x, y) in [(form, canonical), (canonical, form)] {
            self.at_most(x, y)?;
        }
        Ok((form, canonical))
    }

    /// The name of a value in canonical form.
    fn name(&mut self, value: Value) -> Result<Ref, Unproved> {
        let mut stack = vec![value];
        while let Some(&top) = stack.last() {
            if self.named(top)?.is_some() {
                stack.pop();
                continue;
            }
            let mut sides = [Vec::new(), Vec::new()];
            let before = stack.len();
            for player in Player::BOTH {
                for option in self.arena.options(top, player)? {
                    match self.named(option)? {
                        Some(name) => sides[player as usize].push(name),
                        None => stack.push(option),
                    }
                }
            }
            if stack.len() == before {
                sides.iter_mut().for_each(ascending);
                let name = self.declared(sides, top)?;
                self.names.insert(top, name);
            }
        }
        let name = self.named(value)?;
        name.ok_or_else(|| Unproved::Contradiction("a value without a name".into()))
    }

    fn named(&self, value: Value) -> Result<Option<Ref>, Unproved> {
        if let Some(&name) = self.names.get(&value) {
            return Ok(Some(name));
        }
        let negative = self.names.get(&-value);
        let name = negative.map(|&name| self.ledger.book.negative(name));
        Ok(name.transpose()?)
    }

    /// The form with these options, ascending, declared if it is new.
    fn declared(&mut self, sides: [Vec<Ref>; 2], value: Value) -> Result<Ref, Unproved> {
        if let Some(&form) = self.forms.get(&sides) {
            return Ok(form);
        }
        let mirrored = self.mirrored(&sides)?;
        if let Some(&form) = self.forms.get(&mirrored) {
            return Ok(self.ledger.book.negative(form)?);
        }
        let mut numbers = Vec::new();
        for side in &sides {
            numbers.push(side.len() as u64);
            numbers.extend(side.iter().map(|option| option.code()));
        }
        let form = self.ledger.book.declare(sides.clone())?;
        self.ledger.step(Tag::Value, &numbers);
        // Whatever is never used goes as soon as it came.
        self.ledger.born(form);
        self.meanings.push(value);
        self.forms.insert(sides, form);
        Ok(form)
    }

    fn mirrored(&self, sides: &[Vec<Ref>; 2]) -> Result<[Vec<Ref>; 2], Unproved> {
        let mut mirrored = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for &option in &sides[-player as usize] {
                mirrored[player as usize].push(self.ledger.book.negative(option)?);
            }
            ascending(&mut mirrored[player as usize]);
        }
        Ok(mirrored)
    }

    /// Proves x ≤ y, which is true, and what it needs.
    fn at_most(&mut self, x: Ref, y: Ref) -> Result<(), Unproved> {
        let mut goals = vec![Goal::Enter(x, y)];
        while let Some(goal) = goals.pop() {
            match goal {
                Goal::Enter(x, y) => {
                    self.arena.budget().look()?;
                    if !self.ledger.book.le(x, y)? {
                        goals.push(Goal::Leave(x, y));
                        self.needs(x, y, &mut goals)?;
                    }
                }
                Goal::Leave(x, y) => {
                    if !self.ledger.book.le(x, y)? {
                        self.ledger.compare(x, y)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The comparisons that x ≤ y needs, one for each option whose answer is
    /// not known yet.
    fn needs(&mut self, x: Ref, y: Ref, goals: &mut Vec<Goal>) -> Result<(), Unproved> {
        let book = &self.ledger.book;
        for (here, there) in [(x, y), (book.negative(y)?, book.negative(x)?)] {
            for option in book.options(here, Player::Left)? {
                if book.is_answered(option, there, &mut 0)? {
                    continue;
                }
                let answers = book.options(there, Player::Left)?.into_iter();
                let answers = answers.map(|answer| (option, answer));
                let replies = book.options(option, Player::Right)?.into_iter();
                let replies = replies.map(|reply| (reply, there));
                // Small forms need few comparisons.
                let mut pairs: Vec<(Ref, Ref)> = answers.chain(replies).collect();
                pairs.sort_by_key(|(x, y)| u64::from(x.id()) + u64::from(y.id()));
                let mut found = None;
                for (low, high) in pairs {
                    let [a, b] = [low, high].map(|name| signed(&self.meanings, name));
                    if self.arena.le(a, b)? {
                        found = Some((low, high));
                        break;
                    }
                }
                let Some((low, high)) = found else {
                    return Err(Unproved::Contradiction("a comparison of values".into()));
                };
                goals.push(Goal::Enter(low, high));
            }
        }
        Ok(())
    }

    /// The sum of several values, with the lemmas that it needs.
    pub fn total(&mut self, mut terms: Vec<Ref>) -> Result<Ref, Unproved> {
        self.ledger.book.cancel(&mut terms)?;
        let mut total = Ref::ZERO;
        for term in terms {
            total = self.sum(total, term)?;
        }
        Ok(total)
    }

    fn sum(&mut self, a: Ref, b: Ref) -> Result<Ref, Unproved> {
        let mut stack = vec![(a, b)];
        while let Some(&(a, b)) = stack.last() {
            self.arena.budget().look()?;
            if self.ledger.book.sum(a, b)?.is_some() {
                stack.pop();
                continue;
            }
            let value = self.arena.add(self.meaning(a), self.meaning(b))?;
            let book = &self.ledger.book;
            if book.number(a)?.is_some() && book.number(b)?.is_some() {
                let sum = self.name(value)?;
                // Too large for a number of the checker: by options.
                if self.ledger.add(a, b, sum, sum).is_ok() {
                    continue;
                }
            }
            let before = stack.len();
            let book = &self.ledger.book;
            for player in Player::BOTH {
                for (moved, other) in [(a, b), (b, a)] {
                    for option in book.options(moved, player)? {
                        if book.sum(option, other)?.is_none() {
                            stack.push((option, other));
                        }
                    }
                }
            }
            if stack.len() == before {
                let sides = book.sum_options(a, b)?;
                let (form, sum) = self.evaluated(sides)?;
                self.ledger.add(a, b, form, sum)?;
            }
        }
        let sum = self.ledger.book.sum(a, b)?;
        sum.ok_or_else(|| Unproved::Contradiction("a sum of values".into()))
    }
}
