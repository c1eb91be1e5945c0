//! Questions about positions, with the times they may take.
//!
//! The times are processor time, all works use one thread, and everything
//! that depends on the position counts: generating moves, splitting, values.

use std::fs;
use std::hint::black_box;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::{Duration, Instant};

use cgt::short::partizan::games::{amazons, domineering};
use cgt::short::partizan::partizan_game::PartizanGame;
use cgt::short::partizan::transposition_table::ParallelTranspositionTable;
use rules::{Amazons, Cram, Domineering, Game, HeapRules, Konane, Legionnaires, ToadsAndFrogs};
use solve::{Counting, Evaluator, NimSequence, NimValues, Thermographer};
use values::{Arena, Budget, Notation, Value};

use crate::large::NO_LIMIT;

/// A work with its target.
pub struct Target {
    /// What it is called in the table.
    pub name: &'static str,
    /// How fast it should be.
    pub goal: Goal,
    /// The bytes it may take.
    pub most_memory: Option<u64>,
    /// Does it, and says what was found.
    pub work: fn() -> Found,
    /// The same by `cgt`, if it knows the game: the text of the value.
    pub cgt: Option<fn() -> String>,
}

/// How fast a work should be.
#[derive(Clone, Copy)]
pub enum Goal {
    /// In so much time.
    Within(Duration),
    /// So many times as fast as `cgt`.
    Times(u32),
}

