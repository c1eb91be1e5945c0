//! Every `console` block of the README and of docs/ is run with the real
//! program and compared with what it shows.
//!
//! A line that starts with `$ ` is a command for a POSIX shell in which
//! `legatus` is the program under test; the lines up to the next command are
//! its output, standard error included. A block is one shell session in an
//! empty directory. `LEGATUS_UPDATE_DOCS=1 cargo test --test console` writes
//! the real output into the files instead; read the difference before you
//! keep it.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[test]
fn console_blocks_show_what_the_program_prints() {
    let update = std::env::var_os("LEGATUS_UPDATE_DOCS").is_some();
    let mut blocks = 0;
    let mut wrong = Vec::new();
    for file in documents() {
        let text = fs::read_to_string(&file).unwrap();
        let mut real = String::new();
        for part in parts(&text) {
            match part {
                Part::Prose(prose) => real.push_str(prose),
                Part::Session(session) => {
                    blocks += 1;
                    real.push_str(&replay(session, blocks));
                }
            }
        }
        if real != text {
            if update {
                fs::write(&file, real).unwrap();
            } else {
                wrong.push(difference(&file, &text, &real));
            }
        }
    }
    assert!(blocks > 0, "no console blocks found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = vec![root.join("README.md")];
    for entry in fs::read_dir(root.join("docs")).unwrap() {
        files.push(entry.unwrap().path());
    }
    files.retain(|file| file.extension().is_some_and(|end| end == "md"));
    files.sort();
    files
}

enum Part<'a> {
    Prose(&'a str),
    /// The inside of a `console` block.
    Session(&'a str),
}

fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("```console\n") {
        let (prose, session) = rest.split_at(start + "```console\n".len());
        let end = session.find("```").expect("a console block ends");
        parts.push(Part::Prose(prose));
        parts.push(Part::Session(&session[..end]));
        rest = &session[end..];
    }
    parts.push(Part::Prose(rest));
    parts
}

/// The session with the output that the commands give today.
fn replay(session: &str, number: usize) -> String {
    const MARK: char = '\u{1e}';
    let commands: Vec<&str> = session
        .lines()
        .filter_map(|line| line.strip_prefix("$ "))
        .collect();
    assert!(
        session.starts_with("$ "),
        "a block starts with a command:\n{session}"
    );
    let mut script = String::from("exec 2>&1\n");
    for command in &commands {
        let command = command.replace("cargo run --release -- ", "legatus ");
        // The mark separates the outputs; the status stays readable as `$?`.
        script.push_str(&format!(
            "{command}\nstatus=$?; printf '\\036'; (exit $status)\n"
        ));
    }
    let output = shell(&script, number);
    let mut outputs = output.split(MARK);
    let mut real = String::new();
    for command in commands {
        real.push_str(&format!("$ {command}\n"));
        let output = outputs.next().unwrap_or_default();
        real.push_str(output);
        if !output.is_empty() && !output.ends_with('\n') {
            real.push('\n');
        }
    }
    real
}

fn shell(script: &str, number: usize) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_legatus"));
    let mut path = program.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("console-{number}"));
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    let output = Command::new("sh")
        .args(["-c", script])
        .current_dir(&directory)
        .env("PATH", path)
        .env_remove("NO_COLOR")
        .env_remove("COLUMNS")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn difference(file: &Path, shown: &str, real: &str) -> String {
    let place = shown.lines().zip(real.lines()).position(|(a, b)| a != b);
    let line = place.unwrap_or_else(|| shown.lines().count().min(real.lines().count()));
    format!(
        "{}:{}:\n  shown: {}\n  real:  {}",
        file.display(),
        line + 1,
        shown.lines().nth(line).unwrap_or_default(),
        real.lines().nth(line).unwrap_or_default(),
    )
}
