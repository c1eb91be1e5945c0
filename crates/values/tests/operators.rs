//! The operators against their definitions, played out on trees, and against
//! the laws that the theory states about them.

use num_bigint::BigUint;
use std::collections::HashSet;
use values::{Arena, Birthday, Dyadic, Error, Origin, Outcome, Parity, Player, Through, Value};

type Text = &'static str;

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// Random games whose options are earlier ones, starting from `seeds`.
fn random_games(arena: &mut Arena, seeds: &[Text], count: usize, seed: u64) -> Vec<Value> {
    let mut random = Random(seed);
    let mut pool: Vec<Value> = seeds.iter().map(|s| read(arena, s)).collect();
    while pool.len() < count {
        // Mostly small options, so that trees stay small.
        let pick = |random: &mut Random| {
            (0..=random.below(2))
                .map(|_| {
                    let range = if random.below(4) == 0 {
                        pool.len()
                    } else {
                        pool.len().min(3 * seeds.len())
                    };
                    let v = pool[random.below(range)];
                    if random.below(2) == 0 { v } else { -v }
                })
                .collect::<Vec<_>>()
        };
        let (left, right) = (pick(&mut random), pick(&mut random));
        let g = arena.game(&left, &right).unwrap();
        if tree_size(arena, g, 3000) < 3000 {
            pool.push(g);
        }
    }
    pool
}

fn tree_size(arena: &mut Arena, g: Value, bound: usize) -> usize {
    let mut size = 1;
    for player in Player::BOTH {
        for option in options(arena, g, player) {
            if size >= bound {
                return size;
            }
            size += tree_size(arena, option, bound - size);
        }
    }
    size
}

const MIXED: &[Text] = &[
    "0", "1", "2", "1/2", "3/4", "*", "*2", "^", "^*", "^^", "1*", "-3",
];
const ALL_SMALL: &[Text] = &["0", "*", "*2", "^", "^*", "^^*", "{^|v*}"];

fn read(arena: &mut Arena, text: &str) -> Value {
    arena.read(text).unwrap()
}

fn d(text: &str) -> Dyadic {
    text.parse().unwrap()
}

fn options(arena: &mut Arena, g: Value, player: Player) -> Vec<Value> {
    arena.options(g, player).unwrap()
}

fn eighths(range: std::ops::Range<i64>) -> impl Iterator<Item = Dyadic> {
    range.map(|n| Dyadic::new(n, 3))
}

/// Every x + n·↑ + ∗k with small parts.
fn closed_forms(arena: &mut Arena) -> Vec<Value> {
    let mut forms = Vec::new();
    for x in [
        "0", "1", "-2", "1/2", "-1/4", "5/2", "-11/8", "21/16", "5/16",
    ] {
        for ups in -4..=4 {
            for k in 0..=6 {
                forms.push(arena.up_star(&d(x), ups, k).unwrap());
            }
        }
    }
    forms
}

/// Random games and closed forms.
fn sample(arena: &mut Arena, seed: u64) -> Vec<Value> {
    let mut games = random_games(arena, MIXED, 300, seed);
    games.extend(random_games(arena, ALL_SMALL, 200, seed + 1));
    games.extend(closed_forms(arena));
    games
}

// ---- definitions on trees ----

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

fn slow_parity(arena: &mut Arena, g: Value) -> Parity {
    let mut seen = HashSet::new();
    for player in Player::BOTH {
        for option in options(arena, g, player) {
            seen.insert(slow_parity(arena, option));
        }
    }
    match seen.iter().collect::<Vec<_>>()[..] {
        [] | [Parity::Odd] => Parity::Even,
        [Parity::Even] => Parity::Odd,
        _ => Parity::Mixed,
    }
}

