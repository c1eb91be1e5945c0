//! Laws of the theory, on random values.

use crate::common::{Draws, arena_and_pool, ascii, cases, d, next_day, random_value};
use values::{Arena, Dyadic, Expansion, Player, Relation, Value};

/// What a law is checked with. A failure names the values.
struct Case<'a> {
    arena: &'a mut Arena,
    draws: &'a mut Draws,
    pool: &'a [Value],
    context: &'a str,
}

/// Checks a law on `count` cases of N random values.
fn law<const N: usize>(count: u64, depth: usize, check: impl Fn(Case, [Value; N])) {
    cases(count, arena_and_pool, |(arena, pool), draws| {
        let values = [depth; N].map(|depth| random_value(arena, draws, pool, depth));
        let context = values.map(|v| ascii(arena, v)).join(" and ");
        let case = Case {
            arena,
            draws,
            pool,
            context: &context,
        };
        check(case, values);
    });
}

// ---- the ordered group ----

#[test]
fn values_are_an_ordered_abelian_group() {
    law(20_000, 0, |Case { arena, context, .. }, [g, h, k]| {
        let total = arena.add(g, h).unwrap();
        assert_eq!(arena.add(h, g).unwrap(), total, "{context}");
        assert_eq!(arena.add(g, Value::ZERO).unwrap(), g, "{context}");
        assert_eq!(arena.sub(total, h).unwrap(), g, "{context}");
        assert_eq!(arena.add(-g, -h).unwrap(), -total, "{context}");
        assert_eq!(-(-g), g, "{context}");

        let below = arena.le(g, h).unwrap();
        let difference = arena.sub(g, h).unwrap();
        assert_eq!(
            arena.le(difference, Value::ZERO).unwrap(),
            below,
            "{context}"
        );
        assert_eq!(arena.le(-h, -g).unwrap(), below, "{context}");
        assert_eq!(below && arena.le(h, g).unwrap(), g == h, "{context}");
        if below && arena.le(h, k).unwrap() {
            assert!(arena.le(g, k).unwrap(), "transitivity, {context}");
        }
    });
}

#[test]
fn sums_associate_and_keep_the_order() {
    law(2_000, 0, |Case { arena, context, .. }, [g, h, k]| {
        let [gh, hk, gk] = [(g, h), (h, k), (g, k)].map(|(a, b)| arena.add(a, b).unwrap());
        let total = arena.add(gh, k).unwrap();
        assert_eq!(arena.add(g, hk).unwrap(), total, "{context}");
        let order = arena.compare(g, h).unwrap();
        assert_eq!(arena.compare(gk, hk).unwrap(), order, "{context}");
    });
}

#[test]
fn multiples_are_repeated_sums() {
    law(500, 0, |Case { arena, context, .. }, [g]| {
        let mut total = Value::ZERO;
        for n in 0..=4 {
            assert_eq!(
                arena.multiple(&n.into(), g).unwrap(),
                total,
                "{n}: {context}"
            );
            assert_eq!(
                arena.multiple(&(-n).into(), g).unwrap(),
                -total,
                "-{n}: {context}"
            );
            total = arena.add(total, g).unwrap();
        }
    });
}

// ---- canonical forms ----

/// The order of options, repetitions, and options that are no improvement
/// (Gᴸ ⊲| G: dominated or reversible ones, and all other gift horses) change
/// nothing.
#[test]
fn canonical_forms_are_unique() {
    law(20_000, 1, |case, [g]| {
        let Case {
            arena,
            draws,
            pool,
            context,
        } = case;
        let [left, right] = Player::BOTH.map(|player| {
            let mut side = arena.options(g, player).unwrap();
            for _ in 0..3 {
                let extra = *draws.pick(pool);
                let is_gift = match player {
                    Player::Left => !arena.le(g, extra).unwrap(),
                    Player::Right => !arena.le(extra, g).unwrap(),
                };
                if is_gift {
                    side.push(extra);
                }
            }
            if !side.is_empty() {
                side.push(*draws.pick(&side));
            }
            draws.shuffle(&mut side);
            side
        });
        assert_eq!(arena.game(&left, &right).unwrap(), g, "{context}");
    });
}

