//! Section 6: the Centurion variation, which the paper leaves open.

use crate::{Agreement, Context, Printed, Table, Trouble};
use rules::Component;
use solve::{Convention, Loopy};
use values::Player;

const GAME: &str = "legionnaires:centurion";

/// The paper's starts and their kind, as far as they fit in a few megabytes.
const BOARDS: [&str; 11] = [
    "2x2", "2x3", "3x3", "3x4", "3x5-6", "3x7-8", "4x4-4", "4x4", "5x5-6", "5x5-10", "5x5-12",
];

/// Those that take longer, and how long.
const LARGE: [(&str, &str); 4] = [
    ("3x5", "seconds: --full"),
    ("4x5-10", "half a minute: --full"),
    ("7x7-8", "some minutes: --full"),
    ("3x6", "some minutes: --full"),
];

pub fn table(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["start", "what"]);
    let mut drawn = 0;
    for start in BOARDS {
        drawn += rows(context, &mut table, start)?;
    }
    for (start, reason) in LARGE {
        if context.full {
            drawn += rows(context, &mut table, start)?;
        } else {
            table.skip(&[start, "outcome"], &Printed::blank(), reason);
        }
    }
    let (computed, agreement) = match drawn {
        0 => ("no draws", Agreement::Disagrees),
        _ => ("loopy: there are draws", Agreement::Agrees),
    };
    let claim = Printed::cell("loopy");
    table.push(
        &["all of these", "kind"],
        &claim,
        Some(computed.into()),
        agreement,
    );
    table.note(
        "The paper names the game and leaves its analysis open. Either slide like a bishop or \
         take like a king, moving onto the taken pawn's square; who cannot move loses; play \
         without end is a draw (outcome D). All starts are their own negatives. Moves: with best \
         play, the winner hurrying and the loser putting it off. Positions: all that can be \
         reached, mirror images and negatives counted once; drawn: with either player to move. \
         Longest: the most moves that the win of any position takes. In misere play a player who \
         has no pawn left has won, so that hardly anybody takes: nearly all is drawn.",
    );
    Ok(table)
}

/// Adds what is found about a start; gives the number of drawn positions.
fn rows(context: &mut Context<'_>, table: &mut Table, start: &str) -> Result<u64, Trouble> {
    let position = Component::read(GAME, start)?;
    let loopy = Loopy::analyse(&position, Convention::Normal, context.budget())?;
    let [_, _, drawn] = loopy.census();
    let mut row = |what: &str, computed: String| {
        table.text(&[start, what], &Printed::blank(), computed);
    };
    let (outcome, moves) = summary(&loopy, &position)?;
    row("outcome", outcome);
    if let Some(moves) = moves {
        row("moves", moves);
    }
    row("positions", loopy.positions().to_string());
    row("drawn", format!("{drawn} of {}", 2 * loopy.positions()));
    row("longest", loopy.longest().to_string());
    drop(loopy);
    // The large ones take their time once.
    if !BOARDS.contains(&start) {
        return Ok(drawn);
    }
    let misere = Loopy::analyse(&position, Convention::Misere, context.budget())?;
    let (outcome, moves) = summary(&misere, &position)?;
    let moves = moves.map_or(String::new(), |moves| format!(" in {moves} moves"));
    row("misere outcome", outcome + &moves);
    Ok(drawn)
}

/// The outcome, and how many moves are left when Left starts.
fn summary(loopy: &Loopy, position: &Component) -> Result<(String, Option<String>), Trouble> {
    let unknown = || Trouble::Data("a start was not reached from itself".into());
    let outcome = loopy.outcome(position).ok_or_else(unknown)?;
    let fate = loopy.fate(position, Player::Left).ok_or_else(unknown)?;
    Ok((outcome.to_string(), fate.moves().map(|n| n.to_string())))
}
