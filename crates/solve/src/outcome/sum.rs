//! What a node of the search is: a sum, seen by the player to move.

use super::Term;
use super::bands::Side;
use rules::Position;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use values::{Player, Value};

/// A summand in normal form.
#[derive(Clone, Debug)]
pub(super) struct Part<P> {
    pub position: P,
    /// The summand is the negative of `position`.
    pub negated: bool,
    /// It came into being by the last move.
    pub fresh: bool,
    /// Its value was asked for in vain.
    pub large: bool,
    /// The player to move is known to have no move in it.
    pub stuck: bool,
    /// Of the position, without the sign.
    pub hash: u64,
    /// What the player to move and the other one have at least, when asked for.
    pub bounds: [Side; 2],
}

impl<P: Position> Part<P> {
    /// The part, or nothing when neither player has a move in it.
    pub fn new(part: &P, negated: bool) -> Option<Self> {
        Part::of(part, negated, || part.normal_form())
    }

    /// A part that is in normal form already, or nothing when neither player
    /// has a move in it.
    fn normal(part: &P, negated: bool) -> Option<Self> {
        Part::of(part, negated, || (part.clone(), false))
    }

    fn of(part: &P, negated: bool, normal_form: impl FnOnce() -> (P, bool)) -> Option<Self> {
        let mover = if negated { Player::Right } else { Player::Left };
        let stuck = !part.can_move(mover);
        if stuck && !part.can_move(-mover) {
            return None;
        }
        let (position, opposite) = normal_form();
        Some(Part {
            hash: hash_position(&position),
            negated: (negated != opposite) && !position.is_impartial(),
            fresh: true,
            large: false,
            stuck,
            bounds: [Side::Unasked; 2],
            position,
        })
    }

    fn is_negative_of(&self, other: &Self) -> bool {
        self.hash == other.hash
            && (self.negated != other.negated || self.position.is_impartial())
            && self.position == other.position
    }
}

/// A sum with Left to move: with Right to move, its negative is meant.
#[derive(Clone, Debug)]
pub(super) struct Sum<P> {
    /// Sorted by [`arrange`](Self::arrange).
    pub parts: Vec<Part<P>>,
    /// Values other than number + ups + nimber, or in misère play all of
    /// them; sorted.
    pub values: Vec<Value>,
    /// Numbers, ups and nimbers in one; zero in misère play.
    pub folded: Value,
}

impl<P: Position> Sum<P> {
    pub fn empty() -> Self {
        Sum {
            parts: Vec::new(),
            values: Vec::new(),
            folded: Value::ZERO,
        }
    }

