//! Rule files of games on heaps of numbers: against the built-in games that
//! have the same rules, against what CGSuite says, and by the laws of games.

use crate::conformance::keeps_the_laws;
use crate::support::{file_rules as rules, full, rule_file as file};
use rules::{Component, Game, Position, Random, Rules};
use solve::{Convention, Evaluator, Search, Term, nim_value};
use std::collections::BTreeSet;
use values::{Arena, Budget, Notation, Player};

/// The rule files of the project on heaps.
const GAMES: [&str; 14] = [
    "cutcake",
    "eatcake",
    "fibonacci_nim",
    "maundy_cake",
    "mem",
    "partizan_euclid",
    "partizan_splittles",
    "partizan_subtraction",
    "partizan_take_and_break",
    "splittles",
    "take_away",
    "turn_and_eatcake",
    "twisted_maundy_cake",
    "wythoff",
];

fn options(position: &Component, player: Player) -> Vec<Component> {
    crate::support::options(position, player, usize::MAX)
}

#[test]
fn files_agree_with_the_built_in_games() {
    let count = if full() { 5000 } else { 60 };
    for (file, built_in, largest) in [
        ("nim", "nim", 30),
        ("subtraction", "subtraction:1,2,3", 40),
        ("subtraction:2,5,7", "subtraction:2,5,7", 40),
        ("all_but:1,4", "subtraction:allbut:1,4", 30),
        ("kayles", "kayles", 30),
        ("dawsons_kayles", "dawsons_kayles", 30),
        ("grundys_game", "grundys_game", 30),
        ("one_two_three_nim", "one_two_three_nim", 60),
        ("splittles:2,3", "octal:0.077", 30),
        ("partizan_take_and_break:4,0,15;4,0,15", "octal:4.0F", 16),
    ] {
        let [mine, theirs] = [rules(file), Rules::find(built_in).unwrap()];
        let mut random = Random::new(crate::support::seed(file));
        let budget = Budget::unlimited();
        let mut arena = Arena::new();
        let mut searches = [(); 2].map(|()| Search::new(Convention::Normal));
        for _ in 0..count {
            let heaps: Vec<String> = (0..=random.below(4))
                .map(|_| random.below(largest).to_string())
                .collect();
            let text = heaps.join(",");
            let [here, there] = [&mine, &theirs].map(|rules| Game::read(rules, &text).unwrap());
            // As positions of the file: the built-in game keeps emptied heaps.
            let reread = |option: &Component| Game::read(&mine, &option.text()).unwrap().text();
            for player in Player::BOTH {
                let here: BTreeSet<String> =
                    options(&here, player).iter().map(Component::text).collect();
                let there: BTreeSet<String> = options(&there, player).iter().map(reread).collect();
                assert_eq!(here, there, "{file} {text}");
            }
            assert_eq!(
                nim_value(&here, &budget),
                nim_value(&there, &budget),
                "{file} {text}"
            );
            let outcomes = [here, there].into_iter().zip(&mut searches);
            let outcomes: Vec<_> = outcomes
                .map(|(position, search)| {
                    search
                        .outcome(&mut arena, &[Term::Position(position)])
                        .unwrap()
                })
                .collect();
            assert_eq!(outcomes[0], outcomes[1], "{file} {text}");
        }
    }
}

/// The members of a list such as `[0,{1|2,3},^]`.
fn members(list: &str) -> Vec<String> {
    let mut members = vec![String::new()];
    let mut depth = 0;
    for symbol in list[1..list.len() - 1].chars() {
        match symbol {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            ',' if depth == 0 => {
                members.push(String::new());
                continue;
            }
            _ => {}
        }
        members.last_mut().unwrap().push(symbol);
    }
    members
}

fn answer(question: &str, position: &Component, arena: &mut Arena) -> String {
    match question {
        "moves" => position.mobility(Player::Left).to_string(),
        "nim value" => nim_value(position, &Budget::unlimited())
            .unwrap()
            .to_string(),
        "value" => {
            let value = Evaluator::new().value(arena, position).unwrap();
            arena.text(value, Notation::Ascii).unwrap()
        }
        _ => panic!("{question} is no question"),
    }
}

