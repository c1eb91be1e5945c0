//! Sections 4.2 and 4.6: positions of remarkable value.

use super::{GAME, cells};
use crate::{Context, Printed, Table, Trouble};
use positions::Wanted;
use solve::{Finding, Order, Property};
use values::{Player, Value};

/// Every position of the museum, those that the paper names first.
pub fn museum(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["figure", "position"]);
    let mut shown = Vec::new();
    for (about, printed) in cells()?.of("4.2") {
        let [figure, name] = about[..] else {
            return Err(Trouble::Data(format!("no figure and position: {about:?}")));
        };
        let board = context.position(GAME, name)?;
        let value = board.value(&mut context.solvers, &mut context.arena)?;
        let keys = [figure, &board.text()];
        if printed.cell.is_some_and(|cell| cell.contains("switch")) {
            table.text(&keys, &printed, switch(context, value)?);
        } else {
            context.row(&mut table, &keys, &printed, value)?;
        }
        shown.push(name);
    }
    for start in rules::find(GAME)?.starts {
        if start.name.starts_with("museum-") && !shown.contains(&start.name) {
            let value = context.value(GAME, start.name)?;
            let keys = ["-", start.text];
            context.row(&mut table, &keys, &Printed::blank(), value)?;
        }
    }
    table.note(
        "The diagrams of Figs. 5-7 are lost, and with them the values of Fig. 5; these positions \
         were found by search, for the printed values and for others. Each has a name, such as \
         museum-3/4: legatus games legionnaires.",
    );
    Ok(table)
}

/// What kind of switch a value is.
fn switch(context: &mut Context<'_>, value: Value) -> Result<String, Trouble> {
    let arena = &mut context.arena;
    Ok(if arena.is_switch(value) && arena.is_infinitesimal(value) {
        "infinitesimal switch".into()
    } else {
        let [left, right] = Player::BOTH.map(|player| arena.options(value, player));
        let plain = |options: &[Value]| matches!(options, [x] if arena.is_number(*x));
        if plain(&left?) && plain(&right?) {
            format!("switch of temperature {}", arena.temperature(value)?)
        } else {
            "no switch".into()
        }
    })
}

/// Nimbers, by search on the boards where they first appear.
pub fn nimbers(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["board", "what", "position"]);
    for (about, printed) in cells()?.of("4.6") {
        let [board, what] = about[..] else {
            return Err(Trouble::Data(format!("no board and question: {about:?}")));
        };
        if what == "value" {
            let text = context.position(GAME, board)?.text();
            let value = context.value(GAME, board)?;
            context.row(&mut table, &[board, what, &text], &printed, value)?;
            continue;
        }
        match find(context, board, what)? {
            Some((position, value)) => {
                let keys = [board, &format!("search for {what}"), &position];
                context.row(&mut table, &keys, &printed, value)?;
            }
            None => table.text(&[board, what, "-"], &printed, "not found"),
        }
    }
    table.note(
        "The paper found no position of value *3, with analyses limited to 5x5 boards. The \
         diagram of Fig. 13 is lost; this position of its value was found by search.",
    );
    Ok(table)
}

/// The smallest position on a board with a value.
fn find(
    context: &mut Context<'_>,
    board: &str,
    value: &str,
) -> Result<Option<(String, Value)>, Trouble> {
    let board = context.position(GAME, &rules::blank(board))?;
    let wanted = Wanted {
        properties: &[Property::Value(context.arena.read(value)?)],
        order: Order::All,
    };
    let Finding { found, .. } = board.find(
        &wanted,
        &mut context.solvers,
        &mut context.arena,
        &mut |_| {},
    )?;
    Ok(found)
}
