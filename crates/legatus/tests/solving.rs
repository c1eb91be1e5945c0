//! `legatus solve`, as a person and a script ask it.

use crate::common::{feed, legatus, run};
use std::io::Read;
use std::process::Stdio;

#[test]
fn puzzles_are_listed_with_an_example_that_is_solved() {
    let list = run(&["solve"]);
    assert_eq!(list.code, Some(0));
    let mut examples = 0;
    for line in list.out.lines() {
        let (_, example) = line.split_once("legatus ").unwrap();
        let words: Vec<&str> = example.split(' ').collect();
        let answer = run(&words);
        assert!(answer.out.starts_with("solved in "), "{example}");
        assert_eq!(answer.code, Some(0), "{example}");
        examples += 1;
    }
    assert_eq!(examples, 2);
    let page = run(&["solve", "peg_solitaire"]);
    assert_eq!(page.code, Some(0));
    assert!(page.out.contains("\nRules\n") && page.out.contains("  english "));
}

#[test]
fn a_solution_is_shown_move_by_move() {
    let answer = run(&["solve", "peg_solitaire", "oo.o"]);
    answer.prints(
        "solved in 2 moves\n\
         1.  a1-c1  ..oo\n\
         2.  d1-b1  .o..\n\
         line      a1-c1 d1-b1\n\
         searched  3 positions\n",
    );
    let answer = run(&["solve", "knights_tour", "3x4:a1"]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    answer.says(&["line      a1-"]);
}

#[test]
fn what_has_no_solution_is_a_negative_finding() {
    for (asked, reason) in [
        ("knights_tour 4x4", "everything was tried"),
        ("knights_tour 3x3", "everything was tried"),
        ("knights_tour 5x5:a2", "changes colour with every move"),
        ("knights_tour:closed 5x5", "it cannot come back"),
        ("peg_solitaire french", "M. Reiss"),
        ("peg_solitaire o.o", "everything was tried"),
    ] {
        let (puzzle, position) = asked.split_once(' ').unwrap();
        let answer = run(&["solve", puzzle, position]);
        assert!(answer.out.starts_with("no solution: "), "{}", answer.out);
        assert!(answer.out.contains(reason), "{}", answer.out);
        assert_eq!(answer.code, Some(1), "{puzzle} {position}");
        let object = run(&["solve", puzzle, position, "--json"]);
        assert!(object.out.starts_with("{\"moves\":null,\"final\":null,"));
        assert_eq!(object.code, Some(1));
    }
}

#[test]
fn programs_get_an_object() {
    run(&["solve", "peg_solitaire", "oo.o", "--json"]).prints(
        "{\"moves\":[\"a1-c1\",\"d1-b1\"],\"final\":\".o..\",\"reason\":null,\"positions\":3}\n",
    );
    let list = run(&["solve", "--json"]);
    assert!(list.out.starts_with("[{\"name\":\"peg_solitaire\","));
}

#[test]
fn lines_are_answered_one_by_one() {
    let answer = feed(&["solve", "knights_tour", "-"], b"1x1\n\n2x2\n3x9:\n");
    let lines: Vec<&str> = answer.out.lines().collect();
    assert_eq!(lines[0], "a1");
    assert_eq!(lines[1], "");
    assert!(lines[2].starts_with("no solution: "));
    assert!(lines[3].starts_with("error: column 5: "), "{}", lines[3]);
    assert_eq!(answer.code, Some(2));
}

#[test]
fn bad_input_gets_a_reason_and_a_hint() {
    for (arguments, words) in [
        (
            &["solve", "peg", "oo."][..],
            "did you mean `peg_solitaire`?",
        ),
        (&["solve", "nim", "3,4,5"], "`legatus solve` lists them"),
        (&["solve", "peg_solitaire", "o?o"], "column 2"),
        (&["solve", "peg_solitaire", "oox"], "column 3"),
        (&["solve", "peg_solitaire:z9", "oo."], "no hole `z9`"),
        (&["solve", "knights_tour", "20x20"], "more than 128 squares"),
        (&["solve", "knights_tour:back", "5x5"], "no variant `back`"),
        (
            &["solve", "knights_tour", "5x5", "--seconds", "0"],
            "expected seconds",
        ),
    ] {
        let answer = run(arguments);
        assert_eq!(answer.code, Some(2), "{arguments:?}");
        assert!(answer.err.contains(words), "{arguments:?}: {}", answer.err);
    }
}

/// A board that takes longer than anybody waits.
const LONG: [&str; 3] = ["solve", "knights_tour", "4x32"];

#[test]
fn limits_end_the_search() {
    let answer = run(&[&LONG[..], &["--seconds", "0.2"]].concat());
    assert_eq!(answer.code, Some(3));
    assert!(answer.err.contains("time limit"), "{}", answer.err);
    let answer = run(&[&LONG[..], &["--memory", "1M", "--json"]].concat());
    assert_eq!(answer.code, Some(3));
    assert!(answer.out.contains("memory limit") && answer.out.ends_with(",\"exit\":3}\n"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_search() {
    let mut child = legatus(&LONG)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    let kill = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut told = String::new();
    child.stderr.unwrap().read_to_string(&mut told).unwrap();
    assert!(told.contains("interrupted"), "{told}");
}
