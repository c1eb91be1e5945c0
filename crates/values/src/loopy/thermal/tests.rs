use super::*;
use crate::notation::Notation;
use crate::random::Random;
use crate::value::Value;

#[derive(Default)]
struct Shop {
    arena: Arena,
    stoppers: Stoppers,
}

impl Shop {
    fn stopper(&mut self, text: &str) -> Stopper {
        let game = self.stoppers.read(&mut self.arena, text).unwrap();
        game.as_stopper().expect("a stopper")
    }

    fn graph(&mut self, text: &str) -> Thermograph {
        let g = self.stopper(text);
        self.stoppers.thermograph(&mut self.arena, g).unwrap()
    }

    fn ko(&mut self, text: &str, threats: Threats) -> Result<KoThermograph> {
        let (draft, root) = self.stoppers.read_graph(&mut self.arena, text).unwrap();
        let Shop { arena, stoppers } = self;
        stoppers.ko_thermograph(arena, &draft, root, threats)
    }
}

#[test]
fn stoppers_that_are_known() {
    let mut shop = Shop::default();
    for (text, expected) in [
        ("over", "Thermograph(0,[],[0],0,[],[0])"),
        ("5/2under", "Thermograph(5/2,[],[0],5/2,[],[0])"),
        ("^[on]*", "Thermograph(0,[],[0],0,[],[0])"),
        ("+-(5over)", "Thermograph(0,[5],[0,-1],0,[5],[0,1])"),
        // Right's threat to move to off must be answered.
        ("Tiny(on)", "Thermograph(0,[],[0],0,[],[0])"),
        ("{3||1|off}", "Thermograph(1,[2],[0,-1],1,[],[0])"),
    ] {
        assert_eq!(shop.graph(text).to_string(), expected, "{text}");
    }
    for text in ["on", "{on|-5}", "{0|off}"] {
        let g = shop.stopper(text);
        let failed = shop.stoppers.thermograph(&mut shop.arena, g);
        assert!(matches!(failed, Err(Error::Undefined(_))), "{text}");
    }
}

/// Values agree with the walls found from their graphs, at t ≥ 0.
#[test]
fn short_games_have_the_walls_that_they_had() {
    let mut shop = Shop::default();
    let mut random = Random::new(3);
    for _ in 0..200 {
        let mut pool = vec![Value::ZERO];
        for _ in 0..7 {
            let pick = |random: &mut Random| {
                let count = 1 + random.below(2);
                (0..count)
                    .map(|_| pool[random.below(pool.len() as u64) as usize])
                    .collect::<Vec<_>>()
            };
            let (left, right) = (pick(&mut random), pick(&mut random));
            let shift = shop.arena.integer(random.below(5) as i64 - 2).unwrap();
            let game = shop.arena.game(&left, &right).unwrap();
            pool.push(shop.arena.add(game, shift).unwrap());
        }
        let value = pool[7];
        if shop.arena.is_number(value) {
            continue;
        }
        let graph = shop.arena.thermograph(value).unwrap();
        let mut walls = Vec::new();
        for player in Player::BOTH {
            let mut options = shop.arena.options(value, player).unwrap().into_iter();
            let tax = whole(-i64::from(player.sign()));
            let taxed = options.by_ref().map(|option| {
                let graph = shop.arena.thermograph(option).unwrap();
                above_zero(graph.wall(player.opposite())).tilted(&tax)
            });
            let best = taxed.reduce(|a, b| a.best(&b, player));
            walls.push(best.unwrap_or_else(|| Wall::nothing(player)));
        }
        let mast = rational(graph.mean());
        let [left, right] = [0, 1].map(|side: usize| walls[side].clone());
        let [left, right] = settled(left, right, Some(&mast)).unwrap();
        assert_eq!(left, above_zero(&graph.left));
        assert_eq!(right, above_zero(&graph.right));
    }
}

