//! The real program, driven as a script drives it.

#[cfg(unix)]
pub mod pty;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Mutex;
use std::thread;

/// A home of its own for every test, empty when the test begins, so that no
/// test meets what the user or another test has kept.
pub fn home() -> PathBuf {
    static BEGUN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    // A thread that is no test's own has no name.
    let name = thread::current()
        .name()
        .unwrap_or("others")
        .replace("::", "-");
    let home = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("home")
        .join(&name);
    if BEGUN.lock().unwrap().insert(name) {
        let _ = fs::remove_dir_all(&home);
        fs::create_dir_all(&home).unwrap();
    }
    home
}

/// Where the program may keep things: in this home, and nowhere else.
pub fn places(home: &Path) -> [(&'static str, PathBuf); 3] {
    [
        ("HOME", home.to_owned()),
        ("XDG_DATA_HOME", home.join("data")),
        ("XDG_STATE_HOME", home.join("state")),
    ]
}

/// The program with these arguments and nothing to read.
pub fn legatus(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_legatus"));
    command
        .args(arguments)
        .envs(places(&home()))
        .stdin(Stdio::null());
    command
}

/// Runs it.
pub fn run(arguments: &[&str]) -> Answer {
    Answer::from(legatus(arguments).output().unwrap())
}

/// Runs with something on standard input.
pub fn feed(arguments: &[&str], input: &[u8]) -> Answer {
    let mut child = talk(arguments);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // Both pipes may fill, so one is served by a thread.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let answer = Answer::from(child.wait_with_output().unwrap());
    writer.join().unwrap();
    answer
}

/// Types lines to a program that keeps its games in a directory.
pub fn type_to(home: &Path, arguments: &[&str], lines: &[&str]) -> Answer {
    let mut child = legatus(arguments)
        .envs(places(home))
        .current_dir(home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A program that ends before it has read all is no fault.
    let _ = stdin.write_all((lines.join("\n") + "\n").as_bytes());
    drop(stdin);
    Answer::from(child.wait_with_output().unwrap())
}

/// Starts it with pipes.
pub fn talk(arguments: &[&str]) -> Child {
    legatus(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Interrupts it, as Ctrl-C does.
#[cfg(unix)]
pub fn interrupt(child: &Child) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.unwrap().success());
}

/// Runs it, and compares what it prints.
#[track_caller]
pub fn prints(arguments: &[&str], out: &str) {
    run(arguments).prints(out);
}

/// One line on standard error that holds all the words.
#[track_caller]
pub fn refuses(arguments: &[&str], code: i32, words: &[&str]) {
    let answer = run(arguments);
    assert_eq!(answer.code, Some(code), "{arguments:?}: {}", answer.err);
    let line = answer.err.trim_end();
    assert!(line.starts_with("error: "), "{arguments:?}: {line}");
    assert!(!line.contains('\n'), "{arguments:?}: {line}");
    for word in words {
        assert!(line.contains(word), "{arguments:?}: {line}");
    }
}

/// All these words are in a text.
#[track_caller]
pub fn says(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "no `{word}` in:\n{text}");
    }
}

/// What came of it.
#[derive(Debug)]
pub struct Answer {
    pub out: String,
    pub err: String,
    pub code: Option<i32>,
}

impl From<Output> for Answer {
    fn from(output: Output) -> Self {
        Answer {
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code(),
        }
    }
}

impl Answer {
    /// All these words are in what it prints.
    #[track_caller]
    pub fn says(&self, words: &[&str]) {
        says(&self.out, words);
    }

    /// It ends with this code, having printed this, and complains so.
    #[track_caller]
    pub fn complains(&self, out: &str, code: i32, begins: &str, holds: &str) {
        assert_eq!((self.out.as_str(), self.code), (out, Some(code)));
        let err = &self.err;
        assert!(err.starts_with(begins) && err.contains(holds), "{err}");
    }

    #[track_caller]
    pub fn prints(&self, out: &str) {
        assert_eq!(
            (self.out.as_str(), self.code),
            (out, Some(0)),
            "{}",
            self.err
        );
    }
}
