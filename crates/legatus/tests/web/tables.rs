//! Games with a die and games beside cards, as a person plays them.

use super::{Desk, MESSAGE, STATUS, at};
use crate::web::server::Server;

const MOVES: &str = "//*[@id='moves']";

/// White's Soldiers are about to kill the one on d5.
const SKIRMISH: &str = ".......B/......../......../...b..../..w...../...w..../......../W.......";

impl Desk {
    /// Chooses in a field with a label.
    fn choose(&self, label: &str, option: &str) {
        let browser = &self.browser;
        browser.click(&browser.find(&format!(
            "//label[starts-with(normalize-space(.),'{label}')]//option[contains(.,'{option}')]"
        )));
    }

    fn fill(&self, label: &str, text: &str) {
        let field = self.browser.field(label);
        self.browser.clear(&field);
        self.browser.write(&field, text);
    }

    fn seat(&self, side: &str, player: &str) {
        let browser = &self.browser;
        browser.click(&browser.find(&format!(
            "//fieldset[legend='{side}']//option[starts-with(.,'{player}')]"
        )));
    }

    /// From the first page to the skirmish: two people with a die of their
    /// own, White to throw.
    fn skirmish(&self) {
        let browser = &self.browser;
        browser.click(&browser.labelled("Latrunculus glaucus"));
        self.fill("Position", SKIRMISH);
        self.seat("Right (White)", "a person");
        self.choose("Who begins", "Right");
        self.choose("Die", "I throw my own");
        browser.click(&browser.labelled("Play"));
        browser.wait(STATUS, "Right (White) to throw");
    }

    /// From the first page to Amazons beside a few cards.
    fn few_cards(&self) {
        let browser = &self.browser;
        browser.click(&browser.labelled("Environmental Amazons"));
        self.fill("Position", ".L..R");
        self.seat("Right (White)", "a person");
        self.choose("Stack", "by rule");
        self.fill("Top card", "2");
        self.fill("Step", "1");
        browser.click(&browser.labelled("Play"));
        browser.wait(STATUS, "Left (Black) to move");
    }

    fn label_of(&self, square: &str) -> String {
        let spot = format!("[data-name={square}]");
        let script = format!("return document.querySelector('{spot}').getAttribute('aria-label')");
        self.browser.run(&script).as_str().unwrap_or("").to_owned()
    }
}

#[test]
fn a_soldier_is_killed_by_clicking() {
    let desk = Desk::new();
    let browser = &desk.browser;
    desk.skirmish();
    browser.click(&browser.labelled("My die shows 4"));
    browser.wait(STATUS, "4 pips left");
    browser.press("d3");
    let next = browser.run("return document.querySelectorAll('.spot.next').length");
    assert!(next.as_u64().unwrap() >= 5, "{next}");
    browser.press("d4");
    browser.wait(STATUS, "3 pips left");
    assert_eq!(
        desk.label_of("d5"),
        "d5, black Soldier, can be killed for 3 pips"
    );
    browser.click(&browser.labelled("Undo"));
    browser.wait(STATUS, "4 pips left");
    browser.click(&browser.labelled("Redo"));
    browser.wait(STATUS, "3 pips left");
    browser.press("d5");
    browser.wait(STATUS, "d3-d4 x d5; 0 pips left");
    assert_eq!(desk.label_of("d5"), "d5, empty");
    browser.click(&browser.labelled("End turn"));
    browser.wait(STATUS, "Left (Black) to throw");
    browser.wait(MOVES, "White 4: d3-d4 x d5");
    browser.click(&browser.labelled("Analysis"));
    browser.find("//*[@id='expected']");
    browser.wait("//*[@id='best']", "Best turns");
    desk.end();
}

#[test]
fn a_turn_is_typed_and_survives_a_crash() {
    let desk = Desk::new();
    let browser = &desk.browser;
    desk.skirmish();
    browser.keys("5");
    browser.wait(STATUS, "5 pips left");
    // Typing anywhere is typing steps and kills.
    browser.keys("d3-d4 x d6\u{E007}");
    browser.wait(MESSAGE, "there is nobody to kill on d6");
    let field = browser.field("Steps and kills");
    browser.write(&field, "d3-d4 x d5\n");
    browser.wait(STATUS, "1 pip left");
    let address = browser.address();
    let path = address.split_once("/latrunculus/").unwrap().1.to_owned();
    let Desk {
        browser,
        server,
        data,
    } = desk;
    server.kill();
    let server = Server::start(&data);
    browser.go(&at(&server, &format!("/latrunculus/{path}")));
    browser.wait(STATUS, "5 thrown: d3-d4 x d5; 1 pip left");
    // Enter in the empty field ends the turn.
    browser.write(&browser.field("Steps and kills"), "\n");
    browser.wait(MOVES, "White 5: d3-d4 x d5");
    browser.go(&at(&server, "/"));
    browser.wait("//main", "Latrunculus glaucus 1 turns");
}

