//! The server under test.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::common::{home, places};

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
    /// The first line that it printed.
    pub said: String,
}

impl Server {
    /// Starts one with its data in a directory.
    pub fn start(data: &Directory) -> Server {
        let server = Server::start_with(data, env!("CARGO_BIN_EXE_legatus"), &[]);
        let here = format!("http://127.0.0.1:{}/", server.port);
        assert!(server.said.contains(&here), "{}", server.said);
        server
    }

    /// Starts one by a command, with more options.
    pub fn start_with(data: &Directory, command: &str, options: &[&str]) -> Server {
        // Any port: one that is free now may soon be that of a connection.
        let mut server = Server::start_at(data, 0, command, options);
        server.port = port_in(&server.said).unwrap_or(0);
        server
    }

    /// Goes on with the same data at the port of a server that has ended.
    pub fn again(data: &Directory, port: u16) -> Server {
        Server::start_at(data, port, env!("CARGO_BIN_EXE_legatus"), &[])
    }

    fn start_at(data: &Directory, port: u16, command: &str, options: &[&str]) -> Server {
        // The shell lets tests limit what the server may have.
        let mut child = Command::new("/bin/sh")
            .args(["-c", &format!("exec {command} serve \"$@\""), "legatus"])
            .args(["--port", &port.to_string(), "--data"])
            .arg(&data.0)
            .args(options)
            .envs(places(&home()))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = String::new();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        lines.read_line(&mut said).unwrap();
        Server { child, port, said }
    }

    /// Its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends it as a crash does.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// The port in what a server says that has started.
fn port_in(said: &str) -> Option<u16> {
    let address = said.split_once("http://")?.1.split_once('/')?.0;
    address.rsplit_once(':')?.1.parse().ok()
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
