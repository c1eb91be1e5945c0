//! Section 4.1: counts and values of the starting positions.

use super::growth::LARGEST;
use super::{GAME, cells, characters, pages};
use crate::{Context, Printed, Table, Trouble};
use positions::{Board, Detail, Searching};
use solve::Convention;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use values::{Budget, Outcome, Player};

/// What is slow, and how slow.
pub const SLOW_COUNT: &str = "about a minute: --full";
const SLOW_OUTCOME: &str = "about a minute: --full";
const SLOW_THERMOGRAPH: &str = "half a minute: --full";

pub fn table(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["start", "what"]);
    for (about, printed) in cells()?.of("4.1") {
        let [start, what] = about[..] else {
            return Err(Trouble::Data(format!("no start and question: {about:?}")));
        };
        cell(context, &mut table, start, what, &printed)?;
    }
    table.note(
        "positions: those that can be reached when either player may move at every turn, the \
         start included, mirror images apart. tree: the same with repetition, every line of play \
         apart. All starts are their own negatives: one that the second player wins has the \
         value 0.",
    );
    Ok(table)
}

fn cell(
    context: &mut Context<'_>,
    table: &mut Table,
    start: &str,
    what: &str,
    printed: &Printed<'_>,
) -> Result<(), Trouble> {
    let keys = [start, what];
    match what {
        "positions" if start == LARGEST && !context.full => table.skip(&keys, printed, SLOW_COUNT),
        // More work than --full promises.
        "characters" if start == "6x6-18" => table.unchecked(&keys, printed),
        "pages" => table.text(&keys, printed, pages(start)?),
        "pieces" => {
            let text = context.position(GAME, start)?.text();
            let pieces = text.matches(['B', 'W']).count();
            table.text(&keys, printed, pieces);
        }
        "positions" => {
            let count = context.count(GAME, start)?;
            table.text(&keys, printed, count.positions);
        }
        "tree" => {
            let board = context.position(GAME, start)?;
            let nodes = tree_nodes(&board, &mut HashMap::new(), context.budget())?;
            table.text(&keys, printed, nodes);
        }
        "value" if start == "8x8" && !context.full => table.skip(&keys, printed, SLOW_OUTCOME),
        "value" if start == "8x8" => {
            // The start is its own negative.
            let zero = outcome(context, start)? == Outcome::P;
            table.text(&keys, printed, if zero { "0" } else { "not 0" });
        }
        "value" => {
            let value = context.value(GAME, start)?;
            context.row(table, &keys, printed, value)?;
        }
        "outcome" => {
            let outcome = outcome(context, start)?;
            table.text(&keys, printed, outcome);
        }
        "infinitesimal" => {
            let value = context.value(GAME, start)?;
            table.text(&keys, printed, yes(context.arena.is_infinitesimal(value)));
        }
        "temperature" if !context.full => table.skip(&keys, printed, SLOW_THERMOGRAPH),
        "temperature" => {
            let board = context.position(GAME, start)?;
            let budget = context.budget();
            let graph = board.thermograph(&mut context.solvers, budget)?;
            table.text(&keys, printed, graph.temperature());
        }
        "characters" => {
            let value = context.value(GAME, start)?;
            let length = characters(context, value)?;
            table.text(&keys, printed, length);
        }
        _ => return Err(Trouble::Data(format!("{start}: what is `{what}`?"))),
    }
    Ok(())
}

/// How many lines of play there are, also those that stop early: the nodes of
/// the game tree, the root included. An option that several moves lead to
/// counts once.
fn tree_nodes(
    board: &Arc<Board>,
    known: &mut HashMap<String, u64>,
    budget: &Budget,
) -> Result<u64, Trouble> {
    let text = board.text();
    if let Some(&nodes) = known.get(&text) {
        return Ok(nodes);
    }
    let mut nodes = 1;
    for player in Player::BOTH {
        let mut seen = HashSet::new();
        for (_, option) in board.moves(player, budget)? {
            if seen.insert(option.text()) {
                nodes += tree_nodes(&option, known, budget)?;
            }
        }
    }
    known.insert(text, nodes);
    Ok(nodes)
}

/// Who wins, by search.
pub fn outcome(context: &mut Context<'_>, start: &str) -> Result<Outcome, Trouble> {
    let board = context.position(GAME, start)?;
    let how = &mut Searching::new(Convention::Normal);
    let play = board.play(&mut context.arena, how, Detail::Winner)?;
    Ok(play.outcome)
}

pub fn yes(answer: bool) -> &'static str {
    if answer { "yes" } else { "no" }
}