/// Nothing that is printed depends on what the arena met before.
#[test]
fn texts_do_not_depend_on_the_order_of_construction() {
    let mut texts: Vec<String> = Vec::new();
    let (mut arena, pool) = arena_and_pool();
    for seed in 0..5_000 {
        let g = random_value(&mut arena, &mut Draws::new(seed), &pool, 2);
        texts.push(ascii(&mut arena, g));
    }
    let mut other = Arena::new();
    for expected in texts.iter().rev() {
        let g = other.read(expected).unwrap();
        assert_eq!(ascii(&mut other, g), *expected);
    }
    let mut third = Arena::new();
    Draws::new(1).shuffle(&mut texts);
    for expected in &texts {
        let g = third.read(expected).unwrap();
        assert_eq!(ascii(&mut third, -(-g)), *expected);
        let negative = ascii(&mut third, -g);
        let mirrored = third.read(&negative).unwrap();
        assert_eq!(mirrored, -g, "{expected} and {negative}");
    }
}

#[test]
fn options_are_canonical() {
    law(5_000, 1, |Case { arena, context, .. }, [g]| {
        for player in Player::BOTH {
            let options = arena.options(g, player).unwrap();
            let better = |arena: &mut Arena, a, b| match player {
                Player::Left => arena.le(b, a).unwrap(),
                Player::Right => arena.le(a, b).unwrap(),
            };
            for &option in &options {
                for &other in &options {
                    assert!(
                        option == other || !better(arena, other, option),
                        "dominated, {context}"
                    );
                }
                for answer in arena.options(option, player.opposite()).unwrap() {
                    assert!(!better(arena, g, answer), "reversible, {context}");
                }
            }
        }
    });
}

#[test]
fn numbers_are_avoided() {
    let numbers = "1 -3 1/2 -5/8 100000000000000000000000 -7/1099511627776";
    let numbers: Vec<Dyadic> = numbers.split_whitespace().map(d).collect();
    law(5_000, 1, |case, [g]| {
        let Case {
            arena,
            draws,
            context,
            ..
        } = case;
        if arena.is_number(g) {
            return;
        }
        let x = arena.number(draws.pick(&numbers)).unwrap();
        let [left, right] = Player::BOTH.map(|player| -> Vec<Value> {
            let options = arena.options(g, player).unwrap();
            options.iter().map(|&o| arena.add(o, x).unwrap()).collect()
        });
        let translated = arena.game(&left, &right).unwrap();
        assert_eq!(arena.add(g, x).unwrap(), translated, "{context}");
    });
}

// ---- stops and thermographs ----

#[test]
fn stops_bound_a_game() {
    law(10_000, 1, |Case { arena, context, .. }, [g, h]| {
        let [left, right] = Player::BOTH.map(|player| arena.stop(g, player));
        assert!(left >= right, "{context}");
        let tiny = d("1/1024");
        let above = arena.number(&(&left + &tiny)).unwrap();
        let below = arena.number(&(&right - &tiny)).unwrap();
        assert!(arena.le(g, above).unwrap(), "{context}");
        assert!(arena.le(below, g).unwrap(), "{context}");
        if arena.le(g, h).unwrap() {
            for player in Player::BOTH {
                assert!(arena.stop(g, player) <= arena.stop(h, player), "{context}");
            }
        }
    });
}

#[test]
fn walls_have_the_shape_of_walls() {
    let (zero, bottom) = (Dyadic::zero(), Dyadic::from(-1));
    law(20_000, 1, |Case { arena, context, .. }, [g]| {
        let thermograph = arena.thermograph(g).unwrap();
        let temperature = thermograph.temperature();
        for player in Player::BOTH {
            let wall = thermograph.wall(player);
            let corners = wall.corners();
            assert_eq!(corners[0].0, bottom, "{context}");
            assert_eq!(wall.top_slope(), 0, "{context}");
            let (base, mast) = &corners[corners.len() - 1];
            assert_eq!((base, mast), (temperature, thermograph.mean()), "{context}");
            for pair in corners.windows(2) {
                let rise = &pair[1].1 - &pair[0].1;
                let length = &pair[1].0 - &pair[0].0;
                assert!(length > zero, "{context}");
                let inward = match player {
                    Player::Left => -&length,
                    Player::Right => length,
                };
                assert!(
                    rise == zero || rise == inward,
                    "slope of {player}, {context}"
                );
            }
            assert_eq!(wall.at(&zero), arena.stop(g, player), "{context}");
        }
        for (t, value) in thermograph.left.corners() {
            assert!(*value >= thermograph.right.at(t), "walls cross, {context}");
        }
        match arena.as_number(g) {
            Some(x) if x.is_integer() => {
                assert_eq!(
                    thermograph.left.corners(),
                    [(bottom.clone(), x)],
                    "{context}"
                );
                assert_eq!(thermograph.left, thermograph.right, "{context}");
            }
            Some(x) => {
                assert_eq!(*temperature, -Dyadic::new(1, x.exponent()), "{context}");
                assert_eq!(*thermograph.mean(), x, "{context}");
            }
            None => assert!(*temperature >= zero, "{context}"),
        }
        assert_eq!(
            arena.thermograph(-g).unwrap(),
            thermograph.negated(),
            "{context}"
        );
    });
}

