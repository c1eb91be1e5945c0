//! The misère quotient of a few games, learnt from outcomes of their sums.
//!
//! Two sums are the same if no sum that may be added to them tells them apart
//! by its outcome. A list of such additions, the tests, makes finitely many
//! classes; products of classes and generators make a table. Where the table
//! is no monoid, or contradicts the rule that a lost sum is one all of whose
//! options are won, some sum has another outcome than its class, and its parts
//! give a test that was missing. A table without contradiction is the
//! quotient: see [`super::transitions`].
//!
//! Literature: D. Angluin, "Learning regular sets from queries and
//! counterexamples" (1987); R. Rivest, R. Schapire, "Inference of finite
//! automata using homing sequences" (1993).

use super::effort::Effort;
use super::monoid::{Element, IDENTITY, Monoid};
use super::oracle::{Generator, Oracle};
use super::transitions::{Contradiction, Transition, Transitions};
use super::word::Word;
use rustc_hash::FxHashMap;
use values::{Error, Result};

/// The quotient of `generators`, if it has at most `largest` elements;
/// `before` is the quotient of all but the last.
pub(super) fn learn(
    generators: &[Generator],
    before: &Monoid,
    largest: usize,
    effort: &Effort<'_>,
) -> Result<Monoid> {
    let mut learner = Learner {
        count: generators.len(),
        largest,
        oracle: Oracle::new(generators, before),
        tests: vec![Word::default()],
        rows: FxHashMap::default(),
        effort,
    };
    loop {
        let monoid = match learner.table()? {
            Ok(monoid) => monoid,
            Err(fork) => {
                learner.refute(&fork)?;
                continue;
            }
        };
        match learner.contradiction(&monoid, generators)? {
            None => return Ok(monoid),
            Some(sum) => learner.correct(&monoid, &sum)?,
        }
    }
}

struct Learner<'a> {
    count: usize,
    largest: usize,
    oracle: Oracle<'a>,
    tests: Vec<Word>,
    /// By sum: the outcomes with the tests so far.
    rows: FxHashMap<Word, Vec<bool>>,
    effort: &'a Effort<'a>,
}

/// Two ways to the same sum that the tests tell apart.
struct Fork {
    from: Word,
    generators: [usize; 2],
    /// The words of the elements to which the generators lead.
    halfway: [Word; 2],
}

