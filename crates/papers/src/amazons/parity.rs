//! Section 6: the parity of boards and of values.

use super::{boards, cells, value};
use crate::{Context, Table, Trouble};
use rules::Position;
use values::Parity;

/// Boards with more empty squares are left out by default.
const EMPTY: u64 = 10;
const EMPTY_FULL: u64 = 13;

pub fn table(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let cells = cells()?;
    let mut table = Table::new(&["what", "parity"]);
    for (about, printed) in cells.of("parity") {
        let [game] = about[..] else {
            continue;
        };
        let value = context.arena.read(game)?;
        let parity = context.arena.parity(value)?;
        table.text(&[game, "of the value"], &printed, parity);
    }
    // How many boards of each parity have values of each parity.
    let mut counts = [[0u64; 3]; 2];
    let mut against = Vec::new();
    let most = if context.full { EMPTY_FULL } else { EMPTY };
    for kind in ["A", "B", "C", "D", "E"] {
        for m in -1..=2 {
            for n in 0..=8 {
                for (_, name, position) in boards(kind, m, n) {
                    let empty = position.rank();
                    if empty > most {
                        continue;
                    }
                    let value = value(context, &name)?;
                    let parity = context.arena.parity(value)?;
                    let place = [Parity::Even, Parity::Odd, Parity::Mixed]
                        .iter()
                        .position(|p| *p == parity);
                    let place = place.expect("one of the three");
                    let odd = usize::from(empty % 2 == 1);
                    counts[odd][place] += 1;
                    if place == 1 - odd {
                        against.push(name);
                    }
                }
            }
        }
    }
    for (odd, board) in ["even", "odd"].iter().enumerate() {
        let [even_values, odd_values, mixed] = counts[odd];
        let found = format!("{even_values} even, {odd_values} odd, {mixed} mixed");
        let (same, other) = match odd {
            0 => (even_values, odd_values),
            _ => (odd_values, even_values),
        };
        let printed = cells.get("parity", &format!("boards {board}"));
        let agreement = printed.judge(|_| same > 10 * other);
        let keys = ["boards of Table 1", board];
        table.push(&keys, &printed, Some(found), agreement);
    }
    let printed = cells.get("parity", "boards against");
    let computed = if against.is_empty() {
        "none".into()
    } else {
        against.join(" ")
    };
    table.text(
        &["values of the other parity", "against the board"],
        &printed,
        computed,
    );
    table.note(format!(
        "Every board of Table 1 with at most {most} empty squares, each jagged edge on its own. \
         The tendency is that of values with a fixed parity: it holds if they are ten times as \
         often of the board's parity as of the other. B[-1,3], a board of odd parity with value \
         0, is what the paper calls truly exceptional."
    ));
    Ok(table)
}
