//! Certificates made of lemmas: written by the solvers, verified by the
//! checker and by a program of somebody else's making, refused when changed.

use crate::support::full;
use check::lemmas::Explicit;
use check::{About, Established, Rejection, Summand, Verdict, verdict};
use rules::{Component, Random};
use solve::{Evaluator, LemmaProof, NimSequence, NimValues, Unproved};
use std::path::{Path, PathBuf};
use std::process::Command;
use values::{Arena, Budget, Value};

/// Positions of a sum, as a certificate takes them.
fn sum(terms: &[(&str, &str, bool)]) -> (Vec<Component>, Vec<Summand>) {
    let terms = terms.iter().map(|&(game, text, negated)| {
        let position = Component::read(game, text).expect("a position");
        let summand = Summand {
            game: game.into(),
            position: position.text(),
            negated,
        };
        let signed = if negated {
            position.negated()
        } else {
            position
        };
        (signed, summand)
    });
    terms.unzip()
}

fn established(file: &[u8]) -> Result<Established, Rejection> {
    match verdict(file, &Budget::unlimited())? {
        Verdict::Lemmas(established) => Ok(established),
        Verdict::Winner(_) => panic!("a certificate of another kind"),
    }
}

/// The value that a checker tells, in an arena.
fn told(explicit: &Explicit, arena: &mut Arena) -> Value {
    let mut made: Vec<Value> = Vec::new();
    for sides in &explicit.forms {
        let [left, right] = [0, 1].map(|side: usize| -> Vec<Value> {
            let options = sides[side].iter();
            let options = options.map(|&(at, minus)| if minus { -made[at] } else { made[at] });
            options.collect()
        });
        made.push(arena.game(&left, &right).unwrap());
    }
    let last = *made.last().unwrap();
    if explicit.negated { -last } else { last }
}

#[track_caller]
fn accepted(proof: &LemmaProof, file: &[u8]) -> Established {
    assert_eq!(proof.bytes, file.len() as u64);
    let found = established(file).unwrap_or_else(|why| panic!("{:?}: {why}", proof.theorem));
    assert_eq!(found.theorem, proof.theorem);
    assert_eq!((found.lemmas, found.steps), (proof.lemmas, proof.steps));
    found
}

fn value_certificate(terms: &[(&str, &str, bool)]) -> Vec<u8> {
    let (positions, summands) = sum(terms);
    let (mut arena, mut file) = (Arena::new(), Vec::new());
    let (value, proof) =
        solve::prove_value(&mut arena, &positions, summands, &mut file).expect("no limits");
    let found = accepted(&proof, &file);
    assert_eq!(told(&found.value.expect("a value"), &mut arena), value);
    // The solver finds the value in its own way.
    let mut known = Value::ZERO;
    for position in &positions {
        let one = Evaluator::new().value(&mut arena, position).unwrap();
        known = arena.add(known, one).unwrap();
    }
    assert_eq!(known, value, "{terms:?}");
    file
}

fn nim_certificate(terms: &[(&str, &str, bool)]) -> Vec<u8> {
    let (positions, summands) = sum(terms);
    let (budget, mut file) = (Budget::unlimited(), Vec::new());
    let proof =
        solve::prove_nim_value(&positions, summands, &budget, &mut file).expect("no limits");
    accepted(&proof, &file);
    let mut known = 0;
    for position in &positions {
        known ^= NimValues::new().value(position, &budget).unwrap();
    }
    assert!(matches!(proof.theorem.about, About::NimValue(_, value) if value == known));
    file
}

fn winners_certificate(terms: &[(&str, &str, bool)]) -> Vec<u8> {
    let (positions, summands) = sum(terms);
    let (mut arena, mut file) = (Arena::new(), Vec::new());
    let proof =
        solve::prove_winners(&mut arena, &positions, summands, &mut file).expect("no limits");
    accepted(&proof, &file);
    let mut search = solve::Search::new(solve::Convention::Normal);
    let sum: Vec<_> = positions.into_iter().map(solve::Term::Position).collect();
    let About::Winners(_, claims) = &proof.theorem.about else {
        panic!("who wins")
    };
    for claim in claims {
        let wins = search.wins(&mut arena, &sum, claim.starter).unwrap();
        assert_eq!(wins, claim.winner == claim.starter, "{terms:?}");
    }
    file
}