/// What was found.
pub struct Found {
    /// How many positions, values or heaps.
    pub size: usize,
    /// What is known about the result, and whether that is what was found.
    pub known: (&'static str, bool),
    /// The value as text, if it is short.
    pub text: String,
}

const fn seconds(tenths: u64) -> Goal {
    Goal::Within(Duration::from_millis(100 * tenths))
}

const fn hundredths(hundredths: u64) -> Goal {
    Goal::Within(Duration::from_millis(10 * hundredths))
}

/// All of them.
pub const TARGETS: [Target; 16] = [
    Target {
        name: "value, Legionnaires 3x7",
        goal: seconds(60),
        most_memory: Some(1 << 30),
        work: legionnaires_value,
        cgt: None,
    },
    Target {
        name: "count, Legionnaires 6x6-18",
        goal: seconds(25),
        most_memory: None,
        work: || legionnaires_count("6x6-18", ("6587579 positions", 6_587_579)),
        cgt: None,
    },
    Target {
        name: "count, Legionnaires 8x8",
        goal: seconds(3000),
        most_memory: Some(4 << 30),
        work: || legionnaires_count("8x8", ("782886768 positions", 782_886_768)),
        cgt: None,
    },
    Target {
        name: "thermographs, Amazons Nx2, N <= 10",
        goal: seconds(80),
        most_memory: None,
        work: || amazons_openings(2..=10),
        cgt: None,
    },
    Target {
        name: "thermographs, Amazons 12x2",
        goal: seconds(900),
        most_memory: Some(2 << 30),
        work: || amazons_openings(12..=12),
        cgt: None,
    },
    Target {
        name: "value, Amazons 7x2",
        goal: Goal::Times(30),
        most_memory: None,
        work: amazons_value,
        cgt: Some(|| {
            let start: amazons::Amazons = parse("x.|..|..|..|..|..|.o");
            cgt_value(&start)
        }),
    },
    Target {
        name: "value, Domineering 5x5",
        goal: Goal::Times(30),
        most_memory: None,
        work: || {
            let (size, text, _) = domineering_value("5x5");
            let known = ("0", text == "0");
            Found { size, known, text }
        },
        cgt: Some(|| {
            let start: domineering::Domineering = parse(".....|.....|.....|.....|.....");
            cgt_value(&start)
        }),
    },
    Target {
        name: "value, Domineering 6x5",
        goal: seconds(50),
        most_memory: None,
        work: || {
            let (size, text, positive) = domineering_value("6x5");
            let known = ("a win for Left", positive);
            Found { size, known, text }
        },
        cgt: None,
    },
    Target {
        name: "nim value, Cram 3x11",
        goal: hundredths(7),
        most_memory: None,
        work: || cram("3x11", ("0", 0)),
        cgt: None,
    },
    Target {
        name: "nim value, Cram 3x13",
        goal: hundredths(90),
        most_memory: None,
        work: || cram("3x13", ("2", 2)),
        cgt: None,
    },
    Target {
        name: "nim value, Cram 4x9",
        goal: hundredths(50),
        most_memory: None,
        work: || cram("4x9", ("1", 1)),
        cgt: None,
    },
    Target {
        name: "nim value, Cram 5x7",
        goal: hundredths(110),
        most_memory: None,
        work: || cram("5x7", ("1", 1)),
        cgt: None,
    },
    Target {
        name: "value, Konane 4x6",
        goal: hundredths(53),
        most_memory: None,
        work: || known_value::<Konane<u64>>("4x6", "0"),
        cgt: None,
    },
    Target {
        name: "value, Toads and Frogs 5-4-5",
        goal: hundredths(6),
        most_memory: None,
        work: || known_value::<ToadsAndFrogs>("ttttt....fffff", "*"),
        cgt: None,
    },
    Target {
        name: "nim values, 0.007 to 10^6",
        goal: seconds(50),
        most_memory: None,
        work: treblecross,
        cgt: None,
    },
    Target {
        name: "period proved, 0.16",
        goal: seconds(30),
        most_memory: None,
        work: long_period,
        cgt: None,
    },
];

/// A board as `cgt` reads it.
pub fn parse<T: FromStr>(text: &str) -> T {
    T::from_str(text).ok().expect("a board that fits")
}

/// The value by `cgt`.
pub fn cgt_value<P: PartizanGame>(start: &P) -> String {
    let table = ParallelTranspositionTable::new();
    start.canonical_form(&table).to_string()
}

/// The value of a position, with the number of positions that took.
fn value<G: Game>(game: &G, text: &str) -> (Arena, Value, usize) {
    let start = game.read(text).expect("a position that fits");
    let mut arena = Arena::new();
    let mut evaluator = Evaluator::new();
    let value = evaluator.value(&mut arena, &start).expect(NO_LIMIT);
    (arena, value, evaluator.len())
}

/// A position of a game whose value is known.
fn known_value<G: Game>(position: &str, known: &'static str) -> Found {
    let (mut arena, value, size) = value(&plain::<G>(), position);
    let text = arena.text(value, Notation::Ascii).expect(NO_LIMIT);
    let known = (known, text == known);
    Found { size, known, text }
}

fn plain<G: Game>() -> G {
    G::with_variant(None).expect("the plain rules")
}

fn legionnaires_value() -> Found {
    let game = plain::<Legionnaires<u64>>();
    let (_, value, size) = value(&game, "WWWWWWW/......./BBBBBBB");
    Found {
        size,
        known: ("its own negative", value.is_symmetric()),
        text: String::new(),
    }
}

/// The levels of 6x6-18, and those of 8x8 of up to 13 captures, were also
/// counted by another program.
fn legionnaires_count(start: &str, (known, positions): (&'static str, u64)) -> Found {
    let game = plain::<Legionnaires<u64>>();
    let start = game.read(start).expect("a start");
    let how = Counting::default();
    let count = solve::count(&game, &start, &how, &Budget::unlimited(), &mut |_| {});
    let count = count.expect(NO_LIMIT);
    Found {
        size: count.positions as usize,
        known: (known, count.positions == positions),
        text: String::new(),
    }
}

/// One amazon each, on different files in any rows or on the same file.
fn amazons_openings(sizes: RangeInclusive<usize>) -> Found {
    let game = plain::<Amazons<u64>>();
    let mut thermographer = Thermographer::new();
    let (mut size, mut symmetric) = (0, true);
    for rows in sizes {
        for (file, left, right) in (0..2 * rows * rows).map(|i| {
            let file = if i % 2 == 0 { 'b' } else { 'a' };
            (file, 1 + i / 2 % rows, 1 + i / 2 / rows)
        }) {
            if file == 'a' && left == right {
                continue;
            }
            let text = format!("{rows}x2:a{left},{file}{right}");
            let start = game.read(&text).expect("an opening");
            let graph = thermographer.thermograph(&start).expect(NO_LIMIT);
            // Half a turn exchanges the players.
            symmetric &= left + right != rows + 1 || graph.mean().is_zero();
            size += 1;
        }
    }
    Found {
        size,
        known: ("0 in symmetric openings", symmetric),
        text: String::new(),
    }
}

fn amazons_value() -> Found {
    let game = plain::<Amazons<u64>>();
    let (mut arena, value, size) = value(&game, "X./../../../../../.O");
    Found {
        size,
        known: ("its own negative", value.is_symmetric()),
        text: arena.text(value, Notation::Ascii).expect(NO_LIMIT),
    }
}

fn domineering_value(text: &str) -> (usize, String, bool) {
    let (mut arena, value, size) = value(&plain::<Domineering<u64>>(), text);
    let positive = arena.le(Value::ZERO, value).expect(NO_LIMIT) && value != Value::ZERO;
    let text = arena.text(value, Notation::Ascii).expect(NO_LIMIT);
    (size, text, positive)
}

/// The times are those of P. Beling's solver of impartial games.
fn cram(board: &str, (known, value): (&'static str, u64)) -> Found {
    let board = plain::<Cram<u64>>().read(board).expect("a board");
    let mut values = NimValues::new();
    let found = values.value(&board, &Budget::unlimited()).expect(NO_LIMIT);
    Found {
        size: values.opened() as usize,
        known: (known, found == value),
        text: String::new(),
    }
}

fn sequence(code: &str) -> NimSequence {
    NimSequence::new(&HeapRules::code(code).expect("a code"))
}

fn treblecross() -> Found {
    let values = sequence("0.007").values(1_000_000, &Budget::unlimited());
    let values = values.expect(NO_LIMIT);
    // Taking three in a row needs three.
    let known = ("0, 0, 1, ...", values.starts_with(&[0, 0, 1]));
    Found {
        size: values.len(),
        known,
        text: String::new(),
    }
}

/// Found by A. Flammenkamp.
fn long_period() -> Found {
    let found = sequence("0.16").periodicity(600_000, &Budget::unlimited());
    let found = found.expect(NO_LIMIT);
    let right = found.as_ref().is_some_and(|found| {
        found.is_proved() && (found.preperiod, found.period) == (105_351, 149_459)
    });
    Found {
        size: found.map_or(0, |found| found.period as usize),
        known: ("a period of 149459 after 105351", right),
        text: String::new(),
    }
}

/// Whether two texts, of either library, mean one value.
pub fn same(ours: &str, theirs: &str) -> bool {
    let mut arena = Arena::new();
    let [ours, theirs] = [ours, theirs].map(|text| arena.read(text).ok());
    ours.is_some() && ours == theirs
}

/// The processor time of this thread, which other programs do not lengthen;
/// where the system does not tell it, the time since `start`.
fn processor_time(start: Instant) -> Duration {
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// The processor's clock moves in steps of some milliseconds: what takes less
/// than this is timed by the clock on the wall.
const SHORT: Duration = Duration::from_millis(40);

/// The shortest processor time of a work and its result, repeated until it
/// has taken a second, at most ten times.
pub fn best<T>(work: impl Fn() -> T) -> (Duration, T) {
    let start = Instant::now();
    let (mut best, mut shortest, mut spent) = (Duration::MAX, Duration::MAX, Duration::ZERO);
    for time in 1.. {
        let (begun, before) = (Instant::now(), processor_time(start));
        let result = black_box(work());
        let taken = processor_time(start).saturating_sub(before);
        shortest = shortest.min(begun.elapsed());
        best = best.min(taken);
        spent += taken;
        if time == 10 || spent >= Duration::from_secs(1) {
            let short = best < SHORT;
            return (if short { shortest } else { best }, result);
        }
    }
    unreachable!("the loop is endless")
}
