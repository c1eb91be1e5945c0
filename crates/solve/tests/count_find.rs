//! Numbers of positions, and positions with properties.

use crate::support::{full, visit};
use rules::{Game, Legionnaires, Position, Visitor};
use solve::{
    Count, CountError, Counting, Evaluator, Event, Finding, Level, Merge, Order, Property, count,
    find,
};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use values::{Arena, Budget, Error, Notation, Outcome, Player};

/// A directory that is removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let name = format!("legatus-count-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        Scratch(path)
    }

    fn files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A count, or what plain sets say it is.
struct Tally<'a> {
    text: &'a str,
    how: Counting,
    memory: Option<u64>,
    reference: bool,
}

impl<'a> Tally<'a> {
    fn of(text: &'a str) -> Self {
        Tally {
            text,
            how: Counting::default(),
            memory: None,
            reference: false,
        }
    }
}

impl Visitor for Tally<'_> {
    type Output = Count;

    fn visit<G: Game>(self, game: G) -> Count {
        let start = game.read(self.text).unwrap();
        if self.reference {
            return reference(&game, &start, self.how.merge);
        }
        let mut told = Vec::new();
        let budget = Budget::new(self.memory);
        let count = count(&game, &start, &self.how, &budget, &mut |event| {
            if let Event::Done(level) = event {
                told.push(**level);
            }
        })
        .unwrap();
        assert_eq!(told, count.levels);
        let falling = told.is_sorted_by(|a, b| a.rank > b.rank);
        assert!(falling, "{} {:?}: {told:?}", self.text, self.how);
        assert_eq!(
            told.iter().map(|l| l.positions).sum::<u64>(),
            count.positions
        );
        assert_eq!(told.iter().map(|l| l.edges).sum::<u64>(), count.edges);
        count
    }
}

/// The count by its definition.
fn reference<G: Game>(game: &G, start: &G::Position, merge: Merge) -> Count {
    let symmetries = || (0..).map_while(|s| start.negative(s));
    let symmetry = symmetries().position(|negative| negative == *start);
    let class = |position: &G::Position| match merge {
        Merge::Nothing => position.clone(),
        Merge::Symmetries => position.normal_form().0,
        Merge::Negatives => {
            let negative = position.negative(symmetry.unwrap_or(0)).unwrap();
            let [one, other] = [position, &negative].map(|p| game.write(p));
            if one <= other {
                position.clone()
            } else {
                negative
            }
        }
    };
    let mut waiting = BTreeMap::from([(start.rank(), HashSet::from([class(start)]))]);
    let mut count = Count {
        positions: 0,
        edges: 0,
        levels: Vec::new(),
    };
    while let Some((rank, positions)) = waiting.pop_last() {
        let mut edges = 0;
        for position in &positions {
            let players = if position.is_impartial() { 1 } else { 2 };
            for &player in &Player::BOTH[..players] {
                let mut options = HashSet::new();
                let _ = position.options(player, &mut |option| {
                    let class_of_option = class(&option);
                    let rank = waiting.entry(class_of_option.rank()).or_default();
                    rank.insert(class_of_option);
                    // The options of a normal form are known by their forms.
                    options.insert(match merge {
                        Merge::Symmetries => class(&option),
                        _ => option,
                    });
                    ControlFlow::Continue(())
                });
                edges += options.len() as u64;
            }
        }
        let positions = positions.len() as u64;
        count.positions += positions;
        count.edges += edges;
        count.levels.push(Level {
            rank,
            positions,
            edges,
        });
    }
    count
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
        let tally = visit("legionnaires", fields[1], Tally::of(fields[1])).unwrap();
        assert_eq!(tally.positions, positions, "{row}");
        if let Ok(edges) = fields[3].parse::<u64>() {
            assert_eq!(tally.edges, edges, "{row}");
        }
        checked += 1;
    }
    assert!(checked > 70, "{checked}");
}

fn legionnaires(start: &str) -> (Legionnaires<u64>, <Legionnaires<u64> as Game>::Position) {
    let game = Legionnaires::<u64>::with_variant(None).unwrap();
    let start = game.read(start).unwrap();
    (game, start)
}

