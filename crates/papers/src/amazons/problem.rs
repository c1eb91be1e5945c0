//! Fig. 1 and its solution: the diagrams are lost, a few values are left.

use crate::{Context, Printed, Table, Trouble};
use values::{Outcome, Value};

pub fn table(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["what"]);
    let lost = "the diagram is lost: only the frame of Fig. 1 is in the copies that are left";
    let claims = [
        ("Fig. 1", "White to move and win"),
        ("Fig. 11", "the board after move 11"),
    ];
    for (figure, claim) in claims {
        table.skip(&[figure], &Printed::cell(claim), lost);
    }
    // "The canonical values of the four regions add up to …, a win for White."
    let mut regions = Value::ZERO;
    for region in ["*", "-1/2", "-1", "1"] {
        let value = context.arena.read(region)?;
        regions = context.arena.add(regions, value)?;
    }
    let outcome = context.arena.outcome(regions)?;
    let winner = match outcome {
        Outcome::R => "White",
        Outcome::L => "Black",
        Outcome::N => "who moves",
        Outcome::P => "who does not move",
    };
    let keys = ["* - 1/2 - 1 + 1, after move 11, is won by"];
    table.text(&keys, &Printed::cell("White"), winner);
    Ok(table)
}
