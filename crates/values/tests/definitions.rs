//! The operators against their definitions, played out on trees.

use crate::common::{MIXED, closed_forms, options, read, sample, small_games, tree_size};
use std::collections::HashSet;
use values::{Arena, Birthday, Dyadic, Origin, Outcome, Parity, Player, Through, Value};

fn slow_stop_count(arena: &mut Arena, g: Value) -> u64 {
    if arena.is_number(g) {
        return 1;
    }
    let mut count = 0;
    for player in Player::BOTH {
        for option in options(arena, g, player) {
            count += slow_stop_count(arena, option);
        }
    }
    count
}

fn slow_stop(arena: &mut Arena, g: Value, starter: Player) -> (Dyadic, Player) {
    if let Some(x) = arena.as_number(g) {
        return (x, starter);
    }
    let mut best: Option<(Dyadic, Player)> = None;
    for option in options(arena, g, starter) {
        let stop = slow_stop(arena, option, starter.opposite());
        let better = best.as_ref().is_none_or(|(x, next)| {
            let gain = match starter {
                Player::Left => stop.0.cmp(x),
                Player::Right => x.cmp(&stop.0),
            };
            gain.is_gt() || (gain.is_eq() && stop.1 != starter && *next == starter)
        });
        if better {
            best = Some(stop);
        }
    }
    best.unwrap()
}

fn slow_misere(arena: &mut Arena, g: Value, starter: Player) -> bool {
    let moves = options(arena, g, starter);
    moves.is_empty()
        || moves
            .into_iter()
            .any(|o| !slow_misere(arena, o, starter.opposite()))
}

fn slow_birthday(arena: &mut Arena, g: Value, kind: Birthday) -> u64 {
    let day_zero = match kind.from {
        Origin::Nothing => false,
        Origin::Integers => arena.is_integer(g),
        Origin::Numbers => arena.is_number(g),
    };
    if day_zero {
        return 0;
    }
    let mut youngest = None;
    for player in Player::BOTH {
        let mut moves = HashSet::new();
        match kind.through {
            Through::Canonical => moves.extend(options(arena, g, player)),
            Through::Orthodox => {
                let mut t = Dyadic::from(-1);
                while t <= arena.temperature(g).unwrap() {
                    moves.extend(arena.orthodox_options(g, player, &t).unwrap());
                    t = &t + &Dyadic::new(1, 4);
                }
            }
        }
        for option in moves {
            youngest = youngest.max(Some(slow_birthday(arena, option, kind)));
        }
    }
    youngest.map_or(0, |day| day + 1)
}

/// Whether the number of moves to the end is settled, the end being where
/// `over` says.
fn slow_parity(arena: &mut Arena, g: Value, over: fn(&Arena, Value) -> bool) -> Parity {
    if over(arena, g) {
        return Parity::Even;
    }
    let mut seen = HashSet::new();
    for player in Player::BOTH {
        for option in options(arena, g, player) {
            seen.insert(slow_parity(arena, option, over));
        }
    }
    match seen.iter().collect::<Vec<_>>()[..] {
        [Parity::Odd] => Parity::Even,
        [Parity::Even] => Parity::Odd,
        _ => Parity::Mixed,
    }
}

fn slow_companion(arena: &mut Arena, g: Value) -> Value {
    if let Some((x, ups, k)) = arena.as_up_star(g).filter(|form| form.0.is_zero()) {
        let k = if k > 1 { k } else { k ^ 1 };
        return arena.up_star(&x, ups, k).unwrap();
    }
    let mut sides = Player::BOTH.map(|player| {
        let options = options(arena, g, player).into_iter();
        options
            .map(|o| slow_companion(arena, o))
            .collect::<Vec<_>>()
    });
    if arena.le(Value::ZERO, g).unwrap() {
        sides[0].push(Value::ZERO);
    }
    if arena.le(g, Value::ZERO).unwrap() {
        sides[1].push(Value::ZERO);
    }
    arena.game(&sides[0], &sides[1]).unwrap()
}

fn slow_ordinal_sum(arena: &mut Arena, g: Value, h: Value) -> Value {
    let sides = Player::BOTH.map(|player| {
        let mut moves = options(arena, g, player);
        for option in options(arena, h, player) {
            moves.push(slow_ordinal_sum(arena, g, option));
        }
        moves
    });
    arena.game(&sides[0], &sides[1]).unwrap()
}

