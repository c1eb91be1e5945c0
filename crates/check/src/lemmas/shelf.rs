//! Positions whose values are proved.

use super::book::{Book, Ref, ascending};
use super::notes::Notes;
use crate::Rejection;
use rules::{Component, MOST_MOVES, Position};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use values::Player;

/// What was proved of parts, by normal form.
pub struct Shelf<V> {
    table: FxHashMap<Component, V>,
    /// By the number of the lemma, until it is forgotten.
    numbers: FxHashMap<u64, Component>,
    next: u64,
    /// The parts that were looked up.
    pub used: Notes<Component>,
}

impl<V> Default for Shelf<V> {
    fn default() -> Self {
        Shelf {
            table: FxHashMap::default(),
            numbers: FxHashMap::default(),
            next: 0,
            used: Notes::default(),
        }
    }
}

/// A part of a sum in normal form, and whether it is its negative.
pub type SignedPart = (Component, bool);

/// The parts of a position in which somebody can move.
#[must_use]
pub fn parts(position: &Component) -> Vec<SignedPart> {
    let mut parts = Vec::new();
    position.parts(&mut |part| {
        if Player::BOTH.iter().any(|&player| part.can_move(player)) {
            parts.push(normal(&part));
        }
    });
    parts
}

/// The normal form; signs mean nothing where the players have the same moves.
#[must_use]
pub fn normal(part: &Component) -> SignedPart {
    let (normal, negated) = part.normal_form();
    let negated = negated && !normal.is_impartial();
    (normal, negated)
}

/// The parts of every option of a player, and what it took to find them.
pub fn options(
    position: &Component,
    player: Player,
    each: &mut dyn FnMut(Vec<SignedPart>) -> Result<(), Rejection>,
) -> Result<(), Rejection> {
    let mut result = Ok(());
    let mut count = 0;
    let _ = position.options(player, &mut |option| {
        count += 1;
        result = match count > MOST_MOVES {
            true => Err(Rejection::new(rules::TOO_MANY_MOVES.to_string())),
            false => each(parts(&option)),
        };
        match result {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    result
}

/// About how long it takes to find parts, in moves of a small board: normal
/// forms of large positions take the square of their size.
fn cost(parts: &[SignedPart]) -> u64 {
    let costs = parts.iter().map(|(part, _)| {
        let size = part.outside_bytes() as u64 / 64;
        1 + size * size
    });
    1 + costs.sum::<u64>()
}

impl<V: Copy> Shelf<V> {
    /// How many lemmas there were.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.next
    }

    /// About the bytes in use.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let entry = 2 * size_of::<Component>() + size_of::<V>() + 8;
        (self.table.capacity() * 2 * entry) as u64
    }

    /// What was proved of a part in normal form.
    #[must_use]
    pub fn get(&self, part: &Component) -> Option<V> {
        self.table.get(part).copied()
    }

    fn needed(&self, part: &Component) -> Result<V, Rejection> {
        self.used.add(|| part.clone());
        self.get(part)
            .ok_or_else(|| Rejection::new(format!("nothing is proved of {}", part.text())))
    }

    /// Keeps what was proved of a part in normal form.
    pub fn insert(&mut self, part: Component, value: V) -> Result<(), Rejection> {
        if self.table.insert(part.clone(), value).is_some() {
            return Err(Rejection::new(format!("{} is proved twice", part.text())));
        }
        self.numbers.insert(self.next, part);
        self.next += 1;
        Ok(())
    }

    /// A lemma is not needed any more.
    pub fn forget(&mut self, number: u64) -> Result<(), Rejection> {
        let part = self.numbers.remove(&number);
        let part = part.ok_or_else(|| Rejection::new("a lemma is forgotten that is not there"))?;
        self.table.remove(&part);
        Ok(())
    }
}

impl Shelf<Ref> {
    /// The values of parts.
    pub fn terms(&self, book: &Book, parts: &[SignedPart]) -> Result<Vec<Ref>, Rejection> {
        let mut terms = Vec::with_capacity(parts.len());
        for (part, negated) in parts {
            let value = self.needed(part)?;
            terms.push(match negated {
                true => book.negative(value)?,
                false => value,
            });
        }
        Ok(terms)
    }

    /// The values of the options of a position, ascending, and how many parts
    /// they have together.
    pub fn form(
        &self,
        book: &Book,
        position: &Component,
    ) -> Result<([Vec<Ref>; 2], u64), Rejection> {
        let mut sides = [Vec::new(), Vec::new()];
        let mut work = 1;
        for player in Player::BOTH {
            options(position, player, &mut |parts| {
                work += cost(&parts);
                let terms = self.terms(book, &parts)?;
                sides[player as usize].push(book.total(terms)?);
                Ok(())
            })?;
        }
        sides.iter_mut().for_each(ascending);
        Ok((sides, work))
    }

    /// Proves that a position has a value: `form` has the values of its
    /// options for options, and is equal to the value.
    pub fn prove(
        &mut self,
        book: &Book,
        position: &Component,
        form: Ref,
        value: Ref,
    ) -> Result<u64, Rejection> {
        let (sides, work) = self.form(book, position)?;
        if !book.is_form(form, &sides)? || !book.equal(form, value)? {
            let text = position.text();
            return Err(Rejection::new(format!("the value of {text} is not proved")));
        }
        let (part, negated) = normal(position);
        self.insert(
            part,
            if negated {
                book.negative(value)?
            } else {
                value
            },
        )?;
        Ok(work)
    }
}

impl Shelf<u64> {
    /// The nim sum of parts.
    pub fn nim_sum(&self, parts: &[SignedPart]) -> Result<u64, Rejection> {
        let mut sum = 0;
        for (part, _) in parts {
            sum ^= self.needed(part)?;
        }
        Ok(sum)
    }

    /// The nim values of the options of a position, ascending, and how many
    /// parts they have together.
    pub fn nim_options(&self, position: &Component) -> Result<(Vec<u64>, u64), Rejection> {
        let mut values = Vec::new();
        let mut work = 1;
        options(position, Player::Left, &mut |parts| {
            work += cost(&parts);
            values.push(self.nim_sum(&parts)?);
            Ok(())
        })?;
        values.sort_unstable();
        values.dedup();
        Ok((values, work))
    }

    /// Proves that a position has a nim value: the least that no option has.
    pub fn prove_nim(&mut self, position: &Component, value: u64) -> Result<u64, Rejection> {
        let (values, work) = self.nim_options(position)?;
        let mex = values
            .iter()
            .zip(0..)
            .take_while(|(v, place)| **v == *place);
        if mex.count() as u64 != value {
            let text = position.text();
            return Err(Rejection::new(format!(
                "the nim value of {text} is not proved"
            )));
        }
        self.insert(normal(position).0, value)?;
        Ok(work)
    }
}
