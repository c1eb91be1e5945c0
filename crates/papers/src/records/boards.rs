//! Empty boards of many sizes.

use super::line::{SLOW, outcome};
use crate::{Context, Printed, Table, Trouble};
use rules::{Cram, Game};
use solve::NimValues;

/// The boards of so many rows: the widest of all that are quick, and wider ones
/// with whether they are slow.
type Widths = (usize, usize, &'static [(usize, bool)]);

const DOMINEERING: [Widths; 8] = [
    (2, 12, &[]),
    (3, 12, &[]),
    (4, 12, &[]),
    (5, 12, &[]),
    (6, 12, &[]),
    (7, 12, &[]),
    (8, 9, &[(11, false)]),
    (9, 8, &[(9, true), (10, false)]),
];

/// Who wins the empty board, whoever begins.
pub fn domineering(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["board", "command"]);
    for (rows, widest, wider) in DOMINEERING {
        let quick = (rows..=widest).map(|cols| (cols, false));
        for (cols, is_slow) in quick.chain(wider.iter().copied()) {
            let text = format!("{rows}x{cols}");
            let command = format!("legatus outcome domineering {text} --brief");
            let keys = [&*text, &*command];
            if is_slow && !context.full {
                table.skip(&keys, &Printed::blank(), SLOW);
                continue;
            }
            let outcome = outcome(context, &command, "domineering", &text)?;
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
            let [value] = context.answer(&command, |context| {
                let value = NimValues::new().value(&game.read(&text)?, context.budget())?;
                context.step(1);
                Ok([value.to_string()])
            })?;
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
