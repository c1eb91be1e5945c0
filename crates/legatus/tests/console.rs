//! Every `console` block of the README and of docs/ is run with the real
//! program and compared with what it shows.
//!
//! A line that starts with `$ ` is a command for a POSIX shell in which
//! `legatus` is the program under test, and lines after it that start with
//! `> ` go on with it; the lines up to the next command are its output,
//! standard error included. A block is one shell session in an
//! empty directory. `LEGATUS_UPDATE_DOCS=1 cargo test -p legatus --test main console` writes
//! the real output, the picture and the page of functions into the files
//! instead: read the difference before you keep it.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::common::places;

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
fn the_picture_is_current() {
    is_current("docs/thermograph.svg", &output(PICTURE, "picture"));
}

/// The page about all functions is what `help` says about each today.
#[test]
fn the_page_of_functions_is_current() {
    let help = output("legatus calc help", "functions");
    let (_, list) = help
        .split_once("with an example.\n")
        .expect("an introduction");
    let (list, _) = list
        .split_once("\nMore to read")
        .expect("topics at the end");
    let mut page = String::from(FUNCTIONS);
    for line in list.lines() {
        if let Some(title) = line.strip_suffix(':') {
            page.push_str(&format!("\n## {title}\n\n"));
        }
        // Every line of names is asked about at once, in one-line answers.
        let Some(names) = line.strip_prefix("  ") else {
            continue;
        };
        let names = names.replace(',', " ");
        let script = format!("printf 'help %s\\n' {names} | legatus calc -");
        for line in output(&script, "functions").lines() {
            let (signature, rest) = line.split_once(": ").expect(line);
            let (summary, example) = rest.rsplit_once(" Example: ").expect(line);
            let (input, answer) = example.rsplit_once(" gives ").expect(line);
            page.push_str(&format!("- `{signature}`: {summary}\n"));
            page.push_str(&format!("  `{input}` is `{answer}`.\n"));
        }
    }
    is_current("docs/functions.md", &page);
}

const FUNCTIONS: &str = "\
# Functions

Each is called `name(g, …)` or `g.name(…)`. CGSuite's names, such as
`g.AtomicWeight`, are accepted too; `help NAME` at the prompt lists them.
";

#[track_caller]
fn is_current(file: &str, real: &str) {
    let path = root().join(file);
    if updating() {
        fs::write(path, real).unwrap();
        return;
    }
    let shown = fs::read_to_string(&path).unwrap();
    assert!(shown == real, "{}", difference(&path, &shown, real));
}

/// What a script that succeeds prints.
#[track_caller]
fn output(script: &str, directory: &str) -> String {
    let output = shell(script, directory);
    assert!(output.status.success(), "{script}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

const PICTURE: &str = "legatus thermograph '{5||2|-1}' '{{4|2}|{1|0}}' --svg -";

/// A Spark that does nothing.
const SPARK: &str = "export SPARK_HOME=\"$PWD/spark\"; mkdir -p spark/bin
echo '#!/bin/sh' > spark/bin/spark-submit; chmod +x spark/bin/spark-submit";

#[test]
fn examples_of_command_help_run() {
    let list = output("legatus --help", "help");
    let commands: Vec<&str> = list
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .map_while(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.contains(&"calc"), "{commands:?}");
    for command in commands {
        if command == "serve" {
            // A server runs until it is stopped.
            continue;
        }
        let help = output(&format!("legatus {command} --help"), "help");
        let (_, examples) = help
            .split_once("Examples:\n")
            .expect("every command has examples");
        // The examples read a file that the user has, and hand jobs to a Spark.
        let script = format!("set -e\n{SPARK}\necho '{{1||2|0}}' > value.txt\n{examples}");
        output(&script, "examples");
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

/// The commands of a session, some of which have several lines.
fn commands(session: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut open = false;
    for line in session.lines() {
        let more = line.strip_prefix("> ").filter(|_| open);
        if let Some(command) = line.strip_prefix("$ ") {
            commands.push(command.to_owned());
        } else if let (Some(more), Some(command)) = (more, commands.last_mut()) {
            command.push('\n');
            command.push_str(more);
        }
        open = line.starts_with("$ ") || more.is_some();
    }
    commands
}

/// The session with the output that the commands give today.
fn replay(session: &str, number: usize) -> String {
    const MARK: char = '\u{1e}';
    let commands = commands(session);
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
        real.push_str(&format!("$ {}\n", command.replace('\n', "\n> ")));
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
        .envs(places(&directory))
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
