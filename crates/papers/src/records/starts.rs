//! Who wins from starting positions.

use super::line::Boards;
use crate::{Context, Table, Trouble};

const BOARDMAN: &str = "M. D. Boardman, Legionnaires: A Combinatorial Game (2005), has no outcomes of \
                        these boards; every row is beyond it. A start is its own negative: P means \
                        the value 0. legatus outcome --proof writes a certificate.";
const KONANE: &str = "ICGA Journal 43(3) (2021) calls narrow boards partly open; its table is not at \
                      hand here, so every row fills a blank.";

pub fn legionnaires_3(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let boards = Boards {
        game: "legionnaires",
        rows: 3,
        range: (1, 10, 14),
        printed: |_| None,
    };
    let mut table = boards.table(context)?;
    table.note(BOARDMAN);
    Ok(table)
}

fn konane(
    context: &mut Context<'_>,
    rows: usize,
    range: (usize, usize, usize),
) -> Result<Table, Trouble> {
    let boards = Boards {
        game: "konane",
        rows,
        range,
        printed: |_| None,
    };
    let mut table = boards.table(context)?;
    table.note(KONANE);
    Ok(table)
}

pub fn konane_3(context: &mut Context<'_>) -> Result<Table, Trouble> {
    konane(context, 3, (2, 9, 14))
}

pub fn konane_4(context: &mut Context<'_>) -> Result<Table, Trouble> {
    konane(context, 4, (2, 6, 9))
}
