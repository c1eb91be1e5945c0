//! What the strategies lose to best play beside cards.

use super::*;
use crate::state::State;
use rules::{Component, Random};
use solve::Convention;
use std::fmt;
use values::{Budget, Dyadic, Player};

/// Small, so that best play is exact; with temperatures from 0 to 3.
pub(super) const POSITIONS: [(&str, &str); 12] = [
    ("amazons", "R..L...R"),
    ("amazons", ".L..R"),
    ("amazons", "L...R"),
    ("amazons", "L../..R"),
    ("amazons", "3x2:a1,b3"),
    ("amazons", "L.../...R"),
    ("domineering", "2x3"),
    ("domineering", "3x3"),
    ("domineering", "##.#/.#../..#./##.."),
    ("clobber", "XOX/OXO"),
    ("legionnaires", "W.W/.../B.B"),
    ("toads_and_frogs", "tt..ff"),
];

const STRATEGIES: [&str; 4] = ["hotstrat", "sentestrat", "thermostrat", "orthodox"];

/// A sum of two or three positions, some of them negated.
fn sum(random: &mut Random) -> State {
    let mut summands = Vec::new();
    for _ in 0..2 + random.below(2) {
        let (game, position) = POSITIONS[random.below(POSITIONS.len() as u64) as usize];
        let component = Component::read(game, position).unwrap();
        let component = match random.below(2) {
            0 => component,
            _ => component.negated(),
        };
        summands.push((game.into(), component));
    }
    let turn = Player::BOTH[random.below(2) as usize];
    State::new(summands, Convention::Normal).with_turn(turn)
}

/// Where a stack begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// At the first card that is not below the hottest region, or at most two
    /// cards above, as in the paper.
    Above,
    /// From −1 to 1: most regions are hotter.
    Below,
}

impl Start {
    fn game(self, random: &mut Random, accountant: &mut Accountant) -> CardGame {
        let board = sum(random);
        let step = Dyadic::new(1 + random.below(4), 3);
        let top = match self {
            Start::Above => {
                let hottest = accountant.thermal().hottest(board.components()).unwrap();
                let mut top = Dyadic::from(-1);
                while top < hottest {
                    top = &top + &step;
                }
                &top + &(&step * &Dyadic::from(random.below(3) as i64))
            }
            Start::Below => Dyadic::new(random.below(17) as i64 - 8, 3),
        };
        let runs = board
            .components()
            .iter()
            .map(|c| longest_run(c, &Budget::unlimited()));
        let ones = runs.map(|run| run.unwrap() as usize).sum();
        CardGame::new(board, Stack::new(&top, &step, ones).unwrap())
    }
}

/// What a player on one side loses against best play on the other.
fn loss(game: &CardGame, name: &str, side: Player, accountant: &mut Accountant) -> Dyadic {
    let best = accountant.best(game).unwrap().unwrap().net;
    let mut names = ["exact", "exact"];
    names[side as usize] = name;
    let mut players = names.map(|name| CardPlayer::find(name, Random::new(7)).unwrap());
    let mut game = game.clone();
    while !game.is_over() {
        let turn = game.turn() as usize;
        let choice = players[turn].choose(&game, accountant).unwrap();
        game.play(&choice.turn);
    }
    match side {
        Player::Left => &best - &game.net(),
        Player::Right => &game.net() - &best,
    }
}

/// Losses of one strategy, one for each sum.
#[derive(Default)]
struct Losses(Vec<Dyadic>);

impl Losses {
    fn mean(&self) -> f64 {
        self.0.iter().map(Dyadic::to_f64).sum::<f64>() / self.0.len() as f64
    }

    /// Half of the interval that has the mean with 95 %.
    fn interval(&self) -> f64 {
        let (mean, n) = (self.mean(), self.0.len() as f64);
        let squares = self.0.iter().map(|loss| (loss.to_f64() - mean).powi(2));
        1.96 * (squares.sum::<f64>() / (n - 1.0) / n).sqrt()
    }

    fn total(&self) -> Dyadic {
        let zero = Dyadic::zero();
        self.0.iter().fold(zero, |total, loss| &total + loss)
    }
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lost = self.0.iter().filter(|loss| !loss.is_zero()).count();
        let (mean, interval) = (self.mean(), self.interval());
        write!(f, "{mean:.3} ± {interval:.3}, {lost} of {}", self.0.len())
    }
}

/// The table in docs/environment.md: 500 sums with LEGATUS_FULL=1, 12 without.
/// Nobody does better than best play, and no strategy loses much.
#[test]
fn strategies_lose_little_to_best_play() {
    let sums = if std::env::var_os("LEGATUS_FULL").is_some() {
        500
    } else {
        12
    };
    for start in [Start::Above, Start::Below] {
        let mut accountant = Accountant::new(&Budget::unlimited(), 1 << 28);
        let mut random = Random::new(9);
        let mut losses = STRATEGIES.map(|_| Losses::default());
        for _ in 0..sums {
            let game = start.game(&mut random, &mut accountant);
            for (losses, name) in losses.iter_mut().zip(STRATEGIES) {
                let both = Player::BOTH.map(|side| loss(&game, name, side, &mut accountant));
                let [left, right] = &both;
                assert!(
                    left.signum() >= 0 && right.signum() >= 0,
                    "{name}: {game:?}"
                );
                losses.0.push((left + right).halve());
            }
        }
        for (losses, name) in losses.iter().zip(STRATEGIES) {
            println!("{start:?} {name}: {losses}");
        }
        let [hotstrat, sentestrat, ..] = &losses;
        let pairs = || hotstrat.0.iter().zip(&sentestrat.0);
        let better = pairs().filter(|(hot, sente)| sente < hot).count();
        let worse = pairs().filter(|(hot, sente)| sente > hot).count();
        println!("{start:?}: sentestrat is better than hotstrat in {better}, worse in {worse}");
        // With nothing hotter than the cards they do the same.
        assert!(start == Start::Below || better + worse == 0);
        for (losses, name) in losses.iter().zip(STRATEGIES) {
            assert!(losses.total() < Dyadic::new(sums, 2), "{name}: {losses}");
        }
    }
}