/// Walls of sums: means add, temperatures do not exceed the larger, and
/// starting in the sum is no worse for Left's opponent than the two together:
/// RW(G + H, t) ≥ RW(G, t) + RW(H, t), so RW(G + H, t) ≤ RW(G, t) + LW(H, t).
#[test]
fn walls_of_sums_are_bounded() {
    let temperatures = [
        "-1", "-7/8", "-3/4", "-1/2", "-1/4", "0", "1/8", "1/2", "3/4", "1", "3/2", "2", "5",
    ]
    .map(d);
    law(10_000, 0, |Case { arena, context, .. }, [g, h]| {
        let total = arena.add(g, h).unwrap();
        let [sum, g, h] = [total, g, h].map(|v| arena.thermograph(v).unwrap());
        assert_eq!(*sum.mean(), g.mean() + h.mean(), "{context}");
        assert!(
            sum.temperature() <= g.temperature().max(h.temperature()),
            "{context}"
        );
        for t in &temperatures {
            let [left, right] = Player::BOTH
                .map(|player| [&sum, &g, &h].map(|thermograph| thermograph.wall(player).at(t)));
            assert!(right[0] >= &right[1] + &right[2], "RW at {t}: {context}");
            assert!(left[0] <= &left[1] + &left[2], "LW at {t}: {context}");
            assert!(right[0] <= &right[1] + &left[2], "RW at {t}: {context}");
            assert!(left[0] >= &left[1] + &right[2], "LW at {t}: {context}");
        }
    });
}

/// Mean value theorem: however many games of temperature at most t are added,
/// the stops stay within t of the sum of the means.
#[test]
fn scores_stay_within_the_temperature_of_the_mean() {
    cases(500, arena_and_pool, |(arena, pool), draws| {
        let (mut total, mut mean) = (Value::ZERO, Dyadic::zero());
        let mut t = Dyadic::zero();
        for length in 1..=7 {
            // Short ones, lest the sums grow out of hand.
            let part = if draws.below(3) == 0 {
                random_value(arena, draws, &pool[..30], 0)
            } else {
                *draws.pick(pool)
            };
            total = arena.add(total, part).unwrap();
            mean = &mean + &arena.mean(part).unwrap();
            t = t.max(arena.temperature(part).unwrap());
            for player in Player::BOTH {
                let stop = arena.stop(total, player);
                let context = ascii(arena, total);
                assert!((&stop - &mean).abs() <= t, "{length} parts: {context}");
            }
            if arena.follower_count(total).unwrap() > 1000_u32.into() {
                break;
            }
        }
    });
}

#[test]
fn orthodox_options_attain_the_walls() {
    let temperatures = ["-1", "-1/2", "0", "1/4", "1", "2"].map(d);
    law(3_000, 1, |Case { arena, context, .. }, [g]| {
        if arena.as_number(g).is_some_and(|x| x.is_integer()) {
            return;
        }
        let thermograph = arena.thermograph(g).unwrap();
        for t in &temperatures {
            for player in Player::BOTH {
                let orthodox = arena.orthodox_options(g, player, t).unwrap();
                assert_eq!(
                    orthodox.is_empty(),
                    t > thermograph.temperature(),
                    "{context}"
                );
                let scaffold = arena.scaffold(g, player).unwrap().unwrap();
                for option in orthodox {
                    let option = arena.thermograph(option).unwrap();
                    let opposite = option.wall(player.opposite()).at(t);
                    let taxed = match player {
                        Player::Left => &opposite - t,
                        Player::Right => &opposite + t,
                    };
                    assert_eq!(taxed, scaffold.at(t), "{context}");
                    assert_eq!(taxed, thermograph.wall(player).at(t), "{context}");
                }
            }
        }
    });
}

// ---- closed forms ----

/// ↑ⁿ = {0 | ∗ − ↑[n−1]} with ↑[n] = {↑[n−1] | ∗}.
fn powers_of_up(arena: &mut Arena, count: usize) -> Vec<Value> {
    let star = arena.nimber(1).unwrap();
    let mut cumulative = Value::ZERO;
    let mut powers = Vec::new();
    for _ in 0..count {
        let answer = arena.sub(star, cumulative).unwrap();
        powers.push(arena.game(&[Value::ZERO], &[answer]).unwrap());
        cumulative = arena.game(&[cumulative], &[star]).unwrap();
    }
    powers
}

