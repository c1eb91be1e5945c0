//! Empty boards of many sizes.

use super::line::{SLOW, outcome};
use crate::{Context, Printed, Table, Trouble};
use rules::{Cram, Game};
use solve::NimValues;

/// Who wins the empty board, whoever begins.
pub fn domineering(context: &mut Context<'_>) -> Result<Table, Trouble> {
    const WIDEST: usize = 12;
    /// From here on a board with eight rows or more takes long.
    const LARGE: usize = 80;
    let mut table = Table::new(&["board", "command"]);
    for rows in 2..=9 {
        for cols in rows..=WIDEST {
            if rows >= 8 && cols > 10 {
                continue;
            }
            let text = format!("{rows}x{cols}");
            let command = format!("legatus outcome domineering {text} --brief");
            let keys = [&*text, &*command];
            if rows >= 8 && rows * cols >= LARGE && !context.full {
                table.skip(&keys, &Printed::blank(), SLOW);
                continue;
            }
            let outcome = outcome(context, "domineering", &text)?;
            table.text(&keys, &Printed::blank(), outcome);
            table.about("domineering", &text);
        }
    }
    table.note(
        "Left lays vertically. The print goes to 11x11: J. Uiterwijk, 11x11 Domineering is \
         solved: the first player wins (2016); its table is not at hand here, so every row fills \
         a blank. legatus outcome --proof writes a certificate.",
    );
    Ok(table)
}

/// The widest board of so many rows, and with --full.
const CRAM: [(usize, usize, usize); 5] =
    [(2, 24, 30), (3, 13, 15), (4, 9, 10), (5, 7, 9), (6, 6, 7)];

/// Nim values of empty boards.
pub fn cram(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let game = Cram::<u64>::with_variant(None)?;
    let mut table = Table::new(&["board", "command"]);
    for (rows, last, most) in CRAM {
        for cols in rows..=most {
            let text = format!("{rows}x{cols}");
            let command = format!("legatus grundy cram {text}");
            let keys = [&*text, &*command];
            if cols > last && !context.full {
                table.skip(&keys, &Printed::blank(), SLOW);
                continue;
            }
            let value = NimValues::new().value(&game.read(&text)?, context.budget())?;
            context.step(1);
            table.text(&keys, &Printed::blank(), value);
            table.about("cram", &text);
        }
    }
    table.note(
        "Beling's impartial-games program decides 5x13, 6x11 and 7x10; nim values are in J. \
         Lemoine and S. Viennot, Nimbers are Inevitable (2012). Neither table is at hand here, so \
         every row fills a blank. legatus grundy --proof writes a certificate.",
    );
    Ok(table)
}
