//! The real program, driven as a script drives it.

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};

/// The program with these arguments and nothing to read.
pub fn legatus(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_legatus"));
    command.args(arguments).stdin(Stdio::null());
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

/// Starts it with pipes.
pub fn talk(arguments: &[&str]) -> Child {
    legatus(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
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
