//! A server and a browser, as a person sits before them.

use serde_json::Value;
use std::ops::Deref;
use std::thread;
use std::time::{Duration, Instant};

use super::driver::Browser;
use super::server::{Directory, Server};
use crate::requests::full;

pub const STATUS: &str = "//*[@id='status']";
pub const MESSAGE: &str = "//*[@id='message']";

/// A browser at a server of its own; no page may complain.
pub struct Desk {
    pub browser: Browser,
    pub server: Server,
    pub data: Directory,
}

impl Deref for Desk {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        &self.browser
    }
}

impl Desk {
    /// A window of this size, at a page.
    pub fn at(width: u32, height: u32, path: &str) -> Desk {
        let data = Directory::new();
        let desk = Desk {
            server: Server::start(&data),
            browser: Browser::open(width, height),
            data,
        };
        desk.open(path);
        desk
    }

    /// Goes to a page of the server.
    pub fn open(&self, path: &str) {
        self.go(&format!("http://127.0.0.1:{}{path}", self.server.port));
    }

    pub fn click_label(&self, label: &str) {
        self.click(&self.labelled(label));
    }

    /// Waits until a place says all this.
    #[track_caller]
    pub fn says(&self, place: &str, words: &[&str]) {
        words.iter().for_each(|words| self.wait(place, words));
    }

    /// Clicks what has the label; then this place says so.
    #[track_caller]
    pub fn click_for(&self, label: &str, place: &str, words: &str) {
        self.click_label(label);
        self.wait(place, words);
    }

    /// Clicks what has the label; then the status says so.
    #[track_caller]
    pub fn click_to(&self, label: &str, status: &str) {
        self.click_for(label, STATUS, status);
    }

    /// Presses a place on the board; then the status says so.
    pub fn press_to(&self, spot: &str, status: &str) {
        self.browser.press(spot);
        self.wait(STATUS, status);
    }

    /// What a script returns, once that is neither nothing nor false.
    #[track_caller]
    pub fn until(&self, script: &str) -> Value {
        let begun = Instant::now();
        loop {
            let found = self.run(script);
            if !matches!(found, Value::Null | Value::Bool(false)) {
                return found;
            }
            assert!(
                begun.elapsed() < Duration::from_secs(120),
                "{script}: {}",
                self.text(&self.find("//main"))
            );
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Nothing is wider than the window, and every button is big enough for a
    /// finger.
    #[track_caller]
    pub fn fits_a_phone(&self) {
        let wide = self.run("return document.documentElement.scrollWidth <= window.innerWidth");
        assert_eq!(wide, true, "{} is wider than a phone", self.address());
        let small = self.run(
            "return [...document.querySelectorAll('button, .button, select, nav a')]\
             .filter((b) => b.offsetParent && b.getBoundingClientRect().height < 39)\
             .map((b) => b.textContent)",
        );
        assert_eq!(small, serde_json::json!([]), "{}", self.address());
    }

    /// The server is killed and another goes on with what is kept; from now on
    /// pages are its own.
    pub fn crash(self) -> Desk {
        let Desk {
            browser,
            server,
            data,
        } = self;
        server.kill();
        let server = Server::start(&data);
        Desk {
            browser,
            server,
            data,
        }
    }

    #[track_caller]
    pub fn end(self) {
        self.has_no_complaints();
    }

    #[track_caller]
    pub fn has_no_complaints(&self) {
        let complaints = self.complaints();
        assert!(complaints.is_empty(), "{complaints:?}");
    }
}

/// All games; of those that are drawn alike a few if there is no time.
pub fn games_to_look_at() -> impl Iterator<Item = &'static rules::Info> {
    let in_rust = rules::games_in_rust().len();
    let listed = rules::games().into_iter().enumerate();
    let chosen = listed.filter(move |(number, _)| {
        let step = if *number < in_rust { 2 } else { 12 };
        full() || number % step == 0
    });
    chosen.map(|(_, info)| info)
}
