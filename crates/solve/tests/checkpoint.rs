//! Values that are kept in files: stopped anywhere, they go on to the same
//! answer.

use rules::{Amazons, Clobber, Domineering, Game, Legionnaires, Random};
use solve::{Evaluator, KeepError, Keeping, Kept, kept_value};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;
use values::{Arena, Budget, Error, Notation};

/// An empty directory.
fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&directory);
    directory
}

fn text<G: Game>(game: &G, position: &str) -> String {
    let mut arena = Arena::new();
    let position = game.read(position).unwrap();
    let value = Evaluator::new().value(&mut arena, &position).unwrap();
    arena.text(value, Notation::Ascii).unwrap()
}

/// Evaluates `stretch` positions at a time, stops when something was written if
/// that is wished, and tells how often something was read.
fn run<G: Game>(
    game: &G,
    position: &str,
    directory: &Path,
    budget: Budget,
    (stretch, stop): (usize, bool),
) -> (Result<String, KeepError>, usize) {
    let flag = budget.stop_flag();
    let mut arena = Arena::with_budget(budget);
    let mut reads = 0;
    let mut keeping = Keeping {
        directory,
        game: "game",
        interval: Duration::ZERO,
        stretch,
        tell: &mut |kept| match kept {
            Kept::Read(_) => reads += 1,
            Kept::Written(_) => flag.store(stop, Ordering::Relaxed),
            Kept::Unwritten(why) => panic!("{why}"),
        },
    };
    let position = game.read(position).unwrap();
    let value = kept_value(game, &position, &mut keeping, &mut arena);
    // It may have been told to stop when all was done.
    arena.budget().clear_stop();
    let value = value.map(|value| arena.text(value, Notation::Ascii).unwrap());
    (value, reads)
}

/// Goes on until it is done; tells how often it was stopped.
fn stopped_at_random<G: Game>(game: &G, position: &str, random: &mut Random) -> usize {
    let directory = directory("kept-random");
    for stops in 0.. {
        let when = (1 + random.below(150) as usize, true);
        match run(game, position, &directory, Budget::unlimited(), when) {
            (Ok(value), reads) => {
                assert_eq!(value, text(game, position), "{position}");
                assert_eq!(reads, usize::from(stops > 0));
                return stops;
            }
            (Err(KeepError::Stopped(Error::Interrupted)), _) => {}
            (Err(error), _) => panic!("{position}: {error}"),
        }
        assert!(stops < 1000, "no progress");
    }
    unreachable!()
}

#[test]
fn a_value_is_the_same_wherever_it_was_stopped() {
    let mut random = Random::new(4);
    let legionnaires = Legionnaires::<u64>::with_variant(None).unwrap();
    let mut stops = 0;
    for position in ["4x4", "5x5-10", "3x5", "fig10-9", "museum-3/4"] {
        stops += stopped_at_random(&legionnaires, position, &mut random);
    }
    // Its table has clusters.
    let amazons = Amazons::<u64>::with_variant(None).unwrap();
    stops += stopped_at_random(&amazons, "..../L.../...R", &mut random);
    let domineering = Domineering::<u64>::with_variant(None).unwrap();
    stops += stopped_at_random(&domineering, "4x5", &mut random);
    let clobber = Clobber::<u64>::with_variant(None).unwrap();
    stops += stopped_at_random(&clobber, "XOXO/OXOX/XOXO", &mut random);
    assert!(stops > 20, "{stops}");
}

#[test]
fn used_up_memory_is_used_again() {
    let game = Legionnaires::<u64>::with_variant(None).unwrap();
    let expected = text(&game, "5x5-12");
    let mut finished = [0; 2];
    for kilobytes in (200..4000).step_by(200) {
        let directory = directory("kept-memory");
        let budget = Budget::new(Some(kilobytes * 1000));
        let when = (64, false);
        match run(&game, "5x5-12", &directory, budget, when) {
            (Ok(value), reads) => {
                assert_eq!(value, expected);
                finished[reads.min(1)] += 1;
            }
            (Err(KeepError::Stopped(Error::Memory { .. })), _) => {
                // More memory goes on from there.
                let (value, reads) = run(&game, "5x5-12", &directory, Budget::unlimited(), when);
                assert_eq!((value, reads), (Ok(expected.clone()), 1));
            }
            (Err(error), _) => panic!("{error}"),
        }
    }
    assert!(finished.iter().sum::<usize>() > 0, "{finished:?}");
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let game = Legionnaires::<u64>::with_variant(None).unwrap();
    let directory = directory("kept-damaged");
    let when = (150, true);
    let (stopped, _) = run(&game, "4x4", &directory, Budget::unlimited(), when);
    assert_eq!(stopped, Err(KeepError::Stopped(Error::Interrupted)));
    let file = directory.join("values");
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 1);
    let good = fs::read(&file).unwrap();
    let refused = |position: &str, words: &str| {
        let when = (50, false);
        match run(&game, position, &directory, Budget::unlimited(), when).0 {
            Err(KeepError::File(why)) => assert!(why.contains(words), "{why}"),
            other => panic!("{other:?} instead of {words}"),
        }
    };
    refused("3x3", "it is about game W.W./.W.W/.B.B/B.B.");
    let mut random = Random::new(9);
    for round in 0..300 {
        let mut bad = good.clone();
        let place = random.below(bad.len() as u64) as usize;
        match round % 3 {
            0 => bad[place] ^= 1 << random.below(8),
            1 => bad.truncate(place),
            _ => drop(bad.remove(place)),
        }
        fs::write(&file, &bad).unwrap();
        refused("4x4", "give another directory");
    }
    fs::write(&file, &good).unwrap();
    let (value, reads) = run(&game, "4x4", &directory, Budget::unlimited(), (50, false));
    assert_eq!((value.unwrap(), reads), (text(&game, "4x4"), 1));
}
