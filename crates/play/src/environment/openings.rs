//! The accounts and orthodox play on boards of N × 2 Amazons, against an
//! independent program's means and temperatures of all openings.

use super::*;
use crate::state::State;
use crate::thermal::{Situation, Strategy, Turn};
use rules::{Component, Random};
use solve::{Convention, Thermographer};
use values::{Budget, Dyadic};

fn full() -> bool {
    std::env::var_os("LEGATUS_FULL").is_some()
}

fn game(position: &str, stack: Stack) -> CardGame {
    let board = State::read("amazons", position, Convention::Normal).unwrap();
    CardGame::new(board, stack)
}

fn accountant() -> Accountant {
    Accountant::new(&Budget::unlimited(), 1 << 28)
}

/// All openings up to 10 × 2, with LEGATUS_FULL=1 up to 12 × 2.
#[test]
fn the_accounts_of_openings_are_exact() {
    let most_rows = if full() { 12 } else { 10 };
    let mut accountant = accountant();
    let mut checked = 0;
    for row in include_str!("../../../solve/tests/data/amazons.tsv").lines() {
        let cells: Vec<&str> = row.split('\t').collect();
        let [board, _, mean, temperature, source, ..] = cells[..] else {
            continue;
        };
        if !source.starts_with("start") || board.split('/').count() > most_rows {
            continue;
        }
        let forecast = accountant.forecast(&game(board, Stack::berlekamp()));
        let forecast = forecast.unwrap();
        assert_eq!(forecast.mean.to_string(), mean, "{board}");
        assert_eq!(forecast.temperature.to_string(), temperature, "{board}");
        assert!(
            !forecast.estimated && !forecast.mean_is_estimated && !forecast.temperature_is_bound
        );
        checked += 1;
    }
    assert_eq!(checked, if full() { 408 } else { 244 });
}

/// The smallest board on which option B of the paper's section 5 is the only
/// orthodox opening: onto White's row, with the arrow behind her.
#[test]
fn orthodox_play_opens_with_option_b() {
    let mut accountant = accountant();
    // The temperature is 37/4.
    for top in ["9", "7", "5"] {
        let stack = Stack::new(&top.parse().unwrap(), &Dyadic::new(1, 1), 20).unwrap();
        let game = game("11x2:a1,b5", stack);
        let ambient = game.temperature();
        let decision = accountant
            .thermal()
            .decide(Strategy::Orthodox, &game.situation(&ambient));
        let decision = decision.unwrap().unwrap();
        assert_eq!(decision.temperature.to_string(), "37/4");
        assert!(!decision.estimated);
        assert_eq!(
            accountant.cost(&game, &decision.turn).unwrap(),
            Some(Dyadic::zero())
        );
        let Turn::Board(mv) = &decision.turn else {
            panic!("a card of {top}");
        };
        assert_eq!(game.state().text(mv).unwrap(), "a1-a5/b4", "at {top}");
        let mut after = game.clone();
        after.play(&decision.turn);
        let forecast = accountant.forecast(&after).unwrap();
        assert_eq!(forecast.mean, Dyadic::new(3, 1));
        // Option A blocks the center; at these temperatures it costs.
        let blocked = game.state().moves().unwrap().into_iter().map(Turn::Board);
        let costs: Vec<_> = accountant
            .costs(&game, &blocked.collect::<Vec<_>>())
            .unwrap();
        let orthodox = costs.iter().filter(|cost| **cost == Some(Dyadic::zero()));
        assert_eq!(orthodox.count(), 1, "at {top}");
    }
}

/// Without cards and other boards nothing makes up for the turn that option B
/// gives away: White would win after it. Orthodox play then blocks the center.
#[test]
fn alone_option_b_would_lose() {
    let mut accountant = accountant();
    let game = game("11x2:a1,b5", Stack::berlekamp());
    let ambient = game.temperature();
    let situation = Situation {
        card: None,
        ..game.situation(&ambient)
    };
    let decision = accountant.thermal().decide(Strategy::Orthodox, &situation);
    let Turn::Board(mv) = decision.unwrap().unwrap().turn else {
        panic!("there are no cards");
    };
    let mut thermographer = Thermographer::new();
    let mut wall = |component: &Component| {
        let graph = thermographer.thermograph(component).unwrap();
        graph.right.at(&Dyadic::zero()).to_string()
    };
    assert_eq!(wall(&mv.after), "1");
    let option_b = Component::read("amazons", "../../../../../../LR/.#/../../..").unwrap();
    assert_eq!(wall(&option_b), "-2");
    // A negative has the players' places exchanged.
    let [left, right] = option_b.duel_place().unwrap().ranks;
    assert_ne!(left, right);
    let negative = option_b.negated().duel_place().unwrap();
    assert_eq!(negative.ranks, [right, left]);
}

