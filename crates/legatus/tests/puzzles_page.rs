//! Puzzles and reviews in a real browser.

use serde_json::{Value, json};

use crate::requests::{begin, get};
use crate::web::desk::{Desk, STATUS};

const WHY: &str = "//*[@id='why']";

impl Desk {
    /// A kept puzzle as the server explains it.
    fn puzzle(&self, number: usize) -> Value {
        let (status, body) = get(&self.server, &format!("/api/v1/puzzles/{number}"));
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).unwrap()
    }

    /// Makes a move by pressing what there is to press.
    fn solve(&self, puzzle: &Value, text: &str) {
        let legal = puzzle["legal"].as_array().unwrap();
        let found = legal.iter().find(|one| one["move"] == text).unwrap();
        for spot in found["paths"][0].as_array().unwrap() {
            self.find(&format!("//*[@id='board']//*[@data-spot='{spot}']"));
            let script = format!(
                "return document.querySelector('#board [data-spot=\"{spot}\"]').dataset.name"
            );
            let name = self.run(&script);
            self.press(name.as_str().unwrap());
        }
    }

    fn number(&self, id: &str) -> i64 {
        let text = self.text(&self.find(&format!("//*[@id='{id}']")));
        text.parse().unwrap_or_else(|_| panic!("{id}: {text}"))
    }

    fn fits(&self) {
        let wide = self.run(
            "const main = document.querySelector('main'); return main.scrollWidth - main.clientWidth",
        );
        assert_eq!(wide, 0);
        self.has_no_complaints();
    }
}

#[test]
fn a_puzzle_is_failed_and_another_solved() {
    for (width, height) in [(1280, 900), (390, 844)] {
        let desk = Desk::of(width, height);
        desk.open("/learn/puzzles/1");
        desk.wait(STATUS, "Find the only winning move.");
        assert_eq!((desk.number("rating"), desk.number("streak")), (1200, 0));
        let puzzle = desk.puzzle(1);
        let moves = puzzle["moves"].as_array().unwrap();
        let wrong = moves.iter().find(|one| one["verdict"] == "lose").unwrap();
        desk.solve(&puzzle, wrong["move"].as_str().unwrap());
        desk.wait(STATUS, "is not it");
        // The refutation is told, and then made.
        let reply = wrong["line"][0].as_str().unwrap();
        desk.wait(WHY, reply);
        desk.wait(STATUS, &format!("answers {reply}"));
        let failed = desk.number("rating");
        assert!(failed < 1200, "{failed}");
        desk.click_to("Try again", "Find the only winning move.");
        let answer = puzzle["winning"][0].as_str().unwrap();
        desk.solve(&puzzle, answer);
        desk.wait(STATUS, &format!("Right! {answer} wins."));
        // Only the first try counts.
        assert_eq!((desk.number("rating"), desk.number("streak")), (failed, 0));
        let explained = moves.iter().find(|one| one["move"] == answer).unwrap();
        for pair in explained["answers"].as_array().unwrap() {
            desk.wait(WHY, pair[0].as_str().unwrap());
        }
        desk.wait(WHY, "Why the others fail");
        desk.fits();
        desk.open("/learn/puzzles/2");
        desk.wait(STATUS, "Find the only winning move.");
        let puzzle = desk.puzzle(2);
        desk.solve(&puzzle, puzzle["winning"][0].as_str().unwrap());
        desk.wait(STATUS, "Right!");
        let solved = desk.number("rating");
        assert!(solved > failed && desk.number("streak") == 1);
        desk.open("/learn/puzzles?game=nim");
        desk.wait(STATUS, "Find the only winning move.");
        desk.wait("//*[@id='badges']", "Nim");
        assert_eq!(desk.number("rating"), solved);
        // Whoever does not know sees the answer, and goes on by a key.
        desk.click_to("Show the answer", "The answer:");
        assert_eq!(desk.number("streak"), 0);
        let before = desk.address();
        desk.keys("n");
        desk.wait(STATUS, "Find the only winning move.");
        assert_ne!(desk.address(), before);
        desk.wait("//*[@id='badges']", "Nim");
        desk.fits();
    }
}

#[test]
fn a_set_of_a_seed_comes_in_its_order() {
    let desk = Desk::new();
    let (_, list) = get(&desk.server, "/api/v1/puzzles/new?seed=5&game=nim");
    let list: Value = serde_json::from_str(&list).unwrap();
    desk.open("/learn/puzzles?game=nim&seed=5");
    desk.wait("//*[@id='set']", "Set 5: puzzle 1 of 10");
    desk.wait(STATUS, "Find the only winning move.");
    let position = list[0]["position"].as_str().unwrap().replace(',', "%2C");
    assert!(desk.address().contains(&format!("position={position}&")));
    desk.click_for("Next puzzle", "//*[@id='set']", "Set 5: puzzle 2 of 10");
    desk.fits();
}

#[test]
fn a_game_with_a_blunder_is_reviewed() {
    for (width, height) in [(1280, 900), (390, 844)] {
        let desk = Desk::of(width, height);
        // Three heaps: only 3 to 1 wins, by the nim sum.
        let moves = [
            "take 1 from heap 5",
            "take 3 from heap 3",
            "take 4 from heap 4",
            "take 4 from heap 4",
        ];
        let game = begin(
            &desk.server,
            &json!({"game": "nim", "position": "3,4,5", "moves": moves, "right": {"player": "nim"}}),
        );
        desk.open(&format!("/play/{}/review", game["id"].as_str().unwrap()));
        let points = "//*[@id='points']";
        desk.wait(points, "Move 1: You played take 1 from heap 5");
        desk.wait(
            points,
            "You could win with take 2 from heap 3. Now the computer wins with best play.",
        );
        let found = desk.run("return document.querySelectorAll('.point').length");
        assert_eq!(found, 1);
        desk.wait("//*[@id='verdict']", "The computer won the game.");
        desk.wait("//*[@id='moves']/li[1]", "the computer wins");
        desk.click(&desk.find("//*[@id='moves']/li[1]/button"));
        desk.wait(
            "//*[@id='verdict']",
            "With best play the computer wins from here",
        );
        desk.click_for(
            "Show the position",
            "//*[@id='verdict']",
            "With best play you win from here",
        );
        desk.fits();
        desk.click_to("Make a puzzle of it", "Find the only winning move.");
        // It is kept with one's own.
        desk.wait("//*[@id='mine']", "Nim, move 1");
        desk.fits();
    }
}
