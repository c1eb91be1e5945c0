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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State<P> {
    parts: Vec<Part<P>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Part<P> {
    /// Equal states list their parts in the same order, by this.
    hash: u64,
    negated: bool,
    position: P,
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
        let mut state = State { parts: Vec::new() };
        for position in positions {
            state.add(position, mover == Player::Right);
        }
        state.arrange(cancel);
        state
    }

    /// The parts; negated ones count for the player not to move.
    pub fn parts(&self) -> impl Iterator<Item = (&P, bool)> {
        self.parts.iter().map(|part| (&part.position, part.negated))
    }

    /// A number that every move lowers.
    #[must_use]
    pub fn rank(&self) -> u64 {
        self.parts.iter().map(|part| part.position.rank()).sum()
    }

    /// Calls `each` with the number of every move and the position it leads
    /// to, until it says stop.
    pub fn moves(&self, each: &mut impl FnMut(usize, Move<P>) -> ControlFlow<()>) {
        let mut number = 0;
        for (index, part) in self.parts.iter().enumerate() {
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
        let mut next = State {
            parts: Vec::with_capacity(self.parts.len()),
        };
        for (index, part) in self.parts.iter().enumerate() {
            if index != mv.index {
                let mut part = part.clone();
                part.negated = !part.negated && !part.position.is_impartial();
                next.parts.push(part);
            }
        }
        next.add(&mv.option, !self.parts[mv.index].negated);
        next.arrange(cancel);
        next
    }

    /// The state for messages, its positions as `write` writes them.
    pub fn describe(&self, write: &dyn Fn(&P) -> String) -> String {
        let words = self.parts.iter().map(|part| {
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
                self.parts.push(Part {
                    hash: hash(&position),
                    negated: (negated != opposite) && !position.is_impartial(),
                    position,
                });
            }
        });
    }

    fn arrange(&mut self, cancel: Cancel) {
        if cancel == Cancel::Pairs {
            self.cancel();
        }
        self.parts
            .sort_unstable_by_key(|part| (part.hash, part.negated));
    }

    fn cancel(&mut self) {
        let mut i = 0;
        while i < self.parts.len() {
            let one = &self.parts[i];
            let opposite = |other: &Part<P>| {
                (one.negated != other.negated || one.position.is_impartial())
                    && one.position == other.position
            };
            match (i + 1..self.parts.len()).find(|&j| opposite(&self.parts[j])) {
                Some(j) => {
                    self.parts.swap_remove(j);
                    self.parts.swap_remove(i);
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
