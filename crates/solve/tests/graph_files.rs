//! Games on graphs that are written in files: those that the project ships,
//! and twins of games that are built in.

use crate::conformance;
use crate::support::{damaged, file_rules as rules, full, options, rows, rule_file as file, seed};
use rules::{Component, Game, Position, Random, RuleFile, Rules};
use solve::Evaluator;
use std::collections::HashSet;
use values::{Arena, Notation, Player, Value};

const SHIPPED: [&str; 9] = [
    "arc_kayles",
    "childish_hackenbush",
    "fjords",
    "geography",
    "nimstring",
    "node_kayles",
    "partizan_arc_kayles",
    "undirected_geography",
    "weighted_arc_kayles",
];
const TWINS: [&str; 3] = ["hackenbush", "col", "snort"];

/// Values of positions of any rules, to be compared with one another.
#[derive(Default)]
struct Bench {
    arena: Arena,
    evaluator: Evaluator<Component>,
}

impl Bench {
    fn value(&mut self, rules: &Rules, text: &str) -> Value {
        let position = Game::read(rules, text).unwrap_or_else(|bad| panic!("{text}: {bad}"));
        self.of(&position)
    }

    fn of(&mut self, position: &Component) -> Value {
        self.evaluator.value(&mut self.arena, position).unwrap()
    }

    fn text(&mut self, value: Value) -> String {
        self.arena.text(value, Notation::Ascii).unwrap()
    }
}

#[test]
fn files_keep_the_laws() {
    for name in SHIPPED.into_iter().chain(TWINS) {
        let rules = rules(name);
        conformance::keeps_the_laws(name, rules.about().example, rules.clone());
    }
}

/// Moves and values of twins are those of the games that are built in: on
/// 5 000 random positions each with LEGATUS_FULL=1, on 100 without.
#[test]
fn twins_agree_with_built_in_games() {
    let rounds = if full() { 5000 } else { 100 };
    for name in TWINS {
        let (built_in, twin) = (Rules::find(name).unwrap(), rules(name));
        let mut random = Random::new(seed(name));
        let mut bench = Bench::default();
        let likes = match name {
            "hackenbush" => ["lr(le;l)", "e(l:A;r:A)lr"],
            _ => [".-.-.-.-.", ".:A-.-.(-.;-.)-:A"],
        };
        let mut compared = 0;
        for round in 0..rounds {
            let like = twin.read(likes[round % 2]).unwrap();
            let text = twin.write(&twin.scatter(&like, &mut |n| random.below(n)));
            let there = Game::read(&built_in, &text).unwrap();
            let text = there.text();
            let here = Game::read(&twin, &text).unwrap_or_else(|bad| panic!("{text}: {bad}"));
            for player in Player::BOTH {
                let known = options(&there, player, usize::MAX);
                let known = known.iter().map(|o| Game::read(&twin, &o.text()).unwrap());
                let known: HashSet<Component> = known.collect();
                let found: HashSet<Component> =
                    options(&here, player, usize::MAX).into_iter().collect();
                compared += found.len();
                assert!(known == found, "{name} {text}: {player:?}");
            }
            let [known, found] = [&there, &here].map(|position| bench.of(position));
            assert!(known == found, "{name} {text}: the values differ");
        }
        assert!(compared > rounds, "{name}: too few moves");
    }
}

#[test]
fn values_are_those_of_cgsuite() {
    let mut bench = Bench::default();
    let mut asked = 0;
    for row in include_str!("data/graph_files.tsv").lines().skip(1) {
        let mut fields = row.split('\t');
        let (input, expected) = (fields.next().unwrap(), fields.next().unwrap());
        let (name, rest) = input.split_once("(\"").unwrap();
        let (position, method) = rest.rsplit_once("\").").unwrap();
        let rules = match name {
            "game.graph.Hackenbush" => rules("hackenbush"),
            "game.graph.Col" => rules("col"),
            "game.graph.Snort" => rules("snort"),
            name => {
                let known = SHIPPED.iter().map(|shipped| file(shipped));
                let mut named = known.filter(|file| file.info().cgsuite.contains(&name));
                named
                    .next()
                    .expect("the game is there")
                    .rules(None)
                    .unwrap()
            }
        };
        let value = bench.value(&rules, position);
        let answer = match method {
            "CanonicalForm" => value,
            "AtomicWeight" => bench.arena.atomic_weight(value).unwrap(),
            method => panic!("unknown method {method}"),
        };
        assert_eq!(bench.text(answer), expected, "{input}");
        asked += 1;
    }
    assert_eq!(asked, 41);
}

