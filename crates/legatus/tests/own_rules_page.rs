//! Rules of somebody's own in a browser: written, played, explored, shared.

use serde_json::{Value, json};

use crate::own_rules::BACKWARDS;
use crate::requests::get;
use crate::web::desk::{Desk, MESSAGE, STATUS};
use crate::web::driver::Browser;

const WRONG: &str = "//*[@id='wrong']";
const FOUND: &str = "//*[@id='found']";
const READY: &str = "return !document.getElementById('play').disabled";

/// A game that is over after two moves.
const PAIR: &str = "game pair
title A pair of pairs
rules A man takes the one beside it.
cells . B W
left side: B W -> . B
mirror B W
start pairs BW.WB
example BW
";

impl Desk {
    /// At the rules of a game of one's own.
    fn at_a_pair() -> Desk {
        let desk = Desk::at(1280, 900, "/rules");
        desk.until(READY);
        desk.paste(PAIR);
        desk.wait("//*[@id='title']", "A pair of pairs");
        desk
    }

    /// Puts a text in place of the rules, as by pasting.
    fn paste(&self, text: &str) {
        self.run(&format!(
            "const text = document.getElementById('text'); text.focus(); text.select();\
             document.execCommand('insertText', false, {})",
            json!(text)
        ));
    }
}

#[test]
fn rules_are_pasted_and_played_to_the_end() {
    for (width, height) in [(1280, 900), (390, 844)] {
        let desk = Desk::of(width, height);
        desk.click_for("Rules of your own", "//*[@id='title']", "Clobber");
        desk.wait(FOUND, "partizan");
        desk.paste(PAIR);
        desk.wait("//*[@id='title']", "A pair of pairs");
        desk.wait(FOUND, "2 independent parts");
        if width < 400 {
            desk.fits_a_phone();
        }
        desk.until(READY);
        desk.click(&desk.find("//fieldset[@data-choice='opponent']//input[@value='medium']"));
        desk.click_for("Play now", "//h1", "A pair of pairs");
        // Each side makes a move; who then has none has lost.
        desk.wait(STATUS, "Your turn");
        let address = desk.address();
        let path = address[address.find("/play/").unwrap()..].to_owned();
        let (_, view) = get(&desk.server, &format!("/api/v1{path}"));
        let view: Value = serde_json::from_str(&view).unwrap();
        let text = view["legal"][0]["move"].as_str().unwrap();
        desk.write(&desk.field("Move"), &format!("{text}\n"));
        desk.wait("//*[@id='end'][not(@hidden)]", "won");
        desk.find("//*[@id='end']//*[.='Review']");
        // The game is there after a crash, and so are its rules.
        let desk = desk.crash();
        desk.open(&path);
        desk.wait("//*[@id='end'][not(@hidden)]", "won");
        desk.open("/saved");
        desk.click_label("A pair of pairs");
        desk.end();
    }
}

#[test]
fn a_wrong_rule_is_shown_with_its_place() {
    for (width, height) in [(1280, 900), (390, 844)] {
        let desk = Desk::at(width, height, "/rules");
        desk.until(READY);
        desk.paste(&PAIR.replace("side: B W", "side: B Q"));
        desk.wait(WRONG, "Line 5, column 14");
        assert_eq!(desk.run(READY), false);
        desk.click_label("Show the place");
        let chosen = desk.run(
            "const text = document.getElementById('text');\
             return text.value.slice(text.selectionStart, text.selectionEnd)",
        );
        assert_eq!(chosen, "Q");
        // What is typed there takes its place.
        desk.keys("W");
        desk.until(READY);
        desk.wait("//*[@id='title']", "A pair of pairs");
        desk.paste(BACKWARDS);
        desk.wait("//*[@id='title']", "<b>Backwards</b>");
        desk.end();
    }
}

#[test]
fn a_link_has_the_rules_in_it() {
    let desk = Desk::at_a_pair();
    desk.run("window.prompt = () => null");
    desk.click_label("Share");
    desk.until("return location.hash.startsWith('#z=')");
    let link = desk.address();
    let other = Browser::open(390, 844);
    other.go(&link);
    other.wait("//*[@id='title']", "A pair of pairs");
    let text = other.run("return document.getElementById('text').value");
    assert_eq!(text, PAIR);
    assert!(other.complaints().is_empty());
    // What is too long for a link is said to be; a link that was cut off, too.
    desk.run(
        "const text = document.getElementById('text');\
         text.value += '// ' + Array.from({ length: 9000 }, () =>\
           String.fromCharCode(97 + Math.random() * 26)).join('')",
    );
    desk.click_for("Share", MESSAGE, "at most 6000");
    desk.open("/rules#z=AAAA");
    desk.wait(MESSAGE, "cut off");
    desk.end();
}

#[test]
fn a_game_of_ones_own_is_explored() {
    let desk = Desk::at_a_pair();
    desk.until(READY);
    desk.click(&desk.find("//*[@id='explore']"));
    desk.says("//*[@id='facts']", &["second player", "0"]);
    desk.open("/rules");
    desk.until(READY);
    desk.click(&desk.find("//select[@id='example']/option[starts-with(.,'Wythoff')]"));
    desk.wait("//*[@id='title']", "Wythoff");
    desk.wait(FOUND, "impartial");
    desk.until(READY);
    desk.click_for("More choices", "//h1", "Wythoff");
    desk.end();
}
