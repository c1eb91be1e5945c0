//! Full disks: every file operation of the program fails once, and once with
//! all that follow. No answer that was found is lost, and the next run works.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use crate::requests::full;
use crate::web::server::Directory;

/// The library that lets file operations fail, compiled once.
pub fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults.c");
        let library = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("faults-{}.so", std::process::id()));
        let status = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .args([&library, &source])
            .status()
            .expect("Rust links with cc, so it is there");
        assert!(status.success());
        library
    })
}

/// A command whose `at`-th file operation below a directory fails.
struct Fault<'f> {
    directory: &'f Path,
    at: usize,
    /// Whether those after it fail too.
    all: bool,
}

impl Fault<'_> {
    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_legatus"));
        command
            .args(arguments)
            .env("LD_PRELOAD", library())
            .env("FAULT_DIR", self.directory)
            .env("FAULT_AT", self.at.to_string())
            .env("FAULT_COUNT", count_file(self.directory));
        if self.all {
            command.env("FAULT_ALL", "1");
        }
        command.output().unwrap()
    }
}

fn count_file(directory: &Path) -> PathBuf {
    directory.with_extension("count")
}

/// Runs a command with a fault at every operation, in a fresh directory each
/// time, and again without; `FILE` stands for a file or directory there.
/// `keeps_answer`: what was found is told although it cannot be written.
fn at_every_operation(command: &str, answer: &str, keeps_answer: bool) {
    let base = Directory::new();
    for all in [false, true] {
        let mut at = 0;
        loop {
            let directory = base.0.join(format!("{all}-{at}"));
            fs::create_dir_all(&directory).unwrap();
            let inside = directory.join("work");
            let inside = inside.to_str().unwrap();
            let words: Vec<&str> = command
                .split(' ')
                .map(|word| if word == "FILE" { inside } else { word })
                .collect();
            let directory = directory.as_path();
            let output = Fault { directory, at, all }.run(&words);
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
            let code = output.status.code();
            let told = format!("{words:?} at {at}: {code:?}\n{text}{complaint}");
            assert!(matches!(code, Some(0 | 2)), "{told}");
            assert!(!complaint.contains("panicked"), "{told}");
            if code == Some(2) {
                assert!(told.contains("no space left"), "{told}");
                assert!(!told.contains("os error"), "{told}");
            }
            let count = fs::read_to_string(count_file(directory)).unwrap();
            let count: usize = count.trim().parse().unwrap();
            assert!(count > 0, "nothing was counted: {told}");
            // A directory or file that cannot be begun is refused before the
            // work, by the first operation.
            if code == Some(0) || (keeps_answer && at > 1) {
                assert!(text.contains(answer), "{told}");
            }
            let again = Command::new(env!("CARGO_BIN_EXE_legatus"))
                .args(&words)
                .output()
                .unwrap();
            let text = String::from_utf8_lossy(&again.stdout);
            let told = format!("{told}then {:?}\n{text}", again.status.code());
            assert_eq!(again.status.code(), Some(0), "{told}");
            assert!(text.contains(answer), "{told}");
            let left: Vec<_> = fs::read_dir(directory).unwrap().collect();
            assert_eq!(left.len(), 1, "what is left: {left:?}\n{told}");
            fs::remove_dir_all(directory).unwrap();
            if at > count {
                break;
            }
            let stride = if full() { 1 } else { 1 + count / 24 };
            at += if at < 8 { 1 } else { stride };
        }
    }
}

macro_rules! at_every_operation {
    ($($test:ident: $command:literal, $answer:literal, $keeps_answer:literal;)*) => {
        $(
            #[test]
            fn $test() {
                at_every_operation($command, $answer, $keeps_answer);
            }
        )*
    };
}

at_every_operation! {
    a_count_survives_every_failing_write:
        "count legionnaires 3x3 --json --dir FILE", "\"positions\":35", false;
    a_value_is_told_when_it_cannot_be_kept:
        "value legionnaires 3x3 --dir FILE", "*\noutcome        N", true;
    a_value_is_told_when_its_proof_cannot_be_written:
        "value clobber XOX/OXO --proof FILE", "outcome        ", true;
    a_nim_value_is_told_when_its_proof_cannot_be_written:
        "grundy kayles 9 --proof FILE", "4\n", true;
    an_outcome_is_told_when_its_proof_cannot_be_written:
        "outcome legionnaires 4x4 --brief --proof FILE", "starts: ", true;
}
