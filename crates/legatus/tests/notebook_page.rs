//! The notebook of the calculator, typeset values and the museum, in a real
//! browser.

use serde_json::{Value, json};
use std::collections::BTreeSet;

use crate::requests::{full, get, post};
use crate::web::desk::Desk;
use crate::web::request::request;
use crate::web::server::{Directory, Server};
use values::{Arena, Notation};

const ENTER: &str = "\u{E007}";
const TAB: &str = "\u{E004}";
const UP: &str = "\u{E013}";

impl Desk {
    fn sheet(width: u32, height: u32) -> Desk {
        Desk::at(width, height, "/calculator")
    }

    /// A notebook with these cells, as a link has them.
    fn link(&self, cells: &[&str]) {
        self.open(&format!(
            "/calculator?cells={}",
            encode(&cells.join("\n\n"))
        ));
    }

    fn cell(&self, cell: usize) -> String {
        format!("//*[@aria-label='Cell {cell}']")
    }

    /// Types into a cell, over what is there.
    fn calculate(&self, cell: usize, text: &str) {
        let field = self.find(&self.cell(cell));
        self.clear(&field);
        self.write(&field, text);
    }

    /// Waits until a cell's answer is this text.
    fn answers(&self, cell: usize, text: &str) {
        let answer = format!(
            "//li[{cell}]//*[@class='answer']//*[@data-text={}]",
            quoted(text)
        );
        self.find(&answer);
    }

    /// Presses a button of those that a cell shows on demand.
    fn do_more(&self, cell: usize, button: &str) {
        let more = format!("//li[{cell}]//summary[@aria-label='More about this cell']");
        self.click(&self.find(&more));
        self.click(&self.find(&format!("//li[{cell}]//button[.='{button}']")));
    }

    fn texts(&self) -> Value {
        self.run(
            "return [...document.querySelectorAll('.cell textarea')].map((field) => field.value)",
        )
    }
}

/// A text in an XPath.
fn quoted(text: &str) -> String {
    match text.contains('\'') {
        true => format!("\"{text}\""),
        false => format!("'{text}'"),
    }
}

/// A text in a query.
fn encode(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// Texts of values: those of the tables of facts, and those that short
/// notations are made of.
fn value_texts() -> Vec<[String; 3]> {
    const MORE: [&str; 12] = [
        "{1|-1}",
        "{2||1|0}",
        "^",
        "^^*",
        "v3*2",
        "^<2>",
        "v[3]",
        "+-{*,^}",
        "Tiny(2)",
        "-3/2Miny(1)",
        "+-(1*)",
        "{3|1||{2|0},{1||0|-1}|||-5/16*}",
    ];
    let tables = [
        include_str!("../../calc/tests/data/cgsuite-values.tsv"),
        include_str!("../../calc/tests/data/cgsuite-games.tsv"),
    ];
    let rows = tables.iter().flat_map(|table| table.lines().skip(1));
    let expected = rows.filter_map(|row| row.split('\t').nth(2));
    let texts: BTreeSet<&str> = expected.chain(MORE).collect();
    let mut arena = Arena::new();
    let values: Vec<values::Value> = texts.iter().flat_map(|text| arena.read(text)).collect();
    let notations = [Notation::Ascii, Notation::Unicode, Notation::Latex];
    let mut written = BTreeSet::new();
    for value in values {
        for value in [value, -value] {
            written.insert(notations.map(|notation| arena.text(value, notation).unwrap()));
        }
    }
    written.into_iter().collect()
}

#[test]
fn typeset_values_lose_nothing() {
    let sheet = Desk::sheet(1280, 900);
    let texts = value_texts();
    assert!(texts.len() > 300, "{}", texts.len());
    let script = format!(
        "const texts = {};
         const {{ value, notations }} = await import('/assets/value.js');
         return texts.map(([ascii]) => {{
           const made = value(ascii);
           const said = made.getAttribute('aria-label') ?? '';
           return [made.className, made.dataset.text, made.textContent, notations(ascii)[2][1], said !== ''];
         }});",
        json!(texts)
    );
    let made = sheet
        .browser
        .run(&format!("return (async () => {{ {script} }})()"));
    for (number, [ascii, unicode, latex]) in texts.iter().enumerate() {
        let expected = json!(["typeset", ascii, unicode, latex, true]);
        assert_eq!(made[number], expected, "{ascii}");
    }
    // What is no value stays as it is, and what repeats keeps its names.
    let others = sheet.run(
        "return (async () => {
           const { value } = await import('/assets/value.js');
           return ['Thermograph(0,[0])', 'on the table', 'a = {5|3}; {a|-a}', 'upon*'].map((text) => {
             const made = value(text);
             return [made.classList.contains('plain'), made.textContent];
           });
         })()",
    );
    let expected = json!([
        [true, "Thermograph(0,[0])"],
        [true, "on the table"],
        [false, "a = {5|3}; {a|-a}"],
        [false, "upon∗"],
    ]);
    assert_eq!(others, expected);
    sheet.end();
}