    /// The sum of some parts in normal form, negated where said.
    pub fn of_parts<'p>(parts: impl Iterator<Item = (&'p P, bool)>) -> Self {
        let mut sum = Sum::empty();
        for (part, negated) in parts {
            sum.parts.extend(Part::normal(part, negated));
        }
        sum
    }

    /// The sum of some terms when `starter` is to move, nothing simplified.
    pub fn of_terms(terms: &[Term<P>], starter: Player) -> Self {
        let negated = starter == Player::Right;
        let mut sum = Sum::empty();
        for term in terms {
            match term {
                Term::Position(position) => sum.push(position, negated),
                Term::Value(value) => sum.values.push(if negated { -*value } else { *value }),
            }
        }
        sum.settle();
        sum
    }

    /// The sum for another thread.
    pub fn detached(&self) -> Self {
        let mut sum = self.clone();
        for part in &mut sum.parts {
            part.position = part.position.detached();
            // Values have other names in other arenas.
            part.bounds = [Side::Unasked; 2];
        }
        sum
    }

    /// Forgets how the parts came into being; a part that is its own negative
    /// is not negated.
    pub fn settle(&mut self) {
        for part in &mut self.parts {
            part.fresh = false;
            part.negated &= !part.position.is_own_negative();
        }
    }

    /// Adds the parts of a position.
    pub fn push(&mut self, position: &P, negated: bool) {
        position.parts(&mut |part| self.parts.extend(Part::new(&part, negated)));
    }

    /// How many summands there are.
    pub fn len(&self) -> usize {
        self.parts.len() + self.values.len() + usize::from(self.folded != Value::ZERO)
    }

    /// The bytes it has elsewhere in memory.
    pub fn bytes(&self) -> usize {
        let parts = self.parts.iter().map(|part| part.position.outside_bytes());
        self.room() + parts.sum::<usize>()
    }

    /// The bytes of its lists, whatever is in them.
    pub fn room(&self) -> usize {
        self.parts.capacity() * size_of::<Part<P>>() + self.values.capacity() * size_of::<Value>()
    }

    /// Puts the summands in an order that depends only on what they are.
    pub fn arrange(&mut self) {
        self.parts
            .sort_unstable_by_key(|part| (part.hash, part.negated));
        self.values.sort_unstable();
    }

    /// Removes pairs G − G. Valid in normal play only.
    pub fn cancel(&mut self) {
        let mut i = 0;
        while i < self.parts.len() {
            let found =
                (i + 1..self.parts.len()).find(|&j| self.parts[i].is_negative_of(&self.parts[j]));
            match found {
                Some(j) => {
                    self.parts.remove(j);
                    self.parts.remove(i);
                }
                None => i += 1,
            }
        }
        let mut i = 0;
        while i < self.values.len() {
            let found = (i + 1..self.values.len()).find(|&j| self.values[i] == -self.values[j]);
            match found {
                Some(j) => {
                    self.values.remove(j);
                    self.values.remove(i);
                }
                None => i += 1,
            }
        }
    }

    /// Whether both arranged sums have the same summands.
    pub fn is_same(&self, other: &Self) -> bool {
        let summands = |sum: &Self| (sum.parts.len(), sum.folded);
        let parts = self.parts.iter().zip(&other.parts);
        summands(self) == summands(other)
            && self.values == other.values
            && parts
                .into_iter()
                .all(|(a, b)| a.negated == b.negated && a.position == b.position)
    }

    /// A hash of the arranged sum.
    pub fn hash(&self) -> u64 {
        let parts = self.parts.iter();
        let parts = parts.map(|part| (part.hash, part.negated));
        hash_sum(parts, &self.values, self.folded)
    }

    /// Makes this the other sum as the other player sees it.
    pub fn turn(&mut self, other: &Self) {
        self.parts.clear();
        self.parts.extend(other.parts.iter().map(Part::turned));
        self.values.clear();
        self.values.extend(other.values.iter().map(|&value| -value));
        self.folded = -other.folded;
    }
}

impl<P: Position> Part<P> {
    /// Who moves in `position` when the player to move moves in the part.
    pub fn mover(&self) -> Player {
        if self.negated {
            Player::Right
        } else {
            Player::Left
        }
    }

    /// The part as the other player sees it when he moves next.
    fn turned(&self) -> Self {
        Part {
            position: self.position.clone(),
            negated: !self.negated && !self.position.is_impartial(),
            fresh: false,
            large: self.large,
            stuck: false,
            hash: self.hash,
            bounds: [self.bounds[1], self.bounds[0]],
        }
    }
}

pub(super) fn hash_position<P: Position>(position: &P) -> u64 {
    let mut hasher = FxHasher::default();
    position.hash(&mut hasher);
    hasher.finish()
}

/// A hash of an arranged sum, given the hashes and signs of its parts.
pub(super) fn hash_sum(
    parts: impl IntoIterator<Item = (u64, bool)>,
    values: &[Value],
    folded: Value,
) -> u64 {
    let mut hasher = FxHasher::default();
    for (hash, negated) in parts {
        hasher.write_u64(hash ^ u64::from(negated));
    }
    for value in values {
        value.hash(&mut hasher);
    }
    folded.hash(&mut hasher);
    // All bits are to be as good as the best.
    let hash = hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ (hash >> 32)
}
