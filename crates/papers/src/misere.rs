//! T. Plambeck, A. N. Siegel, "Misère quotients for impartial games" (2008):
//! octal games whose misère quotients are finite and known.

use super::cells::Cells;
use super::{Context, Exhibit, Paper, Table, Trouble};
use rules::HeapRules;
use solve::Quotient;

pub(super) const PAPER: Paper = Paper {
    name: "misere",
    title: "T. Plambeck, A. N. Siegel, Misère quotients for impartial games (2008)",
    exhibits: &[Exhibit {
        id: "octal",
        title: "misère quotients of octal games: order, P-portion, period, pre-period",
        table: octal,
        figures: None,
    }],
};

/// Octal codes of two digits whose heaps settle soon, and four of three.
const CODES: [&str; 35] = [
    "0.01", "0.02", "0.03", "0.05", "0.1", "0.11", "0.12", "0.13", "0.15", "0.2", "0.21", "0.22",
    "0.23", "0.24", "0.25", "0.3", "0.31", "0.32", "0.33", "0.34", "0.5", "0.51", "0.52", "0.53",
    "0.55", "0.7", "0.71", "0.72", "0.73", "0.75", "0.77", "0.115", "0.144", "0.152", "0.123",
];
/// Heaps beyond which no proof is awaited.
const HEAPS: usize = 300;
/// Elements beyond which a quotient is given up.
const ORDER: usize = 200;

fn octal(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let cells = Cells::read(include_str!("../data/misere.tsv"))?;
    let mut table = Table::new(&["code", "known"]);
    for code in CODES {
        let mut quotient = Quotient::new(HeapRules::code(code)?).with_largest_order(ORDER);
        let (known, period) = match quotient.settle(HEAPS, context.budget()) {
            Ok(Some(proved)) => {
                let period = format!(" {} {}", proved.period, proved.preperiod);
                ("proved".to_owned(), period)
            }
            Err(error) if !error.is_limit() => return Err(error.into()),
            _ => (format!("to heap {}", quotient.heaps()), String::new()),
        };
        let computed = format!("{} {}{period}", quotient.order(), quotient.lost_order());
        table.text(&[code, &known], &cells.get("octal", code), computed);
        context.step(quotient.heaps() as u64);
    }
    table.note(
        "Order, P-portion, period and pre-period; the last two only where the theorem of \
         Plambeck and Siegel proves that the heaps repeat for ever.",
    );
    Ok(table)
}
