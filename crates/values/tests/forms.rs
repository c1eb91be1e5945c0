//! Forms against CGSuite's answers and against the definitions on trees.

use crate::common::{Bridge, Draws, Game, cases, negative, tree};
use std::time::{Duration, Instant};
use values::{
    Arena, Budget, Compound, Dyadic, Error, Form, Forms, Notation, Outcome, Player, Value,
};

/// An arena with its forms, and shorthands for both.
#[derive(Default)]
struct Bench {
    arena: Arena,
    forms: Forms,
}

impl Bench {
    /// The form of a value text.
    fn value(&mut self, text: &str) -> Form {
        let v = self.arena.read(text).unwrap();
        self.forms.value(&mut self.arena, v).unwrap()
    }

    /// An explicit form whose options are value texts.
    fn explicit(&mut self, left: &[&str], right: &[&str]) -> Form {
        let left: Vec<_> = left.iter().map(|t| self.value(t)).collect();
        let right: Vec<_> = right.iter().map(|t| self.value(t)).collect();
        self.forms.explicit(&mut self.arena, &left, &right).unwrap()
    }

    fn join(&mut self, compound: Compound, g: Form, h: Form) -> Form {
        self.forms
            .compound(&mut self.arena, compound, g, h)
            .unwrap()
    }

    fn text(&mut self, form: Form) -> String {
        self.forms
            .text(&mut self.arena, form, Notation::Ascii)
            .unwrap()
    }

    fn canonical(&mut self, form: Form) -> Value {
        self.forms.canonical(&mut self.arena, form).unwrap()
    }

    fn canonical_text(&mut self, form: Form) -> String {
        let v = self.canonical(form);
        self.arena.text(v, Notation::Ascii).unwrap()
    }
}

#[test]
fn compounds_have_the_values_that_cgsuite_gives() {
    use Compound::*;
    let mut b = Bench::default();
    for (g, compound, h, expected) in [
        ("1/2", SelectiveSum, "1/4", "3/4"),
        ("*5", ConwayProduct, "*6", "*8"),
        ("+-1", ConjunctiveSum, "^^", "{0|-1}"),
        ("+-1", ConwayProduct, "^^", "+-^^"),
        ("{1|0}", ConjunctiveSum, "0", "0"),
        ("15", ConwayProduct, "^^*2", "^30*2"),
        ("{3|1}", ConwayProduct, "^^", "{^6|^^}"),
    ] {
        let (g, h) = (b.value(g), b.value(h));
        let form = b.join(compound, g, h);
        assert_eq!(b.canonical_text(form), expected, "{}", b.text(form));
    }
    for (compound, expected) in [
        (ConjunctiveSum, "2"),
        (ConwayProduct, "0"),
        (SelectiveSum, "3"),
    ] {
        let (g, h) = (b.explicit(&["*"], &["*"]), b.value("3"));
        let form = b.join(compound, g, h);
        assert_eq!(b.canonical_text(form), expected, "{}", b.text(form));
    }
}

#[test]
fn forms_have_the_texts_and_values_that_cgsuite_gives() {
    use Compound::*;
    let mut b = Bench::default();
    let one = b.value("1");
    let half = b.explicit(&["-1"], &["1"]);
    let half = b.join(OrdinalSum, half, one);
    let g = b.explicit(&["*"], &["*"]);
    let g = b.join(OrdinalSum, g, one);
    let two = b.value("2");
    let twice = b.join(ConwayProduct, two, g);
    let minus_two = b.value("-2");
    let minus = b.explicit(&[], &["-1"]);
    let four = b.join(ConwayProduct, minus_two, minus);
    let (six, three) = (b.value("*6"), b.explicit(&["0", "*"], &["0", "*"]));
    let nim = b.join(ConwayProduct, six, three);
    for (form, text, value) in [
        (half, "'{-1|1}' : 1", "1/2"),
        (g, "'{*|*}' : 1", "^"),
        (-g, "'{*|*}' : -1", "v"),
        (twice, "2 * ('{*|*}' : 1)", "^^"),
        (four, "-2 * '{|-1}'", "4"),
        (nim, "*6 ConwayProduct '{0,*|0,*}'", "*11"),
    ] {
        assert_eq!(b.text(form), text);
        assert_eq!(b.canonical_text(form), value, "{text}");
    }

    let difference = b.join(Sum, g, -g);
    assert_eq!(b.text(difference), "'{*|*}' : 1 + '{*|*}' : -1");
    let minus_one = b.value("-1");
    let nested = b.forms.explicit(&mut b.arena, &[g], &[minus_one]).unwrap();
    assert_eq!(b.text(nested), "'{'{*|*}' : 1|-1}'");
    let explicit = b.explicit(&["0"], &[]);
    let sum = b.join(Sum, explicit, one);
    assert_eq!(b.text(sum), "'{0|}' + 1");
    let explicit = b.explicit(&["1"], &["0"]);
    let product = b.join(OrdinalProduct, one, explicit);
    assert_eq!(b.text(-product), "-(1 OrdinalProduct '{1|0}')");
    let latex = b.forms.text(&mut b.arena, nested, Notation::Latex).unwrap();
    assert_eq!(latex, r"'\{'\{{\ast}\,|\,{\ast}\}' : 1\,|\,-1\}'");
}

