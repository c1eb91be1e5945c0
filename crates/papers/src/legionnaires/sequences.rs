//! Sections 4.3 and 4.5: the sequences of Figs. 8 and 12.

use super::{GAME, cells, characters, pages, starts};
use crate::{Agreement, Context, Printed, Table, Trouble};
use values::Dyadic;

/// Section 4.3: two full rows of n pawns.
pub fn fig8(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["n", "what"]);
    for (about, printed) in cells()?.of("4.3") {
        let [n, what] = about[..] else {
            return Err(Trouble::Data(format!("no n and question: {about:?}")));
        };
        let keys = [n, what];
        let name = format!("fig8-{n}");
        match what {
            "pages" => table.text(&keys, &printed, pages(n)?),
            "outcome" if n != "8" && !context.full => {
                table.skip(&keys, &printed, "half a minute: --full");
            }
            "outcome" => table.text(&keys, &printed, starts::outcome(context, &name)?),
            "characters" => {
                let value = context.value(GAME, &name)?;
                let length = characters(context, value)?;
                table.text(&keys, &printed, length);
            }
            "infinitesimal" => {
                let value = context.value(GAME, &name)?;
                let answer = starts::yes(context.arena.is_infinitesimal(value));
                table.text(&keys, &printed, answer);
            }
            _ => {
                let value = context.value(GAME, &name)?;
                context.row(&mut table, &keys, &printed, value)?;
            }
        }
        table.about(GAME, &name);
    }
    table.note(
        "Every board is its own negative: where the second player wins (outcome P), the value \
         is 0.",
    );
    Ok(table)
}

/// A board of the sequence of Fig. 12 has 2 × (2n + 1) squares, at most 128.
const FIG12_LARGEST: u64 = 31;

/// Section 4.5: one White pawn against n, all apart.
pub fn fig12(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["n", "what"]);
    let mut holds = true;
    for n in 1..=FIG12_LARGEST {
        let name = format!("fig12-{n}");
        let value = context.value(GAME, &name)?;
        let weight = context.arena.atomic_weight(value)?;
        let key = n.to_string();
        for (what, result) in [("value", value), ("weight", weight)] {
            let printed = cells()?.get("4.5", &format!("{key} {what}"));
            context.row(&mut table, &[&key, what], &printed, result)?;
            table.about(GAME, &name);
        }
        let ups = n as i64 - 1;
        let expected = context.arena.up_star(&Dyadic::zero(), ups, n % 2)?;
        let expected_weight = context.arena.integer(ups)?;
        holds &= value == expected && weight == expected_weight;
    }
    let range = format!("1 to {FIG12_LARGEST}");
    let (computed, agreement) = match holds {
        true => ("holds", Agreement::Agrees),
        false => ("fails", Agreement::Disagrees),
    };
    let conjecture = Printed::cell("^(n-1) + n.*, weight n-1");
    let keys = [range.as_str(), "conjecture"];
    table.push(&keys, &conjecture, Some(computed.into()), agreement);
    table.note("n = 31 is the largest that fits a board of 128 squares.");
    Ok(table)
}
