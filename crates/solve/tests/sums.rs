//! Sums by search against canonical forms and plain recursion.

use rules::{Component, Game, Position, Random, Rules, games_in_rust};
use solve::{Bag, Evaluator, Parts, SumGraph, Taxed};
use values::{Arena, Budget, Dyadic, Error, Player, Value};

/// Small positions of every game with their values.
fn pool(arena: &mut Arena, each: usize, seed: u64) -> Vec<(Component, Value)> {
    let mut evaluator = Evaluator::new();
    let mut pool = Vec::new();
    for info in games_in_rust() {
        let rules = Rules::find(&rules::example_name(info)).unwrap();
        if rules.is_loopy() {
            continue;
        }
        let mut random = Random::new(seed);
        let like = rules.read(info.example).unwrap();
        for _ in 0..each {
            let position = Game::scatter(&rules, &like, &mut |n| random.below(n));
            if position.rank() > 12 {
                continue;
            }
            let value = evaluator.value_within(arena, &position, 300).unwrap();
            if let Some(value) = value.filter(|&value| !arena.is_number(value)) {
                pool.push((position, value));
            }
        }
    }
    pool
}

/// A random sum as a bag, and its value.
fn random_sum(
    arena: &mut Arena,
    parts: &mut Parts,
    pool: &[(Component, Value)],
    random: &mut Random,
) -> (Bag, Value, String) {
    let mut bags = Vec::new();
    let mut total = Value::ZERO;
    let mut text = String::new();
    for _ in 0..2 + random.below(3) {
        let (position, value) = &pool[random.below(pool.len() as u64) as usize];
        let negated = random.below(2) == 1;
        let bag = parts.position(arena, position).unwrap();
        bags.push(if negated { -&bag } else { bag });
        let value = if negated { -*value } else { *value };
        total = arena.add(total, value).unwrap();
        text += &format!("{}{position:?}", if negated { " - " } else { " + " });
    }
    for value in ["3/4", "-1/2", "^", "{3||2|1}", "2"] {
        if random.below(5) == 0 {
            let term = arena.read(value).unwrap();
            bags.push(parts.value(arena, term).unwrap());
            total = arena.add(total, term).unwrap();
            text += &format!(" + {value}");
        }
    }
    (parts.sum(arena, &bags).unwrap(), total, text)
}

/// The thermograph of a sum is that of its canonical form, whether the parts
/// are taken as canonical forms or as positions.
#[test]
fn thermographs_of_sums_are_those_of_their_values() {
    let mut arena = Arena::new();
    let pool = pool(&mut arena, 12, 5);
    let mut random = Random::new(5);
    for effort in [1 << 12, 0] {
        let mut parts = Parts::with_effort(Budget::unlimited(), effort);
        let mut hot = 0;
        for _ in 0..150 {
            let (bag, total, text) = random_sum(&mut arena, &mut parts, &pool, &mut random);
            let expected = arena.thermograph(total).unwrap();
            let budget = Budget::unlimited();
            let found = SumGraph::find(&mut parts, &mut arena, &budget, &bag).unwrap();
            assert_eq!(found.graph.as_ref(), Some(&expected), "{text}");
            assert_eq!(found.mean, *expected.mean());
            assert_eq!(found.temperature.exact(), Some(expected.temperature()));
            hot += usize::from(expected.temperature().signum() > 0 && bag.len() > 1);
        }
        assert!(hot > 40, "{hot}");
    }
}

