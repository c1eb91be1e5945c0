//! A quotient in a file: to go on where one stopped.
//!
//! Only what was guessed is kept: the generators with their options and the
//! words of heaps. All of it is checked again when it is read, so a file that
//! is wrong costs time and nothing else.

use super::Quotient;
use super::effort::Effort;
use super::oracle::Generator;
use super::word::Word;
use std::fmt::Write;
use values::{Budget, Result};

impl Quotient {
    /// What [`Quotient::restore`] reads: lines of words.
    #[must_use]
    pub fn state(&self) -> String {
        let mut text = format!("legatus misere quotient 1\nrules {}\n", self.rules);
        let words = |words: &[Word]| {
            let words: Vec<String> = words.iter().map(Word::text).collect();
            words.join(" ")
        };
        for Generator { heap, options } in &self.generators {
            let _ = writeln!(text, "generator {heap} {}", words(options));
        }
        let _ = writeln!(text, "heaps {}", words(&self.words));
        text
    }

    /// Goes on from a state of the same game, and says whether it is one; what
    /// is not understood, or of another game, changes nothing.
    pub fn restore(&mut self, state: &str, budget: &Budget) -> Result<bool> {
        let mut fresh = Quotient::new(self.rules.clone()).with_largest_order(self.largest);
        let Some((generators, words)) = self.read_state(state) else {
            return Ok(false);
        };
        let last = words.len() - 1;
        fresh.generators = generators;
        fresh.words = words;
        fresh.settle_places(last, &Effort::all(budget))?;
        *self = fresh;
        Ok(true)
    }

    /// Generators and words that are well founded: every word has only
    /// generators of smaller heaps, or the heap itself.
    fn read_state(&self, state: &str) -> Option<(Vec<Generator>, Vec<Word>)> {
        let mut lines = state.lines();
        let heading = lines.next()? == "legatus misere quotient 1";
        let rules = lines.next()?.strip_prefix("rules ")? == self.rules.to_string();
        if !heading || !rules {
            return None;
        }
        let mut generators: Vec<Generator> = Vec::new();
        for line in lines {
            if let Some(words) = line.strip_prefix("heaps ") {
                let words: Vec<Word> = words.split(' ').map(Word::read).collect::<Option<_>>()?;
                let count = generators.len();
                let founded = words.iter().all(|word| word.end() <= count);
                let known = generators.iter().all(|g| g.heap < words.len());
                return (founded && known && words[0].end() == 0).then_some((generators, words));
            }
            let (heap, options) = line.strip_prefix("generator ")?.split_once(' ')?;
            let heap = heap.parse().ok()?;
            let mut options: Vec<Word> =
                options.split(' ').map(Word::read).collect::<Option<_>>()?;
            options.sort_unstable();
            options.dedup();
            let before = generators.last().is_none_or(|last| last.heap < heap);
            if !before || options.iter().any(|word| word.end() > generators.len()) {
                return None;
            }
            generators.push(Generator { heap, options });
        }
        None
    }
}