fn slow_product(arena: &mut Arena, g: Value, h: Value) -> Value {
    let mut sides = [Vec::new(), Vec::new()];
    for in_g in Player::BOTH {
        for in_h in Player::BOTH {
            for a in options(arena, g, in_g) {
                for b in options(arena, h, in_h) {
                    let x = slow_product(arena, a, h);
                    let y = slow_product(arena, g, b);
                    let z = slow_product(arena, a, b);
                    let sum = arena.add(x, y).unwrap();
                    let value = arena.sub(sum, z).unwrap();
                    sides[usize::from(in_g != in_h)].push(value);
                }
            }
        }
    }
    arena.game(&sides[0], &sides[1]).unwrap()
}

#[test]
fn operators_match_their_definitions_on_trees() {
    sample(1, |a, g| {
        assert_eq!(a.stop_count(g).unwrap(), slow_stop_count(a, g).into());
        for player in Player::BOTH {
            let stop = a.adorned_stop(g, player);
            assert_eq!((stop.number, stop.next), slow_stop(a, g, player));
        }
        let wins = |p: Player, a: &mut Arena| !slow_misere(a, g, p.opposite());
        let outcome = Outcome::from_second_players(wins(Player::Left, a), wins(Player::Right, a));
        assert_eq!(a.misere_outcome(g).unwrap(), outcome);
        assert_eq!(
            a.parity(g).unwrap(),
            slow_parity(a, g, |_, g| g == Value::ZERO)
        );
        let temper = slow_parity(a, g, Arena::is_number);
        assert_eq!(a.is_even_tempered(g).unwrap(), temper == Parity::Even);
        assert_eq!(a.is_odd_tempered(g).unwrap(), temper == Parity::Odd);
        assert_eq!(a.companion(g).unwrap(), slow_companion(a, g));
        let followers = a.followers(g).unwrap();
        assert_eq!(a.follower_count(g).unwrap(), followers.len().into());
    });
}

#[test]
fn birthdays_match_their_definitions_on_trees() {
    let check = |arena: &mut Arena, g| {
        for from in [Origin::Nothing, Origin::Integers, Origin::Numbers] {
            for through in [Through::Canonical, Through::Orthodox] {
                let kind = Birthday { from, through };
                let slow = slow_birthday(arena, g, kind);
                assert_eq!(arena.birthday(g, kind).unwrap(), slow.into(), "{kind:?}");
            }
        }
    };
    small_games(150, MIXED, |arena, [g]| check(arena, g));
    let mut arena = Arena::new();
    for g in closed_forms(&mut arena).into_iter().step_by(10) {
        check(&mut arena, g);
    }
}

#[test]
fn sums_and_products_match_their_definitions_on_trees() {
    let mut arena = Arena::new();
    let small = "0 1 -2 1/2 -3/4 * *2 *3 ^ v* 1* 1/2*2 {1|-1} {2|0} {0||0|-1} {1|*}";
    let small = small.split_whitespace().map(|s| read(&mut arena, s));
    let small: Vec<Value> = small.collect();
    for &g in &small {
        for &h in &small {
            let slow = slow_ordinal_sum(&mut arena, g, h);
            assert_eq!(arena.ordinal_sum(g, h).unwrap(), slow);
            if tree_size(&mut arena, g, 99) * tree_size(&mut arena, h, 99) <= 64 {
                let slow = slow_product(&mut arena, g, h);
                assert_eq!(arena.product(g, h).unwrap(), slow);
                assert_eq!(arena.product(h, g).unwrap(), slow);
                assert_eq!(arena.product(-g, h).unwrap(), -slow);
            }
        }
    }
}

#[test]
fn incentives_are_the_best_gains() {
    small_games(150, MIXED, |arena, [g]| {
        let both = arena.incentives(g, None).unwrap();
        for player in Player::BOTH {
            let own = arena.incentives(g, Some(player)).unwrap();
            for option in options(arena, g, player) {
                let gain = match player {
                    Player::Left => arena.sub(option, g).unwrap(),
                    Player::Right => arena.sub(g, option).unwrap(),
                };
                for list in [&own, &both] {
                    assert!(list.iter().any(|&i| arena.le(gain, i).unwrap()));
                }
            }
        }
    });
}