#[test]
fn parentheses_show_how_a_form_is_put_together() {
    use Compound::*;
    let mut b = Bench::default();
    let (g, star) = (b.explicit(&["0"], &[]), b.value("*"));
    let sum = b.join(Sum, g, star);
    let word = b.join(SelectiveSum, sum, g);
    assert_eq!(b.text(word), "('{0|}' + *) SelectiveSum '{0|}'");
    let sum = b.join(Sum, word, sum);
    assert_eq!(
        b.text(sum),
        "(('{0|}' + *) SelectiveSum '{0|}') + '{0|}' + *"
    );
    let product = b.join(ConwayProduct, g, star);
    let sum = b.join(Sum, g, -product);
    assert_eq!(b.text(sum), "'{0|}' + -('{0|}' ConwayProduct *)");
    let ordinal = b.join(OrdinalSum, -product, sum);
    assert_eq!(
        b.text(ordinal),
        "(-('{0|}' ConwayProduct *)) : ('{0|}' + -('{0|}' ConwayProduct *))"
    );
}

#[test]
fn impartial_forms_nest() {
    let mut b = Bench::default();
    let heap = |b: &mut Bench, options: &[Form]| {
        let form = b.forms.impartial(&mut b.arena, options).unwrap();
        form.expect("all options are impartial")
    };
    let (zero, star, two) = (b.value("0"), b.value("*"), b.value("*2"));
    let inner = heap(&mut b, &[two]);
    let middle = heap(&mut b, &[inner]);
    let form = heap(&mut b, &[middle, inner, zero]);
    assert_eq!(b.text(form), "*[[[2]],[2],0]");
    assert_eq!(-form, form);
    let five = b.value("*5");
    let sum = b.join(Compound::OrdinalSum, form, five);
    assert_eq!(b.canonical_text(sum), "*7");
    let three = heap(&mut b, &[two, zero, star, zero]);
    assert_eq!(b.text(three), "*3");
    let one = b.value("1");
    assert_eq!(b.forms.impartial(&mut b.arena, &[zero, one]).unwrap(), None);
}

/// From the heaps (a, b) every smaller pair can be reached, so the nim values
/// add. (CGSuite 2.2 answers *8 for *5 and *6, which is their nim product.)
#[test]
fn selective_sums_of_nimbers_add() {
    let mut b = Bench::default();
    for j in 0..8 {
        for k in 0..8 {
            let (g, h) = (b.value(&nimber(j)), b.value(&nimber(k)));
            let form = b.join(Compound::SelectiveSum, g, h);
            let value = b.canonical(form);
            assert_eq!(b.arena.as_nimber(value), Some(u64::from(j + k)));
        }
    }
}

#[test]
fn negatives_are_unique() {
    let mut b = Bench::default();
    let g = b.explicit(&["1", "*"], &["^"]);
    let negative = b.explicit(&["v"], &["-1", "*"]);
    assert_eq!(-g, negative);
    assert_eq!(b.text(-g), "'{v|-1,*}'");
    let switch = b.explicit(&["1"], &["-1"]);
    assert_eq!(-switch, switch);
    for compound in Compound::ALL {
        let form = b.join(compound, g, switch);
        assert_eq!(b.canonical(-form), -b.canonical(form), "{compound:?}");
        assert_eq!(-(-form), form);
    }
}

#[test]
fn misere_outcomes_belong_to_the_form() {
    let mut b = Bench::default();
    let (zero, star) = (b.value("0"), b.value("*"));
    let stars = b.join(Compound::Sum, star, star);
    let explicit = b.explicit(&["*"], &["*"]);
    let one = b.explicit(&["0"], &[]);
    for (form, outcome) in [
        (zero, Outcome::N),
        (star, Outcome::P),
        (stars, Outcome::N),
        (explicit, Outcome::N),
        (one, Outcome::R),
        (-one, Outcome::L),
    ] {
        let found = b.forms.misere_outcome(&mut b.arena, form).unwrap();
        assert_eq!(found, outcome, "{}", b.text(form));
    }
    // Two heaps of Nim: the misère nim-sum rule.
    for j in 0..5 {
        for k in 0..5 {
            let (g, h) = (b.value(&nimber(j)), b.value(&nimber(k)));
            let form = b.join(Compound::Sum, g, h);
            let lost = if j <= 1 && k <= 1 { j != k } else { j == k };
            let expected = if lost { Outcome::P } else { Outcome::N };
            let found = b.forms.misere_outcome(&mut b.arena, form).unwrap();
            assert_eq!(found, expected, "*{j} + *{k}");
        }
    }
}

