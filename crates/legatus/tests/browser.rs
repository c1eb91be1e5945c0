//! The workbench in a real browser, as a person uses it.

use crate::web::desk::{Desk, MESSAGE, STATUS, games_to_look_at};

impl Desk {
    /// At the first page.
    pub fn new() -> Desk {
        Desk::of(1280, 900)
    }

    pub fn of(width: u32, height: u32) -> Desk {
        Desk::at(width, height, "/")
    }

    /// At a game between two people.
    pub fn playing(game: &str, position: &str) -> Desk {
        let desk = Desk::new();
        desk.begin(game, position);
        desk
    }

    /// From the first page to a game between two people.
    pub fn begin(&self, game: &str, position: &str) {
        self.lay_out(game, position);
        self.click_to("On this screen", "to move");
    }

    /// From the first page to a game against a player of this name.
    fn begin_against(&self, game: &str, position: &str, right: &str) {
        self.lay_out(game, position);
        self.click(&self.find(&format!(
            "//select[@name='right']/option[starts-with(.,'{right}')]"
        )));
        self.click_to("Play now", "");
    }

    /// From the first page to the choices of a game, with this position.
    fn lay_out(&self, game: &str, position: &str) {
        self.click_label(game);
        self.click_label("More: rules, start, players");
        self.rewrite(&self.field("Position"), position);
        let partizan = "return document.querySelector('select[name=first]') !== null";
        if self.run(partizan) == true {
            self.click(&self.find("//select[@name='first']/option[@value='left']"));
        }
    }
}

#[test]
fn nim_is_won_by_clicking() {
    let desk = Desk::playing("Nim", "1,2");
    let prediction = "//*[@id='prediction']";
    desk.click_label("Who wins, and why");
    let wins = "The first player wins by playing right, whatever the second player does";
    desk.wait(prediction, &format!("{wins}: take 1 from heap 2"));
    // Leave two heaps of one, and whatever the second player does, take the last stone.
    desk.press_to("2.2", "Second player to move");
    desk.wait(prediction, wins);
    desk.press_to("1.1", "First player to move");
    // The other heap is where it was.
    desk.press_to("2.1", "The first player won");
    desk.click_to("Undo", "First player to move");
    desk.end();
}

#[test]
fn a_legionnaire_takes_by_click_and_by_drag() {
    let desk = Desk::playing("Legionnaires", "4x4");
    let legal = desk.run("return JSON.parse(document.getElementById('state').textContent).legal");
    let names = |index: usize| -> (String, String) {
        let text = legal[index]["move"].as_str().unwrap();
        let (from, to) = text.split_once('x').unwrap();
        (from.to_owned(), to.to_owned())
    };
    let (from, to) = names(0);
    desk.press(&from);
    // What it can take is shown.
    let next = desk.run("return document.querySelectorAll('.spot.next').length");
    assert!(next.as_u64().unwrap() > 0);
    desk.press(&to);
    desk.wait(STATUS, "White to move");
    desk.wait("//*[@id='moves']", &format!("{from}x{to}"));
    desk.click_to("Undo", "Black to move");
    desk.drag(&from, &to);
    desk.wait(STATUS, "White to move");
    desk.end();
}

#[test]
fn white_begins_unless_another_is_chosen() {
    let desk = Desk::new();
    desk.click_for("Legionnaires", "//*[@id='first']", "White begins");
    desk.click_to("On this screen", "White to move");
    desk.end();
}

#[test]
fn an_amazon_moves_and_shoots() {
    let desk = Desk::playing("Amazons", "L../.../..R");
    for spot in ["a3", "a1", "a2"] {
        desk.press(spot);
    }
    desk.wait("//*[@id='moves']", "a3-a1/a2");
    let label =
        desk.run("return document.querySelector('[data-name=a2]').getAttribute('aria-label')");
    assert_eq!(label, "a2, burned");
    // A move that is not one says why.
    desk.write(&desk.field("Move"), "c1-c9/c1\n");
    desk.wait(MESSAGE, "c9 is not on the board");
    desk.end();
}