fn period_certificate(code: &str, period: u64, start: u64) -> Result<Vec<u8>, Unproved> {
    let found = check::HeapPeriod {
        game: format!("octal:{code}"),
        period,
        start,
    };
    let rules = rules::HeapRules::code(code).unwrap();
    let budget = Budget::unlimited();
    let octal = check::lemmas::Octal::named(&found.game).expect("an octal game");
    let heaps = octal.needed(period, start).unwrap();
    let mut values = vec![0];
    values.extend(NimSequence::new(&rules).values(heaps, &budget).unwrap());
    let mut file = Vec::new();
    let proof = solve::prove_period(&found, &values, &budget, &mut file)?;
    let proof = proof.expect("an octal game");
    // A period that is none is not accepted by the checker, who says so.
    if established(&file).is_ok() {
        accepted(&proof, &file);
    }
    Ok(file)
}

const VALUES: [(&str, &str); 14] = [
    ("clobber", "BBW"),
    ("clobber", "BWB/WBW"),
    ("clobber", "BWBWBWB"),
    ("clobber", "BWB/WBW/BWB"),
    ("domineering", "2x3"),
    ("domineering", "3x3"),
    ("domineering", "4x4"),
    ("cram", "3x3"),
    ("toads_and_frogs", "BBB..WWW"),
    ("toads_and_frogs", "BB.WW.B"),
    ("nim", "3,4,5"),
    ("legionnaires", "4x4"),
    ("amazons", "X.../...O"),
    ("konane", "BWB/WB./BWB"),
];

const SUMS: [&[(&str, &str, bool)]; 4] = [
    &[("clobber", "BWB/WBW", false), ("domineering", "3x3", true)],
    &[("clobber", "BBWB", true), ("clobber", "BWBB", false)],
    &[
        ("domineering", "2x3", false),
        ("toads_and_frogs", "B.W", true),
        ("nim", "2", false),
    ],
    &[
        ("clobber", "BWB", false),
        ("clobber", "BWBW/WBWB", false),
        ("clobber", "BW/WB", true),
    ],
];

const NIM_VALUES: [(&str, &str); 6] = [
    ("cram", "3x3"),
    ("cram", "2x5"),
    ("kayles", "12"),
    ("octal:0.137", "20"),
    ("octal:4.7", "9,8"),
    ("nim", "3,4,6"),
];

/// Codes whose periods are in Winning Ways, chapter 4.
const PERIODS: [(&str, u64, u64); 4] = [
    ("0.77", 12, 71),
    ("0.7", 2, 1),
    ("0.137", 34, 52),
    ("0.07", 34, 53),
];

/// Every kind of certificate, small ones.
fn certificates() -> Vec<Vec<u8>> {
    let mut files = Vec::new();
    for (game, text) in VALUES {
        files.push(value_certificate(&[(game, text, false)]));
    }
    for terms in SUMS {
        files.push(value_certificate(terms));
        files.push(winners_certificate(terms));
    }
    for (game, text) in NIM_VALUES {
        files.push(nim_certificate(&[(game, text, false)]));
    }
    for (code, period, start) in PERIODS {
        files.push(period_certificate(code, period, start).expect("no limits"));
    }
    files
}

fn seal(mut file: Vec<u8>) -> Vec<u8> {
    let sum = blake3::hash(&file);
    file.extend(sum.as_bytes());
    file
}

fn unsealed(file: &[u8]) -> &[u8] {
    &file[..file.len() - 32]
}

fn body(file: &[u8]) -> usize {
    file.windows(2).position(|two| two == b"\n\n").unwrap() + 2
}

#[test]
fn what_is_proved_is_accepted() {
    for file in certificates() {
        established(&file).expect("a right certificate");
    }
}

