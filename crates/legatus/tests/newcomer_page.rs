//! What somebody finds at hand who sees the pages for the first time.

use crate::web::desk::{Desk, STATUS};

const RULES: &str = "//*[@id='rules']";

/// The rules can be read beside every board on which one plays or solves, with
/// what a variant changes.
#[test]
fn rules_are_at_hand() {
    let desk = Desk::of(390, 844);
    let games = [
        ("Nim", "Take any number of stones"),
        ("Latrunculus glaucus", "throw a die"),
        ("Environmental Amazons", "card"),
    ];
    for (title, words) in games {
        desk.open("/");
        desk.click_to(&format!("Play now: {title}"), "Your turn");
        desk.click_for("Rules", RULES, words);
    }
    let path = "/replay?game=legionnaires:centurion&position=3x3&misere=true&moves=";
    desk.open(path);
    desk.click_for("Rules", RULES, "Here, centurion:");
    desk.wait(RULES, "Misère: who cannot move wins.");
    desk.open("/learn/puzzles?game=kayles&position=5&turn=left");
    desk.wait(STATUS, "winning move");
    desk.click_for("Rules", RULES, "pin");
    desk.end();
}

/// A notebook in which nothing is written offers examples, and a cell shows its
/// thermograph when it is told to in the way in which notebooks are written.
#[test]
fn a_new_notebook_offers_examples() {
    let desk = Desk::new();
    desk.open("/calculator");
    let examples = "//*[@id='examples'][not(@hidden)]";
    desk.wait(examples, "Cooling");
    let cell = desk.find("//*[@aria-label='Cell 1']");
    desk.write(&cell, "{3|-1} // graph\n");
    desk.find("//*[@id='cells']//img | //*[@id='cells']//*[name()='svg']");
    desk.find("//*[@id='examples'][@hidden]");
    let text = desk.run("return document.querySelector('#cells textarea').value");
    assert_eq!(text, "{3|-1}");
    desk.click_label("New");
    desk.click(&desk.find(&format!("{examples}//a[.='Cooling']")));
    desk.find("//*[@id='cells']//input[@type='range']");
    desk.end();
}
