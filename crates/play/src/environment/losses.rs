//! What the strategies lose to best play beside cards.

use super::*;
use crate::state::State;
use rules::{Component, Random};
use solve::Convention;
use values::{Budget, Dyadic, Player};

const POSITIONS: [(&str, &str); 16] = [
    ("amazons", "R..L...R"),
    ("amazons", ".L..R"),
    ("amazons", "L...R"),
    ("amazons", "L../..R"),
    ("amazons", "L.../...R"),
    ("amazons", "4x2:a1,b3"),
    ("amazons", "5x2:a2,b4"),
    ("domineering", "2x3"),
    ("domineering", "3x3"),
    ("domineering", "3x4"),
    ("domineering", "##.#/.#../..#./##.."),
    ("clobber", "XOX/OXO"),
    ("clobber", "XO.X/OX.O"),
    ("legionnaires", "W.W/.../B.B"),
    ("toads_and_frogs", "tt..ff"),
    ("toads_and_frogs", "ttt..ff"),
];

/// A sum of two to four positions, some of them negated.
fn sum(random: &mut Random) -> State {
    let summands = (0..2 + random.below(3)).map(|_| {
        let (game, position) = POSITIONS[random.below(POSITIONS.len() as u64) as usize];
        let component = Component::read(game, position).unwrap();
        let component = match random.below(2) {
            0 => component,
            _ => component.negated(),
        };
        (game.into(), component)
    });
    let summands = summands.collect();
    let turn = Player::BOTH[random.below(2) as usize];
    State::new(summands, Convention::Normal).with_turn(turn)
}

/// Where a stack begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// At the first card that is not below the hottest region, as in the
    /// paper, or at most two cards above.
    Above,
    /// At 0 or up to 1 above: the regions are hotter.
    Below,
}

fn game(random: &mut Random, accountant: &mut Accountant, start: Start) -> CardGame {
    let board = sum(random);
    let step = Dyadic::new(1 + random.below(4), 3);
    let top = match start {
        Start::Above => {
            let hottest = accountant.thermal().hottest(board.components()).unwrap();
            let mut top = Dyadic::from(-1);
            while top < hottest {
                top = &top + &step;
            }
            &top + &(&step * &Dyadic::from(random.below(3) as i64))
        }
        Start::Below => Dyadic::new(random.below(9), 3),
    };
    let stack = Stack::new(&top, &step, 60).unwrap();
    CardGame::new(board, stack)
}

/// What a player on one side loses against best play.
fn loss(
    game: &CardGame,
    best: &Dyadic,
    name: &str,
    side: Player,
    accountant: &mut Accountant,
) -> Dyadic {
    let mut players = ["exact", "exact"];
    players[side as usize] = name;
    let mut players = players.map(|name| CardPlayer::find(name, Random::new(7)).unwrap());
    let mut game = game.clone();
    while !game.is_over() {
        let turn = game.turn() as usize;
        let choice = players[turn].choose(&game, accountant).unwrap();
        if std::env::var_os("SHOW").is_some() && turn == side as usize {
            let value = accountant.best(&game).unwrap().unwrap().net;
            let mut after = game.clone();
            after.play(&choice.turn);
            let now = accountant.best(&after).unwrap().unwrap().net;
            if now != value {
                let text = match &choice.turn {
                    crate::thermal::Turn::Card => "card".to_owned(),
                    crate::thermal::Turn::Board(mv) => {
                        format!("{} in {}", game.state().text(mv).unwrap(), mv.place)
                    }
                };
                println!(
                    "{name} {side} {:?} card {} last {:?}: {text} ({}) {value} -> {now}",
                    game.board(),
                    game.temperature(),
                    game.situation(&game.temperature()).last,
                    choice.remark
                );
            }
        }
        game.play(&choice.turn);
    }
    match side {
        Player::Left => best - &game.net(),
        Player::Right => &game.net() - best,
    }
}

#[test]
fn measure() {
    let n: usize = std::env::var("N")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(20);
    let names = ["hotstrat", "sentestrat", "thermostrat", "orthodox"];
    for start in [Start::Above, Start::Below] {
        let mut accountant = Accountant::new(&Budget::unlimited(), 1 << 28);
        let mut random = Random::new(9);
        let mut losses: Vec<Vec<f64>> = vec![Vec::new(); names.len()];
        for _ in 0..n {
            let game = game(&mut random, &mut accountant, start);
            let best = accountant.best(&game).unwrap().unwrap().net;
            let mut mine = 0.0;
            for (losses, name) in losses.iter_mut().zip(names) {
                let mut total = 0.0;
                let _ = mine;
                for side in Player::BOTH {
                    let loss = loss(&game, &best, name, side, &mut accountant);
                    assert!(loss.signum() >= 0, "{name}: {game:?}");
                    total += loss.to_f64() / 2.0;
                }
                losses.push(total);
                if name == "hotstrat" {
                    mine = total;
                }
                if name == "sentestrat" && mine != total {
                    println!(
                        "hot {mine} sente {total} {:?} {} {}",
                        game.board(),
                        game.stack(),
                        game.turn()
                    );
                }
            }
        }
        for (losses, name) in losses.iter().zip(names) {
            let mean = losses.iter().sum::<f64>() / n as f64;
            let var = losses.iter().map(|l| (l - mean).powi(2)).sum::<f64>() / (n - 1) as f64;
            let lost = losses.iter().filter(|l| **l > 0.0).count();
            println!(
                "{start:?} {name}: {mean:.4} ± {:.4}; loses in {lost}",
                1.96 * (var / n as f64).sqrt()
            );
        }
    }
}
