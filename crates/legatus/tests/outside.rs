//! A game that another program brings along is known everywhere.

use std::path::Path;
use std::process::Command;

use crate::common::Answer;
use crate::web::server::Directory;

/// Runs the example. `cargo test` builds it, unless it is told to build a part.
fn cutcake(arguments: &[&str]) -> Answer {
    let examples = Path::new(env!("CARGO_BIN_EXE_legatus")).with_file_name("examples");
    let program = examples.join("cutcake");
    if !program.exists() {
        let mut cargo = Command::new(env!("CARGO"));
        let built = cargo.args(["build", "--quiet", "--package", "legatus"]);
        assert!(
            built
                .args(["--example", "cutcake"])
                .status()
                .unwrap()
                .success()
        );
    }
    Answer::from(Command::new(program).args(arguments).output().unwrap())
}

/// *Winning Ways*, chapter 2: with 2^k the largest power of two in both, a
/// cake of n columns and m rows with ⌊n/2^k⌋ ≥ ⌊m/2^k⌋ = 1 is worth
/// ⌊n/2^k⌋ − 1 to Left.
fn expected(rows: u32, columns: u32) -> i64 {
    if rows > columns {
        return -expected(columns, rows);
    }
    i64::from(columns >> rows.ilog2()) - 1
}

#[test]
fn values_are_those_of_winning_ways() {
    for rows in 1..=5 {
        for columns in 1..=9 {
            let cake = format!("{rows}x{columns}");
            let answer = cutcake(&["value", "cutcake", &cake, "--json"]);
            let object: serde_json::Value = serde_json::from_str(&answer.out).expect(&answer.out);
            assert_eq!(
                object["value"],
                expected(rows, columns).to_string(),
                "{cake}"
            );
        }
    }
}

#[test]
fn calculator_proofs_and_lists_know_it() {
    let sum = cutcake(&["calc", "cutcake(\"2x5\") + nim(3)"]);
    sum.prints("1*3\n");
    let data = Directory::new();
    std::fs::create_dir_all(&data.0).unwrap();
    let proof = data.0.join("proof");
    let proof = proof.to_str().unwrap();
    let answer = cutcake(&["outcome", "cutcake", "3x3+2x5", "--brief", "--proof", proof]);
    assert!(answer.out.starts_with("L\n"), "{answer:?}");
    let checked = cutcake(&["check", proof]);
    assert!(checked.out.contains("cutcake(\"3x3+2x5\")"), "{checked:?}");
    assert_eq!(checked.code, Some(0));
    let list = cutcake(&["games"]);
    assert!(list.out.contains("cutcake") && list.out.contains("legionnaires"));
    let wrong = cutcake(&["value", "cutcake", "3by5"]);
    assert_eq!(wrong.code, Some(2), "{wrong:?}");
    let stranger = crate::common::run(&["value", "cutcake", "3x5"]);
    assert_eq!(stranger.code, Some(2), "{stranger:?}");
}