/// Values from the literature, so that a certificate of another would be
/// noticed.
#[test]
fn the_values_are_the_known_ones() {
    for (game, text, known) in [
        ("clobber", "BBW", "^"),
        ("clobber", "BW", "*"),
        ("domineering", "2x2", "+-1"),
        ("domineering", "3x3", "+-1"),
        ("toads_and_frogs", "B.W", "*"),
        ("nim", "3,4,5", "*2"),
    ] {
        let file = value_certificate(&[(game, text, false)]);
        let found = established(&file).unwrap();
        let mut arena = Arena::new();
        let value = told(&found.value.unwrap(), &mut arena);
        assert_eq!(value, arena.read(known).unwrap(), "{game} {text}");
    }
}

/// Octal periods that are not: the table shows it.
#[test]
fn a_wrong_period_is_refused() {
    for (code, period, start) in [
        ("0.77", 11, 71),
        ("0.77", 12, 70),
        ("0.137", 33, 52),
        ("0.07", 34, 52),
    ] {
        let file = period_certificate(code, period, start).expect("a table");
        assert!(established(&file).is_err(), "{code} {period} {start}");
    }
}

/// Where the checker of somebody else's making is.
fn independent() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../check/tests/checker.py")
}

/// What the independent checker says of a test's files, or nothing if there is
/// no Python here.
fn second_opinions(test: &str, files: &[Vec<u8>]) -> Option<Vec<bool>> {
    let name = format!("legatus-{test}-{}", std::process::id());
    let directory = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&directory).unwrap();
    let mut command = Command::new("python3");
    command.arg(independent());
    for (number, file) in files.iter().enumerate() {
        let path = directory.join(number.to_string());
        std::fs::write(&path, file).unwrap();
        command.arg(path);
    }
    let output = command.output();
    std::fs::remove_dir_all(&directory).unwrap();
    let Ok(output) = output else {
        eprintln!("python3 is not there: the independent checker was left out");
        return None;
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let said: Vec<bool> = text
        .lines()
        .map(|line| line.starts_with("accepted: "))
        .collect();
    assert_eq!(
        said.len(),
        files.len(),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Some(said)
}

/// Whether the independent checker has the rules of all games of a file.
fn is_known_there(file: &[u8]) -> bool {
    let header = String::from_utf8_lossy(&file[..body(file)]).into_owned();
    !["legionnaires", "amazons", "konane"]
        .iter()
        .any(|game| header.contains(game))
}

#[test]
fn an_independent_checker_agrees() {
    let files: Vec<Vec<u8>> = certificates()
        .into_iter()
        .filter(|file| is_known_there(file))
        .collect();
    assert!(files.len() >= 20);
    if let Some(said) = second_opinions("lemmas", &files) {
        assert!(said.iter().all(|accepted| *accepted), "{said:?}");
    }
}

/// Bytes of the proof changed, the checksum made right again. Every step of a
/// certificate is used and nothing in it can be said in two ways, so nothing
/// that is changed is accepted.
#[test]
fn random_changes_are_refused() {
    let files = certificates();
    let mut random = Random::new(19);
    let mut random = |below: usize| random.below(below as u64) as usize;
    let rounds = if full() { 2000 } else { 300 };
    let mut for_others = Vec::new();
    for round in 0..rounds {
        let file = &files[round % files.len()];
        let (start, bytes) = (body(file), unsealed(file));
        let mut changed = bytes.to_vec();
        let at = start + random(bytes.len() - start);
        match round / files.len() % 4 {
            0 => changed[at] ^= 1 << random(8),
            1 => changed[at] = changed[at].wrapping_add(1 + random(254) as u8),
            2 => drop(changed.remove(at)),
            _ => changed.insert(at, random(256) as u8),
        }
        if changed == bytes {
            continue;
        }
        let changed = seal(changed);
        match established(&changed) {
            Err(why) => {
                let why = why.to_string();
                assert!(
                    !why.is_empty() && !why.contains(char::is_control),
                    "{why:?}"
                );
            }
            Ok(found) => panic!("round {round}, byte {at}: {found:?}"),
        }
        if is_known_there(&changed) {
            for_others.push(changed);
        }
    }
    for_others.truncate(if full() { 2000 } else { 60 });
    if let Some(said) = second_opinions("changes", &for_others) {
        assert!(said.iter().all(|accepted| !accepted));
    }
}

/// Headers changed: what is accepted all the same is true.
#[test]
fn other_claims_are_refused() {
    let mut rounds = 0;
    for file in certificates() {
        let start = body(&file);
        let header = String::from_utf8(file[..start].to_vec()).unwrap();
        let mut others = vec![
            header.replace("left wins", "right wins"),
            header.replace("right wins", "left wins"),
            header.replace("left starts", "right starts"),
            header.replace("claim: value", "claim: nim value 0"),
            header.replace("claim: value", "claim: left starts, left wins"),
            header.replace("minus game", "game"),
            header.replacen("\ngame", "\nminus game", 1),
            header.replace("claim: ", "claim:  "),
            header.replace("proof 2", "proof 1"),
            header.replace("proof 2", "proof 3"),
        ];
        for n in 0..6 {
            others.push(replaced_number(&header, "nim value ", n));
            others.push(replaced_number(&header, "period ", n));
            others.push(replaced_number(&header, " from ", n));
        }
        let impartial = ["nim", "cram", "kayles", "octal"]
            .iter()
            .any(|g| header.contains(g));
        for other in others {
            // A position that is its own negative may be called so.
            let signs = |header: &str| header.matches("minus ").count();
            let negated = signs(&other) != signs(&header);
            if other == header || negated && (impartial || is_own_negative(&header)) {
                continue;
            }
            rounds += 1;
            let changed = seal([other.as_bytes(), &unsealed(&file)[start..]].concat());
            assert!(
                verdict(&changed[..], &Budget::unlimited()).is_err(),
                "{other}"
            );
        }
    }
    assert!(rounds >= 200, "{rounds}");
}

/// Whether the value of a position is its own negative.
fn is_own_negative(header: &str) -> bool {
    let mut lines = header.lines();
    let (mut total, mut arena) = (Value::ZERO, Arena::new());
    while let Some(line) = lines.next() {
        let minus = line.starts_with("minus ");
        let game = line.trim_start_matches("minus ").strip_prefix("game: ");
        let Some(game) = game else { continue };
        let Some(text) = lines.next().and_then(|l| l.strip_prefix("position: ")) else {
            return false;
        };
        let position = Component::read(game, text).unwrap();
        let value = Evaluator::new().value(&mut arena, &position).unwrap();
        // One summand is given another sign.
        if value == -value {
            return true;
        }
        total = arena
            .add(total, if minus { -value } else { value })
            .unwrap();
    }
    total == -total
}

fn replaced_number(header: &str, before: &str, number: u64) -> String {
    let Some(at) = header.find(before) else {
        return header.to_owned();
    };
    let digits = at + before.len();
    let end = header[digits..]
        .find(|c: char| !c.is_ascii_digit())
        .unwrap()
        + digits;
    format!("{}{number}{}", &header[..digits], &header[end..])
}

/// Values of random positions, and their certificates.
#[test]
fn random_positions_are_proved() {
    let mut random = Random::new(7);
    let rounds = if full() { 300 } else { 12 };
    for round in 0..rounds {
        let mut row = || -> String {
            let cell = |_| ['B', 'W', '.'][random.below(3) as usize];
            (0..4).map(cell).collect()
        };
        let board = format!("{}/{}", row(), row());
        let free = board.replace('B', "#").replace('W', ".");
        let minus = round % 2 == 0;
        value_certificate(&[("clobber", &board, minus), ("domineering", &free, false)]);
        winners_certificate(&[("clobber", &board, minus), ("konane", &board, false)]);
        nim_certificate(&[("cram", &free, false), ("kayles", "7", false)]);
    }
}

/// A file is short where values repay: three boards of Clobber.
#[test]
fn lemmas_make_proofs_of_sums_short() {
    let terms = [
        ("clobber", "BWB/WBW/BWB", false),
        ("clobber", "BWBW/WBWB", false),
        ("clobber", "BWBBW/WBWWB", true),
    ];
    let lemmas = winners_certificate(&terms);
    let (positions, summands) = sum(&terms);
    let statement = solve::Statement {
        positions: &positions,
        summands,
        write: &Component::text,
    };
    let mut search = solve::Search::new(solve::Convention::Normal);
    let mut moves = Vec::new();
    solve::prove(&mut search, &mut Arena::new(), statement, &mut moves).unwrap();
    assert!(
        lemmas.len() * 4 < moves.len(),
        "{} {}",
        lemmas.len(),
        moves.len()
    );
}

/// What the file says is no longer needed is gone: long certificates take no
/// more memory than their widest place.
#[test]
fn what_is_forgotten_is_not_found_again() {
    let file = value_certificate(&[("clobber", "BWBWB", false)]);
    let start = body(&file);
    // The first thing that is forgotten is forgotten twice.
    let bytes = unsealed(&file);
    let forgets = (start..bytes.len() - 2).filter(|&at| bytes[at] == 9);
    let mut refused = 0;
    for at in forgets {
        let twice = [&bytes[..at + 2], &bytes[at..]].concat();
        refused += usize::from(established(&seal(twice)).is_err());
    }
    assert!(refused > 3);
}

#[test]
fn limits_are_no_rejections() {
    let file = value_certificate(&[("clobber", "BWB/WBW", false)]);
    let tight = Budget::new(Some(1000));
    let why = verdict(&file[..], &tight).expect_err("too little memory");
    assert!(why.stopped().is_some());
    let (positions, summands) = sum(&[("domineering", "6x6", false)]);
    let mut arena = Arena::with_budget(Budget::new(Some(4_000_000)));
    let stopped = solve::prove_value(&mut arena, &positions, summands, &mut Vec::new());
    assert!(matches!(stopped, Err(Unproved::Stopped(_))));
}

/// Files made to keep the checker busy, or to deceive it.
#[test]
fn hostile_files_are_refused_soon() {
    let head = b"legatus proof 2\ngame: clobber\nposition: BW\nclaim: value\n\n";
    let made = |numbers: &[u8]| seal([&head[..], numbers].concat());
    for (what, numbers) in [
        ("nothing", vec![]),
        ("no lemma", vec![0, 0, 0, 0]),
        ("no such step", vec![10]),
        ("an option that is not there", vec![1, 1, 2, 0]),
        ("an endless number", vec![0xff; 40]),
        ("a long number", vec![0x80, 0x00]),
        ("many options", vec![1, 0xff, 0xff, 0xff, 0xff, 0x0f]),
        ("0 is forgotten", vec![6, 0]),
        ("a long position", vec![4, 0, 0xff, 0xff, 0xff, 0x7f]),
        ("no such game", vec![4, 7, 2, b'B', b'W', 0, 0]),
        ("an escape", vec![4, 0, 2, 0x1b, b'[', 0, 0]),
        ("another name of 0", vec![1, 1, 1, 0]),
        ("* is 0", vec![1, 1, 0, 1, 0, 2, 2, 0]),
        ("0 is its own option", vec![1, 2, 0, 0, 0]),
        ("a nim value among values", vec![5, 0, 2, b'B', b'W', 1]),
    ] {
        let why = established(&made(&numbers)).expect_err(what).to_string();
        assert!(
            !why.contains(char::is_control) && !why.is_empty(),
            "{what}: {why:?}"
        );
    }
    let period = |claim: &str, numbers: &[u8]| {
        let head = format!("legatus proof 2\ngame: octal:0.77\nclaim: {claim}\n\n");
        established(&seal([head.as_bytes(), numbers].concat()))
    };
    for claim in [
        "period 0 from 1",
        "period 1 from 0",
        "period 18446744073709551615 from 1",
        "period 1 from 18446744073709551615",
        "period 9999999 from 9999999",
        "period 1",
        "period 01 from 1",
    ] {
        assert!(period(claim, &[0]).is_err(), "{claim}");
    }
    // All values 0 but the first.
    assert!(period("period 1 from 1", &[0, 1, 0, 0, 0, 0]).is_err());
}
