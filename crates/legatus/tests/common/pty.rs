//! The program in a terminal.

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use std::io::{Read, Write};
use std::path::Path;
use std::process::Child;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::places;

/// How long something may take to appear.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal in which the program runs; it is killed in the end.
pub struct Terminal {
    child: Child,
    terminal: Arc<Pty>,
    screen: Receiver<Vec<u8>>,
    seen: Vec<u8>,
}

impl Terminal {
    /// Starts the program in a terminal of this width in columns.
    pub fn start(home: &Path, columns: u16, arguments: &[&str]) -> Self {
        let (terminal, end) = open().unwrap();
        terminal.resize(Size::new(50, columns)).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_legatus"))
            .args(arguments)
            .current_dir(home)
            .envs(places(home))
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
        Terminal {
            child,
            terminal,
            screen,
            seen: Vec::new(),
        }
    }

    pub fn press(&mut self, keys: &str) {
        (&*self.terminal).write_all(keys.as_bytes()).unwrap();
    }

    /// What is printed next, if something is in time.
    pub fn more(&self, patience: Duration) -> Option<Vec<u8>> {
        self.screen.recv_timeout(patience).ok()
    }

    /// Waits for a text; gives all that was printed since the last one.
    #[track_caller]
    pub fn until(&mut self, text: &str) -> String {
        let begun = Instant::now();
        loop {
            let seen = String::from_utf8_lossy(&self.seen).into_owned();
            if let Some(at) = seen.find(text) {
                let end = at + text.len();
                self.seen = seen.as_bytes()[end..].to_vec();
                return seen[..end].to_owned();
            }
            let left = PATIENCE.saturating_sub(begun.elapsed());
            match self.more(left) {
                Some(bytes) => self.seen.extend(bytes),
                None => panic!("no `{text}` in:\n{seen}"),
            }
        }
    }

    /// Waits until the program has ended; gives its exit code.
    pub fn end(&mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
