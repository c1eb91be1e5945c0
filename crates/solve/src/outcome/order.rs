//! Which move to try first.

use super::sum::Sum;
use rules::Position;
use std::ops::ControlFlow;
use values::{Arena, Dyadic, Player, Result, Value};

/// A move of the player to move, who is called Left in a [`Sum`].
pub(super) struct Child<P> {
    pub kind: Kind<P>,
    score: f32,
}

pub(super) enum Kind<P> {
    /// In a part, to this position (not yet split; with the part's sign).
    Part(usize, P),
    /// In a value, to this option.
    Value(usize, Value),
    /// In the folded value, to this option.
    Folded(Value),
}

/// How much a move in the part that the opponent moved in last is preferred.
/// Most threats want an answer, and answers come from where the threat is.
const LOCAL: f32 = 2.0;

/// Moves in numbers lose ground: last.
const NUMBER: f32 = -1000.0;

/// Collects the moves, the last to try first.
///
/// Moves are ordered by what they do to the difference of the numbers of
/// moves that the players have; in values by how far they move the stops,
/// which comes to hottest first.
pub(super) fn children<P: Position>(
    arena: &mut Arena,
    sum: &Sum<P>,
    into: &mut Vec<Child<P>>,
) -> Result<()> {
    let alone = sum.len() == 1;
    for (index, part) in sum.parts.iter().enumerate() {
        let me = if part.negated {
            Player::Right
        } else {
            Player::Left
        };
        let mut base = 0.0;
        if !alone {
            base = -advantage(&part.position, me);
            if part.fresh {
                base += LOCAL;
            }
        }
        let _ = part.position.options(me, &mut |option| {
            into.push(Child {
                score: base + advantage(&option, me),
                kind: Kind::Part(index, option),
            });
            ControlFlow::Continue(())
        });
    }
    for (index, &value) in sum.values.iter().enumerate() {
        if index > 0 && sum.values[index - 1] == value {
            continue;
        }
        let middle = middle(arena, value);
        for option in arena.options(value, Player::Left)? {
            into.push(Child {
                score: (arena.stop(option, Player::Right).to_f64() - middle) as f32,
                kind: Kind::Value(index, option),
            });
        }
    }
    if sum.folded != Value::ZERO {
        let number = arena.is_number(sum.folded);
        for option in arena.options(sum.folded, Player::Left)? {
            into.push(Child {
                score: if number { NUMBER } else { 0.0 },
                kind: Kind::Folded(option),
            });
        }
    }
    into.sort_by(|a, b| a.score.total_cmp(&b.score));
    Ok(())
}

fn middle(arena: &Arena, value: Value) -> f64 {
    let stop = |player| arena.stop(value, player);
    let sum: Dyadic = &stop(Player::Left) + &stop(Player::Right);
    sum.to_f64() / 2.0
}

/// How many moves more the player has; for impartial positions, how few
/// there are.
fn advantage<P: Position>(position: &P, me: Player) -> f32 {
    let count = |player| {
        let mut count = 0;
        let _ = position.moves(player, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    };
    let difference: i32 = if position.is_impartial() {
        -count(me)
    } else {
        count(me) - count(-me)
    };
    difference as f32
}
