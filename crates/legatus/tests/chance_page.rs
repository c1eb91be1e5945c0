//! Games with a die and beside cards, begun by one click on the first page and
//! played to their ends, where the page says the right sentence.

use rules::latrunculus::{Options, State, Verdict};
use serde_json::Value;
use std::cmp::Ordering;
use std::time::{Duration, Instant};
use values::{Dyadic, Player};

use crate::requests::{full, get, patience};
use crate::web::desk::{Desk, STATUS};

/// A phone, and if there is time a desk.
fn sizes() -> &'static [(u32, u32)] {
    &[(390, 844), (1280, 900)][..if full() { 2 } else { 1 }]
}

const END: &str = "//*[@id='end']";

/// The game as the server knows it.
fn game(desk: &Desk) -> Value {
    let address = desk.address();
    let path = address.split('/').skip(3).collect::<Vec<_>>().join("/");
    let (status, view) = get(&desk.server, &format!("/api/v1/{path}"));
    assert_eq!(status, 200, "{view}");
    serde_json::from_str(&view).unwrap()
}

/// One click on the first page begins a game.
fn begin(desk: &Desk, title: &str) {
    desk.open("/");
    desk.click_to(&format!("Play now: {title}"), "Your turn");
    desk.wait("//*[@id='above']", "Medium");
}

/// Clicks on a button of Latrunculus; then the game has gone on.
fn click(desk: &Desk, button: &str) {
    let stand = "document.getElementById('status').textContent \
                 + document.querySelectorAll('#moves li').length";
    let before = desk.run(&format!("return {stand}"));
    desk.click(&desk.find(&format!("//*[@id='{button}']")));
    desk.until(&format!("return {stand} !== {before}"));
}

/// Whether the game is over, once it is or the person is to throw.
fn is_over(desk: &Desk) -> bool {
    let state = "return !document.getElementById('end').hidden ? 'over' \
                 : document.getElementById('throw') ? 'mine' : null";
    desk.until(state) == "over"
}

/// The walk of the King of a side that brings him nearest to the enemy, if one
/// brings him nearer; otherwise anything that can be done.
fn march(view: &Value) -> Option<String> {
    let legal = view["legal"].as_array().unwrap();
    let king = view["king"]["at"].as_str().unwrap();
    // Black's enemies are below, and White's above.
    let way = |square: &str| {
        let rank = i32::from(square.as_bytes()[1]);
        if view["you"] == "left" { rank } else { -rank }
    };
    let ends = legal.iter().map(|row| row["move"].as_str().unwrap());
    let his = ends.clone().filter(|text| text.starts_with(king));
    let end = |text: &str| way(&text[text.len() - 2..]);
    let nearer = his.filter(|text| end(text) < way(king));
    let best = nearer.min_by_key(|text| (end(text), text.len()));
    let any = ends.into_iter().next().filter(|_| view["spent"] == 0);
    best.or(any).map(str::to_owned)
}

/// Throws the die and walks with the King into the enemy's ranks.
fn throw_and_march(desk: &Desk) {
    click(desk, "throw");
    while let Some(text) = march(&game(desk)) {
        let spent = game(desk)["spent"].clone();
        desk.write(&desk.field("Steps and kills"), &format!("{text}\n"));
        let begun = Instant::now();
        while game(desk)["spent"] == spent {
            assert!(
                begun.elapsed() < patience(Duration::from_secs(10)),
                "{text}"
            );
        }
        desk.until("return !document.getElementById('end-turn').disabled");
    }
    click(desk, "end-turn");
}

/// Throws the die and does what the hint says.
fn throw_and_follow(desk: &Desk) {
    click(desk, "throw");
    let able = "return document.getElementById('hint').disabled === false";
    let stuck = desk.run("return document.getElementById('end-turn').textContent");
    if stuck == "End turn" {
        desk.until(able);
        desk.click_label("Hint");
        desk.click_label("Do that");
        desk.until("return !document.getElementById('end-turn').disabled");
    }
    click(desk, "end-turn");
}

/// How the game that a page shows has ended by the rules, and what the person
/// has to be told of it.
fn verdict(view: &Value) -> (Verdict, [String; 2]) {
    let options = Options::default();
    let board = options.position(view["start"].as_str().unwrap()).unwrap();
    let side = |name: &Value| match name.as_str() {
        Some("left") => Player::Left,
        _ => Player::Right,
    };
    let (me, first) = (side(&view["you"]), side(&view["first"]));
    let mut state = State::new(options, board, first).unwrap();
    for made in view["turns"].as_array().unwrap() {
        assert_eq!(state.verdict, None);
        let mut turn = state.turn(made["roll"].as_u64().unwrap() as u8);
        turn.read(made["move"].as_str().unwrap()).unwrap();
        state = state.after(&turn.end().unwrap());
    }
    let verdict = state.verdict.expect("the game is over by the rules");
    let heading = match verdict.winner() {
        None => "A draw",
        Some(winner) if winner == me => "You won",
        Some(_) => "You lost",
    };
    let count = |player| state.board.strength(player);
    let lead = |winner: Player| match winner == me {
        true => format!(
            "You have {} Soldiers, the computer {}",
            count(me),
            count(-me)
        ),
        false => format!(
            "The computer has {} Soldiers, you {}",
            count(-me),
            count(me)
        ),
    };
    let said = match verdict {
        Verdict::King(winner) if winner == me => "The computer's King is dead.".to_owned(),
        Verdict::King(_) => "Your King is dead.".to_owned(),
        Verdict::Lead(winner) => {
            let by = count(winner) - count(-winner);
            format!("{}: a lead of {by} wins.", lead(winner))
        }
        Verdict::Stalled(None) => {
            let both = count(me);
            format!("Nobody was killed for 80 turns, and both sides have {both} Soldiers.")
        }
        Verdict::Stalled(Some(winner)) => {
            format!("Nobody was killed for 80 turns. {}.", lead(winner))
        }
    };
    (verdict, [heading.to_owned(), said])
}