fn nimber(k: u32) -> String {
    if k == 0 { "0".into() } else { format!("*{k}") }
}

/// The compound of two trees, straight from the definitions.
fn joined(compound: Compound, g: &Game, h: &Game) -> Game {
    let join = joined;
    let minus = negative(g);
    let [left, right] = Player::BOTH.map(|player| {
        let (in_g, in_h) = (g.of(player), h.of(player));
        let mut options = Vec::new();
        match compound {
            Compound::Sum => {
                options.extend(in_g.iter().map(|a| join(compound, a, h)));
                options.extend(in_h.iter().map(|b| join(compound, g, b)));
            }
            Compound::OrdinalSum => {
                options.extend(in_g.iter().cloned());
                options.extend(in_h.iter().map(|b| join(compound, g, b)));
            }
            Compound::SelectiveSum => {
                options.extend(in_g.iter().map(|a| join(compound, a, h)));
                options.extend(in_h.iter().map(|b| join(compound, g, b)));
                for a in in_g {
                    options.extend(in_h.iter().map(|b| join(compound, a, b)));
                }
            }
            Compound::ConjunctiveSum => {
                for a in in_g {
                    options.extend(in_h.iter().map(|b| join(compound, a, b)));
                }
            }
            Compound::ConwayProduct => {
                let mut add = |in_g: Player, in_h: Player| {
                    for a in g.of(in_g) {
                        for b in h.of(in_h) {
                            let (x, y) = (join(compound, a, h), join(compound, g, b));
                            let sum = join(Compound::Sum, &x, &y);
                            let z = negative(&join(compound, a, b));
                            options.push(join(Compound::Sum, &sum, &z));
                        }
                    }
                };
                match player {
                    Player::Left => {
                        add(Player::Left, Player::Left);
                        add(Player::Right, Player::Right);
                    }
                    Player::Right => {
                        add(Player::Left, Player::Right);
                        add(Player::Right, Player::Left);
                    }
                }
            }
            Compound::OrdinalProduct => {
                for (copy, side) in [(g, Player::Left), (&minus, Player::Right)] {
                    for b in h.of(side) {
                        let base = join(compound, g, b);
                        for a in copy.of(player) {
                            options.push(join(Compound::OrdinalSum, &base, a));
                        }
                    }
                }
            }
        }
        options
    });
    tree(left, right)
}

fn wins_misere(g: &Game, starter: Player) -> bool {
    let moves = g.of(starter);
    moves.is_empty() || moves.iter().any(|o| !wins_misere(o, -starter))
}

/// A random tree and the explicit form of it.
fn random_tree(b: &mut Bench, draws: &mut Draws, depth: u32) -> (Game, Form) {
    let mut trees = [Vec::new(), Vec::new()];
    let mut forms = [Vec::new(), Vec::new()];
    if depth > 0 {
        for side in 0..2 {
            for _ in 0..draws.below(3) {
                let (tree, form) = random_tree(b, draws, depth - 1);
                trees[side].push(tree);
                forms[side].push(form);
            }
        }
    }
    let form = b.forms.explicit(&mut b.arena, &forms[0], &forms[1]);
    let [left, right] = trees;
    (tree(left, right), form.unwrap())
}

#[test]
fn compounds_of_random_forms_follow_the_definitions() {
    cases(400, Bench::default, |b, draws| {
        let (s, g) = random_tree(b, draws, 2);
        let (t, h) = random_tree(b, draws, 1);
        assert_eq!(b.canonical(g), Bridge::default().value(&mut b.arena, &s));
        for compound in Compound::ALL {
            let form = b.join(compound, g, h);
            let tree = joined(compound, &s, &t);
            let expected = Bridge::default().value(&mut b.arena, &tree);
            assert_eq!(b.canonical(form), expected, "{}", b.text(form));

            let second = |player: Player| !wins_misere(&tree, -player);
            let expected =
                Outcome::from_second_players(second(Player::Left), second(Player::Right));
            let found = b.forms.misere_outcome(&mut b.arena, form).unwrap();
            assert_eq!(found, expected, "misère {}", b.text(form));
        }
    });
}

