//! Powers, atomic weights and reduced forms against their laws.

use crate::common::{ALL_SMALL, MIXED, ascii, cases, d, read, small_game, small_games};
use values::{Arena, Dyadic, Value};

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
fn atomic_weights_add_and_leave_less_than_a_remote_star_hides() {
    let check = |arena: &mut Arena, [g, h]: [Value; 2]| {
        let (up, up_star) = (read(arena, "^"), read(arena, "^*"));
        let (remote, minus_one) = (arena.nimber(16).unwrap(), arena.integer(-1).unwrap());
        let kite = arena.ordinal_sum(remote, minus_one).unwrap();
        let bound = arena.add(up_star, kite).unwrap();
        let sum = arena.add(g, h).unwrap();
        let [x, y, weight, minus] = [g, h, sum, -sum].map(|v| arena.atomic_weight(v).unwrap());
        assert_eq!(arena.add(x, y).unwrap(), weight);
        assert_eq!(minus, -weight);
        let ups = arena.norton_product(weight, up).unwrap();
        let difference = arena.sub(sum, ups).unwrap();
        assert!(arena.le(difference, bound).unwrap());
        assert!(arena.le(-bound, difference).unwrap());
    };
    small_games(150, ALL_SMALL, check);
    let mut arena = Arena::new();
    let games = ["{^^|v}", "{0||0|-1}", "{1|^^||^}"].map(|text| read(&mut arena, text));
    for pair in games.windows(2) {
        check(&mut arena, [pair[0], pair[1]]);
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
    cases(250, Arena::new, |arena, draws| {
        let g = small_game(arena, draws, MIXED, 2);
        let small = small_game(arena, draws, ALL_SMALL, 1);
        draws.about = ascii(arena, g);
        let reduced = arena.reduced(g).unwrap();
        assert_eq!(arena.reduced(reduced).unwrap(), reduced);
        assert_eq!(arena.reduced(-g).unwrap(), -reduced);
        let difference = arena.sub(g, reduced).unwrap();
        assert!(arena.is_infinitesimal(difference));
        let other = arena.add(g, small).unwrap();
        assert_eq!(arena.reduced(other).unwrap(), reduced);
    });
}
