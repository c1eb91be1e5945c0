//! Which move to try first.

use super::sum::Sum;
use rules::{Heaps, MoveLimit, Position};
use values::{Arena, Dyadic, Player, Result, Value};

/// A move of the player to move, who is called Left in a [`Sum`].
pub(super) enum Move<P> {
    /// In a part, to this position (not yet split; with the part's sign).
    Part(usize, P),
    /// In a value, to this option.
    Value(usize, Value),
    /// In the folded value, to this option.
    Folded(Value),
}

impl<P: Position> Move<P> {
    /// Makes `next` the sum after the move, seen by the opponent.
    pub fn play(&self, sum: &Sum<P>, next: &mut Sum<P>) {
        next.turn(sum);
        match self {
            Move::Part(index, option) => {
                next.parts.remove(*index);
                next.push(option, !sum.parts[*index].negated);
            }
            Move::Value(index, option) => next.values[*index] = -*option,
            Move::Folded(option) => next.folded = -*option,
        }
    }
}

/// How much a move in the part that the opponent moved in last is preferred.
/// Most threats want an answer, and answers come from where the threat is.
const LOCAL: f32 = 2.0;

/// Moves in numbers lose ground: last.
const NUMBER: f32 = -1000.0;

/// Collects the moves, beside other things that take this number of bytes.
/// The bytes of all that.
pub(super) fn moves<P: Position>(
    arena: &mut Arena,
    sum: &Sum<P>,
    into: &mut Vec<Move<P>>,
    beside: u64,
) -> Result<u64> {
    let mut limit = MoveLimit::new(arena.budget()).beside(beside);
    for (index, part) in sum.parts.iter().enumerate() {
        let all = part.position.options(part.mover(), &mut |option| {
            let bytes = size_of::<Move<P>>() + option.outside_bytes();
            into.push(Move::Part(index, option));
            limit.go_on(into.len(), bytes)
        });
        if all.is_break() {
            break;
        }
    }
    let bytes = limit.finish()?;
    for (index, &value) in sum.values.iter().enumerate() {
        if index == 0 || sum.values[index - 1] != value {
            let options = arena.options(value, Player::Left)?;
            into.extend(options.into_iter().map(|option| Move::Value(index, option)));
        }
    }
    if sum.folded != Value::ZERO {
        let options = arena.options(sum.folded, Player::Left)?;
        into.extend(options.into_iter().map(Move::Folded));
    }
    Ok(bytes)
}

/// Tells how promising moves in a sum are: by how few moves they leave to the
/// opponent; in values by how far they move the stops, which comes to hottest
/// first.
pub(super) struct Scores {
    /// What to add for moves in each part.
    parts: Vec<f32>,
}

impl Scores {
    pub fn new<P: Position>(sum: &Sum<P>) -> Self {
        let mut parts = vec![0.0; sum.parts.len()];
        if sum.len() > 1 {
            for (base, part) in parts.iter_mut().zip(&sum.parts) {
                let local = if part.fresh { LOCAL } else { 0.0 };
                *base = local - promise(&part.position, &part.position, part.mover());
            }
        }
        Scores { parts }
    }

    pub fn score<P: Position>(&self, arena: &Arena, sum: &Sum<P>, mv: &Move<P>) -> f32 {
        match mv {
            Move::Part(index, option) => {
                let part = &sum.parts[*index];
                self.parts[*index] + promise(&part.position, option, part.mover())
            }
            Move::Value(index, option) => {
                let stop = arena.stop(*option, Player::Right).to_f64();
                (stop - middle(arena, sum.values[*index])) as f32
            }
            Move::Folded(_) if arena.is_number(sum.folded) => NUMBER,
            Move::Folded(_) => 0.0,
        }
    }
}

fn middle(arena: &Arena, value: Value) -> f64 {
    let stop = |player| arena.stop(value, player);
    let sum: Dyadic = &stop(Player::Left) + &stop(Player::Right);
    sum.to_f64() / 2.0
}

/// How promising a move is. To count the own moves as well as the opponent's
/// makes the search larger in most games, up to thirteen times.
fn promise<P: Position>(position: &P, option: &P, me: Player) -> f32 {
    if Heaps::of(position).is_some() {
        // Counting the moves takes as long as a heap is large.
        return -(option.rank() as f32);
    }
    (P::CAPABILITIES.judgement.promise)(position, option, me)
}
