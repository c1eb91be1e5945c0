//! The real program, driven as a script drives it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;

#[cfg(unix)]
use crate::common::interrupt;
use crate::common::{Answer, feed, legatus, run, talk};

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

mod calc {
    use super::*;

    #[test]
    fn expressions_are_answered_in_turn() {
        run(&["calc", "{1|-1}"]).prints("+-1\n");
        run(&["calc", "x = {3||1|-2}", "mean(x)", "x.Temperature"]).prints("{3||1|-2}\n5/4\n7/4\n");
    }

    #[test]
    fn an_expression_may_begin_with_a_minus_sign() {
        run(&["calc", "-1+3"]).prints("2\n");
        run(&["calc", "-^"]).prints("v\n");
        run(&["calc", "-v"]).prints("^\n");
        run(&["calc", "--", "-*2"]).prints("*2\n");
        run(&["calc", "-1", "--notation", "unicode", "-^"]).prints("-1\n↓\n");
    }

    #[test]
    fn false_is_an_answer() {
        run(&["calc", "1 < 0"]).prints("false\n");
    }

    #[test]
    fn bad_input_is_shown_with_a_caret() {
        run(&["calc", "1 + )"]).complains("", 2, "1 + )\n    ^\nerror: column 5: ", "");
    }

    #[test]
    fn words_that_the_shell_split_get_a_hint() {
        run(&["calc", "1", "+", "1"]).complains("1\n", 2, "", "quote");
    }

    #[test]
    fn notations() {
        run(&["calc", "--notation", "unicode", "1/2 + ^^*"]).prints("½⇑∗\n");
    }

    #[test]
    fn json_answers_and_errors_are_objects() {
        let answer = run(&["calc", "--json", "{1|-1}", ")"]);
        assert_eq!((answer.err.as_str(), answer.code), ("", Some(2)));
        let lines: Vec<&str> = answer.out.lines().collect();
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(
            lines
                .iter()
                .all(|line| line.starts_with('{') && line.ends_with('}'))
        );
        assert!(lines[1].starts_with("{\"error\":\""), "{lines:?}");
        assert!(lines[1].ends_with(",\"column\":1,\"exit\":2}"), "{lines:?}");
    }

    #[test]
    fn help_is_an_expression_too() {
        let answer = run(&["calc", "help atomic_weight"]);
        assert!(answer.out.contains("atomic_weight"), "{answer:?}");
        assert_eq!(run(&["calc", "help nonsense"]).code, Some(2));
    }
}

mod lines {
    use super::*;

    #[test]
    fn each_line_gives_one_line() {
        let answer = feed(
            &["calc", "-"],
            b"x = {2|-2}\n\nx + x\r\n1 +\n  \nx.Temperature",
        );
        let lines: Vec<&str> = answer.out.lines().collect();
        assert_eq!(lines.len(), 6, "{lines:?}");
        assert_eq!(lines[..3], ["+-2", "", "0"]);
        assert!(lines[3].starts_with("error: column "), "{lines:?}");
        assert_eq!(lines[4..], ["", "2"]);
        assert_eq!((answer.err.as_str(), answer.code), ("", Some(2)));
    }

    #[test]
    fn without_a_terminal_no_dash_is_needed() {
        feed(&["calc"], b"1+1\n").prints("2\n");
        feed(&["calc"], b"").prints("");
    }

    #[test]
    fn any_bytes_give_one_line() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut input = Vec::new();
        let alphabet = b"{}|||,.*^v+-0123()[]<>:=x \"'\\\t/!\xff\xe2\x86\x91\x00TinyMean";
        for _ in 0..20_000 {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let random = (state >> 33) as usize;
            input.push(match random % 12 {
                0 => b'\n',
                _ => alphabet[random / 12 % alphabet.len()],
            });
        }
        input.push(b'\n');
        let lines = input.iter().filter(|&&byte| byte == b'\n').count();
        let answer = feed(&["calc", "-", "--memory", "500M"], &input);
        assert_eq!(answer.out.lines().count(), lines);
        assert_eq!(answer.err, "");
    }

    #[test]
    fn what_is_not_text_is_named() {
        let answer = feed(&["calc", "-"], b"^\xff\n1\n");
        assert_eq!(
            answer.out,
            "error: column 2: expected UTF-8 text, not the byte 0xff\n1\n"
        );
        assert_eq!(answer.code, Some(2));
    }

    #[test]
    fn an_answer_comes_before_the_next_line_goes_in() {
        let mut child = talk(&["calc", "-"]);
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        for (question, answer) in [("1+1\n", "2\n"), ("\n", "\n"), ("{1|1}\n", "1*\n")] {
            stdin.write_all(question.as_bytes()).unwrap();
            let mut line = String::new();
            stdout.read_line(&mut line).unwrap();
            assert_eq!(line, answer);
        }
        drop(stdin);
        assert!(child.wait().unwrap().success());
    }

    #[test]
    fn json_lines() {
        let answer = feed(&["calc", "-", "--json"], b"*\n\n1+\n");
        assert_eq!(answer.out.lines().count(), 3, "{answer:?}");
        assert_eq!(answer.out.lines().nth(1), Some(""));
        assert_eq!(answer.code, Some(2));
    }

    #[test]
    fn a_line_longer_than_the_limit_is_refused_and_the_next_one_read() {
        let mut input = vec![b'1'; 4 << 20];
        input.extend(b"\n1+1\n");
        let answer = feed(&["calc", "-", "--memory", "16M"], &input);
        assert_eq!(answer.out.lines().count(), 2, "{}", answer.err);
        assert!(
            answer.out.starts_with("error: the line is longer than"),
            "{answer:?}"
        );
        assert!(answer.out.ends_with("\n2\n"));
        assert_eq!(answer.code, Some(3));
    }
}

