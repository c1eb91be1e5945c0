//! What the pages say of who wins, as a person reads it, against the outcome by
//! plain recursion: in random games of both sides, in normal and misère play.

use rules::{Component, Position, Random};
use serde_json::Value;
use std::collections::HashMap;
use std::ops::ControlFlow;
use values::Player;

use crate::requests::{begin, full, get};
use crate::web::desk::{Desk, STATUS};

/// Who wins, by trying everything.
struct Truth {
    misere: bool,
    known: HashMap<(Component, Player), bool>,
}

impl Truth {
    fn new(misere: bool) -> Truth {
        let known = HashMap::new();
        Truth { misere, known }
    }

    /// Whether the player wins who is to move.
    fn wins(&mut self, position: &Component, turn: Player) -> bool {
        let key = (position.clone(), turn);
        if let Some(&wins) = self.known.get(&key) {
            return wins;
        }
        let mut options = Vec::new();
        let _ = position.options(turn, &mut |option| {
            options.push(option);
            ControlFlow::Continue(())
        });
        let wins = match options.is_empty() {
            true => self.misere,
            false => options.iter().any(|option| !self.wins(option, -turn)),
        };
        self.known.insert(key, wins);
        wins
    }

    fn winner(&mut self, position: &Component, turn: Player) -> Player {
        match self.wins(position, turn) {
            true => turn,
            false => -turn,
        }
    }
}

fn player(name: &Value) -> Player {
    match name.as_str() {
        Some("left") => Player::Left,
        _ => Player::Right,
    }
}

/// The position of a view.
fn position(view: &Value) -> Component {
    let [game, text] = ["game", "position"].map(|field| view[field].as_str().unwrap());
    Component::read(game, text).unwrap()
}

/// The text of an element; nothing where there is none.
fn shown(desk: &Desk, id: &str) -> String {
    let script = format!("return document.getElementById('{id}')?.textContent ?? ''");
    desk.run(&script).as_str().unwrap().to_owned()
}

/// A game of a person against the computer in the page.
struct Sitting<'d> {
    desk: &'d Desk,
    id: String,
    truth: Truth,
    random: Random,
    /// How many statements were compared.
    said: usize,
}

