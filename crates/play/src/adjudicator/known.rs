//! What is known of starts that take long to solve.

use crate::state::State;
use rules::Component;
use solve::Convention;
use values::{Outcome, Player};

/// A table: game, start, rules, outcome.
const KNOWN: &str = include_str!("../../data/outcomes.tsv");

/// Who wins a start with best play that takes long to solve, if it is in the
/// table: `Some(None)` where it was not solved, either.
pub(super) fn known_winner(state: &State) -> Option<Option<Player>> {
    let known = row(state)?;
    Some(
        known
            .outcome
            .map(|outcome| winner_of(outcome, state.turn())),
    )
}

fn row(state: &State) -> Option<Known> {
    let ([name], [component]) = (state.names(), state.components()) else {
        return None;
    };
    if component.is_negated() {
        return None;
    }
    let rules = match state.convention() {
        Convention::Normal => "normal",
        Convention::Misere => "misere",
    };
    let mut rows = known().filter(|row| row.game == &**name && row.rules == rules);
    let same = |start: &str| {
        let start = Component::read(name, start);
        start.is_ok_and(|start| start == *component)
    };
    rows.find(|row| same(row.start))
}

/// A start that takes long to solve.
struct Known {
    game: &'static str,
    start: &'static str,
    rules: &'static str,
    /// Nothing if it was not solved.
    outcome: Option<Outcome>,
}

fn known() -> impl Iterator<Item = Known> {
    let lines = KNOWN.lines().filter(|line| !line.starts_with('#'));
    lines.skip(1).filter_map(|line| {
        let mut fields = line.split('\t');
        let mut next = || fields.next();
        Some(Known {
            game: next()?,
            start: next()?,
            rules: next()?,
            outcome: match next()? {
                "N" => Some(Outcome::N),
                "P" => Some(Outcome::P),
                "L" => Some(Outcome::L),
                "R" => Some(Outcome::R),
                "?" => None,
                _ => return None,
            },
        })
    })
}

fn winner_of(outcome: Outcome, starter: Player) -> Player {
    match outcome {
        Outcome::N => starter,
        Outcome::P => -starter,
        Outcome::L => Player::Left,
        Outcome::R => Player::Right,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjudicator::Adjudicator;
    use solve::{Search, Term};
    use std::time::Instant;
    use values::{Arena, Budget};

    fn winner(state: &State, budget: Budget) -> Option<Player> {
        Adjudicator::new(state.convention(), budget).winner(state)
    }

    /// Every row is read, and every start that can be solved soon is solved
    /// again for both starters; the others with `LEGATUS_FULL`.
    #[test]
    fn what_is_known_of_starts_is_right() {
        const SOON: [(&str, &str, &str); 3] = [
            ("cram", "5x5", "normal"),
            ("legionnaires:impartial", "fig13", "normal"),
            ("legionnaires:mace", "8x8-e6xb2", "normal"),
        ];
        let lines = KNOWN.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(known().count(), lines - 1);
        let full = std::env::var_os("LEGATUS_FULL").is_some();
        for row in known() {
            let convention = match row.rules {
                "normal" => Convention::Normal,
                "misere" => Convention::Misere,
                other => panic!("{other}"),
            };
            let state = State::read(row.game, row.start, convention).unwrap();
            assert_eq!(self::row(&state).unwrap().outcome, row.outcome);
            let Some(outcome) = row.outcome else {
                let late = Budget::unlimited().with_deadline(Instant::now());
                assert_eq!(winner(&state, late), None);
                continue;
            };
            if !full && !SOON.contains(&(row.game, row.start, row.rules)) {
                continue;
            }
            let sum = vec![Term::Position(state.components()[0].clone())];
            for starter in Player::BOTH {
                let mut search = Search::new(convention);
                let wins = search.wins(&mut Arena::new(), &sum, starter).unwrap();
                let winner = if wins { starter } else { -starter };
                assert_eq!(
                    winner,
                    winner_of(outcome, starter),
                    "{} {}",
                    row.game,
                    row.start
                );
            }
        }
    }

    /// Boardman's game is a win for the second player, whoever that is.
    #[test]
    fn the_second_player_wins_legionnaires() {
        let start = State::read("legionnaires", "8x8", Convention::Normal).unwrap();
        for first in Player::BOTH {
            let start = start.clone().with_turn(first);
            assert_eq!(winner(&start, Budget::unlimited()), Some(-first));
        }
        let nim = State::read("nim", "3,4,5", Convention::Normal).unwrap();
        assert_eq!(winner(&nim, Budget::unlimited()), Some(Player::Left));
        let loopy = State::read("legionnaires:centurion", "2x2", Convention::Normal).unwrap();
        assert_eq!(winner(&loopy, Budget::unlimited()), None);
    }
}
