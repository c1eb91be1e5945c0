//! What a node of the search is: a sum, seen by the player to move.

use rules::Position;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use values::Value;

/// A summand in normal form.
#[derive(Clone, Debug)]
pub(super) struct Part<P> {
    pub position: P,
    /// The summand is the negative of `position`.
    pub negated: bool,
    /// It came into being by the last move.
    pub fresh: bool,
    /// Of the position, without the sign.
    pub hash: u64,
}

impl<P: Position> Part<P> {
    /// The part, or nothing when neither player has a move in it.
    pub fn new(part: &P, negated: bool) -> Option<Self> {
        if values::Player::BOTH.iter().all(|&p| !part.can_move(p)) {
            return None;
        }
        let (position, opposite) = part.normal_form();
        let mut hasher = FxHasher::default();
        position.hash(&mut hasher);
        Some(Part {
            hash: hasher.finish(),
            negated: (negated != opposite) && !position.is_impartial(),
            fresh: true,
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

    /// Adds the parts of a position.
    pub fn push(&mut self, position: &P, negated: bool) {
        position.parts(&mut |part| self.parts.extend(Part::new(&part, negated)));
    }

    /// How many summands there are.
    pub fn len(&self) -> usize {
        self.parts.len() + self.values.len() + usize::from(self.folded != Value::ZERO)
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

    /// A hash of the arranged sum.
    pub fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        for part in &self.parts {
            hasher.write_u64(part.hash);
            hasher.write_u8(u8::from(part.negated));
        }
        for value in &self.values {
            value.hash(&mut hasher);
        }
        self.folded.hash(&mut hasher);
        // The table takes the bucket from the low bits.
        let hash = hasher.finish();
        hash ^ (hash >> 32)
    }

    /// The sum without one part, seen by the other player.
    pub fn without_part(&self, part: usize) -> Self {
        let others = (self.parts.iter().enumerate()).filter(|(i, _)| *i != part);
        Sum {
            parts: others.map(|(_, part)| part.turned()).collect(),
            values: self.values.iter().map(|&v| -v).collect(),
            folded: -self.folded,
        }
    }

    /// The sum with another value in place of one, seen by the other player.
    pub fn with_value(&self, index: usize, option: Value) -> Self {
        let values = self.values.iter().enumerate();
        Sum {
            parts: self.parts.iter().map(Part::turned).collect(),
            values: values
                .map(|(i, &v)| if i == index { -option } else { -v })
                .collect(),
            folded: -self.folded,
        }
    }

    /// The sum with another folded value, seen by the other player.
    pub fn with_folded(&self, option: Value) -> Self {
        Sum {
            parts: self.parts.iter().map(Part::turned).collect(),
            values: self.values.iter().map(|&v| -v).collect(),
            folded: -option,
        }
    }
}

impl<P: Position> Part<P> {
    /// The part as the other player sees it when he moves next.
    fn turned(&self) -> Self {
        Part {
            position: self.position.clone(),
            negated: !self.negated && !self.position.is_impartial(),
            fresh: false,
            hash: self.hash,
        }
    }
}
