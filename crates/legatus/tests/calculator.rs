//! The calculator as scripts use it: objects and errors on lines of their own,
//! bounds on large arguments, and an end to everything.

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{feed, run, talk};
use crate::requests::patience;
use calc::Calculator;
use values::Budget;

/// Every line is one JSON object.
fn objects(out: &str) -> Vec<serde_json::Value> {
    let object = |line: &str| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
    out.lines().map(object).collect()
}

#[test]
fn help_is_an_object_in_json() {
    let answer = run(&["calc", "--json", "help", "help mean", "1+1"]);
    let objects = objects(&answer.out);
    assert_eq!((objects.len(), answer.code), (3, Some(0)), "{}", answer.err);
    for (object, words) in objects.iter().zip(["atomic_weight", "mean(g)", "2"]) {
        assert!(object["text"].as_str().unwrap().contains(words));
    }
    let answer = run(&["calc", "--json", "help nonsense"]);
    assert_eq!(answer.code, Some(2));
    assert!(answer.out.starts_with("{\"error\":"), "{}", answer.out);
}

#[test]
fn a_comment_is_nothing() {
    run(&["calc", "// nothing", "1 // one"]).prints("\n1\n");
    run(&["calc", "--json", "// nothing"]).prints("{\"type\":\"nothing\",\"text\":\"\"}\n");
    feed(&["calc", "-"], b"// nothing\n2\n").prints("\n2\n");
}

/// The value of a position in a list is found when the list is printed, and
/// this one does not fit.
#[test]
fn an_answer_that_stops_on_the_way_leaves_no_half_of_it() {
    let line = "[*, domineering(\"6x6\")]";
    let lines = format!("5\n{line}\n6\n");
    let memory = ["calc", "--memory", "10M"];
    let answer = feed(&[&memory[..], &["--json", "-"]].concat(), lines.as_bytes());
    let objects = objects(&answer.out);
    assert_eq!((objects.len(), answer.code), (3, Some(3)), "{}", answer.out);
    assert_eq!(objects[1]["exit"], 3);
    assert_eq!(objects[2]["text"], "6");
    let answer = feed(&[&memory[..], &["-"]].concat(), lines.as_bytes());
    let lines: Vec<&str> = answer.out.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[1].starts_with("error: stopped at the memory limit"));
}

