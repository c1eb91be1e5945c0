//! Lessons: what they link to is there, and what they ask can be answered.

use serde_json::Value;
use std::collections::BTreeSet;

use crate::requests::get;
use crate::web::server::{Directory, Server};

/// The addresses of this site that a page leads to.
fn links(page: &str) -> BTreeSet<String> {
    let targets = page.split("href=\"").skip(1);
    let targets = targets.filter_map(|rest| rest.split('"').next());
    let here = targets.filter(|target| target.starts_with('/'));
    here.map(|target| target.split('#').next().unwrap().replace("&amp;", "&"))
        .collect()
}

/// The names of the lessons, as the page lists them.
fn lessons(server: &Server) -> Vec<String> {
    let (status, page) = get(server, "/learn");
    assert_eq!(status, 200);
    let names = page.split("data-lesson=\"").skip(1);
    names
        .map(|rest| rest.split('"').next().unwrap().to_owned())
        .collect()
}

#[test]
fn every_link_of_a_lesson_leads_somewhere() {
    let data = Directory::new();
    let server = Server::start(&data);
    let lessons = lessons(&server);
    assert!(lessons.len() >= 10, "{lessons:?}");
    let mut all = links(&get(&server, "/learn").1);
    for name in &lessons {
        let (status, page) = get(&server, &format!("/learn/{name}"));
        assert_eq!(status, 200, "{name}");
        all.extend(links(&page));
    }
    for name in &lessons {
        assert!(all.contains(&format!("/learn/{name}")), "{name}");
    }
    for link in all {
        let (status, page) = get(&server, &link);
        assert_eq!(status, 200, "{link}: {page}");
    }
    assert_eq!(get(&server, "/learn/nothing").0, 404);
}

#[test]
fn exercises_answer_and_refuse() {
    let data = Directory::new();
    let server = Server::start(&data);
    let ask = |path: &str| -> (u16, Value) {
        let (status, body) = get(&server, &format!("/api/v1/lessons/{path}"));
        (status, serde_json::from_str(&body).unwrap())
    };
    // White has lost after the wrong move, and the computer shows how.
    let (status, view) = ask("legionnaires/5");
    assert_eq!(status, 200);
    assert_eq!(view["good"], serde_json::json!(["b1xc1"]));
    assert_eq!(view["reply"], Value::Null);
    let (_, view) = ask("legionnaires/5?moves=b1xd2");
    let reply = view["reply"].as_str().unwrap();
    assert!(view["good"].as_array().unwrap().contains(&reply.into()));
    for (path, status) in [
        ("legionnaires/99", 404),
        ("nothing/1", 404),
        ("legionnaires/x", 404),
        ("legionnaires/5?moves=a1-a9", 400),
        ("legionnaires/5?move=b1xd2", 400),
    ] {
        let (answered, fault) = ask(path);
        assert_eq!(answered, status, "{path}");
        assert!(fault["hint"].as_str().is_some_and(|hint| !hint.is_empty()));
    }
}

#[cfg(feature = "browser-tests")]
mod page {
    use std::thread;
    use std::time::{Duration, Instant};

    use super::*;
    use crate::requests::{full, patience};
    use crate::web::desk::Desk;

    impl Desk {
        /// Clicks a spot of the board of an exercise.
        fn press_in(&self, exercise: u32, spot: &str) {
            let board = format!("//*[@id='exercise-{exercise}']");
            let spot = format!("{board}//*[@data-name='{spot}']");
            self.browser.click(&self.browser.find(&spot));
        }

        /// Makes a move of Legionnaires.
        fn make(&self, exercise: u32, mv: &str) {
            let (from, to) = mv.split_once('x').unwrap();
            self.press_in(exercise, from);
            self.press_in(exercise, to);
        }

        /// Waits until an exercise says this.
        fn hears(&self, exercise: u32, words: &str) {
            let said = format!("//*[@id='exercise-{exercise}']/*[contains(@class,'said')]");
            self.browser.wait(&said, words);
        }

        fn click_in(&self, exercise: u32, label: &str) {
            let button = format!("//*[@id='exercise-{exercise}']//button[.='{label}']");
            self.browser.click(&self.browser.find(&button));
        }
    }

