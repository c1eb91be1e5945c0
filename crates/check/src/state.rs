//! What a certificate speaks of: a sum of positions with a player to move.

use rules::Position;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use values::Player;

/// Parts in normal form, seen by the player to move, who is called Left:
/// with Right to move, the negative of the position is meant.
///
/// Three rules bring a position here, each of them sound by itself: a
/// position is the sum of its independent parts, a part may be replaced by
/// its image under a symmetry of the board (or by the negative of an image
/// with the colours exchanged), and in normal play G and −G may be left out
/// together.
///
/// The parts are in the order in which play made them, which numbers the
/// moves; states with the same parts are equal.
#[derive(Clone, Debug)]
pub struct State<P> {
    /// Most states have one part, which needs no memory elsewhere.
    first: Option<Part<P>>,
    rest: Vec<Part<P>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Part<P> {
    /// Of the position.
    hash: u64,
    negated: bool,
    position: P,
}

impl<P: Position> PartialEq for State<P> {
    fn eq(&self, other: &Self) -> bool {
        if self.rest.is_empty() && other.rest.is_empty() {
            return self.first == other.first;
        }
        let count = |state: &Self, part| state.iter().filter(|p| *p == part).count();
        self.rest.len() == other.rest.len()
            && self
                .iter()
                .all(|part| count(self, part) == count(other, part))
    }
}

impl<P: Position> Eq for State<P> {}

impl<P> Hash for State<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let hashes = self.iter().map(|part| part.hash ^ u64::from(part.negated));
        state.write_u64(hashes.fold(0, u64::wrapping_add));
    }
}

impl<P> State<P> {
    const EMPTY: Self = State {
        first: None,
        rest: Vec::new(),
    };

    fn iter(&self) -> impl Iterator<Item = &Part<P>> {
        self.first.iter().chain(&self.rest)
    }

    fn get(&self, number: usize) -> Option<&Part<P>> {
        match number {
            0 => self.first.as_ref(),
            _ => self.rest.get(number - 1),
        }
    }

    fn push(&mut self, part: Part<P>) {
        match self.first {
            None => self.first = Some(part),
            Some(_) => self.rest.push(part),
        }
    }

    /// Takes the part with this number out. There is one.
    fn remove(&mut self, number: usize) {
        if number > 0 {
            self.rest.remove(number - 1);
        } else if self.rest.is_empty() {
            self.first = None;
        } else {
            self.first = Some(self.rest.remove(0));
        }
    }
}

/// Whether G − G may be left out, which is wrong in misère play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cancel {
    /// It may.
    Pairs,
    /// It may not.
    Nothing,
}

impl<P: Position> State<P> {
    /// A sum of positions with `mover` to move.
    pub fn new(positions: &[P], mover: Player, cancel: Cancel) -> Self {
        let mut state = State::EMPTY;
        for position in positions {
            state.add(position, mover == Player::Right);
        }
        state.cancel(cancel);
        state
    }

    /// The parts; negated ones count for the player not to move.
    pub fn parts(&self) -> impl Iterator<Item = (&P, bool)> {
        self.iter().map(|part| (&part.position, part.negated))
    }

    /// How many parts there are.
    #[must_use]
    pub fn len(&self) -> usize {
        usize::from(self.first.is_some()) + self.rest.len()
    }

    /// Whether it has no parts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    /// The bytes that it takes in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let parts = self.iter().map(|part| part.position.outside_bytes());
        size_of::<Self>() + self.rest.capacity() * size_of::<Part<P>>() + parts.sum::<usize>()
    }

    /// About how long it takes to make a state like it, in moves of a small
    /// board: normal forms of large positions take the square of their size.
    #[must_use]
    pub fn work(&self) -> u64 {
        let parts = self.iter().map(|part| {
            let size = part.position.outside_bytes() as u64 / 64;
            1 + size * size
        });
        1 + parts.sum::<u64>()
    }

    /// A number that every move lowers.
    #[must_use]
    pub fn rank(&self) -> u128 {
        let ranks = self.iter().map(|part| u128::from(part.position.rank()));
        ranks.sum()
    }

    /// Calls `each` with the number of every move and the position it leads
    /// to, until it says stop.
    pub fn moves(&self, each: &mut impl FnMut(usize, Move<P>) -> ControlFlow<()>) {
        let mut number = 0;
        for (index, part) in self.iter().enumerate() {
            let mover = if part.negated {
                Player::Right
            } else {
                Player::Left
            };
            let flow = part.position.options(mover, &mut |option| {
                let flow = each(number, Move { index, option });
                number += 1;
                flow
            });
            if flow.is_break() {
                return;
            }
        }
    }

    /// The move with a number.
    pub fn nth_move(&self, wanted: usize) -> Option<Move<P>> {
        let mut found = None;
        self.moves(&mut |number, mv| {
            if number == wanted {
                found = Some(mv);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }

    /// Whether the player to move has none.
    #[must_use]
    pub fn is_stuck(&self) -> bool {
        self.nth_move(0).is_none()
    }

    /// The state after a move, seen by the other player.
    #[must_use]
    pub fn after(&self, mv: &Move<P>, cancel: Cancel) -> Self {
        let mut next = State::EMPTY;
        let mut negated = false;
        for (index, part) in self.iter().enumerate() {
            if index == mv.index {
                negated = !part.negated;
            } else {
                next.push(Part {
                    negated: !part.negated && !part.position.is_impartial(),
                    ..part.clone()
                });
            }
        }
        next.add(&mv.option, negated);
        next.cancel(cancel);
        next
    }

    /// The state for messages, its positions as `write` writes them.
    pub fn describe(&self, write: &dyn Fn(&P) -> String) -> String {
        let words = self.iter().map(|part| {
            let sign = if part.negated { "-" } else { "" };
            format!("{sign}{}", write(&part.position))
        });
        let text = words.collect::<Vec<_>>().join(" + ");
        if text.is_empty() { "0".into() } else { text }
    }

    fn add(&mut self, position: &P, negated: bool) {
        position.parts(&mut |part| {
            if Player::BOTH.iter().any(|&player| part.can_move(player)) {
                let (position, opposite) = part.normal_form();
                self.push(Part {
                    hash: hash(&position),
                    negated: (negated != opposite) && !position.is_impartial(),
                    position,
                });
            }
        });
    }

    fn cancel(&mut self, cancel: Cancel) {
        if cancel == Cancel::Nothing {
            return;
        }
        let mut i = 0;
        while let Some(one) = self.get(i) {
            let opposite = |other: &Part<P>| {
                one.hash == other.hash
                    && (one.negated != other.negated || one.position.is_impartial())
                    && one.position == other.position
            };
            let found = self.iter().skip(i + 1).position(opposite);
            match found {
                Some(further) => {
                    self.remove(i + 1 + further);
                    self.remove(i);
                }
                None => i += 1,
            }
        }
    }
}

/// A move in one of the parts.
pub struct Move<P> {
    index: usize,
    option: P,
}

fn hash<P: Hash>(position: &P) -> u64 {
    let mut hasher = FxHasher::default();
    position.hash(&mut hasher);
    hasher.finish()
}
