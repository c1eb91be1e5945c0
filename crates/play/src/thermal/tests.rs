use super::*;
use rules::Random;
use solve::Evaluator;
use values::{Arena, Value};

fn read(game: &str, position: &str) -> Component {
    Component::read(game, position).unwrap()
}

fn thermal() -> Thermal {
    Thermal::new(&Budget::unlimited(), 1 << 26)
}

fn number(text: &str) -> Dyadic {
    text.parse().unwrap()
}

/// The component and the move, or nothing for a card.
fn chosen(
    strategy: Strategy,
    sum: &[Component],
    player: Player,
    last: Option<(usize, &Component)>,
    card: Option<&str>,
) -> Option<usize> {
    let card = card.map(number);
    let situation = Situation {
        sum,
        player,
        last,
        card: card.as_ref(),
    };
    match thermal()
        .decide(strategy, &situation)
        .unwrap()
        .unwrap()
        .turn
    {
        Turn::Card => None,
        Turn::Board(mv) => Some(mv.place),
    }
}

const ALL: [Strategy; 4] = [
    Strategy::Hotstrat,
    Strategy::Sentestrat,
    Strategy::Orthodox,
    Strategy::Thermostrat,
];

/// Figure 2 of the paper: 2, {2|0}, {4||-1|-3} with temperatures -1, 1, 3.
#[test]
fn the_hottest_place_comes_first() {
    let sum = ["..LR", ".L..R", "R..L...R"].map(|text| read("amazons", text));
    for strategy in ALL {
        for player in Player::BOTH {
            let at = |card| chosen(strategy, &sum, player, None, card);
            assert_eq!(at(Some("4")), None);
            assert_eq!(at(Some("2")), Some(2));
            assert_eq!(at(Some("-1/2")), Some(2));
            let last = chosen(strategy, &sum[..2], player, None, Some("1/2"));
            assert_eq!(last, Some(1));
        }
    }
}

/// A place of temperature 1 beside one of temperature 3, the ambient
/// temperature 0: sentestrat answers where the opponent has just moved.
#[test]
fn threats_are_answered() {
    let before = read("amazons", ".L...R");
    let mut after = None;
    let _ = before.options(Player::Right, &mut |option| {
        if option.text() == ".L..R#" {
            after = Some(option);
        }
        ControlFlow::Continue(())
    });
    let sum = [read("amazons", "R..L...R"), after.unwrap()];
    let at = |strategy, last, card| chosen(strategy, &sum, Player::Left, last, card);
    let last = Some((1, &before));
    assert_eq!(at(Strategy::Sentestrat, last, Some("0")), Some(1));
    assert_eq!(at(Strategy::Sentestrat, None, Some("0")), Some(0));
    assert_eq!(at(Strategy::Sentestrat, last, Some("1")), Some(0));
    assert_eq!(at(Strategy::Sentestrat, last, Some("3")), None);
    // Without cards the other place is the environment.
    assert_eq!(at(Strategy::Sentestrat, last, None), Some(0));
    assert_eq!(at(Strategy::Hotstrat, last, Some("0")), Some(0));
    assert_eq!(at(Strategy::Orthodox, last, Some("0")), Some(0));
}

/// A board that is too big for its thermograph is played by estimates.
#[test]
fn big_boards_are_estimated() {
    let sum = [read("amazons", "6x6"), read("amazons", "..LR")];
    let mut thermal = Thermal::new(&Budget::unlimited(), 1 << 16);
    let situation = Situation {
        sum: &sum,
        player: Player::Right,
        last: None,
        card: None,
    };
    for strategy in ALL {
        let decision = thermal.decide(strategy, &situation).unwrap().unwrap();
        assert!(decision.estimated);
        assert!(matches!(decision.turn, Turn::Board(mv) if mv.place == 0));
    }
}

