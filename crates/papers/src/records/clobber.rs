//! Clobber on strips and narrow boards.

use super::line::{Boards, SLOW, conjectured, proved};
use crate::{Context, Printed, Table, Trouble};
use positions::{Detail, Searching, Sum};
use rules::MAX_STRIP;
use solve::Convention;
use values::Outcome;

const SOURCE: &str = "Print: T. Folkersen, M. Müller and H. Du, results of MCGS (2025), which cite \
                      SEGClobber (2025).";

/// (XXO)ⁿ = ⌊(n+1)/2⌋·↑, the conjecture of Albert, Grossman, Nowakowski and
/// Wolfe.
pub fn xxo(context: &mut Context<'_>) -> Result<Table, Trouble> {
    const PRINTED: usize = 28;
    // What the default computes, and what --full does.
    const COMPUTED: (usize, usize) = (100, MAX_STRIP / 3);
    const CERTIFIED: (usize, usize) = (12, 60);
    let mut table = Table::new(&["n", "command", "certificate"]);
    let certified = if context.full {
        CERTIFIED.1
    } else {
        CERTIFIED.0
    };
    for n in 1..=COMPUTED.1 {
        let ups = n.div_ceil(2);
        let expected = context.arena.up_star(&0.into(), ups as i64, 0)?;
        let expected = context.text(expected)?;
        let command = format!("legatus value clobber $(printf XXO%.0s {{1..{n}}})");
        if n > COMPUTED.0 && !context.full {
            let keys = [&n.to_string(), &*command, "--proof"];
            table.skip(&keys, &Printed::blank(), "--full");
            continue;
        }
        let text = "BBW".repeat(n);
        let value = context.answered_value(&command, |context| {
            let value = context.value("clobber", &text)?;
            context.step(1);
            Ok(value)
        })?;
        let certificate = match n <= certified {
            true => proved(context, &command, "clobber", &text)?,
            false => "--proof".to_owned(),
        };
        let computed = context.text(value)?;
        let keys = [n.to_string(), command, certificate];
        let keys = keys.each_ref().map(String::as_str);
        conjectured(&mut table, &keys, &expected, n <= PRINTED, computed);
    }
    table.note(format!(
        "The conjecture says floor((n+1)/2) times ^. {SOURCE} To n = {PRINTED}; here to {}, where \
         a strip has {MAX_STRIP} squares. The lengths are those of certificates that were written \
         and checked.",
        COMPUTED.1
    ));
    Ok(table)
}

/// ↓ < (XO)ⁿ.
pub fn xo(context: &mut Context<'_>) -> Result<Table, Trouble> {
    const PRINTED: usize = 24;
    let mut table = Table::new(&["n", "command"]);
    // Rows of 1, 2, 4 and 5 pairs are not above it: it is said of long ones.
    for n in 6..=26 {
        let command =
            format!("legatus outcome \"clobber(\\\"$(printf XO%.0s {{1..{n}}})\\\") + ^\"");
        let number = n.to_string();
        let keys = [&*number, &*command];
        if n > 21 && !context.full {
            let printed = match n <= PRINTED {
                true => Printed::cell("yes"),
                false => Printed::blank(),
            };
            table.skip(&keys, &printed, SLOW);
            continue;
        }
        let [outcome] = context.answer(&command, |context| {
            let board = context.position("clobber", &"BW".repeat(n))?;
            let up = context.arena.up_star(&0.into(), 1, 0)?;
            let sum = Sum::from(board).plus(&Sum::from(up));
            let how = &mut Searching::new(Convention::Normal);
            let play = sum.play(&mut context.arena, how, Detail::Winner)?;
            context.step(1);
            Ok([play.outcome.to_string()])
        })?;
        let is_above = outcome == Outcome::L.to_string();
        let above = if is_above { "yes" } else { "no" };
        conjectured(&mut table, &keys, "yes", n <= PRINTED, above.to_owned());
    }
    table.note(format!(
        "yes: Left wins (XO)^n + ^, whoever begins. {SOURCE} To n < 25."
    ));
    Ok(table)
}

/// P if and only if 3 divides n.
pub fn two_rows(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let boards = Boards {
        game: "clobber",
        rows: 2,
        range: (1, TWO_ROWS.0, TWO_ROWS.1),
        printed: |n| (n <= 17).then_some(if n % 3 == 0 { "P" } else { "N" }),
    };
    let mut table = boards.table(context)?;
    table.note(format!(
        "The print has P if and only if 3 divides n. {SOURCE} To n = 17."
    ));
    Ok(table)
}

/// What the default computes, and what --full does.
const TWO_ROWS: (usize, usize) = (17, 20);
const THREE_ROWS: (usize, usize) = (9, 11);
const FOUR_ROWS: (usize, usize) = (7, 7);
const FIVE_ROWS: (usize, usize) = (5, 6);

pub fn three_rows(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let boards = Boards {
        game: "clobber",
        rows: 3,
        range: (1, THREE_ROWS.0, THREE_ROWS.1),
        printed: |_| None,
    };
    let mut table = boards.table(context)?;
    table.note(format!(
        "{SOURCE} To n = 10; the outcomes themselves are not at hand here, so every row fills a \
         blank."
    ));
    Ok(table)
}

pub fn four_rows(context: &mut Context<'_>) -> Result<Table, Trouble> {
    outcomes(context, 4, FOUR_ROWS)
}

pub fn five_rows(context: &mut Context<'_>) -> Result<Table, Trouble> {
    outcomes(context, 5, FIVE_ROWS)
}

fn outcomes(
    context: &mut Context<'_>,
    rows: usize,
    (last, most): (usize, usize),
) -> Result<Table, Trouble> {
    let boards = Boards {
        game: "clobber",
        rows,
        range: (1, last, most),
        printed: |_| None,
    };
    let mut table = boards.table(context)?;
    table.note(
        "5x6 is the board of the first Clobber tournament (2002). No printed table of these \
         boards is at hand here, so every row fills a blank.",
    );
    Ok(table)
}
