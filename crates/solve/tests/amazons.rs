//! Amazons against published and independently computed values. The quick
//! part runs always, everything with `LEGATUS_FULL=1`.

use crate::support::{full, rows};
use rules::{Amazons, Board, Cell, Game, Position, Random};
use solve::{Convention, Evaluator, Search, Term, Thermographer};
use std::collections::BTreeMap;
use std::fmt::Write;
use values::{Arena, Dyadic, Outcome, Player, Thermograph};

type Field = <Amazons<u64> as Game>::Position;

fn game() -> Amazons<u64> {
    Amazons::with_variant(None).unwrap()
}

fn facts() -> impl Iterator<Item = Vec<&'static str>> {
    rows(include_str!("data/amazons.tsv")).skip(1)
}

/// The facts about boards with at most `quick` free squares, or all that can be
/// had.
fn facts_up_to(quick: u64) -> impl Iterator<Item = (Vec<&'static str>, Field)> {
    let free = if full() { 22 } else { quick };
    let read = facts().map(|row| (row.clone(), game().read(row[0]).unwrap()));
    read.filter(move |(_, position)| position.rank() <= free)
}

fn dyadic(text: &str) -> Dyadic {
    text.parse().unwrap()
}

/// Whether each player wins moving first: the walls just below t = 0 tell
/// (Berlekamp, "Sums of N × 2 Amazons", section 6).
fn first_wins(thermograph: &Thermograph) -> [bool; 2] {
    let t = Dyadic::new(-1, 60);
    Player::BOTH.map(|player| {
        let wall = thermograph.wall(player).at(&t).signum();
        if player == Player::Left {
            wall > 0
        } else {
            wall < 0
        }
    })
}

/// What was compared, and what was wrong.
#[derive(Default)]
struct Report {
    wrong: String,
    checked: usize,
}

impl Report {
    fn check(&mut self, right: bool, wrong: impl FnOnce() -> String) {
        self.checked += 1;
        if !right {
            writeln!(self.wrong, "{}", wrong()).unwrap();
        }
    }

    #[track_caller]
    fn assert_all_right(&self) {
        let Report { wrong, checked } = self;
        assert!(wrong.is_empty(), "of {checked}:\n{wrong}");
        assert!(*checked > 0);
    }
}

#[test]
fn means_and_temperatures_are_the_known_ones() {
    let mut thermographer = Thermographer::new();
    let mut report = Report::default();
    let known = facts_up_to(18).filter(|(row, _)| !row[2].is_empty());
    for (row, position) in known {
        let thermograph = thermographer.thermograph(&position).unwrap();
        let found = (thermograph.mean(), thermograph.temperature());
        let known = (&dyadic(row[2]), &dyadic(row[3]));
        report.check(found == known, || format!("{row:?}: {found:?}"));
    }
    report.assert_all_right();
}

/// `LW (1/2,5/2)(3,0)(3,-1) RW …`: corners (value, temperature) downwards.
#[test]
fn walls_are_the_known_ones() {
    let mut thermographer = Thermographer::new();
    let mut report = Report::default();
    for (row, position) in facts_up_to(18) {
        let Some(walls) = row[5].strip_prefix("LW ") else {
            continue;
        };
        let thermograph = thermographer.thermograph(&position).unwrap();
        for (player, wall) in Player::BOTH.iter().zip(walls.split(" RW ")) {
            for corner in wall.trim_matches(['(', ')']).split(")(") {
                let (value, t) = corner.split_once(',').unwrap();
                let found = thermograph.wall(*player).at(&dyadic(t));
                report.check(found == dyadic(value), || {
                    format!("{row:?}: {player} at {t}: {found}")
                });
            }
        }
    }
    report.assert_all_right();
}

/// Values, and that the thermograph of the value is the thermograph of the
/// position.
#[test]
fn values_are_the_known_ones() {
    let mut arena = Arena::new();
    let mut evaluator = Evaluator::new();
    let mut thermographer = Thermographer::new();
    let mut report = Report::default();
    let known = facts_up_to(8).filter(|(row, _)| !row[1].is_empty());
    for (row, position) in known {
        let value = evaluator.value(&mut arena, &position).unwrap();
        let known = arena.read(row[1]).unwrap();
        report.check(value == known, || format!("{row:?}"));
        let by_value = arena.thermograph(value).unwrap();
        let thermograph = thermographer.thermograph(&position).unwrap();
        report.check(thermograph == by_value, || {
            format!("{row:?}: thermographs differ")
        });
    }
    for row in rows(include_str!("data/amazons_cgsuite.tsv")) {
        let position = game().read(row[0]).unwrap();
        let value = evaluator.value(&mut arena, &position).unwrap();
        let known = arena.read(row[1]).unwrap();
        report.check(value == known, || format!("{row:?}"));
    }
    report.assert_all_right();
}

