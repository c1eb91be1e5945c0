//! The board in a real browser: by keys, by mouse, by touch, and what it
//! shows of every game.

use serde_json::{Value, json};
use std::time::{Duration, Instant};

use crate::requests::post;
use crate::web::desk::{Desk, games_to_look_at};

const TAB: char = '\u{E004}';
const ENTER: char = '\u{E007}';
const ESCAPE: char = '\u{E00C}';
const LEFT: char = '\u{E012}';
const UP: char = '\u{E013}';
const RIGHT: char = '\u{E014}';
const DOWN: char = '\u{E015}';

impl Desk {
    fn post(&self, path: &str, body: &Value) -> Value {
        let (status, answer) = post(&self.server, path, &body.to_string());
        assert_eq!(status, 200, "{path} {body}: {answer}");
        serde_json::from_str(&answer).unwrap()
    }

    /// A game between two people on one screen after some moves; Left begins.
    fn play(&self, game: &str, position: &str, moves: &[&str]) {
        let view = self.post(
            "/api/v1/play",
            &json!({"game": game, "position": position, "first": "left", "moves": moves}),
        );
        self.show(&view);
    }

    fn show(&self, view: &Value) {
        let id = view["id"].as_str().unwrap();
        self.open(&format!("/play/{id}"));
        self.find("//*[@id='board']//*[@data-spot]");
    }

    /// How many parts of the board a selector finds.
    fn count(&self, selector: &str) -> u64 {
        let script = format!("return document.querySelectorAll('#board {selector}').length");
        self.run(&script).as_u64().unwrap()
    }

