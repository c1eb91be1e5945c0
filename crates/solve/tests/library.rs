//! The library of rule files: other programs' answers, and theorems.

pub use crate::support::file_rules as library;
use crate::support::{options, rule_file};
use rules::{Component, Game, Rules};
use solve::{Convention, Evaluator, Fate, Loopy, nim_value};
use std::collections::HashSet;
use std::path::Path;
use values::{Arena, Budget, Notation, Player};

/// The names of the files of the library that are games on boards.
pub fn board_games() -> Vec<String> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let files = std::fs::read_dir(games).unwrap();
    let names = files.map(|file| file.unwrap().path().file_stem().unwrap().to_owned());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.retain(|name| {
        rule_file(name)
            .text()
            .lines()
            .any(|line| line.starts_with("cells"))
    });
    names.sort();
    assert!(names.len() >= 38, "{names:?}");
    names
}

pub fn position(rules: &Rules, text: &str) -> Component {
    Game::read(rules, text).unwrap_or_else(|bad| panic!("{text}: {bad}"))
}

/// The nim value of a position of a file's game.
fn nim(rules: &Rules, text: &str) -> u64 {
    nim_value(&position(rules, text), &Budget::unlimited()).unwrap()
}

/// What becomes of a position when Left begins, and when Right does.
fn fates(rules: &Rules, text: &str) -> [Fate; 2] {
    let position = position(rules, text);
    let loopy = Loopy::analyse(&position, Convention::Normal, &Budget::unlimited()).unwrap();
    Player::BOTH.map(|player| loopy.fate(&position, player).unwrap())
}

fn outcome(rules: &Rules, text: &str) -> &'static str {
    match fates(rules, text) {
        [Fate::Wins(_), Fate::Loses(_)] => "L",
        [Fate::Loses(_), Fate::Wins(_)] => "R",
        [Fate::Wins(_), Fate::Wins(_)] => "N",
        [Fate::Loses(_), Fate::Loses(_)] => "P",
        [Fate::Draws, Fate::Draws] => "drawn",
        _ => "drawn for one",
    }
}

#[test]
fn positions_have_cgsuites_values() {
    let mut asked = 0;
    let rows = include_str!("data/library_cgsuite.tsv").lines();
    for row in rows.filter(|row| !row.starts_with('#')) {
        let [name, text, question, expected, ..] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        let rules = library(name);
        match question {
            "value" => {
                let mut arena = Arena::new();
                let wanted = arena.read(expected).unwrap();
                let at = position(&rules, text);
                let value = Evaluator::new().value(&mut arena, &at).unwrap();
                let found = arena.text(value, Notation::Ascii).unwrap();
                assert!(value == wanted, "{name} {text}: {found}, not {expected}");
            }
            "nim value" => assert_eq!(nim(&rules, text).to_string(), expected, "{name} {text}"),
            "outcome" => assert_eq!(outcome(&rules, text), expected, "{name} {text}"),
            question => panic!("{question}"),
        }
        asked += 1;
    }
    assert_eq!(asked, 49);
}

#[test]
fn geese_that_stand_in_a_row_hold_the_fox() {
    // CGSuite has positive values for all places of the fox below four geese
    // in a row, and `off` for a fox that is past them.
    let rules = library("fox_and_geese");
    for fox in [
        (3, 1),
        (3, 3),
        (3, 5),
        (3, 7),
        (4, 0),
        (4, 2),
        (4, 4),
        (4, 6),
    ] {
        let mut rows = [*b"........"; 5];
        [0, 2, 4, 6].iter().for_each(|&col| rows[2][col] = b'G');
        rows[fox.0][fox.1] = b'F';
        let rows = rows.iter().map(|row| String::from_utf8_lossy(row));
        let text = rows.collect::<Vec<_>>().join("/");
        assert_eq!(outcome(&rules, &text), "L", "{text}");
    }
    let past = "......../.F....../G.G.G.G./......../........";
    assert_eq!(outcome(&rules, past), "R");
    // One that may go two squares gets through where the other does not.
    let ceylonese = library("ceylonese_fox_and_geese");
    assert_eq!(outcome(&ceylonese, past), "R");
}

#[test]
fn northcotts_game_is_nim_on_the_gaps() {
    let rules = library("northcott");
    for code in 0..36 {
        let row = |code: usize| {
            let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
            let (black, white) = pairs[code];
            let mut row = [b'.'; 4];
            (row[black], row[white]) = (b'B', b'W');
            (
                String::from_utf8_lossy(&row).into_owned(),
                white - black - 1,
            )
        };
        let ((first, one), (second, other)) = (row(code / 6), row(code % 6));
        let text = format!("{first}/{second}");
        let expected = if one == other { "P" } else { "N" };
        assert_eq!(outcome(&rules, &text), expected, "{text}");
    }
}