/// A game of each kind, from the first page on, by what a person sees or
/// hears, to its end, its value and its thermograph.
#[test]
fn every_kind_of_game_is_played_by_its_labels() {
    let desk = Desk::new();
    // Pieces on a board by clicks, pieces that are dragged, two steps, heaps,
    // edges of a graph.
    let games: [(&str, &str, &[&str], &str, &str); 5] = [
        ("Clobber", "BWW", &["a1 b1", "c1 b1"], "White won", "v"),
        (
            "Legionnaires",
            "3x3",
            &["c1>a3", "c3>a1", "a3>a1"],
            "Black won",
            "*",
        ),
        ("Amazons", "L.R", &["a1 b1 a1"], "Black won", "*"),
        (
            "Nim",
            "1,2",
            &["2.2", "1.1", "2.1"],
            "The first player won",
            "*3",
        ),
        ("Hackenbush", "(l;r)", &["l1", "r1"], "Red won", "0"),
    ];
    for (game, position, moves, end, value) in games {
        desk.click_label("Play");
        desk.begin(game, position);
        for (number, text) in moves.iter().enumerate() {
            match text.split_once('>') {
                Some((from, to)) => desk.drag(from, to),
                None => text.split(' ').for_each(|spot| desk.press(spot)),
            }
            desk.find(&format!("//*[@id='moves']/li[{}]", number + 1));
        }
        desk.wait(STATUS, end);
        desk.click_label("First position");
        desk.click_label("Analysis");
        desk.find(&format!("//*[@id='value']//*[@data-text='{value}']"));
        desk.find("//*[name()='svg'][starts-with(@aria-label,'Thermograph')]");
        desk.wait("//aside", "Moves of Left");
    }
    desk.end();
}

#[test]
fn games_and_positions_are_shared_and_saved() {
    let desk = Desk::playing("Clobber", "BWBW");
    desk.press("a1");
    desk.press_to("b1", "White to move");
    desk.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }");
    desk.click_label("Share and save");
    desk.click_label("Copy link to game");
    desk.labelled("Copied");
    let link = desk.run("return window.copied");
    desk.go(link.as_str().unwrap());
    desk.wait(STATUS, "After move 1 of 1");
    desk.click_to("One move back", "After move 0 of 1: Black to move");
    // Who plays on is asked.
    desk.click_label("Play on from here");
    desk.click_to("Two people", "Black to move");
    desk.click_label("Edit this position");
    desk.write(&desk.field("Name"), "four in a row\n");
    desk.wait("//*[@id='kept']", "Saved as four in a row");
    desk.open("/saved");
    desk.click_label("four in a row");
    desk.find("//*[@id='value']//*[@data-text='+-{*,^}']");
    desk.open("/saved");
    desk.click_label("Delete four in a row");
    desk.click_for("Delete it", "//main", "None yet");
    desk.end();
}

#[test]
fn everything_can_be_done_with_keys() {
    let desk = Desk::playing("Domineering", "3x3");
    desk.run("document.querySelector('#board .spot[tabindex=\"0\"]').focus()");
    // From a3: choose it, go down, choose that.
    desk.keys("\u{E007}\u{E015}\u{E007}");
    desk.wait(STATUS, "Horizontal to move");
    // Typing anywhere is typing a move, which Horizontal has not.
    desk.keys("b3b2\u{E007}");
    desk.wait(MESSAGE, "that is no move");
    desk.end();
}

#[test]
fn a_phone_shows_everything() {
    let desk = Desk::of(400, 800);
    desk.begin("Legionnaires", "8x8");
    desk.fits_a_phone();
    for button in ["Undo", "Hint", "Flip"] {
        desk.labelled(button);
    }
    let square =
        desk.run("return document.querySelector('#board .square').getBoundingClientRect().width");
    assert!(square.as_f64().unwrap() >= 39.0, "{square}");
    desk.end();
}

#[test]
fn a_game_survives_reload_and_crash() {
    let desk = Desk::playing("Nim", "3,4,5");
    desk.press_to("1.2", "Second player to move");
    let address = desk.address();
    desk.go(&address);
    desk.wait("//*[@id='moves']", "take 2 from heap 3");
    let path = address.split_once("/play/").unwrap().1.to_owned();
    let desk = desk.crash();
    desk.open(&format!("/play/{path}"));
    desk.wait("//*[@id='moves']", "take 2 from heap 3");
    desk.open("/");
    desk.wait("//main", "Continue");
}

#[test]
fn a_program_plays_against_a_person() {
    let desk = Desk::new();
    desk.begin_against("Nim", "3,3", "nim");
    let prediction = "//*[@id='prediction']";
    desk.click_label("Who wins, and why");
    desk.wait(
        prediction,
        "The computer wins by playing right, whatever you do",
    );
    desk.press("1.1");
    // It answers by leaving equal heaps, until it takes the last stone.
    desk.wait("//*[@id='moves']", "take 3 from heap 3");
    desk.wait(STATUS, "You lost");
    desk.end();
}

#[test]
fn no_page_complains() {
    let desk = Desk::of(400, 800);
    let browser = &desk.browser;
    let mut pages: Vec<String> = [
        "/",
        "/analyse",
        "/calculator",
        "/learn/museum",
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
    for info in games_to_look_at() {
        pages.push(format!("/game/{}", info.name));
        let game = rules::example_name(info);
        pages.push(format!(
            "/analyse?game={game}&position={}",
            info.example.replace('#', "%23")
        ));
    }
    let pictures = std::env::var_os("LEGATUS_PICTURES");
    for (number, page) in pages.iter().enumerate() {
        desk.open(page);
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
