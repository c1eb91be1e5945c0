//! Who loses a sum of generators, from the definition.

use super::effort::Effort;
use super::monoid::Monoid;
use super::word::Word;
use rustc_hash::FxHashMap;
use values::Result;

/// A game whose options are sums of generators before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Generator {
    /// The heap that it is.
    pub heap: usize,
    /// Sorted, each once.
    pub options: Vec<Word>,
}

/// Outcomes of sums of generators. Sums of all generators but the last are
/// looked up in their quotient, which is known.
pub(super) struct Oracle<'a> {
    generators: &'a [Generator],
    before: &'a Monoid,
    /// Whether the player to move loses.
    lost: FxHashMap<Word, bool>,
    bytes: usize,
}

/// A sum whose options are being looked at.
struct Frame {
    word: Word,
    /// The generator and its option that come next.
    next: (usize, usize),
}

impl<'a> Oracle<'a> {
    pub fn new(generators: &'a [Generator], before: &'a Monoid) -> Self {
        Oracle {
            generators,
            before,
            lost: FxHashMap::default(),
            bytes: 0,
        }
    }

    /// Whether the player to move loses in misère play. Depth first with an
    /// explicit stack: a sum is lost if it has options and all are won.
    pub fn is_lost(&mut self, word: &Word, effort: &Effort<'_>) -> Result<bool> {
        if let Some(known) = self.known(word) {
            return Ok(known);
        }
        let mut stack = vec![Frame::new(word.clone())];
        let mut finished = false;
        while let Some(mut frame) = stack.pop() {
            effort.look()?;
            finished = true;
            while let Some(option) = frame.option(self.generators) {
                match self.known(&option?) {
                    Some(false) => frame.next.1 += 1,
                    Some(true) => {
                        finished = false;
                        break;
                    }
                    None => {
                        let below = frame.option(self.generators).expect("an option")?;
                        stack.push(frame);
                        frame = Frame::new(below);
                    }
                }
            }
            self.bytes += size_of::<Word>() + frame.word.bytes() + 24;
            if self.lost.len().is_multiple_of(1024) {
                effort.check_bytes(self.bytes as u64)?;
            }
            self.lost.insert(frame.word, finished);
        }
        Ok(finished)
    }

    fn known(&self, word: &Word) -> Option<bool> {
        if word.end() < self.generators.len() {
            return Some(self.before.lost().contains(self.before.of(word)));
        }
        self.lost.get(word).copied()
    }

    /// The options of a sum.
    pub fn options(&self, word: &Word) -> Result<Vec<Word>> {
        let mut frame = Frame::new(word.clone());
        let mut options = Vec::new();
        while let Some(option) = frame.option(self.generators) {
            options.push(option?);
            frame.next.1 += 1;
        }
        Ok(options)
    }
}

impl Frame {
    fn new(word: Word) -> Self {
        Frame { word, next: (0, 0) }
    }

    /// The option that comes next.
    fn option(&mut self, generators: &[Generator]) -> Option<Result<Word>> {
        loop {
            let (place, option) = self.next;
            let generator = generators.get(place)?;
            match generator.options.get(option) {
                Some(option) if self.word.exponent(place) > 0 => {
                    let rest = self.word.without(place);
                    return Some(rest.times(option).ok_or(super::TOO_LONG));
                }
                _ => self.next = (place + 1, 0),
            }
        }
    }
}
