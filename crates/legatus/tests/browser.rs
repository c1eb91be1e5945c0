//! The workbench in a real browser, as a person uses it.

use crate::web::driver::Browser;
use crate::web::server::{Directory, Server};

#[path = "web/tables.rs"]
mod tables;

const STATUS: &str = "//*[@id='status']";
const MESSAGE: &str = "//*[@id='message']";

/// The address of a page.
fn at(server: &Server, path: &str) -> String {
    format!("http://127.0.0.1:{}{path}", server.port)
}

/// A desk with a server and a browser; no page may complain.
struct Desk {
    browser: Browser,
    server: Server,
    data: Directory,
}

impl Desk {
    fn new() -> Desk {
        Desk::of(1280, 900)
    }

    fn of(width: u32, height: u32) -> Desk {
        let data = Directory::new();
        let server = Server::start(&data);
        let browser = Browser::open(width, height);
        browser.go(&at(&server, "/"));
        Desk {
            browser,
            server,
            data,
        }
    }

    /// From the first page to a game between two people.
    fn begin(&self, game: &str, position: &str) {
        self.begin_against(game, position, "a person");
    }

    fn begin_against(&self, game: &str, position: &str, right: &str) {
        let browser = &self.browser;
        browser.click(&browser.labelled(game));
        let field = browser.field("Position");
        browser.clear(&field);
        browser.write(&field, position);
        browser.click(&browser.find(&format!(
            "//fieldset[legend='Right (White)']//option[starts-with(.,'{right}')]"
        )));
        browser.click(&browser.find("//select[@name='first']/option[@value='left']"));
        browser.click(&browser.labelled("Play"));
        browser.wait(STATUS, "to move");
    }

    fn end(self) {
        let complaints = self.browser.complaints();
        assert!(complaints.is_empty(), "{complaints:?}");
    }
}

#[test]
fn nim_is_won_by_clicking() {
    let desk = Desk::new();
    let browser = &desk.browser;
    desk.begin("Nim", "1,2");
    let prediction = "//*[@id='prediction']";
    browser.wait(
        prediction,
        "Left (Black) wins by playing right: take 1 from heap 2",
    );
    // Leave two heaps of one, and whatever White does, take the last stone.
    browser.press("2.2");
    browser.wait(STATUS, "Right (White) to move");
    browser.wait(prediction, "Left (Black) wins by playing right, whatever");
    browser.press("1.1");
    browser.wait(STATUS, "Left (Black) to move");
    // The other heap is where it was.
    browser.press("2.1");
    browser.wait(STATUS, "Left wins");
    browser.click(&browser.labelled("Undo"));
    browser.wait(STATUS, "Left (Black) to move");
    desk.end();
}

#[test]
fn a_legionnaire_takes_by_click_and_by_drag() {
    let desk = Desk::new();
    let browser = &desk.browser;
    desk.begin("Legionnaires", "4x4");
    let legal =
        browser.run("return JSON.parse(document.getElementById('state').textContent).legal");
    let names = |index: usize| -> (String, String) {
        let text = legal[index]["move"].as_str().unwrap();
        let (from, to) = text.split_once('x').unwrap();
        (from.to_owned(), to.to_owned())
    };
    let (from, to) = names(0);
    browser.press(&from);
    // What it can take is shown.
    let next = browser.run("return document.querySelectorAll('.spot.next').length");
    assert!(next.as_u64().unwrap() > 0);
    browser.press(&to);
    browser.wait(STATUS, "Right (White) to move");
    browser.wait("//*[@id='moves']", &format!("{from}x{to}"));
    browser.click(&browser.labelled("Undo"));
    browser.wait(STATUS, "Left (Black) to move");
    browser.drag(&from, &to);
    browser.wait(STATUS, "Right (White) to move");
    desk.end();
}

#[test]
fn white_begins_unless_another_is_chosen() {
    let desk = Desk::new();
    let browser = &desk.browser;
    browser.click(&browser.labelled("Legionnaires"));
    browser.click(
        &browser.find("//fieldset[legend='Right (White)']//option[starts-with(.,'a person')]"),
    );
    browser.click(&browser.labelled("Play"));
    browser.wait(STATUS, "Right (White) to move");
    desk.end();
}

