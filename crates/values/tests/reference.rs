//! The arena against the slow reference, which follows the definitions on
//! explicit trees.

use crate::common::{
    Bridge, canonical, cases, dyadic, grid_temperature, le, negative, number, pool, random_game,
    second_player_wins, stop, sum, walls,
};
use values::{Arena, Outcome, Player, Relation};

fn fresh() -> (Arena, Bridge) {
    (Arena::new(), Bridge::default())
}

#[test]
fn canonical_forms_agree() {
    let pool = &pool();
    let mut distinct = std::collections::HashSet::new();
    cases(100_000, fresh, |(arena, bridge), draws| {
        let raw = random_game(draws, pool, 2);
        let expected = canonical(&raw);
        let value = bridge.value(arena, &raw);
        let found = bridge.tree(arena, value);
        assert_eq!(found, expected, "{raw:?}");
        assert_eq!(
            arena.as_number(value),
            number(&expected).map(dyadic),
            "{raw:?}"
        );
        distinct.insert(value);
    });
    assert!(distinct.len() > 20_000, "only {} values", distinct.len());
}

#[test]
fn order_and_outcome_agree() {
    let pool = &pool();
    let mut seen = [0; 4];
    cases(100_000, fresh, |(arena, bridge), draws| {
        let [g, h] = [1, 1].map(|depth| random_game(draws, pool, depth));
        let [gv, hv] = [&g, &h].map(|t| bridge.value(arena, t));
        let (below, above) = (le(&g, &h), le(&h, &g));
        let expected = match (below, above) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Less,
            (false, true) => Relation::Greater,
            (false, false) => Relation::Confused,
        };
        seen[expected as usize] += 1;
        let context = || format!("{g:?} and {h:?}");
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
    let pool = &pool();
    cases(100_000, fresh, |(arena, bridge), draws| {
        let g = canonical(&random_game(draws, pool, 0));
        let h = if draws.below(4) > 0 {
            draws.pick(pool).clone()
        } else {
            canonical(&random_game(draws, &pool[..20], 0))
        };
        let [gv, hv] = [&g, &h].map(|t| bridge.value(arena, t));
        let total = arena.add(gv, hv).unwrap();
        let found = bridge.tree(arena, total);
        assert_eq!(found, sum(&g, &h), "{g:?} + {h:?}");
        assert_eq!(bridge.tree(arena, -gv), negative(&g), "-{g:?}");
    });
}

#[test]
fn stops_agree() {
    let pool = &pool();
    cases(100_000, fresh, |(arena, bridge), draws| {
        let g = canonical(&random_game(draws, pool, 1));
        let v = bridge.value(arena, &g);
        for player in Player::BOTH {
            let expected = dyadic(stop(&g, player));
            assert_eq!(arena.stop(v, player), expected, "{player} in {g:?}");
        }
    });
}

#[test]
fn thermographs_agree() {
    let pool = &pool();
    let (mut compared, count) = (0, 5_000);
    cases(count, fresh, |(arena, bridge), draws| {
        let g = canonical(&random_game(draws, pool, 2));
        let Some(expected) = walls(&g) else { return };
        compared += 1;
        let v = bridge.value(arena, &g);
        let found = arena.thermograph(v).unwrap();
        let base = grid_temperature(expected.base);
        assert_eq!(*found.temperature(), dyadic(base), "{g:?}");
        for player in Player::BOTH {
            let wall = &expected.walls[player as usize];
            assert_eq!(*found.mean(), dyadic(wall[expected.base]), "{g:?}");
            for (i, &x) in wall.iter().enumerate().step_by(8) {
                let t = dyadic(grid_temperature(i));
                let at = found.wall(player).at(&t);
                assert_eq!(at, dyadic(x), "{player}'s wall at {t} of {g:?}");
            }
        }
    });
    assert!(compared * 10 > count * 9, "{compared} compared");
}
