//! Why a sum of heaps is won or lost in misère play, by the quotient.

use super::{MisereHeaps, Quotient};
use rules::{HeapMove, Heaps, Position};
use std::fmt;
use std::ops::ControlFlow;
use values::{Budget, Outcome, Player, Result};

/// The element of a position in the misère quotient of its game, and the moves
/// that win.
#[derive(Clone, Debug)]
pub struct QuotientWhy {
    /// P if the element is in the P-portion, else N.
    pub outcome: Outcome,
    /// The element.
    pub element: String,
    /// How many elements the quotient has.
    pub order: usize,
    /// The largest heap that it is the quotient of; `None`: of all heaps.
    pub largest: Option<usize>,
    /// The moves to lost positions, with the element that each leaves; of
    /// heaps of one size those from the first.
    pub winning: Vec<(HeapMove, String)>,
    /// Whether these are all of them; huge heaps have more moves than can be
    /// looked at.
    pub complete: bool,
}

/// How many moves are looked at.
const MOST_MOVES: usize = 100_000;

/// Explains a position of misère play by the quotient of its heaps, if that is
/// found soon.
///
/// ```
/// use rules::{Game, Kayles};
/// use solve::{MisereHeaps, explain_by_quotient};
/// use values::Budget;
/// let kayles = Kayles::with_variant(None).unwrap();
/// let position = kayles.read("3").unwrap();
/// let mut heaps = MisereHeaps::default();
/// let why = explain_by_quotient(&position, &mut heaps, &Budget::unlimited()).unwrap().unwrap();
/// let moves: Vec<String> = why.winning.iter().map(|(mv, _)| mv.to_string()).collect();
/// assert_eq!(moves, ["take 2 from heap 3"]);
/// ```
pub fn explain_by_quotient(
    position: &Heaps,
    quotients: &mut MisereHeaps,
    budget: &Budget,
) -> Result<Option<QuotientWhy>> {
    let heaps = position.heaps();
    let Some(quotient) = quotients.quotient(position.rules(), heaps, budget)? else {
        return Ok(None);
    };
    let element = |heaps: &[u64]| quotient.element(heaps).unwrap_or_default();
    let mut why = QuotientWhy {
        outcome: outcome(quotient, heaps),
        element: element(heaps),
        order: quotient.order(),
        largest: quotient.periodicity().is_none().then(|| quotient.heaps()),
        winning: Vec::new(),
        complete: true,
    };
    let (mut looked, mut failed) = (0, Ok(()));
    let all = position.moves(Player::Left, &mut |mv: HeapMove| {
        looked += 1;
        let known = heaps[..mv.place].contains(&mv.heap);
        let after = position.play(Player::Left, &mv);
        if !known && outcome(quotient, after.heaps()) == Outcome::P {
            why.winning.push((mv, element(after.heaps())));
        }
        match looked < MOST_MOVES {
            true => budget.go_on(&mut failed),
            false => ControlFlow::Break(()),
        }
    });
    failed?;
    why.complete = all.is_continue();
    Ok(Some(why))
}

fn outcome(quotient: &Quotient, heaps: &[u64]) -> Outcome {
    match quotient.is_lost(heaps) {
        Some(true) => Outcome::P,
        _ => Outcome::N,
    }
}

impl fmt::Display for QuotientWhy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let QuotientWhy { element, order, .. } = self;
        let of = match self.largest {
            Some(largest) => format!("heaps up to {largest}"),
            None => "all heaps".to_owned(),
        };
        let (place, winner) = match self.outcome {
            Outcome::P => ("in the P-portion", "previous player wins (a P-position)"),
            _ => ("not in the P-portion", "next player wins (an N-position)"),
        };
        write!(
            f,
            "the heaps are {element} in the misère quotient of {of}, of {order} elements: {place}, \
             so the {winner}"
        )?;
        for (mv, element) in &self.winning {
            write!(f, "\n{mv}: leaves {element}, in the P-portion")?;
        }
        match self.complete {
            true => Ok(()),
            false => f.write_str("\n(more moves than were looked at)"),
        }
    }
}
