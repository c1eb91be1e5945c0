//! Figs. 7 and 8: option B against option A.

use super::{Figure, boards, cells, graph, longest, mast, picture, thermographer};
use crate::{Context, Known, Printed, Table, Trouble};
use values::{Dyadic, Thermograph};

/// The indices m and n of the boards B[-m-4,n] that are looked at: those of
/// 2n + m + 7 squares, burned and occupied ones among them, in that many rows.
fn indices(rows: usize) -> impl Iterator<Item = (i64, i64)> {
    let most = 2 * rows as i64 - 7;
    (1..most).flat_map(move |m| (3..=(most - m) / 2).map(move |n| (m, n)))
}

/// The thermograph of a | b ‖ c.
fn sente(context: &mut Context<'_>, a: i64, b: i64, c: i64) -> Result<Thermograph, Trouble> {
    let value = context.arena.read(&format!("{{{a}|{b}||{c}}}"))?;
    Ok(context.arena.thermograph(value)?)
}

pub fn table(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let cells = cells()?;
    let mut table = Table::new(&["what"]);
    let mut better = Vec::new();
    for (m, n) in indices(longest(context)) {
        let formula = sente(context, n - 2, m + 2, -m - 1)?;
        let (fit, reason) = match n {
            3 => (sente(context, m + 1, m + 1, -m - 1)?, NO_THREAT),
            4 => (sente(context, m + 2, m + 2, -m - 1)?, NO_THREAT),
            _ => (sente(context, n + m - 1, m + 2, -m - 1)?, LARGER_SIDE),
        };
        let printed = mast(&formula);
        for (_, name, position) in boards("B", -m - 4, n) {
            let found = thermographer(context).thermograph(&position)?;
            context.step(1);
            let mut cell = Printed::cell(&printed);
            if above_zero(&found, &fit) {
                let computed = None;
                cell = cell.but(Known { computed, reason });
            }
            let agreement = cell.judge(|cell| cell == mast(&found));
            let what = format!("{name} as {{{}|{}||{}}}", n - 2, m + 2, -m - 1);
            table.push(&[&what], &cell, Some(mast(&found)), agreement);
            if m == 1 {
                better.push((n, found.mean().cmp(&Dyadic::from(m))));
            }
        }
    }
    let least = |wanted| {
        let found = better.iter().filter(|(_, order)| *order == wanted);
        found.map(|(n, _)| *n).min()
    };
    let text = |n: Option<i64>| n.map_or("none".into(), |n: i64| n.to_string());
    let printed = cells.get("figure-7", "equal");
    let computed = text(least(std::cmp::Ordering::Equal));
    table.text(&["least n: B[-5,n] as good as A[1,.]"], &printed, computed);
    let printed = cells.get("figure-7", "better");
    let computed = text(least(std::cmp::Ordering::Greater));
    table.text(&["least n: B[-5,n] better than A[1,.]"], &printed, computed);
    table.note(
        "B is better than A at some temperature if its mean exceeds m. By the printed formula \
         that is so if n > 5m + 2, by the computed thermographs if n > 4m + 1. Where White stands \
         then: see option-b.",
    );
    Ok(table)
}

const LARGER_SIDE: &str = "B[-m-4,n] has the walls of n+m-1 | m+2 || -m-1 above t = 0: after three moves in a row \
     Black has trapped White and owns the larger side of the board, not the smaller one that the \
     printed n-2 counts.";

const NO_THREAT: &str = "On boards so small Black's third move is no threat: the walls are those of m+2 | -m-1 for \
     n = 4 and of m+1 | -m-1 for n = 3.";

/// Whether two thermographs are the same from t = 0 up.
fn above_zero(a: &Thermograph, b: &Thermograph) -> bool {
    let walls = [(&a.left, &b.left), (&a.right, &b.right)];
    walls.iter().all(|(a, b)| {
        let corners = a.corners().iter().chain(b.corners());
        let zero = Dyadic::zero();
        let bends = corners.map(|(t, _)| t).filter(|t| t.signum() >= 0);
        bends.chain([&zero]).all(|t| a.at(t) == b.at(t))
    })
}

pub fn figures(context: &mut Context<'_>) -> Result<Vec<Figure>, Trouble> {
    let mut seven = Vec::new();
    for name in ["A[1,4]", "B[-5,5]", "B[-5,6]tlbl"] {
        seven.push((name.to_owned(), graph(context, name)?));
    }
    // White in the row below the centre, Black at the far end: A and B are
    // equally good on 9 rows, B is better on 11.
    let mut eight = Vec::new();
    for start in ["9x2:a9,b4", "11x2:a11,b5"] {
        eight.push((start.to_owned(), graph(context, start)?));
    }
    Ok(vec![picture("7", &seven), picture("8", &eight)])
}
