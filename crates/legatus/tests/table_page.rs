//! Games as a person begins, plays and ends them in the page.

use rules::Info;
use serde_json::Value;

use crate::requests::full;
use crate::web::desk::{Desk, MESSAGE, STATUS};
use crate::web::driver::Browser;
use crate::web::server::Server;

const DESK: (u32, u32) = (1280, 900);
const PHONE: (u32, u32) = (390, 844);
const END: &str = "//*[@id='end']";
const FRIEND: &str = "//*[@id='friend']";

/// The game as the server knows it.
fn game(desk: &Desk) -> Value {
    let address = desk.address();
    let path = address.split_once("/play/").unwrap().1;
    let path = format!("/api/v1/play/{path}");
    let (status, view) = crate::requests::get(&desk.server, &path);
    assert_eq!(status, 200, "{view}");
    serde_json::from_str(&view).unwrap()
}

/// Types a move; then it is in the list.
fn make(desk: &Desk, text: &str, number: usize) {
    desk.write(&desk.field("Move"), &format!("{text}\n"));
    desk.find(&format!("//*[@id='moves']/li[{number}]"));
}

/// Plays a game from its card, with moves that follow a pattern, to its end.
/// The sentence of the end follows from who made the last move.
fn plays_to_the_end(desk: &Desk, info: &Info) {
    desk.open("/");
    desk.click_label(&format!("Play now: {}", info.title));
    let waits = "const status = document.getElementById('status')?.textContent ?? '';\
                 return /Your turn/.test(status) ? 'turn' : /^(You|A draw)/.test(status) && 'over';";
    for number in 0.. {
        if desk.until(waits) == "over" {
            break;
        }
        let view = game(desk);
        let legal = view["legal"].as_array().unwrap();
        let text = legal[number * 7 % legal.len()]["move"].as_str().unwrap();
        make(desk, text, view["moves"].as_array().unwrap().len() + 1);
    }
    let view = game(desk);
    let plies = view["moves"].as_array().unwrap().len();
    let last = if plies % 2 == 1 { "first" } else { "second" };
    let mine = if view["you"] == view["first"] {
        "first"
    } else {
        "second"
    };
    let said = match last == mine {
        true => [
            "You won",
            "The computer has no move left: you made the last move.",
        ],
        false => [
            "You lost",
            "You have no move left: the computer made the last move.",
        ],
    };
    for words in said {
        desk.wait(END, words);
        desk.wait(STATUS, words);
    }
    for button in ["Rematch", "Swap sides", "Review", "New game"] {
        desk.find(&format!("{END}//*[.='{button}']"));
    }
}

#[test]
fn one_click_begins_a_game_that_ends_with_the_right_sentence() {
    let quick = ["nim", "toads_and_frogs"];
    for (width, height) in [DESK, PHONE] {
        let desk = Desk::of(width, height);
        for info in rules::games() {
            if full() || quick.contains(&info.name) {
                plays_to_the_end(&desk, info);
            }
        }
        // The sides change, and with them who is asked first.
        let before = game(&desk);
        desk.click(&desk.find(&format!("{END}//*[.='Swap sides']")));
        desk.until("return document.getElementById('end')?.hidden");
        let after = game(&desk);
        assert_ne!(before["you"], after["you"]);
        assert_eq!(before["start"], after["start"]);
        desk.end();
    }
}

/// Two browsers play each other; the server is killed between two moves.
#[test]
fn two_people_play_through_a_link() {
    let desk = Desk::of(DESK.0, DESK.1);
    desk.open("/game/hackenbush?position=lrl");
    desk.click_to("By a link", "Your turn");
    desk.wait(FRIEND, "Your opponent is not here");
    let link = desk.run("return document.getElementById('invitation').value");
    let link = link.as_str().unwrap().to_owned();
    let (other, watcher) = (
        Browser::open(PHONE.0, PHONE.1),
        Browser::open(DESK.0, DESK.1),
    );
    other.go(&link);
    watcher.go(link.split('?').next().unwrap());
    other.wait(STATUS, "Waiting for your opponent");
    desk.wait(FRIEND, "Your opponent is here");
    watcher.wait(FRIEND, "You are watching");
    watcher.wait(STATUS, "Blue to move");
    // Blue cuts the top: Red's page shows it of itself, and so does the other.
    desk.write(&desk.field("Move"), "l3\n");
    other.wait(STATUS, "Your opponent played l3. Your turn.");
    watcher.wait(STATUS, "Red to move");
    let Desk {
        browser,
        server,
        data,
    } = desk;
    let port = server.port;
    server.kill();
    for page in [&browser, &other] {
        page.wait(FRIEND, "The connection is lost");
    }
    let _server = Server::again(&data, port);
    other.write(&other.field("Move"), "r2\n");
    browser.wait(STATUS, "Your opponent played r2. Your turn.");
    // To go back needs both.
    other.click(&other.labelled("Ask to take back"));
    browser.wait(FRIEND, "Your opponent asks to take a move back");
    browser.click(&browser.labelled("Allow"));
    other.wait(STATUS, "Your turn");
    other.write(&other.field("Move"), "r2\n");
    browser.wait(STATUS, "Your turn");
    browser.write(&browser.field("Move"), "l1\n");
    browser.wait(END, "You won");
    browser.wait(
        END,
        "Your opponent has no move left: you made the last move.",
    );
    other.wait(END, "You lost");
    watcher.wait(END, "Blue won");
    browser.click(&browser.find(&format!("{END}//*[.='Rematch']")));
    browser.wait(STATUS, "Your turn");
    other.click(&other.labelled("Go to the rematch"));
    other.wait(STATUS, "Waiting for your opponent");
}

