//! What is in a file does not reach a terminal as anything but text: no
//! escape sequence moves the cursor or colours the screen.

use std::fs;
use std::path::Path;

use crate::common::{Answer, feed, run};

/// Clears the line, and goes back to its beginning.
const EVIL: &str = "\u{1b}[2K\r\u{7}";

#[track_caller]
fn plain(answer: &Answer) {
    for text in [&answer.out, &answer.err] {
        let found = text.chars().find(|c| c.is_control() && *c != '\n');
        assert_eq!(found, None, "{text:?}");
    }
    assert!(answer.code.is_some_and(|code| code > 0), "{answer:?}");
}

#[test]
fn scripts_and_values_are_told_of_as_text() {
    let lines = [
        format!("1 + {EVIL}\n"),
        format!("hackenbush(\"l:{{{EVIL}}}q\")\n"),
        format!("domineering(\"{EVIL}\")\n"),
        format!("x{EVIL} = 3\n"),
    ];
    for line in lines {
        plain(&feed(&["calc", "-"], line.as_bytes()));
        plain(&feed(&["read", "-"], line.as_bytes()));
        plain(&feed(&["value", "hackenbush", "-"], line.as_bytes()));
        plain(&run(&["value", "hackenbush", line.trim_end()]));
        plain(&run(&["value", line.trim_end(), "3x3"]));
    }
}

#[test]
fn records_and_certificates_are_told_of_as_text() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let game = format!(
        "[Legatus \"1\"]\n[Game \"nim{EVIL}\"]\n[Position \"3{EVIL}\"]\n\n1. left {EVIL}\n"
    );
    let book = directory.join("escapes-book");
    fs::write(&book, game).unwrap();
    let book = format!("--book={}", book.display());
    plain(&run(&["match", "nim", "3", &book]));
    for header in [
        format!("legatus proof 1\n{EVIL}\n\n"),
        format!("legatus proof 1\ngame: {EVIL}\nposition: 3\nconvention: normal\n\n"),
        format!(
            "legatus proof 1\ngame: hackenbush\nposition: l:{{{EVIL}}}\nconvention: normal\n\
             claim: left starts, left wins\n\n"
        ),
    ] {
        let file = directory.join("escapes-proof");
        fs::write(&file, header).unwrap();
        plain(&run(&["check", &file.display().to_string()]));
    }
}
