//! `legatus spark-job`, with a program in the place of spark-submit that says
//! what it was asked.

use crate::common::{Answer, home, legatus, run};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

/// A home of Spark whose spark-submit is this script.
fn spark(script: &str) -> PathBuf {
    let directory = home().join("spark");
    let submit = directory.join("bin/spark-submit");
    fs::create_dir_all(submit.parent().unwrap()).unwrap();
    fs::write(&submit, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&submit, fs::Permissions::from_mode(0o755)).unwrap();
    directory
}

fn submit(script: &str, arguments: &[&str]) -> Answer {
    let mut command = legatus(&["spark-job"]);
    command.args(arguments).env("SPARK_HOME", spark(script));
    Answer::from(command.output().unwrap())
}

#[test]
fn the_job_is_handed_to_spark_submit() {
    let arguments = [
        "count",
        "legionnaires",
        "4x4",
        "--master",
        "local[2]",
        "--path",
        "/tmp/four",
        "--keep",
        "--json",
        "--partitions",
        "8",
        "--small",
        "0",
        "--conf",
        "spark.ui.port=4141",
        "--",
        "--num-executors",
        "3",
    ];
    let answer = submit(r#"printf '%s\n' "$@""#, &arguments);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let (before, after) = answer.out.split_once("legatus_spark_job.py\n").unwrap();
    let before: Vec<&str> = before.lines().collect();
    let (place, before) = before.split_last().unwrap();
    let expected = "--master local[2] --conf spark.ui.port=4141 --num-executors 3";
    assert_eq!(before.join(" "), expected);
    assert!(!std::path::Path::new(place).exists(), "{place} was left");
    let expected = "count --partitions=8 --small=0 --path=/tmp/four --keep --json \
                    -- legionnaires 4x4";
    assert_eq!(after.lines().collect::<Vec<_>>().join(" "), expected);
}

#[test]
fn the_program_that_is_submitted_runs_the_job_of_the_package() {
    let script = r#"for word; do case $word in *.py) cat "$word";; esac; done"#;
    let answer = submit(script, &["solve", "nim", "1,2"]);
    answer.says(&["from legatus.spark.job import main", "sys.exit(main())"]);
}

#[test]
fn exit_codes_are_those_of_the_job() {
    for (script, code) in [
        ("exit 0", 0),
        ("exit 2", 2),
        ("exit 3", 3),
        ("kill -9 $$", 2),
    ] {
        let answer = submit(script, &["count", "nim", "1,2"]);
        assert_eq!(answer.code, Some(code), "{script}");
    }
    let err = submit("exit 1", &["count", "nim", "1,2"]).err;
    assert!(err.contains("the job has ended early"), "{err}");
}

#[test]
fn what_is_wrong_is_said_before_spark_begins() {
    let answer = submit("echo begun", &["count", "legionnaires", "no board"]);
    assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""));
    assert!(answer.err.starts_with("error: "), "{}", answer.err);
    assert_eq!(run(&["spark-job", "draw", "nim", "1"]).code, Some(2));
    let mut command = legatus(&["spark-job", "count", "nim", "1"]);
    command.env("SPARK_HOME", home().join("nothing"));
    let Answer { code, err, .. } = Answer::from(command.output().unwrap());
    assert_eq!(code, Some(2));
    assert!(err.contains("pip install 'pyspark>=4.1'"), "{err}");
}

/// What is said beside the answer does not get into it.
#[test]
fn the_answer_stands_alone() {
    let script = "echo 'legatus: progress is shown at http://here'; echo '{}'; echo 'error: no'";
    let answer = submit(script, &["count", "legionnaires", "4x4", "--json"]);
    assert_eq!((&*answer.out, answer.code), ("{}\n", Some(0)));
    let said = "legatus: progress is shown at http://here\nerror: no\n";
    assert_eq!(answer.err, said);
}
