//! Who wins with best play.

use crate::state::State;
use rules::Component;
use solve::{Convention, Search, Term};
use values::{Arena, Budget, Outcome, Player};

/// What is known of starts that take long to solve, as a table: game, start,
/// rules, outcome.
const KNOWN: &str = include_str!("../data/outcomes.tsv");

impl State {
    /// Who wins with best play, if that is known, or found within a budget;
    /// what is known to take long is not looked for. Nobody is named where play may not end.
    ///
    /// # Complexity
    /// That of [`Search::wins`], unless the start is one of those that were
    /// solved before.
    #[must_use]
    pub fn winner(&self, budget: &Budget) -> Option<Player> {
        if self.is_loopy() {
            return None;
        }
        if let Some(known) = self.known() {
            return Some(winner_of(known.outcome?, self.turn()));
        }
        let sum: Vec<Term<Component>> = self
            .components()
            .iter()
            .cloned()
            .map(Term::Position)
            .collect();
        let mut arena = Arena::with_budget(budget.clone());
        let mut search = Search::new(self.convention());
        if let Some(bytes) = budget.bytes() {
            search = search.with_table_bytes(bytes / 2);
        }
        let wins = search.wins(&mut arena, &sum, self.turn()).ok()?;
        Some(if wins { self.turn() } else { -self.turn() })
    }

    /// What is known of a start that takes long to solve.
    fn known(&self) -> Option<Known> {
        let ([name], [component]) = (self.names(), self.components()) else {
            return None;
        };
        if component.is_negated() {
            return None;
        }
        let rules = match self.convention() {
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
    use std::time::Instant;

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
            assert_eq!(state.known().unwrap().outcome, row.outcome);
            let Some(outcome) = row.outcome else {
                let late = Budget::unlimited().with_deadline(Instant::now());
                assert_eq!(state.winner(&late), None);
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
            assert_eq!(start.winner(&Budget::unlimited()), Some(-first));
        }
        let nim = State::read("nim", "3,4,5", Convention::Normal).unwrap();
        assert_eq!(nim.winner(&Budget::unlimited()), Some(Player::Left));
        let loopy = State::read("legionnaires:centurion", "2x2", Convention::Normal).unwrap();
        assert_eq!(loopy.winner(&Budget::unlimited()), None);
    }
}
