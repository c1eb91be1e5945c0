//! Section 6: positions of type Z, easy Left followers of those of type C.

use super::{boards, cells, value};
use crate::{Context, Known, Printed, Table, Trouble};
use rules::Position;
use values::Value;

/// How far m goes on both sides of 0.
const FARTHEST: i64 = 4;

/// The largest n.
const LARGEST: i64 = 8;

/// Boards with more empty squares are left out by default, and with `--full`.
const EMPTY: u64 = 11;
const EMPTY_FULL: u64 = 14;

/// The paper's formula, and its instance for every m on all boards.
pub fn table(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["cell", "boards"]);
    let formula = cells()?.get("type-z", "Z[m,n]");
    let most = if context.full { EMPTY_FULL } else { EMPTY };
    let (mut count, mut against) = (0, 0);
    for m in -FARTHEST..=FARTHEST {
        let k = m.abs();
        let (printed, corrected) = (
            format!("{{{}|{}}}", k - 1, k + 1),
            format!("{{{}|{}}}", k - 1, 1 - k),
        );
        let cell = Printed {
            cell: Some(&printed),
            known: formula.known.map(|known| Known {
                computed: Some(&corrected),
                ..known
            }),
            ..formula
        };
        let expected = context.arena.read(&corrected)?;
        let name = format!("Z[{m},n]");
        // One row for each value that a board has: it should be one.
        for (value, boards) in values(context, m, most)? {
            context.row(&mut table, &[&name, &boards.to_string()], &cell, value)?;
            count += boards;
            against += if value == expected { 0 } else { boards };
        }
    }
    let computed = match against {
        0 => "k-1|-k+1".to_owned(),
        _ => format!("not k-1|-k+1 on {against} boards"),
    };
    table.text(&["Z[m,n]", &count.to_string()], &formula, computed);
    table.note(format!(
        "k is the magnitude of m. Every board with n up to {LARGEST}, whatever its edges, and with \
         at most {most} empty squares is evaluated exactly{}.",
        if context.full { "" } else { " (--full: 14)" },
    ));
    Ok(table)
}

/// The values of the boards with this m, and how many boards have each.
fn values(context: &mut Context<'_>, m: i64, most: u64) -> Result<Vec<(Value, u64)>, Trouble> {
    let mut values: Vec<(Value, u64)> = Vec::new();
    for n in 0..=LARGEST {
        for (_, name, position) in boards("Z", m, n) {
            if position.rank() > most {
                continue;
            }
            let value = value(context, &name)?;
            context.step(1);
            match values.iter_mut().find(|(known, _)| *known == value) {
                Some((_, boards)) => *boards += 1,
                None => values.push((value, 1)),
            }
        }
    }
    Ok(values)
}
