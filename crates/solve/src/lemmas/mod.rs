//! Certificates of values, nim values, periods, and of who wins by values.

mod ledger;
mod period;
mod values;

pub use period::prove_period;

use crate::Unproved;
use ::values::{Arena, Budget, Player, Value};
use check::lemmas::{self, About, Answers, Book, Ref, Strategy, Tag, Terms, Theorem};
use check::{Claim, Rejection, Summand, Writer};
use ledger::Ledger;
use rules::{BadInput, Component};
use rustc_hash::FxHashSet;
use std::io::Write;

/// A certificate of lemmas that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LemmaProof {
    /// What it says.
    pub theorem: Theorem,
    /// How many positions have lemmas, or how many heaps are in the table.
    pub lemmas: u64,
    /// How many comparisons are in it, and moves answered.
    pub steps: u64,
    /// The length of the certificate.
    pub bytes: u64,
}

impl From<Rejection> for Unproved {
    /// What is written is verified before, by the checker's own book.
    fn from(rejection: Rejection) -> Self {
        match rejection.stopped() {
            Some(error) => Unproved::Stopped(error.clone()),
            None => Unproved::Contradiction(rejection.to_string()),
        }
    }
}

/// Finds the value of a sum and writes a certificate of it: a lemma for every
/// part that play can lead to.
///
/// # Complexity
///
/// A lemma for each normal form of a part, a comparison for each that the
/// canonical forms need: linear in what is written, apart from the arena's
/// comparisons that choose it. All of it is kept until the end, when it is
/// known where each lemma is used last.
///
/// ```
/// use check::{Summand, Verdict, verdict};
/// use rules::Component;
/// use values::{Arena, Budget, Notation};
/// let summand = Summand { game: "clobber".into(), position: "BBW".into(), negated: false };
/// let position = Component::read("clobber", "BBW").unwrap();
/// let (mut arena, mut file) = (Arena::new(), Vec::new());
/// let (value, _) = solve::prove_value(&mut arena, &[position], vec![summand], &mut file).unwrap();
/// assert_eq!(arena.text(value, Notation::Ascii).unwrap(), "^");
/// let verdict = verdict(&file[..], &Budget::unlimited()).unwrap();
/// assert!(matches!(verdict, Verdict::Lemmas(_)));
/// ```
pub fn prove_value(
    arena: &mut Arena,
    positions: &[Component],
    summands: Vec<Summand>,
    out: &mut dyn Write,
) -> Result<(Value, LemmaProof), Unproved> {
    let mut prover = values::Prover::new(arena, positions);
    let terms = prover.terms(positions)?;
    let total = prover.total(terms)?;
    prover.ledger.end();
    // What the checker looks up at the end.
    let sum = lemmas::sum_parts(positions);
    let terms = prover.ledger.shelf.terms(&prover.ledger.book, &sum)?;
    prover.ledger.book.total(terms)?;
    prover.ledger.keep(total)?;
    prover.ledger.prolong()?;
    let value = prover.meaning(total);
    let steps = prover.ledger.facts;
    let theorem = Theorem {
        rules: check::carried(&summands),
        about: About::Value(summands),
    };
    let lemmas = prover.ledger.shelf.count();
    let mut writer = Writer::new(out, &theorem)?;
    prover.ledger.write(&mut writer)?;
    for number in [Tag::End as u64, total.code(), lemmas, steps] {
        writer.number(number)?;
    }
    let proof = LemmaProof {
        bytes: writer.finish()?,
        theorem,
        lemmas,
        steps,
    };
    Ok((value, proof))
}