#[test]
fn cells_follow_those_above() {
    let sheet = Desk::sheet(1280, 900);
    sheet.calculate(1, "x = {3||1|-1}");
    sheet.keys(ENTER);
    sheet.answers(1, "{3|+-1}");
    sheet.calculate(2, "temperature(x) + mean(x)");
    sheet.keys(ENTER);
    sheet.answers(2, "3");
    sheet.calculate(3, "{1|");
    sheet.keys(ENTER);
    sheet.wait("//li[3]", "expected a value");
    // What depends on a cell changes with it; nothing else is asked again.
    sheet.calculate(1, "x = {5|1}");
    sheet.keys(ENTER);
    sheet.answers(1, "{5|1}");
    sheet.answers(2, "5");
    // A cell without an answer leaves none to those that need it.
    sheet.calculate(1, "x = {5|");
    sheet.keys(ENTER);
    sheet.wait("//li[2]", "cell 1 has no answer");
    let stale = "return document.querySelectorAll('li:nth-child(2) .result').length";
    assert_eq!(sheet.run(stale), 0);
    // The browser remembers.
    sheet.calculate(1, "x = 7");
    sheet.keys(ENTER);
    sheet.answers(1, "7");
    std::thread::sleep(std::time::Duration::from_millis(600));
    sheet.open("/calculator");
    sheet.answers(1, "7");
    assert_eq!(sheet.texts()[1], "temperature(x) + mean(x)");
    sheet.end();
}

#[test]
fn a_slider_cools_and_a_link_keeps_everything() {
    let sheet = Desk::sheet(1280, 900);
    let cells = [
        "g = {{5|3}|{0|-4}}",
        "t := 1/2 // slider 0 3 1/4",
        "cool(g, t) // graph",
        "a = domineering(\"2x2\") - clobber(\"XO\")",
        "outcome(a)",
    ];
    sheet.link(&cells);
    sheet.answers(3, "{4|3||0|-3}");
    sheet.find("//li[3]//img[contains(@alt,'temperature 5/2')]");
    // Two positions are drawn, the second with its sign.
    sheet.find("//li[4]//*[@class='terms']/a[2]/*[local-name()='svg']");
    sheet.wait("//li[4]//*[@class='terms']", "−");
    sheet.wait("//li[5]", "N: the first player wins");
    // At the temperature of g it freezes.
    sheet.run(
        "const range = document.querySelector('input[type=range]');
         range.value = 12;
         range.dispatchEvent(new Event('input', { bubbles: true }));",
    );
    sheet.answers(3, "1*");
    sheet.find("//li[3]//img[contains(@alt,'temperature 0')]");
    assert_eq!(sheet.texts()[1], "t := 3 // slider 0 3 1/4");
    // The address has become that of the notebook as it is.
    std::thread::sleep(std::time::Duration::from_millis(600));
    let address = sheet.address();
    sheet.go(&address);
    sheet.answers(3, "1*");
    sheet.find("//li[3]//img[contains(@alt,'Thermograph')]");
    // An error takes the picture with it.
    sheet.calculate(3, "cool(g, nothing)");
    sheet.keys(ENTER);
    sheet.wait("//li[3]", "nothing");
    assert_eq!(
        sheet.run("return document.querySelectorAll('img.graph').length"),
        0
    );
    sheet.end();
}

#[test]
fn names_are_completed_and_what_was_typed_comes_back() {
    let sheet = Desk::sheet(390, 844);
    sheet.calculate(1, "temper");
    sheet.wait("//*[@class='strip']", "The temperature of a game");
    sheet.keys(&format!("{TAB}*2){ENTER}"));
    sheet.answers(1, "0");
    assert_eq!(sheet.texts(), json!(["temperature(*2)", ""]));
    sheet.keys(UP);
    assert_eq!(sheet.texts()[1], "temperature(*2)");
    // The last cell moves up, and the first is where it was.
    sheet.calculate(2, "help mean");
    sheet.keys(ENTER);
    sheet.wait("//li[2]", "The mean value of a game");
    sheet.do_more(2, "Move up");
    assert_eq!(sheet.texts()[0], "help mean");
    sheet.do_more(1, "Delete");
    assert_eq!(sheet.texts()[0], "temperature(*2)");
    sheet.click(&sheet.labelled("Undo"));
    assert_eq!(sheet.texts()[0], "help mean");
    let fits = "return document.documentElement.scrollWidth <= window.innerWidth";
    assert_eq!(sheet.run(fits), true);
    sheet.end();
}

