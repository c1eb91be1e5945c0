//! Conversations with the calculator in a pseudo-terminal.
#![cfg(unix)]

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(60);

/// What the line editor tells the terminal when it begins and ends to read a
/// line: everything between is an answer.
const BEGIN: &str = "\x1b[?2004h";
const END: &str = "\x1b[?2004l";

const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";

struct Conversation {
    child: Child,
    terminal: Arc<Pty>,
    screen: Receiver<Vec<u8>>,
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
        let (terminal, end) = open().unwrap();
        terminal.resize(Size::new(50, 100)).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_legatus"))
            .arg("calc")
            .current_dir(&directory)
            .env("XDG_STATE_HOME", directory.join("state"))
            .env("TERM", "xterm")
            .env("NO_COLOR", "1")
            .env("LC_ALL", "C.UTF-8")
            .spawn(end)
            .unwrap();
        let terminal = Arc::new(terminal);
        let (sender, screen) = channel();
        let reader = Arc::clone(&terminal);
        // Reading blocks, so a thread does it until the program is gone.
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = (&*reader).read(&mut buffer) {
                if sender.send(buffer[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        let mut conversation = Conversation {
            child,
            terminal,
            screen,
            directory,
        };
        assert!(conversation.answer().contains("help"), "no greeting");
        conversation
    }

    fn press(&mut self, keys: &str) {
        (&*self.terminal).write_all(keys.as_bytes()).unwrap();
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
            match self.screen.recv_timeout(PATIENCE) {
                Ok(bytes) => seen.extend(bytes),
                Err(_) => panic!("no prompt after:\n{text}"),
            }
        }
    }

    /// Leaves with these keys; the program must end well.
    fn leave(mut self, keys: &str) {
        self.press(keys);
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn ctrl_c_clears_the_line_and_ctrl_d_leaves() {
    let mut calculator = Conversation::start("keys");
    calculator.press("1 + ");
    calculator.press(CTRL_C);
    calculator.answer();
    assert_eq!(calculator.ask("2"), "2");
    calculator.leave(CTRL_D);
}

#[test]
fn quit_leaves() {
    Conversation::start("quit").leave(":quit\r");
}

#[test]
fn tries() {
    let mut c = Conversation::start("try");
    assert_eq!(c.ask("{1|\r2}"), "{1|\n2}");
    assert_eq!(c.ask("me\t(1)"), "mean(1)");
    println!("{}", c.ask("help"));
    println!("{}", c.ask("1?1"));
    println!("{}", c.ask(":svg a.svg 1"));
    println!("{}", c.ask(":svg"));
    c.press("loop\r");
    thread::sleep(Duration::from_millis(300));
    c.press(CTRL_C);
    println!("{}", c.answer());
    println!("{}", c.directory.display());
    c.leave(CTRL_D);
}