/// The end card and the status say how a game of Latrunculus ended.
fn says_how_it_ended(desk: &Desk) -> Verdict {
    let (verdict, said) = verdict(&game(desk));
    for words in said {
        desk.wait(END, &words);
        desk.wait(STATUS, &words);
    }
    for button in ["Rematch", "Swap sides", "New game"] {
        desk.find(&format!("{END}//*[.='{button}']"));
    }
    verdict
}

/// A King who walks alone among his enemies is soon dead.
#[test]
fn latrunculus_ends_with_the_right_sentence() {
    for &(width, height) in sizes() {
        let desk = Desk::of(width, height);
        desk.reduce_motion();
        begin(&desk, rules::latrunculus::INFO.title);
        desk.click_label("Type a turn, the board in words, copy");
        while !is_over(&desk) {
            throw_and_march(&desk);
        }
        says_how_it_ended(&desk);
        // The same again, from the other side: the other one begins.
        desk.click(&desk.find(&format!("{END}//*[.='Swap sides']")));
        desk.until("return document.getElementById('end')?.hidden");
        assert_eq!(game(&desk)["you"], "right");
        desk.end();
    }
}

/// Who follows the hints plays long games, which end in all ways that there
/// are.
#[test]
fn latrunculus_is_played_by_hints_to_its_end() {
    if !full() {
        return;
    }
    for &(width, height) in sizes() {
        let desk = Desk::of(width, height);
        desk.reduce_motion();
        for _ in 0..3 {
            begin(&desk, rules::latrunculus::INFO.title);
            while !is_over(&desk) {
                throw_and_follow(&desk);
            }
            println!("{:?}", says_how_it_ended(&desk));
        }
        desk.end();
    }
}

/// A number as the page writes it.
fn mixed(number: &Dyadic) -> String {
    let text = number.to_string();
    let (sign, text) = match text.strip_prefix('-') {
        Some(text) => ("−", text),
        None => ("", &*text),
    };
    let Some((top, bottom)) = text.split_once('/') else {
        return format!("{sign}{text}");
    };
    let [top, bottom]: [u64; 2] = [top, bottom].map(|text| text.parse().unwrap());
    let (whole, rest) = (top / bottom, top % bottom);
    let eighths = ["⅛", "¼", "⅜", "½", "⅝", "¾", "⅞"];
    let part = match 8 % bottom {
        0 => eighths[(rest * 8 / bottom - 1) as usize].to_owned(),
        _ => format!("{rest}/{bottom}"),
    };
    match (whole, 8 % bottom) {
        (0, _) => format!("{sign}{part}"),
        (_, 0) => format!("{sign}{whole}{part}"),
        _ => format!("{sign}{whole} {part}"),
    }
}

/// What both sides have beside cards: what they had at the start, and the cards
/// that they took.
fn scores(desk: &Desk, view: &Value) -> [Dyadic; 2] {
    let id = view["id"].as_str().unwrap();
    let (_, start) = get(&desk.server, &format!("/api/v1/cards/{id}?ply=0"));
    let start: Value = serde_json::from_str(&start).unwrap();
    let number = |text: &Value| text.as_str().unwrap().parse::<Dyadic>().unwrap();
    ["left", "right"].map(|side| {
        let turns = view["turns"].as_array().unwrap().iter();
        let taken = turns.filter(|turn| turn["player"] == side && !turn["card"].is_null());
        taken.fold(number(&start["scores"][side]), |sum, turn| {
            &sum + &number(&turn["card"])
        })
    })
}

/// Who follows the hints beside cards to the end is told what both have, and
/// who won by how much.
#[test]
fn environmental_amazons_ends_with_the_right_sentence() {
    for &(width, height) in sizes() {
        let desk = Desk::of(width, height);
        desk.reduce_motion();
        begin(&desk, "Environmental Amazons");
        let mine = "return !document.getElementById('end').hidden ? 'over' \
                    : !document.getElementById('hint').disabled ? 'mine' : null";
        while desk.until(mine) != "over" {
            let turns = desk.run("return document.querySelectorAll('#moves li').length");
            desk.click_label("Hint");
            desk.click(&desk.find("//*[@id='do']"));
            let more = format!("return document.querySelectorAll('#moves li').length > {turns}");
            desk.until(&more);
        }
        let view = game(&desk);
        let [left, right] = scores(&desk, &view);
        let (mine, other) = match view["you"] == "left" {
            true => (left, right),
            false => (right, left),
        };
        let by = &mine - &other;
        let count = format!("You have {}, the computer {}", mixed(&mine), mixed(&other));
        let said = match by.cmp(&Dyadic::from(0)) {
            Ordering::Greater => ["You won", &format!("{count}: you won by {}.", mixed(&by))],
            Ordering::Equal => ["A tie", &format!("{count}.")],
            Ordering::Less => [
                "You lost",
                &format!("{count}: the computer won by {}.", mixed(&-by)),
            ],
        };
        for words in said {
            desk.wait(END, words);
            desk.wait(STATUS, words);
        }
        desk.end();
    }
}