#[test]
fn uptimals_are_recognised() {
    let mut arena = Arena::new();
    let powers = powers_of_up(&mut arena, 4);
    for number in ["0", "1", "-3/4"].map(d) {
        let x = arena.number(&number).unwrap();
        for nimber in 0..4 {
            let star = arena.nimber(nimber).unwrap();
            let base = arena.add(x, star).unwrap();
            for digits in 0..5_i64.pow(4) {
                let coefficients: Vec<i64> =
                    (0..4).map(|i| digits / 5_i64.pow(i) % 5 - 2).collect();
                let mut g = base;
                for (&c, &power) in coefficients.iter().zip(&powers) {
                    let part = arena.multiple(&c.into(), power).unwrap();
                    g = arena.add(g, part).unwrap();
                }
                let expected = Expansion::new(number.clone(), coefficients, nimber);
                let found = arena.uptimal_expansion(g);
                assert_eq!(found.as_ref(), Some(&expected), "{}", ascii(&mut arena, g));
            }
        }
    }
}

/// Values that are no uptimals are not taken for some: distinct values have
/// distinct expansions, and each expansion is the sum that it says.
#[test]
fn expansions_are_true() {
    let fresh = || {
        let (mut arena, mut small) = arena_and_pool();
        small.retain(|&v| arena.is_all_small(v));
        let powers = powers_of_up(&mut arena, 8);
        (arena, small, powers)
    };
    let mut found = 0;
    cases(20_000, fresh, |(arena, small, powers), draws| {
        let g = random_value(arena, draws, small, 1);
        let Some(expansion) = arena.uptimal_expansion(g) else {
            return;
        };
        found += 1;
        let mut total = arena
            .up_star(expansion.number(), 0, expansion.nimber())
            .unwrap();
        for (&c, &power) in expansion.coefficients().iter().zip(powers.iter()) {
            let part = arena.multiple(&c.into(), power).unwrap();
            total = arena.add(total, part).unwrap();
        }
        assert_eq!(total, g, "{}", ascii(arena, g));
    });
    assert!(found > 1000, "{found}");
}

#[test]
fn closed_forms_add_and_compare_as_their_options_say() {
    let mut arena = Arena::new();
    let mut all = Vec::new();
    for number in ["0", "1/2"].map(d) {
        for ups in -4..=4 {
            for nimber in 0..=4 {
                all.push((number.clone(), ups, nimber));
            }
        }
    }
    let values: Vec<Value> = all
        .iter()
        .map(|(number, ups, nimber)| arena.up_star(number, *ups, *nimber).unwrap())
        .collect();
    for (a, &g) in all.iter().zip(&values) {
        let [left, right] = Player::BOTH.map(|player| arena.options(g, player).unwrap());
        assert_eq!(arena.game(&left, &right).unwrap(), g, "{a:?}");
        for (b, &h) in all.iter().zip(&values) {
            let sum = arena.add(g, h).unwrap();
            let expected = (&a.0 + &b.0, a.1 + b.1, a.2 ^ b.2);
            assert_eq!(arena.as_up_star(sum), Some(expected), "{a:?} + {b:?}");
            // n·↑ + ∗k against 0: fuzzy with one up and ∗, or no up and a nimber.
            let (ups, nimber) = (a.1 - b.1, a.2 ^ b.2);
            let expected = match a.0.cmp(&b.0) {
                std::cmp::Ordering::Less => Relation::Less,
                std::cmp::Ordering::Greater => Relation::Greater,
                std::cmp::Ordering::Equal => match (ups, nimber) {
                    (0, 0) => Relation::Equal,
                    (0, _) | (1 | -1, 1) => Relation::Confused,
                    (n, _) if n > 0 => Relation::Greater,
                    _ => Relation::Less,
                },
            };
            assert_eq!(arena.compare(g, h).unwrap(), expected, "{a:?} and {b:?}");
        }
    }
}

// ---- how many values are born by a day ----

/// 1, 4, 22 and 1474 values are born by days 0 to 3 (Conway; Guy; Hickerson
/// and Hubbard for day 3).
#[test]
fn the_first_days_have_the_known_numbers_of_values() {
    let mut arena = Arena::new();
    let mut born = vec![Value::ZERO];
    for expected in [4, 22, 1474] {
        born = next_day(&mut arena, &born);
        assert_eq!(born.len(), expected);
    }
}