#[test]
fn a_cell_can_be_stopped() {
    let sheet = Desk::sheet(1280, 900);
    sheet.link(&["1 + 1", "domineering(\"7x7\")", "3 + 3"]);
    sheet.answers(3, "6");
    sheet.wait("//li[2]", "working");
    sheet.click(&sheet.labelled("Stop"));
    sheet.wait("//li[2]", "Stopped");
    sheet.answers(1, "2");
    sheet.end();
}

#[test]
fn notebooks_are_kept() {
    let sheet = Desk::sheet(1280, 900);
    let server = &sheet.server;
    let body = json!({"name": "Switches", "text": "g = +-2\n\ng + g"}).to_string();
    let (status, made) = post(server, "/api/v1/notebooks", &body);
    assert_eq!(status, 200, "{made}");
    let made: Value = serde_json::from_str(&made).unwrap();
    let id = made["id"].as_str().unwrap();
    sheet.open(&format!("/calculator?notebook={id}"));
    sheet.answers(2, "0");
    // Changes are kept as they are made.
    sheet.calculate(2, "g + 1");
    sheet.keys(ENTER);
    sheet.answers(2, "{3|-1}");
    sheet.wait("//*[@id='status']", "Saved as “Switches”");
    let path = format!("/api/v1/notebooks/{id}");
    let kept: Value = serde_json::from_str(&get(server, &path).1).unwrap();
    assert_eq!(kept["text"], "g = +-2\n\ng + 1");
    sheet.open("/saved");
    sheet.click(&sheet.labelled("Switches"));
    sheet.answers(2, "{3|-1}");
    for (body, status) in [
        (json!({"name": "", "text": ""}), 400),
        (json!({"name": "long", "text": "1".repeat(33 << 10)}), 400),
        (json!({"name": "more", "text": "", "other": 1}), 400),
    ] {
        let (found, why) = post(server, "/api/v1/notebooks", &body.to_string());
        assert_eq!(found, status, "{why}");
    }
    assert_eq!(request(server.port, "DELETE", &path, "", "").0, 200);
    assert_eq!(get(server, &path).0, 404);
    assert_eq!(get(server, &format!("/calculator?notebook={id}")).0, 404);
    sheet.end();
}

/// What cells print is read again, by the same way.
#[test]
fn what_is_printed_can_be_pasted_back() {
    let data = Directory::new();
    let server = Server::start(&data);
    let calc = |expression: &str| -> Value {
        let (_, body) = get(
            &server,
            &format!("/api/v1/calc?expression={}", encode(expression)),
        );
        serde_json::from_str(&body).unwrap()
    };
    for before in ["", "x = 3; "] {
        for text in [
            "{1*|0}",
            "1^",
            "{5*|3^}",
            "+-(1*)",
            "{2*|1^*}",
            "-3/2Miny(1)",
            "1v*",
        ] {
            let answer = calc(&format!("{before}{text}"));
            assert_eq!(answer["text"], text, "{before}{text}: {answer}");
            assert_eq!(answer["note"], Value::Null, "{text}");
        }
    }
    let all = value_texts();
    for [ascii, ..] in all.iter().step_by(if full() { 1 } else { 20 }) {
        let answer = calc(&format!("value(\"{ascii}\")"));
        assert_eq!(answer["text"], *ascii);
    }
    let sum = calc("domineering(\"2x2\") + ^ - clobber(\"XO\")");
    let expected = json!([
        {"game": "domineering", "position": "../..", "negated": false},
        {"value": "^"},
        {"game": "clobber", "position": "BW", "negated": true},
    ]);
    assert_eq!(sum["terms"], expected);
}

#[test]
fn the_museum_shows_positions_by_value() {
    let sheet = Desk::sheet(390, 844);
    let browser = &sheet.browser;
    sheet.open("/learn/museum");
    let field = browser.find("//input[@name='value']");
    // The same value as it is written elsewhere.
    browser.write(&field, &format!("{{0|1}}{ENTER}"));
    browser.find("//section[@data-value='1/2']//*[@class='typeset'][@data-text='1/2'][.='½']");
    browser.find(
        "//section[@data-value='1/2']//a[contains(@href,'game=hackenbush')]//*[local-name()='svg']",
    );
    assert_eq!(
        browser.run("return document.querySelectorAll('.room').length"),
        1
    );
    browser.click(&browser.find("//a[contains(@href,'game=hackenbush')]"));
    browser.find("//*[@id='board']//*[local-name()='svg']");
    sheet.open("/learn/museum?kind=tiny&game=legionnaires");
    browser.find("//section[@data-value='Tiny(1)']");
    let fits = "return document.documentElement.scrollWidth <= window.innerWidth";
    assert_eq!(browser.run(fits), true);
    sheet.open("/learn/museum?value=%7B1%7C");
    browser.wait("//*[@role='alert']", "this is no value");
    sheet.end();
}
