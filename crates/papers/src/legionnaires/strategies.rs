//! Section 5: the strategies of the paper's applet, and the one it proposes.

use super::{GAME, cells};
use crate::{Agreement, Context, Printed, Table, Trouble};
use play::{Contest, Effort, First, State, Tally, Terms, find_player};
use solve::Convention;
use values::Player;

/// Games for each of the paper's claims, for each other line, and for every
/// line with `--full`.
const CLAIMED: u64 = 2_000;
const OTHER: u64 = 1_000;
const FULL: u64 = 10_000;

/// What the paper says of Black's share of the games.
struct Claim {
    /// Which of the printed cells it is.
    cell: &'static str,
    /// The shares that it allows.
    shares: [f64; 2],
}

/// A match between two players, Black first.
struct Line {
    players: [&'static str; 2],
    first: First,
    about: &'static str,
    claim: Option<Claim>,
}

const WHITE: First = First::Always(Player::Right);
const BLACK: First = First::Always(Player::Left);

fn line(
    black: &'static str,
    white: &'static str,
    (first, about): (First, &'static str),
    claim: Option<(&'static str, [f64; 2])>,
) -> Line {
    let claim = claim.map(|(cell, shares)| Claim { cell, shares });
    let players = [black, white];
    Line {
        players,
        first,
        about,
        claim,
    }
}

fn lines() -> [Line; 8] {
    let (white, black) = ((WHITE, "White"), (BLACK, "Black"));
    let turns = (First::Alternate, "in turn");
    // "About eight or nine out of every ten games".
    let most = Some(("mobility random", [0.8, 0.9]));
    // "Averaged over many games, a draw".
    let even = Some(("mobility blocker", [0.5, 0.5]));
    // An advantage: more than half.
    let more = Some(("blocker back_blocker", [0.5, 1.0]));
    [
        line("mobility", "random", white, most),
        line("mobility", "random", black, None),
        line("mobility", "mobility", turns, None),
        line("mobility", "blocker", white, even),
        line("blocker", "random", white, None),
        line("blocker", "mobility", turns, None),
        line("back_blocker", "mobility", turns, None),
        line("blocker", "back_blocker", turns, more),
    ]
}

/// The paper's claims about strategies, and the experiment it proposed.
pub fn table(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["Black", "White", "first move", "games"]);
    for line in lines() {
        let games = match (&line.claim, context.full) {
            (_, true) => FULL,
            (Some(_), false) => CLAIMED,
            (None, false) => OTHER,
        };
        let tally = play(context, &line, games)?;
        let interval = tally.interval();
        let [low, high] = interval.map(|bound| 100.0 * bound);
        let rate = 100.0 * tally.rate();
        let computed = format!("{rate:.1} % (95 %: {low:.1} to {high:.1})");
        let (printed, agreement) = match &line.claim {
            None => (Printed::blank(), Agreement::Fills),
            Some(claim) => {
                let printed = cells()?.get("5", claim.cell);
                let agreement = verdict(&printed, claim.shares, interval);
                (printed, agreement)
            }
        };
        let [black, white] = line.players;
        let keys = [black, white, line.about, &games.to_string()];
        table.push(&keys, &printed, Some(computed), agreement);
    }
    table.note(
        "Black's share of the games from the start on 8x8, and the interval that holds the true \
         share with 95 % confidence. A claim agrees if the interval lies within it or, where it \
         is a single number, holds it. White begins in the paper; its Black looks one move ahead \
         and leaves White the fewest moves (mobility), its White moves at random. The paper \
         proposed to try whether it pays to block the enemy's middle row (blocker) more than the \
         back row (back_blocker): a pawn of that row without a move counts like two moves less \
         for the enemy, near an edge like three.",
    );
    Ok(table)
}

const UNDECIDED: &str = "The interval reaches into the claim and out of it: so many games do not decide. \
     More are played with --full, and by legatus match.";

/// What an interval of measured shares says about a claim, which allows the
/// shares from `low` to `high`.
fn verdict(printed: &Printed<'_>, [low, high]: [f64; 2], measured: [f64; 2]) -> Agreement {
    let inside = low <= measured[0] && measured[1] <= high;
    let holds = measured[0] <= low && high <= measured[1];
    let apart = measured[1] < low || high < measured[0];
    match (printed.known, inside || holds, apart) {
        (_, true, _) => Agreement::Agrees,
        (Some(known), false, true) => Agreement::Explained(known.reason.to_owned()),
        (None, false, true) => Agreement::Disagrees,
        (_, false, false) => Agreement::Explained(UNDECIDED.into()),
    }
}

fn play(context: &Context<'_>, line: &Line, games: u64) -> Result<Tally, Trouble> {
    let start = State::read(GAME, "8x8", Convention::Normal)?;
    let [left, right] = line.players;
    let players = [find_player(left, &start)?, find_player(right, &start)?];
    let effort = Effort::default().with_budget(context.budget().clone());
    let contest = Contest {
        terms: Terms {
            efforts: [effort.clone(), effort],
            games,
            seed: 1,
            first: line.first,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Known;

    #[test]
    fn a_claim_agrees_only_with_what_the_interval_allows() {
        let known = Known {
            computed: None,
            reason: "measured",
        };
        let printed = Printed::cell("8 or 9 of 10").but(known);
        let word = |claim, measured| verdict(&printed, claim, measured).word();
        let tenths = [0.8, 0.9];
        assert_eq!(word(tenths, [0.82, 0.86]), "agrees");
        assert_eq!(word(tenths, [0.768, 0.784]), "explained");
        let decided = verdict(&printed, tenths, [0.768, 0.784]);
        assert_eq!(decided.reason(), Some("measured"));
        let open = verdict(&printed, tenths, [0.753, 0.805]);
        assert!(
            open.reason()
                .is_some_and(|reason| reason.contains("do not decide"))
        );
        // A single number agrees if the interval holds it.
        assert_eq!(word([0.5, 0.5], [0.492, 0.512]), "agrees");
        assert_eq!(word([0.5, 0.5], [0.26, 0.30]), "explained");
        let unexplained = verdict(&Printed::cell("half"), [0.5, 0.5], [0.26, 0.30]);
        assert_eq!(unexplained, Agreement::Disagrees);
    }
}