/// What is said when the search is stopped is true: the temperature lies in
/// its interval, and the walls are right from where they are given.
#[test]
fn what_is_known_of_a_sum_is_right() {
    let mut arena = Arena::new();
    let pool = pool(&mut arena, 12, 7);
    let mut random = Random::new(7);
    let (mut stopped, mut exact, mut narrow) = (0, 0, 0);
    for round in 0..300 {
        let mut parts = Parts::with_effort(Budget::unlimited(), 0);
        let (bag, total, text) = random_sum(&mut arena, &mut parts, &pool, &mut random);
        let expected = arena.thermograph(total).unwrap();
        // Stops the search at its first look at the budget, after 256 nodes,
        // or before it begins.
        let budget = Budget::unlimited().with_steps(round % 3 * 256);
        budget.advance(1);
        let found = SumGraph::find(&mut parts, &mut arena, &budget, &bag).unwrap();
        assert_eq!(found.mean, *expected.mean(), "{text}");
        let t = expected.temperature();
        let interval = &found.temperature;
        assert!(
            interval.low <= *t && *t <= interval.high,
            "{text}: {interval:?}"
        );
        for player in Player::BOTH {
            for (t, height) in &found.above[player as usize] {
                assert_eq!(*height, expected.wall(player).at(t), "{text} at {t}");
            }
        }
        if found.stopped.is_some() {
            assert!(found.graph.is_none());
            stopped += 1;
            exact += usize::from(interval.exact().is_some());
            narrow += usize::from(interval.low > Dyadic::from(-1));
        }
    }
    println!("{stopped} stopped, {exact} with exact temperature, {narrow} bounded from below");
    assert!(stopped > 20 && narrow > 10, "{stopped} {exact} {narrow}");
}

/// Play with taxes, straight from the definition.
fn plain(arena: &mut Arena, value: Value, taxes: &[Dyadic], player: Player) -> Dyadic {
    let signed = |gain: &Dyadic| match player {
        Player::Left => gain.clone(),
        Player::Right => -gain,
    };
    let (tax, lower) = taxes.split_first().unwrap();
    let mut best = match lower {
        [] => arena.mean(value).unwrap(),
        _ => plain(arena, value, lower, -player),
    };
    for option in arena.options(value, player).unwrap() {
        let after = &plain(arena, option, taxes, -player) - &signed(tax);
        best = match player {
            Player::Left => best.max(after),
            Player::Right => best.min(after),
        };
    }
    best
}

/// The search finds what plain recursion finds, and its interval is right
/// when it is stopped.
#[test]
fn taxed_play_is_that_of_plain_recursion() {
    let mut arena = Arena::new();
    let games = [
        "{3||2|1}",
        "{2|-1/2}",
        "+-1",
        "{1|*}",
        "^",
        "*2",
        "{5|1||-2}",
        "1/2",
        "{4|3/4||0|-3}",
        "{2,{6|0}|-1/4}",
        "3/8",
        "-5/4",
        "{7/8|-1}",
    ]
    .map(|text| arena.read(text).unwrap());
    let ladders = [
        ["5/2", "7/4", "1", "1/4", "-1/2", "-1"],
        ["3", "3", "1", "1", "-1", "-1"],
        ["11/4", "2", "5/4", "1/2", "-1/4", "-1"],
    ]
    .map(|taxes| taxes.map(|tax| tax.parse::<Dyadic>().unwrap()));
    let mut random = Random::new(3);
    let mut open = 0;
    for round in 0..120 {
        let mut parts = Parts::new(Budget::unlimited());
        let mut total = Value::ZERO;
        let mut bags = Vec::new();
        for _ in 0..1 + random.below(3) {
            let game = games[random.below(games.len() as u64) as usize];
            let game = if random.below(2) == 1 { -game } else { game };
            total = arena.add(total, game).unwrap();
            bags.push(parts.value(&mut arena, game).unwrap());
        }
        let bag = parts.sum(&mut arena, &bags).unwrap();
        let taxes = &ladders[round % 3];
        let expected = plain(&mut arena, total, taxes, Player::Left);
        for steps in [0, 256, u64::MAX] {
            let budget = Budget::unlimited().with_steps(steps);
            budget.advance(1);
            let search = Taxed::new(&mut parts, &mut arena, budget, taxes, None);
            let (found, stopped) = search.unwrap().find(&bag, 0).unwrap();
            assert!(found.low <= expected && expected <= found.high, "{found:?}");
            match stopped {
                None => assert_eq!(found.exact(), Some(&expected)),
                Some(error) => {
                    assert!(matches!(error, Error::TooLarge { .. }));
                    assert!(steps < u64::MAX);
                    open += 1;
                }
            }
        }
    }
    println!("{open} stopped");
}
