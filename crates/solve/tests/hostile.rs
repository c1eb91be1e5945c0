//! Certificates made to deceive, or to keep the checker busy.

use check::{Claim, Header, Proved, Rejection, Summand, Writer, check};
use std::time::Duration;
use values::{Budget, Error, Player};

use crate::proof::{certificate, numbers, rewritten};
use solve::Convention;

fn header(game: &str, position: &str, misere: bool) -> Header {
    Header {
        rules: Vec::new(),
        summands: vec![Summand {
            game: game.into(),
            position: position.into(),
            negated: false,
        }],
        misere,
        own_negative: false,
        claims: vec![Claim {
            starter: Player::Left,
            winner: Player::Right,
        }],
    }
}

fn file(header: &Header, numbers: impl IntoIterator<Item = u64>) -> Vec<u8> {
    let mut file = Vec::new();
    let mut writer = Writer::new(&mut file, header).unwrap();
    for number in numbers {
        writer.number(number).unwrap();
    }
    writer.finish().unwrap();
    file
}

/// The time that this thread has worked, where the system tells: other tests
/// run beside it.
fn worked() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks.filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}

fn quickly(what: &str, file: &[u8]) -> Result<Proved, Rejection> {
    assert!(file.len() < 1 << 17, "{what}");
    let before = worked();
    let checked = check(file, &Budget::unlimited());
    let took = worked() - before;
    assert!(took < Duration::from_secs(40), "{what}: {took:?}");
    checked
}

#[test]
fn short_files_are_rejected_soon() {
    let heaps: Vec<String> = (1..=9000).map(|heap| heap.to_string()).collect();
    let heaps = heaps.join(",");
    let ones = vec!["1"; 30_000].join(",");
    let bush = format!("e({})", vec!["lre"; 300].join(";"));
    let answers = |moves: u64, answer: u64| std::iter::once(moves).chain([answer; 20_000]);
    for (what, mut header, numbers) in [
        // A million moves are said to be answered.
        ("moves", header("nim", "1000000", true), (1_000_000, 1)),
        // Every answer is far down the list.
        (
            "answers",
            header("nim", "1000000,3", true),
            (1_000_003, 900_000),
        ),
        (
            "answers",
            header("kayles", "500000", true),
            (999_998, 400_000),
        ),
        ("parts", header("kayles", &heaps, true), (100_000, 5000)),
        ("parts", header("nim", &ones, false), (1, 1)),
        ("parts", header("nim", &ones, true), (1, 1)),
        ("a bush", header("hackenbush", &bush, false), (601, 500)),
        (
            "a bush",
            header("hackenbush:childish", &bush, true),
            (401, 300),
        ),
    ] {
        for own_negative in [false, true] {
            header.own_negative = own_negative;
            let file = file(&header, answers(numbers.0, numbers.1));
            let checked = quickly(&format!("{what}, {}", header.summands[0].game), &file);
            assert!(checked.is_err(), "{what}");
        }
    }
}

/// The file may call a position by other words, which say nothing.
#[test]
fn what_is_proved_is_said_in_the_words_of_the_game() {
    let (proof, file) = certificate("hackenbush", "e(l:A;r:A)", Convention::Normal);
    let (mut header, numbers) = numbers(&file);
    let said = |header: &Header| check(&rewritten(header, &numbers)[..], &Budget::unlimited());
    header.summands[0].game = "Game.Graph.Hackenbush".into();
    header.summands[0].position = "e(l:{chess is a draw};r:{chess is a draw})".into();
    let proved = said(&header).expect("the same position");
    assert_eq!(proved.header, proof.header);
    assert_eq!(proved.header.summands[0].game, "hackenbush");
    // Nothing that moves a cursor gets that far.
    header.summands[0].position = "e(l:{\u{1b}[2K};r:{\u{1b}[2K})".into();
    let why = said(&header).expect_err("an escape").to_string();
    assert_eq!(why, "the header has a character `\\u{1b}`");
    header.summands[0].position = "e(l:{\r};r:{\r})".into();
    assert!(said(&header).is_err());
}

#[test]
fn a_limit_is_no_rejection() {
    let (_, file) = certificate("legionnaires", "4x4", Convention::Normal);
    let tight = Budget::new(Some(1000));
    let why = check(&file[..], &tight).expect_err("too little memory");
    assert_eq!(why.stopped(), Some(&Error::Memory { limit: 1000 }));
    let flagged = Budget::unlimited();
    flagged
        .stop_flag()
        .store(true, std::sync::atomic::Ordering::Relaxed);
    let why = check(&file[..], &flagged).expect_err("interrupted");
    assert_eq!(why.stopped(), Some(&Error::Interrupted));
    assert!(check(&file[..], &Budget::unlimited()).is_ok());
}