#[test]
fn an_amazon_moves_and_shoots() {
    let desk = Desk::new();
    let browser = &desk.browser;
    desk.begin("Amazons", "L../.../..R");
    for spot in ["a3", "a1", "a2"] {
        browser.press(spot);
    }
    browser.wait("//*[@id='moves']", "a3-a1/a2");
    let label =
        browser.run("return document.querySelector('[data-name=a2]').getAttribute('aria-label')");
    assert_eq!(label, "a2, burned");
    // A move that is not one says why.
    browser.write(&browser.field("Move"), "c1-c9/c1\n");
    browser.wait(MESSAGE, "c9 is not on the board");
    desk.end();
}

/// A game of each kind, from the first page on, by what a person sees or
/// hears, to its end, its value and its thermograph.
#[test]
fn every_kind_of_game_is_played_by_its_labels() {
    let desk = Desk::new();
    let browser = &desk.browser;
    // Pieces on a board by clicks, pieces that are dragged, two steps, heaps,
    // edges of a graph.
    let games: [(&str, &str, &[&str], &str, &str); 5] = [
        ("Clobber", "BWW", &["a1 b1", "c1 b1"], "Right wins", "v"),
        (
            "Legionnaires",
            "3x3",
            &["c1>a3", "c3>a1", "a3>a1"],
            "Left wins",
            "*",
        ),
        ("Amazons", "L.R", &["a1 b1 a1"], "Left wins", "*"),
        ("Nim", "1,2", &["2.2", "1.1", "2.1"], "Left wins", "*3"),
        ("Hackenbush", "(l;r)", &["l1", "r1"], "Right wins", "0"),
    ];
    for (game, position, moves, end, value) in games {
        browser.click(&browser.labelled("Games"));
        desk.begin(game, position);
        for (number, text) in moves.iter().enumerate() {
            match text.split_once('>') {
                Some((from, to)) => browser.drag(from, to),
                None => text.split(' ').for_each(|spot| browser.press(spot)),
            }
            browser.find(&format!("//*[@id='moves']/li[{}]", number + 1));
        }
        browser.wait(STATUS, end);
        browser.click(&browser.labelled("First position"));
        browser.click(&browser.labelled("Analysis"));
        browser.wait("//dt[.='Value']/following-sibling::dd", value);
        browser.wait("//dt[.='Temperature']/following-sibling::dd", "");
        browser.find("//img[starts-with(@alt,'Thermograph: mean')]");
        browser.wait("//aside", "Left (Black): moves, best first");
    }
    desk.end();
}

#[test]
fn games_and_positions_are_shared_and_saved() {
    let desk = Desk::new();
    let browser = &desk.browser;
    desk.begin("Clobber", "BWBW");
    browser.press("a1");
    browser.press("b1");
    browser.wait(STATUS, "Right (White) to move");
    browser.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }");
    browser.click(&browser.labelled("Share and save"));
    browser.click(&browser.labelled("Copy link to game"));
    browser.labelled("Copied");
    let link = browser.run("return window.copied");
    browser.go(link.as_str().unwrap());
    browser.wait(STATUS, "After move 1 of 1");
    browser.click(&browser.labelled("One move back"));
    browser.wait(STATUS, "After move 0 of 1: Left (Black) to move");
    browser.click(&browser.labelled("Play on from here"));
    browser.wait(STATUS, "Left (Black) to move");
    browser.click(&browser.labelled("Edit this position"));
    browser.write(&browser.field("Name"), "four in a row\n");
    browser.wait("//*[@id='kept']", "Saved as four in a row");
    browser.click(&browser.labelled("Saved"));
    browser.click(&browser.labelled("four in a row"));
    browser.wait("//*[@id='value']", "+-{*,^}");
    browser.click(&browser.labelled("Saved"));
    browser.click(&browser.labelled("Delete four in a row"));
    browser.wait("//main", "None yet");
    desk.end();
}

