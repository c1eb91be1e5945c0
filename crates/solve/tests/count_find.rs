//! Numbers of positions, and positions with properties.

use rules::{Game, Legionnaires, Position, Visitor, visit};
use solve::{Evaluator, Finding, Order, Property, count, find};
use std::sync::atomic::Ordering;
use values::{Arena, Budget, Error, Notation, Outcome};

fn full() -> bool {
    std::env::var_os("LEGATUS_FULL").is_some()
}

struct Tally<'a>(&'a str);

impl Visitor for Tally<'_> {
    type Output = (u64, u64);

    fn visit<G: Game>(self, game: G) -> (u64, u64) {
        let start = game.read(self.0).unwrap();
        let mut told = Vec::new();
        let count = count(&start, false, &Budget::unlimited(), &mut |level| {
            told.push(*level);
        })
        .unwrap();
        assert_eq!(told, count.levels);
        assert!(told.is_sorted_by(|a, b| a.rank > b.rank));
        assert_eq!(
            told.iter().map(|l| l.positions).sum::<u64>(),
            count.positions
        );
        (count.positions, count.edges)
    }
}

#[test]
fn counts_of_legionnaires_are_the_known_ones() {
    let rows = include_str!("data/legionnaires_counts.tsv").lines();
    let mut checked = 0;
    for row in rows.filter(|row| !row.starts_with("# ")) {
        let fields: Vec<&str> = row.split('\t').collect();
        let Ok(positions) = fields[2].parse::<u64>() else {
            continue;
        };
        if positions > 300_000 && !full() {
            continue;
        }
        let tally = visit("legionnaires", fields[1], Tally(fields[1])).unwrap();
        assert_eq!(tally.0, positions, "{row}");
        if let Ok(edges) = fields[3].parse::<u64>() {
            assert_eq!(tally.1, edges, "{row}");
        }
        checked += 1;
    }
    assert!(checked > 70, "{checked}");
}

#[test]
fn levels_are_those_counted_by_captures() {
    if !full() {
        return;
    }
    let game = Legionnaires::<u64>::with_variant(None).unwrap();
    let start = game.read("6x6-18").unwrap();
    let count = count(&start, false, &Budget::unlimited(), &mut |_| {}).unwrap();
    let levels: Vec<u64> = count.levels.iter().map(|level| level.positions).collect();
    let known = [
        1, 42, 745, 7152, 43218, 183_658, 561_946, 1_180_822, 1_625_345, 1_457_240, 897_644,
        415_982, 154_184, 46196, 11056, 2048, 276, 24,
    ];
    assert_eq!(levels, known);
}

#[test]
fn impartial_options_count_once_and_ranks_may_skip() {
    // 3, 2, 1, 0 and their 3 + 2 + 1 moves.
    assert_eq!(visit("nim", "3", Tally("3")).unwrap(), (4, 6));
}

#[test]
fn merging_counts_representatives() {
    let game = Legionnaires::<u64>::with_variant(None).unwrap();
    for start in ["2x2", "3x3", "4x4", "5x5-10"] {
        let start = game.read(start).unwrap();
        let unlimited = Budget::unlimited();
        let all = count(&start, false, &unlimited, &mut |_| {}).unwrap();
        let merged = count(&start, true, &unlimited, &mut |_| {}).unwrap();
        assert!(merged.positions < all.positions);
        // A square has eight symmetries; with the colours exchanged sixteen.
        assert!(merged.positions * 16 >= all.positions);
    }
}

#[test]
fn budgets_stop_counting() {
    let game = Legionnaires::<u64>::with_variant(None).unwrap();
    let start = game.read("8x8").unwrap();
    let budget = Budget::new(Some(1 << 20));
    let memory = count(&start, false, &budget, &mut |_| {});
    assert_eq!(memory, Err(Error::Memory { limit: 1 << 20 }));
    budget.stop_flag().store(true, Ordering::Relaxed);
    let stopped = count(&start, false, &budget, &mut |_| {});
    assert_eq!(stopped, Err(Error::Interrupted));
}

fn look(
    board: &str,
    order: Order,
    properties: impl Fn(&mut Arena) -> Vec<Property>,
) -> (Finding<impl Position>, Option<(String, String)>) {
    let game = Legionnaires::<u64>::with_variant(None).unwrap();
    let like = game.read(board).unwrap();
    let mut arena = Arena::new();
    let mut evaluator = Evaluator::new();
    let properties = properties(&mut arena);
    let finding = find(
        &game,
        &like,
        &properties,
        order,
        &mut evaluator,
        &mut arena,
        &mut |_| {},
    )
    .unwrap();
    let text = finding.found.as_ref().map(|(position, value)| {
        // The text is read back and evaluated afresh.
        let written = game.write(position);
        let again = game.read(&written).unwrap();
        let fresh = Evaluator::new().value(&mut arena, &again).unwrap();
        assert_eq!(fresh, *value);
        (written, arena.text(fresh, Notation::Ascii).unwrap())
    });
    (finding, text)
}

#[test]
fn the_museum_has_what_the_paper_asks_for() {
    for (board, value) in [
        ("2x7", "*3"),
        ("3x3", "4"),
        ("3x3", "1/4"),
        ("2x6", "Tiny(1/2)"),
    ] {
        let (finding, found) = look(board, Order::All, |arena| {
            vec![Property::Value(arena.read(value).unwrap())]
        });
        let (_, text) = found.unwrap_or_else(|| panic!("{board} {value}"));
        assert_eq!(text, value);
        assert!(!finding.complete);
    }
}

#[test]
fn what_no_board_has_is_known_after_all_of_them() {
    let (finding, found) = look("3x3", Order::All, |arena| {
        vec![Property::Value(arena.integer(17).unwrap())]
    });
    assert_eq!(found, None);
    assert_eq!((finding.searched, finding.complete), (19683, true));
}

#[test]
fn properties_hold_together() {
    let (_, found) = look("2x4", Order::All, |arena| {
        vec![
            Property::Outcome(Outcome::L),
            Property::Temperature("0".parse().unwrap()),
            Property::Mean("0".parse().unwrap()),
            Property::AtomicWeight(arena.integer(2).unwrap()),
            Property::Predicate(|arena, value| Ok(arena.is_infinitesimal(value))),
        ]
    });
    let (_, value) = found.unwrap();
    let mut arena = Arena::new();
    let value = arena.read(&value).unwrap();
    assert_eq!(arena.outcome(value).unwrap(), Outcome::L);
    let weight = arena.atomic_weight(value).unwrap();
    assert_eq!(weight, arena.integer(2).unwrap());
}

#[test]
fn random_positions_are_the_same_for_the_same_seed() {
    let order = Order::Random {
        seed: 5,
        tries: 100_000,
    };
    let wanted = |arena: &mut Arena| vec![Property::Value(arena.read("^").unwrap())];
    let (one, found) = look("2x5", order, wanted);
    let (other, again) = look("2x5", order, wanted);
    assert_eq!(found.clone().unwrap().1, "^");
    assert_eq!(found, again);
    assert_eq!(one.searched, other.searched);
    assert!(!one.complete);
}
