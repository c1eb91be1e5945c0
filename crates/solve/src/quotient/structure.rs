//! What a quotient looks like: names, relations, kernel, order.

use super::Quotient;
use super::bits::Bits;
use super::monoid::{Element, IDENTITY, Monoid};
use super::word::Word;
use std::cmp::Ordering;

/// A quotient in words. Elements are numbered from 0, the identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// The generators: their names and heaps.
    pub generators: Vec<(String, usize)>,
    /// The elements: products of generators, `1` being the identity.
    pub elements: Vec<String>,
    /// The P-portion: those that the player to move loses.
    pub lost: Vec<usize>,
    /// Equations that define the monoid: a complete set of rules that replace
    /// words by shorter or earlier ones.
    pub relations: Vec<(String, String)>,
    /// The smallest ideal, which is a group.
    pub kernel: Vec<usize>,
    /// The elements that are their own squares.
    pub idempotents: Vec<usize>,
    /// By heap from 0: its element.
    pub phi: Vec<usize>,
}

/// Elements that divide each other, and what they divide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    /// The classes of elements that divide each other; that of the identity
    /// comes first, and no class divides one before it.
    pub classes: Vec<Vec<usize>>,
    /// Pairs of classes, the first dividing the second with none between.
    pub covers: Vec<(usize, usize)>,
}

impl Quotient {
    /// The number of elements.
    #[must_use]
    pub fn order(&self) -> usize {
        self.monoid().order()
    }

    /// The number of elements that the player to move loses.
    #[must_use]
    pub fn lost_order(&self) -> usize {
        self.monoid().lost().count()
    }

    /// The element of a sum of heaps, in words; `None` if a heap is larger
    /// than any that is known.
    #[must_use]
    pub fn element(&self, heaps: &[u64]) -> Option<String> {
        let x = self.product(heaps)?;
        let names: Vec<String> = (0..self.generators.len()).map(name).collect();
        Some(written(&normal_words(self.monoid())[x as usize], &names))
    }

    /// Its names, relations and kernel.
    #[must_use]
    pub fn structure(&self) -> Structure {
        let monoid = self.monoid();
        let words = normal_words(monoid);
        let names: Vec<String> = (0..self.generators.len()).map(name).collect();
        let text = |word: &Word| written(word, &names);
        let number = |set: &Bits| set.iter().map(|x| x as usize).collect::<Vec<_>>();
        let heaps = self.generators.iter().map(|generator| generator.heap);
        Structure {
            generators: names.iter().cloned().zip(heaps).collect(),
            elements: words.iter().map(text).collect(),
            lost: number(monoid.lost()),
            relations: relations(monoid, &words)
                .iter()
                .map(|(left, right)| (text(left), text(right)))
                .collect(),
            kernel: number(&kernel(monoid)),
            idempotents: monoid
                .elements()
                .filter(|&x| monoid.product(x, x) == x)
                .map(|x| x as usize)
                .collect(),
            phi: self.phi.iter().map(|&x| x as usize).collect(),
        }
    }

    /// Which elements divide which.
    #[must_use]
    pub fn division(&self) -> Division {
        let monoid = self.monoid();
        let ideals: Vec<Bits> = monoid.elements().map(|x| ideal(monoid, x)).collect();
        let mut classes: Vec<Vec<usize>> = Vec::new();
        for (x, multiples) in ideals.iter().enumerate() {
            match classes
                .iter_mut()
                .find(|class| ideals[class[0]] == *multiples)
            {
                Some(class) => class.push(x),
                None => classes.push(vec![x]),
            }
        }
        // What divides more has more multiples.
        classes.sort_by_key(|class| (std::cmp::Reverse(ideals[class[0]].count()), class[0]));
        let below =
            |a: usize, b: usize| a != b && ideals[classes[b][0]].is_subset(&ideals[classes[a][0]]);
        let count = classes.len();
        let pairs = (0..count).flat_map(|a| (0..count).map(move |b| (a, b)));
        let covers = pairs.filter(|&(a, b)| {
            below(a, b) && !(0..count).any(|between| below(a, between) && below(between, b))
        });
        Division {
            covers: covers.collect(),
            classes: classes.clone(),
        }
    }
}