/// In every decision the choice is legal, and without cards something is
/// chosen whenever there is a move.
#[test]
fn every_game_can_be_played_out() {
    let mut random = Random::new(1);
    for info in rules::games_in_rust() {
        let name = rules::example_name(info);
        let start = read(&name, info.example);
        if start.is_loopy() {
            continue;
        }
        for strategy in ALL {
            let mut sum = vec![start.clone(), start.clone().negated(), start.clone()];
            let mut player = Player::Left;
            let mut last = None;
            let mut thermal = Thermal::new(&Budget::unlimited(), 1 << 22);
            loop {
                let card = (random.below(3) == 0).then(|| Dyadic::from(random.below(3) as i64 - 1));
                let situation = Situation {
                    sum: &sum,
                    player,
                    last: last.as_ref().map(|(place, before)| (*place, before)),
                    card: card.as_ref(),
                };
                let decision = thermal.decide(strategy, &situation).unwrap();
                match decision.map(|decision| decision.turn) {
                    None => {
                        assert!(sum.iter().all(|component| !component.can_move(player)));
                        break;
                    }
                    Some(Turn::Card) => {
                        assert!(card.is_some());
                        last = None;
                    }
                    Some(Turn::Board(Move { place, after })) => {
                        assert!(after.rank() < sum[place].rank(), "{name}");
                        last = Some((place, std::mem::replace(&mut sum[place], after)));
                    }
                }
                player = -player;
            }
        }
    }
}

/// How often the first move keeps, without cards, what can be won.
#[test]
fn most_sums_that_can_be_won_stay_won() {
    let mut arena = Arena::new();
    let mut evaluator = Evaluator::<Component>::new();
    let mut random = Random::new(3);
    let boards = [
        ".L..R",
        "R..L...R",
        "L...R",
        "L./.R",
        "L../..R",
        "..LR",
        "R.L.",
        "L.R../.....",
    ];
    let boards = boards.map(|text| read("amazons", text));
    let dominoes = ["2x2", "2x3", "3x3", "1x4", "3x2"].map(|text| read("domineering", text));
    let all: Vec<Component> = boards.into_iter().chain(dominoes).collect();
    let (mut kept, mut winnable) = ([0u32; 4], 0);
    let mut thermal = thermal();
    for _ in 0..200 {
        let mut sum: Vec<Component> = Vec::new();
        for _ in 0..4 {
            let component = all[random.below(all.len() as u64) as usize].clone();
            sum.push(match random.below(2) {
                0 => component,
                _ => component.negated(),
            });
        }
        let mut value = |sum: &[Component]| {
            let mut total = Value::ZERO;
            for component in sum {
                let value = evaluator.value(&mut arena, component).unwrap();
                total = arena.add(total, value).unwrap();
            }
            let mut sign = |a, b| arena.le(a, b).unwrap();
            [sign(total, Value::ZERO), sign(Value::ZERO, total)]
        };
        if value(&sum)[0] {
            continue;
        }
        winnable += 1;
        for (kept, strategy) in kept.iter_mut().zip(ALL) {
            let situation = Situation {
                sum: &sum,
                player: Player::Left,
                last: None,
                card: None,
            };
            let decision = thermal.decide(strategy, &situation).unwrap().unwrap();
            let Turn::Board(mv) = decision.turn else {
                panic!("there are no cards");
            };
            let mut after = sum.clone();
            after[mv.place] = mv.after;
            *kept += u32::from(value(&after)[1]);
        }
    }
    println!("kept {kept:?} of {winnable}");
    for kept in kept {
        assert!(kept * 10 > winnable * 9, "{kept:?} of {winnable}");
    }
}

/// A thermograph that takes seconds is given up when the asker's time is over,
/// and found when there is time again.
#[test]
fn an_asker_waits_no_longer_than_wanted() {
    use std::time::{Duration, Instant};
    let mut thermal = Thermal::with_options(&Budget::unlimited(), 1 << 30, 1 << 40);
    let board = [read("amazons", "../../../../L./.R/../../..")];
    let begun = Instant::now();
    let short = begun + Duration::from_millis(5);
    thermal.answer_to(&Budget::unlimited().with_deadline(short));
    // A busy machine may not get as far as an estimate.
    match thermal.sight(&board, &Dyadic::zero()) {
        Ok(sight) => assert!(!sight.mean_is_known),
        Err(stopped) => assert_eq!(stopped, values::Error::Deadline),
    }
    let waited = begun.elapsed();
    thermal.answer_to(&Budget::unlimited());
    assert!(
        thermal
            .sight(&board, &Dyadic::zero())
            .unwrap()
            .mean_is_known
    );
    assert!(waited < Duration::from_secs(5), "{waited:?}");
}
