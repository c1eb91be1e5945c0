//! `legatus tables --state`: rows that were computed are not computed again.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::common::{Answer, home, refuses, run};

/// A table of five rows, of which the first three have certificates.
const TABLE: [&str; 3] = ["tables", "records", "toads-fewer"];

fn file() -> PathBuf {
    home().join("state")
}

fn with_state(arguments: &[&str], file: &Path) -> Answer {
    run(&[arguments, &["--state", file.to_str().unwrap()]].concat())
}

/// Nobody touches a file that is refused.
#[track_caller]
fn refuses_file(file: &Path, words: &[&str]) {
    let before = fs::read(file).ok();
    let arguments = [&TABLE[..], &["--state", file.to_str().unwrap()]].concat();
    refuses(&arguments, 2, words);
    assert_eq!(fs::read(file).ok(), before);
}

/// The line of an answer, as the program writes it.
fn line(key: &str, answer: &str) -> String {
    let text = format!("{key}\t{answer}");
    let sum = blake3::hash(text.as_bytes()).to_hex();
    format!("{text}\t{}\n", &sum[..8])
}

#[test]
fn a_run_that_was_cut_short_goes_on() {
    let (file, known) = (file(), run(&TABLE));
    // A file that is there and empty is as good as none.
    fs::write(&file, "").unwrap();
    with_state(&TABLE, &file).prints(&known.out);
    let whole = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 9, "{whole}");
    assert!(lines[0].starts_with("legatus ") && lines[0].ends_with(" tables state 1\n"));
    for kept in 1..=lines.len() {
        let mut cut = lines[..kept].concat();
        // Of the next line, too little or all but its end was written.
        let next = lines.get(kept).copied().unwrap_or_default();
        let length = if kept % 2 == 0 {
            1
        } else {
            next.len().saturating_sub(1)
        };
        cut.push_str(&next[..length.min(next.len())]);
        fs::write(&file, cut).unwrap();
        with_state(&TABLE, &file).prints(&known.out);
        assert_eq!(fs::read_to_string(&file).unwrap(), whole);
    }
}

#[test]
fn what_is_kept_is_in_every_notation() {
    let file = file();
    with_state(&TABLE, &file).prints(&run(&TABLE).out);
    let whole = fs::read_to_string(&file).unwrap();
    for form in [&["--notation", "unicode"][..], &["--csv"], &["--json"]] {
        let arguments = [&TABLE, form].concat();
        with_state(&arguments, &file).prints(&run(&arguments).out);
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), whole);
}

#[test]
fn what_is_kept_is_not_computed() {
    let (file, table) = (file(), ["tables", "records", "octal-161"]);
    with_state(&table, &file).says(&["  519  ", "1 agree"]);
    let text = fs::read_to_string(&file).unwrap();
    let (heading, kept) = text.split_once('\n').unwrap();
    let (key, _) = kept.split_once('\t').unwrap();
    assert_eq!(kept, line(key, "519"));
    fs::write(&file, format!("{heading}\n{}", line(key, "77"))).unwrap();
    let answer = with_state(&table, &file);
    assert_eq!(answer.code, Some(1));
    answer.says(&["  77 ", "1 disagree"]);
    // Of another kind: as if somebody had exchanged keys.
    fs::write(&file, format!("{heading}\n{}", line(key, "7\t7"))).unwrap();
    with_state(&table, &file).complains(
        "Open tables of the field, beside the print; each row names the command that gives it\n\n",
        2,
        "error: `legatus grundy octal:0.161",
        "is kept with another kind of answer",
    );
}

#[test]
fn other_files_stay_as_they_are() {
    let (directory, file) = (home(), file());
    for text in ["all that I have\n", "legatus", "\n", "legatus values 1\n"] {
        fs::write(&file, text).unwrap();
        refuses_file(&file, &["no state of tables; give another file to --state"]);
    }
    fs::write(&file, [0xff; 1000]).unwrap();
    refuses_file(&file, &["no state of tables"]);
    fs::write(&file, "legatus 0.0.1 tables state 1\n").unwrap();
    refuses_file(&file, &["another version, `legatus 0.0.1 tables state 1`"]);
    refuses_file(&directory, &["not a regular file"]);
    refuses_file(&directory.join("none").join("state"), &["no such file"]);
    assert!(!directory.join("none").exists());
}

#[test]
fn damaged_lines_are_named() {
    let file = file();
    with_state(&TABLE, &file);
    let whole = fs::read_to_string(&file).unwrap();
    for (right, wrong, words) in [
        (
            "\n",
            "\n\n",
            "is damaged in line 2; remove the line or give another file to --state",
        ),
        ("toads", "fools", "is damaged in line 2;"),
        ("1*", "1", "is damaged in line 6;"),
        ("bytes", "bits", "is damaged in line 3;"),
        (" bytes\t", " bytes ", "is damaged in line 3;"),
        (" --proof", "", "is damaged in line 3;"),
    ] {
        let at = whole.find(right).unwrap();
        let damaged = [&whole[..at], wrong, &whole[at + right.len()..]].concat();
        fs::write(&file, damaged).unwrap();
        refuses_file(&file, &[words]);
    }
    let bytes = [whole.as_bytes(), b"\xff\t\xff\t\xff\n"].concat();
    fs::write(&file, bytes).unwrap();
    refuses_file(&file, &["is damaged in line 10;"]);
}

#[test]
fn two_runs_do_not_share_a_file() {
    let file = file();
    with_state(&TABLE, &file);
    let held = File::open(&file).unwrap();
    held.lock().unwrap();
    refuses_file(&file, &["is in use by another run"]);
    held.unlock().unwrap();
    with_state(&TABLE, &file).prints(&run(&TABLE).out);
}

#[test]
fn only_records_are_kept() {
    let file = file();
    for table in [&["tables", "nim"][..], &["tables", "all"]] {
        let arguments = [table, &["--state", file.to_str().unwrap()]].concat();
        refuses(&arguments, 2, &["--state keeps rows of `records`"]);
    }
    refuses(
        &["tables", "--state", file.to_str().unwrap()],
        2,
        &["PAPER"],
    );
    assert!(!file.exists());
}

/// Ctrl-C in a table that takes long.
#[cfg(unix)]
#[test]
fn what_an_interrupted_run_has_found_is_kept() {
    use crate::common::{interrupt, talk};
    use std::{thread, time::Duration};

    let file = file();
    let arguments = [
        "tables",
        "records",
        "clobber-2xn",
        "--state",
        file.to_str().unwrap(),
    ];
    let whole = || fs::read_to_string(&file).unwrap_or_default();
    let mut kept = String::new();
    for _ in 0..2 {
        let child = talk(&arguments);
        while whole().lines().count() < kept.lines().count() + 2 {
            thread::sleep(Duration::from_millis(1));
        }
        interrupt(&child);
        let answer = Answer::from(child.wait_with_output().unwrap());
        assert_eq!(
            (answer.code, answer.err.as_str()),
            (Some(130), "interrupted\n")
        );
        // Nothing was kept twice or lost.
        assert!(whole().starts_with(&kept) && whole().ends_with('\n'));
        kept = whole();
        let rows = kept.lines().skip(1).enumerate();
        for (row, text) in rows {
            let command = format!("legatus outcome clobber 2x{} --brief\t", row + 1);
            assert!(text.starts_with(&command), "{kept}");
        }
    }
}