/// Heaps, bushes and graphs are edited by clicks, too.
#[test]
fn every_position_can_be_edited() {
    let desk = Desk::new();
    let (browser, server) = (&desk.browser, &desk.server);
    let tool = |words: &str| {
        browser.click(&browser.find(&format!("//label[normalize-space(.)='{words}']/input")));
    };
    let shows = |position: &str| {
        let same = format!("return document.forms.subject.position.value === '{position}'");
        let begun = std::time::Instant::now();
        while browser.run(&same) != true {
            assert!(
                begun.elapsed().as_secs() < 20,
                "{position} does not come up"
            );
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    };
    browser.go(&at(server, "/analyse?game=nim&position=1,2"));
    shows("1,2");
    tool("add a stone");
    browser.press("1.1");
    shows("2,2");
    browser.click(&browser.labelled("Add heap"));
    shows("2,2,1");
    browser.go(&at(server, "/analyse?game=hackenbush&position=l"));
    shows("l");
    tool("grow red");
    browser.press("l1");
    shows("lr");
    browser.click(&browser.labelled("New green stalk"));
    shows("(lr;e)");
    tool("paint red");
    browser.press("l1");
    shows("(rr;e)");
    browser.go(&at(server, "/analyse?game=col&position=.-."));
    shows(".-.");
    tool("new neighbour");
    browser.press("2");
    shows(".-.-.");
    tool("B painted by Black (Left)");
    browser.press("2");
    shows(".-B-.");
    browser.go(&at(server, "/analyse?game=amazons&position=L.R"));
    shows("L.R");
    tool("# burned");
    browser.press("b1");
    shows("L#R");
    browser.click(&browser.labelled("Add row"));
    shows("L#R/...");
    desk.end();
}

#[test]
fn an_edited_position_changes_its_value() {
    let desk = Desk::new();
    let browser = &desk.browser;
    browser.click(&browser.labelled("Clobber"));
    let field = browser.field("Position");
    browser.clear(&field);
    browser.write(&field, "BW");
    browser.click(&browser.labelled("Analyse this position"));
    browser.wait("//*[@id='value']", "*");
    browser.click(&browser.labelled("Add column"));
    browser.find("//*[@id='board']//*[@data-name='c1']");
    browser.click(&browser.find("//label[contains(.,'stone of White')]/input"));
    browser.press("c1");
    browser.wait("//*[@id='value']", "v");
    browser.find("//img[contains(@alt,'Thermograph')]");
    browser.wait("//*[@id='facts']", "moves, best first");
    desk.end();
}

#[test]
fn the_calculator_answers_and_remembers() {
    let desk = Desk::new();
    let browser = &desk.browser;
    browser.click(&browser.labelled("Calculator"));
    let field = browser.field("Expression");
    browser.write(&field, "x = {3||1|-1}\n");
    browser.wait("//*[@id='history']", "{3|+-1}");
    browser.write(&field, "temperature(x) + mean(x)\n");
    browser.wait(
        "//*[@id='history']/li[2]//*[contains(@class,'answer')]",
        "3",
    );
    browser.write(&field, "help mean\n");
    browser.wait("//*[@id='history']/li[last()]", "The mean value of a game");
    browser.write(&field, "{1|\n");
    browser.wait("//*[@id='history']/li[4]", "expected a value");
    desk.end();
}

#[test]
fn everything_can_be_done_with_keys() {
    let desk = Desk::new();
    let browser = &desk.browser;
    desk.begin("Domineering", "3x3");
    browser.run("document.querySelector('#board .spot[tabindex=\"0\"]').focus()");
    // From a3: choose it, go down, choose that.
    browser.keys("\u{E007}\u{E015}\u{E007}");
    browser.wait(STATUS, "Right (White) to move");
    // Typing anywhere is typing a move, which White has not.
    browser.keys("b3b2\u{E007}");
    browser.wait(MESSAGE, "that is no move");
    desk.end();
}

#[test]
fn a_phone_shows_everything() {
    let desk = Desk::of(400, 800);
    let browser = &desk.browser;
    desk.begin("Legionnaires", "8x8");
    let wide = browser.run("return document.documentElement.scrollWidth <= window.innerWidth");
    assert_eq!(wide, true);
    for button in ["Undo", "Hint", "Flip"] {
        browser.labelled(button);
    }
    let small = browser.run(
        "return [...document.querySelectorAll('button, .button, nav a')]\
         .filter((b) => b.offsetParent && b.getBoundingClientRect().height < 39).map((b) => b.textContent)",
    );
    assert_eq!(small, serde_json::json!([]));
    let square = browser
        .run("return document.querySelector('#board .square').getBoundingClientRect().width");
    assert!(square.as_f64().unwrap() >= 39.0, "{square}");
    desk.end();
}

/// What takes long shows how far it is, and can be cancelled.
#[test]
fn an_analysis_can_be_cancelled() {
    let desk = Desk::new();
    let (browser, server) = (&desk.browser, &desk.server);
    browser.go(&at(server, "/analyse?game=amazons&position=6x6"));
    browser.wait("//*[@id='facts']", "Looking at");
    browser.click(&browser.labelled("Cancel"));
    browser.wait("//*[@id='facts']", "Cancelled");
    browser.labelled("Start again");
    desk.end();
}

#[test]
fn a_game_survives_reload_and_crash() {
    let desk = Desk::new();
    let browser = &desk.browser;
    desk.begin("Nim", "3,4,5");
    browser.press("1.2");
    browser.wait(STATUS, "Right (White) to move");
    let address = browser.address();
    browser.go(&address);
    browser.wait("//*[@id='moves']", "take 2 from heap 3");
    let path = address.split_once("/play/").unwrap().1.to_owned();
    let Desk {
        browser,
        server,
        data,
    } = desk;
    server.kill();
    let server = Server::start(&data);
    browser.go(&at(&server, &format!("/play/{path}")));
    browser.wait("//*[@id='moves']", "take 2 from heap 3");
    browser.go(&at(&server, "/"));
    browser.wait("//main", "Your games");
}

#[test]
fn a_program_plays_against_a_person() {
    let desk = Desk::new();
    let browser = &desk.browser;
    desk.begin_against("Nim", "3,3", "nim");
    let prediction = "//*[@id='prediction']";
    browser.wait(prediction, "You lose if the computer plays right");
    browser.press("1.1");
    // It answers by leaving equal heaps, until it takes the last stone.
    browser.wait("//*[@id='moves']", "take 3 from heap 3");
    browser.wait(STATUS, "Right wins");
    desk.end();
}

#[test]
fn no_page_complains() {
    let desk = Desk::of(400, 800);
    let (browser, server) = (&desk.browser, &desk.server);
    let mut pages: Vec<String> = [
        "/",
        "/analyse",
        "/calculator",
        "/papers",
        "/papers/nim/kayles",
        "/saved",
        "/replay?game=clobber&position=BWBW&moves=a1xb1",
        "/help",
        "/game/latrunculus",
        "/analyse?game=latrunculus&position=start",
        "/cards",
    ]
    .map(str::to_owned)
    .to_vec();
    for info in rules::games() {
        pages.push(format!("/game/{}", info.name));
        let game = rules::example_name(info);
        pages.push(format!(
            "/analyse?game={game}&position={}",
            info.example.replace('#', "%23")
        ));
    }
    let pictures = std::env::var_os("LEGATUS_PICTURES");
    for (number, page) in pages.iter().enumerate() {
        browser.go(&at(server, page));
        browser.find("//h1");
        let fits = "return document.documentElement.scrollWidth <= window.innerWidth";
        assert_eq!(browser.run(fits), true, "{page} is wider than a phone");
        if let Some(directory) = &pictures {
            for (name, width, height) in [("desk", 1280, 900), ("phone", 400, 800)] {
                for scheme in ["light", "dark"] {
                    browser.resize(width, height);
                    browser.scheme(scheme);
                    std::thread::sleep(std::time::Duration::from_millis(700));
                    let file = format!("{number:02}-{name}-{scheme}.png");
                    browser.picture(
                        &std::path::Path::new(directory)
                            .join(file)
                            .display()
                            .to_string(),
                    );
                }
            }
        }
    }
    desk.end();
}
