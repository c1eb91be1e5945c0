//! Games on boards from rule files: against the built-in games, and by the
//! laws.

use crate::conformance::keeps_the_laws;
use crate::library::{board_games, library};
use crate::support::{full, options, seed};
use rules::{Component, Game, Position, Random, RuleFile, Rules};
use solve::Evaluator;
use values::{Arena, Notation, Player};

/// A rule file of a built-in game; what its text has for characters of the
/// built-in game's; boards to begin with.
struct Twin {
    name: &'static str,
    file: &'static str,
    letters: &'static [(char, char)],
    boards: &'static [&'static str],
}

macro_rules! twin {
    ($name:literal, [$($from:literal => $to:literal),*], [$($board:literal),*]) => {
        Twin {
            name: $name,
            file: include_str!(concat!("../../rules/tests/data/twins/", $name, ".game")),
            letters: &[$(($from, $to)),*],
            boards: &[$($board),*],
        }
    };
}

const TWINS: [Twin; 8] = [
    twin!("clobber", [], ["BWB/WBW", "3x3", "2x5", "1x9", "9x9"]),
    twin!("domineering", [], ["3x3", "4x3", "2x6", "9x9"]),
    twin!("cram", [], ["3x3", "2x5", "9x9"]),
    twin!("konane", [], ["BWB/WB.", "3x4", "2x6", "9x9"]),
    twin!("amazons", ['L' => 'B', 'R' => 'W'], ["L../..R", "L..R", "L.../..../...R"]),
    twin!(
        "legionnaires",
        [],
        ["W.W/.../B.B", "W..B/.WB.", "W.W./.W.W/B.B./.B.B"]
    ),
    twin!("toads_and_frogs", [], ["BB..WW", "B.B.W.W."]),
    twin!("toppling_dominoes", ['.' => '#', '#' => 'E', 'B' => 'L', 'W' => 'R'], ["BW#BWB"]),
];

impl Twin {
    fn translated(&self, text: &str) -> String {
        let letter = |c: char| {
            let found = self.letters.iter().find(|(from, _)| *from == c);
            found.map_or(c, |(_, to)| *to)
        };
        text.chars().map(letter).collect()
    }

    fn rules(&self) -> Rules {
        let file = RuleFile::read(self.file).unwrap_or_else(|bad| panic!("{}: {bad}", self.name));
        file.rules(None).unwrap()
    }
}

fn sorted(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = texts.collect();
    texts.sort();
    texts.dedup();
    texts
}

/// How many positions of each game are compared.
fn samples() -> usize {
    if full() { 5000 } else { 12 }
}

#[test]
fn twins_have_the_moves_and_values_of_built_in_games() {
    for twin in &TWINS {
        let (file, built_in) = (twin.rules(), Rules::find(twin.name).unwrap());
        let mut random = Random::new(seed(twin.name));
        for number in 0..samples() {
            let board = twin.boards[number % twin.boards.len()];
            let start = Game::read(&built_in, board)
                .unwrap_or_else(|bad| panic!("{} {board}: {bad}", twin.name));
            let position = Game::scatter(&built_in, &start, &mut |n| random.below(n));
            let text = position.text();
            let other = Game::read(&file, &twin.translated(&text))
                .unwrap_or_else(|bad| panic!("{} {text}: {bad}", twin.name));
            assert_eq!(other.text(), twin.translated(&text), "{}", twin.name);
            for player in Player::BOTH {
                let ours = sorted(options(&other, player, 5000).iter().map(Component::text));
                let theirs = options(&position, player, 5000);
                let theirs = sorted(theirs.iter().map(|p| twin.translated(&p.text())));
                assert_eq!(ours, theirs, "{} {text} {player:?}", twin.name);
                assert_eq!(
                    other.can_move(player),
                    !ours.is_empty(),
                    "{} {text}",
                    twin.name
                );
            }
            if text.len() <= 16 {
                let value = |position: &Component| {
                    let mut arena = Arena::new();
                    let value = Evaluator::new().value(&mut arena, position).unwrap();
                    arena.text(value, Notation::Ascii)
                };
                assert_eq!(value(&other), value(&position), "{} {text}", twin.name);
            }
        }
    }
}

#[test]
fn rules_on_boards_keep_the_laws() {
    for twin in &TWINS {
        let rules = twin.rules();
        keeps_the_laws(twin.name, rules.about().example, rules.clone());
    }
}

/// Shapes where rules may have them: in legs, beside moves, in conditions.
const SHAPES: [&str; 3] = [
    "left turned: B . / ~ . -> . B / ~ W unless turned: B W / W ~\nmirror B W\nexample BW./.../W.B",
    "left . -> B also turned mirrored: B . / ~ . / ~ . -> B _ / ~ _ / ~ W\nmirror B W\nexample 3x4",
    "left drawn: . B / B . -> W . / . W if after turned: _ _ / ~ .\nmirror B W, east west\n\
     example .B./B.W/.W.",
];

#[test]
fn shapes_keep_the_laws() {
    for (number, rules) in SHAPES.into_iter().enumerate() {
        let text = format!("game shapes_{number}\ncells . B W\nsize .\n{rules}\n");
        let file = RuleFile::read(&text).unwrap_or_else(|bad| panic!("{number}: {bad}"));
        let rules = file.rules(None).unwrap();
        keeps_the_laws(file.info().name, file.info().example, rules);
    }
}

#[test]
fn the_library_keeps_the_laws() {
    for name in board_games() {
        let rules = library(&name);
        keeps_the_laws(&name, rules.about().example, rules.clone());
        for variant in rules.about().variants {
            let name = format!("{name}:{}", variant.name);
            keeps_the_laws(&name, rules.about().example, library(&name));
        }
    }
}