/// Who is behind is told why his move does not count, and sees the game as it
/// is.
#[test]
fn a_page_that_is_behind_is_told_so() {
    let desk = Desk::of(DESK.0, DESK.1);
    let begun = r#"{"game":"nim","position":"3,4,5"}"#;
    let (_, view) = crate::requests::post(&desk.server, "/api/v1/play", begun);
    let view: Value = serde_json::from_str(&view).unwrap();
    let id = view["id"].as_str().unwrap();
    desk.open(&format!("/play/{id}"));
    desk.find("//*[@id='moves']");
    let path = format!("/api/v1/play/{id}/move");
    let elsewhere = r#"{"ply":0,"move":"take 1 from heap 3"}"#;
    assert_eq!(crate::requests::post(&desk.server, &path, elsewhere).0, 200);
    desk.write(&desk.field("Move"), "take 1 from heap 2\n");
    desk.says(
        MESSAGE,
        &[
            "this page is behind: the game is at",
            "not 0: load the game again",
        ],
    );
    desk.find("//*[@id='moves']/li[1]");
    make(&desk, "take 1 from heap 2", 2);
}

/// What was chosen once is chosen again, on the first page, too.
#[test]
fn choices_are_remembered() {
    let desk = Desk::of(PHONE.0, PHONE.1);
    desk.click_label("Hackenbush");
    for choice in ["Easy", "Red"] {
        desk.click(&desk.find(&format!("//label[span='{choice}']/input")));
    }
    desk.open("/");
    let chosen = "return document.querySelector('[data-choice=opponent] input:checked').value";
    assert_eq!(desk.run(chosen), "easy");
    desk.click_for("Play now: Hackenbush", "//*[@id='below']", "You");
    desk.wait("//*[@id='below']", "Red");
    desk.says("//*[@id='above']", &["Computer", "Blue · Easy"]);
    desk.end();
}

/// What is lost is said to be: the hint is not marked as a winning one.
#[test]
fn a_hint_has_its_true_colour() {
    let desk = Desk::of(DESK.0, DESK.1);
    for (position, said, mark) in [("3,3", "loses", "lose"), ("3,4", "wins", "win")] {
        desk.open(&format!("/game/nim?position={position}"));
        desk.click_to("On this screen", "First player to move");
        desk.click_for("Hint", "//*[@id='remark']", said);
        let other = if mark == "win" { "lose" } else { "win" };
        desk.until(&format!(
            "return document.querySelector('.spot.{mark}') !== null"
        ));
        let none = format!("return document.querySelector('.spot.{other}') === null");
        assert_eq!(desk.run(&none), true, "{position}");
    }
    desk.end();
}

/// While the computer thinks, no hint can be asked for, the seconds are
/// counted, and it can be told to move.
#[test]
fn the_computer_moves_when_it_is_told() {
    let desk = Desk::of(PHONE.0, PHONE.1);
    desk.open("/game/amazons");
    for choice in ["Perfect", "Black"] {
        desk.click(&desk.find(&format!("//label[span='{choice}']/input")));
    }
    desk.click_label("More: rules, start, players");
    desk.click(&desk.find("//select[@name='first']/option[@value='right']"));
    desk.click_to("Play now", "The computer is thinking");
    let able = "return !document.getElementById('hint').disabled";
    assert_eq!(desk.run(able), false);
    let top = "return document.getElementById('board').getBoundingClientRect().top";
    let before = desk.run(top);
    desk.wait("//*[@id='clock']", " s");
    desk.click(&desk.find("//*[@id='now'][not(@hidden)]"));
    desk.wait(STATUS, "Your turn");
    assert_eq!(desk.run(able), true);
    // The board has not moved under the finger.
    assert_eq!(desk.run(top), before);
    desk.run("document.getElementById('status').textContent = 'A long sentence. '.repeat(20)");
    assert_eq!(desk.run(top), before);
    desk.end();
}

