//! What to do with a turn, and why, in plain words.

use super::accounts::{Accountant, Warmth};
use super::game::CardGame;
use crate::thermal::{Strategy, Turn};
use values::{Dyadic, Result};

/// An orthodox turn, and why it is one.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The turn.
    pub turn: Turn,
    /// Whether it is only a good guess.
    pub estimated: bool,
    /// Why, as a sentence without its point. Nothing in it is claimed that is
    /// not known.
    pub reason: String,
    /// How hot each board is.
    pub warmths: Vec<Warmth>,
}

impl Accountant {
    /// What is orthodox now, and why; the game is not over.
    pub fn advice(&mut self, game: &CardGame) -> Result<Advice> {
        let ambient = game.temperature();
        let situation = game.situation(&ambient);
        let decision = self.thermal().decide(Strategy::Orthodox, &situation)?;
        let estimated = decision.as_ref().is_some_and(|found| found.estimated);
        let turn = decision.map_or(Turn::Card, |decision| decision.turn);
        let warmths = self.warmths(game)?;
        let reason = match &turn {
            Turn::Card => for_the_card(game, &warmths, &ambient),
            Turn::Board(mv) => for_a_move(game, mv.place, &warmths[mv.place], &ambient),
        };
        Ok(Advice {
            turn,
            estimated,
            reason,
            warmths,
        })
    }
}

/// What a board is called, from 0.
fn named(game: &CardGame, place: usize) -> String {
    match game.board().len() {
        1 => "the board".to_owned(),
        _ => format!("board {}", place + 1),
    }
}

/// A temperature as far as it is known.
fn at(warmth: &Warmth) -> String {
    let about = match (warmth.temperature_is_bound, warmth.mean_is_estimated) {
        (false, _) => "",
        (true, true) => "about ",
        (true, false) => "at most ",
    };
    format!("{about}{}", warmth.temperature)
}

fn for_the_card(game: &CardGame, warmths: &[Warmth], ambient: &Dyadic) -> String {
    if !game.state().can_move() {
        return "there is no move on the board".to_owned();
    }
    let hottest = warmths
        .iter()
        .enumerate()
        .max_by_key(|(_, warmth)| &warmth.temperature);
    let Some((place, warmth)) = hottest else {
        return "there is no board".to_owned();
    };
    let (board, heat) = (named(game, place), at(warmth));
    if *ambient <= Dyadic::from(-1) {
        return "no move on the board does better than the card".to_owned();
    }
    let seems = match warmth.mean_is_estimated {
        true => "seems",
        false => "is",
    };
    match warmth.temperature.cmp(ambient) {
        std::cmp::Ordering::Less => {
            let hottest = match warmths.len() {
                1 => "",
                _ => ", the hottest,",
            };
            format!(
                "the card is worth more than a move: it is at {ambient}, and {board}{hottest} \
                 {seems} at {heat}"
            )
        }
        std::cmp::Ordering::Equal => {
            format!("{board} {seems} no hotter than the card: both are at {ambient}")
        }
        std::cmp::Ordering::Greater => {
            "nobody gains by moving first on the boards together, hot as they are".to_owned()
        }
    }
}

fn for_a_move(game: &CardGame, place: usize, warmth: &Warmth, ambient: &Dyadic) -> String {
    let (board, heat) = (named(game, place), at(warmth));
    if *ambient <= Dyadic::from(-1) {
        return format!("the cards cost a point each, and a move on {board} costs nothing");
    }
    // What is only a bound may be lower than the card.
    if warmth.temperature_is_bound {
        return format!("{board} seems hot, at {heat}; the card is at {ambient}");
    }
    match warmth.temperature > *ambient {
        true => format!("{board} is hotter than the card: it is at {heat}, the card at {ambient}"),
        false => format!("a move on {board} loses nothing against the card at {ambient}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{number, stack};
    use super::*;
    use crate::state::{State, summand};
    use solve::Convention;
    use values::Budget;

    fn game(boards: &[(&str, &str)], top: &str) -> CardGame {
        let boards = boards.iter().map(|(game, text)| summand(game, text).unwrap());
        let state = State::new(boards.collect(), Convention::Normal);
        CardGame::new(state, stack(top, "1/2", 8))
    }

    /// The temperatures are 3 and 1 (docs/environment.md).
    #[test]
    fn reasons_say_what_is_hotter() {
        let mut accountant = Accountant::new(&Budget::unlimited(), 1 << 24);
        let two = [("amazons", "R..L...R"), ("amazons", ".L..R#")];
        for (boards, top, reason) in [
            (&two[..], "2", "board 1 is hotter than the card: it is at 3, the card at 2"),
            (
                &two,
                "4",
                "the card is worth more than a move: it is at 4, and board 1, the hottest, is at 3",
            ),
            (
                &two[1..],
                "3/2",
                "the card is worth more than a move: it is at 3/2, and the board is at 1",
            ),
            (&two[1..], "1", "the board is no hotter than the card: both are at 1"),
            (&[("amazons", "L")], "1", "there is no move on the board"),
        ] {
            let advice = accountant.advice(&game(boards, top)).unwrap();
            assert_eq!(advice.reason, reason);
            assert!(!advice.estimated);
        }
        let warmths = accountant.warmths(&game(&two, "2")).unwrap();
        let heats: Vec<_> = warmths.iter().map(|w| w.temperature.clone()).collect();
        assert_eq!(heats, [number("3"), number("1")]);
    }

    /// With the fair komi best play comes to the same, whoever begins.
    #[test]
    fn a_fair_komi_is_fair() {
        let mut accountant = Accountant::new(&Budget::unlimited(), 1 << 24);
        for boards in [
            &[("amazons", "R..L...R"), ("amazons", ".L..R#")][..],
            &[("domineering", "2x3")],
            &[("clobber", "XOX/OXO")],
        ] {
            let game = game(boards, "5/2");
            let komi = accountant.fair_komi(&game).unwrap().unwrap();
            let nets = values::Player::BOTH.map(|player| {
                let start = game.begun_by(player).with_komi(komi.clone());
                accountant.best(&start).unwrap().unwrap().net
            });
            assert_eq!(nets[0], nets[1], "{boards:?}");
        }
    }
}
