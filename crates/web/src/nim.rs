//! What a page tells about heaps: who wins, by which move, and the nim sum in
//! binary.

use rules::Heaps;
use serde_json::{Value, json};
use solve::{NimSequence, explain, explain_misere};
use std::time::{Duration, Instant};
use values::{Budget, Outcome};

/// How long a page may wait for the nim values of heaps.
const PATIENCE: Duration = Duration::from_millis(500);
/// How much memory they may take.
const MOST_BYTES: u64 = 1 << 26;
/// A page lists no more winning moves.
const MOST_MOVES: usize = 20;

/// The prediction for a position of a heap game; null for other games, and
/// where the nim values are not found at once.
///
/// `wins` says whether the player to move does, `moves` are the winning moves,
/// `why` is the reason in words; `columns` are the heaps with their nim values
/// in binary, all of one length, and `sum` is their nim sum.
pub fn prediction(heaps: Option<&Heaps>, misere: bool) -> Value {
    let Some(heaps) = heaps else {
        return Value::Null;
    };
    let budget = Budget::new(Some(MOST_BYTES)).with_deadline(Instant::now() + PATIENCE);
    let mut sequence = NimSequence::new(heaps.rules());
    let Ok(normal) = explain(heaps, &mut sequence, &budget) else {
        return Value::Null;
    };
    let (wins, moves, why) = if misere {
        let Some(why) = explain_misere(heaps) else {
            return Value::Null;
        };
        let moves: Vec<String> = why.winning.iter().map(|(mv, _)| mv.to_string()).collect();
        (why.outcome == Outcome::N, moves, why.to_string())
    } else {
        let moves = normal.winning.iter().map(|winning| winning.mv.to_string());
        (normal.nim_sum != 0, moves.collect(), normal.to_string())
    };
    let largest = normal.heaps.iter().map(|(_, value)| *value).max();
    let width = (u64::BITS - largest.unwrap_or(0).leading_zeros()).max(1) as usize;
    let binary = |value: u64| format!("{value:0width$b}");
    let columns = normal
        .heaps
        .iter()
        .map(|&(heap, value)| json!({"heap": heap, "value": value, "binary": binary(value)}));
    json!({
        "wins": wins,
        "moves": moves.into_iter().take(MOST_MOVES).collect::<Vec<_>>(),
        "why": why.lines().next().unwrap_or_default(),
        "columns": columns.collect::<Vec<_>>(),
        "sum": {"value": normal.nim_sum, "binary": binary(normal.nim_sum)},
    })
}
