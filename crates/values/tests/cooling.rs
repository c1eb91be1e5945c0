//! Cooling, heating and Norton multiplication against their laws.

use crate::common::{MIXED, options, read, sample, small_games};
use values::{Arena, Dyadic, Player, Value};

fn eighths(range: std::ops::Range<i64>) -> impl Iterator<Item = Dyadic> {
    range.map(|n| Dyadic::new(n, 3))
}

#[test]
fn stops_of_the_cooled_game_are_the_walls_of_the_thermograph() {
    sample(2, |arena, g| {
        let thermograph = arena.thermograph(g).unwrap();
        for t in eighths(-7..25) {
            let cooled = arena.cool(g, &t).unwrap();
            for player in Player::BOTH {
                let stop = arena.stop(cooled, player);
                assert_eq!(stop, thermograph.wall(player).at(&t), "{t}");
            }
        }
        let temperature = arena.temperature(g).unwrap();
        let frozen = arena.freeze(g).unwrap();
        let mean = arena.mean(g).unwrap();
        assert_eq!(arena.stop(frozen, Player::Left), mean);
        assert_eq!(arena.stop(frozen, Player::Right), mean);
        if !arena.is_number(g) {
            assert!(temperature.signum() >= 0);
        }
    });
}

#[test]
fn cooling_is_additive_and_undoes_heating() {
    small_games(120, MIXED, |arena, [g, h]| {
        let sum = arena.add(g, h).unwrap();
        for t in eighths(0..12) {
            let [x, y, cooled] = [g, h, sum].map(|v| arena.cool(v, &t).unwrap());
            assert_eq!(arena.add(x, y).unwrap(), cooled);
            let by = arena.number(&t).unwrap();
            let heated = arena.heat(g, by).unwrap();
            assert_eq!(arena.cool(heated, &t).unwrap(), g);
        }
    });
}

#[test]
fn heating_matches_its_definition_on_trees() {
    fn slow(arena: &mut Arena, g: Value, s: Option<Value>, t: Value) -> Value {
        let number = arena.as_number(g);
        match (number, s) {
            (Some(_), None) => return g,
            (Some(n), Some(s)) if n.is_integer() => {
                return arena.multiple(&n.numerator(), s).unwrap();
            }
            _ => {}
        }
        let sides = Player::BOTH.map(|player| {
            let tax = if player == Player::Left { t } else { -t };
            let mut moves = Vec::new();
            for option in options(arena, g, player) {
                let heated = slow(arena, option, s, t);
                moves.push(arena.add(heated, tax).unwrap());
            }
            moves
        });
        arena.game(&sides[0], &sides[1]).unwrap()
    }
    sample(7, |arena, g| {
        for t in ["1", "-1/2", "-4", "*", "1*", "^", "{1|0}", "-1/2*"] {
            let t = read(arena, t);
            let heated = slow(arena, g, None, t);
            assert_eq!(arena.heat(g, t).unwrap(), heated);
            let s = read(arena, "1/2*");
            let overheated = slow(arena, g, Some(s), t);
            assert_eq!(arena.overheat(g, s, t).unwrap(), overheated);
        }
    });
}

#[test]
fn norton_multiplication_by_a_positive_game_is_additive() {
    let texts = ["0", "1", "1/2", "*", "^", "{1|-1}"];
    small_games(40, &texts, |arena, [g, h]| {
        for unit in ["^", "1", "1/2", "^^*", "{2|1}", "{0||0|-2}"] {
            let (unit, one) = (read(arena, unit), arena.integer(1).unwrap());
            let sum = arena.add(g, h).unwrap();
            let [x, y, product, minus, same] =
                [g, h, sum, -g, one].map(|v| arena.norton_product(v, unit).unwrap());
            assert_eq!(arena.add(x, y).unwrap(), product);
            assert_eq!((minus, same), (-x, unit));
        }
    });
}
