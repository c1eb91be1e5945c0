//! Section 5: the strategies of the paper's applet, and the one it proposes.

use super::GAME;
use crate::tables::{Context, Printed, Table, Trouble};
use play::{Contest, Effort, First, State, Tally, Terms, find_player};
use solve::Convention;
use values::Player;

/// What the paper says of its first experiment.
const CLAIM: &str = "8 or 9 of 10";

/// Mobility against random, and the experiment that the paper proposed.
pub fn table(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["Black", "White", "first move"]);
    let games = if context.full { 10_000 } else { 1_000 };
    let white = First::Always(Player::Right);
    let black = First::Always(Player::Left);
    for (players, first, about) in [
        (["mobility", "random"], white, "White"),
        (["mobility", "random"], black, "Black"),
        (["mobility", "mobility"], First::Alternate, "in turn"),
        (["blocker", "random"], white, "White"),
        (["blocker", "mobility"], First::Alternate, "in turn"),
        (["back_blocker", "mobility"], First::Alternate, "in turn"),
        (["blocker", "back_blocker"], First::Alternate, "in turn"),
    ] {
        let tally = play(context, players, first, games)?;
        let keys = [players[0], players[1], about];
        let [low, high] = tally.interval().map(|bound| 100.0 * bound);
        let rate = 100.0 * tally.rate();
        let computed = format!("{rate:.1} % (95 %: {low:.1} to {high:.1})");
        let printed = match (players, about) {
            (["mobility", "random"], "White") => Printed::cell(CLAIM),
            _ => Printed::blank(),
        };
        // "About eight or nine out of every ten games".
        let tenths = (10.0 * tally.rate()).round();
        let agreement = printed.judge(|_| tenths == 8.0 || tenths == 9.0);
        table.push(&keys, &printed, Some(computed), agreement);
    }
    table.note(format!(
        "Black's share of {games} games from the start on 8x8 for each line. White begins in the \
         paper; its Black looks one move ahead and leaves White the fewest moves, its White moves \
         at random. The paper proposed to try whether it pays to block the enemy's middle row \
         (blocker) more than the back row (back_blocker): a pawn of that row without a move counts \
         like two moves less for the enemy, near an edge like three."
    ));
    Ok(table)
}

fn play(
    context: &Context<'_>,
    players: [&str; 2],
    first: First,
    games: u64,
) -> Result<Tally, Trouble> {
    let start = State::read(GAME, "8x8", Convention::Normal)?;
    let [left, right] = players;
    let players = [find_player(left, &start)?, find_player(right, &start)?];
    let effort = Effort::default().with_budget(context.budget().clone());
    let contest = Contest {
        terms: Terms {
            efforts: [effort.clone(), effort],
            games,
            seed: 1,
            first,
            done: context.budget().steps(),
            ..Terms::default()
        },
        ..Contest::new(start, players)
    };
    let results = contest.run();
    match results.stopped {
        Some(error) => Err(error.into()),
        None => Ok(results.tally),
    }
}