fn slow_temper(arena: &mut Arena, g: Value) -> Parity {
    if arena.is_number(g) {
        return Parity::Even;
    }
    let mut seen = HashSet::new();
    for player in Player::BOTH {
        for option in options(arena, g, player) {
            seen.insert(slow_temper(arena, option));
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
    let mut arena = Arena::new();
    for g in sample(&mut arena, 7) {
        let a = &mut arena;
        assert_eq!(a.stop_count(g).unwrap(), slow_stop_count(a, g).into());
        for player in Player::BOTH {
            let stop = a.adorned_stop(g, player);
            assert_eq!((stop.number, stop.next), slow_stop(a, g, player));
        }
        let wins = |p: Player, a: &mut Arena| !slow_misere(a, g, p.opposite());
        let outcome = Outcome::from_second_players(wins(Player::Left, a), wins(Player::Right, a));
        assert_eq!(a.misere_outcome(g).unwrap(), outcome);
        assert_eq!(a.parity(g).unwrap(), slow_parity(a, g));
        let temper = slow_temper(a, g);
        assert_eq!(a.is_even_tempered(g).unwrap(), temper == Parity::Even);
        assert_eq!(a.is_odd_tempered(g).unwrap(), temper == Parity::Odd);
        assert_eq!(a.companion(g).unwrap(), slow_companion(a, g));
        let followers = a.followers(g).unwrap();
        assert_eq!(a.follower_count(g).unwrap(), followers.len().into());
    }
}

#[test]
fn birthdays_match_their_definitions_on_trees() {
    let mut arena = Arena::new();
    let mut games = random_games(&mut arena, MIXED, 150, 11);
    games.extend(closed_forms(&mut arena).into_iter().step_by(10));
    for g in games {
        for from in [Origin::Nothing, Origin::Integers, Origin::Numbers] {
            for through in [Through::Canonical, Through::Orthodox] {
                let kind = Birthday { from, through };
                let slow = slow_birthday(&mut arena, g, kind);
                assert_eq!(arena.birthday(g, kind).unwrap(), slow.into(), "{kind:?}");
            }
        }
    }
}

#[test]
fn sums_and_products_match_their_definitions_on_trees() {
    let mut arena = Arena::new();
    let small = [
        "0",
        "1",
        "-2",
        "1/2",
        "-3/4",
        "*",
        "*2",
        "*3",
        "^",
        "v*",
        "1*",
        "1/2*2",
        "{1|-1}",
        "{2|0}",
        "{0||0|-1}",
        "{1|*}",
    ];
    let small: Vec<Value> = small.iter().map(|s| read(&mut arena, s)).collect();
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

// ---- laws ----

#[test]
fn stops_of_the_cooled_game_are_the_walls_of_the_thermograph() {
    let mut arena = Arena::new();
    for g in sample(&mut arena, 23).into_iter().step_by(2) {
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
    }
}

#[test]
fn cooling_is_additive_and_undoes_heating() {
    let mut arena = Arena::new();
    let games = random_games(&mut arena, MIXED, 120, 5);
    for pair in games.windows(2) {
        let sum = arena.add(pair[0], pair[1]).unwrap();
        for t in eighths(0..12) {
            let (x, y) = (
                arena.cool(pair[0], &t).unwrap(),
                arena.cool(pair[1], &t).unwrap(),
            );
            let cooled = arena.cool(sum, &t).unwrap();
            assert_eq!(arena.add(x, y).unwrap(), cooled);
            let by = arena.number(&t).unwrap();
            let heated = arena.heat(pair[0], by).unwrap();
            assert_eq!(arena.cool(heated, &t).unwrap(), pair[0]);
        }
    }
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
    let mut arena = Arena::new();
    let games = sample(&mut arena, 31);
    for t in ["1", "-1/2", "-4", "*", "1*", "^", "{1|0}", "-1/2*"] {
        let t = read(&mut arena, t);
        for &g in games.iter().step_by(7) {
            let heated = slow(&mut arena, g, None, t);
            assert_eq!(arena.heat(g, t).unwrap(), heated);
            let s = read(&mut arena, "1/2*");
            let overheated = slow(&mut arena, g, Some(s), t);
            assert_eq!(arena.overheat(g, s, t).unwrap(), overheated);
        }
    }
}

#[test]
fn norton_multiplication_by_a_positive_game_is_additive() {
    let mut arena = Arena::new();
    let games = random_games(&mut arena, &["0", "1", "1/2", "*", "^", "{1|-1}"], 40, 3);
    for unit in ["^", "1", "1/2", "^^*", "{2|1}", "{0||0|-2}"] {
        let unit = read(&mut arena, unit);
        for pair in games.windows(2) {
            let sum = arena.add(pair[0], pair[1]).unwrap();
            let (x, y) = (
                arena.norton_product(pair[0], unit).unwrap(),
                arena.norton_product(pair[1], unit).unwrap(),
            );
            let product = arena.norton_product(sum, unit).unwrap();
            assert_eq!(arena.add(x, y).unwrap(), product);
            assert_eq!(arena.norton_product(-pair[0], unit).unwrap(), -x);
        }
        let one = arena.integer(1).unwrap();
        assert_eq!(arena.norton_product(one, unit).unwrap(), unit);
    }
}

#[test]
fn powers_are_differences_of_their_sums() {
    let mut arena = Arena::new();
    for base in ["^", "{0||0|-1}", "{0||0|-2}", "{0|||0||-1|-3}", "^^"] {
        let base = read(&mut arena, base);
        assert_eq!(arena.pow(base, &d("1")).unwrap(), base);
        for n in 1..6 {
            let x = Dyadic::from(n);
            let power = arena.pow(base, &x).unwrap();
            let to = arena.pow_to(base, &x).unwrap();
            let before = arena.pow_to(base, &(&x - &d("1"))).unwrap();
            assert_eq!(arena.sub(to, before).unwrap(), power, "{x}");
        }
    }
}

#[test]
fn exponents_and_temperatures_out_of_range_are_refused() {
    let mut arena = Arena::new();
    let (up, star) = (read(&mut arena, "^"), read(&mut arena, "*"));
    for x in ["1/2", "-1"] {
        let result = arena.pow(up, &d(x));
        assert!(matches!(result, Err(Error::InvalidExponent(_))));
    }
    let result = arena.pow_to(up, &d("-1/2"));
    assert!(matches!(result, Err(Error::InvalidExponent(_))));
    assert!(
        arena
            .pow_to(up, &d("1000000000000"))
            .unwrap_err()
            .is_limit()
    );
    let result = arena.cool(star, &d("-1"));
    assert!(matches!(result, Err(Error::InvalidTemperature(_))));
    // {∗|0} is not of the form {0|H}.
    let down = arena.pow(-up, &d("2"));
    assert!(matches!(down, Err(Error::InvalidExponent(_))));
}

#[test]
fn atomic_weights_add_and_leave_less_than_a_remote_star_hides() {
    let mut arena = Arena::new();
    let mut games = random_games(&mut arena, ALL_SMALL, 150, 17);
    games.push(read(&mut arena, "{0||0|-1}"));
    games.push(read(&mut arena, "{1|^^||^}"));
    let up = read(&mut arena, "^");
    let (remote, minus_one) = (arena.nimber(16).unwrap(), arena.integer(-1).unwrap());
    let kite = arena.ordinal_sum(remote, minus_one).unwrap();
    let up_star = read(&mut arena, "^*");
    let bound = arena.add(up_star, kite).unwrap();
    for pair in games.windows(2) {
        let (x, y) = (
            arena.atomic_weight(pair[0]).unwrap(),
            arena.atomic_weight(pair[1]).unwrap(),
        );
        let sum = arena.add(pair[0], pair[1]).unwrap();
        let weight = arena.atomic_weight(sum).unwrap();
        assert_eq!(arena.add(x, y).unwrap(), weight);
        assert_eq!(arena.atomic_weight(-sum).unwrap(), -weight);
        let ups = arena.norton_product(weight, up).unwrap();
        let difference = arena.sub(sum, ups).unwrap();
        assert!(arena.le(difference, bound).unwrap());
        assert!(arena.le(-bound, difference).unwrap());
    }
}

#[test]
fn atomic_games_are_told_from_others() {
    let mut arena = Arena::new();
    for (text, atomic) in [
        ("{1|^^||^}", true),
        ("{1|^3||^}", false),
        ("{0||0|-5}", true),
        ("{0|||0||0|-1}", true),
        ("{1|-1}", false),
        ("1/2", false),
        ("3^", false),
        ("^[4]*2", true),
    ] {
        let g = read(&mut arena, text);
        assert_eq!(arena.is_atomic(g).unwrap(), atomic, "{text}");
    }
}

#[test]
fn the_reduced_form_forgets_infinitesimals() {
    let mut arena = Arena::new();
    let games = random_games(&mut arena, MIXED, 250, 41);
    let small = random_games(&mut arena, ALL_SMALL, 40, 43);
    for (i, &g) in games.iter().enumerate() {
        let reduced = arena.reduced(g).unwrap();
        assert_eq!(arena.reduced(reduced).unwrap(), reduced);
        assert_eq!(arena.reduced(-g).unwrap(), -reduced);
        let difference = arena.sub(g, reduced).unwrap();
        assert!(arena.is_infinitesimal(difference));
        let other = arena.add(g, small[i % small.len()]).unwrap();
        assert_eq!(arena.reduced(other).unwrap(), reduced);
    }
}

#[test]
fn incentives_are_the_best_gains() {
    let mut arena = Arena::new();
    for g in random_games(&mut arena, MIXED, 150, 47) {
        let both = arena.incentives(g, None).unwrap();
        for player in Player::BOTH {
            let own = arena.incentives(g, Some(player)).unwrap();
            for option in options(&mut arena, g, player) {
                let gain = match player {
                    Player::Left => arena.sub(option, g).unwrap(),
                    Player::Right => arena.sub(g, option).unwrap(),
                };
                for list in [&own, &both] {
                    assert!(list.iter().any(|&i| arena.le(gain, i).unwrap()));
                }
            }
        }
    }
}

// ---- size ----

#[test]
fn huge_closed_forms_are_answered_by_formula() {
    let mut arena = Arena::new();
    let a = &mut arena;
    let huge = a
        .number(&"1000000000000000000000001/2".parse().unwrap())
        .unwrap();
    let half = BigUint::parse_bytes(b"500000000000000000000001", 10).unwrap();
    assert_eq!(a.birthday(huge, Birthday::default()).unwrap(), &half + 1u32);
    assert_eq!(a.follower_count(huge).unwrap(), &half + 2u32);
    assert_eq!(a.misere_outcome(huge).unwrap(), Outcome::R);
    assert_eq!(a.companion(huge).unwrap(), huge);
    assert!(a.followers(huge).unwrap_err().is_limit());
    assert_eq!(a.incentives(huge, None).unwrap().len(), 1);
    let nimber = a.nimber(1 << 63).unwrap();
    assert_eq!(a.atomic_weight(nimber).unwrap(), Value::ZERO);
    assert_eq!(a.reduced(nimber).unwrap(), Value::ZERO);
    assert_eq!(a.misere_outcome(nimber).unwrap(), Outcome::N);
    assert_eq!(a.follower_count(nimber).unwrap(), ((1u64 << 63) + 1).into());
    assert!(a.stop_count(nimber).unwrap_err().is_limit());
    let one = a.nimber(1).unwrap();
    assert!(a.ordinal_sum(nimber, one).unwrap_err().is_limit());
    let ups = a.up_star(&d("3/4"), 1 << 40, 5).unwrap();
    assert_eq!(a.parity(ups).unwrap(), Parity::Mixed);
    assert_eq!(
        a.cool(ups, &d("1/8")).unwrap(),
        a.number(&d("3/4")).unwrap()
    );
    let count = a.stop_count(ups).unwrap();
    assert_eq!(count, ((1u64 << 40) + 162).into());
}

/// {0|{0|{0|…{0|G}…}}}, as deep as asked.
fn chain(arena: &mut Arena, end: &str, depth: usize) -> Value {
    let mut g = read(arena, end);
    for _ in 0..depth {
        g = arena.game(&[Value::ZERO], &[g]).unwrap();
    }
    g
}

#[test]
fn deep_games_do_not_overflow_the_stack() {
    const DEPTH: usize = 100_000;
    let mut arena = Arena::new();
    let a = &mut arena;
    let g = chain(a, "-1", DEPTH);
    let orthodox = Birthday {
        from: Origin::Numbers,
        through: Through::Orthodox,
    };
    assert_eq!(a.birthday(g, orthodox).unwrap(), DEPTH.into());
    let day = a.birthday(g, Birthday::default()).unwrap();
    assert_eq!(day, (DEPTH + 1).into());
    assert_eq!(a.follower_count(g).unwrap(), (DEPTH + 2).into());
    assert_eq!(a.stop_count(g).unwrap(), (DEPTH + 1).into());
    assert_eq!(a.parity(g).unwrap(), Parity::Mixed);
    assert!(!a.is_odd_tempered(g).unwrap());
    assert_eq!(a.misere_outcome(g).unwrap(), Outcome::R);
    let (one, star) = (a.integer(1).unwrap(), a.nimber(1).unwrap());
    a.companion(g).unwrap();
    assert_eq!(a.cool(g, &d("1/2")).unwrap(), Value::ZERO);
    a.cool(g, &d("-1/2")).unwrap();
    assert_eq!(a.freeze(g).unwrap(), g);
    let heated = a.heat(g, one).unwrap();
    assert_eq!(a.cool(heated, &d("1")).unwrap(), g);
    a.overheat(g, star, one).unwrap();
    assert_eq!(a.reduced(g).unwrap(), Value::ZERO);
    assert_eq!(a.norton_product(g, one).unwrap(), g);
    a.ordinal_sum(g, one).unwrap();
    a.ordinal_sum(one, g).unwrap();
    assert_eq!(a.product(g, -one).unwrap(), -g);
    a.product(g, star).unwrap();
    let all_small = chain(a, "{^|v*}", DEPTH);
    a.atomic_weight(all_small).unwrap();
    let shorter = chain(a, "-1", DEPTH / 10);
    let weight = a.atomic_weight(shorter).unwrap();
    assert_eq!(
        a.as_number(weight),
        Some(Dyadic::from(DEPTH as i64 / 10 - 2))
    );
    // Listing and incentives compare the followers with each other.
    let short = chain(a, "-1", 500);
    assert_eq!(a.followers(short).unwrap().len(), 502);
    a.incentives(short, None).unwrap();
}