impl Sitting<'_> {
    fn view(&self, ply: Option<usize>) -> Value {
        let ply = ply.map_or_else(String::new, |ply| format!("?ply={ply}"));
        let path = format!("/api/v1/play/{}{ply}", self.id);
        let (status, view) = get(&self.desk.server, &path);
        assert_eq!(status, 200, "{view}");
        serde_json::from_str(&view).unwrap()
    }

    /// What is said of the person's position before a move: under the heaps,
    /// and in the hint and by its mark. The move of the hint.
    fn before_a_move(&mut self, view: &Value) -> String {
        let me = player(&view["you"]);
        let wins = self.truth.wins(&position(view), me);
        let prediction = shown(self.desk, "prediction");
        if !prediction.is_empty() {
            let words = match wins {
                true => "You win by playing right, whatever the computer does",
                false => "The computer wins by playing right, whatever you do",
            };
            assert!(prediction.starts_with(words), "{prediction}: {view}");
            self.said += 1;
        }
        self.desk.click_label("Hint");
        let hint = self.desk.until(
            "const said = document.getElementById('remark').textContent; \
             return said.startsWith('Hint: ') && said",
        );
        let hint = hint.as_str().unwrap();
        let mark = |kind: &str| {
            let script = format!("return document.querySelector('#board .spot.{kind}') !== null");
            self.desk.run(&script) == true
        };
        let marks = [mark("win"), mark("lose")];
        let claims = [hint.contains(" wins"), hint.contains("but it loses")];
        if hint.contains("looks best") {
            assert_eq!(marks, [false, false], "{hint}: {view}");
        } else {
            assert_eq!(claims[1], !wins, "{hint}: {view}");
            assert_eq!(claims[0] && !claims[1], wins, "{hint}: {view}");
            assert_eq!(marks, [wins, !wins], "{hint}: {view}");
            self.said += 1;
        }
        let text = hint.strip_prefix("Hint: ").unwrap();
        let end = [" wins", ", but it loses", " looks best"];
        let end = end.iter().filter_map(|words| text.find(words)).min();
        text[..end.unwrap()].to_owned()
    }

    /// What the computer says of itself after its move.
    fn after_a_reply(&mut self, view: &Value) {
        let Some(before) = view["ply"].as_u64().unwrap().checked_sub(1) else {
            return;
        };
        let before = self.view(Some(before as usize));
        let wins = self.truth.wins(&position(&before), player(&before["turn"]));
        let said = shown(self.desk, "remark");
        let loses = ["loses if", "sees a loss", "no move wins"];
        let claims_loss = loses.iter().any(|words| said.contains(words));
        let claims_win = !claims_loss && (said.contains("wins") || said.contains("sees a win"));
        if claims_loss || claims_win {
            assert_eq!(claims_win, wins, "{said}: {before}");
            self.said += 1;
        }
    }

    /// Plays to the end: by half of the hints, and by chance.
    fn play(&mut self) {
        let script = "const status = document.getElementById('status')?.textContent ?? ''; \
                      return /Your turn/.test(status) ? 'turn' : /^(You|A draw)/.test(status) && 'over'";
        while self.desk.until(script) == "turn" {
            let view = self.view(None);
            self.after_a_reply(&view);
            let hint = self.before_a_move(&view);
            let legal = view["legal"].as_array().unwrap();
            let any = self.random.pick(legal)["move"].as_str().unwrap();
            let text = if self.random.below(2) == 0 {
                &hint
            } else {
                any
            };
            self.desk
                .write(&self.desk.field("Move"), &format!("{text}\n"));
            let number = view["ply"].as_u64().unwrap() + 1;
            self.desk.find(&format!("//*[@id='moves']/li[{number}]"));
        }
        let view = self.view(None);
        let stuck = player(&view["turn"]);
        let winner = if self.truth.misere { stuck } else { -stuck };
        let words = match winner == player(&view["you"]) {
            true => "You won",
            false => "You lost",
        };
        for place in [STATUS, "//*[@id='end']"] {
            self.desk.wait(place, words);
        }
        self.said += 1;
    }

    /// What the review says of every position.
    fn review(&mut self) {
        let path = format!("/play/{}/review", self.id);
        self.desk.open(&path);
        self.desk.wait("//*[@id='points']", "Turning points");
        let last = self.view(None);
        let me = player(&last["you"]);
        for ply in 1..last["ply"].as_u64().unwrap() as usize {
            let view = self.view(Some(ply));
            let winner = self.truth.winner(&position(&view), player(&view["turn"]));
            let words = if winner == me {
                "you win"
            } else {
                "the computer wins"
            };
            let item = format!("//*[@id='moves']/li[{ply}]");
            self.desk.wait(&item, words);
            self.desk.click(&self.desk.find(&format!("{item}/button")));
            self.desk.wait(STATUS, &format!("After move {ply}"));
            self.desk.wait(
                "//*[@id='verdict']",
                &format!("With best play {words} from here"),
            );
            self.said += 2;
        }
    }

    /// What is said where the position in the middle of the game is explored.
    fn explore(&mut self) {
        let last = self.view(None)["ply"].as_u64().unwrap() as usize;
        let view = self.view(Some(last / 2));
        let here = position(&view);
        let misere = if self.truth.misere {
            "&misere=true"
        } else {
            ""
        };
        let (game, text) = (view["game"].as_str().unwrap(), here.text());
        let text = text.replace('#', "%23").replace('+', "%2B");
        let turn = view["turn"].as_str().unwrap();
        let path = format!("/analyse?game={game}&position={text}&side={turn}{misere}");
        self.desk.open(&path);
        let [left, right] = Player::BOTH.map(|side| self.truth.winner(&here, side));
        let side = |side| here.game().side(side).unwrap_or_default();
        let words = match (left, right) {
            (Player::Left, Player::Right) => "The first player wins".to_owned(),
            (Player::Right, Player::Left) => "The second player wins".to_owned(),
            (winner, _) => format!("{winner} ({}) wins, whoever begins", side(winner)),
        };
        self.desk.wait("//*[@class='winner']", &words);
        self.said += 1;
        // Every move in the list has its verdict.
        self.desk.wait("//*[@id='facts']", "Moves");
        let rows = self.desk.until(
            "const groups = [...document.querySelectorAll('#facts .group')]; \
             if (groups.some((group) => !group.querySelector('.verdict')?.textContent)) return null; \
             return document.querySelector('#facts h2 + .moves-list, #facts .moves-list') \
               || /Moves[^.]*: none/.test(document.getElementById('facts').textContent) \
               ? groups.flatMap((group) => [...group.querySelectorAll('.words .move')] \
                   .map((move) => [move.textContent, group.querySelector('.verdict').textContent])) : null",
        );
        let mover = player(&view["turn"]);
        let mut verdicts = HashMap::new();
        let _ = here.spoken_moves(mover, &mut |mv, option| {
            let sign = match self.truth.wins(&option, -mover) {
                true => "✗ loses",
                false => "✓ wins",
            };
            verdicts.insert(mv.to_string(), sign);
            ControlFlow::Continue(())
        });
        for row in rows.as_array().unwrap() {
            let [mv, sign] = [0, 1].map(|place| row[place].as_str().unwrap());
            assert_eq!(verdicts.get(mv), Some(&sign), "{path}: {mv}");
            self.said += 1;
        }
    }
}

const STARTS: [(&str, &str); 7] = [
    ("nim", "1,2,3"),
    ("kayles", "7"),
    ("clobber", "BWB/WBW"),
    ("domineering", "3x3"),
    ("hackenbush", "(lr;re)"),
    ("toppling_dominoes", "LRLR"),
    ("legionnaires", "3x3"),
];

#[test]
fn what_pages_show_of_who_wins_is_so() {
    let desk = Desk::new();
    let rounds = if full() { 8 } else { 1 };
    let mut said = 0;
    for number in 0..STARTS.len() * 2 * rounds {
        let (game, text) = STARTS[number % STARTS.len()];
        // In a short run each game is played in one of the conventions.
        let misere = (number + number / STARTS.len()) % 2 == 1;
        let side = ["left", "right"][number / 2 % 2];
        if !full() && number >= STARTS.len() {
            break;
        }
        let strength = ["easy", "medium", "perfect"][number % 3];
        let body = serde_json::json!({
            "game": game, "position": text, "opponent": strength, "side": side, "misere": misere,
        });
        let view = begin(&desk.server, &body);
        let id = view["id"].as_str().unwrap().to_owned();
        desk.open(&format!("/play/{id}"));
        let mut sitting = Sitting {
            desk: &desk,
            id,
            truth: Truth::new(misere),
            random: Random::new(number as u64),
            said: 0,
        };
        sitting.play();
        sitting.review();
        sitting.explore();
        assert!(sitting.said >= 4, "{game}: {}", sitting.said);
        said += sitting.said;
    }
    println!("{said} statements");
    desk.end();
}