#[test]
fn values_are_those_of_cgsuite() {
    let mut checked = 0;
    let mut arena = Arena::new();
    let table = include_str!("data/number_heaps.tsv");
    for row in table.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [name, question, template, from, to, expected, _] = cells[..] else {
            panic!("{row}");
        };
        let rules = rules(name);
        let texts: Vec<String> = match from.is_empty() {
            true => vec![template.to_owned()],
            false => (from.parse().unwrap()..=to.parse::<u32>().unwrap())
                .map(|n| template.replace('n', &n.to_string()))
                .collect(),
        };
        let expected = match from.is_empty() {
            true => vec![expected.to_owned()],
            false => members(expected),
        };
        assert_eq!(texts.len(), expected.len(), "{row}");
        for (text, expected) in texts.iter().zip(&expected) {
            let position = Game::read(&rules, text).unwrap();
            let found = answer(question, &position, &mut arena);
            let same = match question {
                // As values: there are many ways to write one.
                "value" => {
                    let [one, other] = [&found, expected].map(|text| arena.read(text).unwrap());
                    one == other
                }
                _ => found == *expected,
            };
            assert!(same, "{name} {text}: {question} {found}, not {expected}");
            checked += 1;
        }
    }
    assert_eq!(checked, 331);
}

#[test]
fn files_keep_the_laws_of_games() {
    let twins = ["different_mem", "two_smaller", "grundys_game", "kayles"];
    for name in GAMES.into_iter().chain(twins) {
        let file = file(name);
        let variants = file
            .info()
            .variants
            .iter()
            .map(|variant| Some(variant.name));
        let mut variants: Vec<Option<&str>> = variants.collect();
        if variants.is_empty() {
            variants.push(None);
        }
        for variant in variants {
            keeps_the_laws(name, file.info().example, file.rules(variant).unwrap());
        }
    }
}

/// What is proved of the rules, and the symmetries that are seen.
#[test]
fn findings_are_those_of_the_rules() {
    let told = |name: &str| {
        let found = file(name).findings(None).unwrap();
        let others: Vec<String> = found
            .others
            .iter()
            .filter(|(what, _)| *what != "parts")
            .map(|(what, found)| format!("{what}: {found}"))
            .collect();
        (found.impartial, found.loopy, others.join("; "))
    };
    let longest = "rank: the longest play, found for every heap that is read";
    for (name, impartial, others) in [
        ("nim", true, "rank: n falls with every move"),
        ("kayles", true, "rank: n falls with every move"),
        ("grundys_game", true, "rank: n - 1 falls with every move"),
        ("two_smaller", true, longest),
        (
            "wythoff",
            true,
            "rank: a + b falls with every move; symmetries: (a,b) = (b,a)",
        ),
        ("mem", true, "rank: n falls with every move"),
        (
            "cutcake",
            false,
            &format!("{longest}; symmetries: (a,b) = -(b,a)"),
        ),
        (
            "maundy_cake",
            false,
            &format!("{longest}; symmetries: (a,b) = -(b,a)"),
        ),
        (
            "partizan_subtraction",
            false,
            "rank: n falls with every move",
        ),
        ("partizan_splittles", false, "rank: n falls with every move"),
    ] {
        assert_eq!(told(name), (impartial, false, others.to_owned()), "{name}");
    }
}

#[test]
fn large_heaps_are_quick() {
    let budget = Budget::unlimited();
    // A build for tests takes many times as long.
    let scale = if full() { 1 } else { 3 };
    for (name, heap) in [("nim", 1000), ("grundys_game", 150), ("kayles", 200)] {
        let text = &(heap / scale).to_string();
        let position = Game::read(&rules(name), text).unwrap();
        let built_in = Component::read(name, text).unwrap();
        let value = nim_value(&built_in, &budget);
        assert_eq!(nim_value(&position, &budget), value, "{name} {text}");
    }
    let cold = if full() { "(59,96)" } else { "(21,34)" };
    let wythoff = Game::read(&rules("wythoff"), cold).unwrap();
    assert_eq!(nim_value(&wythoff, &budget), Ok(0));
    let cake = Game::read(&rules("cutcake"), "(100,100)").unwrap();
    assert!(cake.is_own_negative());
    assert_eq!(cake.rank(), 9999);
    let huge = Game::read(&rules("nim"), "16777216").unwrap();
    assert_eq!(huge.rank(), 16_777_216);
    assert_eq!(crate::support::options(&huge, Player::Left, 10).len(), 10);
}
