//! Section 3: Figs. 2 to 4 and what is said about them.

use super::{Figure, cells, graph, picture, read, thermographer, value};
use crate::{Context, Table, Trouble};
use rules::Position;
use std::ops::ControlFlow;
use values::{Dyadic, Player, Thermograph};

/// The boards of Fig. 2; their text is lost, what is said about them is not.
const FIG2: [&str; 3] = ["figure-2a", "figure-2b", "figure-2c"];

pub fn table(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let cells = cells()?;
    let mut table = Table::new(&["position", "what"]);
    for name in FIG2 {
        let board = super::write(&read(name)?);
        let key = format!("{name} {board}");
        let found = value(context, name)?;
        let printed = cells.get("figure-2", &format!("{name} value"));
        context.row(&mut table, &[&key, "value"], &printed, found)?;
        let graph = graph(context, name)?;
        let zero = Dyadic::zero();
        let text = format!("{}, {}", graph.left.at(&zero), graph.right.at(&zero));
        let printed = cells.get("figure-2", &format!("{name} walls"));
        table.text(&[&key, "walls at 0"], &printed, text);
        let printed = cells.get("figure-2", &format!("{name} temperature"));
        table.text(&[&key, "temperature"], &printed, graph.temperature());
    }
    let printed = cells.get("figure-2", "figure-2c after");
    let after = after_right(context, "figure-2c")?;
    let keys = ["figure-2c", "temperature after Right's orthodox move"];
    table.text(&keys, &printed, after.temperature());
    for (about, printed) in cells.of("section-3") {
        let [game, what] = about[..] else {
            return Err(Trouble::Data(format!("no game and question: {about:?}")));
        };
        let value = context.arena.read(game)?;
        match what {
            "mean" => {
                let mean = context.arena.mean(value)?;
                table.text(&[game, what], &printed, mean);
            }
            _ => context.row(&mut table, &[game, "value"], &printed, value)?,
        }
    }
    table.note(
        "The boards of Fig. 2 are inferred from the text. 1 and -1 are {0|} and {|0}: the paper's \
         two definitions of integers are printed the wrong way round.",
    );
    Ok(table)
}

/// The thermograph after Right's orthodox move at the base of the mast.
fn after_right(context: &mut Context<'_>, name: &str) -> Result<Thermograph, Trouble> {
    let position = read(name)?;
    let temperature = graph(context, name)?.temperature().clone();
    let solver = thermographer(context);
    let moves = solver.orthodox_moves(&position, Player::Right, &temperature)?;
    let mut found = None;
    let _ = position.moves(Player::Right, &mut |mv| {
        if moves
            .iter()
            .any(|orthodox| orthodox.to_string() == mv.to_string())
        {
            found = Some(position.play(Player::Right, &mv));
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    let after = found.ok_or_else(|| Trouble::Data(format!("{name}: Right cannot move")))?;
    Ok(solver.thermograph(&after)?)
}

/// The named numbers and infinitesimals of Figs. 3 and 4.
const NUMBERS: [&str; 7] = ["0", "1", "-1", "1/2", "-1/2", "1/4", "3/4"];
const INFINITESIMALS: [&str; 8] = ["0", "*", "^", "v", "^*", "v*", "^^", "*2"];

pub fn figures(context: &mut Context<'_>) -> Result<Vec<Figure>, Trouble> {
    let mut boards = Vec::new();
    for name in FIG2 {
        let graph = graph(context, name)?;
        let title = super::write(&read(name)?);
        boards.push((title, graph));
    }
    let mut figures = vec![picture("2", &boards)];
    for (number, games) in [("3", &NUMBERS[..]), ("4", &INFINITESIMALS[..])] {
        let mut graphs = Vec::new();
        for game in games {
            let value = context.arena.read(game)?;
            let title = context.arena.text(value, values::Notation::Unicode)?;
            graphs.push((title, context.arena.thermograph(value)?));
        }
        figures.push(picture(number, &graphs));
    }
    Ok(figures)
}
