//! Positions of games. Every game of the registry is a function too; what is
//! here takes the positions that those give.

use num_bigint::BigInt;

use super::super::failure::Problem;
use super::super::games::Games;
use super::super::object::Object;
use super::{Arguments, Function, Group};
use crate::positions::Sum;

/// Bound on the squares of an empty board.
const MAX_SQUARES: u64 = 1024;

pub const GROUP: Group = Group {
    title: "Positions",
    functions: &[
        Function::new(
            "moves",
            &["g", "player"],
            "The moves of a player in a position or a sum of positions.",
            ("moves(domineering(\"2x2\"), Left)", "[\"a2a1\",\"b2b1\"]"),
            |games, a| {
                let sum = sum(games, a)?;
                let player = a.player(games, 1)?;
                let moves = sum.moves(&mut games.arena, player)?;
                Object::list(
                    moves
                        .into_iter()
                        .map(|(text, _)| Object::text(text))
                        .collect(),
                )
            },
        ),
        Function::new(
            "nim_value",
            &["g"],
            "The nim value of an impartial game.",
            ("nim_value(kayles(12))", "4"),
            |games, a| {
                let g = a.game(games, 0)?;
                match games.arena.as_nimber(g) {
                    Some(k) => Ok(BigInt::from(k).into()),
                    None => Err(a.wrong(games, 0, "an impartial game")),
                }
            },
        )
        .also(&["grundy", "Grundy"]),
        Function::new(
            "draw",
            &["g"],
            "A position drawn with characters.",
            ("draw(nim(5))", "5  ooooo"),
            |games, a| match sum(games, a)?.board() {
                Some(board) => Ok(Object::text(board.drawing())),
                None => Err(a.wrong(games, 0, "one position")),
            },
        ),
        Function::new(
            "written",
            &["g"],
            "A position or a sum as it can be typed.",
            ("written(clobber(\"xo|ox\") - ^)", "clobber(\"BW/WB\") + v"),
            |games, a| {
                let sum = sum(games, a)?;
                Ok(Object::text(sum.expression(&mut games.arena)?))
            },
        ),
        Function::new(
            "empty_board",
            &["rows", "columns"],
            "The text of an empty board.",
            ("empty_board(2, 3)", ".../..."),
            |games, a| {
                let (rows, columns) = (a.natural(games, 0)?, a.natural(games, 1)?);
                if rows.saturating_mul(columns) > MAX_SQUARES {
                    return Err(Problem::limit(format!(
                        "a board of {rows} by {columns}: the bound is {MAX_SQUARES} squares"
                    )));
                }
                let row = ".".repeat(usize::try_from(columns).unwrap_or_default());
                let rows = usize::try_from(rows).unwrap_or_default();
                Ok(Object::text(vec![row; rows].join("/")))
            },
        )
        .also(&["Grid.Empty"]),
    ],
};

fn sum(games: &mut Games, a: &Arguments) -> Result<Sum, Problem> {
    match games.as_sum(a.get(0))? {
        Some(sum) => Ok(sum),
        None => Err(a.wrong(games, 0, "a position")),
    }
}
