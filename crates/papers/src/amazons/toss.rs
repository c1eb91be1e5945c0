//! Toss-aways: arrows that land short of the edge.

use super::openings::{Files, Start};
use super::{LARGER, cells, graph, longest, mast};
use crate::{Context, Table, Trouble};

pub fn table(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let cells = cells()?;
    let mut table = Table::new(&["board", "what"]);
    for (about, printed) in cells.of("toss") {
        let [board, what] = about[..] else {
            return Err(Trouble::Data(format!("no board and question: {about:?}")));
        };
        if !["thrown", "tossed"].contains(&what) {
            continue;
        }
        let found = graph(context, board)?;
        let Some(cell) = printed.cell else { continue };
        let value = context.arena.read(cell)?;
        let expected = context.arena.thermograph(value)?;
        let text = mast(&found);
        let says = |text: &str, computed: &str| match text {
            _ if text == cell => mast(&expected) == computed,
            _ => text == computed,
        };
        let agreement = printed.judge(|cell| says(cell, &text));
        table.push(&[board, what], &printed, Some(text), agreement);
    }
    for rows in 5..=longest(context) {
        let mut better = Vec::new();
        for start in Start::all(rows, Files::Same, true) {
            let opening = start.opening(context)?;
            context.step(1);
            // No thrown arrow is as good, nor another opening.
            if opening.is_tossed() {
                let names = opening.shapes.iter();
                better.extend(
                    names.map(|shape| format!("{}[{},{}]", shape.letter, shape.m, shape.n)),
                );
            }
        }
        better.sort();
        better.dedup();
        let computed = if better.is_empty() {
            "none".into()
        } else {
            better.join(" ")
        };
        let printed = cells.get("toss", &format!("{rows} only"));
        let board = format!("{rows}x2");
        table.text(
            &[&board, "only a toss-away is orthodox"],
            &printed,
            computed,
        );
    }
    let more = if context.full { "" } else { LARGER };
    table.note(format!(
        "Same files; a toss-away improves an opening where all orthodox moves at the base of the \
         mast are toss-aways.{more}"
    ));
    Ok(table)
}
