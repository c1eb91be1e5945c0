//! What programs that call this one rely on: JSON for every answer, errors
//! included, and lists of questions with the answers they expect.

use serde_json::Value;

use crate::common::{feed, run};

/// Whatever is wrong, `--json` gives one object on standard output and nothing
/// on standard error.
#[test]
fn errors_are_objects_when_answers_are() {
    for (command, reason) in [
        ("value clobber XXQ", "no square"),
        ("value nogame XX", "no game"),
        ("value clobber XO --bogus", "--bogus"),
        ("value", "not provided"),
        (
            "outcome domineering 3x3 --proof /proc/none/proof",
            "no such",
        ),
        ("outcome domineering 9x9 --seconds 0.05", "time limit"),
        ("value domineering 5x6 --memory 1M", "memory"),
        ("moves clobber Q", "no square"),
        ("count clobber XO --dir /proc/none", "no such"),
        ("find clobber 2x2 --value {1", "expected"),
        ("grundy nim x", "no heap"),
        ("tree clobber Q", "no square"),
        ("games nogame", "no game"),
        ("tables nopaper", "no paper"),
        ("calc {1|", "expected"),
        ("thermograph {1", "expected"),
        ("environment amazons q", "no square"),
        ("match clobber XO --games many", "--games"),
        ("check /none", "no such"),
        ("read /none", "no such"),
        ("analyse latrunculus q", "no start"),
        ("threats latrunculus q", "no start"),
    ] {
        let mut words: Vec<&str> = command.split(' ').collect();
        words.push("--json");
        let answer = run(&words);
        let told = format!("{command}: {answer:?}");
        let object: Value = serde_json::from_str(&answer.out).expect(&told);
        let error = object["error"].as_str().expect(&told);
        assert!(error.contains(reason), "{told}");
        assert_eq!(
            object["exit"].as_i64(),
            answer.code.map(i64::from),
            "{told}"
        );
        assert!(matches!(answer.code, Some(2 | 3)), "{told}");
        assert_eq!(answer.err, "", "{told}");
    }
}

/// A table on standard output beside an object is objects, too.
#[test]
fn a_table_on_standard_output_is_objects_when_the_answer_is_one() {
    let answer = run(&["value", "clobber", "XXO", "--json", "--all", "-"]);
    let rows: Vec<Value> = answer
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect();
    assert_eq!(rows[0]["value"], "^");
    let value = |position: &str| {
        let row = rows.iter().find(|row| row["position"] == position);
        row.unwrap()["value"].as_str().unwrap().to_owned()
    };
    assert_eq!(value("BBW"), "^");
    assert_eq!(value("BW."), "*");
    assert_eq!(value("B.B"), "0");
}

/// `2x2`, `1x2` and `2x1` are the first rows of Conway's table of Domineering.
#[test]
fn lines_are_compared_with_what_they_expect() {
    let lines = b"2x2\tN\n1x2\tR\n2x1\t{B win, W loss}\n2x3\tP\n3x3\t{B loss} {W win}\n";
    let answer = feed(&["outcome", "domineering", "-", "--expected"], lines);
    assert_eq!(
        answer.out,
        "N\tagrees\nR\tagrees\nL\tagrees\nN\texpected P\nN\texpected {B loss} {W win}\n"
    );
    assert_eq!(answer.code, Some(1));
    assert!(
        answer.err.contains("3 agree, 2 disagree, 0 not decided"),
        "{answer:?}"
    );

    let lines = b"domineering\t2x2\tN\n*2 + nim(2)\tP\n";
    let answer = feed(&["outcome", "-", "--expected", "--json"], lines);
    assert_eq!(answer.code, Some(0));
    for line in answer.out.lines() {
        let object: Value = serde_json::from_str(line).unwrap();
        assert_eq!(object["agrees"], true, "{line}");
        assert_eq!(object["outcome"], object["expected"], "{line}");
    }

    for (line, reason) in [
        ("2x2\n", "no tab"),
        ("2x2\tperhaps\n", "no outcome"),
        ("2x2\t{B draws}\n", "no outcome"),
    ] {
        let answer = feed(
            &["outcome", "domineering", "-", "--expected"],
            line.as_bytes(),
        );
        assert_eq!(answer.code, Some(2), "{line}");
        assert!(answer.out.contains(reason), "{line}: {answer:?}");
    }
}

/// A line that takes too long does not hold up the next.
#[test]
fn every_line_has_its_own_time() {
    let lines = b"11x11\tN\n2x2\tN\n11x11\tN\n1x2\tR\n";
    let arguments = [
        "outcome",
        "domineering",
        "-",
        "--expected",
        "--seconds",
        "0.3",
    ];
    let answer = feed(&arguments, lines);
    let rows: Vec<&str> = answer.out.lines().collect();
    assert_eq!([rows[1], rows[3]], ["N\tagrees", "R\tagrees"]);
    for late in [rows[0], rows[2]] {
        assert!(late.contains("stopped at the time limit"), "{late}");
    }
    assert!(answer.err.contains("2 agree, 0 disagree, 2 not decided"));
    assert_eq!(answer.code, Some(3));
}