    /// Waits until a selector finds so many.
    #[track_caller]
    fn counts(&self, selector: &str, count: u64) {
        let begun = Instant::now();
        while self.count(selector) != count {
            let found = self.count(selector);
            assert!(
                begun.elapsed() < Duration::from_secs(30),
                "{found} of {count} {selector}"
            );
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    fn label(&self, spot: &str) -> String {
        let script = format!(
            "return document.querySelector('#board [data-name=\"{spot}\"]').getAttribute('aria-label')"
        );
        self.run(&script).as_str().unwrap().to_owned()
    }

    /// The spot that has the focus.
    fn here(&self) -> String {
        let name = self.run("return document.activeElement?.dataset?.name ?? ''");
        name.as_str().unwrap().to_owned()
    }

    fn type_keys(&self, keys: &[char]) {
        self.keys(&keys.iter().collect::<String>());
    }

    fn has_made(&self, number: usize, text: &str) {
        self.wait(&format!("//*[@id='moves']/li[{number}]"), text);
    }

    /// A point of the window between two spots.
    fn between(&self, one: &str, other: &str) -> [f64; 2] {
        let at = self.run(&format!(
            "const middle = (name) => {{ const b = document.querySelector(`#board [data-name=\"${{name}}\"]`)\
             .getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }};\
             const [a, b] = ['{one}', '{other}'].map(middle);\
             return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];"
        ));
        [0, 1].map(|axis| at[axis].as_f64().unwrap())
    }
}

/// A whole game, from the top of the page, without a mouse.
#[test]
fn a_game_is_played_with_keys_alone() {
    let desk = Desk::of(1280, 900);
    desk.play("amazons", "L../.../..R", &[]);
    for _ in 0..40 {
        desk.type_keys(&[TAB]);
        if desk.here() == "a3" {
            break;
        }
    }
    assert_eq!(desk.here(), "a3");
    assert_eq!(desk.label("a3"), "a3, black amazon, can move");
    assert_eq!(desk.label("c1"), "c1, white amazon");
    // What was begun is taken back; then she goes to a1 and burns a2.
    desk.type_keys(&[ENTER]);
    assert_eq!(desk.label("a1"), "a1, empty, target");
    assert_eq!(desk.count(".mark .step"), 5);
    desk.type_keys(&[ESCAPE]);
    assert_eq!(desk.count(".mark .step"), 0);
    desk.type_keys(&[ENTER, DOWN, DOWN, ' ']);
    // She stands there while she aims, and where she stood can be shot at.
    assert_eq!(desk.count(".flying .piece"), 1);
    assert_eq!(desk.count(".piece.away"), 1);
    assert_eq!(desk.label("a3"), "a3, black amazon, chosen, target");
    assert_eq!(desk.count(".mark .shot"), 5);
    desk.type_keys(&[UP, ENTER]);
    desk.has_made(1, "a3-a1/a2");
    assert_eq!(desk.label("a2"), "a2, burned");
    assert_eq!(desk.here(), "a2", "the focus stays");
    desk.type_keys(&[DOWN, RIGHT, RIGHT, ENTER, UP, UP, ENTER, LEFT, ENTER]);
    desk.has_made(2, "c1-c3/b3");
    for (class, name) in [("from", "c1"), ("to", "c3"), ("shot", "b3")] {
        let marked = format!(".spot.marked.{class}[data-name={name}]");
        assert_eq!(desk.count(&marked), 1, "{class}");
    }
    // Pins: chosen once they wait for a neighbour, chosen twice they fall.
    desk.play("kayles", "4", &[]);
    desk.run("document.querySelector('#board [tabindex=\"0\"]').focus()");
    desk.type_keys(&[RIGHT, ENTER, RIGHT, ENTER]);
    desk.has_made(1, "split 4 into 1+1 taking 2");
    desk.counts(".gone.last", 2);
    desk.type_keys(&[RIGHT, ENTER]);
    if desk.count(".spot.chosen") > 0 {
        desk.type_keys(&[ENTER]);
    }
    desk.has_made(2, "take 1 from");
    desk.end();
}

#[test]
fn dominoes_are_laid_by_mouse() {
    let desk = Desk::of(1280, 900);
    desk.play("cram", "4x4", &[]);
    // Between two squares lies one domino.
    desk.mouse(desk.between("b3", "b2"), false);
    desk.counts(".ghost", 1);
    desk.mouse(desk.between("b3", "b2"), true);
    desk.has_made(1, "b3b2");
    desk.counts(".tile", 1);
    // From one square to the next.
    desk.drag("a4", "b4");
    desk.has_made(2, "a4b4");
    desk.counts(".tile", 2);
    desk.counts(".tile.last", 1);
    // One square and then the other.
    desk.press("d1");
    assert_eq!(desk.label("d2"), "d2, empty, target");
    desk.press("d2");
    desk.has_made(3, "d2d1");
    desk.counts(".tile", 3);
    // A press beside what follows takes back what was begun.
    desk.press("a1");
    desk.press("a1");
    desk.counts(".spot.chosen", 0);
    desk.play("domineering", "4x4", &["a4a3", "b4c4"]);
    desk.counts(".tile.left", 1);
    desk.counts(".tile.right.last", 1);
    desk.end();
}

#[test]
fn a_finger_drags_and_taps() {
    let desk = Desk::of(390, 844);
    desk.play("legionnaires", "4x4", &[]);
    let legal = desk.run("return JSON.parse(document.getElementById('state').textContent).legal");
    let text = legal[0]["move"].as_str().unwrap();
    let (from, to) = text.split_once('x').unwrap();
    desk.touch(from, to);
    desk.has_made(1, text);
    desk.counts(".spot.marked.to", 1);
    // A finger that rests opens no menu.
    let opened = desk.run(
        "const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });\
         return document.querySelector('#board .spot').dispatchEvent(menu)",
    );
    assert_eq!(opened, false);
    // Two pins that stand side by side, and then the one at the far end: the
    // pins that fall are those that were touched.
    desk.play("kayles", "7", &[]);
    desk.touch("1.5", "1.6");
    desk.has_made(1, "split 7 into 1+4 taking 2");
    desk.counts(".gone.last", 2);
    let places = "return [...document.querySelectorAll('#board .gone')].map((pin) => \
                  Math.round((new DOMMatrix(getComputedStyle(pin).transform).e - 30) / 60) + 1)";
    assert_eq!(desk.run(places), json!([5, 6]));
    desk.touch("1.1", "1.1");
    desk.has_made(2, "take 1 from heap 1");
    desk.counts(".gone.last", 1);
    assert_eq!(desk.run(places), json!([5, 6, 7]));
    // A stone goes with those above it.
    desk.play("nim", "3,4", &[]);
    desk.touch("2.2", "2.2");
    desk.has_made(1, "take 3 from heap 4");
    desk.counts(".gone.last", 3);
    // A domino is pushed at the half that is touched.
    desk.play("toppling_dominoes", "BWB", &[]);
    desk.touch("3<", "3<");
    desk.has_made(1, "3<");
    desk.counts(".gone.last", 3);
    // An edge is touched where it is.
    desk.play("hackenbush", "(l;r)", &[]);
    desk.run("document.querySelector('#board .spot').focus()");
    // What is marked is so by a halo, never in the colour of an edge.
    let halo = desk.run(
        "const halo = document.querySelector('#board .halo');\
         return [getComputedStyle(halo).stroke, getComputedStyle(halo).strokeDasharray]",
    );
    assert_eq!(halo, json!(["rgb(36, 31, 25)", "none"]));
    desk.touch("l1", "l1");
    desk.has_made(1, "l1");
    desk.counts(".gone.last", 1);
    desk.end();
}

/// Every game from its usual start on a phone: it fits, spots are as large as
/// they can be, and the first move is marked.
#[test]
fn every_game_fits_a_phone_and_marks_its_last_move() {
    let desk = Desk::of(390, 844);
    for info in games_to_look_at() {
        let game = rules::example_name(info);
        let start = desk.post(
            "/api/v1/play",
            &json!({"game": game, "position": info.standard()}),
        );
        let id = start["id"].as_str().unwrap();
        let legal = start["legal"].as_array().unwrap();
        let text = legal[legal.len() / 2]["move"].as_str().unwrap();
        let view = desk.post(
            &format!("/api/v1/play/{id}/move"),
            &json!({"ply": 0, "move": text}),
        );
        desk.show(&view);
        let marked = desk.count(".spot.marked") + desk.count(".gone.last");
        assert!(
            marked + desk.count(".tile.last") > 0,
            "{game} after {text} marks nothing"
        );
        let fits = desk.run(
            "const board = document.getElementById('board');\
             return [document.documentElement.scrollWidth <= innerWidth, board.scrollWidth <= board.clientWidth, \
             board.querySelector('svg').getBoundingClientRect().height < 0.8 * innerHeight]",
        );
        assert_eq!(fits, json!([true, true, true]), "{game} on a phone");
        let size = desk.run(
            "const box = document.querySelector('#board .square, #board .stone, #board .ground, #board .vertex')\
             ?.getBoundingClientRect(); return box ? box.width : 99",
        );
        assert!(size.as_f64().unwrap() >= 24.0, "{game}: {size}");
    }
    desk.end();
}

/// The ratio of luminances of every mark and every colour that it is drawn
/// on.
#[test]
fn marks_stand_out_in_light_and_dark() {
    let desk = Desk::of(900, 700);
    desk.play("amazons", "L../.../..R", &["a3-a1/a2"]);
    for scheme in ["light", "dark"] {
        desk.scheme(scheme);
        let faint = desk.run(
            "const style = getComputedStyle(document.documentElement);\
             const colour = (name) => name.startsWith('#') ? name : style.getPropertyValue(name).trim();\
             const part = (c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;\
             const light = (name) => { const c = colour(name).slice(1).match(/../g).map((x) => part(parseInt(x, 16) / 255));\
               return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]; };\
             const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };\
             const woods = ['--wood', '--wood-odd', '--wood-marked'];\
             const pairs = ['--mark', '--mark-last', '--mark-win', '--mark-lose', '--halo', '--gone']\
               .flatMap((mark) => woods.map((wood) => [mark, wood]));\
             pairs.push(...['#1f5fae', '#b3261e', '#2f7d32'].map((edge) => [edge, '--wood']));\
             pairs.push(['--mark-shot', '#4a423a'], ['#c2570c', '#fdf9f0'], ['#c2570c', '#26221d'], ['#ffd166', '#9a5b34']);\
             return pairs.map((pair) => [...pair, ratio(...pair)]).filter(([, , found]) => !(found >= 3));",
        );
        assert_eq!(faint, json!([]), "{scheme}");
        // The page uses what was measured.
        let used = desk.run(
            "const fill = (name) => getComputedStyle(document.querySelector(`#board ${name}`)).fill;\
             const root = getComputedStyle(document.documentElement);\
             const probe = document.createElement('i'); document.body.append(probe);\
             return ['--wood', '--wood-odd'].map((name, odd) => { probe.style.color = root.getPropertyValue(name);\
               return getComputedStyle(probe).color === fill(`.spot:not(.marked) .square${odd ? '.odd' : ':not(.odd):not(.burned)'}`); });",
        );
        assert_eq!(used, json!([true, true]), "{scheme}");
    }
    desk.end();
}

/// A person sits at the bottom, and a board that was turned is played as it
/// is seen.
#[test]
fn boards_are_turned_and_previewed() {
    let desk = Desk::of(900, 700);
    desk.play("amazons", "L../.../..R", &[]);
    let load = "return (async () => { const { Board } = await import('/assets/board.js');\
         const root = document.createElement('div'); root.id = 'other'; document.body.prepend(root);\
         const view = JSON.parse(document.getElementById('state').textContent);\
         window.moves = []; window.board = new Board(root, { played: (move) => window.moves.push(move) });";
    desk.run(&format!(
        "{load} board.show(view.svg, view.legal, {{ side: 'left' }}); }})()"
    ));
    let top = |name: &str| {
        let script = format!(
            "return document.querySelector('#other [data-name={name}] .square').getBoundingClientRect().top"
        );
        desk.run(&script).as_f64().unwrap()
    };
    assert!(top("a3") > top("a1"), "Left's amazon is at the bottom");
    assert_eq!(
        desk.run(
            "return document.querySelector('#other [data-name=a3]').getAttribute('aria-label')"
        ),
        "a3, your amazon, can move"
    );
    desk.run("board.flip()");
    assert!(top("a3") < top("a1"));
    desk.run(
        "board.flip(); board.preview(JSON.parse(document.getElementById('state').textContent).svg)",
    );
    let shown = "return document.querySelectorAll('#other > svg').length";
    assert_eq!(desk.run(shown), 2);
    let over = desk.run(
        "const [one, other] = [...document.querySelectorAll('#other > svg')].map((svg) => svg.getBoundingClientRect());\
         return Math.hypot(one.x - other.x, one.y - other.y, one.width - other.width, one.height - other.height) < 1",
    );
    assert_eq!(over, true, "one lies on the other");
    desk.run("board.preview(null)");
    assert_eq!(desk.run(shown), 1);
    // The keys go as one sees: up from a3 is a2, and a1 behind it.
    desk.run("board.here.focus()");
    desk.type_keys(&[ENTER, UP, UP, ENTER, DOWN, ENTER]);
    assert_eq!(desk.run("return moves"), json!(["a3-a1/a2"]));
    // What changed moves, unless less motion is asked for.
    let after = desk.post(
        "/api/v1/play",
        &json!({"game": "amazons", "position": "L../.../..R", "first": "left", "moves": ["a3-a1/a2"]}),
    );
    let moving = |still: bool| {
        let first = "JSON.parse(document.getElementById('state').textContent)";
        desk.run(&format!(
            "window.matchMedia = () => ({{ matches: {still} }}); const view = {first};\
             board.show(view.svg, view.legal); board.show({}, []);\
             const there = board.svg.getAnimations({{ subtree: true }}).length;\
             board.show(view.svg, view.legal); return there",
            after["svg"]
        ))
    };
    assert_eq!(moving(true), 0);
    assert_eq!(moving(false), 2, "an amazon and an arrow");
    // A winning and a losing move differ by a sign, not by colour alone.
    desk.run("board.judge(new Map([['a3-a1/a2', 'lose']]))");
    let signs = "return document.querySelectorAll('#other .sign.lose path').length";
    assert_eq!(desk.run(signs), 1);
    desk.end();
}