/// Sends what Ctrl-C sends.
#[cfg(unix)]
fn interrupt(id: u32) {
    let sent = Command::new("kill")
        .args(["-INT", &id.to_string()])
        .status();
    assert!(sent.unwrap().success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_is_told_wherever_it_strikes() {
    // The first is evaluated before it is printed, the second when it is.
    for expression in ["sum([+-(3^n) for n from 1 to 60])", "grundys_game(10^6)"] {
        for (json, out, err) in [
            (None, "", "interrupted\n"),
            (Some("--json"), "{\"error\":\"interrupted\"", ""),
        ] {
            let arguments: Vec<&str> = ["calc", expression].into_iter().chain(json).collect();
            let child = talk(&arguments);
            thread::sleep(Duration::from_millis(700));
            interrupt(child.id());
            let output = child.wait_with_output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(text.starts_with(out), "{text}");
            assert_eq!(text.lines().count(), usize::from(json.is_some()));
            assert_eq!(String::from_utf8(output.stderr).unwrap(), err);
            assert_eq!(output.status.code(), Some(130), "{expression}");
        }
    }
}

/// What large arguments make long ends soon after its deadline, or before it
/// with an answer or a bound.
#[test]
fn every_function_ends_in_time() {
    const LARGE: [&str; 8] = [
        "2^70",
        "-2^70",
        "1/2^70",
        "^(2^60)",
        "*60000",
        "*(2^60)",
        "100*Tiny(1)",
        "+-(2^70)",
    ];
    const ALLOWED: Duration = Duration::from_millis(50);
    const LATE: Duration = Duration::from_millis(500);
    let mut calls: Vec<String> = Vec::new();
    for function in Calculator::functions() {
        let call = function.call;
        let name = call.split('(').next().unwrap();
        let parameters = match call[name.len()..].trim_matches(['(', ')']) {
            "" => 0,
            list => list.split(", ").count(),
        };
        for (i, large) in LARGE.iter().enumerate() {
            let other = LARGE[(i * 3 + 1) % LARGE.len()];
            let arguments = [*large, other, "2^70"];
            calls.push(format!(
                "{name}({})",
                arguments[..parameters.min(3)].join(",")
            ));
        }
    }
    for operator in ["+", "*", ":", "==", "<", "^"] {
        for large in LARGE {
            for other in LARGE {
                calls.push(format!("({large}) {operator} ({other})"));
            }
        }
    }
    for call in [
        "2^70*Tiny(1)",
        "2^70*^<2>",
        "10^9*+-1",
        "2^70*{3||2|1}",
        "^<4096>*3 + ^<4000>",
        "[n for n from 1 to 10^12]",
        "{*n for n from 1 to 10^6}",
        "sum([+-(3^n) for n from 1 to 60])",
        "nim_value(grundys_game(10^6))",
        "nim_value_sequence(grundys_game, 10^6)",
        "{^(2^60)||0|v(2^60)} + ^(2^50)",
        "*60000 + Tiny(1)",
        "{*60000|^(2^60)} + Tiny(1)",
    ] {
        calls.push(call.to_owned());
    }
    assert!(calls.len() > 1_000, "{}", calls.len());
    let mut late = Vec::new();
    for call in &calls {
        let begun = Instant::now();
        let budget = Budget::new(Some(300 << 20)).with_deadline(begun + ALLOWED);
        let mut calculator = Calculator::new(budget);
        if let Ok(mut answer) = calculator.evaluate(call) {
            let _ = answer.write(values::Notation::Ascii, &mut std::io::sink());
        }
        drop(calculator);
        if begun.elapsed() > ALLOWED + patience(LATE) {
            late.push(format!("{call}: {:?}", begun.elapsed()));
        }
    }
    assert!(late.is_empty(), "{}", late.join("\n"));
}

#[test]
fn seconds_are_for_each_expression() {
    let begun = Instant::now();
    let long = "sum([+-(3^n) for n from 1 to 60])";
    let lines = format!("{long}\n1+1\n{long}\n[*, grundys_game(10^6)]\n2\n");
    let answer = feed(&["calc", "--seconds", "0.3", "-"], lines.as_bytes());
    let stopped = "error: column 1: stopped at the time limit";
    let printed = "error: stopped at the time limit";
    assert_eq!(
        (answer.out, answer.code),
        (format!("{stopped}\n2\n{stopped}\n{printed}\n2\n"), Some(3))
    );
    assert!(begun.elapsed() < patience(Duration::from_millis(3 * 300 + 3 * 500)));
}

#[test]
fn multiples_have_a_bound_or_a_formula() {
    for (expression, answer) in [
        ("2^70 * ^", Err("too many ups")),
        ("2^70 * Tiny(1)", Err("the bound is 65536")),
        ("2^70 * ^<2>", Err("the bound is 65536")),
        ("-2^70 * {3||2|1}", Err("the bound is 65536")),
        ("2^70 * {2|1}", Ok("1770887431076116955136")),
        ("(2^70 + 1) * *", Ok("*")),
        ("2^60 * ^*", Ok("^1152921504606846976")),
        (
            "7 * Tiny(1) == sum([Tiny(1) for n from 1 to 7])",
            Ok("true"),
        ),
    ] {
        let given = run(&["calc", expression]);
        match answer {
            Ok(text) => given.prints(&format!("{text}\n")),
            Err(why) => {
                assert_eq!(given.code, Some(3), "{expression}");
                assert!(given.err.contains(why), "{}", given.err);
            }
        }
    }
}