impl Learner<'_> {
    /// The table of the classes, or what is wrong with it. Classes are found
    /// from few generators to many, so that each has a word of the first
    /// generators if it has one.
    fn table(&mut self) -> Result<std::result::Result<Monoid, Fork>> {
        let mut words = vec![Word::default()];
        let mut parents = vec![(IDENTITY, 0)];
        let mut lost = vec![false];
        let first = self.row(&Word::default())?;
        let mut classes: FxHashMap<Vec<bool>, Element> = FxHashMap::from_iter([(first, IDENTITY)]);
        let mut table: Vec<Element> = vec![Element::MAX; self.count];
        for stage in 0..self.count {
            let mut next = 0;
            while next < words.len() {
                for generator in 0..=stage {
                    let place = next * self.count + generator;
                    if table[place] != Element::MAX {
                        continue;
                    }
                    let word = words[next].with(generator).ok_or(super::TOO_LONG)?;
                    let row = self.row(&word)?;
                    let new = words.len() as Element;
                    let class = *classes.entry(row).or_insert(new);
                    table[place] = class;
                    if class == new {
                        if words.len() >= self.largest {
                            return Err(too_many(self.largest));
                        }
                        lost.push(self.oracle.is_lost(&word, self.effort)?);
                        words.push(word);
                        parents.push((next as Element, generator));
                        table.resize(words.len() * self.count, Element::MAX);
                    }
                }
                next += 1;
            }
        }
        if let Some((x, generators)) = self.uncommuting(&table, words.len()) {
            let halfway = generators
                .map(|generator| words[table[x * self.count + generator] as usize].clone());
            return Ok(Err(Fork {
                from: words[x].clone(),
                generators,
                halfway,
            }));
        }
        Ok(Ok(Monoid::new(self.count, table, words, &parents, &lost)))
    }

    /// An element from which two generators lead to different elements in the
    /// two orders.
    fn uncommuting(&self, table: &[Element], order: usize) -> Option<(usize, [usize; 2])> {
        let step = |x: usize, generator: usize| table[x * self.count + generator] as usize;
        let pairs = (0..self.count).flat_map(|g| (0..g).map(move |h| [g, h]));
        let pairs: Vec<[usize; 2]> = pairs.collect();
        (0..order).find_map(|x| {
            let found = pairs
                .iter()
                .find(|[g, h]| step(step(x, *g), *h) != step(step(x, *h), *g));
            found.map(|pair| (x, *pair))
        })
    }

    /// The outcomes of a sum with each test.
    fn row(&mut self, word: &Word) -> Result<Vec<bool>> {
        let mut row = self.rows.remove(word).unwrap_or_default();
        for test in &self.tests[row.len()..] {
            let sum = word.times(test).ok_or(super::TOO_LONG)?;
            row.push(self.oracle.is_lost(&sum, self.effort)?);
        }
        let found = row.clone();
        self.rows.insert(word.clone(), row);
        Ok(found)
    }

    /// Finds the test that a fork needs. Some test tells the two ends apart;
    /// with it and the last generator, one of the two elements halfway differs
    /// from the sum that it stands for.
    fn refute(&mut self, fork: &Fork) -> Result<()> {
        let [g, h] = fork.generators;
        for place in 0..self.tests.len() {
            let [by_g, by_h] = [g, h].map(|generator| self.tests[place].with(generator));
            let (by_g, by_h) = by_g.zip(by_h).ok_or(super::TOO_LONG)?;
            let first = self.outcome(&fork.halfway[0], &by_h)?;
            let second = self.outcome(&fork.halfway[1], &by_g)?;
            if first == second {
                continue;
            }
            let sum = fork.from.with(g).ok_or(super::TOO_LONG)?;
            let whole = self.outcome(&sum, &by_h)?;
            self.tests.push(if whole == first { by_g } else { by_h });
            return Ok(());
        }
        unreachable!("some test tells the ends of a fork apart")
    }

    fn outcome(&mut self, word: &Word, test: &Word) -> Result<bool> {
        let sum = word.times(test).ok_or(super::TOO_LONG)?;
        self.oracle.is_lost(&sum, self.effort)
    }

    /// A sum of generators for which the monoid contradicts itself.
    fn contradiction(&self, monoid: &Monoid, generators: &[Generator]) -> Result<Option<Word>> {
        let mut transitions = Transitions::new(monoid);
        for (place, generator) in generators.iter().enumerate() {
            let heap = transition(monoid, place, generator)?;
            if let Err(Contradiction(sum)) = transitions.add(monoid, heap, self.effort)? {
                return sum.ok_or(super::TOO_LONG).map(Some);
            }
        }
        Ok(None)
    }

    /// Adds the test that tells apart a sum and what the monoid takes it for:
    /// this sum or one of its options has another outcome than its element.
    fn correct(&mut self, monoid: &Monoid, sum: &Word) -> Result<()> {
        let mut sums = self.oracle.options(sum)?;
        sums.push(sum.clone());
        for sum in sums {
            let letters: Vec<usize> = sum.letters().collect();
            let mut element = IDENTITY;
            let mut outcome = self.oracle.is_lost(&sum, self.effort)?;
            for (place, &letter) in letters.iter().enumerate() {
                element = monoid.product(element, monoid.generator(letter));
                let mut rest = letters[place + 1..].iter();
                let rest = rest.try_fold(Word::default(), |rest, &letter| rest.with(letter));
                let rest = rest.ok_or(super::TOO_LONG)?;
                let whole = monoid.word(element).times(&rest).ok_or(super::TOO_LONG)?;
                let now = self.oracle.is_lost(&whole, self.effort)?;
                if now != outcome {
                    self.tests.push(rest);
                    return Ok(());
                }
                outcome = now;
            }
        }
        unreachable!("outcomes do not contradict themselves")
    }
}

/// A generator as a heap of its own.
pub(super) fn transition(
    monoid: &Monoid,
    place: usize,
    generator: &Generator,
) -> Result<Transition> {
    let mut options = monoid.set();
    for option in &generator.options {
        options.insert(monoid.of(option));
    }
    Ok(Transition {
        element: monoid.generator(place),
        options,
        word: Word::default().with(place),
    })
}

fn too_many(largest: usize) -> Error {
    Error::TooLarge {
        what: "a misère quotient of more elements",
        bound: largest as u64,
    }
}
