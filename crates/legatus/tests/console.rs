//! Every `console` block of the README and of docs/ is run with the real
//! program and compared with what it shows.
//!
//! A line that starts with `$ ` is a command for a POSIX shell in which
//! `legatus` is the program under test; the lines up to the next command are
//! its output, standard error included. A block is one shell session in an
//! empty directory. `LEGATUS_UPDATE_DOCS=1 cargo test --test console` writes
//! the real output into the files instead: read the difference before you
//! keep it.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

#[test]
fn console_blocks_show_what_the_program_prints() {
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
            if updating() {
                fs::write(&file, real).unwrap();
            } else {
                wrong.push(difference(&file, &text, &real));
            }
        }
    }
    assert!(blocks > 0, "no console blocks found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The picture in the README is what its command draws today.
#[test]
fn pictures_are_current() {
    let file = root().join("docs/thermograph.svg");
    let output = shell(PICTURE, "picture");
    let real = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    if updating() {
        fs::write(file, real).unwrap();
    } else {
        let shown = fs::read_to_string(file).unwrap();
        assert!(
            shown == real,
            "docs/thermograph.svg is not what {PICTURE} draws"
        );
    }
}

const PICTURE: &str = "legatus thermograph '{5||2|-1}' '{{4|2}|{1|0}}' --svg -";

#[test]
fn examples_of_command_help_run() {
    let list = shell("legatus --help", "help").stdout;
    let list = String::from_utf8(list).unwrap();
    let commands: Vec<&str> = list
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .map_while(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.contains(&"calc"), "{commands:?}");
    for command in commands {
        let help = shell(&format!("legatus {command} --help"), "help").stdout;
        let help = String::from_utf8(help).unwrap();
        let (_, examples) = help
            .split_once("Examples:\n")
            .expect("every command has examples");
        // The examples read a file that the user has.
        let script = format!("set -e\necho '{{1||2|0}}' > value.txt\n{examples}");
        let output = shell(&script, "examples");
        assert!(output.status.success(), "{command}: {output:?}");
    }
}

fn updating() -> bool {
    std::env::var_os("LEGATUS_UPDATE_DOCS").is_some()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn documents() -> Vec<PathBuf> {
    let mut files = vec![root().join("README.md")];
    for entry in fs::read_dir(root().join("docs")).unwrap() {
        files.push(entry.unwrap().path());
    }
    files.retain(|file| file.extension().is_some_and(|end| end == "md"));
    files.sort();
    files
}

/// The names under the headings of `help` are all explained.
#[test]
fn every_function_is_documented() {
    let page = String::from_utf8(shell("legatus calc help", "functions").stdout).unwrap();
    let document = fs::read_to_string(root().join("docs/functions.md")).unwrap();
    let (_, list) = page.split_once("\nOrder:").expect("help lists functions");
    let (list, _) = list.split_once("\nMore to read").expect("and then topics");
    let names: Vec<&str> = list
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .flat_map(|line| line.split([',', ' ']))
        .filter(|name| !name.is_empty())
        .collect();
    assert!(names.contains(&"atomic_weight"), "{names:?}");
    for name in names {
        let heading = format!("\n{name}(");
        assert!(
            document.contains(&heading),
            "{name} is not in docs/functions.md"
        );
    }
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
    let output = shell(&script, &format!("console-{number}"));
    let output = String::from_utf8(output.stdout).unwrap();
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

/// Runs a script in an empty directory, in a shell that finds the program.
fn shell(script: &str, directory: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_legatus"));
    let mut path = program.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(directory);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    Command::new("sh")
        .args(["-c", script])
        .current_dir(&directory)
        .env("PATH", path)
        .env("LC_ALL", "C.UTF-8")
        .env_remove("NO_COLOR")
        .env_remove("COLUMNS")
        .stdin(Stdio::null())
        .output()
        .unwrap()
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
