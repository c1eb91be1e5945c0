//! Why a heap position is won or lost, in nim sums.

use super::sequence::NimSequence;
use rules::{HeapMove, HeapRules, Heaps, Position};
use std::fmt;
use std::ops::ControlFlow;
use values::{Budget, Player, Result};

/// The nim sum of a position and the moves that make it 0.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The heaps, place by place, with their nim values.
    pub heaps: Vec<(u64, u64)>,
    /// The nim sum of the values.
    pub nim_sum: u64,
    /// The winning moves; of heaps of one size, those from the first.
    pub winning: Vec<WinningMove>,
    /// Whether these are all the winning moves; huge heaps have more moves
    /// than can be looked at.
    pub complete: bool,
    /// Whether a heap is its own nim value.
    is_nim: bool,
}

/// A move that makes the nim sum 0.
#[derive(Clone, Debug)]
pub struct WinningMove {
    /// The move.
    pub mv: HeapMove,
    /// The position after it.
    pub position: Heaps,
    /// Why it wins: `3 xor 4 xor 5 = 2; …`.
    pub reason: String,
}

/// How many moves are looked at.
const MOST_MOVES: u64 = 2_000_000;

/// Explains a position in normal play; `sequence` has the nim values of its
/// heaps.
///
/// ```
/// use rules::{Game, Nim};
/// use solve::{NimSequence, explain};
/// use values::Budget;
/// let nim = Nim::with_variant(None).unwrap();
/// let position = nim.read("3,4,5").unwrap();
/// let mut sequence = NimSequence::new(position.rules());
/// let why = explain(&position, &mut sequence, &Budget::unlimited()).unwrap();
/// assert_eq!(
///     why.to_string(),
///     "3 xor 4 xor 5 = 2 is not 0: the next player wins (an N-position)\n\
///      take 2 from heap 3: 3 xor 4 xor 5 = 2; 3 xor 2 = 1, so leave 1; 1 xor 4 xor 5 = 0"
/// );
/// ```
pub fn explain(
    position: &Heaps,
    sequence: &mut NimSequence,
    budget: &Budget,
) -> Result<Explanation> {
    let mut heaps = Vec::new();
    for &heap in position.heaps() {
        heaps.push((heap, sequence.value(heap, budget)?));
    }
    let mut why = Explanation {
        nim_sum: heaps.iter().fold(0, |sum, (_, value)| sum ^ value),
        heaps,
        winning: Vec::new(),
        complete: true,
        is_nim: **position.rules() == HeapRules::Nim,
    };
    if why.nim_sum == 0 {
        return Ok(why);
    }
    let mut looked = 0;
    for (place, (heap, value)) in why.heaps.clone().into_iter().enumerate() {
        if why.heaps[..place].contains(&(heap, value)) {
            // What is done to one heap of a size can be done to the others.
            continue;
        }
        for into in why.replies(position.rules(), heap, value, sequence, &mut looked, budget)? {
            let mv = position.move_at(place, &into);
            let reason = why.reason(&mv, value, sequence, budget)?;
            why.winning.push(WinningMove {
                position: position.play(Player::Left, &mv),
                reason,
                mv,
            });
        }
    }
    Ok(why)
}

impl Explanation {
    /// What a heap may become so that the nim sum is 0.
    fn replies(
        &mut self,
        rules: &HeapRules,
        heap: u64,
        value: u64,
        sequence: &mut NimSequence,
        looked: &mut u64,
        budget: &Budget,
    ) -> Result<Vec<Vec<u64>>> {
        let wanted = value ^ self.nim_sum;
        if self.is_nim {
            let left = if wanted == 0 { vec![] } else { vec![wanted] };
            return Ok(if wanted < heap { vec![left] } else { vec![] });
        }
        let mut found = Vec::new();
        let mut failed = Ok(());
        let stopped = rules.each_option(heap, &mut |into| {
            *looked += 1;
            if looked.is_multiple_of(1024) {
                failed = failed.clone().and(budget.check());
            }
            let mut values = into.iter().map(|&h| sequence.value(h, budget));
            match values.try_fold(0, |sum, value| Ok(sum ^ value?)) {
                Ok(sum) if sum == wanted => found.push(into.to_vec()),
                Ok(_) => {}
                Err(error) => failed = Err(error),
            }
            match *looked > MOST_MOVES || failed.is_err() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        failed?;
        self.complete &= stopped.is_continue();
        Ok(found)
    }

    fn reason(
        &self,
        mv: &HeapMove,
        value: u64,
        sequence: &mut NimSequence,
        budget: &Budget,
    ) -> Result<String> {
        let sum = self.nim_sum;
        let wanted = value ^ sum;
        let standing = self.heaps.iter().enumerate();
        let standing = standing.filter(|(_, (heap, _))| *heap > 0);
        let after = standing.map(|(place, &(_, value))| match place == mv.place {
            true => wanted,
            false => value,
        });
        let after = equation(&after.collect::<Vec<_>>());
        let before = equation(&self.values());
        if self.is_nim {
            return Ok(format!(
                "{before}; {value} xor {sum} = {wanted}, so leave {wanted}; {after}"
            ));
        }
        let mut values = Vec::new();
        for &heap in &mv.into {
            values.push(sequence.value(heap, budget)?);
        }
        let left = match mv.into.as_slice() {
            [] => "nothing is left, which has 0".to_owned(),
            [heap] => format!("heap {heap} has {wanted}"),
            heaps => format!("{} has {}", joined(heaps, "+"), equation(&values)),
        };
        let heap = mv.heap;
        Ok(match self.standing().len() {
            1 => format!("heap {heap} has nim value {value}; {left}"),
            _ => format!(
                "nim values {before}; heap {heap} has {value}, and {value} xor {sum} = {wanted}; \
                 {left}; {after}"
            ),
        })
    }

    /// The heaps that are not empty.
    fn standing(&self) -> Vec<(u64, u64)> {
        let heaps = self.heaps.iter().copied();
        heaps.filter(|&(heap, _)| heap > 0).collect()
    }

    fn values(&self) -> Vec<u64> {
        self.standing().iter().map(|&(_, value)| value).collect()
    }
}

fn joined(numbers: &[u64], between: &str) -> String {
    let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
    words.join(between)
}

/// `3 xor 4 xor 5 = 2`; a single number is itself.
fn equation(values: &[u64]) -> String {
    match values {
        [] => "0".into(),
        [value] => value.to_string(),
        _ => {
            let sum = values.iter().fold(0, |sum, value| sum ^ value);
            format!("{} = {sum}", joined(values, " xor "))
        }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = equation(&self.values());
        match (self.is_nim, self.standing().as_slice()) {
            (_, []) => {
                return f.write_str("no heap is left: the previous player wins (a P-position)");
            }
            (true, _) => f.write_str(&values)?,
            (false, [(heap, value)]) => write!(f, "heap {heap} has nim value {value}, which")?,
            (false, heaps) => {
                let sizes: Vec<u64> = heaps.iter().map(|&(heap, _)| heap).collect();
                write!(
                    f,
                    "heaps {} have nim values {values}, which",
                    joined(&sizes, ", ")
                )?;
            }
        }
        if self.nim_sum == 0 {
            return f.write_str(
                " is 0, and no move keeps it 0: the previous player wins (a P-position)",
            );
        }
        f.write_str(" is not 0: the next player wins (an N-position)")?;
        for WinningMove { mv, reason, .. } in &self.winning {
            write!(f, "\n{mv}: {reason}")?;
        }
        if !self.complete {
            f.write_str("\n(more moves than were looked at)")?;
        }
        Ok(())
    }
}
