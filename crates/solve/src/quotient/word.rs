//! Sums of generators.

/// How often each generator is there. Generators beyond the end are not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Word(Vec<u8>);

impl Word {
    /// How often a generator is there.
    pub fn exponent(&self, generator: usize) -> u8 {
        self.0.get(generator).copied().unwrap_or(0)
    }

    /// The word with a generator more; `None` if it is there too often to count.
    pub fn with(&self, generator: usize) -> Option<Word> {
        let mut word = self.clone();
        if word.0.len() <= generator {
            word.0.resize(generator + 1, 0);
        }
        word.0[generator] = word.0[generator].checked_add(1)?;
        Some(word)
    }

    /// The word with a generator, which is there, once less.
    pub fn without(&self, generator: usize) -> Word {
        let mut word = self.clone();
        word.0[generator] -= 1;
        while word.0.last() == Some(&0) {
            word.0.pop();
        }
        word
    }

    /// Both words together; `None` if there is too much to count.
    pub fn times(&self, other: &Word) -> Option<Word> {
        let (long, short) = match self.0.len() >= other.0.len() {
            true => (self, other),
            false => (other, self),
        };
        let mut word = long.clone();
        for (exponent, more) in word.0.iter_mut().zip(&short.0) {
            *exponent = exponent.checked_add(*more)?;
        }
        Some(word)
    }

    /// The first generators, one for every time that it is there.
    pub fn letters(&self) -> impl Iterator<Item = usize> {
        let repeated =
            |(generator, &exponent): (usize, &u8)| std::iter::repeat_n(generator, exponent.into());
        self.0.iter().enumerate().flat_map(repeated)
    }

    /// The place behind the last generator.
    pub fn end(&self) -> usize {
        self.0.len()
    }

    /// The word when a generator is put before the one at `place`.
    pub fn shifted(&self, place: usize) -> Word {
        let mut word = self.clone();
        if place < word.0.len() {
            word.0.insert(place, 0);
        }
        word
    }

    /// `2.0.1`, or `-` for the empty word.
    pub fn text(&self) -> String {
        let exponents: Vec<String> = self.0.iter().map(u8::to_string).collect();
        match exponents.is_empty() {
            true => "-".to_owned(),
            false => exponents.join("."),
        }
    }

    /// Reads what [`Word::text`] writes.
    pub fn read(text: &str) -> Option<Word> {
        if text == "-" {
            return Some(Word::default());
        }
        let exponents: Option<Vec<u8>> = text.split('.').map(|n| n.parse().ok()).collect();
        exponents.filter(|all| all.last() != Some(&0)).map(Word)
    }

    pub fn bytes(&self) -> usize {
        self.0.capacity()
    }
}