#[test]
fn programs_play_latrunculus_turn_by_turn() {
    let desk = Desk::new();
    let browser = &desk.browser;
    browser.click(&browser.labelled("Latrunculus glaucus"));
    desk.seat("Right (White)", "shots");
    browser.click(&browser.labelled("Play"));
    browser.click(&browser.labelled("Throw the die"));
    browser.wait(STATUS, "thrown");
    browser.click(&browser.labelled("Hint"));
    browser.click(&browser.labelled("Do that"));
    browser.wait(STATUS, "thrown: ");
    browser.click(&browser.labelled("End turn"));
    browser.wait(STATUS, "Right (White) threw");
    browser.find("//*[@id='moves']/li[2]");
    browser.click(&browser.labelled("Show the turn again"));
    browser.wait(STATUS, "Left (Black) to throw");
    desk.end();
}

#[test]
fn a_game_beside_cards_is_played_to_its_end() {
    let desk = Desk::new();
    let browser = &desk.browser;
    desk.few_cards();
    browser.wait("//*[@id='forecast']", "½");
    browser.click(&browser.labelled("Take the card 2"));
    browser.wait(STATUS, "Right (White) to move");
    browser.click(&browser.labelled("Take the card 1"));
    browser.wait(STATUS, "Left (Black) to move");
    // An unorthodox move has its price; it is taken back.
    for spot in ["b1", "a1", "b1"] {
        browser.press(spot);
    }
    browser.wait(MOVES, "Left b1-a1/b1, costs 4");
    browser.wait("//*[@id='costs']", "cost Left 4");
    browser.click(&browser.labelled("Undo"));
    browser.wait(STATUS, "Left (Black) to move");
    for spot in ["b1", "a1", "d1"] {
        browser.press(spot);
    }
    browser.wait(MOVES, "Left b1-a1/d1, orthodox");
    for (card, next) in [
        ("0", "Left (Black) to move"),
        ("−1", "Right (White) to move"),
        ("−1", "Left (Black) to move"),
        ("−1", "Right (White) to move"),
        ("−½", "Left has"),
    ] {
        browser.click(&browser.labelled(&format!("Take the card {card}")));
        browser.wait(STATUS, next);
    }
    browser.wait(STATUS, "pays");
    // The game is there again after a reload.
    browser.go(&browser.address());
    browser.wait(STATUS, "pays");
    desk.end();
}

#[test]
fn a_program_plays_beside_cards() {
    let desk = Desk::new();
    let browser = &desk.browser;
    browser.click(&browser.labelled("Environmental Amazons"));
    browser.click(&browser.labelled("Play"));
    browser.wait("//*[@id='stack']", "Top card 9⅞, 50 below it");
    browser.click(&browser.labelled("Hint"));
    browser.wait("//*[@id='advice']", "Best play:");
    browser.write(&browser.field("Move, or card"), "card\n");
    browser.wait(MOVES, "Right takes 9⅝");
    browser.wait(STATUS, "Left (Black) to move");
    desk.end();
}

#[test]
fn a_phone_shows_die_and_cards() {
    let desk = Desk::of(400, 800);
    let browser = &desk.browser;
    let fits = || {
        let wide = browser.run("return document.documentElement.scrollWidth <= window.innerWidth");
        assert_eq!(wide, true, "{}", browser.address());
        let small = browser.run(
            "return [...document.querySelectorAll('button, .button, select')]\
             .filter((b) => b.offsetParent && b.getBoundingClientRect().height < 39).map((b) => b.textContent)",
        );
        assert_eq!(small, serde_json::json!([]));
    };
    desk.skirmish();
    fits();
    browser.click(&browser.labelled("My die shows 6"));
    browser.wait(STATUS, "6 pips left");
    fits();
    browser.go(&at(&desk.server, "/"));
    desk.few_cards();
    browser.wait("//*[@id='forecast']", "½");
    fits();
    desk.end();
}
