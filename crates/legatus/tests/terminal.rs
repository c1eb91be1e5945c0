//! What a person sees in a terminal while the program works, and types
//! meanwhile.

use crate::common::home;
use crate::common::pty::Terminal;

const CTRL_C: &str = "\x03";

/// What was shown on one line, time after time.
fn shown(screen: &str) -> Vec<&str> {
    let lines = screen.split("\r\x1b[K").map(|line| line.trim_end());
    lines.filter(|line| !line.is_empty()).collect()
}

/// Runs a program that takes long until it has shown something often enough.
fn watch(columns: u16, arguments: &[&str], word: &str) -> String {
    let mut terminal = Terminal::start(&home(), columns, arguments);
    let mut screen = String::new();
    for _ in 0..3 {
        screen.push_str(&terminal.until(word));
    }
    terminal.press(CTRL_C);
    screen
}

#[test]
fn progress_stays_on_its_line() {
    for columns in [40, 20] {
        let find = ["find", "domineering", "6x6", "--value", "100"];
        let screen = watch(columns, &find, " of 68719");
        assert!(!screen.contains('\n'), "{screen}");
        for line in shown(&screen) {
            assert!(line.chars().count() < columns.into(), "{line}");
        }
    }
}

#[test]
fn what_will_not_end_is_said_so() {
    let find = ["find", "legionnaires", "6x6", "--value", "100"];
    let screen = watch(100, &find, "positions, will not end, try --random");
    assert!(!screen.contains("days"), "{screen}");
}

#[test]
fn a_known_number_is_a_bar_with_an_end() {
    let games = ["match", "legionnaires", "8x8", "--games", "900000"];
    let players = ["--left", "mobility", "--right", "mobility"];
    let screen = watch(100, &[&games[..], &players].concat(), "to go");
    assert!(screen.contains(" of 900000 games, about "), "{screen}");
    assert!(screen.contains("[#") || screen.contains("[-"), "{screen}");
    let heaps = ["grundy", "grundys_game", "--sequence", "1000000"];
    let screen = watch(100, &heaps, "to go");
    assert!(screen.contains(" of 1000001 heaps, about "), "{screen}");
    let screen = watch(100, &["count", "legionnaires", "8x8"], " of at most 24: ");
    assert!(screen.contains("level "), "{screen}");
    let screen = watch(100, &["tables", "amazons", "--full"], "tables, ");
    assert!(screen.contains(" of 14 tables"), "{screen}");
    // Where the number is not known, what the work takes is told.
    let screen = watch(100, &["value", "domineering", "6x7"], " MB");
    assert!(screen.contains(" positions, "), "{screen}");
    assert!(screen.contains(" so far, "), "{screen}");
}

/// What is typed while the computer thinks is not lost.
#[test]
fn type_ahead_is_kept() {
    let play = [
        "play",
        "amazons",
        "6x6",
        "--right",
        "search",
        "--seconds",
        "2",
        "--first",
        "left",
    ];
    let mut terminal = Terminal::start(&home(), 100, &play);
    terminal.until("1. You (Black)>");
    // All at once: the second and third line wait for the computer's answer.
    terminal.press("1\rhelp\rrules\rmoves b\r");
    terminal.until("thinking…");
    terminal.until("Estimate: ");
    terminal.until("a move as `moves` lists it");
    terminal.until("Who cannot move loses.");
    terminal.until("3. You (Black)>");
    terminal.press("quit\r");
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn tab_completes_commands_and_moves() {
    let play = [
        "play",
        "legionnaires",
        "4x4",
        "--right",
        "human",
        "--first",
        "left",
    ];
    let mut terminal = Terminal::start(&home(), 100, &play);
    terminal.until("1. Black>");
    terminal.press("ru\t\r");
    terminal.until("Who cannot move loses.");
    terminal.until("1. Black>");
    terminal.press("b2\tb\t\r");
    terminal.until("2. White>");
    terminal.press("EXIT\r");
    terminal.until("the game is kept");
    assert_eq!(terminal.end(), Some(0));
}