#[test]
fn nested_compounds_of_random_forms_follow_the_definitions() {
    cases(600, Bench::default, |b, draws| {
        let (s, g) = random_tree(b, draws, 1);
        let (t, h) = random_tree(b, draws, 1);
        let (u, k) = random_tree(b, draws, 1);
        let outer = *draws.pick(&Compound::ALL);
        let inner = *draws.pick(&Compound::ALL);
        let part = b.join(inner, g, h);
        let form = b.join(outer, -part, k);
        let tree = negative(&joined(inner, &s, &t));
        let tree = joined(outer, &tree, &u);
        assert_eq!(
            b.canonical(form),
            Bridge::default().value(&mut b.arena, &tree),
            "{}",
            b.text(form)
        );
    });
}

const VALUES: [&str; 14] = [
    "0", "1", "-2", "3/4", "*", "*3", "^", "vv*", "+-1", "{1|0}", "{2||1|0}", "1*", "Tiny(1)",
    "{0|v*}",
];

#[test]
fn options_of_canonical_forms_give_the_value_back() {
    let mut b = Bench::default();
    for text in VALUES {
        let form = b.value(text);
        let [left, right] = Player::BOTH.map(|p| b.forms.options(&mut b.arena, form, p).unwrap());
        let explicit = b.forms.explicit(&mut b.arena, &left, &right).unwrap();
        assert_ne!(explicit, form);
        assert_eq!(b.canonical(explicit), b.canonical(form), "{text}");
    }
}

#[test]
fn compounds_of_values_agree_with_the_arena() {
    let mut b = Bench::default();
    for s in VALUES {
        for t in VALUES {
            let (g, h) = (b.value(s), b.value(t));
            let (x, y) = (b.canonical(g), b.canonical(h));
            // Written out, so that no shortcut for values applies.
            let sides = Player::BOTH.map(|p| b.forms.options(&mut b.arena, g, p).unwrap());
            let long = b.forms.explicit(&mut b.arena, &sides[0], &sides[1]);
            let long = long.unwrap();
            for (compound, expected) in [
                (Compound::Sum, b.arena.add(x, y).unwrap()),
                (Compound::OrdinalSum, b.arena.ordinal_sum(x, y).unwrap()),
                (Compound::ConwayProduct, b.arena.product(x, y).unwrap()),
            ] {
                let short = b.join(compound, g, h);
                assert_eq!(b.canonical(short), expected, "{s} {compound:?} {t}");
                let long = b.join(compound, long, h);
                assert_eq!(b.canonical(long), expected, "{s} {compound:?} {t}");
            }
        }
    }
}

#[test]
fn products_of_numbers_multiply() {
    let mut b = Bench::default();
    for i in -6..=6 {
        for j in -6..=6 {
            let (x, y) = (Dyadic::new(i, 2), Dyadic::new(j, 1));
            let (g, h) = (b.value(&x.to_string()), b.value(&y.to_string()));
            let sides = Player::BOTH.map(|p| b.forms.options(&mut b.arena, g, p).unwrap());
            let long = b.forms.explicit(&mut b.arena, &sides[0], &sides[1]);
            for g in [g, long.unwrap()] {
                let product = b.join(Compound::ConwayProduct, g, h);
                let value = b.canonical(product);
                assert_eq!(b.arena.as_number(value), Some(&x * &y), "{x} * {y}");
            }
        }
    }
}

#[test]
fn an_explosive_product_stops_at_the_budget() {
    let start = Instant::now();
    let mut b = Bench {
        arena: Arena::with_budget(Budget::new(Some(20_000_000))),
        ..Bench::default()
    };
    let g = b.explicit(&["+-{1,1*}", "{2||1|0}"], &["{^|-3/4}", "+-3"]);
    let h = b.explicit(&["{3|1/2}", "{0||-1|-2*}"], &["Tiny(2)", "{1|v3}"]);
    let form = b.join(Compound::ConwayProduct, g, h);
    let form = b.join(Compound::ConwayProduct, form, form);
    let stopped = b.forms.canonical(&mut b.arena, form);
    assert_eq!(stopped, Err(Error::Memory { limit: 20_000_000 }));
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn deep_forms_do_not_overflow_the_stack() {
    const DEPTH: usize = 100_000;
    let mut b = Bench::default();
    let mut chain = b.value("0");
    for _ in 0..DEPTH {
        chain = b.forms.explicit(&mut b.arena, &[chain], &[]).unwrap();
    }
    assert_eq!(b.canonical_text(chain), DEPTH.to_string());
    assert_eq!(b.text(chain).len(), 5 * DEPTH + 1);
    let outcome = b.forms.misere_outcome(&mut b.arena, chain).unwrap();
    assert_eq!(outcome, Outcome::R);

    let one = b.explicit(&["0"], &[]);
    for compound in [Compound::Sum, Compound::OrdinalSum] {
        let mut tower = one;
        for _ in 1..DEPTH {
            tower = b.join(compound, tower, one);
        }
        assert_eq!(b.canonical_text(tower), DEPTH.to_string(), "{compound:?}");
        assert!(b.text(-tower).starts_with("'{|0}'"));
    }
}
