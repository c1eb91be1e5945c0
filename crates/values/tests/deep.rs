//! Games 100 000 moves deep, on a small stack: nothing recurses as deep as a
//! game, and the time is in the size of the DAG.

use values::{
    Arena, Birthday, Dyadic, Notation, Origin, Player, Relation, Through, Trajectory, Value,
};

const DEPTH: i64 = 100_000;

/// Runs `f` on a stack that a recursion over a deep game would overflow.
fn on_a_small_stack(f: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    if let Err(panic) = thread.spawn(f).unwrap().join() {
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
    on_a_small_stack(|| {
        let mut arena = Arena::new();
        let g = threats(&mut arena, DEPTH);
        check_depth(&mut arena, g);
        check_texts(&mut arena, g);
        check_algebra(&mut arena, g);
    });
}

#[test]
fn a_deep_chain_of_sente_moves() {
    on_a_small_stack(|| {
        let mut arena = Arena::new();
        let g = sente(&mut arena, DEPTH);
        check_depth(&mut arena, g);
        check_texts(&mut arena, g);
        check_algebra(&mut arena, g);
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
    on_a_small_stack(|| {
        let mut arena = Arena::new();
        let g = tinies(&mut arena, DEPTH);
        check_depth(&mut arena, g);
        check_texts(&mut arena, g);
        check_algebra(&mut arena, g);
        assert_eq!(arena.mean(g).unwrap(), Dyadic::new(7, 1));
        assert_eq!(arena.temperature(g).unwrap(), Dyadic::new(3, 1));
    });
}

#[test]
fn a_deep_chain_of_ups() {
    on_a_small_stack(|| {
        let mut arena = Arena::new();
        let g = ups(&mut arena, DEPTH);
        check_depth(&mut arena, g);
        let text = arena.text(g, Notation::Ascii).unwrap();
        assert_eq!(text, format!("^[{DEPTH}]"));
        check_algebra(&mut arena, g);
        assert_eq!(arena.mean(g).unwrap(), Dyadic::zero());
        assert!(arena.bytes() < 1 << 30, "{}", arena.bytes());
    });
}

#[test]
fn operators_on_a_deep_chain() {
    on_a_small_stack(|| {
        let mut arena = Arena::new();
        let g = sente(&mut arena, DEPTH);
        let orthodox = birthday(&mut arena, g, Origin::Integers, Through::Orthodox);
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
        let small = tinies(&mut arena, DEPTH);
        arena.ordinal_sum(star, small).unwrap();
        assert!(!arena.is_atomic(g).unwrap());
        for player in Player::BOTH {
            let stop = arena.adorned_stop(g, player);
            assert_eq!(stop.number, arena.stop(g, player));
        }
    });
}
