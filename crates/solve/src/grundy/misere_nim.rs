//! Why a position of misère Nim is won or lost.

use rules::{HeapMove, HeapRules, Heaps};
use std::fmt;
use values::Outcome;

/// Who wins a position of Nim in which the player who cannot move wins, and
/// the moves that win.
#[derive(Clone, Debug)]
pub struct MisereNim {
    /// P or N.
    pub outcome: Outcome,
    /// The winning moves, one for heaps of one size, and why each wins.
    pub winning: Vec<(HeapMove, String)>,
    reason: String,
}

/// Explains a position of misère Nim by the rule of Bouton; `None` if the
/// heaps are those of another game.
///
/// While two heaps or more have at least two, play is as in normal Nim: to
/// nim sum 0. Who leaves only heaps of one has to leave an odd number of them.
///
/// ```
/// use rules::{Game, Nim};
/// let nim = Nim::with_variant(None).unwrap();
/// let why = solve::explain_misere(&nim.read("1,4,1").unwrap()).unwrap();
/// assert_eq!(why.winning[0].0.to_string(), "take 3 from heap 4");
/// ```
#[must_use]
pub fn explain_misere(position: &Heaps) -> Option<MisereNim> {
    if **position.rules() != HeapRules::Nim {
        return None;
    }
    let heaps = position.heaps();
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let large = heaps.iter().filter(|heap| **heap > 1).count();
    let ones = heaps.iter().filter(|heap| **heap == 1).count();
    let next = !misere_nim_is_lost(heaps);
    let mut winning = Vec::new();
    for (place, &heap) in heaps.iter().enumerate() {
        if !next || heap == 0 || heaps[..place].contains(&heap) {
            continue;
        }
        let others_large = large > usize::from(heap > 1);
        let other_ones = ones - usize::from(heap == 1);
        let (left, reason) = match others_large {
            true => (heap ^ sum, "leaves nim sum 0".to_owned()),
            false => {
                let left = u64::from(other_ones.is_multiple_of(2));
                let ones = other_ones as u64 + left;
                (left, format!("leaves {}", of_one(ones)))
            }
        };
        if left < heap {
            let into: &[u64] = if left == 0 { &[] } else { &[left] };
            winning.push((position.move_at(place, into), reason));
        }
    }
    Some(MisereNim {
        outcome: if next { Outcome::N } else { Outcome::P },
        winning,
        reason: reason(heaps, sum, large, ones),
    })
}

/// Whether the player to move loses heaps of misère Nim: while one has two or
/// more, when the nim sum is 0; of heaps of one, when their number is odd.
pub(crate) fn misere_nim_is_lost(heaps: &[u64]) -> bool {
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    match heaps.iter().any(|heap| *heap > 1) {
        true => sum == 0,
        false => sum == 1,
    }
}

fn of_one(ones: u64) -> String {
    match ones {
        1 => "1 heap of one, an odd number".to_owned(),
        _ => format!("{ones} heaps of one, an odd number"),
    }
}

/// What decides.
fn reason(heaps: &[u64], sum: u64, large: usize, ones: usize) -> String {
    match (large, ones) {
        (0, 0) => "no heap is left, and who cannot move wins".to_owned(),
        (0, _) => {
            let parity = if ones.is_multiple_of(2) {
                "even"
            } else {
                "odd"
            };
            let heaps = if ones == 1 { "heap" } else { "heaps" };
            format!("{ones} {heaps} of one, an {parity} number, and who takes the last one loses")
        }
        (1, _) => "one heap of two or more: who moves there decides how many heaps of one are \
                   left, and an odd number wins"
            .to_owned(),
        _ => {
            let words: Vec<String> = heaps
                .iter()
                .filter(|heap| **heap > 0)
                .map(u64::to_string)
                .collect();
            let is = if sum == 0 { "is 0" } else { "is not 0" };
            format!(
                "several heaps of two or more, so as in normal play: {} = {sum} {is}",
                words.join(" xor ")
            )
        }
    }
}

impl fmt::Display for MisereNim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = match self.outcome {
            Outcome::P => "the previous player wins (a P-position)",
            _ => "the next player wins (an N-position)",
        };
        write!(f, "{}: {winner}", self.reason)?;
        for (mv, reason) in &self.winning {
            write!(f, "\n{mv}: {reason}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Position;
    use std::collections::BTreeMap;
    use std::ops::ControlFlow;
    use std::sync::Arc;
    use values::Player;

    /// Whether the player to move wins, from the definition.
    fn wins(position: &Heaps, known: &mut BTreeMap<Vec<u64>, bool>) -> bool {
        let mut key = position.heaps().to_vec();
        key.sort_unstable();
        if let Some(&wins) = known.get(&key) {
            return wins;
        }
        let mut moves = 0;
        let mut won = false;
        let _ = position.options(Player::Left, &mut |option| {
            moves += 1;
            won |= !wins(&option, known);
            ControlFlow::Continue(())
        });
        let won = won || moves == 0;
        known.insert(key, won);
        won
    }

    #[test]
    fn the_rule_finds_the_winner_and_every_winning_move() {
        let rules = Arc::new(HeapRules::Nim);
        let mut known = BTreeMap::new();
        for code in 0..6u64.pow(4) {
            let heaps: Vec<u64> = (0..4).map(|place| code / 6u64.pow(place) % 6).collect();
            let position = Heaps::new(Arc::clone(&rules), heaps.clone()).unwrap();
            let why = explain_misere(&position).unwrap();
            let next = wins(&position, &mut known);
            assert_eq!(why.outcome == Outcome::N, next, "{heaps:?}");
            let mut expected = Vec::new();
            let _ = position.moves(Player::Left, &mut |mv| {
                let after = position.play(Player::Left, &mv);
                // Of heaps of one size the first stands for all.
                if mv.nth == 0 && !wins(&after, &mut known) {
                    expected.push(mv.to_string());
                }
                ControlFlow::Continue(())
            });
            let mut told: Vec<String> = why.winning.iter().map(|(mv, _)| mv.to_string()).collect();
            told.sort_unstable();
            expected.sort_unstable();
            assert_eq!(told, expected, "{heaps:?}");
        }
        assert_eq!(known.len(), 126);
    }

    #[test]
    fn other_heap_games_have_no_such_rule() {
        let kayles = Arc::new(HeapRules::code("0.77").unwrap());
        assert!(explain_misere(&Heaps::read(&kayles, "3").unwrap()).is_none());
    }
}