mod ends {
    use super::*;

    #[test]
    fn usage_errors_are_bad_input() {
        for arguments in [
            &[][..],
            &["nonsense"],
            &["calc", "--jsn"],
            &["calc", "--memory", "much", "1"],
            &["thermograph"],
        ] {
            let answer = run(arguments);
            assert_eq!(
                (answer.out.as_str(), answer.code),
                ("", Some(2)),
                "{arguments:?}"
            );
            assert!(answer.err.contains("Usage") || answer.err.contains("error"));
        }
        assert!(run(&["--version"]).out.starts_with("legatus "));
    }

    #[test]
    fn a_closed_pipe_is_no_error() {
        let mut child = talk(&["calc", "-"]);
        let mut stdin = child.stdin.take().unwrap();
        drop(child.stdout.take());
        while stdin.write_all(b"1+1\n").is_ok() {}
        let mut err = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut err)
            .unwrap();
        assert_eq!((err.as_str(), child.wait().unwrap().code()), ("", Some(0)));
        for arguments in [&["man"][..], &["completions", "bash"], &["calc", "1"]] {
            let mut child = talk(arguments);
            drop(child.stdout.take());
            let answer = Answer::from(child.wait_with_output().unwrap());
            assert_eq!(
                (answer.err.as_str(), answer.code),
                ("", Some(0)),
                "{arguments:?}"
            );
        }
    }

    #[cfg(unix)]
    #[test]
    fn an_interrupt_is_told_by_the_exit_code() {
        let mut child = talk(&["calc", "-"]);
        child.stdin.as_mut().unwrap().write_all(b"1\n").unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut String::new()).unwrap();
        interrupt(&child);
        assert_eq!(child.wait().unwrap().code(), Some(130));
    }
}

mod limits {
    use super::*;

    const EXPLODING: &str = "sum([+-(3^n) for n from 1 to 60])";

    #[test]
    fn work_that_explodes_stops_at_the_memory_limit() {
        let answer = run(&["calc", "--memory", "50M", EXPLODING]);
        answer.complains("", 3, "error: stopped at the memory limit", "");
    }

    #[test]
    fn failed_lines_give_the_exit_code_and_the_rest_is_answered() {
        for (middle, code) in [("1 +", 2), ("x", 3)] {
            let input = format!("x = {{3|1}}\n{EXPLODING}\n{middle}\nx + 1\n");
            let answer = feed(&["calc", "-", "--memory", "50M"], input.as_bytes());
            let lines: Vec<&str> = answer.out.lines().collect();
            assert_eq!((lines.len(), answer.code), (4, Some(code)), "{lines:?}");
            assert!(lines[1].contains("memory limit"), "{lines:?}");
            assert_eq!((lines[0], lines[3]), ("{3|1}", "{4|2}"));
        }
    }

    #[cfg(unix)]
    #[test]
    fn an_interrupted_computation_says_so() {
        let child = legatus(&["calc", EXPLODING])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Long enough to be computing, on a busy machine too.
        std::thread::sleep(std::time::Duration::from_millis(700));
        interrupt(&child);
        let answer = Answer::from(child.wait_with_output().unwrap());
        assert_eq!(
            (answer.err.as_str(), answer.code),
            ("interrupted\n", Some(130))
        );
    }
}

mod thermograph {
    use super::*;

    #[test]
    fn walls_are_lists_of_corners() {
        run(&["thermograph", "--json", "{3||2|1}", "-5"]).prints(concat!(
            r#"{"expression":"{3||2|1}","mean":"9/4","temperature":"3/4","#,
            r#""left":[["-1","4"],["3/4","9/4"]],"#,
            r#""right":[["-1","2"],["1/2","2"],["3/4","9/4"]]}"#,
            "\n",
            r#"{"expression":"-5","mean":"-5","temperature":"-1","#,
            r#""left":[["-1","-5"]],"right":[["-1","-5"]]}"#,
            "\n"
        ));
    }

