//! Who wins a sum of values: every move of the loser is answered.

use super::book::{Book, Ref};
use crate::{Claim, Rejection};
use rustc_hash::FxHashSet;
use values::{Budget, Player};

/// A sum of values seen by the player to move, who is called Left: ascending,
/// without zeros and pairs of negatives.
pub type Terms = Vec<Ref>;

/// Says how to answer moves in a sum of values.
pub trait Answers {
    /// Why it cannot say.
    type Error: From<Rejection>;

    /// The number of the answer, from 0.
    fn answer(
        &mut self,
        book: &Book,
        terms: &[Ref],
        known: &FxHashSet<Terms>,
    ) -> Result<usize, Self::Error>;
}

/// Sums in which the player to move loses: every move has an answer that leads
/// back into the set.
#[derive(Default)]
pub struct Strategy {
    known: FxHashSet<Terms>,
    open: Vec<Terms>,
    /// Moves answered.
    pub answers: u64,
    bytes: u64,
}

/// The sum with the players exchanged.
pub fn negative(book: &Book, terms: &[Ref]) -> Result<Terms, Rejection> {
    let mut negative = Vec::with_capacity(terms.len());
    for &term in terms {
        negative.push(book.negative(term)?);
    }
    book.cancel(&mut negative)?;
    Ok(negative)
}

/// The sums after the moves of the player to move, seen by the other: term by
/// term in ascending order, equal terms once, and option by option.
pub fn moves(book: &Book, terms: &[Ref]) -> Result<Vec<Terms>, Rejection> {
    let mut all = Vec::new();
    for (place, &term) in terms.iter().enumerate() {
        if place > 0 && terms[place - 1] == term {
            continue;
        }
        for option in book.options(term, Player::Left)? {
            let mut next = terms.to_vec();
            next[place] = option;
            all.push(negative(book, &next)?);
        }
    }
    Ok(all)
}

impl Strategy {
    /// Proves who wins a sum of values.
    pub fn prove<A: Answers>(
        &mut self,
        book: &Book,
        terms: &[Ref],
        claim: Claim,
        answers: &mut A,
        budget: &Budget,
    ) -> Result<(), A::Error> {
        let mut start = terms.to_vec();
        book.cancel(&mut start)?;
        if claim.starter == Player::Right {
            start = negative(book, &start)?;
        }
        match claim.winner == claim.starter {
            true => self.answer(book, &start, answers, budget)?,
            false => self.add(start, budget)?,
        }
        while let Some(terms) = self.open.pop() {
            for next in moves(book, &terms)? {
                self.answers += 1;
                self.answer(book, &next, answers, budget)?;
            }
        }
        Ok(())
    }

    fn answer<A: Answers>(
        &mut self,
        book: &Book,
        terms: &[Ref],
        answers: &mut A,
        budget: &Budget,
    ) -> Result<(), A::Error> {
        let number = answers.answer(book, terms, &self.known)?;
        let next = moves(book, terms)?.into_iter().nth(number);
        let next = next.ok_or_else(|| Rejection::new("an answer is no move"))?;
        Ok(self.add(next, budget)?)
    }

    fn add(&mut self, terms: Terms, budget: &Budget) -> Result<(), Rejection> {
        if self.known.contains(&terms) {
            return Ok(());
        }
        let size = 3 * (size_of::<Terms>() + size_of_val(&terms[..]));
        self.bytes += size as u64;
        budget.look()?;
        budget.check_bytes(self.bytes)?;
        self.known.insert(terms.clone());
        self.open.push(terms);
        Ok(())
    }
}