#[test]
fn goals_decide_hex_and_tic_tac_toe() {
    let hex = library("hex");
    for size in 1..=3 {
        assert_eq!(outcome(&hex, &format!("{size}x{size}")), "N");
    }
    // A board that is one row shorter is won by the side with the shorter way.
    assert_eq!(outcome(&hex, "2x3"), "L");
    assert_eq!(outcome(&hex, "3x2"), "R");
    let tic_tac_toe = library("tic_tac_toe");
    assert_eq!(outcome(&tic_tac_toe, "3x3"), "drawn");
    assert_eq!(outcome(&tic_tac_toe, "XX./OO./..."), "N");
    assert_eq!(outcome(&tic_tac_toe, "XXX/OO./..."), "L");
}

/// The nim values of heaps of a game in which some are taken from a heap and
/// the rest is perhaps divided.
fn taking_three_and_dividing(most: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..=most {
        let rest = heap.checked_sub(3);
        let options: HashSet<u64> = match rest {
            Some(rest) => (0..=rest).map(|a| values[a] ^ values[rest - a]).collect(),
            None => HashSet::new(),
        };
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

#[test]
fn treblecross_is_won_as_the_octal_game_007() {
    let rules = library("treblecross");
    let values = taking_three_and_dividing(14);
    for places in 3..=11 {
        let expected = if values[places + 2] == 0 { "P" } else { "N" };
        assert_eq!(
            outcome(&rules, &format!("1x{places}")),
            expected,
            "{places}"
        );
    }
}

/// All strips of two letters.
fn strips(places: usize, letters: [char; 2]) -> impl Iterator<Item = (Vec<usize>, String)> {
    (0..1 << places).map(move |set: usize| {
        let has = |place: &usize| set >> place & 1 == 1;
        let letter = |place: usize| letters[usize::from(has(&place))];
        (
            (0..places).filter(has).collect(),
            (0..places).map(letter).collect(),
        )
    })
}

#[test]
fn coins_that_are_turned_have_the_known_nim_values() {
    let sum = |coins: &[usize], value: fn(u64) -> u64| {
        let values = coins.iter().map(|&place| value(place as u64 + 1));
        values.fold(0, |sum, value| sum ^ value)
    };
    /// The n-th number with an odd number of binary ones, from 1.
    fn odious(n: u64) -> u64 {
        let twice = 2 * (n - 1);
        twice + u64::from(twice.count_ones().is_multiple_of(2))
    }
    let [turtles, mock, ruler] = ["turning_turtles", "mock_turtles", "ruler"].map(library);
    for (coins, text) in strips(7, ['t', 'h']) {
        assert_eq!(nim(&turtles, &text), sum(&coins, |n| n), "{text}");
        assert_eq!(nim(&mock, &text), sum(&coins, odious), "{text}");
        assert_eq!(
            nim(&ruler, &text),
            sum(&coins, |n| n & n.wrapping_neg()),
            "{text}"
        );
    }
}

#[test]
fn coins_that_slide_are_nim_and_welter() {
    let [dollar, welter] = ["silver_dollar", "welter"].map(library);
    for (coins, text) in strips(8, ['.', 'o']) {
        // Coins are paired from the last; the gaps between pairs are heaps.
        let mut sum = 0;
        for pair in coins.rchunks(2) {
            sum ^= match pair {
                [low, high] => high - low - 1,
                [alone] => *alone,
                _ => 0,
            };
        }
        assert_eq!(nim(&dollar, &text) == 0, sum == 0, "{text}");
        if let [low, high] = coins[..] {
            assert_eq!(nim(&welter, &text), (low ^ high) as u64 - 1, "{text}");
        }
        if let [alone] = coins[..] {
            assert_eq!(nim(&welter, &text), alone as u64, "{text}");
        }
    }
}

#[test]
fn chomp_is_won_by_who_begins() {
    let rules = library("chomp");
    for (rows, cols) in [(1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (2, 7)] {
        assert_ne!(nim(&rules, &format!("{rows}x{cols}")), 0);
    }
    assert_eq!(nim(&rules, "1x1"), 0);
    for low in 1..=7 {
        for high in 0..=low {
            let row = |length: usize| format!("{}{}", "o".repeat(length), ".".repeat(7 - length));
            let text = format!("{}/{}", row(high), row(low));
            assert_eq!(nim(&rules, &text) == 0, high + 1 == low, "{text}");
        }
    }
    // Equal sides: from the corner but one.
    let square = position(&rules, "3x3");
    let after = options(&square, Player::Left, 100);
    let won: Vec<String> = after
        .iter()
        .filter(|p| nim_value(*p, &Budget::unlimited()).unwrap() == 0)
        .map(Component::text)
        .collect();
    assert_eq!(won, ["o../o../ooo"]);
}

#[test]
fn pushing_and_shoving_make_numbers() {
    for name in ["push", "shove"] {
        let rules = library(name);
        for code in 0..729 {
            let letter = |place: u32| ['.', 'B', 'W'][code / 3usize.pow(place) % 3];
            let text: String = (0..6).map(letter).collect();
            let mut arena = Arena::new();
            let value = Evaluator::new()
                .value(&mut arena, &position(&rules, &text))
                .unwrap();
            assert!(arena.as_number(value).is_some(), "{name} {text}");
        }
    }
}