/// A pass that runs out after many moves is nearly one for ever.
#[test]
fn games_whose_passes_run_out_come_near() {
    let mut shop = Shop::default();
    let mut random = Random::new(11);
    let leaves = ["0", "*", "2", "-1", "1/2", "{3|1}", "{0|-4}", "^"];
    let mut compared = 0;
    for _ in 0..60 {
        let mut leaf = || leaves[random.below(leaves.len() as u64) as usize];
        let pass = ["{L|R,pass}", "{L,pass|R}"][usize::from(leaf() < "1")];
        let inner = pass.replace('L', leaf()).replace('R', leaf());
        let outer = format!("{{{inner}|{}}}", leaf());
        let game = shop.stoppers.read(&mut shop.arena, &outer).unwrap();
        let Some(g @ Stopper::Loopy(_)) = game.as_stopper() else {
            continue;
        };
        let Ok(graph) = shop.stoppers.thermograph(&mut shop.arena, g) else {
            continue;
        };
        // The pass is allowed 30 times.
        const TIMES: usize = 30;
        let mut near = inner.replace(",pass", "");
        for _ in 0..TIMES {
            let value = shop.arena.read(&near).unwrap();
            let text = shop.arena.text(value, Notation::Ascii).unwrap();
            near = inner.replace("pass", &text);
        }
        let short = shop.arena.read(&outer.replace(&inner, &near)).unwrap();
        let short = shop.arena.thermograph(short).unwrap();
        let error = Dyadic::new(1, 12);
        for quarter in 1..24 {
            let t = Dyadic::new(quarter, 2);
            for player in Player::BOTH {
                let gap = &graph.wall(player).at(&t) - &short.wall(player).at(&t);
                assert!(gap.abs() < error, "{outer} at {t}: {graph} and {short}");
            }
        }
        compared += 1;
    }
    assert!(compared > 10, "{compared}");
}

#[test]
fn a_simple_ko_is_worth_a_third_of_its_swing() {
    let mut shop = Shop::default();
    let all = [
        Threats::Neutral,
        Threats::Komaster(Player::Left),
        Threats::Komaster(Player::Right),
    ];
    for (s, r) in [(1, 0), (5, -1), (9, 2)] {
        let ko = format!("a{{{s}|{{a|{r}}}}}");
        for threats in all {
            let graph = shop.ko(&ko, threats).unwrap();
            // One move of Left's ends it, or two of Right's.
            let mean = Rational::new((2 * s + r).into(), 3.into());
            let temperature = Rational::new((s - r).into(), 3.into());
            assert_eq!(graph.mean(), mean.to_string(), "{ko} {threats:?}");
            assert_eq!(
                graph.temperature(),
                temperature.to_string(),
                "{ko} {threats:?}"
            );
        }
    }
    // At t = 0 the komaster wins it, and equal threats share it.
    let at = |shop: &mut Shop, threats, player| {
        let graph = shop.ko("a{9|{a|0}}", threats).unwrap();
        graph.at(player, &Dyadic::zero())
    };
    assert_eq!(at(&mut shop, all[1], Player::Right), "9");
    assert_eq!(at(&mut shop, all[2], Player::Right), "0");
    assert_eq!(at(&mut shop, all[0], Player::Right), "9/2");
    assert_eq!(at(&mut shop, all[0], Player::Left), "9");
}

#[test]
fn the_negative_has_the_negative_walls() {
    let mut shop = Shop::default();
    for (ko, negative) in [
        ("a{5|{a|-1}}", "a{{1|a}|-5}"),
        ("a{{9|3}|{a|-2}}", "a{{2|a}||-3|-9}"),
        ("{12||a{6|{a|0}}}", "{a{{0|a}|-6}||-12}"),
    ] {
        for master in Player::BOTH {
            let one = shop.ko(ko, Threats::Komaster(master)).unwrap();
            let other = shop
                .ko(negative, Threats::Komaster(master.opposite()))
                .unwrap();
            for quarter in 0..30 {
                let t = Dyadic::new(quarter, 2);
                for player in Player::BOTH {
                    let (a, b) = (one.at(player, &t), other.at(player.opposite(), &t));
                    let b = b.strip_prefix('-').map_or(format!("-{b}"), str::to_owned);
                    let b = if b == "-0" { "0".to_owned() } else { b };
                    assert_eq!(a, b, "{ko} at {t}");
                }
            }
        }
    }
}

#[test]
fn a_komaster_gains_where_a_ko_can_be_made_larger() {
    let mut shop = Shop::default();
    // Left can make the ko larger before she wins it.
    let ko = "a{{20|10}|{a|0}}";
    let left = shop.ko(ko, Threats::Komaster(Player::Left)).unwrap();
    let right = shop.ko(ko, Threats::Komaster(Player::Right)).unwrap();
    let means = [left.mean(), right.mean()].map(|mean| mean.parse::<Rational>().unwrap());
    assert!(means[0] >= means[1], "{means:?}");
}

#[test]
fn other_loops_are_refused_with_the_reason() {
    let mut shop = Shop::default();
    for (text, part) in [
        ("{pass|pass}", "other ways"),
        ("a{1|{{a|0}|0}}", ""),
        ("a{3|b{c{a|b}|-3}}", ""),
    ] {
        let Err(error) = shop.ko(text, Threats::Neutral) else {
            continue;
        };
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
    let failed = shop.ko("a{{5|3}|{a|0}}", Threats::Neutral).unwrap_err();
    assert!(failed.to_string().contains("numbers"), "{failed}");
}
