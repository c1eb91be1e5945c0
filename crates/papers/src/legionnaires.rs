//! M. D. Boardman, "Legionnaires: A Combinatorial Game" (2005).

mod centurion;
mod figures;
mod growth;
mod museum;
mod sequences;
mod starts;
mod strategies;

use super::cells::Cells;
use super::{Context, Exhibit, Paper, Trouble};
use num_bigint::BigUint;
use std::sync::LazyLock;
use values::{Notation, Value};

pub(super) const PAPER: Paper = Paper {
    name: "legionnaires",
    title: "M. D. Boardman, Legionnaires: A Combinatorial Game (2005)",
    exhibits: &[
        Exhibit {
            id: "4.1",
            title: "starting positions (Figs. 1, 3, 4)",
            table: starts::table,
            figures: None,
        },
        Exhibit {
            id: "4.2",
            title: "museum of interesting positions (Figs. 5-7)",
            table: museum::museum,
            figures: None,
        },
        Exhibit {
            id: "4.3",
            title: "the 3xN sequence (Fig. 8)",
            table: sequences::fig8,
            figures: None,
        },
        Exhibit {
            id: "4.4",
            title: "growth of starting positions (Fig. 9), of N pawns against one (Figs. 10, 11)",
            table: growth::table,
            figures: Some(figures::growth),
        },
        Exhibit {
            id: "4.5",
            title: "atomic weights (Fig. 12)",
            table: sequences::fig12,
            figures: None,
        },
        Exhibit {
            id: "4.6",
            title: "nimbers (Fig. 13)",
            table: museum::nimbers,
            figures: None,
        },
        Exhibit {
            id: "5",
            title: "strategies, and blocking the middle row or the back row",
            table: strategies::table,
            figures: None,
        },
        Exhibit {
            id: "6",
            title: "Centurion, the loopy variation",
            table: centurion::table,
            figures: None,
        },
    ],
};

const GAME: &str = "legionnaires";

/// The printed cells.
fn cells() -> Result<&'static Cells, Trouble> {
    static CELLS: LazyLock<Result<Cells, Trouble>> =
        LazyLock::new(|| Cells::read(include_str!("../data/legionnaires.tsv")));
    CELLS
        .as_ref()
        .map_err(|trouble| Trouble::Data(trouble.to_string()))
}

/// The length of a value's text, in ASCII whatever is printed.
fn characters(context: &mut Context<'_>, value: Value) -> Result<BigUint, Trouble> {
    Ok(context.arena.text_length(value, Notation::Ascii)?)
}

/// How many pages a text fills, at the paper's 80 characters by 60 lines.
fn pages(characters: &str) -> Result<u64, Trouble> {
    let number: u64 = characters
        .parse()
        .map_err(|_| Trouble::Data(format!("`{characters}` is no number of characters")))?;
    Ok(number.div_ceil(80 * 60))
}
