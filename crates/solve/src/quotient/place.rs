//! Placing heaps among the elements of a quotient.

use super::bits::Bits;
use super::effort::Effort;
use super::learn::{learn, transition};
use super::monoid::{Element, IDENTITY, Monoid};
use super::oracle::Generator;
use super::transitions::{Transition, Transitions};
use super::word::Word;
use super::{Quotient, TOO_LONG};
use values::{Error, Result};

/// How often generators may be changed for one heap: each time a heap becomes
/// a generator, or the options of one are written differently.
const MOST_CHANGES: usize = 1000;

/// What the placing of all heaps ended with.
enum Placed {
    All(Vec<Element>, Vec<Word>, Transitions),
    /// This heap has no place, or is a generator whose options are written
    /// differently by now.
    Not {
        heap: usize,
        options: Vec<Word>,
    },
}

impl Quotient {
    /// Finds the place of the next heap.
    pub(super) fn next_heap(&mut self, effort: &Effort<'_>) -> Result<()> {
        let heap = self.phi.len();
        let parts = self.options(heap, effort)?;
        let monoid = &self.stages[self.generators.len()];
        let options = elements(monoid, &self.phi, &parts);
        let bound = usize::MAX;
        let transitions = &mut self.transitions;
        if let Some(x) = find_place(monoid, transitions, &options, bound, None, effort)? {
            self.words.push(monoid.word(x).clone());
            self.phi.push(x);
            return Ok(());
        }
        // Until all heaps have their places nothing is changed here.
        let mut trial = self.clone();
        trial.promote(heap, words(&self.words, &parts)?);
        trial.settle_places(heap, effort)?;
        *self = trial;
        Ok(())
    }

    /// Places all heaps up to `last`, with more generators where it must be.
    pub(super) fn settle_places(&mut self, last: usize, effort: &Effort<'_>) -> Result<()> {
        for _ in 0..MOST_CHANGES {
            self.learn(effort)?;
            match self.place_all(last, effort)? {
                Placed::All(phi, words, transitions) => {
                    self.phi = phi;
                    self.words = words;
                    self.transitions = transitions;
                    return Ok(());
                }
                Placed::Not { heap, options } => self.promote(heap, options),
            }
        }
        Err(Error::TooLarge {
            what: "a misère quotient that needs more changes of its generators for one heap",
            bound: MOST_CHANGES as u64,
        })
    }

    /// Makes a heap a generator, or changes the options of the one it is.
    fn promote(&mut self, heap: usize, options: Vec<Word>) {
        let place = self.generators.partition_point(|known| known.heap < heap);
        self.stages.truncate(place + 1);
        let generator = Generator { heap, options };
        match self.generators.get_mut(place) {
            Some(known) if known.heap == heap => *known = generator,
            _ => {
                self.generators.insert(place, generator);
                for later in &mut self.generators[place + 1..] {
                    for option in &mut later.options {
                        *option = option.shifted(place);
                    }
                }
                for word in &mut self.words {
                    *word = word.shifted(place);
                }
            }
        }
    }

    /// Learns the quotients of the generators that are not known.
    pub(super) fn learn(&mut self, effort: &Effort<'_>) -> Result<()> {
        while self.stages.len() <= self.generators.len() {
            let count = self.stages.len();
            let before = &self.stages[count - 1];
            let monoid = learn(&self.generators[..count], before, self.largest, effort)?;
            self.stages.push(monoid);
        }
        Ok(())
    }

    /// Places all heaps up to `last` in the quotient of the generators.
    fn place_all(&self, last: usize, effort: &Effort<'_>) -> Result<Placed> {
        let monoid = self.monoid();
        let mut transitions = Transitions::new(monoid);
        for (place, generator) in self.generators.iter().enumerate() {
            let heap = transition(monoid, place, generator)?;
            let added = transitions.add(monoid, heap, effort)?;
            debug_assert!(added.is_ok(), "a learnt quotient has no contradiction");
        }
        let mut phi = vec![IDENTITY];
        let mut found = vec![Word::default()];
        for heap in 1..=last {
            effort.look()?;
            let parts = self.options(heap, effort)?;
            let options = elements(monoid, &phi, &parts);
            let place = self.generators.partition_point(|known| known.heap < heap);
            let generator = self.generators.get(place).filter(|g| g.heap == heap);
            if let Some(generator) = generator {
                if !options_match(monoid, generator, &options) {
                    let options = words(&found, &parts)?;
                    return Ok(Placed::Not { heap, options });
                }
                phi.push(monoid.generator(place));
                found.push(Word::default().with(place).ok_or(TOO_LONG)?);
                continue;
            }
            let lifted = self.words.get(heap).map(|word| monoid.of(word));
            match find_place(monoid, &mut transitions, &options, place, lifted, effort)? {
                Some(x) => {
                    phi.push(x);
                    found.push(monoid.word(x).clone());
                }
                None => {
                    let options = words(&found, &parts)?;
                    return Ok(Placed::Not { heap, options });
                }
            }
        }
        Ok(Placed::All(phi, found, transitions))
    }
}

/// The element that does for a heap with these options, whose word has only
/// the first `place` generators; its transitions are added. There is at most
/// one; `likely` is tried first.
fn find_place(
    monoid: &Monoid,
    transitions: &mut Transitions,
    options: &Bits,
    place: usize,
    likely: Option<Element>,
    effort: &Effort<'_>,
) -> Result<Option<Element>> {
    if options.is_empty() {
        // No moves: it is the empty sum.
        return Ok(Some(IDENTITY));
    }
    let others = monoid.elements().filter(|&x| Some(x) != likely);
    let mut candidates: Vec<Element> = likely.into_iter().chain(others).collect();
    candidates
        .retain(|&x| monoid.word(x).end() <= place && transitions.may_add(monoid, x, options));
    // Most heaps are like some sum of smaller ones.
    let like = |&x: &Element| transitions.has_smaller(x, options);
    if let Some(x) = candidates.iter().copied().find(like) {
        return Ok(Some(x));
    }
    for x in candidates {
        let heap = Transition {
            element: x,
            options: options.clone(),
            word: None,
        };
        // The copy takes as long as a look at all that is kept.
        effort.spend(transitions.kept())?;
        let mut with_heap = transitions.clone();
        if with_heap.add(monoid, heap, effort)?.is_ok() {
            *transitions = with_heap;
            return Ok(Some(x));
        }
    }
    Ok(None)
}

/// The elements of options.
fn elements(monoid: &Monoid, phi: &[Element], options: &[Vec<usize>]) -> Bits {
    let mut set = monoid.set();
    for parts in options {
        let product = parts
            .iter()
            .fold(IDENTITY, |x, &part| monoid.product(x, phi[part]));
        set.insert(product);
    }
    set
}

/// The different words of options.
fn words(heaps: &[Word], options: &[Vec<usize>]) -> Result<Vec<Word>> {
    let mut found = Vec::new();
    for parts in options {
        let mut word = Word::default();
        for &part in parts {
            word = word.times(&heaps[part]).ok_or(TOO_LONG)?;
        }
        found.push(word);
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// Whether the options of a generator, as it was learnt, have these elements.
fn options_match(monoid: &Monoid, generator: &Generator, options: &Bits) -> bool {
    let mut learnt = monoid.set();
    for option in &generator.options {
        learnt.insert(monoid.of(option));
    }
    learnt == *options
}