    #[test]
    fn a_wrong_answer_is_refuted_and_a_right_one_remembered() {
        let desk = Desk::at(1280, 900, "/learn");
        desk.open("/learn/legionnaires");
        desk.hears(7, "Your turn (White): find a move that wins");
        desk.make(7, "d3xd2");
        desk.hears(7, "That loses. The computer answers");
        let why = "return document.querySelector('#exercise-7 .why').hidden";
        assert_eq!(desk.browser.run(why), true);
        desk.click_in(7, "Try again");
        desk.hears(7, "Your turn (White)");
        desk.make(7, "b3xb2");
        desk.hears(7, "Right.");
        assert_eq!(desk.browser.run(why), false);
        // Played on, it is won by right moves.
        desk.click_in(7, "Play on");
        win(&desk, 7, "b3xb2");
        desk.hears(7, "You won.");
        desk.browser.wait("//*[@class='crumb']", "1 of 6 answered");
        // A choice.
        desk.browser.click(
            &desk
                .browser
                .find("//*[@id='exercise-4']//button[.='Whoever moves second']"),
        );
        desk.hears(4, "No.");
        desk.browser.click(
            &desk
                .browser
                .find("//*[@id='exercise-4']//button[.='Whoever moves first']"),
        );
        desk.hears(4, "Right.");
        desk.open("/learn");
        desk.wait("//a[@data-lesson='legionnaires']", "2 of 6 answered");
        desk.browser.wait("//*[@id='continue']", "Continue: 1.");
        desk.end();
    }

    /// Makes right moves, as the server tells them, until the game is over.
    fn win(desk: &Desk, exercise: u32, first: &str) {
        let mut moves = first.to_owned();
        let begun = Instant::now();
        let status = format!("#exercise-{exercise} .said");
        loop {
            assert!(
                begun.elapsed() < patience(Duration::from_secs(20)),
                "{moves}"
            );
            let said = format!("return document.querySelector('{status}').textContent");
            let said = desk.browser.run(&said);
            let said = said.as_str().unwrap();
            if said.contains("won") {
                return;
            }
            let reply = said.strip_prefix("The computer played ");
            let reply = reply.and_then(|rest| rest.split(". ").next());
            if let Some(reply) = reply.filter(|reply| !moves.ends_with(&format!(";{reply}"))) {
                moves = format!("{moves};{reply}");
                let path = format!("/api/v1/lessons/legionnaires/{exercise}?moves={moves}");
                let view: Value = serde_json::from_str(&get(&desk.server, &path).1).unwrap();
                let good = view["good"][0].as_str().unwrap();
                moves = format!("{moves};{good}");
                desk.make(exercise, good);
            }
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Goes to a spot with the arrows, from where the Tab key comes to the board.
    fn walk(desk: &Desk, exercise: u32, spot: &str) {
        let board = format!("#exercise-{exercise}");
        desk.browser.find(&format!(
            "//*[@id='exercise-{exercise}']//*[@data-name='{spot}']"
        ));
        desk.browser.run(&format!(
            "document.querySelector(\"{board} [data-spot][tabindex='0']\").focus()"
        ));
        for _ in 0..20 {
            let arrow = desk.browser.run(&format!(
                "const middle = (spot) => {{ const box = spot.getBoundingClientRect(); \
                 return [box.left + box.width / 2, box.top + box.height / 2]; }}; \
                 const [x, y] = middle(document.activeElement); \
                 const [tx, ty] = middle(document.querySelector(\"{board} [data-name='{spot}']\")); \
                 if (Math.abs(tx - x) > 5) return tx > x ? '\u{e014}' : '\u{e012}'; \
                 if (Math.abs(ty - y) > 5) return ty > y ? '\u{e015}' : '\u{e013}'; \
                 return '';"
            ));
            match arrow.as_str() {
                Some("") => return,
                Some(arrow) => desk.browser.keys(arrow),
                None => break,
            }
        }
        panic!("the arrows do not lead to {spot}");
    }

    /// With the keys alone, on a phone, in the dark; and no lesson is wider than
    /// the window.
    #[test]
    fn lessons_are_done_by_keys_and_fit_a_phone() {
        let desk = Desk::at(390, 844, "/learn");
        desk.browser.scheme("dark");
        desk.open("/learn/latrunculus");
        // On c3 and d3 the forces are equal, so that a four kills.
        for (spot, said) in [
            ("a3", "Not a3"),
            ("c3", "c3 is right"),
            ("d3", "these are all"),
        ] {
            walk(&desk, 3, spot);
            desk.browser.keys("\u{e007}");
            desk.hears(3, said);
        }
        let lessons = lessons(&desk.server);
        let seen = lessons.iter().step_by(if full() { 1 } else { 4 });
        for name in seen {
            desk.open(&format!("/learn/{name}"));
            desk.find("//*[contains(@class,'exercise')]//*[@data-spot]");
            let wide = desk
                .browser
                .run("return document.documentElement.scrollWidth - window.innerWidth");
            assert!(wide.as_i64().unwrap() <= 0, "{name}: {wide}");
        }
        desk.end();
    }
}