/// The first levels.
fn first_levels(start: &str, merge: Merge, number: usize) -> Vec<u64> {
    let (game, start) = legionnaires(start);
    let budget = Budget::unlimited();
    let how = Counting {
        merge,
        threads: 2,
        ..Counting::default()
    };
    let mut levels = Vec::new();
    let stopped = count(&game, &start, &how, &budget, &mut |event| {
        if let Event::Done(level) = event {
            levels.push(level.positions);
            let enough = levels.len() == number;
            budget.stop_flag().store(enough, Ordering::Relaxed);
        }
    });
    assert_eq!(stopped.is_ok(), levels.len() < number);
    levels
}

#[test]
fn levels_are_those_counted_by_captures() {
    let known = [
        1, 42, 745, 7152, 43218, 183_658, 561_946, 1_180_822, 1_625_345, 1_457_240, 897_644,
        415_982, 154_184, 46196, 11056, 2048, 276, 24,
    ];
    let number = if full() { usize::MAX } else { 6 };
    let levels = first_levels("6x6-18", Merge::Nothing, number);
    assert_eq!(levels, known[..levels.len()]);
    // A position and its negative once.
    let known = [
        1, 24, 519, 6194, 50551, 297_943, 1_367_090, 5_014_084, 14_679_373, 33_653_447, 59_358_993,
        79_229_419, 79_110_508, 59_393_151,
    ];
    let number = if full() { known.len() } else { 5 };
    let levels = first_levels("8x8", Merge::Negatives, number);
    assert_eq!(levels, known[..number]);
}

#[test]
fn impartial_options_count_once_and_ranks_may_skip() {
    // 3, 2, 1, 0 and their 3 + 2 + 1 moves.
    let count = visit("nim", "3", Tally::of("3")).unwrap();
    assert_eq!((count.positions, count.edges), (4, 6));
}

#[test]
fn counts_agree_with_plain_sets_in_memory_and_through_files() {
    let mut starts: Vec<(String, &str)> = Vec::new();
    for info in rules::games_in_rust() {
        starts.push((rules::example_name(info), info.example));
    }
    for (game, start) in [
        ("legionnaires", "4x4"),
        ("legionnaires", "5x5-10"),
        ("legionnaires", "BW.W/.B.B/W..W"),
        ("legionnaires:mace", "4x4"),
        ("domineering", "3x4"),
        ("domineering:impartial", "3x3"),
        ("clobber", "BWB/WBW/BWB"),
        ("nim", "7,5,3"),
    ] {
        starts.push((game.into(), start));
    }
    let scratch = Scratch::new("games");
    for (game, start) in &starts {
        for merge in [Merge::Nothing, Merge::Negatives, Merge::Symmetries] {
            let of = |threads: usize, memory, directory: Option<&Path>| Tally {
                how: Counting {
                    merge,
                    threads,
                    keep: directory.map(|path| (path.to_owned(), game.clone())),
                },
                memory,
                ..Tally::of(start)
            };
            let ask = |tally| visit(game, start, tally).unwrap();
            let expected = ask(Tally {
                reference: true,
                ..of(1, None, None)
            });
            assert_eq!(ask(of(2, None, None)), expected, "{game} {start} {merge:?}");
            // With little memory there are many files.
            let memory = (merge != Merge::Symmetries).then_some(3_000);
            let found = ask(of(2, memory, Some(&scratch.0)));
            assert_eq!(found, expected, "{game} {start} {merge:?} {memory:?}");
            fs::remove_dir_all(&scratch.0).unwrap();
        }
    }
}