/// `a` to `z`, then `a1` to `z1` and so on.
fn name(generator: usize) -> String {
    let letter = char::from(b'a' + (generator % 26) as u8);
    match generator / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

/// `1`, `a^2b`
fn written(word: &Word, names: &[String]) -> String {
    let mut factors = Vec::new();
    for (generator, name) in names.iter().enumerate() {
        match word.exponent(generator) {
            0 => {}
            1 => factors.push(name.clone()),
            exponent => factors.push(format!("{name}^{exponent}")),
        }
    }
    let between = if names.len() > 26 { " " } else { "" };
    match factors.is_empty() {
        true => "1".to_owned(),
        false => factors.join(between),
    }
}

/// Shorter words first, then those with less of the last generators. The
/// order is kept when both words are multiplied by the same.
fn before(a: &Word, b: &Word, generators: usize) -> Ordering {
    let later = || {
        (0..generators)
            .rev()
            .map(|g| a.exponent(g).cmp(&b.exponent(g)))
    };
    let length = |word: &Word| word.letters().count();
    length(a).cmp(&length(b)).then_with(|| {
        later()
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    })
}

/// By element: the first of its words. A part of such a word is one too.
fn normal_words(monoid: &Monoid) -> Vec<Word> {
    let count = monoid.generators();
    let mut words: Vec<Option<Word>> = vec![None; monoid.order()];
    words[IDENTITY as usize] = Some(Word::default());
    let mut level = vec![IDENTITY];
    while !level.is_empty() {
        let mut next: Vec<Element> = Vec::new();
        let mut found: Vec<(Element, Word)> = Vec::new();
        for &x in &level {
            for generator in 0..count {
                let y = monoid.product(x, monoid.generator(generator));
                let word = words[x as usize]
                    .as_ref()
                    .and_then(|word| word.with(generator));
                if let (None, Some(word)) = (&words[y as usize], word) {
                    found.push((y, word));
                }
            }
        }
        for (y, word) in found {
            match &words[y as usize] {
                Some(known) if before(known, &word, count).is_le() => {}
                known => {
                    if known.is_none() {
                        next.push(y);
                    }
                    words[y as usize] = Some(word);
                }
            }
        }
        level = next;
    }
    words.into_iter().map(Option::unwrap_or_default).collect()
}

/// The rules that replace words by normal ones, of which all others follow:
/// those whose left side becomes normal when any letter is taken away.
fn relations(monoid: &Monoid, words: &[Word]) -> Vec<(Word, Word)> {
    let normal = |word: &Word| words[monoid.of(word) as usize] == *word;
    let mut rules = Vec::new();
    for x in monoid.elements() {
        for generator in 0..monoid.generators() {
            let Some(left) = words[x as usize].with(generator) else {
                continue;
            };
            let mut letters: Vec<usize> = left.letters().collect();
            letters.dedup();
            let minimal = letters.iter().all(|&letter| normal(&left.without(letter)));
            if minimal && !normal(&left) {
                let right = words[monoid.of(&left) as usize].clone();
                rules.push((left, right));
            }
        }
    }
    rules.sort_by(|(a, _), (b, _)| before(a, b, monoid.generators()));
    rules.dedup();
    rules
}

/// The multiples of the product of all elements.
fn kernel(monoid: &Monoid) -> Bits {
    let product = monoid
        .elements()
        .fold(IDENTITY, |x, y| monoid.product(x, y));
    ideal(monoid, product)
}

/// The multiples of an element.
fn ideal(monoid: &Monoid, x: Element) -> Bits {
    let mut multiples = monoid.set();
    monoid
        .elements()
        .for_each(|y| multiples.insert(monoid.product(x, y)));
    multiples
}
