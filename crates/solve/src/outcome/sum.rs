//! What a node of the search is: a sum, seen by the player to move.

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
    /// Whether the player to move and the other one have a move in it.
    pub movable: [bool; 2],
    /// Of the position, without the sign.
    pub hash: u64,
}

impl<P: Position> Part<P> {
    /// The part, or nothing when neither player has a move in it.
    pub fn new(part: &P, negated: bool) -> Option<Self> {
        Part::of(part, negated, || part.normal_form())
    }

    /// The same for a part in normal form.
    fn normal(part: &P, negated: bool) -> Option<Self> {
        Part::of(part, negated, || (part.clone(), false))
    }

    fn of(part: &P, negated: bool, normal_form: impl FnOnce() -> (P, bool)) -> Option<Self> {
        let mut movable = Player::BOTH.map(|player| part.can_move(player));
        if movable == [false; 2] {
            return None;
        }
        if negated {
            movable.reverse();
        }
        let (position, opposite) = normal_form();
        Some(Part {
            hash: hash_position(&position),
            negated: (negated != opposite) && !position.is_impartial(),
            fresh: true,
            large: false,
            movable,
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
        let parts = self.parts.iter();
        let parts = parts.map(|part| (part.hash, part.negated));
        hash_sum(parts, &self.values, self.folded)
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
            movable: [self.movable[1], self.movable[0]],
            hash: self.hash,
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
