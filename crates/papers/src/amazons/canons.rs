//! Section 7: Black's move from S to G is canonical, but not orthodox.

use super::shapes::Shape;
use super::{cells, read, thermographer, value, write};
use crate::{Context, Printed, Table, Trouble};
use rules::Position;
use std::ops::ControlFlow;
use values::{Dyadic, Player};

/// Starts on opposite files with room on both sides of White.
const STARTS: [&str; 5] = [
    "6x2:a6,b2",
    "6x2:a1,b2",
    "7x2:a7,b2",
    "7x2:a1,b2",
    "7x2:a7,b3",
];

/// Positions of type G, with A = m + 1.
const POSITIONS: [&str; 3] = ["G[0,5]", "G[2,5]", "G[2,7]"];

pub fn table(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let cells = cells()?;
    let mut table = Table::new(&["position", "what"]);
    for start in STARTS {
        let position = read(start)?;
        let mut to_g = Vec::new();
        let _ = position.moves(Player::Left, &mut |mv| {
            let after = position.play(Player::Left, &mv);
            if let Some(shape) =
                Shape::of(&write(&after)).filter(|shape| shape.letter == 'G' && !shape.primed)
            {
                to_g.push((after, shape));
            }
            ControlFlow::Continue(())
        });
        // The move that keeps Black between White and the larger side.
        to_g.sort_by_key(|(_, shape)| shape.m);
        let Some((after, shape)) = to_g.pop() else {
            return Err(Trouble::Data(format!("{start}: no move to G")));
        };
        let board = write(&after);
        let (whole, option) = (value(context, start)?, value(context, &board)?);
        context.step(1);
        let canonical = context
            .arena
            .options(whole, Player::Left)?
            .contains(&option);
        let keys = [start, &format!("the move to {shape}")];
        let text = if canonical {
            "canonical"
        } else {
            "not canonical"
        };
        let printed = cells.get("canons", "canonical");
        let known = cells.get("canons", &format!("{start} canonical")).known;
        table.text(&keys, &Printed { known, ..printed }, text);
        let orthodox = is_orthodox(context, start, &board)?;
        let text = if orthodox { "orthodox" } else { "not orthodox" };
        table.text(&keys, &cells.get("canons", "orthodox"), text);
    }
    for name in POSITIONS {
        let found = value(context, name)?;
        context.step(1);
        // A against the same White amazon: Black a row lower, the arrow beside
        // her.
        let m = Shape::of(&write(&read(name)?)).map_or(0, |shape| shape.m);
        let a = m + 1;
        let printed = format!("{{{}|{}}}", a + 1, a - 3);
        let what = format!("value; A = {a}: one more or three less");
        context.row(&mut table, &[name, &what], &Printed::cell(&printed), found)?;
        let cost = &Dyadic::from(a) - &context.arena.mean(found)?;
        let keys = [name, "mean of A less mean of G"];
        table.text(&keys, &cells.get("canons", "cost"), cost);
    }
    table.note(
        "G is L./.#/.R: two rows from White, the arrow on her file between. A move is orthodox if \
         it attains the scaffold at some temperature from 0 to that of the start.",
    );
    Ok(table)
}

/// Whether a move to this board attains the scaffold anywhere from t = 0 up.
fn is_orthodox(context: &mut Context<'_>, start: &str, board: &str) -> Result<bool, Trouble> {
    let (position, after) = (read(start)?, read(board)?);
    let solver = thermographer(context);
    let top = solver.thermograph(&position)?.temperature().clone();
    let scaffold = solver.scaffold(&position, Player::Left)?;
    let scaffold = scaffold.ok_or_else(|| Trouble::Data(format!("{start}: no move")))?;
    let wall = solver.thermograph(&after)?.right.tilted(-1);
    let zero = Dyadic::zero();
    let corners = wall.corners().iter().chain(scaffold.corners());
    let bends = corners.map(|(t, _)| t).chain([&zero, &top]);
    Ok(bends
        .filter(|t| **t >= zero && **t <= top)
        .any(|t| wall.at(t) == scaffold.at(t)))
}