/// Arc Kayles and Node Kayles on paths are Dawson's Kayles (Winning Ways,
/// ch. 4), and with one counter on each vertex weights mean nothing.
#[test]
fn kayles_on_paths_is_dawsons() {
    let mut bench = Bench::default();
    let dawson = Rules::find("dawsons_kayles").unwrap();
    let [arc, node, weighted] = ["arc_kayles", "node_kayles", "weighted_arc_kayles"].map(rules);
    for n in 1..16 {
        let known = bench.value(&dawson, &n.to_string());
        let path = |symbol: &str| vec![symbol; n].join("-");
        assert_eq!(bench.value(&arc, &path(".")), known, "{n}");
        assert_eq!(bench.value(&weighted, &path("1")), known, "{n}");
        if n > 1 {
            let node_path = vec!["."; n - 1].join("-");
            assert_eq!(bench.value(&node, &node_path), known, "{n}");
        }
    }
    // A second counter on one end of an edge does not help.
    let two = bench.value(&weighted, "2-1");
    assert_eq!(bench.text(two), "*");
    let two = bench.value(&weighted, "2-3");
    assert_eq!(bench.text(two), "0");
}

/// The second player wins Undirected Geography if and only if a largest
/// matching leaves the token's vertex out (Fraenkel, Scheinerman and Ullman).
#[test]
fn geography_is_about_matchings() {
    fn matching(edges: &[[usize; 2]]) -> usize {
        let Some(([a, b], rest)) = edges.split_first() else {
            return 0;
        };
        let apart = |edge: &&[usize; 2]| !edge.contains(a) && !edge.contains(b);
        let apart: Vec<[usize; 2]> = rest.iter().filter(apart).copied().collect();
        matching(rest).max(1 + matching(&apart))
    }
    let mut bench = Bench::default();
    let rules = rules("undirected_geography");
    let mut random = Random::new(3);
    let mut wins = [0; 2];
    for _ in 0..200 {
        let n = 2 + random.below(6) as usize;
        let edges: Vec<[usize; 2]> = (0..n + random.below(4) as usize)
            .map(|_| [0; 2].map(|_| random.below(n as u64) as usize))
            .filter(|[a, b]| a != b)
            .collect();
        let link = |[a, b]: &[usize; 2]| format!(":{a}-:{b}");
        let links: Vec<String> = edges.iter().map(link).collect();
        let text = [&["T:0".to_owned()][..], &links].concat().join(";");
        let others: Vec<[usize; 2]> = edges.iter().filter(|e| !e.contains(&0)).copied().collect();
        let second = matching(&edges) == matching(&others);
        wins[usize::from(second)] += 1;
        let value = bench.value(&rules, &text);
        assert_eq!(value == Value::ZERO, second, "{text}");
    }
    assert!(wins.iter().all(|wins| *wins > 20), "{wins:?}");
}

/// Small positions, valued by hand.
#[test]
fn values_are_those_found_by_hand() {
    let mut bench = Bench::default();
    for row in rows(include_str!("data/graphs_by_hand.tsv")) {
        let value = bench.value(&rules(row[0]), row[1]);
        assert_eq!(bench.text(value), row[2], "{row:?}");
    }
}

/// A token on a directed path goes one way only.
#[test]
fn arrows_lead_one_way() {
    let mut bench = Bench::default();
    let rules = rules("geography");
    // A circle of n arrows is walked round: n - 1 moves.
    for n in 2..8 {
        let circle = format!("T:A{}>:A", ">.".repeat(n - 1));
        let value = bench.value(&rules, &circle);
        assert_eq!(bench.text(value), ["0", "*"][(n - 1) % 2], "{circle}");
    }
}

