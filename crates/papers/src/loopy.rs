//! Values of games that may not end: Fox and Geese, and Centurion.

use crate::{Context, Exhibit, Paper, Printed, Table, Trouble};
use rules::Component;
use values::Stoppers;

pub(super) const PAPER: Paper = Paper {
    name: "loopy",
    title: "A. N. Siegel, CGSuite (Fox and Geese); M. D. Boardman, Legionnaires (Centurion)",
    exhibits: &[
        Exhibit {
            id: "fox",
            title: "Fox and Geese: the geese in the third row of a board of width 8",
            table: fox,
            figures: None,
        },
        Exhibit {
            id: "centurion",
            title: "values of Centurion",
            table: centurion,
            figures: None,
        },
    ],
};

/// Where the fox stands, and the value in the tests of CGSuite.
const FOX: [(&str, usize, usize, &str); 8] = [
    ("b2", 1, 3, "2over"),
    ("d2", 3, 3, "2"),
    ("f2", 5, 3, "3*"),
    ("h2", 7, 3, "4over"),
    ("a1", 0, 4, "{6|2over}"),
    ("c1", 2, 4, "{2over|2}"),
    ("e1", 4, 4, "{4|3||2}"),
    ("g1", 6, 4, "{4over|3*}"),
];

/// The geese in the third row, with room above for a fox that has passed.
const GEESE: [&str; 5] = ["........", "........", "G.G.G.G.", "........", "........"];

fn fox(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["fox on"]);
    let mut stoppers = Stoppers::new();
    for (square, column, row, printed) in FOX {
        let mut rows = GEESE.map(str::to_owned);
        rows[row].replace_range(column..=column, "F");
        let position = rows.join("/");
        let value = value(context, &mut stoppers, "fox_and_geese", &position)?;
        table.text(&[square], &Printed::cell(printed), value);
        table.about("fox_and_geese", &position);
    }
    table.note(
        "The geese are Left and stand on a3, c3, e3 and g3. Printed: the table of values in the \
         tests of CGSuite, whose board has no upper end; here two rows are above the geese, in \
         which a fox that has passed can move for ever.",
    );
    Ok(table)
}

/// The paper's starts whose graphs are small enough.
const CENTURION: [&str; 3] = ["2x2", "2x3", "3x3"];

/// Those that take longer.
const LARGE: [&str; 2] = ["3x4", "4x4-4"];

fn centurion(context: &mut Context<'_>) -> Result<Table, Trouble> {
    const GAME: &str = "legionnaires:centurion";
    let mut table = Table::new(&["start"]);
    let mut stoppers = Stoppers::new();
    for start in CENTURION.into_iter().chain(LARGE) {
        if LARGE.contains(&start) && !context.full {
            table.skip(&[start], &Printed::blank(), "some time: --full");
            continue;
        }
        let value = value(context, &mut stoppers, GAME, start)?;
        table.text(&[start], &Printed::blank(), value);
        table.about(GAME, start);
    }
    table.note(
        "The paper names the game and expects its analysis to be complex, as play may not end. \
         The values are those of the whole graph of positions.",
    );
    Ok(table)
}

fn value(
    context: &mut Context<'_>,
    stoppers: &mut Stoppers,
    game: &str,
    position: &str,
) -> Result<String, Trouble> {
    let start = Component::read(game, position)?;
    let value = solve::loopy_value(&start, &mut context.arena, stoppers)?;
    Ok(stoppers.text(&mut context.arena, &value, context.notation)?)
}
