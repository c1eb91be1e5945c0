//! E. R. Berlekamp, "Sums of N × 2 Amazons" (2000).

mod birthdays;
mod canons;
mod cards;
mod central;
mod incentives;
mod openings;
mod option_b;
mod parity;
mod problem;
mod shapes;
mod table1;
mod thermography;
mod toss;
mod type_z;

use super::cells::Cells;
use super::{Context, Exhibit, Figure, Paper, Trouble};
use draw::array;
use rules::{Amazons, Game};
use solve::Thermographer;
use std::sync::LazyLock;
use values::{Thermograph, Value};

pub(super) const PAPER: Paper = Paper {
    name: "amazons",
    title: "E. R. Berlekamp, Sums of N x 2 Amazons (2000)",
    exhibits: &[
        Exhibit {
            id: "figure-1",
            title: "the problem (Figs. 1, 11; appendix B)",
            table: problem::table,
            figures: None,
        },
        Exhibit {
            id: "cards",
            title: "the stack of 52 cards and optional cards (section 2)",
            table: cards::table,
            figures: None,
        },
        Exhibit {
            id: "figure-2",
            title: "thermographs (section 3, Figs. 2-4)",
            table: thermography::table,
            figures: Some(thermography::figures),
        },
        Exhibit {
            id: "figure-5",
            title: "Black's orthodox openings on opposite files (section 5, Fig. 5)",
            table: openings::opposite,
            figures: Some(openings::opposite_maps),
        },
        Exhibit {
            id: "figure-6",
            title: "Black's orthodox openings on the same file (section 5, Fig. 6)",
            table: openings::same,
            figures: Some(openings::same_maps),
        },
        Exhibit {
            id: "figure-7",
            title: "option B against option A (section 5, Figs. 7, 8)",
            table: option_b::table,
            figures: Some(option_b::figures),
        },
        Exhibit {
            id: "option-b",
            title: "where option B first appears, and the central eleventh (section 5)",
            table: central::table,
            figures: None,
        },
        Exhibit {
            id: "toss-away",
            title: "throw-away and toss-away (section 5, Fig. 10)",
            table: toss::table,
            figures: None,
        },
        Exhibit {
            id: "table-1",
            title: "values near the centre (section 6, Table 1, Figs. 9, 10)",
            table: table1::table,
            figures: Some(table1::figures),
        },
        Exhibit {
            id: "type-z",
            title: "positions of type Z (section 6)",
            table: type_z::table,
            figures: None,
        },
        Exhibit {
            id: "parity",
            title: "parity of boards and of values (section 6)",
            table: parity::table,
            figures: None,
        },
        Exhibit {
            id: "canons",
            title: "canonical but unorthodox: from S to G (section 7)",
            table: canons::table,
            figures: None,
        },
        Exhibit {
            id: "birthdays",
            title: "numerical birthdays grow with the board (section 7)",
            table: birthdays::table,
            figures: None,
        },
        Exhibit {
            id: "table-2",
            title: "incentives in order, and B[2,.] + E[0,.] (section 7, Table 2)",
            table: incentives::table,
            figures: None,
        },
    ],
};

/// The game, for [`Context::value`].
const GAME: &str = "amazons";

type Field = <Amazons<u64> as Game>::Position;

static CELLS: LazyLock<Result<Cells, Trouble>> =
    LazyLock::new(|| Cells::read(include_str!("../data/amazons.tsv")));

/// What the paper prints, and the known differences.
fn cells() -> Result<&'static Cells, Trouble> {
    CELLS
        .as_ref()
        .map_err(|trouble| Trouble::Data(trouble.to_string()))
}

/// A position from a board or a name such as `A[-1,7]tlbl`.
fn read(text: &str) -> Result<Field, Trouble> {
    Ok(Amazons::default().read(text)?)
}

fn write(position: &Field) -> String {
    Amazons::default().write(position)
}

/// The longest board of which all openings are looked at, by default and with
/// `--full`. Another row takes four times the time and the memory.
const ROWS: usize = 11;
const ROWS_FULL: usize = 13;
const LARGER: &str = " Boards of 12 and 13 rows: --full (a minute, 1 GB).";

fn longest(context: &Context<'_>) -> usize {
    if context.full { ROWS_FULL } else { ROWS }
}

/// What the table has found of thermographs so far.
fn thermographer<'c>(context: &'c mut Context<'_>) -> &'c mut Thermographer<Field> {
    let budget = context.budget().clone();
    context
        .solvers
        .memory(|| Thermographer::with_budget(budget))
}

/// The thermograph of a position.
fn graph(context: &mut Context<'_>, text: &str) -> Result<Thermograph, Trouble> {
    Ok(thermographer(context).thermograph(&read(text)?)?)
}

/// The value of a position.
fn value(context: &mut Context<'_>, text: &str) -> Result<Value, Trouble> {
    context.value(GAME, text)
}

/// A thermograph in a few words.
fn mast(graph: &Thermograph) -> String {
    format!("mean {}, temperature {}", graph.mean(), graph.temperature())
}

/// The ways in which the edges of a board can be jagged.
const JAGS: [&str; 9] = ["", "bl", "br", "tl", "tr", "tlbl", "tlbr", "trbl", "trbr"];

/// All boards of a type: with each way its edges can be jagged, the name and
/// the position. None if n or k is too small for the type.
fn boards(kind: &str, m: i64, n: i64) -> Vec<(&'static str, String, Field)> {
    let boards = JAGS.iter().filter_map(|jag| {
        let name = format!("{kind}[{m},{n}]{jag}");
        let position = Amazons::default().read(&name).ok()?;
        Some((*jag, name, position))
    });
    boards.collect()
}

/// How many thermographs stand side by side.
const ACROSS: usize = 4;

/// A picture of thermographs in columns.
fn picture(number: &str, graphs: &[(String, Thermograph)]) -> Figure {
    Figure {
        file: format!("amazons-{number}.svg"),
        svg: array(graphs, graphs.len().min(ACROSS)),
    }
}
