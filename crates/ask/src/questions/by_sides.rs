//! Who wins a sum with parts in which play may not end, by the sides of values.

use positions::{Detail, PlayMove, Sum};
use values::{Loopy, Player, Stoppers};

use super::outcome::StartAnswer;
use crate::loopy;
use crate::{Desk, Trouble};

/// What happens when Left starts and when Right does: the onside of the value
/// decides whether Left has at least a draw, the offside whether she wins.
pub(super) fn by_sides(
    desk: &mut Desk,
    sum: &Sum,
    detail: Detail,
) -> Result<[StartAnswer; 2], Trouble> {
    let (value, mut stoppers) = loopy::resolve(desk, sum)?;
    let mut starts = starts_of_value(desk, &value, &mut stoppers)?;
    if detail != Detail::Winner {
        for start in &mut starts {
            let StartAnswer {
                starter, winner, ..
            } = *start;
            if winner.is_none_or(|winner| winner == starter) {
                start.good = good_moves(desk, sum, &mut stoppers, starter, winner, detail)?;
            }
        }
    }
    Ok(starts)
}

/// Who wins a value alone when Left starts and when Right does; no moves are
/// named.
pub(super) fn starts_of_value(
    desk: &mut Desk,
    value: &Loopy,
    stoppers: &mut Stoppers,
) -> Result<[StartAnswer; 2], Trouble> {
    let winners = desk.working(|_, arena| stoppers.winners(arena, value))?;
    Ok(Player::BOTH.map(|starter| StartAnswer {
        starter,
        winner: winners[starter as usize],
        moves: None,
        good: Vec::new(),
        line: Some(Vec::new()),
        repeats: false,
    }))
}

/// The moves that keep a win, or a draw; one, unless all are asked for.
fn good_moves(
    desk: &mut Desk,
    sum: &Sum,
    stoppers: &mut Stoppers,
    starter: Player,
    winner: Option<Player>,
    detail: Detail,
) -> Result<Vec<PlayMove>, Trouble> {
    Ok(desk.working(|solvers, arena| {
        let mut good = Vec::new();
        for (text, after) in sum.moves(arena, starter)? {
            let value = after.loopy_value(solvers, arena, stoppers)?;
            let kept = stoppers.winners(arena, &value)?[starter.opposite() as usize] == winner;
            if !kept {
                continue;
            }
            good.push(PlayMove {
                player: starter,
                text,
                after: after.text(arena)?,
            });
            if detail != Detail::AllMoves {
                break;
            }
        }
        Ok::<_, values::Error>(good)
    })?)
}