/// Who frees a coin of Nimstring goes on.
#[test]
fn a_turn_goes_on_in_nimstring() {
    let rules = rules("nimstring");
    let mut words = Vec::new();
    let position = Game::read(&rules, "(-.;-:A;-:A)").unwrap();
    let _ = position.moves(Player::Left, &mut |mv| {
        words.push(mv.to_string());
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(words, ["e1, e2", "e1, e3", "e2", "e3"]);
    let bad = rules.read(&"-".repeat(17)).unwrap_err();
    assert_eq!(
        bad.to_string(),
        "the graph has more than 16 vertices; a turn may go on here, and has too many ways; ask \
         for a smaller one"
    );
}

/// What was found out about the shipped games.
#[test]
fn findings_are_as_they_should_be() {
    let found = |name: &str| {
        let findings = file(name).findings(None).unwrap();
        let other = |what: &str| {
            let mut others = findings.others.iter();
            let found = others.find(|(known, _)| *known == what);
            found.map(|(_, words)| words.clone()).unwrap_or_default()
        };
        let told = ["falls with every move", "parts", "negative"].map(other);
        (findings.impartial, findings.loopy, told)
    };
    let told =
        |falls: &str, parts: &str, negative: &str| [falls, parts, negative].map(str::to_owned);
    let itself = "the position itself: both have the same moves";
    assert_eq!(
        found("childish_hackenbush"),
        (
            false,
            false,
            told(
                "the number of edges l and edges r and edges e",
                "what is connected through the ground only",
                "by exchanging l and r"
            )
        )
    );
    assert_eq!(
        found("fjords"),
        (
            false,
            false,
            told(
                "the number of vertices . and vertices L and vertices R",
                "what is connected over other vertices than B W",
                "by exchanging B and W, L and R"
            )
        )
    );
    assert_eq!(
        found("geography"),
        (
            true,
            false,
            told(
                "the number of 2 times vertices . and vertices T",
                "what is connected",
                itself
            )
        )
    );
    let (impartial, loopy, [_, parts, _]) = found("nimstring");
    assert!(impartial && !loopy);
    assert_eq!(parts, "none: a turn may go on elsewhere");
}

/// A damaged file or position is refused in one line, or can be used.
#[test]
fn damaged_files_are_refused_in_one_line() {
    const LETTERS: &[char] = &[
        '.', 'B', 'l', '-', '>', '<', '{', '}', ':', ';', ',', '_', '(', ')', '=', ' ', '\n', '0',
        'é', '/', '~',
    ];
    let mut random = Random::new(17);
    let one_line = |bad: rules::BadInput| assert!(!bad.to_string().contains('\n'), "{bad:?}");
    for name in SHIPPED.into_iter().chain(TWINS) {
        let whole = file(name);
        for _ in 0..300 {
            match RuleFile::read(&damaged(whole.text(), LETTERS, &mut random)) {
                Ok(file) => {
                    let rules = file.rules(None).unwrap();
                    let start = Game::read(&rules, file.info().example).unwrap();
                    for player in Player::BOTH {
                        options(&start, player, 1000);
                    }
                    assert!(start.scene().size[0] > 0);
                }
                Err(bad) => one_line(bad),
            }
        }
        let rules = whole.rules(None).unwrap();
        for _ in 0..300 {
            let text = damaged(whole.info().example, LETTERS, &mut random);
            match Game::read(&rules, &text) {
                Ok(position) => {
                    let again = Game::read(&rules, &position.text()).unwrap();
                    assert_eq!(again, position, "{name} {text}");
                }
                Err(bad) => one_line(bad),
            }
        }
    }
}

/// Every move can be clicked, and what a move leaves stays where it was.
#[test]
fn moves_can_be_pointed_at() {
    for name in SHIPPED {
        let file = file(name);
        let rules = file.rules(None).unwrap();
        for text in [file.info().example]
            .into_iter()
            .chain(file.info().starts.iter().map(|start| start.text))
        {
            let start = Game::read(&rules, text).unwrap();
            let scene = start.scene();
            let names: HashSet<&str> = scene.spots.iter().map(|spot| &*spot.name).collect();
            assert_eq!(names.len(), scene.spots.len(), "{name} {text}");
            let _ = start.spoken_moves(Player::Left, &mut |mv, after| {
                let mv = mv.to_string();
                for path in start.paths(&scene, &mv) {
                    assert!(!path.is_empty(), "{name} {text} {mv}");
                }
                let traced = after.traced(&start, &[&mv]);
                for spot in &traced.spots {
                    let stood = scene.like(spot).is_some();
                    assert!(stood, "{name} {text} {mv}: {}", spot.name);
                }
                std::ops::ControlFlow::Continue(())
            });
        }
    }
}