/// A count of Legionnaires in a directory.
fn kept(
    start: &str,
    memory: u64,
    directory: &Path,
    progress: &mut dyn FnMut(&Budget, &Event<'_>),
) -> Result<Count, CountError> {
    let (game, start) = legionnaires(start);
    let how = Counting {
        keep: Some((directory.to_owned(), "legionnaires".into())),
        ..Counting::default()
    };
    let budget = Budget::new(Some(memory));
    count(&game, &start, &how, &budget, &mut |event| {
        progress(&budget, event);
    })
}

#[test]
fn a_count_goes_on_from_every_block() {
    let expected = visit("legionnaires", "4x4", Tally::of("4x4")).unwrap();
    for memory in [1_000, 5_000, 1_000_000] {
        let scratch = Scratch::new("resume");
        let mut stops = 0;
        let (mut resumed, mut told) = (Vec::new(), Vec::new());
        let count = loop {
            let found = kept(
                "4x4",
                memory,
                &scratch.0,
                &mut |budget, event| match event {
                    // Every run ends after its first block.
                    Event::Begun { .. } => budget.stop_flag().store(true, Ordering::Relaxed),
                    Event::Done(level) => told.push(**level),
                    Event::Resumed { levels, .. } => resumed = levels.to_vec(),
                },
            );
            match found {
                Ok(count) => break count,
                Err(error) => assert_eq!(error, CountError::Stopped(Error::Interrupted)),
            }
            stops += 1;
        };
        assert_eq!(count, expected);
        assert_eq!(
            (told, resumed),
            (expected.levels.clone(), expected.levels.clone())
        );
        assert!(stops >= expected.levels.len(), "{memory}: {stops}");
        // When all is done, the files are asked.
        let again = kept("4x4", memory, &scratch.0, &mut |_, event| {
            assert!(matches!(event, Event::Resumed { .. }), "{event:?}");
        });
        assert_eq!(again, Ok(expected.clone()));
        let leftover = |path: &&PathBuf| path.to_string_lossy().contains("run-");
        assert_eq!(scratch.files().iter().find(leftover), None);
    }
}

/// Stops in the middle of a level that has runs.
fn half_done(scratch: &Scratch) {
    let mut blocks = 0;
    let stopped = kept("4x4", 1_000, &scratch.0, &mut |budget, event| {
        if let Event::Begun { level: 4, .. } = event {
            blocks += 1;
            budget.stop_flag().store(blocks == 3, Ordering::Relaxed);
        }
    });
    assert_eq!(stopped, Err(CountError::Stopped(Error::Interrupted)));
}

#[test]
fn every_changed_byte_of_the_files_is_noticed() {
    let scratch = Scratch::new("damage");
    half_done(&scratch);
    let files = scratch.files();
    let has = |name: &str| {
        files
            .iter()
            .any(|path| path.to_string_lossy().contains(name))
    };
    assert!(has("level-0004.keys") && has("run-"), "{files:?}");
    let mut changed = 0;
    for path in files.iter().filter(|path| !path.ends_with("lock")) {
        let bytes = fs::read(path).unwrap();
        for at in (0..bytes.len()).chain([usize::MAX]) {
            let mut damaged = bytes.clone();
            match damaged.get_mut(at) {
                Some(byte) => *byte ^= 0x10,
                None => drop(damaged.pop()),
            }
            fs::write(path, damaged).unwrap();
            match kept("4x4", 1_000, &scratch.0, &mut |_, _| {}) {
                Err(CountError::Directory(why)) => {
                    assert!(why.contains("damaged"), "{}: {why}", path.display());
                }
                other => panic!("{} {at}: {other:?}", path.display()),
            }
            changed += 1;
        }
        fs::write(path, bytes).unwrap();
    }
    assert!(changed > 1_000);
    // Nothing was lost by trying.
    let expected = visit("legionnaires", "4x4", Tally::of("4x4")).unwrap();
    assert_eq!(kept("4x4", 1_000, &scratch.0, &mut |_, _| {}), Ok(expected));
}

#[test]
fn files_that_nothing_names_are_swept_and_others_are_left_alone() {
    let scratch = Scratch::new("sweep");
    half_done(&scratch);
    let stray = scratch.0.join("level-0005.keys");
    fs::write(&stray, "half a file").unwrap();
    let note = scratch.0.join("note.txt");
    fs::write(&note, "mine").unwrap();
    let expected = visit("legionnaires", "4x4", Tally::of("4x4")).unwrap();
    assert_eq!(kept("4x4", 1_000, &scratch.0, &mut |_, _| {}), Ok(expected));
    assert_eq!(fs::read(&note).unwrap(), b"mine");
    assert_ne!(fs::read(&stray).unwrap(), b"half a file");
}

#[test]
fn directories_of_others_are_refused() {
    let scratch = Scratch::new("foreign");
    let refused = |start: &str, why: &str| match kept(start, 1_000, &scratch.0, &mut |_, _| {}) {
        Err(CountError::Directory(found)) => assert!(found.contains(why), "{found}"),
        other => panic!("{other:?}"),
    };
    fs::create_dir_all(&scratch.0).unwrap();
    fs::write(scratch.0.join("note.txt"), "mine").unwrap();
    refused("4x4", "not empty");
    assert_eq!(scratch.files().len(), 1);
    fs::remove_file(scratch.0.join("note.txt")).unwrap();
    half_done(&scratch);
    refused("3x3", "another count: it says `start W.W./.W.W/.B.B/B.B.`");
    // Two at a time would be in each other's way.
    let mut tried = false;
    let found = kept("4x4", 1_000, &scratch.0, &mut |_, _| {
        if !tried {
            tried = true;
            refused("4x4", "another program");
        }
    });
    assert!(tried && found.is_ok());
}

/// Reads a level as the documentation of the files says, with nothing else.
#[test]
fn files_hold_sorted_keys_of_fixed_width() {
    let scratch = Scratch::new("format");
    let expected = kept("4x4", 2_000, &scratch.0, &mut |_, _| {}).unwrap();
    let manifest = fs::read_to_string(scratch.0.join("manifest")).unwrap();
    let (game, start) = legionnaires("4x4");
    let mut reached: HashSet<String> = HashSet::from([game.write(&start)]);
    for (number, level) in expected.levels.iter().enumerate() {
        let line = manifest
            .lines()
            .find(|l| l.starts_with(&format!("level {number} ")));
        let words: Vec<&str> = line.unwrap().split(' ').collect();
        let after = |name: &str| words[words.iter().position(|w| *w == name).unwrap() + 1];
        let width: usize = after("width").parse().unwrap();
        let mask = u64::from_str_radix(after("places"), 16).unwrap();
        let index_bits: u32 = words.last_chunk::<3>().unwrap()[0].parse().unwrap();
        let bytes = fs::read(scratch.0.join(format!("level-{number:04}.keys"))).unwrap();
        let keys: Vec<&[u8]> = bytes.chunks(width).collect();
        assert_eq!(keys.len() as u64, level.positions);
        assert!(keys.is_sorted_by(|a, b| a < b));
        let mut found = HashSet::new();
        for key in keys {
            let key = key.iter().fold(0u64, |n, byte| n << 8 | u64::from(*byte));
            let (mut cluster, mut colours) = (key >> index_bits, key & ((1 << index_bits) - 1));
            let mut board = ['.'; 16];
            for square in (0..64).filter(|square| mask >> square & 1 == 1) {
                if cluster & 1 == 1 {
                    board[square] = if colours & 1 == 1 { 'B' } else { 'W' };
                    colours >>= 1;
                }
                cluster >>= 1;
            }
            let rows: Vec<String> = board.chunks(4).map(|row| row.iter().collect()).collect();
            found.insert(rows.join("/"));
        }
        assert_eq!(found, reached, "level {number}");
        reached = HashSet::new();
        for text in &found {
            for player in Player::BOTH {
                reached.extend(game.slow_options(text, player).unwrap());
            }
        }
    }
    assert!(reached.is_empty());
}

#[test]
fn merging_counts_representatives() {
    for start in ["2x2", "3x3", "4x4", "5x5-10"] {
        let ask = |merge| {
            let how = Counting {
                merge,
                ..Counting::default()
            };
            let tally = Tally {
                how,
                ..Tally::of(start)
            };
            visit("legionnaires", start, tally).unwrap().positions
        };
        let [all, negatives, merged] =
            [Merge::Nothing, Merge::Negatives, Merge::Symmetries].map(ask);
        assert!(merged <= negatives && negatives < all);
        // A square has eight symmetries; with the colours exchanged sixteen.
        assert!(negatives * 2 >= all && merged * 16 >= all);
    }
}

#[test]
fn budgets_stop_counting() {
    let (game, start) = legionnaires("8x8");
    let budget = Budget::new(Some(1 << 20));
    let how = Counting::default();
    let memory = count(&game, &start, &how, &budget, &mut |_| {});
    let limit = 1 << 20;
    assert_eq!(memory, Err(CountError::Stopped(Error::Memory { limit })));
    budget.stop_flag().store(true, Ordering::Relaxed);
    let stopped = count(&game, &start, &how, &budget, &mut |_| {});
    assert_eq!(stopped, Err(CountError::Stopped(Error::Interrupted)));
}

fn look(
    board: &str,
    order: Order,
    properties: impl Fn(&mut Arena) -> Vec<Property>,
) -> (Finding<impl Position>, Option<(String, String)>) {
    let game = Legionnaires::<u64>::with_variant(None).unwrap();
    let like = game.read(&rules::blank(board)).unwrap();
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
