//! The arena against the slow reference, which follows the definitions on
//! explicit trees.

use crate::common::{
    Bridge, Game, Random, canonical, dyadic, grid_temperature, le, negative, number, pool,
    random_game, second_player_wins, stop, sum, walls,
};
use values::{Arena, Outcome, Player, Relation};

/// Runs `check` on as many random cases, each from a seed of its own that a
/// failure names.
fn for_random_cases(count: u64, mut check: impl FnMut(&mut Random, &[Game], &str)) {
    let pool = pool();
    for case in 0..count {
        check(&mut Random::new(case), &pool, &format!("seed {case}"));
    }
}

#[test]
fn canonical_forms_agree() {
    let (mut arena, mut bridge) = (Arena::new(), Bridge::default());
    let mut distinct = std::collections::HashSet::new();
    for_random_cases(100_000, |random, pool, seed| {
        let raw = random_game(random, pool, 2);
        let expected = canonical(&raw);
        let value = bridge.value(&mut arena, &raw);
        let found = bridge.tree(&mut arena, value);
        assert_eq!(found, expected, "{seed}: {raw:?}");
        assert_eq!(
            arena.as_number(value),
            number(&expected).map(dyadic),
            "{seed}: {raw:?}"
        );
        distinct.insert(value);
    });
    assert!(distinct.len() > 20_000, "only {} values", distinct.len());
}

#[test]
fn order_and_outcome_agree() {
    let (mut arena, mut bridge) = (Arena::new(), Bridge::default());
    let mut seen = [0; 4];
    for_random_cases(100_000, |random, pool, seed| {
        let [g, h] = [1, 1].map(|depth| random_game(random, pool, depth));
        let [gv, hv] = [&g, &h].map(|t| bridge.value(&mut arena, t));
        let (below, above) = (le(&g, &h), le(&h, &g));
        let expected = match (below, above) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Less,
            (false, true) => Relation::Greater,
            (false, false) => Relation::Confused,
        };
        seen[expected as usize] += 1;
        let context = || format!("{seed}: {g:?} and {h:?}");
        assert_eq!(arena.compare(gv, hv).unwrap(), expected, "{}", context());
        assert_eq!(arena.le(gv, hv).unwrap(), below, "{}", context());
        assert_eq!(arena.le(hv, gv).unwrap(), above, "{}", context());
        assert_eq!(gv == hv, below && above, "{}", context());
        let [left, right] = second_player_wins(&g);
        let outcome = Outcome::from_second_players(left, right);
        assert_eq!(arena.outcome(gv).unwrap(), outcome, "{}", context());
    });
    assert!(seen.iter().all(|&n| n > 1000), "{seen:?}");
}

#[test]
fn sums_and_negatives_agree() {
    let (mut arena, mut bridge) = (Arena::new(), Bridge::default());
    for_random_cases(100_000, |random, pool, seed| {
        let g = canonical(&random_game(random, pool, 0));
        let h = if random.below(4) > 0 {
            random.pick(pool).clone()
        } else {
            canonical(&random_game(random, &pool[..20], 0))
        };
        let [gv, hv] = [&g, &h].map(|t| bridge.value(&mut arena, t));
        let total = arena.add(gv, hv).unwrap();
        let found = bridge.tree(&mut arena, total);
        assert_eq!(found, sum(&g, &h), "{seed}: {g:?} + {h:?}");
        assert_eq!(bridge.tree(&mut arena, -gv), negative(&g), "{seed}: -{g:?}");
    });
}

#[test]
fn stops_agree() {
    let (mut arena, mut bridge) = (Arena::new(), Bridge::default());
    for_random_cases(100_000, |random, pool, seed| {
        let g = canonical(&random_game(random, pool, 1));
        let v = bridge.value(&mut arena, &g);
        for player in Player::BOTH {
            let expected = dyadic(stop(&g, player));
            assert_eq!(arena.stop(v, player), expected, "{seed}: {player} in {g:?}");
        }
    });
}

#[test]
fn thermographs_agree() {
    let (mut arena, mut bridge) = (Arena::new(), Bridge::default());
    let (mut compared, cases) = (0, 5_000);
    for_random_cases(cases, |random, pool, seed| {
        let g = canonical(&random_game(random, pool, 2));
        let Some(expected) = walls(&g) else { return };
        compared += 1;
        let v = bridge.value(&mut arena, &g);
        let found = arena.thermograph(v).unwrap();
        let base = grid_temperature(expected.base);
        assert_eq!(*found.temperature(), dyadic(base), "{seed}: {g:?}");
        for player in Player::BOTH {
            let wall = &expected.walls[player as usize];
            assert_eq!(*found.mean(), dyadic(wall[expected.base]), "{seed}: {g:?}");
            for (i, &x) in wall.iter().enumerate().step_by(8) {
                let t = dyadic(grid_temperature(i));
                let at = found.wall(player).at(&t);
                assert_eq!(at, dyadic(x), "{seed}: {player}'s wall at {t} of {g:?}");
            }
        }
    });
    assert!(compared * 10 > cases * 9, "{compared} compared");
}
