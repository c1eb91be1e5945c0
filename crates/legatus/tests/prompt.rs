//! Conversations with the calculator in a pseudo-terminal.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::common::pty::{PATIENCE, Terminal};

/// What the line editor tells the terminal when it begins and ends to read a
/// line: everything between is an answer.
const BEGIN: &str = "\x1b[?2004h";
const END: &str = "\x1b[?2004l";

const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";

struct Conversation {
    terminal: Terminal,
    directory: PathBuf,
}

impl Conversation {
    /// Starts the calculator in an empty directory.
    fn start(name: &str) -> Self {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("prompt-{name}"));
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).unwrap();
        Self::start_in(directory)
    }

    fn start_in(directory: PathBuf) -> Self {
        let mut conversation = Conversation {
            terminal: Terminal::start(&directory, 100, &["calc"]),
            directory,
        };
        assert!(conversation.answer().contains("help"), "no greeting");
        conversation
    }

    fn press(&mut self, keys: &str) {
        self.terminal.press(keys);
    }

    /// Types a line and gives back what is printed before the next prompt.
    fn ask(&mut self, line: &str) -> String {
        self.press(line);
        self.press("\r");
        self.answer()
    }

    /// What is printed up to the next prompt.
    fn answer(&mut self) -> String {
        let mut seen = Vec::new();
        loop {
            let text = String::from_utf8_lossy(&seen);
            if let Some(end) = text.rfind(BEGIN) {
                let start = text[..end].rfind(END).map_or(0, |at| at + END.len());
                return text[start..end].replace("\r\n", "\n").trim().to_string();
            }
            match self.terminal.more(PATIENCE) {
                Some(bytes) => seen.extend(bytes),
                None => panic!("no prompt after:\n{text}"),
            }
        }
    }

    /// Presses Ctrl-C after so many milliseconds, and gives back what is
    /// printed up to the next prompt.
    fn interrupted_after(&mut self, millis: u64) -> String {
        thread::sleep(Duration::from_millis(millis));
        self.press(CTRL_C);
        self.answer()
    }

    /// Leaves with these keys; the program must end well.
    fn leave(mut self, keys: &str) {
        self.press(keys);
        assert_eq!(self.terminal.end(), Some(0));
    }
}

/// Starts the calculator in an empty directory, talks and leaves with Ctrl-D.
fn talk(name: &str, words: impl FnOnce(&mut Conversation)) {
    let mut calculator = Conversation::start(name);
    words(&mut calculator);
    calculator.leave(CTRL_D);
}

#[test]
fn ctrl_c_clears_the_line_and_ctrl_d_leaves() {
    talk("keys", |calculator| {
        calculator.press("1 + ");
        calculator.press(CTRL_C);
        calculator.answer();
        assert_eq!(calculator.ask("2"), "2");
    });
}

#[test]
fn quit_leaves() {
    Conversation::start("quit").leave(":quit\r");
}

/// Asks every example on a page of help and compares the answers.
fn follow(calculator: &mut Conversation, page: &str) {
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(input) = line.strip_prefix("  > ") {
            let shown = lines.next().unwrap_or_default().trim();
            let real = calculator.ask(input);
            assert_eq!(real.lines().next(), Some(shown), "{input}");
        }
    }
}

/// Someone who knows nothing but `help` finds the atomic weight of a game and
/// a picture of a thermograph.
#[test]
fn help_leads_to_an_atomic_weight_and_to_a_picture() {
    talk("help", |calculator| {
        let page = calculator.ask("help");
        assert!(page.contains("help NAME"), "{page}");
        assert!(page.contains("atomic_weight({0||0|v3})\n  0\n"), "{page}");
        assert!(page.contains("> :svg "), "{page}");
        follow(calculator, &page);
        let picture = fs::read_to_string(calculator.directory.join("picture.svg")).unwrap();
        assert!(picture.contains("<svg") && picture.contains("{3||2|1}"));

        let page = calculator.ask("help atomic_weight");
        assert!(page.contains("> atomic_weight("), "{page}");
        follow(calculator, &page);
        for topic in ["notation", "operators", "lists", "variables"] {
            let page = calculator.ask(&format!("help {topic}"));
            assert!(page.contains("  > "), "{page}");
            follow(calculator, &page);
        }
    });
}

