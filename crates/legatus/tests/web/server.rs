//! The server under test.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::common::legatus;

/// A directory that is removed in the end.
pub struct Directory(pub PathBuf);

impl Directory {
    pub fn new() -> Self {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("legatus-browser-{}-{number}", std::process::id());
        Directory(std::env::temp_dir().join(name))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A running server.
pub struct Server {
    child: Child,
    pub port: u16,
}

impl Server {
    /// Starts one with its data in a directory.
    pub fn start(data: &Directory) -> Server {
        // A port that is free now, so that tests do not meet at the usual one.
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let mut child = legatus(&["serve", "--port", &port.to_string(), "--data"])
            .arg(&data.0)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        lines.read_line(&mut first).unwrap();
        assert!(
            first.contains(&format!("http://127.0.0.1:{port}/")),
            "{first}"
        );
        Server { child, port }
    }

    /// Ends it as a crash does.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
