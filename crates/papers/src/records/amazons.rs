//! Amazons with one amazon each, from starts that have a name.

use super::line::{SLOW, outcome};
use crate::{Context, Printed, Table, Trouble};

const GAME: &str = "amazons";

/// Where the amazons stand on a board of so many rows and columns: Left's and
/// Right's column and row, from 0 at the bottom left.
type Places = fn(usize, usize) -> [(usize, usize); 2];

/// A start that a reader finds on boards of any size.
struct Start {
    name: &'static str,
    places: Places,
}

/// Boards of one width.
struct Starts {
    starts: &'static [Start],
    /// The rows and columns of board n.
    size: fn(usize) -> (usize, usize),
    /// From this n on.
    first: usize,
    /// To this one outcomes are looked for.
    outcomes: usize,
    /// To this one thermographs, and with --full.
    thermographs: (usize, usize),
}

const NX2: Starts = Starts {
    starts: &[
        Start {
            name: "opposite corners",
            places: |rows, _| [(0, 0), (1, rows - 1)],
        },
        Start {
            name: "ends of a file",
            places: |rows, _| [(0, 0), (0, rows - 1)],
        },
        Start {
            name: "side by side",
            places: |rows, _| [(0, (rows - 1) / 2), (1, (rows - 1) / 2)],
        },
        Start {
            name: "corner and middle",
            places: |rows, _| [(0, 0), (1, rows / 2)],
        },
    ],
    size: |n| (n, 2),
    first: 2,
    outcomes: 25,
    thermographs: (12, 14),
};

const THREE_XN: Starts = Starts {
    starts: &[
        Start {
            name: "opposite corners",
            places: |_, cols| [(0, 0), (cols - 1, 2)],
        },
        Start {
            name: "ends of a side",
            places: |_, cols| [(0, 0), (cols - 1, 0)],
        },
        Start {
            name: "ends of the middle row",
            places: |_, cols| [(0, 1), (cols - 1, 1)],
        },
        Start {
            name: "corner and middle",
            places: |_, cols| [(0, 0), (cols / 2, 1)],
        },
    ],
    size: |n| (3, n),
    first: 3,
    outcomes: 15,
    thermographs: (6, 8),
};

impl Starts {
    fn text(&self, start: &Start, n: usize) -> String {
        let (rows, cols) = (self.size)(n);
        let [left, right] = (start.places)(rows, cols).map(|(col, row)| {
            let file = char::from(b'a' + col as u8);
            format!("{file}{}", row + 1)
        });
        format!("{rows}x{cols}:{left},{right}")
    }

    fn table(&self, context: &mut Context<'_>) -> Result<Table, Trouble> {
        let mut table = Table::new(&["n", "start", "command"]);
        let blank = Printed::blank();
        let (last, most) = self.thermographs;
        for n in self.first..=self.outcomes.max(most) {
            let key = n.to_string();
            for start in self.starts {
                let text = self.text(start, n);
                if n <= self.outcomes {
                    let command = format!("legatus outcome {GAME} {text} --brief");
                    let outcome = outcome(context, GAME, &text)?;
                    table.text(&[&key, start.name, &command], &blank, outcome);
                    table.about(GAME, &text);
                }
                if n <= most {
                    let command = format!("legatus thermograph {GAME} {text}");
                    let keys = [&*key, start.name, &command];
                    if n > last && !context.full {
                        table.skip(&keys, &blank, SLOW);
                        continue;
                    }
                    table.text(&keys, &blank, mast(context, &text)?);
                    table.about(GAME, &text);
                }
            }
        }
        Ok(table)
    }
}

/// Mean and temperature.
fn mast(context: &mut Context<'_>, text: &str) -> Result<String, Trouble> {
    let board = context.position(GAME, text)?;
    let budget = context.budget().clone();
    let graph = board.thermograph(&mut context.solvers, &budget)?;
    context.step(1);
    Ok(format!(
        "mean {}, temperature {}",
        graph.mean(),
        graph.temperature()
    ))
}

pub fn two_columns(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = NX2.table(context)?;
    table.note("todo");
    Ok(table)
}

pub fn three_rows(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = THREE_XN.table(context)?;
    table.note("todo");
    Ok(table)
}
