//! Table 2: incentives in order, and a sum in which an unorthodox move counts.

use super::{cells, value};
use crate::{Context, Printed, Table, Trouble};
use values::{Player, Relation, Value};

/// The columns of Table 2: the incentive as printed, with a position of the
/// example's type and size, n as small as the table has it. u stands for a
/// value like ↑ with bigger threats; here it is that of B[-1,6].
const COLUMNS: [(&str, &str); 11] = [
    ("2|0", "D[2,7]tlbl"),
    ("5/4|0", "E[2,3]"),
    ("1u*|0", "E[2,6]tlbl"),
    ("1*|0", "E[2,7]"),
    ("1/2|0", "A[-1,2]"),
    ("u*", "B[-1,6]tlbl"),
    ("^*", "C[-1,1]trbl"),
    ("*", "B[-1,5]"),
    ("-1/4", "B[-1,1]"),
    ("-1/2", "A[0,3]tl"),
    ("-1", "A[1,4]"),
];

/// B[2,·] + E[0,·] as the paper writes it, without bigs, and on boards.
const SUMS: [[&str; 2]; 5] = [
    ["{1,{2|0}||-1}", "{1|-1}"],
    ["{1|-1}", "{1|-1}"],
    ["B[2,4]tl", "E[0,5]"],
    ["B[2,6]tl", "E[0,5]"],
    ["B[2,7]bl", "E[0,5]"],
];

/// The value of a printed incentive.
fn incentive(context: &mut Context<'_>, printed: &str) -> Result<Value, Trouble> {
    if !printed.contains('u') {
        let text = match printed.contains('|') {
            true => format!("{{{printed}}}"),
            false => printed.to_owned(),
        };
        return Ok(context.arena.read(&text)?);
    }
    let u_star = value(context, "B[-1,6]tlbl")?;
    Ok(match printed {
        "u*" => u_star,
        _ => {
            let one = context.arena.integer(1)?;
            let left = context.arena.add(one, u_star)?;
            context.arena.game(&[left], &[Value::ZERO])?
        }
    })
}

pub fn table(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let cells = cells()?;
    let mut table = Table::new(&["what", "with"]);
    let mut values = Vec::new();
    for (printed, name) in COLUMNS {
        let wanted = incentive(context, printed)?;
        values.push((printed, wanted));
        let position = value(context, name)?;
        context.step(1);
        let incentives = context.arena.incentives(position, None)?;
        let walls = context.arena.thermograph(wanted)?;
        let mut like = None;
        for incentive in incentives {
            if incentive == wanted || context.arena.thermograph(incentive)? == walls {
                like = Some(incentive);
            }
            if incentive == wanted {
                break;
            }
        }
        let text = match like {
            Some(incentive) => context.text(incentive)?,
            None => "none like it".into(),
        };
        let cell = cells.get("table-2", &format!("{printed} example"));
        let cell = Printed {
            cell: Some(printed),
            ..cell
        };
        let agreement = cell.judge(|cell| match cell == printed {
            true => like == Some(wanted),
            false => cell == text,
        });
        table.push(&["an incentive of", name], &cell, Some(text), agreement);
    }
    for (i, (high, a)) in values.iter().enumerate() {
        for (low, b) in &values[i + 1..] {
            let relation = context.arena.compare(*a, *b)?;
            let text = match relation {
                Relation::Greater => ">",
                Relation::Less => "<",
                Relation::Equal => "=",
                Relation::Confused => "||",
            };
            let known = cells.get("table-2", &format!("{high} {low}"));
            let cell = Printed {
                cell: Some(">"),
                ..known
            };
            table.text(&[high, low], &cell, text);
        }
    }
    for (a, b) in [("1|0", "1u*|0"), ("1|0", "1*|0"), ("v", "*")] {
        let (x, y) = (incentive(context, a)?, incentive(context, b)?);
        let relation = context.arena.compare(x, y)?;
        let text = if relation == Relation::Confused {
            "incomparable"
        } else {
            "comparable"
        };
        table.text(&[a, b], &Printed::cell("incomparable"), text);
    }
    for sum in SUMS {
        let mut total = Value::ZERO;
        for summand in sum {
            let value = match summand.starts_with('{') {
                true => context.arena.read(summand)?,
                false => value(context, summand)?,
            };
            context.step(1);
            total = context.arena.add(total, value)?;
        }
        let name = sum.join(" + ");
        let printed = cells.get("table-2", &name);
        let score = context.arena.stop(total, Player::Left);
        table.text(&["Left's score, first in", &name], &printed, score);
    }
    table.note(
        "The columns of Table 2 are compared with each other, each with all that follow. u* is \
         {0,{4|0}|0}, the value of B[-1,6]; an incentive like the printed one has the same \
         thermograph. The labels v and d of the two columns of type E are exchanged in print: by \
         Table 1 E[2,v] is 1 | -u* and E[2,d] is 1 | *.",
    );
    table.note(
        "The sum of the last rows: Left's invading move has no effect on the score of B[2,.] alone, \
         but beside another switch it wins a point if some big number exceeds 1 and Right's \
         answer leaves 0. The smallest boards have no such threat yet.",
    );
    Ok(table)
}