/// `vs0 || vs* >`: the order against 0 and ∗, by play, so that it is known
/// also where the value is too large.
#[test]
fn relations_are_the_known_ones() {
    let mut arena = Arena::new();
    let mut thermographer = Thermographer::new();
    let star = arena.nimber(1).unwrap();
    let mut report = Report::default();
    for (row, position) in facts_up_to(12) {
        let Some((_, relations)) = row[5].split_once("vs0 ") else {
            continue;
        };
        let (zero, nimber) = relations.split_once(" vs* ").unwrap();
        for (other, expected) in [(values::Value::ZERO, zero), (star, nimber)] {
            let symbol = match thermographer.outcome_beside(&mut arena, &position, -other) {
                Ok(Outcome::R) => "<",
                Ok(Outcome::P) => "=",
                Ok(Outcome::L) => ">",
                Ok(Outcome::N) => "||",
                Err(error) => panic!("{error}"),
            };
            report.check(symbol == expected, || format!("{row:?}: {symbol}"));
        }
    }
    report.assert_all_right();
}

#[test]
fn outcomes_are_the_known_ones() {
    let mut thermographer = Thermographer::new();
    let mut report = Report::default();
    for row in rows(include_str!("data/amazons_outcomes.tsv")) {
        let position = game().read(row[0]).unwrap();
        let thermograph = thermographer.thermograph(&position).unwrap();
        let Some((starter, outcome)) = row[1].split_once(" first: first player ") else {
            // thermograph(value,temp) L: (1, -1) (1, 0) … R: (-1, -1) …
            let (_, walls) = row[1].split_once("L: (").unwrap();
            for (player, wall) in Player::BOTH.iter().zip(walls.split(" R: (")) {
                for corner in wall.trim_end_matches(')').split(") (") {
                    let (value, t) = corner.split_once(", ").unwrap();
                    assert_eq!(thermograph.wall(*player).at(&dyadic(t)), dyadic(value));
                }
            }
            continue;
        };
        let [left, right] = first_wins(&thermograph);
        let wins = if starter == "Left" { left } else { right };
        report.check(wins == (outcome == "wins"), || format!("{row:?}"));
    }
    // A search sees less of the large boards than a thermograph.
    let mut arena = Arena::new();
    let mut search = Search::new(Convention::Normal);
    let known = facts_up_to(9);
    for (row, position) in known.filter(|(row, _)| row[4].starts_with("outcome")) {
        let sum = [Term::Position(position)];
        let found = search.outcome(&mut arena, &sum).unwrap();
        let right = row[4] == format!("outcome {found:?}");
        report.check(right, || format!("{row:?}: {found:?}"));
    }
    report.assert_all_right();
}

/// The shapes near the amazons of the types that openings lead to.
const TYPES: [(&str, &str); 10] = [
    ("A", "L#/.R"),
    ("B", ".#/LR"),
    ("Bl", "#./LR"),
    ("C", "#L/.R"),
    ("D", "LR"),
    ("E", "L./.R"),
    ("F", ".L/.R"),
    ("G", "L./#R"),
    ("H", ".L/#R"),
    ("Z", "#./LR/.#"),
];

/// The type of an opening's result, such as `A[3,6]`, and `t` where the arrow
/// fell short of the edge (toss-away).
fn type_of(position: &Field) -> Option<String> {
    let text = game().write(position);
    let upright: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
    let mut best: Option<(bool, String)> = None;
    for (upside_down, mirrored) in [(false, false), (false, true), (true, false), (true, true)] {
        let mut board = upright.clone();
        if upside_down {
            board.reverse();
        }
        if mirrored {
            board.iter_mut().for_each(|row| row.reverse());
        }
        let board: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
        let row_of = |amazon: char| board.iter().position(|row| row.contains(amazon)).unwrap();
        let burned = board.iter().position(|row| row.contains('#')).unwrap();
        let free = |rows: &[String]| rows.concat().matches('.').count() as i64;
        let n = free(&board[..=row_of('L')]);
        let k = free(&board[row_of('R')..]);
        for (name, core) in TYPES {
            let core: Vec<&str> = core.split('/').collect();
            let beside = core.concat().contains('#');
            // Two amazons in a row with the arrow far away look the same
            // upside down: take the board as it is.
            let fits = board.windows(core.len()).any(|rows| rows == core);
            if !fits || (name == "D" && upside_down) {
                continue;
            }
            let toss = !beside && burned != 0 && burned + 1 != board.len();
            let toss = if toss { "t" } else { "" };
            let found = (beside, format!("{name}{toss}[{},{n}]", n - k));
            // An arrow beside the amazons decides the type.
            if best.as_ref().is_none_or(|best| found.0 && !best.0) {
                best = Some(found);
            }
        }
    }
    best.map(|(_, name)| name)
}

