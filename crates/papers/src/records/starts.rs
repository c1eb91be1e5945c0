//! Who wins from starting positions.

use super::line::{Boards, outcome};
use crate::{Context, Printed, Table, Trouble};

const BOARDMAN: &str = "M. D. Boardman, Legionnaires: A Combinatorial Game (2005), has no outcomes of \
                        these boards; every row is beyond it. A start is its own negative: P means \
                        the value 0. legatus outcome --proof writes a certificate.";
const KONANE: &str = "ICGA Journal 43(3) (2021) calls narrow boards partly open; its table is not at \
                      hand here, so every row fills a blank.";

pub fn legionnaires_3(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let boards = Boards {
        game: "legionnaires",
        rows: 3,
        range: (1, 10, 13),
        printed: |_| None,
    };
    let mut table = boards.table(context)?;
    table.note(BOARDMAN);
    Ok(table)
}

/// Every board of four rows or more, with its pawns in one or more whole rows
/// on both sides.
pub fn legionnaires_36(context: &mut Context<'_>) -> Result<Table, Trouble> {
    const MOST: usize = 36;
    /// Boards whose value is printed, as 0.
    const ZERO: [&str; 2] = ["5x5-10", "6x6-12"];
    let mut table = Table::new(&["board", "command"]);
    for rows in 4..=MOST / 2 {
        for cols in 2..=MOST / rows {
            let mut pawns = 0;
            for row in 0..rows / 2 {
                // Rows begin in turn with a pawn and with an empty square.
                pawns += 2 * ((cols + 1 - row % 2) / 2);
                let text = format!("{rows}x{cols}-{pawns}");
                let command = format!("legatus outcome legionnaires {text} --brief");
                let printed = match ZERO.contains(&&*text) {
                    true => Printed::cell("P"),
                    false => Printed::blank(),
                };
                let outcome = outcome(context, &command, "legionnaires", &text)?;
                table.text(&[&text, &command], &printed, outcome);
                table.about("legionnaires", &text);
            }
        }
    }
    table.note(
        "Print: M. D. Boardman, Legionnaires: A Combinatorial Game (2005), table 4.1, has the \
         value 0 of 5x5-10 and 6x6-12; the other rows are beyond it. A start is its own \
         negative: P means the value 0. legatus outcome --proof writes a certificate.",
    );
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
    konane(context, 3, (2, 40, 42))
}

pub fn konane_4(context: &mut Context<'_>) -> Result<Table, Trouble> {
    konane(context, 4, (2, 9, 11))
}
