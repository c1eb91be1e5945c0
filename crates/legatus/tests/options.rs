//! Every option of every command, at the numbers that programs forget.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::common::{Answer, legatus};
use crate::requests::full;

/// None, one, one too few, and past 32, 64 and any number of bits.
const NUMBERS: [&str; 7] = [
    "0",
    "1",
    "-1",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999999999999999999",
];

/// What may still be at work by then was not refused and did not fail.
const PATIENCE: Duration = Duration::from_secs(1);

/// A small question for a command, without the option that is tried. A new
/// command that is not about positions has to be given one.
fn question(command: &str, option: &str) -> Vec<&'static str> {
    let base: &[&str] = match (command, option) {
        ("serve", "address") => &["--port", "0"],
        // No machine has this address, so that nothing is served.
        ("serve", _) => &["--address", "203.0.113.1"],
        ("grundy", "sequence") => &["kayles"],
        ("count", _) => &["domineering", "2x2"],
        ("threats" | "analyse", _) => &["latrunculus", "start"],
        ("find", "random" | "seed") => &["clobber", "1x3", "--value", "^"],
        ("find", _) => &["clobber", "1x3", "--random", "3"],
        ("environment", "challenger") => &[
            "clobber",
            "XO",
            "--play",
            "--appraisal",
            "0",
            "--epsilon",
            "1",
        ],
        ("environment", "appraisal") => &[
            "clobber",
            "XO",
            "--play",
            "--challenger",
            "left",
            "--epsilon",
            "1",
        ],
        ("environment", "epsilon") => &[
            "clobber",
            "XO",
            "--play",
            "--challenger",
            "left",
            "--appraisal",
            "0",
        ],
        ("environment", "left" | "right" | "first") => &["clobber", "XO", "--play"],
        ("match", "games") => &["nim", "2,1", "--left", "random", "--right", "random"],
        ("match", "left" | "right") => &["nim", "2,1", "--games", "2"],
        ("match", _) => &[
            "nim", "2,1", "--games", "2", "--left", "random", "--right", "random",
        ],
        ("play" | "environment", _) => &["clobber", "XO"],
        ("solve", _) => &["knights_tour", "3x3"],
        ("spark-job", _) => &["count", "nim", "2,1"],
        ("check" | "read", _) => &["no-such-file"],
        ("calc", _) => &["1"],
        ("games" | "tables" | "man" | "completions" | "worker", _) => &[],
        _ if ask::question(command).is_some() => &["nim", "2,1"],
        _ => panic!("no question is known for `legatus {command}`"),
    };
    base.to_vec()
}

/// Whether an option takes a value that may be a number: not a file, nor one
/// of a few words.
fn takes_a_number(option: &clap::Arg) -> bool {
    let names = option.get_value_names().unwrap_or_default();
    let file = names
        .iter()
        .any(|name| matches!(name.as_str(), "FILE" | "DIR"));
    option.get_action().takes_values() && option.get_possible_values().is_empty() && !file
}

/// Runs for as long as there is patience; nothing if it was still at work.
fn attempt(arguments: &[&str], directory: &Path) -> Option<Answer> {
    let mut child = legatus(arguments)
        .current_dir(directory)
        .env("HOME", directory)
        .env("XDG_DATA_HOME", directory)
        // No Spark is there.
        .env("SPARK_HOME", directory)
        .env("RUST_BACKTRACE", "0")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            return None;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Some(Answer::from(child.wait_with_output().unwrap()))
}

#[test]
fn no_number_makes_an_option_panic_and_a_refusal_is_one_line() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("options");
    fs::create_dir_all(&directory).unwrap();
    let definition = legatus::cli::definition();
    let (mut asked, mut tried) = (0, 0);
    let mut wrong = Vec::new();
    for command in definition.get_subcommands() {
        let options = command
            .get_arguments()
            .filter(|option| takes_a_number(option));
        for option in options.filter_map(clap::Arg::get_long) {
            asked += 1;
            // In a short run an option meets one number in three.
            let (skipped, step) = if full() { (0, 1) } else { (asked % 3, 3) };
            for number in NUMBERS.iter().skip(skipped).step_by(step) {
                let name = command.get_name();
                let option_and_value = format!("--{option}={number}");
                let mut arguments = vec![name];
                arguments.extend(question(name, option));
                arguments.push(&option_and_value);
                let answer = attempt(&arguments, &directory);
                tried += 1;
                let Some(answer) = answer else { continue };
                let allowed = matches!(answer.code, Some(0..=3));
                let refused = matches!(answer.code, Some(2 | 3));
                let told = answer.err.lines().count() == 1 && answer.err.starts_with("error: ");
                if !allowed || refused && !told {
                    wrong.push(format!("{arguments:?}: {answer:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // The list of options is not empty for a reason that nobody sees.
    assert!(
        asked >= 40 && tried >= 40 * (NUMBERS.len() / 3),
        "only {tried} were tried"
    );
}