/// When the computer cannot move, the page says so and offers what to do.
#[test]
fn a_computer_that_fails_can_be_replaced() {
    let desk = Desk::of(PHONE.0, PHONE.1);
    desk.click_to("Play now: Nim", "Your turn");
    desk.run(
        "const real = window.fetch; window.failing = true;\
         window.fetch = (path, ...rest) => (window.failing && String(path).includes('/reply')\
           ? Promise.resolve(new Response('{\"error\":\"no\",\"hint\":\"later\"}', { status: 422 }))\
           : real(path, ...rest))",
    );
    make(&desk, "take 2 from heap 3", 1);
    desk.wait(STATUS, "The computer did not move");
    desk.click_to("Try again", "The computer did not move");
    desk.wait(MESSAGE, "no: later");
    // Its side is taken over, and from then on two people play.
    desk.click_to("Move myself", "Second player to move");
    assert_eq!(game(&desk)["right"]["player"], "human");
    make(&desk, "take 4 from heap 4", 2);
    desk.wait(STATUS, "First player to move");
    desk.end();
}

/// What cannot be taken back is asked first.
#[test]
fn resign_and_delete_ask_first() {
    let desk = Desk::of(DESK.0, DESK.1);
    desk.click_to("Play now: Nim", "Your turn");
    desk.click_label("Resign");
    desk.click_to("Cancel", "Your turn");
    assert_eq!(game(&desk)["over"], Value::Null);
    desk.click_label("Resign");
    desk.click(&desk.find("//dialog//button[.='Resign']"));
    desk.says(END, &["You lost", "You resigned."]);
    desk.open("/saved");
    desk.click_label("Delete Nim");
    desk.click_label("Cancel");
    desk.click_label("Delete Nim");
    desk.click_for("Delete it", "//main", "None yet");
    desk.end();
}

/// Misère play says what it is, and who cannot move has won.
#[test]
fn misere_is_a_badge_and_turns_the_end_round() {
    let path = "/replay?game=nim&position=1,1&misere=true&moves=take+1+from+heap+1";
    let desk = Desk::at(PHONE.0, PHONE.1, path);
    desk.wait("//h1", "misère");
    // Who plays on, and on which side, is asked.
    desk.click_label("Play on from here");
    desk.click(&desk.find("//dialog//label[span='First player']/input"));
    desk.click(&desk.find("//dialog//button[.='Play the computer']"));
    desk.says(
        END,
        &["You won", "Misère: you have no move left, and that wins."],
    );
    desk.wait("//h1", "misère");
    desk.end();
}

/// A variant goes from the choices to the game, and from there to the editor
/// and back.
#[test]
fn a_variant_stays_what_it_is() {
    let path = "/game/legionnaires?game=legionnaires:centurion&position=W.W/.../B.B";
    let desk = Desk::at(DESK.0, DESK.1, path);
    desk.click_to("Play now", "");
    desk.wait("//h1", "centurion");
    assert_eq!(game(&desk)["game"], "legionnaires:centurion");
    let edit =
        desk.run("return new URL(document.getElementById('edit').href).searchParams.get('game')");
    assert_eq!(edit, "legionnaires:centurion");
    desk.end();
}

/// No card looks like another, headings stay whole, the header is one row, and
/// what goes wrong is not said in commands.
#[test]
fn the_first_page_is_in_order() {
    let desk = Desk::of(PHONE.0, PHONE.1);
    let pictures = desk.run(
        "return [...document.querySelectorAll('.card .picture')].map((p) => p.innerHTML.replace(/<title>.*?<.title>|aria-label=\"[^\"]*\"/g, ''))",
    );
    let pictures = pictures.as_array().unwrap();
    assert!(pictures.len() >= rules::games().len());
    // Of the games from rule files, which come last, some begin on the same board.
    let first = pictures.len() - (rules::games().len() - rules::games_in_rust().len());
    for (number, picture) in pictures.iter().enumerate().take(first) {
        assert!(!pictures[..number].contains(picture), "picture {number}");
    }
    let row = "const tops = [...document.querySelectorAll('header .name, header nav > a, header summary')]\
               .map((e) => { const box = e.getBoundingClientRect(); return (box.top + box.bottom) / 2; });\
               return Math.max(...tops) - Math.min(...tops) < 8";
    assert_eq!(desk.run(row), true);
    let whole = "const th = document.createElement('table');\
                 th.innerHTML = '<tr><th>Value</th><td>' + 'x'.repeat(400) + '</td></tr>';\
                 document.querySelector('main').append(th);\
                 const range = document.createRange(); range.selectNodeContents(th.querySelector('th'));\
                 return range.getClientRects().length";
    assert_eq!(desk.run(whole), 1);
    desk.open("/game/nims");
    desk.says("//main", &["did you mean", "/help lists them"]);
    let cited = desk.run("return document.body.textContent.includes('legatus games')");
    assert_eq!(cited, false);
    desk.open("/game/nim");
    desk.click_label("More: rules, start, players");
    desk.rewrite(&desk.field("Position"), "one,two");
    desk.click_for("Play now", MESSAGE, ":");
}
