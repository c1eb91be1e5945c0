//! Games 100 000 moves deep, on a small stack: nothing recurses as deep as a
//! game, and the time is in the size of the DAG.

use crate::common::{d, read};
use values::{
    Arena, Birthday, Dyadic, Notation, Origin, Outcome, Parity, Player, Relation, Through,
    Trajectory, Value,
};

const DEPTH: i64 = 100_000;

/// Makes a deep game and checks it, on a stack that a recursion over it would
/// overflow.
fn on_a_small_stack(make: fn(&mut Arena, i64) -> Value, check: fn(&mut Arena, Value)) {
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    let work = move || {
        let mut arena = Arena::new();
        let g = make(&mut arena, DEPTH);
        check_depth(&mut arena, g);
        check_algebra(&mut arena, g);
        check(&mut arena, g);
    };
    if let Err(panic) = thread.spawn(work).unwrap().join() {
        std::panic::resume_unwind(panic);
    }
}

/// {n|G} and {G|−n} in turn: ever larger threats.
fn threats(arena: &mut Arena, depth: i64) -> Value {
    let mut g = arena.read("{1|-1/2}").unwrap();
    for n in 2..=depth {
        let k = arena.integer(n).unwrap();
        g = if n % 2 == 0 {
            arena.game(&[g], &[-k]).unwrap()
        } else {
            arena.game(&[k], &[g]).unwrap()
        };
    }
    g
}

/// {n ‖ G | −m − n} with a large m: Right's moves are all sente, so that the Right walls
/// are the same for all n.
fn sente(arena: &mut Arena, depth: i64) -> Value {
    let mut g = arena.read("+-1").unwrap();
    for n in 2..=depth / 2 {
        let [top, low] = [n, -3 * depth - n].map(|k| arena.integer(k).unwrap());
        let threat = arena.game(&[g], &[low]).unwrap();
        g = arena.game(&[top], &[threat]).unwrap();
    }
    g
}

/// {5 | 2 + Tiny(G)}: each game is the subscript of the next.
fn tinies(arena: &mut Arena, depth: i64) -> Value {
    let [two, five] = [2, 5].map(|n| arena.integer(n).unwrap());
    let mut g = arena.read("{5|2}").unwrap();
    for _ in 0..depth / 3 {
        let subscript = arena.sub(two, g).unwrap();
        let threat = arena.game(&[two], &[subscript]).unwrap();
        let tiny = arena.game(&[two], &[threat]).unwrap();
        g = arena.game(&[five], &[tiny]).unwrap();
    }
    g
}

/// {G|∗}: ↑ + ↑² + … + ↑ⁿ, all of whose followers are uptimals.
fn ups(arena: &mut Arena, depth: i64) -> Value {
    let star = arena.nimber(1).unwrap();
    (0..depth).fold(Value::ZERO, |g, _| arena.game(&[g], &[star]).unwrap())
}

fn birthday(arena: &mut Arena, g: Value, from: Origin, through: Through) -> u64 {
    let birthday = arena.birthday(g, Birthday { from, through }).unwrap();
    birthday.try_into().unwrap()
}

/// The game is as deep as it is meant to be: nothing reversed out.
fn check_depth(arena: &mut Arena, g: Value) {
    let depth = birthday(arena, g, Origin::Numbers, Through::Canonical);
    assert!(depth.abs_diff(DEPTH as u64) < 5, "{depth}");
}

/// Reads, prints, compresses, in one arena and another.
fn check_texts(arena: &mut Arena, g: Value) {
    for notation in [Notation::Ascii, Notation::Unicode, Notation::Latex] {
        let text = arena.text(g, notation).unwrap();
        assert_eq!(arena.read(&text), Ok(g));
        let length = arena.text_length(g, notation).unwrap();
        assert_eq!(length, text.chars().count().into());
    }
    let text = arena.text(g, Notation::Ascii).unwrap();
    let mut other = Arena::new();
    let read = other.read(&text).unwrap();
    assert_eq!(other.text(read, Notation::Ascii).unwrap(), text);
    let short = arena.compress(g, Notation::Ascii).unwrap().to_string();
    assert_eq!(arena.read(&short), Ok(g));
    let read = other.read(&short).unwrap();
    assert_eq!(other.text(read, Notation::Ascii).unwrap(), text);
}