/// Sums whose thermographs are found.
const SMALL: [&[(&str, &str)]; 8] = [
    &[("amazons", "R..L...R"), ("amazons", ".L..R")],
    &[("amazons", "L../..R"), ("amazons", "3x2:a1,b3")],
    &[("amazons", "4x2:a1,b3"), ("domineering", "2x3")],
    &[("amazons", "5x2:a2,b4"), ("amazons", "L...R")],
    &[("amazons", "6x2:a2,b4")],
    &[("amazons", "8x2:a3,b7")],
    &[
        ("domineering", "3x3"),
        ("clobber", "XOX/OXO"),
        ("amazons", ".L..R"),
    ],
    &[
        ("toads_and_frogs", "tt..ff"),
        ("legionnaires", "W.W/.../B.B"),
    ],
];

/// Sums whose thermographs take more than a little accountant has.
const LARGE: [&[(&str, &str)]; 3] = [
    &[("amazons", "6x2:a2,b4"), ("amazons", "6x2:a3,b5")],
    &[("amazons", "8x2:a3,b7"), ("amazons", "L..L/..../R..R")],
    &[("domineering", "4x5"), ("amazons", "5x2:a2,b4")],
];

/// Plays by chance and counts the costs that are known, and those that are
/// not. None is negative, and if all are known some turn is orthodox.
fn play_by_chance(
    sum: &[(&str, &str)],
    random: &mut Random,
    accountant: &mut Accountant,
) -> [usize; 2] {
    let summands = sum.iter().map(|(game, text)| {
        let component = Component::read(game, text).unwrap();
        ((*game).into(), component)
    });
    let board = State::new(summands.collect(), Convention::Normal);
    let top = Dyadic::new(random.below(32) as i64 - 4, 2);
    let stack = Stack::new(&top, &Dyadic::new(1 + random.below(4), 1), 6).unwrap();
    let mut game = CardGame::new(board, stack);
    let mut counts = [0; 2];
    while !game.is_over() {
        let mut turns: Vec<Turn> = vec![Turn::Card];
        turns.extend(game.state().moves().unwrap().into_iter().map(Turn::Board));
        let any = random.below(turns.len() as u64 + 8) as usize;
        let turn = turns.get(any).unwrap_or(&Turn::Card).clone();
        // Now and then all of them.
        let asked = match random.below(64) {
            0 => turns.clone(),
            _ => vec![turn.clone()],
        };
        let costs = accountant.costs(&game, &asked).unwrap();
        let known: Vec<&Dyadic> = costs.iter().flatten().collect();
        for cost in &known {
            assert!(cost.signum() >= 0, "{cost}: {game:?}");
        }
        counts[0] += known.len();
        counts[1] += costs.len() - known.len();
        if known.len() == turns.len() {
            assert!(known.iter().any(|cost| cost.is_zero()), "{game:?}");
        }
        game.play(&turn);
    }
    counts
}

/// 100 plays of sums beside cards, with LEGATUS_FULL=1 10 000.
#[test]
fn no_cost_of_a_random_play_is_negative() {
    let plays = if full() { 10_000 } else { 100 };
    let mut random = Random::new(11);
    let mut generous = accountant();
    for play in 0..plays {
        let sum = SMALL[play % SMALL.len()];
        let [known, unknown] = play_by_chance(sum, &mut random, &mut generous);
        assert!(known > 0 && unknown == 0, "{sum:?}");
    }
    let mut little = Accountant::new(&Budget::unlimited(), 1 << 18);
    let mut counts = [0; 2];
    for play in 0..plays / 20 {
        let sum = LARGE[play % LARGE.len()];
        let [known, unknown] = play_by_chance(sum, &mut random, &mut little);
        counts = [counts[0] + known, counts[1] + unknown];
    }
    let [known, unknown] = counts;
    assert!(known > 0 && unknown > 0, "{known} known, {unknown} not");
}