/// Finds who wins a sum in normal play and writes a certificate of it: lemmas
/// for the values of its parts, and answers to all moves of the loser in the
/// sum of these.
pub fn prove_winners(
    arena: &mut Arena,
    positions: &[Component],
    summands: Vec<Summand>,
    out: &mut dyn Write,
) -> Result<LemmaProof, Unproved> {
    let mut prover = values::Prover::new(arena, positions);
    let terms = prover.terms(positions)?;
    prover.ledger.end();
    let mut total = Value::ZERO;
    for &term in &terms {
        prover.ledger.keep(term)?;
        let value = prover.meaning(term);
        total = prover.arena.add(total, value)?;
    }
    let mut claims = Vec::new();
    for starter in Player::BOTH {
        let seen = if starter == Player::Left {
            total
        } else {
            -total
        };
        let loses = prover.arena.le(seen, Value::ZERO)?;
        let winner = if loses { -starter } else { starter };
        claims.push(Claim { starter, winner });
    }
    let sum = lemmas::sum_parts(positions);
    let terms = prover.ledger.shelf.terms(&prover.ledger.book, &sum)?;
    prover.ledger.prolong()?;
    let mut strategy = Strategy::default();
    let budget = prover.arena.budget().clone();
    let mut replies = Replies {
        arena: prover.arena,
        meanings: &prover.meanings,
        numbers: Vec::new(),
    };
    for &claim in &claims {
        strategy.prove(&prover.ledger.book, &terms, claim, &mut replies, &budget)?;
    }
    let numbers = replies.numbers;
    let theorem = Theorem {
        rules: check::carried(&summands),
        about: About::Winners(summands, claims),
    };
    let lemmas = prover.ledger.shelf.count();
    let steps = prover.ledger.facts + strategy.answers;
    let mut writer = Writer::new(out, &theorem)?;
    prover.ledger.write(&mut writer)?;
    writer.number(Tag::End as u64)?;
    for number in numbers.into_iter().chain([lemmas, steps]) {
        writer.number(number)?;
    }
    Ok(LemmaProof {
        bytes: writer.finish()?,
        theorem,
        lemmas,
        steps,
    })
}

/// Answers moves in a sum of values.
struct Replies<'a> {
    arena: &'a mut Arena,
    meanings: &'a [Value],
    numbers: Vec<u64>,
}

impl Answers for Replies<'_> {
    type Error = Unproved;

    fn answer(
        &mut self,
        book: &Book,
        terms: &[Ref],
        known: &FxHashSet<Terms>,
    ) -> Result<usize, Unproved> {
        self.arena.budget().check()?;
        let mut moves: Vec<(usize, Terms)> = lemmas::moves(book, terms)?
            .into_iter()
            .enumerate()
            .collect();
        // Few terms leave few moves to answer.
        moves.sort_by_key(|(_, next)| (!known.contains(next), next.len()));
        for (number, next) in moves {
            let mut total = Value::ZERO;
            for &term in &next {
                total = self.arena.add(total, values::signed(self.meanings, term))?;
            }
            if self.arena.le(total, Value::ZERO)? {
                self.numbers.push(number as u64);
                return Ok(number);
            }
        }
        Err(Unproved::Contradiction("a sum of values".into()))
    }
}

/// Finds the nim value of a sum of impartial positions and writes a
/// certificate of it: a lemma for every part that play can lead to.
pub fn prove_nim_value(
    positions: &[Component],
    summands: Vec<Summand>,
    budget: &Budget,
    out: &mut dyn Write,
) -> Result<LemmaProof, Unproved> {
    let mut ledger: Ledger<u64> = Ledger::new(positions);
    let mut stack: Vec<Component> = Vec::new();
    stack.extend(
        lemmas::sum_parts(positions)
            .into_iter()
            .map(|(part, _)| part),
    );
    while let Some(part) = stack.last() {
        budget.check()?;
        budget.check_bytes(ledger.bytes())?;
        if ledger.shelf.get(part).is_some() {
            stack.pop();
            continue;
        }
        let part = part.clone();
        let missing = ledger.missing(&part)?;
        if !missing.is_empty() {
            stack.extend(missing);
            continue;
        }
        let (values, _) = ledger.shelf.nim_options(&part)?;
        let mex = values
            .iter()
            .zip(0..)
            .take_while(|(v, place)| **v == *place);
        let value = mex.count() as u64;
        ledger.shelf.prove_nim(&part, value)?;
        ledger.position(Tag::NimValue, &part, &[value])?;
        stack.pop();
        budget.advance(1);
    }
    ledger.end();
    let nim_value = ledger.shelf.nim_sum(&lemmas::sum_parts(positions))?;
    let lemmas = ledger.shelf.count();
    let theorem = Theorem {
        rules: check::carried(&summands),
        about: About::NimValue(summands, nim_value),
    };
    let mut writer = Writer::new(out, &theorem)?;
    ledger.write(&mut writer)?;
    for number in [Tag::End as u64, lemmas, 0] {
        writer.number(number)?;
    }
    Ok(LemmaProof {
        bytes: writer.finish()?,
        theorem,
        lemmas,
        steps: 0,
    })
}

/// The text of a position, from which it must be read again.
fn text_of(position: &Component) -> Result<String, Unproved> {
    let text = position.text();
    let read: Result<_, BadInput> = position.rules().read(&text);
    match read.is_ok_and(|key| Component::new(position.rules().clone(), key) == *position) {
        true => Ok(text),
        false => Err(Unproved::Contradiction(format!("the text {text:?}"))),
    }
}