/// Sums and comparisons with things close by.
fn check_algebra(arena: &mut Arena, g: Value) {
    assert_eq!(arena.sub(g, g).unwrap(), Value::ZERO);
    let one = arena.integer(1).unwrap();
    let more = arena.add(g, one).unwrap();
    assert_eq!(arena.compare(g, more).unwrap(), Relation::Less);
    assert_eq!(arena.sub(more, one).unwrap(), g);
    let star = arena.nimber(1).unwrap();
    let starred = arena.add(g, star).unwrap();
    assert_eq!(arena.compare(g, starred).unwrap(), Relation::Confused);
    assert_eq!(arena.add(starred, star).unwrap(), g);
    let up = arena.read("^").unwrap();
    let above = arena.add(g, up).unwrap();
    assert_eq!(arena.compare(above, g).unwrap(), Relation::Greater);
    for player in Player::BOTH {
        assert!(!arena.options(g, player).unwrap().is_empty());
    }
}

#[test]
fn a_deep_chain_of_threats() {
    on_a_small_stack(threats, check_texts);
}

#[test]
fn a_deep_chain_of_sente_moves() {
    on_a_small_stack(sente, |arena, g| {
        check_operators(arena, g);
        check_texts(arena, g);
        let thermograph = arena.thermograph(g).unwrap();
        assert_eq!(*thermograph.mean(), Dyadic::zero());
        assert_eq!(*thermograph.temperature(), Dyadic::from(DEPTH / 2));
        let at = |wall: &Trajectory, t: i64| wall.at(&t.into());
        assert_eq!(at(&thermograph.left, 10), Dyadic::from(DEPTH / 2 - 10));
        assert_eq!(at(&thermograph.right, 0), Dyadic::from(-1));
        assert_eq!(at(&thermograph.right, 10), Dyadic::zero());
    });
}

#[test]
fn a_deep_chain_of_tinies() {
    on_a_small_stack(tinies, |arena, g| {
        check_texts(arena, g);
        assert_eq!(arena.mean(g).unwrap(), Dyadic::new(7, 1));
        assert_eq!(arena.temperature(g).unwrap(), Dyadic::new(3, 1));
    });
}

#[test]
fn a_deep_chain_of_ups() {
    on_a_small_stack(ups, |arena, g| {
        let text = arena.text(g, Notation::Ascii).unwrap();
        assert_eq!(text, format!("^[{DEPTH}]"));
        assert_eq!(arena.mean(g).unwrap(), Dyadic::zero());
        assert!(arena.bytes() < 1 << 30, "{}", arena.bytes());
    });
}

/// Every operator answers.
fn check_operators(arena: &mut Arena, g: Value) {
    let orthodox = birthday(arena, g, Origin::Integers, Through::Orthodox);
    assert!(orthodox <= DEPTH as u64);
    assert!(arena.follower_count(g).unwrap() >= DEPTH.try_into().unwrap());
    assert!(arena.followers(g).unwrap().len() as i64 >= DEPTH);
    arena.outcome(g).unwrap();
    arena.misere_outcome(g).unwrap();
    arena.stop_count(g).unwrap();
    arena.parity(g).unwrap();
    assert!(!arena.is_even_tempered(g).unwrap());
    for t in ["0", "1/2", "3"] {
        let cooled = arena.cool(g, &t.parse().unwrap()).unwrap();
        assert_eq!(arena.mean(cooled).unwrap(), arena.mean(g).unwrap());
    }
    arena.freeze(g).unwrap();
    let reduced = arena.reduced(g).unwrap();
    assert_eq!(arena.stop(reduced, Player::Left), Dyadic::from(DEPTH / 2));
    let one = arena.integer(1).unwrap();
    let heated = arena.heat(g, one).unwrap();
    assert_eq!(arena.cool(heated, &Dyadic::from(1)).unwrap(), g);
    arena.norton_product(g, one).unwrap();
    arena.overheat(g, one, one).unwrap();
    let star = arena.nimber(1).unwrap();
    arena.ordinal_sum(g, star).unwrap();
    // Large integers are long chains in an ordinal sum; here are none.
    let small = tinies(arena, DEPTH);
    arena.ordinal_sum(star, small).unwrap();
    assert!(!arena.is_atomic(g).unwrap());
    for player in Player::BOTH {
        let stop = arena.adorned_stop(g, player);
        assert_eq!(stop.number, arena.stop(g, player));
    }
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
