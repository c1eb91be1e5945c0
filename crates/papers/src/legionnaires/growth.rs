//! Section 4.4: how the numbers of positions grow.

use super::starts::SLOW_COUNT;
use super::{GAME, cells};
use crate::{Agreement, Context, Printed, Table, Trouble};
use num_bigint::BigUint;

/// The starting positions of Fig. 9 that are counted in seconds.
pub const COUNTED: [&str; 8] = [
    "2x2", "2x3", "3x3", "4x4", "5x5-10", "5x5-12", "6x6-12", "6x6-18",
];

/// The one that takes longer.
pub const LARGEST: &str = "8x8";

/// How far the sequence of Fig. 10 is counted.
pub const FIG10_COUNTED: u32 = 24;

pub fn table(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["figure", "n", "what"]);
    fig9(context, &mut table)?;
    fig10(context, &mut table)?;
    table.note(
        "Fig. 9: n is the start. Figs. 10 and 11: n White pawns. What the paper calls positions \
         there are options, summed over all positions. They grow with the golden ratio, about \
         10.47 times 1.618^n; in the paper's 9.5 times 1.63^p, p is n.",
    );
    Ok(table)
}

/// A start and its pawns and positions.
pub fn counted(context: &mut Context<'_>, start: &str) -> Result<(u32, u64), Trouble> {
    let text = context.position(GAME, start)?.text();
    let pawns = text.matches(['B', 'W']).count();
    Ok((pawns as u32, context.count(GAME, start)?.positions))
}

fn fig9(context: &mut Context<'_>, table: &mut Table) -> Result<(), Trouble> {
    let mut points = Vec::new();
    for start in COUNTED.into_iter().chain([LARGEST]) {
        let keys = ["9", start, "positions"];
        let printed = cells()?.get("4.1", &format!("{start} positions"));
        if start == LARGEST && !context.full {
            table.skip(&keys, &printed, SLOW_COUNT);
            continue;
        }
        let (pawns, positions) = counted(context, start)?;
        table.text(&keys, &printed, positions);
        points.push((pawns, positions));
    }
    let (far, near) = (
        points.iter().any(far_from_power),
        points.iter().all(near_exponential),
    );
    let computed = match (far, near) {
        (true, true) => "2.3^p",
        _ => "neither p^2.3 nor 2.3^p",
    };
    let printed = cells()?.get("4.4", "reference curve");
    table.text(&["9", "p pawns", "reference curve"], &printed, computed);
    Ok(())
}

/// Whether a count is more than a thousand times p^2.3.
fn far_from_power(&(pawns, positions): &(u32, u64)) -> bool {
    BigUint::from(positions).pow(10) > BigUint::from(pawns).pow(23) * BigUint::from(1000u32).pow(10)
}

/// Whether a count is within a factor of three of 2.3^p.
fn near_exponential(&(pawns, positions): &(u32, u64)) -> bool {
    let count = BigUint::from(positions) * BigUint::from(10u32).pow(pawns);
    let curve = BigUint::from(23u32).pow(pawns);
    count <= &curve * 3u32 && curve <= count * 3u32
}

fn fig10(context: &mut Context<'_>, table: &mut Table) -> Result<(), Trouble> {
    for (about, printed) in cells()?.of("4.4") {
        let [n, what] = about[..] else {
            return Err(Trouble::Data(format!("no n and question: {about:?}")));
        };
        let name = format!("fig10-{n}");
        match what {
            "value" => {
                let value = context.value(GAME, &name)?;
                context.row(table, &["10", n, what], &printed, value)?;
                table.about(GAME, &name);
            }
            "options" => {
                let count = context.count(GAME, &name)?;
                table.text(&["11", n, what], &printed, count.edges);
                table.about(GAME, &name);
                table.text(&["11", n, "positions"], &Printed::blank(), count.positions);
                table.about(GAME, &name);
            }
            // The curve of Fig. 9.
            _ => {}
        }
    }
    let mut last_wrong = 0;
    for n in 1..=FIG10_COUNTED {
        let count = context.count(GAME, &format!("fig10-{n}"))?;
        if count.edges + 13 != 4 * lucas(n + 2) {
            last_wrong = n;
        }
    }
    let range = format!("{} to {FIG10_COUNTED}", last_wrong + 1);
    let keys = ["11", range.as_str(), "options"];
    let formula = Some("4 Lucas(n+2) - 13".into());
    let agreement = if last_wrong < 4 {
        Agreement::Fills
    } else {
        Agreement::Disagrees
    };
    table.push(&keys, &Printed::blank(), formula, agreement);
    Ok(())
}

/// The Lucas numbers: 2, 1, 3, 4, 7, …
fn lucas(n: u32) -> u64 {
    let (mut this, mut next) = (2u64, 1u64);
    for _ in 0..n {
        (this, next) = (next, this + next);
    }
    this
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lucas_numbers() {
        let numbers: Vec<u64> = (0..8).map(lucas).collect();
        assert_eq!(numbers, [2, 1, 3, 4, 7, 11, 18, 29]);
    }

    #[test]
    fn curves_are_compared_exactly() {
        // 2.3^8 is 783, 8^2.3 is 119.
        assert!(near_exponential(&(8, 982)) && near_exponential(&(8, 262)));
        assert!(!near_exponential(&(8, 2350)) && !near_exponential(&(8, 260)));
        assert!(far_from_power(&(8, 120_000)) && !far_from_power(&(8, 119_000)));
    }
}