#[test]
fn thermographs_are_drawn_below_their_text() {
    talk("drawing", |calculator| {
        let answer = calculator.ask("thermograph({3||2|1})");
        let (text, drawing) = answer.split_once('\n').unwrap();
        assert!(text.starts_with("Thermograph(9/4,"), "{answer}");
        assert!(
            drawing.lines().count() > 5 && drawing.contains("9/4"),
            "{answer}"
        );
    });
}

#[test]
fn errors_show_the_line_and_a_caret() {
    talk("caret", |calculator| {
        let answer = calculator.ask("1 + )");
        assert!(
            answer.starts_with("1 + )\n    ^\nerror: column 5: "),
            "{answer}"
        );
        let answer = calculator.ask(":svg no/such/directory.svg 1");
        assert_eq!(
            answer,
            "error: no/such/directory.svg: no such file or directory"
        );
        assert!(calculator.ask(":svg").starts_with("error: "));
        assert!(calculator.ask("help nonsense").starts_with("error: "));
    });
}

#[test]
fn an_open_bracket_continues_and_tab_completes() {
    talk("editing", |calculator| {
        assert_eq!(calculator.ask("{1|\r-1}"), "+-1");
        assert_eq!(calculator.ask("temperatur\t({1|-1})"), "1");
        calculator.ask("my_variable = 7");
        assert_eq!(calculator.ask("my_v\t + 1"), "8");
    });
}

#[test]
fn ctrl_c_stops_a_computation_and_the_conversation_goes_on() {
    talk("stop", |calculator| {
        calculator.ask("x = {3|1}");
        calculator.press("sum([+-(3^n) for n from 1 to 60])\r");
        assert!(calculator.interrupted_after(500).contains("interrupted"));
        assert_eq!(calculator.ask("x + 1"), "{4|2}");
    });
}

/// What a terminal sends around a text that is pasted.
const PASTE: [&str; 2] = ["\x1b[200~", "\x1b[201~"];

#[test]
fn pasted_lines_are_evaluated_one_by_one() {
    talk("paste", |calculator| {
        let pasted = PASTE.join("x = {3|1}\nx + 1\n// a comment\n{5|\n4}\n1 +\n5*");
        let answers = calculator.ask(&pasted);
        assert_eq!(
            answers,
            "{3|1}\n{4|2}\n\n{5|4}\n1 +\n   ^\nerror: column 4: expected a value, found the end\n5*"
        );
        // Each line is an entry of the history.
        assert_eq!(calculator.ask("\x1b[A"), "5*");
    });
}

/// Not every terminal says that a text is pasted.
#[test]
fn lines_typed_ahead_are_not_lost() {
    talk("ahead", |calculator| {
        calculator.press("x = 1+1\rx+2\rx+3\ry = {9|7}\r");
        let mut seen = String::new();
        while !seen.contains("{9|7}") {
            seen.push_str(&calculator.answer());
            seen.push('\n');
        }
        assert_eq!(calculator.ask("y + x"), "{11|9}");
    });
}

#[test]
fn ctrl_c_stops_all_that_was_pasted() {
    talk("paste-stop", |calculator| {
        let long = "sum([+-(3^n) for n from 1 to 60])";
        calculator.press(&PASTE.join(&format!("{long}\n7777\n{long}")));
        calculator.press("\r");
        let answer = calculator.interrupted_after(500);
        assert!(answer.ends_with("interrupted"), "{answer}");
    });
}

#[test]
fn long_work_shows_that_it_is_thinking() {
    talk("thinking", |calculator| {
        calculator.press("sum([+-(3^n) for n from 1 to 60])\r");
        let answer = calculator.interrupted_after(1_700);
        assert!(answer.contains("thinking… 1 s"), "{answer}");
        assert_eq!(calculator.ask("1"), "1");
    });
}

#[test]
fn arithmetic_that_is_also_a_value_gets_a_note() {
    talk("note", |calculator| {
        assert_eq!(
            calculator.ask("5*2"),
            "10\nnote: 5*2 is read as arithmetic; the value 5 + *2 is written value(\"5*2\")"
        );
        assert_eq!(calculator.ask("5*"), "5*");
    });
}

#[test]
fn history_outlives_the_conversation() {
    let mut calculator = Conversation::start("history");
    calculator.ask("{1|-1} + 5");
    let directory = calculator.directory.clone();
    calculator.leave(CTRL_D);
    assert!(directory.join("state/legatus/history").is_file());
    const UP: &str = "\x1b[A";
    let mut calculator = Conversation::start_in(directory);
    assert_eq!(calculator.ask(UP), "{6|4}");
    calculator.leave(CTRL_D);
}