    #[test]
    fn a_picture_goes_to_a_file_or_to_standard_output() {
        let file = scratch("thermograph.svg");
        let _ = fs::remove_file(&file);
        let name = file.to_str().unwrap();
        run(&["thermograph", "+-1", "--svg", name])
            .prints("Thermograph(0,[1],[0,-1],0,[1],[0,1])\n");
        let picture = fs::read_to_string(&file).unwrap();
        assert!(picture.contains("<svg"));
        run(&["thermograph", "+-1", "--svg", "-"]).prints(&picture);
        let answer = run(&["thermograph", "+-1", "--svg", "/no/such/file.svg"]);
        assert_eq!((answer.out.as_str(), answer.code), ("", Some(2)));
        assert_eq!(
            answer.err,
            "error: /no/such/file.svg: no such file or directory\n"
        );
    }

    #[test]
    fn what_has_no_thermograph_is_bad_input() {
        assert_eq!(run(&["thermograph", "[1,2]"]).code, Some(2));
        assert_eq!(run(&["thermograph", "{1|"]).code, Some(2));
        let answer = run(&["thermograph", "--json", "{1|"]);
        assert!(answer.out.starts_with("{\"error\":"), "{answer:?}");
        assert_eq!((answer.err.as_str(), answer.code), ("", Some(2)));
    }
}

mod read {
    use super::*;

    const REPETITIVE: &str = "{5|3||1|-7|||{5|3||1|-7|||-9},{5|3||1|-7|||-9|-11}}\n";

    #[test]
    fn value_text_is_juxtaposition() {
        feed(&["read", "-"], b"3^4*2\n").prints("3^4*2\n");
        feed(&["read", "-", "--notation", "unicode"], b"1|0||-1").prints("{1|0||-1}\n");
    }

    #[test]
    fn the_compressed_form_reads_back() {
        let short = feed(&["read", "--compress", "-"], REPETITIVE.as_bytes());
        short.prints("a = {5|3||1|-7}\n{a|{a|-9},{a||-9|-11}}\n");
        feed(&["read", "-"], short.out.as_bytes()).prints(REPETITIVE);
        feed(&["read", "--sizes", "-"], short.out.as_bytes())
            .prints("characters  51\ndistinct    13\ncompressed  38\n");
    }

    #[test]
    fn json() {
        feed(&["read", "--json", "-", "--notation", "latex"], b"+-1")
            .prints("{\"value\":\"\\\\pm 1\"}\n");
        let answer = feed(&["read", "--json", "-"], b"{1|\n2 3}");
        assert!(
            answer
                .out
                .ends_with(",\"line\":2,\"column\":3,\"exit\":2}\n"),
            "{answer:?}"
        );
        assert_eq!(answer.code, Some(2));
    }

    #[test]
    fn bad_text_is_shown_with_its_file_and_a_caret() {
        let file = scratch("bad.txt");
        fs::write(&file, "{1|\n2 3}\n").unwrap();
        let answer = run(&["read", file.to_str().unwrap()]);
        let place = format!("2 3}}\n  ^\nerror: {}: line 2, column 3: ", file.display());
        assert!(answer.err.starts_with(&place), "{}", answer.err);
        assert_eq!(answer.code, Some(2));
        let answer = run(&["read", "no-such-file"]);
        assert_eq!(
            answer.err,
            "error: no-such-file: no such file or directory\n"
        );
        assert_eq!(answer.code, Some(2));
    }

    /// Megabytes of text with few distinct values, and a chain 100 000 deep.
    #[test]
    fn long_and_deep_texts_come_back() {
        let mut long = String::from("{9|3}");
        for n in 1..17 {
            long = format!("{{{}|{long}}},{{{long}|-{}}}", 10 + n, 10 + n);
            long = format!("{{{long}|-{}}}", 100 * n);
        }
        let once = feed(&["read", "-", "--memory", "100M"], long.as_bytes());
        assert_eq!(once.code, Some(0), "{}", once.err);
        let twice = feed(&["read", "-", "--memory", "100M"], once.out.as_bytes());
        assert!(once.out == twice.out, "a printed value reads back");

        let depth = 100_000;
        let mut deep = "{".repeat(depth) + "9";
        for n in 0..depth {
            deep.push_str(&format!("|-{n}}}"));
        }
        let answer = feed(&["read", "--sizes", "-"], deep.as_bytes());
        assert!(answer.out.starts_with("characters "), "{}", answer.err);
    }
}
