//! What is known of the nim values of parts.

use super::dense::{Dense, Words};
use crate::position_table::map_bytes;
use rules::Position;
use rustc_hash::FxHashMap;
use values::{Budget, Result};

/// Facts about parts in normal form, by part.
pub(super) struct Knowledge<P> {
    /// Of parts that fit in two words.
    dense: Dense,
    /// How to read those words; the number of a shape is in the second one.
    shapes: Vec<u64>,
    /// Of other parts.
    table: FxHashMap<P, Packed>,
    /// The bytes that the parts have elsewhere.
    outside: usize,
}

/// What is known of a nim value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fact {
    /// It is this.
    Is(u64),
    /// It is none of these: a bit for each number below `MANY`.
    IsNot(u64),
}

/// The numbers below this are excluded one by one; a larger value is found by
/// evaluating every option.
pub(super) const MANY: u64 = 63;

/// A fact in a word: the highest bit tells a value.
#[derive(Clone, Copy)]
struct Packed(u64);

impl From<Fact> for Packed {
    fn from(fact: Fact) -> Self {
        // Nobody has looked at 2⁶³ options.
        Packed(match fact {
            Fact::Is(value) => value | 1 << MANY,
            Fact::IsNot(values) => values,
        })
    }
}

impl From<Packed> for Fact {
    fn from(Packed(word): Packed) -> Self {
        match word >> MANY {
            1 => Fact::Is(word & !(1 << MANY)),
            _ => Fact::IsNot(word),
        }
    }
}

/// The bits of the second word that are left to the part.
const SHAPE: u32 = u64::BITS - u16::BITS;
/// Parts of more shapes are not in the dense table: to find the number of a
/// shape would take long.
const MOST_SHAPES: usize = 128;
/// So many facts take about as much memory as a processor has near.
const NEAR: usize = 1 << 19;

impl<P: Position> Knowledge<P> {
    pub fn new() -> Self {
        Knowledge {
            dense: Dense::new(),
            shapes: Vec::new(),
            table: FxHashMap::default(),
            outside: 0,
        }
    }

    /// The part in two words, if it fits and its shape has a number.
    #[inline]
    pub fn words(&self, part: &P) -> Option<Words> {
        let ([first, second], shape) = part.pack()?.two_of_words()?;
        let number = self.shapes.iter().position(|&known| known == shape)?;
        let number = u16::try_from(number).ok()?;
        (second >> SHAPE == 0).then_some([first, second | u64::from(number) << SHAPE])
    }

    /// Whether most facts are in the caches of a processor.
    #[inline]
    pub fn is_near(&self) -> bool {
        self.dense.len() < NEAR
    }

    /// Reads what looking the parts up will read first, so that memory answers
    /// all at once.
    #[inline]
    pub fn touch(&self, parts: &[Option<Words>]) {
        let touched = parts
            .iter()
            .flatten()
            .fold(0, |all, words| all ^ self.dense.touch(*words));
        std::hint::black_box(touched);
    }

    /// What is known of a part.
    pub fn of(&self, part: &P) -> Fact {
        self.at(part, self.words(part))
    }

    /// What is known of a part, which has these words.
    #[inline]
    pub fn at(&self, part: &P, words: Option<Words>) -> Fact {
        let packed = match words {
            Some(words) => Packed(self.dense.get(words)),
            None => self.table.get(part).copied().unwrap_or(Packed(0)),
        };
        if packed.0 != 0 {
            return packed.into();
        }
        match part.known_value() {
            Some(known) if known.number.is_zero() && known.ups == 0 => Fact::Is(known.nimber),
            _ => Fact::IsNot(0),
        }
    }

    /// Remembers a fact that says more than what is known.
    pub fn learn(&mut self, part: P, fact: Fact, budget: &Budget) -> Result<()> {
        let before = self.len();
        let outside = part.outside_bytes();
        if let Some(key) = part.pack()
            && let Some((_, shape)) = key.two_of_words()
            && !self.shapes.contains(&shape)
            && self.shapes.len() < MOST_SHAPES
        {
            self.shapes.push(shape);
        }
        match (self.words(&part), Packed::from(fact)) {
            (_, Packed(0)) => {}
            (Some(words), Packed(fact)) => {
                let used = self.bytes() + rules::kept_bytes() as u64;
                let room = budget
                    .bytes()
                    .map_or(u64::MAX, |all| all.saturating_sub(used));
                if !self.dense.insert(words, fact, room) {
                    // More than all that is allowed would be needed.
                    budget.check_bytes(u64::MAX)?;
                }
            }
            (None, packed) => {
                if self.table.insert(part, packed).is_none() {
                    self.outside += outside;
                }
            }
        }
        if self.len() > before && self.len().is_multiple_of(1024) {
            budget.advance(1024);
            budget.check()?;
            budget.check_bytes(self.bytes() + rules::kept_bytes() as u64)?;
        }
        Ok(())
    }

    /// How many parts are remembered.
    pub fn len(&self) -> usize {
        self.dense.len() + self.table.len()
    }

    /// The bytes in use.
    pub fn bytes(&self) -> u64 {
        self.dense.bytes() + (map_bytes(&self.table) + self.outside) as u64
    }
}