#[test]
fn orthodox_openings_are_the_known_ones() {
    let mut thermographer = Thermographer::new();
    let mut report = Report::default();
    for (row, position) in facts_up_to(18) {
        let Some(expected) = row[5].strip_prefix("orth ") else {
            continue;
        };
        let temperature = dyadic(row[3]);
        let moves = thermographer
            .orthodox_moves(&position, Player::Left, &temperature)
            .unwrap();
        let mut types: BTreeMap<String, usize> = BTreeMap::new();
        for mv in moves {
            let name = type_of(&position.play(Player::Left, &mv));
            let name = name.unwrap_or_else(|| mv.to_string());
            *types.entry(name).or_default() += 1;
        }
        let found: Vec<String> = types
            .into_iter()
            .map(|(name, count)| match count {
                1 => name,
                _ => format!("{name}x{count}"),
            })
            .collect();
        let mut expected: Vec<&str> = expected.split(' ').collect();
        expected.sort_unstable();
        let mut sorted: Vec<&str> = found.iter().map(String::as_str).collect();
        sorted.sort_unstable();
        report.check(sorted == expected, || {
            format!("{} {}: {found:?}, not {expected:?}", row[0], row[4])
        });
    }
    report.assert_all_right();
}

/// `Table1 D[2,7]trbr` and the like name the board beside them.
#[test]
fn names_stand_for_the_boards_of_the_table() {
    let mut checked = 0;
    for row in facts() {
        let Some((kind, name)) = row[4].split_once(' ') else {
            continue;
        };
        if !matches!(kind, "Table1" | "type" | "cell") {
            continue;
        }
        let named = game().read(name).unwrap_or_else(|e| panic!("{name}: {e}"));
        let same = game().read(row[0]).unwrap();
        assert_eq!(named.normal_form(), same.normal_form(), "{name}");
        checked += 1;
    }
    assert!(checked > 300);
    let opening = game().read("10x2:a3,b7").unwrap();
    assert_eq!(game().write(&opening), "../../../.R/../../../L./../..");
    let negative = game().read("-A[0,1]tl").unwrap();
    assert_eq!(game().write(&negative), ".#/R#/.L");
    for bad in [
        "A[1,7]",
        "A[1,8]tl",
        "A[3,2]",
        "A[0,1000]",
        "10x2:a3,a3",
        "10x2:c1,a1",
        "A[0,0]",
    ] {
        let error = game().read(bad).unwrap_err().to_string();
        assert!(!error.contains('\n') && error.contains(';'), "{error}");
    }
}

/// Two columns take shorter ways in several places; a burned column beside
/// them must not change anything.
#[test]
fn a_burned_column_changes_nothing() {
    let mut thermographer = Thermographer::new();
    for row in facts().filter(|row| !row[1].is_empty()) {
        let board = Board::read(row[0]).unwrap();
        if board.cells.iter().filter(|c| **c == Cell::Empty).count() > 8 {
            continue;
        }
        let wide: Vec<String> = row[0].split('/').map(|r| format!("#{r}")).collect();
        let narrow = thermographer.thermograph(&game().read(row[0]).unwrap());
        let wide = thermographer.thermograph(&game().read(&wide.join("/")).unwrap());
        assert_eq!(narrow, wide, "{}", row[0]);
    }
}

/// Duels on boards of many shapes, most of them with burned squares: all of
/// a ground are found at once, which must not be seen in the result.
#[test]
fn duels_have_the_thermographs_of_their_values() {
    let mut random = Random::new(1);
    let mut random = |n: usize| random.below(n as u64) as usize;
    let mut arena = Arena::new();
    let mut evaluator = Evaluator::new();
    let (mut narrow, mut wide) = (Thermographer::new(), Thermographer::new());
    let sizes = [
        (6, 2),
        (7, 2),
        (8, 2),
        (8, 1),
        (3, 3),
        (4, 3),
        (3, 4),
        (4, 4),
        (2, 6),
    ];
    let (mut checked, mut hot) = (0, 0);
    for i in 0..360 {
        let (rows, cols) = sizes[i % sizes.len()];
        let squares = rows * cols;
        let mut cells = vec!['.'; squares];
        for _ in 0..random(squares) {
            cells[random(squares)] = '#';
        }
        let left = random(squares);
        cells[left] = 'L';
        cells[(left + 1 + random(squares - 1)) % squares] = 'R';
        let text: Vec<String> = cells.chunks(cols).map(String::from_iter).collect();
        let text = text.join("/");
        let position = game().read(&text).unwrap();
        let Some(value) = evaluator.value_within(&mut arena, &position, 4000).unwrap() else {
            continue;
        };
        let expected = arena.thermograph(value).unwrap();
        assert_eq!(narrow.thermograph(&position).unwrap(), expected, "{text}");
        let position = Amazons::<u128>::default().read(&text).unwrap();
        assert_eq!(wide.thermograph(&position).unwrap(), expected, "{text}");
        checked += 1;
        hot += usize::from(expected.temperature() > &Dyadic::zero());
    }
    assert!(checked > 200 && hot > 50, "{checked}, {hot} of them hot");
}
