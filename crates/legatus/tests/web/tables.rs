//! Games with a die and games beside cards, as a person plays them.

use super::{Desk, MESSAGE, STATUS, at};

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
        self.click_to("Play", "Right (White) to throw");
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
        self.click_to("Play", "Left (Black) to move");
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
    desk.skirmish();
    desk.click_to("My die shows 4", "4 pips left");
    desk.press("d3");
    let next = desk.run("return document.querySelectorAll('.spot.next').length");
    assert!(next.as_u64().unwrap() >= 5, "{next}");
    desk.press_to("d4", "3 pips left");
    assert_eq!(
        desk.label_of("d5"),
        "d5, black Soldier, can be killed for 3 pips"
    );
    desk.click_to("Undo", "4 pips left");
    desk.click_to("Redo", "3 pips left");
    desk.press_to("d5", "d3-d4 x d5; 0 pips left");
    assert_eq!(desk.label_of("d5"), "d5, empty");
    desk.click_to("End turn", "Left (Black) to throw");
    desk.wait(MOVES, "White 4: d3-d4 x d5");
    desk.click_label("Analysis");
    desk.find("//*[@id='expected']");
    desk.wait("//*[@id='best']", "Best turns");
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
        browser, server, ..
    } = &desk.crash();
    browser.go(&at(server, &format!("/latrunculus/{path}")));
    browser.wait(STATUS, "5 thrown: d3-d4 x d5; 1 pip left");
    // Enter in the empty field ends the turn.
    browser.write(&browser.field("Steps and kills"), "\n");
    browser.wait(MOVES, "White 5: d3-d4 x d5");
    browser.go(&at(server, "/"));
    browser.wait("//main", "Latrunculus glaucus 1 turns");
}

#[test]
fn programs_play_latrunculus_turn_by_turn() {
    let desk = Desk::new();
    desk.click_label("Latrunculus glaucus");
    desk.seat("Right (White)", "shots");
    desk.click_label("Play");
    desk.click_to("Throw the die", "thrown");
    desk.click_label("Hint");
    desk.click_to("Do that", "thrown: ");
    desk.click_to("End turn", "Right (White) threw");
    desk.find("//*[@id='moves']/li[2]");
    desk.click_to("Show the turn again", "Left (Black) to throw");
    desk.end();
}

#[test]
fn a_game_beside_cards_is_played_to_its_end() {
    let desk = Desk::new();
    desk.few_cards();
    desk.wait("//*[@id='forecast']", "½");
    desk.click_to("Take the card 2", "Right (White) to move");
    desk.click_to("Take the card 1", "Left (Black) to move");
    // An unorthodox move has its price; it is taken back.
    for spot in ["b1", "a1", "b1"] {
        desk.press(spot);
    }
    desk.wait(MOVES, "Left b1-a1/b1, costs 4");
    desk.wait("//*[@id='costs']", "cost Left 4");
    desk.click_to("Undo", "Left (Black) to move");
    for spot in ["b1", "a1", "d1"] {
        desk.press(spot);
    }
    desk.wait(MOVES, "Left b1-a1/d1, orthodox");
    for (card, next) in [
        ("0", "Left (Black) to move"),
        ("−1", "Right (White) to move"),
        ("−1", "Left (Black) to move"),
        ("−1", "Right (White) to move"),
        ("−½", "Left has"),
    ] {
        desk.click_to(&format!("Take the card {card}"), next);
    }
    desk.wait(STATUS, "pays");
    // The game is there again after a reload.
    desk.go(&desk.address());
    desk.wait(STATUS, "pays");
    desk.end();
}

#[test]
fn a_program_plays_beside_cards() {
    let desk = Desk::new();
    desk.click_label("Environmental Amazons");
    desk.click_label("Play");
    desk.wait("//*[@id='stack']", "Top card 9⅞, 50 below it");
    desk.click_label("Hint");
    desk.wait("//*[@id='advice']", "Best play:");
    desk.write(&desk.field("Move, or card"), "card\n");
    desk.wait(MOVES, "Right takes 9⅝");
    desk.wait(STATUS, "Left (Black) to move");
    desk.end();
}

#[test]
fn a_phone_shows_die_and_cards() {
    let desk = Desk::of(400, 800);
    let fits = || {
        let wide = desk.run("return document.documentElement.scrollWidth <= window.innerWidth");
        assert_eq!(wide, true, "{}", desk.address());
        let small = desk.run(
            "return [...document.querySelectorAll('button, .button, select')]\
             .filter((b) => b.offsetParent && b.getBoundingClientRect().height < 39).map((b) => b.textContent)",
        );
        assert_eq!(small, serde_json::json!([]));
    };
    desk.skirmish();
    fits();
    desk.click_to("My die shows 6", "6 pips left");
    fits();
    desk.go(&at(&desk.server, "/"));
    desk.few_cards();
    desk.wait("//*[@id='forecast']", "½");
    fits();
    desk.end();
}
