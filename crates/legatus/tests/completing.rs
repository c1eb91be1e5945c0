//! What shells complete.

use std::fs;
use std::process::Command;

use crate::common::{home, run};

/// What bash offers for the last word of a line.
fn offered(line: &[&str]) -> Vec<String> {
    let script = home().join("legatus.bash");
    fs::write(&script, run(&["completions", "bash"]).out).unwrap();
    let asked = r#"
        source "$1"; shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
        _legatus legatus "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
        printf '%s\n' "${COMPREPLY[@]}""#;
    let output = Command::new("bash")
        .args(["-c", asked, "bash"])
        .arg(&script)
        .args(line)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let words = String::from_utf8(output.stdout).unwrap();
    words.lines().map(str::to_owned).collect()
}

#[test]
fn games_starts_and_players_are_completed() {
    for (line, word) in [
        (&["legatus", "play", "legi"][..], "legionnaires"),
        (&["legatus", "play", "legionnaires", "6x6-1"], "6x6-12"),
        (&["legatus", "play", "nim", "--left", "hum"], "human"),
        (&["legatus", "match", "nim", "--white", "ni"], "nim"),
        (&["legatus", "find", "domi"], "domineering"),
        (&["legatus", "games", "latr"], "latrunculus"),
        (&["legatus", "tables", "ama"], "amazons"),
        (&["legatus", "help", "calc"], "calc"),
        (
            &["legatus", "environment", "nim", "2", "--right", "orth"],
            "orthodox",
        ),
    ] {
        let words = offered(line);
        assert!(
            words.iter().any(|offered| offered == word),
            "{line:?}: {words:?}"
        );
    }
    for shell in ["zsh", "fish"] {
        let script = run(&["completions", shell]).out;
        for word in ["legionnaires", "6x6-12", "sentestrat"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        // There zsh completes no options behind an argument.
        assert!(!script.contains("\n'*::"), "{shell}");
    }
}

#[test]
fn help_is_a_command() {
    assert_eq!(run(&["help"]).out, run(&["--help"]).out);
    assert_eq!(run(&["help", "play"]).out, run(&["play", "--help"]).out);
    assert!(run(&["help"]).out.contains("\n  help "));
    let unknown = run(&["help", "plya"]);
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.err.contains("play"), "{}", unknown.err);
}

#[test]
fn american_spelling_is_understood() {
    let asked = [
        "latrunculus",
        "start",
        "--player",
        "white",
        "--roll",
        "1",
        "--level",
        "1",
    ];
    let [british, american] = ["analyse", "analyze"].map(|word| {
        let answer = run(&[&[word], &asked[..]].concat());
        assert_eq!(answer.code, Some(0), "{answer:?}");
        answer.out
    });
    assert_eq!(british, american);
    assert_eq!(run(&["help", "analyze"]).out, run(&["help", "analyse"]).out);
    assert_eq!(run(&["man", "analyze"]).out, run(&["man", "analyse"]).out);
}
