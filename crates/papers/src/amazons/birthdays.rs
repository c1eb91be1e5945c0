//! Section 7: numerical birthdays.

use super::value;
use crate::{Agreement, Context, Printed, Table, Trouble};
use num_traits::ToPrimitive;
use values::{Birthday, Origin};

/// The amazons at the end of the board, in one row or diagonally. The
/// diagrams of W and V are lost; in both the amazons have to cross the board.
const ENDS: [&str; 2] = ["LR", "L./.R"];
const ROWS: usize = 6;
const ROWS_FULL: usize = 7;

pub fn table(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["board", "empty squares"]);
    let numerical = Birthday {
        from: Origin::Numbers,
        ..Birthday::default()
    };
    let longest = if context.full { ROWS_FULL } else { ROWS };
    for end in ENDS {
        let mut days: Vec<u64> = Vec::new();
        for rows in 1..=longest {
            let board = format!("{end}{}", "/..".repeat(rows));
            let value = value(context, &board)?;
            context.step(1);
            let day = context.arena.birthday(value, numerical)?;
            let day = day.to_u64().unwrap_or(u64::MAX);
            days.push(day);
            let empty = board.matches('.').count().to_string();
            table.text(&[&board, &empty], &Printed::blank(), day);
        }
        // Two rows are four squares: three days more.
        let grows = days[1..]
            .windows(3)
            .all(|window| window[2] >= window[0] + 3);
        let agreement = if grows {
            Agreement::Agrees
        } else {
            Agreement::Disagrees
        };
        let computed = if grows {
            "3 days more for 4 squares more"
        } else {
            "less"
        };
        let printed = Printed::cell("at least 3/4 N - c");
        let keys = [&format!("{end}/../.. on"), "N"];
        table.push(
            &keys.map(|key| key as &str),
            &printed,
            Some(computed.into()),
            agreement,
        );
    }
    table.note(
        "The numerical birthday of a value: numbers are born on day 0, other values one day after \
         their youngest canonical option.",
    );
    Ok(table)
}
