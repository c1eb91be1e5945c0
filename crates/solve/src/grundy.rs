//! Nim values (Grundy values) of impartial games.
//!
//! By the theorem of Sprague and Grundy an impartial position equals the
//! nimber ∗n where n is the least number that is not the nim value of an
//! option (its mex), and the nim value of a sum is the nim sum, exclusive or,
//! of the parts'.
//!
//! A heap game has a table of its heaps, by the method that suits its code. In
//! other games a search asks parts about single values.
//!
//! Literature: R. Sprague, "Über mathematische Kampfspiele" (1935); P. M.
//! Grundy, "Mathematics and Games" (1939); R. Guy and C. Smith, "The G-values
//! of Various Games" (1956), whose theorem proves periods of octal games; J.
//! Lemoine and S. Viennot, "Nimbers are Inevitable" (2012); P. Beling and M.
//! Rogalski, "On pruning search trees of impartial games" (2020).

mod arithmetic;
mod block;
mod dense;
mod explain;
mod heap_values;
mod heaps;
mod knowledge;
mod mask;
mod misere_nim;
mod period;
mod prove;
mod sample;
mod search;
mod sequence;
mod sparse;
mod triples;

pub use explain::{Explanation, WinningMove, explain};
pub(crate) use heap_values::HeapValues;
pub(crate) use misere_nim::misere_nim_is_lost;
pub use misere_nim::{MisereNim, explain_misere};
pub use period::{Basis, Periodicity, Theorem};
pub(crate) use prove::repetition;
pub use sequence::NimSequence;

use knowledge::Knowledge;
use rules::{Heaps, Position};
use search::Search;
use values::{Budget, Result};

/// The nim value of an impartial position.
///
/// Of a game in which the players' moves differ it is the nim value of the
/// game in which both have Left's moves.
///
/// ```
/// use rules::{Game, Kayles};
/// use values::Budget;
/// let kayles = Kayles::with_variant(None).unwrap();
/// let position = kayles.read("12,5").unwrap();
/// assert_eq!(solve::nim_value(&position, &Budget::unlimited()), Ok(4 ^ 4));
/// ```
pub fn nim_value<P: Position>(position: &P, budget: &Budget) -> Result<u64> {
    NimValues::new().value(position, budget)
}

/// Nim values of positions of one game, with a memory of every part met.
pub struct NimValues<P> {
    known: Knowledge<P>,
    search: Search<P>,
    heaps: HeapValues,
}

impl<P: Position> Default for NimValues<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P: Position> NimValues<P> {
    /// Nothing is known yet.
    #[must_use]
    pub fn new() -> Self {
        NimValues {
            known: Knowledge::new(),
            search: Search::new(),
            heaps: HeapValues::default(),
        }
    }

    /// The nim value of an impartial position: heap games by the table of
    /// their heaps, others by a search that asks no more of an option than it
    /// must.
    pub fn value(&mut self, position: &P, budget: &Budget) -> Result<u64> {
        if let Some(sum) = Heaps::of(position) {
            return self.heaps.value(&sum, budget);
        }
        let parts = normal_parts(position);
        self.search.value(&parts, &mut self.known, budget)
    }

    /// Whether the nim value of an impartial position is 0: whether the second
    /// player wins. That may take far less than the value.
    ///
    /// ```
    /// use rules::{Cram, Game};
    /// use solve::NimValues;
    /// use values::Budget;
    /// let cram = Cram::<u64>::with_variant(None).unwrap();
    /// let mut values = NimValues::new();
    /// let budget = Budget::unlimited();
    /// assert_eq!(values.is_zero(&cram.read("5x5").unwrap(), &budget), Ok(true));
    /// assert_eq!(values.is_zero(&cram.read("3x5").unwrap(), &budget), Ok(false));
    /// ```
    pub fn is_zero(&mut self, position: &P, budget: &Budget) -> Result<bool> {
        if Heaps::of(position).is_some() {
            return Ok(self.value(position, budget)? == 0);
        }
        let parts = normal_parts(position);
        self.search.is_zero(parts, &mut self.known, budget)
    }

    /// How many parts are remembered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.len() == 0
    }

    /// How often a part's options were looked at: the nodes of the search.
    #[must_use]
    pub fn opened(&self) -> u64 {
        self.search.opened()
    }

    /// The bytes in use.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.known.bytes() + self.heaps.bytes()
    }
}

/// The parts of a position, in normal form.
fn normal_parts<P: Position>(position: &P) -> Vec<P> {
    let mut parts = Vec::new();
    position.parts(&mut |part| parts.push(part.normal_form().0));
    parts
}
